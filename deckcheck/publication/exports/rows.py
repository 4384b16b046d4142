"""The rows of a list as a shape can hold them: by section, or folded into a main deck and a sideboard."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from deckcheck.app.safe_text import one_line
from deckcheck.publication.exports.shape import TWO_DECKS, ListForm
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


def in_places(listed: PublishedList, apart: frozenset[str] = TWO_DECKS) -> Mapping[str, tuple[PublishedCard, ...]]:
    """The rows by the sections that a form has places for (at least main deck and sideboard); all others stand in the
    sideboard, supplementary decks last. A companion that the sideboard holds as well is one card there.
    """
    sections = {section: rows for section, rows in sections_of(listed).items() if section != POOL}
    aside = [section for section in sections if section == "sideboard" or section not in apart]
    side = [row for section in aside if section not in SUPPLEMENTARY for row in sections[section]]
    last = [row for section in SUPPLEMENTARY if section in aside for row in sections[section]]
    places = {section: rows for section, rows in sections.items() if section not in aside}
    return {"main": (), **places, "sideboard": (*_without_doubles(side), *last)}


def moved_rows(listed: PublishedList, form: ListForm) -> tuple[PublishedCard, ...]:
    """The rows that a form has no place for and writes into the sideboard."""
    if form.apart is None:
        return ()
    sections = sections_of(listed).items()
    return tuple(row for section, rows in sections if section not in form.apart and section != POOL for row in rows)


def two_decks(
    listed: PublishedList, *, supplementary: bool
) -> tuple[tuple[PublishedCard, ...], tuple[PublishedCard, ...]]:
    """Main deck and sideboard where a shape has these two alone; supplementary decks come last or stay out."""
    places = in_places(listed)
    side = places["sideboard"]
    return places["main"], side if supplementary else tuple(row for row in side if row.section not in SUPPLEMENTARY)


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
