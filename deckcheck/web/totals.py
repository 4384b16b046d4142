"""The large figures of a list: cards by section against the format's bounds, and points where a format counts them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from deckcheck.core.decks import Deck
from deckcheck.core.rulebooks import Rulebook
from deckcheck.web.sheets import Total

Bounds = tuple[int | None, int | None]


def totals_of(deck: Deck, book: Rulebook, *, empty: bool) -> tuple[Total, ...]:
    """Every section that the format bounds or the list fills, in the game's order; an empty list has no faults."""
    bounds = _bounds(book)
    counted = {section for sections in bounds for section in sections}
    found: list[tuple[int, Total]] = []
    places = {section.id: place for place, section in enumerate(book.game.sections)}
    for sections, (least, most) in bounds.items():
        count = sum(deck.size(s) for s in sections)
        if count or most != 0:
            state = "" if empty else "illegal" if _outside(count, least, most) else "legal"
            found.append((places[sections[0]], Total(_title(book, sections), count, limit_words(least, most), state)))
    for section, place in places.items():
        if deck.size(section) and section not in counted:
            found.append((place, Total(book.game.section_title(section), deck.size(section))))
    found.sort(key=lambda pair: pair[0])
    return (*(total for _, total in found), *_points(deck, book, empty=empty))


def limit_words(least: int | None, most: int | None) -> str:
    """A bound as people say it: "60 or more", "15 at most", "100 exactly"."""
    if least is not None and least == most:
        return f"{least} exactly"
    if least and most is not None:
        return f"{least} to {most}"
    return f"{least} or more" if least else "" if most is None else f"{most} at most"


def _outside(count: int, least: int | None, most: int | None) -> bool:
    return (least is not None and count < least) or (most is not None and count > most)


def _bounds(book: Rulebook) -> dict[tuple[str, ...], Bounds]:
    bounds: dict[tuple[str, ...], Bounds] = {}
    for bound in book.clauses:
        if bound.rule.id == "section-size":
            sections = sections_of(bound.params)
            least, most = bounds.get(sections, (None, None))
            exactly = getattr(bound.params, "exactly", None)
            at_least, at_most = getattr(bound.params, "at_least", None), getattr(bound.params, "at_most", None)
            least = next((n for n in (exactly, at_least, least) if n is not None), None)
            most = next((n for n in (exactly, at_most, most) if n is not None), None)
            bounds[sections] = least, most
    return bounds


def sections_of(params: Any) -> tuple[str, ...]:
    """The sections that a clause's parameters name."""
    return tuple(getattr(params, "sections", ()) or (params.section,))


def _title(book: Rulebook, sections: tuple[str, ...]) -> str:
    return book.game.section_title(sections[0])


def _points(deck: Deck, book: Rulebook, *, empty: bool) -> Iterator[Total]:
    for bound in book.clauses:
        if bound.rule.id == "section-points":
            params = bound.params
            copies = deck.copies(sections_of(params))
            kind = str(getattr(params, "trait", "points"))
            count = sum(n * int(card.value(kind) or 0) for card, n in copies.items())
            most = params.at_most
            state = "" if empty else "illegal" if count > most else "legal"
            yield Total("Points in the sideboard", count, f"of {most}", state)
