"""A deck against every clause of a rulebook: all problems, in clause order and then line order."""

from __future__ import annotations

from collections.abc import Sequence

from deckcheck.decklist.decks import Deck, ParsedList
from deckcheck.law.rule import Finding, Severity
from deckcheck.law.rulebooks import BoundClause, Rulebook
from deckcheck.law.words import say
from deckcheck.verdict.doubts import Doubts, depends_on
from deckcheck.verdict.fixes import remedy_for
from deckcheck.verdict.reports import Problem


def check_deck(
    deck: Deck, parsed: ParsedList, book: Rulebook, clauses: tuple[BoundClause, ...] | None = None
) -> tuple[Problem, ...]:
    """Everything wrong with the deck under the rulebook, or under some of its clauses.

    An empty list is one question, not a row of errors; so is one of which no line could be read.
    """
    if not deck.entries and not deck.unread:
        return (_nothing_there(),)
    problems: list[Problem] = []
    law = book.legality
    clauses = book.clauses if clauses is None else clauses
    if not deck.entries:
        clauses = tuple(b for b in clauses if b.rule.id == "line-read")
    doubts = Doubts(deck, parsed, law)
    for bound in clauses:
        found: Sequence[Finding] = tuple(bound.rule.check(deck, law, bound.params))
        if found and doubts.lines:
            weighed = doubts.weigh(found, bound)
            told = [_problem(f, bound, deck, parsed, book) for f in weighed]
            told = [p if f is w else _doubted(p, doubts.lines) for p, f, w in zip(told, found, weighed, strict=True)]
            problems += sorted(told, key=lambda p: p.lines[:1])
        elif found:
            told = [_problem(f, bound, deck, parsed, book) for f in found]
            problems += sorted(told, key=lambda p: p.lines[:1])
    return tuple(problems)


def _doubted(problem: Problem, in_doubt: tuple[int, ...]) -> Problem:
    """The problem with what it depends on, where a line may hold more or fewer cards."""
    return problem._replace(text=f"{problem.text} {depends_on(in_doubt)}", lines=problem.lines or in_doubt)


def _problem(found: Finding, bound: BoundClause, deck: Deck, parsed: ParsedList, book: Rulebook) -> Problem:
    lines = found.lines
    if lines is None:
        lines = deck.lines_of(found.cards, found.within) if found.cards else ()
    return Problem(
        clause=found.under or bound.clause.name,
        rule=bound.rule.id,
        message=found.message,
        severity=found.severity,
        text=say(found, bound, book, _other_names(found, lines, deck)),
        cites=bound.clause.cites,
        given_by=bound.clause.given_by,
        section=_section(found, bound, deck, lines),
        lines=lines,
        cards=tuple(card.name for card in found.cards),
        remedy=remedy_for(found, deck, parsed, book),
        facts=found.facts,
    )


def _section(found: Finding, bound: BoundClause, deck: Deck, lines: tuple[int, ...]) -> str:
    """Where the problem stands: the section of its first line, else the one the finding or the clause is about."""
    if lines:
        return next((e.section for e in deck.entries_of((), lines[:1])), "main")
    if found.within:
        return found.within[0]
    return str(getattr(bound.params, "section", "") or "main")


def _other_names(found: Finding, lines: tuple[int, ...], deck: Deck) -> dict[str, str]:
    """Cards that the list holds under another printed name, with both names."""
    names: dict[str, str] = {}
    for note in deck.notes:
        if note.kind == "alias" and note.line in lines and any(card.name == note.name for card in found.cards):
            names[note.name] = f"{note.name} (also written {note.text})"
    return names


def _nothing_there() -> Problem:
    return Problem(
        clause="empty-list",
        rule="empty-list",
        message="empty",
        severity=Severity.UNCLEAR,
        text="No cards yet. Paste a list, one card a line: 4 Lightning Bolt.",
        cites=(),
        given_by="",
        section="main",
        lines=(),
        cards=(),
        remedy=None,
        facts={},
    )
