"""The sets that a sealed event may open, each with its cards and collector numbers, read when first asked for.

The numbers are in `numbers/GAME/CODE.txt` or in the catalogue itself. Which sheets of other sets lie in a set's
boosters is in `numbers/GAME/boosters.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

from deckcheck.catalogue import Catalogue
from deckcheck.decklist import lazy
from deckcheck.decklist.card_index import MemoryCardIndex
from deckcheck.decklist.cards import Card, CardSet
from deckcheck.law.games import Game
from deckcheck.verdict.set_lists import Runs, SetList, make_set_list, read_numbers

NUMBERS: Final = "numbers"
OPENED: Final = frozenset({"core", "expansion", "draft_innovation", "masters", "masterpiece", "funny", "draft"})
"""Kinds of sets that come in boosters; whatever has a file of numbers does, too."""
_SHEET: Final = lazy.regex(r"([A-Z0-9]+)(?: (\d+)-(\d+))?")
_BOOSTER_WORDS: Final = frozenset({"sheets", "cards", "complete", "source"})
_NOT_OPENED: Final = frozenset({"kind:token", "kind:meld-result", "digital-only", "rebalanced"})


class SetLists:
    """The sets of a game by what its catalogue has of them, each read once."""

    def __init__(self, game: Game, catalogue: Catalogue) -> None:
        self._game = game
        self._catalogue = catalogue
        self._numbers = catalogue.folder / NUMBERS / game.id
        self._lists: dict[str, SetList] = {}

    def set_list(self, code: str) -> SetList | None:
        """The set with this code, in any case; none where the catalogue knows no such set."""
        found = self._codes.get(code.strip().casefold())
        if found and found not in self._lists:
            self._lists[found] = self._make(found)
        return self._lists[found] if found else None

    def opened(self) -> tuple[CardSet, ...]:
        """The sets on paper that come in boosters, the newest first."""
        numbered = {path.stem for path in self._numbers.glob("*.txt")}
        sets = self._catalogue.sets.values()
        found = (s for s in sets if not s.platform and (s.kind in OPENED or s.code in numbered))
        return tuple(sorted(found, key=lambda s: (s.release, s.name), reverse=True))

    @cached_property
    def boosters(self) -> Mapping[str, Mapping[str, Any]]:
        """What is known of the boosters of the sets, by code; a table that names what there is not is refused."""
        path = self._numbers / "boosters.toml"
        if not path.is_file():
            return {}
        table: dict[str, dict[str, Any]] = tomllib.loads(path.read_text("utf-8"))
        sets, index = self._catalogue.sets, self._catalogue.index
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

    @cached_property
    def _codes(self) -> dict[str, str]:
        return {code.casefold(): code for code in self._catalogue.sets}

    def _make(self, code: str) -> SetList:
        index, look = self._catalogue.index, self._game.presentation
        cards = [index.card(name) for name in self._catalogue.printed_in(code)]
        opened = [card for card in cards if card and not _NOT_OPENED & card.traits]
        name, rows = self._catalogue.sets[code].name, self._rows(code)
        if rows is None:
            made = make_set_list(code, name, look, _own_numbers(code, opened), opened)
        else:
            made = make_set_list(code, name, look, _numbered(rows[0], index), opened, rows[1])
        return self._with_boosters(made, opened)

    def _rows(self, code: str) -> tuple[list[tuple[str, str]], Runs] | None:
        """The rows and runs of a set's file of numbers, if it has one."""
        path = self._numbers / f"{code}.txt"
        return read_numbers(path.read_text("utf-8").splitlines()) if path.is_file() else None

    def _with_boosters(self, of_set: SetList, cards: Iterable[Card]) -> SetList:
        """The list with the names of all cards that its boosters can hold."""
        held = {card.name for card in (*of_set.cards, *of_set.numbers.values(), *cards)}
        boosters = self.boosters.get(of_set.code)
        if boosters is None:
            return replace(of_set, held=frozenset(held))
        held.update(name for sheet in boosters.get("sheets", ()) for name in self._of_sheet(sheet))
        held.update(boosters.get("cards", ()))
        return replace(of_set, held=frozenset(held), complete=boosters.get("complete", True))

    def _of_sheet(self, sheet: str) -> Iterator[str]:
        """The names on a sheet: of a whole set, or of its collector numbers from one to another."""
        found = _SHEET.fullmatch(sheet)
        assert found  # It was read before.
        code, first, last = found.groups()
        if first is None:
            yield from self._catalogue.printed_in(code)
        rows, runs = self._rows(code) or ([], ())
        if first is not None:
            runs = ((int(first), int(last)),)
        inside = [row for row in rows if any(low <= _value(row[0]) <= high for low, high in runs)]
        yield from (card.name for _, card in _numbered(inside, self._catalogue.index))


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
