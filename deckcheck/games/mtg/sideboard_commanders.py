"""Clients without a command zone keep the commander in the sideboard: one or two cards beside a deck of singles."""

from __future__ import annotations

from typing import Final

from deckcheck.decklist.decks import Line, LineKind, ParsedList

_SIZES: Final = (100, 60)
"""Commander and Brawl, the commander included."""
_LEADERS: Final = (1, 2)
_REPEATED: Final = frozenset(
    f"{snow}{land}" for snow in ("", "snow-covered ") for land in ("plains", "island", "swamp", "mountain", "forest")
) | {"wastes", "snow-covered wastes"}


def with_commanders(parsed: ParsedList) -> ParsedList:
    """The list with its sideboard as its commanders, if it can be nothing else: 99 singles and one card, 98 and two."""
    cards = [line for line in parsed.lines if line.kind is LineKind.CARD]
    side = sum([line.count for line in cards if line.section == "sideboard"])
    if side not in _LEADERS or not _are_singles(cards):
        return parsed
    lines = tuple([line._replace(section="commander") if _is_leader(line) else line for line in parsed.lines])
    told = "The card in the sideboard is" if side == 1 else "The 2 cards in the sideboard are"
    return parsed._replace(
        lines=lines,
        remarks=(*parsed.remarks, f"{told} read as the commander: the deck has no more than one of any card."),
    )


def _is_leader(line: Line) -> bool:
    return line.kind is LineKind.CARD and line.section == "sideboard"


def _are_singles(cards: list[Line]) -> bool:
    """Whether these are as many cards as a deck with a commander has, no card twice but basic lands."""
    if sum([line.count for line in cards]) not in _SIZES or {line.section for line in cards} != {"main", "sideboard"}:
        return False
    names = [line.name.casefold() for line in cards if line.name.casefold() not in _REPEATED for _ in range(line.count)]
    return len(names) == len(set(names))
