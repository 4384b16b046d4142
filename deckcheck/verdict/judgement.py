"""The whole road: a list as text, or as rows, to a report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from deckcheck.decklist.answers import NO_ANSWERS, Answers
from deckcheck.decklist.card_resolution import resolve_names
from deckcheck.decklist.cards import Card, CardIndex
from deckcheck.decklist.decks import Deck, LineKind, ParsedList
from deckcheck.decklist.line_reader import LEADERS_AT_MOST
from deckcheck.decklist.list_reader import read_list
from deckcheck.law.legality import Legality
from deckcheck.law.rule import Finding, Severity
from deckcheck.law.rulebooks import BoundClause, Rulebook
from deckcheck.law.sentences import line_numbers, say
from deckcheck.translations import gettext, ngettext
from deckcheck.verdict.arrangement import arrange, without_doubles
from deckcheck.verdict.look_alikes import with_look_alikes
from deckcheck.verdict.reports import Problem, Remedy, Report, make_report


def certain_part(deck: Deck) -> Deck:
    """The deck without the lines in doubt."""
    return Deck([e for e in deck.entries if not e.line.reason], deck.notes)


_PARTED: Final = frozenset({"main", "sideboard"})
"""The sections between which a gap may stand; what is asked of both together is the same wherever it stands."""
_READ_AS: Final = frozenset({"commander", "companion"})
"""The notes of a small side that is read as what leads the deck, as long as it is so small."""
_LED: Final = _PARTED | {"commander"}
"""The same where so few cards are certain that those above the gap may lead the deck."""


class Doubts:
    """The lines in doubt of one deck, if it has any, and what of a finding stands whatever they turn out to be."""

    def __init__(self, deck: Deck, parsed: ParsedList, law: Legality) -> None:
        self.lines = deck.in_doubt()
        if not self.lines:
            return
        self._law = law
        self._certain = certain_part(deck)
        self._places = {e.section for e in deck.uncertain()}
        self._unread = bool(deck.unread)
        # A gap tells where a section begins only as long as it is certain what stands around it.
        headed = any(line.kind is LineKind.HEADING and line.section for line in parsed.lines)
        small = "sideboard" in self._places and self._certain.size("sideboard") <= LEADERS_AT_MOST
        self._guessed = not headed or small or any(note.kind in _READ_AS for note in deck.notes)
        self._parted = _PARTED if self._certain.size("main") > LEADERS_AT_MOST else _LED

    def weigh(self, found: Iterable[Finding], bound: BoundClause) -> list[Finding]:
        """The findings; an error that the certain cards alone do not bear out is a question."""
        alone = bound.rule.check(self._certain, self._law, bound.params)
        borne_out = {_key(f) for f in alone if not _lacks(f)}
        return [
            f._replace(severity=Severity.UNCLEAR, mend=None)
            if f.severity is Severity.ERROR and (_key(f) not in borne_out or _lacks(f) or self._may_heal(f, bound))
            else f
            for f in found
        ]

    def _may_heal(self, found: Finding, bound: BoundClause) -> bool:
        """Whether it hangs on a section that may hold other cards, or be another one."""
        if found.message in bound.rule.healed and (self._unread or not self._places.isdisjoint(found.within)):
            return True
        return self._guessed and not self._parted.issubset(getattr(bound.params, "sections", ()))


def depends_on(lines: tuple[int, ...]) -> str:
    """The sentence that says why a size or a number of copies is a question."""
    told = ngettext(
        "This depends on line {lines}, where the number of cards is not certain.",
        "This depends on lines {lines}, where the number of cards is not certain.",
        len(lines),
    )
    return told.format(lines=line_numbers(lines))


def _key(found: Finding) -> tuple[str, tuple[Card, ...]]:
    return found.message, found.cards[:1]


def _lacks(found: Finding) -> bool:
    """Whether there are too few, so that another card would put it right."""
    count, allowed = found.facts.get("count"), found.facts.get("allowed")
    return isinstance(count, int) and isinstance(allowed, int) and count < allowed


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
        remedy=_remedy(found, deck, parsed, book) if found.mend else None,
        facts=found.facts,
    )


def _remedy(found: Finding, deck: Deck, parsed: ParsedList, book: Rulebook) -> Remedy | None:
    from deckcheck.verdict.fixes import remedy_for  # most lists need none

    return remedy_for(found, deck, parsed, book)


def _section(found: Finding, bound: BoundClause, deck: Deck, lines: tuple[int, ...]) -> str:
    """Where the problem stands: the section of its first line, else the one the finding or the clause is about."""
    if lines:
        return next((e.section for e in deck.entries_of((), lines[:1])), "main")
    if found.within:
        return found.within[0]
    return str(getattr(bound.params, "section", "") or "main")


def _other_names(found: Finding, lines: tuple[int, ...], deck: Deck) -> dict[str, str]:
    """Cards that the list holds under another printed name, with both names, or in another printing, with that."""
    names: dict[str, str] = {}
    for line, card in ((e.line, e.card) for e in deck.entries_of(found.cards)):
        if card is not None and card.printed_as and line.set_code:
            names[card.name] = f"{card.printed_as} ({line.set_code} {line.collector})".replace(" )", ")")
    for note in deck.notes:
        if note.kind == "alias" and note.line in lines and any(card.name == note.name for card in found.cards):
            names[note.name] = gettext("{name} (also written {text})").format(name=note.name, text=note.text)
    return names


def _nothing_there() -> Problem:
    return Problem(
        clause="empty-list",
        rule="empty-list",
        message="empty",
        severity=Severity.UNCLEAR,
        text=gettext("No cards yet. Paste a list, one card a line: 4 Lightning Bolt."),
        cites=(),
        given_by="",
        section="main",
        lines=(),
        cards=(),
        remedy=None,
        facts={},
    )


NONE: frozenset[str] = frozenset()


def judge_list(
    text: str, book: Rulebook, cards: CardIndex, dialect: str | None = None, answers: Answers = NO_ANSWERS
) -> Report:
    """Read, resolve, check and report one list, as somebody answered the questions about it."""
    return judge_parsed(read_list(text, book.game, dialect, answers.left_out), book, cards, answers.refused)


def judge_parsed(parsed: ParsedList, book: Rulebook, cards: CardIndex, refused: frozenset[str] = NONE) -> Report:
    """The same for a list that has been read already."""
    played = cards.played(book.format, book.day.date.year)
    deck = with_look_alikes(arrange(resolve_names(parsed, cards, refused, played), parsed, book, cards), played)
    return make_report(deck, parsed, check_deck(without_doubles(deck, book), parsed, book), book, cards)
