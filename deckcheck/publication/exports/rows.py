"""The rows of a list as a shape can hold them: by section, or folded into a main deck and a sideboard."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from deckcheck.app.safe_text import one_line
from deckcheck.verdict.published_lists import PublishedCard, PublishedEvent, PublishedList, WaitingLine

SUPPLEMENTARY: Final = ("attractions", "stickers", "contraptions")
"""Decks beside the deck, which most shapes have no place for."""
POOL: Final = "pool"
"""The section of all cards that a player opened: it holds the deck once more, and stands in no shape of a deck."""


def sections_of(listed: PublishedList) -> Mapping[str, tuple[PublishedCard, ...]]:
    """All rows by section, the sections in the order of the sheet; lines that wait stand last in theirs."""
    found: dict[str, list[PublishedCard]] = {}
    for row in (*listed.cards, *map(_as_written, listed.waiting)):
        found.setdefault(row.section, []).append(row)
    order = dict.fromkeys((*listed.sheet, *found))
    return {section: tuple(found[section]) for section in order if section in found}


def _as_written(line: WaitingLine) -> PublishedCard:
    text = one_line(line.text) or "\ufffd"
    return PublishedCard(line.section, line.count, text, text, text, cockatrice_name=text, waiting=True)


def size_of(rows: Iterable[PublishedCard]) -> int:
    """How many cards the rows are."""
    return sum(row.count for row in rows)


def two_decks(
    listed: PublishedList, *, supplementary: bool
) -> tuple[tuple[PublishedCard, ...], tuple[PublishedCard, ...]]:
    """Main deck and sideboard where a shape has these two alone: whatever leads the deck stands in the sideboard.

    A companion that the sideboard holds as well is one card. Supplementary decks come last or stay out.
    """
    sections = dict(sections_of(listed))
    main = sections.pop("main", ())
    sections.pop(POOL, None)
    side = [row for section, rows in sections.items() if section not in SUPPLEMENTARY for row in rows]
    apart = [row for section in SUPPLEMENTARY for row in sections.get(section, ())] if supplementary else []
    return main, (*_without_doubles(side), *apart)


def _without_doubles(side: Iterable[PublishedCard]) -> Iterator[PublishedCard]:
    spare: dict[str, int] = {}
    for row in side:
        if row.section == "companion":
            spare[row.name] = spare.get(row.name, 0) + row.count
        double = min(row.count, spare.get(row.name, 0)) if row.section == "sideboard" else 0
        if double:
            spare[row.name] -= double
        if double < row.count:
            yield replace(row, count=row.count - double)


def left_out(event: PublishedEvent) -> int:
    """How many cards of supplementary decks the tournament cache leaves out: a note on the page of exports."""
    return sum(card.count for listed in event.lists for card in listed.cards if card.section in SUPPLEMENTARY)


def in_final_order(event: PublishedEvent) -> tuple[PublishedList, ...]:
    """The lists by final rank, those without one behind; by name where there are no ranks."""
    return tuple(sorted(event.lists, key=_final_place))


def _final_place(listed: PublishedList) -> tuple[bool, int, str, int]:
    return listed.rank is None, listed.rank or 0, listed.sort_name.casefold(), listed.number
