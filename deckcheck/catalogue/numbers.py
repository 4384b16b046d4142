"""The sets that a sealed event may open, each with its cards and collector numbers, read when first asked for.

Magic's numbers are in `numbers/mtg/CODE.txt`, Grand Archive's in the catalogue itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from deckcheck.catalogue import open_index, open_sets, printed_in
from deckcheck.core.cards import Card, CardSet
from deckcheck.core.index import MemoryCardIndex
from deckcheck.core.set_lists import SetList, make_set_list, read_numbers

HERE: Final = Path(__file__).parent / "numbers"
OPENED: Final = frozenset({"core", "expansion", "draft_innovation", "masters", "masterpiece", "funny", "draft"})
"""Kinds of sets that come in boosters; whatever has a file of numbers does, too."""
_NOT_OPENED: Final = frozenset({"kind:token", "kind:meld-result", "digital-only", "rebalanced"})


def open_set_list(game: str, code: str) -> SetList | None:
    """The set with this code, in any case; none where the catalogue knows no such set."""
    found = _codes(game).get(code.strip().casefold())
    return _set_list(game, found) if found else None


def sets_opened(game: str) -> tuple[CardSet, ...]:
    """The sets on paper that come in boosters, the newest first."""
    numbered = {path.stem for path in (HERE / game).glob("*.txt")}
    found = (s for s in open_sets(game).values() if not s.platform and (s.kind in OPENED or s.code in numbered))
    return tuple(sorted(found, key=lambda s: (s.release, s.name), reverse=True))


@cache
def _codes(game: str) -> dict[str, str]:
    return {code.casefold(): code for code in open_sets(game)}


@cache
def _set_list(game: str, code: str) -> SetList:
    index = open_index(game)
    cards = [card for name in printed_in(game, code) if (card := index.card(name)) and not _NOT_OPENED & card.traits]
    path = HERE / game / f"{code}.txt"
    name = open_sets(game)[code].name
    if not path.is_file():
        return make_set_list(code, name, _own_numbers(code, cards), cards)
    rows, runs = read_numbers(path.read_text("utf-8").splitlines())
    return make_set_list(code, name, _numbered(rows, index), cards, runs)


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
