"""Holds the law of a format against the cards, sets and rules that are known, before a list is judged by it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any, Final

from deckcheck.decklist.cards import CardSet
from deckcheck.law.arena import ArenaCards
from deckcheck.law.banlists import Announcement
from deckcheck.law.formats import Change, Format, FormatError
from deckcheck.law.games import Game
from deckcheck.law.rulebooks import bind_clauses

HasCard = Callable[[str], bool]

_NAMES: Final = ("plus", "minus", "out_by", "current_cards")
_SETS: Final = ("sets", "not_sets", "running", "since", "mtgo_from")
_FILE: Final = re.compile(r"\b(?:formats|banlists)/[\w/.-]+\.toml")
_QUOTED: Final = re.compile(r"'([^']+)'|\"([^\"]+)\"|`([^`]+)`")


def review_announcements(announcements: Iterable[Announcement], uncatalogued: frozenset[str], has: HasCard) -> None:
    """Refuse announcements about cards that are not known; `uncatalogued` are known not to be."""
    for a in announcements:
        names = (*a.statuses, *(n for p in a.unless.values() for cards in p.sections.values() for n in cards))
        for name in names:
            if name not in uncatalogued and not has(name):
                raise FormatError(f"{a.where}: there is no card {name!r}.")


def review_pool(fmt: Format, sets: Mapping[str, CardSet], has: HasCard) -> None:
    """Refuse a format without a pool, and pools that name cards or sets which are not known."""
    if not fmt.pool_on(date.max):
        raise FormatError(f"{fmt.base.given_by}: {fmt.title} has no pool; it needs the table [pool].")
    for layer in _pool_layers(fmt):
        _review_layer(layer, sets, has)


def _pool_layers(fmt: Format) -> Iterator[Change]:
    for one in fmt.lineage():
        if one.pool_like is not None:
            yield from _pool_layers(one.pool_like)
        yield from (one.base, *one.changes)


def _review_layer(layer: Change, sets: Mapping[str, CardSet], has: HasCard) -> None:
    for code in (code for key in _SETS for code in layer.pool.get(key, ())):
        if code not in sets:
            raise FormatError(f"{layer.given_by}: the pool names the set {code!r}, which is not known.")
    for name in (name for key in _NAMES for name in layer.pool.get(key, ())):
        if not has(name):
            raise FormatError(f"{layer.given_by}: the pool names the card {name!r}, which is not known.")


def review_arena(where: str, arena: ArenaCards, has: HasCard) -> None:
    """Refuse single cards on Arena that are not known."""
    absent = (name for names in arena.absent.values() for name in names)
    for name in (*arena.cards, *arena.unsure, *arena.rebalanced, *absent):
        if not has(name):
            raise FormatError(f"{where}: there is no card {name!r}.")


def review_clauses(fmt: Format, game: Game) -> None:
    """Refuse clauses that no rule knows, on whatever day and under whatever option they hold."""
    options = {name for one in fmt.lineage() for name in one.options}
    for day in (date.min, *fmt.change_days()):
        for chosen in ((), *((option,) for option in options)):
            bind_clauses(fmt.clauses_on(day, frozenset(chosen)), game)


def review_lists(where: str, table: Mapping[str, Any], lists: Iterable[str]) -> None:
    """Refuse a file of announcements about a list that is not there."""
    if strange := set(table.get("lists", {})) - set(lists):
        raise FormatError(f"{where}: there is no list {min(strange)!r}.")


@contextmanager
def located(root: Path) -> Iterator[None]:
    """Tell of a refusal the line in its file, too: the first that holds what the sentence quotes."""
    try:
        yield
    except FormatError as error:
        told = _with_line(str(error), root)
        if told == str(error):
            raise
        raise FormatError(told) from error


def _with_line(told: str, root: Path) -> str:
    file = _FILE.search(told)
    if file is None or "line " in told or not (root / file[0]).is_file():
        return told
    lines = (root / file[0]).read_text(encoding="utf-8").splitlines()
    for found in _QUOTED.finditer(told, file.end()):
        word = next(filter(None, found.groups()))
        for number, line in enumerate(lines, 1):
            if word in line:
                return f"{told[: file.end()]}, line {number}{told[file.end() :]}"
    return told
