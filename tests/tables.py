"""Tests over the rows of a table: one test, which goes through all rows and names every one that fails."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any, Final

import pytest

TOLD: Final = 20
"""So many of the rows that fail are told with what went wrong; of the rest the names."""

Test = Callable[..., None]


def every_row(
    names: str | Sequence[str], rows: Iterable[Any], ids: Callable[[Any], object] | None = None
) -> Callable[[Test], Test]:
    """What `pytest.mark.parametrize` is with the same words, as one test; other arguments are fixtures, made once.

    A thousand rows as a thousand tests cost pytest more than most of the tests themselves.
    """
    parts = [names] if isinstance(names, str) else list(names)
    table = [(row,) if isinstance(names, str) else tuple(row) for row in rows]
    assert table, "A test over no row shows nothing."

    def decorate(test: Test) -> Test:
        @wraps(test)
        def over_all(**given: Any) -> None:
            first, wrong = None, []
            for row in table:
                try:
                    test(**dict(zip(parts, row, strict=True)), **given)
                except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001  # It is raised below.
                    first = first or error
                    place = traceback.extract_tb(error.__traceback__)[-1]
                    wrong.append((_name(row, ids), f"line {place.lineno}: {type(error).__name__}: {error}"))
            if wrong:
                raise AssertionError(_told(wrong, len(table))) from first

        left = [one for name, one in inspect.signature(test).parameters.items() if name not in parts]
        over_all.__signature__ = inspect.Signature(left)  # type: ignore[attr-defined]
        del over_all.__wrapped__
        return over_all

    return decorate


def _name(row: tuple[Any, ...], ids: Callable[[Any], object] | None) -> str:
    return "-".join(str(ids(value) if ids else value) for value in row)


def _told(wrong: list[tuple[str, str]], of: int) -> str:
    lines = [f"{name}: {what}" for name, what in wrong[:TOLD]]
    return "\n".join([f"{len(wrong)} of {of} rows fail:", *lines, *(name for name, _ in wrong[TOLD:])])
