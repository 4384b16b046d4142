"""What a request costs beside its answer: transactions, statements, modules of the product, calls between them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final, NamedTuple

from sqlalchemy import event
from werkzeug.test import TestResponse

import deckcheck
from deckcheck.store.store import Store
from deckcheck.verdict.judgement import judge_parsed
from tests.kept_rosters import not_compared

PRODUCT: Final = str(Path(deckcheck.__file__).parent)


@dataclass
class Statements:
    """What was asked of a database: transactions that were begun, and every SELECT as it was written."""

    transactions: int = 0
    selects: list[str] = field(default_factory=list)

    @property
    def distinct(self) -> int:
        return len(set(self.selects))


class Cost(NamedTuple):
    """What a request took, and how it was answered; `judged`: how often a list was."""

    status: int
    transactions: int
    selects: int
    distinct: int
    modules: int
    hops: int
    judged: int

    def __str__(self) -> str:
        return (
            f"{self.status} {self.transactions:>3} transactions {self.selects:>4} SELECTs ({self.distinct:>3} distinct)"
            f" {self.modules:>4} modules {self.hops:>6} hops {self.judged} judged"
        )


@contextmanager
def statements_of(store: Store) -> Iterator[Statements]:
    """What is asked of a database meanwhile."""
    found = Statements()

    def begun(_connection: Any) -> None:
        found.transactions += 1

    def asked(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        if statement.lstrip().upper().startswith("SELECT"):
            found.selects.append(statement)

    event.listen(store.engine, "begin", begun)
    event.listen(store.engine, "before_cursor_execute", asked)
    try:
        yield found
    finally:
        event.remove(store.engine, "begin", begun)
        event.remove(store.engine, "before_cursor_execute", asked)


@dataclass
class Calls:
    """Which modules of the product ran, how often one called another, and how often a list was judged."""

    modules: set[str] = field(default_factory=set)
    hops: int = 0
    judged: int = 0

    def __call__(self, frame: FrameType, what: str, _argument: Any) -> None:
        if what != "call" or not _is_product(frame.f_code):
            return
        here = frame.f_code.co_filename
        self.modules.add(here)
        self.judged += frame.f_code is judge_parsed.__code__
        caller = frame.f_back
        if caller is not None and _is_product(caller.f_code) and caller.f_code.co_filename != here:
            self.hops += 1


def _is_product(code: CodeType) -> bool:
    return code.co_filename.startswith(PRODUCT)


def cost_of(store: Store, ask: Callable[[], TestResponse]) -> Cost:
    """What a request costs in this thread."""
    calls = Calls()
    with statements_of(store) as found, not_compared():
        sys.setprofile(calls)
        try:
            response = ask()
        finally:
            sys.setprofile(None)
    return Cost(
        response.status_code,
        found.transactions,
        len(found.selects),
        found.distinct,
        len(calls.modules),
        calls.hops,
        calls.judged,
    )
