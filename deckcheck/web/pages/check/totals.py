"""The large figures of a list: cards by section against the format's bounds, and points where a format counts them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from deckcheck.decklist.decks import Deck
from deckcheck.law.rulebooks import Rulebook
from deckcheck.law.sentences import section_heading
from deckcheck.translations import gettext, ngettext
from deckcheck.verdict.judgement import certain_part
from deckcheck.web.pages.check.check_result import Limit, Total

Bounds = tuple[int | None, int | None]


def totals_of(deck: Deck, book: Rulebook, *, empty: bool) -> tuple[Total, ...]:
    """Every section that the format bounds or the list fills, in the game's order; an empty list has no faults."""
    totals: dict[str, Total] = {}
    counted: set[str] = set()
    certain = certain_part(deck) if deck.in_doubt() else deck
    for sections, (least, most) in _bounds(book).items():
        counted.update(sections)
        count = sum(deck.size(s) for s in sections)
        if count or most != 0:
            words = limit_words(least, most)
            state = _state(_outside(count, least, most), empty)
            if certain is not deck and not empty:
                state = _doubted(sum(certain.size(s) for s in sections), most)
            limit = Limit(words, state, bounds=True)
            totals[sections[0]] = Total(section_heading(book.game, sections[0]), count, (limit,) * bool(words))
    for section in book.game.sections:
        if deck.size(section.id) and section.id not in counted:
            totals[section.id] = Total(gettext(section.title), deck.size(section.id))
    for section_id, points in _points(deck, book, empty=empty):
        if section_id in totals:
            totals[section_id] = totals[section_id]._replace(limits=(*totals[section_id].limits, points))
    return tuple(totals[section.id] for section in book.game.sections if section.id in totals)


def limit_words(least: int | None, most: int | None) -> str:
    """A bound as people say it: "60 or more", "15 at most", "100 exactly"."""
    if least is not None and least == most:
        return gettext("{count} exactly").format(count=least)
    if least and most is not None:
        return gettext("{least} to {most}").format(least=least, most=most)
    if least:
        return gettext("{count} or more").format(count=least)
    return "" if most is None else gettext("{count} at most").format(count=most)


def _doubted(certain: int, most: int | None) -> str:
    """The state of a size of which some lines are in doubt: wrong only where the certain cards are too many."""
    return "illegal" if most is not None and certain > most else "undecided"


def _outside(count: int, least: int | None, most: int | None) -> bool:
    return (least is not None and count < least) or (most is not None and count > most)


def _bounds(book: Rulebook) -> dict[tuple[str, ...], Bounds]:
    bounds: dict[tuple[str, ...], Bounds] = {}
    for bound in book.clauses:
        if bound.rule.id == "section-size":
            sections = sections_of(bound.params)
            least, most = bounds.get(sections, (None, None))
            params = bound.params
            least = next((n for n in (params.at_least, params.exactly, least) if n is not None), None)
            most = next((n for n in (params.at_most, params.exactly, most) if n is not None), None)
            bounds[sections] = least, most
    return bounds


def sections_of(params: Any) -> tuple[str, ...]:
    """The sections that a clause's parameters name."""
    return tuple(getattr(params, "sections", ()) or (params.section,))


def _state(broken: bool, empty: bool) -> str:
    return "" if empty else "illegal" if broken else "legal"


def _points(deck: Deck, book: Rulebook, *, empty: bool) -> Iterator[tuple[str, Limit]]:
    """Points against their bound, by section: "12 of 15 points"."""
    for bound in book.clauses:
        if bound.rule.id == "section-points":
            params = bound.params
            copies = deck.copies((params.section,))
            count = sum(n * int(card.value(params.trait_kind) or 1) for card, n in copies.items())
            words = ngettext("{count} of {most} points", "{count} of {most} points", params.at_most)
            words = words.format(count=count, most=params.at_most)
            yield params.section, Limit(words, _state(count > params.at_most, empty))
