"""The sets that a sealed event may open, each with its cards and collector numbers, read when first asked for.

The numbers are in `numbers/GAME/CODE.txt` or in the catalogue itself. Which sheets of other sets lie in a set's
boosters is in `numbers/GAME/boosters.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from deckcheck.catalogue import HERE, open_index, open_sets, printed_in
from deckcheck.decklist.card_index import MemoryCardIndex
from deckcheck.decklist.cards import Card, CardSet
from deckcheck.law.games import Game
from deckcheck.verdict.set_lists import SetList, make_set_list, read_numbers

NUMBERS: Final = "numbers"
OPENED: Final = frozenset({"core", "expansion", "draft_innovation", "masters", "masterpiece", "funny", "draft"})
"""Kinds of sets that come in boosters; whatever has a file of numbers does, too."""
_SHEET: Final = re.compile(r"([A-Z0-9]+)(?: (\d+)-(\d+))?")
_BOOSTER_WORDS: Final = frozenset({"sheets", "cards", "complete", "source"})
_NOT_OPENED: Final = frozenset({"kind:token", "kind:meld-result", "digital-only", "rebalanced"})


def open_set_list(game: Game, code: str, folder: Path = HERE) -> SetList | None:
    """The set with this code, in any case; none where the catalogue knows no such set.

    `folder` holds the catalogue's file and a folder of numbers, here and below.
    """
    found = _codes(game.id, folder).get(code.strip().casefold())
    return _set_list(game, found, folder) if found else None


def sets_opened(game: str, folder: Path = HERE) -> tuple[CardSet, ...]:
    """The sets on paper that come in boosters, the newest first."""
    numbered = {path.stem for path in (folder / NUMBERS / game).glob("*.txt")}
    found = (s for s in open_sets(game, folder).values() if not s.platform and (s.kind in OPENED or s.code in numbered))
    return tuple(sorted(found, key=lambda s: (s.release, s.name), reverse=True))


@cache
def _codes(game: str, folder: Path) -> dict[str, str]:
    return {code.casefold(): code for code in open_sets(game, folder)}


@cache
def _set_list(game: Game, code: str, folder: Path) -> SetList:
    index, look = open_index(game.id, folder), game.presentation
    cards = [index.card(name) for name in printed_in(game.id, code, folder)]
    opened = [card for card in cards if card and not _NOT_OPENED & card.traits]
    path = folder / NUMBERS / game.id / f"{code}.txt"
    name = open_sets(game.id, folder)[code].name
    if path.is_file():
        rows, runs = read_numbers(path.read_text("utf-8").splitlines())
        made = make_set_list(code, name, look, _numbered(rows, index), opened, runs)
    else:
        made = make_set_list(code, name, look, _own_numbers(code, opened), opened)
    return _with_boosters(game.id, made, opened, folder)


def _with_boosters(game: str, of_set: SetList, cards: Iterable[Card], folder: Path) -> SetList:
    """The list with the names of all cards that its boosters can hold."""
    held = {card.name for card in (*of_set.cards, *of_set.numbers.values(), *cards)}
    boosters = open_boosters(game, folder).get(of_set.code)
    if boosters is None:
        return replace(of_set, held=frozenset(held))
    held.update(name for sheet in boosters.get("sheets", ()) for name in _of_sheet(game, sheet, folder))
    held.update(boosters.get("cards", ()))
    return replace(of_set, held=frozenset(held), complete=boosters.get("complete", True))


@cache
def open_boosters(game: str, folder: Path = HERE) -> Mapping[str, Mapping[str, Any]]:
    """What is known of the boosters of the game's sets, by code; a table that names what there is not is refused."""
    path = folder / NUMBERS / game / "boosters.toml"
    if not path.is_file():
        return {}
    table: dict[str, dict[str, Any]] = tomllib.loads(path.read_text("utf-8"))
    sets, index = open_sets(game, folder), open_index(game, folder)
    for code, boosters in table.items():
        where = f"{path.name}, [{code}]"
        if code not in sets or not boosters.get("source") or set(boosters) - _BOOSTER_WORDS:
            raise ValueError(f"{where}: it names a set with a `source`, and perhaps sheets, cards and complete.")
        for sheet in boosters.get("sheets", ()):
            found = _SHEET.fullmatch(sheet)
            if not found or found[1] not in sets:
                raise ValueError(f"{where}: {sheet!r} is no sheet. Write a set's code, or SPG 74-83.")
        for name in boosters.get("cards", ()):
            if index.card(name) is None:
                raise ValueError(f"{where}: no card is called {name!r}.")
    return table


def _of_sheet(game: str, sheet: str, folder: Path) -> Iterator[str]:
    """The names on a sheet: of a whole set, or of its collector numbers from one to another."""
    found = _SHEET.fullmatch(sheet)
    assert found  # It was read before.
    code, first, last = found.groups()
    if first is None:
        yield from printed_in(game, code, folder)
    path = folder / NUMBERS / game / f"{code}.txt"
    rows, runs = read_numbers(path.read_text("utf-8").splitlines()) if path.is_file() else ([], ())
    if first is not None:
        runs = ((int(first), int(last)),)
    inside = [row for row in rows if any(low <= _value(row[0]) <= high for low, high in runs)]
    yield from (card.name for _, card in _numbered(inside, open_index(game, folder)))


def _value(number: str) -> int:
    """The whole number that a collector number begins with."""
    found = re.match(r"\d+", number)
    return int(found[0]) if found else 0


def _own_numbers(code: str, cards: list[Card]) -> Iterator[tuple[str, Card]]:
    """The numbers that the catalogue has."""
    for card in cards:
        yield from ((p.number, card) for p in card.printings if p.set_code == code and p.number)


def _numbered(rows: list[tuple[str, str]], index: MemoryCardIndex) -> Iterator[tuple[str, Card]]:
    """The cards of a file's rows; a name that the catalogue has changed since is found by what it was."""
    for number, name in rows:
        card = index.card(name)
        if card is None:
            found = index.find(name).cards
            card = found[0] if len(found) == 1 else None
        if card is not None:
            yield number, card
