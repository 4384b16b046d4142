"""What is asked of the decks of one team together: no two of them share a card (MTR 8.4, 9.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from deckcheck.decklist.cards import NO_FACTS, Card
from deckcheck.law.rule import Severity
from deckcheck.law.rulebooks import Rulebook, Unified
from deckcheck.law.sentences import join_words, lines_in_words
from deckcheck.verdict.reports import Problem, Report

CLAUSE: Final = "unified"
_ONE_MAY: Final = (
    "one deck of a team may hold it.",
    "one deck of a team may hold it, unless it is a basic land, which is not known here.",
)


class TeamDeck(NamedTuple):
    """The list of one player of a team, as it was judged by itself."""

    who: str
    report: Report


class Held(NamedTuple):
    """Where one deck of the team, by its place among them, has a card."""

    place: int
    section: str
    lines: tuple[int, ...]


class Shared(NamedTuple):
    """A card that several decks of a team hold; `unsure` where it may be one that is free to all."""

    name: str
    held: tuple[Held, ...]
    unsure: bool = False


def check_team(decks: Sequence[TeamDeck], book: Rulebook) -> tuple[Problem, ...]:
    """Every card that decks of the team share against the rulebook; what each deck breaks by itself is in its report.

    The lines in a sentence are those of the lists it names; a problem of several lists has no lines of its own.
    Nothing is asked where players of a team play different formats, and of formats that have no rule for teams.
    """
    rule = book.unified
    if rule is None or {deck.report.format for deck in decks} != {book.format}:
        return ()
    return tuple(_problem(shared, decks, rule) for shared in shared_cards([deck.report for deck in decks], rule))


def shared_cards(reports: Sequence[Report], rule: Unified) -> Iterator[Shared]:
    """The cards that more than one list holds, in the order in which the lists first name them."""
    holders: dict[str, list[tuple[int, Card]]] = {}
    for place, report in enumerate(reports):
        for card in report.deck.copies(rule.sections):
            if not card.has(rule.free_trait):
                # By name, since lists judged hours apart may have met different catalogues.
                holders.setdefault(card.name, []).append((place, card))
    for name, held in holders.items():
        if len(held) > 1:
            unsure = any(card.has(NO_FACTS) for _, card in held)
            yield Shared(name, tuple(_held(card, place, reports[place], rule) for place, card in held), unsure)


def _held(card: Card, place: int, report: Report, rule: Unified) -> Held:
    entries = [e for e in report.deck.entries if e.card is card and e.section in rule.sections]
    return Held(place, entries[0].section, report.deck.lines_of((card,), rule.sections))


def _problem(shared: Shared, decks: Sequence[TeamDeck], rule: Unified) -> Problem:
    holders = join_words(f"{decks[held.place].who} ({lines_in_words(held.lines)})" for held in shared.held)
    return Problem(
        clause=CLAUSE,
        rule=CLAUSE,
        message="shared",
        severity=Severity.UNCLEAR if shared.unsure else Severity.ERROR,
        text=f"{shared.name} is in the decks of {holders}; {_ONE_MAY[shared.unsure]}",
        cites=rule.cites,
        given_by=rule.given_by,
        section=shared.held[0].section,
        lines=(),
        cards=(shared.name,),
        remedy=None,
        facts={"count": len(shared.held), "allowed": 1},
    )
