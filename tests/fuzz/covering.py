"""Few of many requests: each parameter of a route by each role, and each parameter with each kind of value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import cycle
from random import Random
from typing import Any, Final

from tests.access.rows import Row
from tests.fuzz.fuzzing import Case, Fuzz, is_let_in, roles_in, scenes_of
from tests.fuzz.values import HEADERS

Place = tuple[str, Any]
Asker = tuple[str, str]
"""A scene, and who asks in it."""

ROLES_ASK: Final = frozenset({"path", "field", "json"})
"""What each role asks with; all else is read alike whoever asks."""
HEADERS_OF_A_ROUTE: Final = 7
ONCE: Final = {"header": 1, "body": 4, "kind": 4}
"""With so many values each is changed at a route, where all routes read it alike."""
KINDS: Final = tuple(
    (kind, re.compile(form, re.DOTALL))
    for kind, form in (
        ("nothing", r'(\s|%20)*|""'),
        ("a zero byte", r".*(%00|\\u0000|\x00).*"),
        ("no UTF-8", r".*(%FF|%ED%A0|%C0|\\ud[8-f]).*|%|%u.*"),
        ("a small number", r"\d{1,5}"),
        ("a great number", r"\d{6,}"),
        ("no whole number", r"-[\d.e]+|[\d.]+(e\d+)?|NaN"),
        ("other digits", r'"?(%D9%A3|%C2%B2|%E2%91%A4|[\u0663\u00b2\u2464])"?'),
        ("an edge of time", r'"?(000\d|9999|10000)-.*'),
        ("a day", r'"?2026-.*'),
        ("a long text", r".{300,}"),
        ("a word", r'"?[A-Za-z-]+"?|0190f3c2-.*'),
        ("a part of a form", r"\w*(:|%3A).*|undo|example|file"),
        ("a list or an object", r"(\[|%5B|\{|%7B).*"),
        ("a text", r".*"),
    )
)
"""The first that fits a value is its kind."""


def kind_of(value: Any) -> str:
    """Of which kind a value is; all else is a kind of its own."""
    if not isinstance(value, str):
        return repr(value)[:60]
    return next(kind for kind, form in KINDS if form.fullmatch(value))


def covering(fuzz: Fuzz, rng: Random) -> Iterator[Case]:
    """The plain request to each route by everyone, and then one changed part after the other, in any order."""
    changed: list[Case] = []
    for row in fuzz.rows:
        askers = [(scene, who) for scene in scenes_of(row) for who in roles_in(row, fuzz.world.scenes[scene])]
        let_in: list[Asker] = []
        for scene, who in askers:
            yield Case(row, scene, who, "as it is")
            if is_let_in(fuzz.last):
                let_in.append((scene, who))
        changed += _changed(fuzz, row, askers, rng.sample(let_in, len(let_in)) or askers, rng)
    yield from rng.sample(changed, len(changed))


def _changed(fuzz: Fuzz, row: Row, askers: list[Asker], let_in: list[Asker], rng: Random) -> Iterator[Case]:
    inside = cycle(let_in)
    for (part, name), values in _places(fuzz, row, rng).items():
        chosen = _one_of_each_kind(values, rng)
        asked = set()
        for value in chosen[: ONCE.get(part)]:
            scene, who = next(inside)
            asked.add(who)
            yield Case(row, scene, who, part, name, value)
        if part in ROLES_ASK:
            for scene, who in _others(askers, asked, rng):
                yield Case(row, scene, who, part, name, rng.choice(values))


def _places(fuzz: Fuzz, row: Row, rng: Random) -> dict[Place, list[Any]]:
    found: dict[Place, list[Any]] = {}
    headers = rng.sample(HEADERS, HEADERS_OF_A_ROUTE)
    for part, name, value in fuzz.parts_of(row):
        if part != "as it is" and (part != "header" or name in headers):
            found.setdefault((part, name), []).append(value)
    return found


def _one_of_each_kind(values: Iterable[Any], rng: Random) -> list[Any]:
    kinds: dict[str, list[Any]] = {}
    for value in values:
        kinds.setdefault(kind_of(value), []).append(value)
    found = [rng.choice(same) for same in kinds.values()]
    return rng.sample(found, len(found))


def _others(askers: list[Asker], asked: set[str], rng: Random) -> Iterator[Asker]:
    """Everyone who has not yet asked, each in one of the scenes."""
    for scene, who in rng.sample(askers, len(askers)):
        if who not in asked:
            asked.add(who)
            yield scene, who
