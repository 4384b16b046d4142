"""A presented deck against the registered list: whether the cards are the same, and lie where they may."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from deckcheck.decklist.card_resolution import resolve_names
from deckcheck.decklist.cards import CardIndex
from deckcheck.decklist.decks import Deck, ParsedList
from deckcheck.law.legality import KnownTo
from deckcheck.law.presented_deck import Difference, Presented, Sections, differ
from deckcheck.law.rule import Severity
from deckcheck.law.rulebooks import BoundClause, Rulebook
from deckcheck.translations import gettext_noop
from deckcheck.verdict.arrangement import arrange, without_doubles
from deckcheck.verdict.judgement import check_deck
from deckcheck.verdict.pool_law import with_rest_of_pool
from deckcheck.verdict.reports import Problem

MISMATCH = "presented-mismatch"
GAME_ONE = "game-one-configuration"


class Outcome(StrEnum):
    """Unclear while a line of either list waits for a person; else differs if the cards or, in game 1, their places
    are others than registered; else illegal if the configuration breaks a rule; else unclear if a question is asked of
    the configuration that is not asked of the registered list; else it matches.
    """

    MATCHES = "matches"
    DIFFERS = "differs"
    ILLEGAL = "illegal"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class ReadList:
    """A list as it was read, its deck in the sections of the format, and what of it a person must decide."""

    parsed: ParsedList
    deck: Deck
    questions: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The verdict on a presented deck; `problems` are the rules that it breaks and its own open questions.

    Rows are counts and names, of what is missing and extra with the section where the list has it or where it lies.
    `unlaid` sideboard cards were not laid out and count as there.
    """

    verdict: Outcome
    game: int
    difference: Difference
    problems: tuple[Problem, ...]
    registered: ReadList
    presented: ReadList
    format: str
    format_title: str
    of_game: str
    day: date
    platform: str
    match: str
    warnings: tuple[str, ...]
    unlaid: int = 0
    known_to: KnownTo | None = None

    @property
    def moved_in(self) -> tuple[tuple[int, str], ...]:
        """What came out of the sideboard."""
        return _added_up((m.count, m.card.name) for m in self.difference.moved_in)

    @property
    def moved_out(self) -> tuple[tuple[int, str], ...]:
        """What went into the sideboard."""
        return _added_up((m.count, m.card.name) for m in self.difference.moved_out)

    @property
    def missing(self) -> tuple[tuple[int, str, str], ...]:
        """What the list has and the table has not."""
        return tuple((odd.count, odd.card.name, odd.section) for odd in self.difference.missing)

    @property
    def extra(self) -> tuple[tuple[int, str, str], ...]:
        """What the table has and the list has not."""
        return tuple((odd.count, odd.card.name, odd.section) for odd in self.difference.extra)

    @property
    def free(self) -> tuple[tuple[int, str], ...]:
        """How many more of a card that is free, fewer where negative."""
        return tuple((count, card.name) for count, card in self.difference.free)


def _added_up(rows: Iterable[tuple[int, str]]) -> tuple[tuple[int, str], ...]:
    counts: dict[str, int] = {}
    for count, name in rows:
        counts[name] = counts.get(name, 0) + count
    return tuple((count, name) for name, count in counts.items())


def compare(
    registered: ParsedList,
    presented: ParsedList,
    book: Rulebook,
    cards: CardIndex,
    game: int,
    refused: frozenset[str] = frozenset(),
) -> Comparison:
    """Compare the two lists under a rulebook; `game` counts the games of the match that were really played.

    `refused`: names on the registered list whose correction its player said no to.
    """
    listed, laid = _read(registered, book, cards, refused), _read(presented, book, cards)
    deck = present(listed.deck, laid.deck, book, game)
    problems = tuple(p._replace(remedy=None) for p in check_deck(deck, presented, book, presenting_clauses(book)))
    laid = ReadList(laid.parsed, laid.deck, tuple(p for p in problems if _is_question(p)))
    return Comparison(
        verdict=_verdict(listed, laid, problems, book),
        game=game,
        difference=deck.difference,
        problems=problems,
        registered=listed,
        presented=laid,
        format=book.format,
        format_title=book.title,
        of_game=book.game.id,
        day=book.day.date,
        platform=str(book.day.platform),
        match=book.match,
        warnings=book.warnings,
        unlaid=deck.unlaid,
        known_to=book.known_to,
    )


def present(registered: Deck, presented: Deck, book: Rulebook, game: int) -> Presented:
    """The presented deck beside its list, with the difference between them."""
    single = book.match == "bo1"
    sections = sections_compared(book)
    as_registered = (single or game == 1) and not sections.continuous
    registered, presented = without_doubles(registered, book), without_doubles(presented, book)
    opened = book.legality.opened
    before, after = with_rest_of_pool(registered, presented, sections, opened, as_registered=as_registered)
    difference = differ(_whole(before, book), _whole(after, book), sections, as_registered=as_registered)
    occasion = gettext_noop("A single game") if single else gettext_noop("Game 1")
    unlaid = after.size(sections.side_section) - presented.size(sections.side_section)
    return Presented(presented, registered, difference, occasion, as_registered=as_registered, unlaid=unlaid)


def sections_compared(book: Rulebook) -> Sections:
    """Which sections the format compares, and what is free in it."""
    found = next(b.params for b in book.clauses if b.rule.id == MISMATCH)
    assert isinstance(found, Sections)
    return found


def presenting_clauses(book: Rulebook) -> tuple[BoundClause, ...]:
    """The clauses for a deck on the table: one that is like another stands in its place, with its numbers."""
    return tuple(_presenting(book))


def _presenting(book: Rulebook) -> Iterator[BoundClause]:
    clauses = {b.clause.name: b for b in book.clauses}
    replaced = {b.clause.like for b in book.clauses}
    for name, bound in clauses.items():
        like = bound.clause.like
        if like and like in clauses:
            # A house rule may have given the other clause a number of its own.
            yield BoundClause(bound.clause, bound.rule, clauses[like].params)
        elif not like and name not in replaced:
            yield bound


def _whole(deck: Deck, book: Rulebook) -> Deck:
    """The deck with its companion among the sideboard cards, where it is one of them."""
    if book.companion != "sideboard" or not deck.size("companion"):
        return deck
    return Deck(e._replace(section="sideboard") if e.section == "companion" else e for e in deck.entries)


def _read(parsed: ParsedList, book: Rulebook, cards: CardIndex, refused: frozenset[str] = frozenset()) -> ReadList:
    played = cards.played(book.format, book.day.date.year)
    deck = arrange(resolve_names(parsed, cards, refused, played), parsed, book, cards)
    if deck.entries and not deck.in_doubt() and not deck.waiting():
        return ReadList(parsed, deck, ())
    return ReadList(parsed, deck, tuple(p for p in check_deck(deck, parsed, book) if _is_question(p)))


def _is_question(problem: Problem) -> bool:
    return problem.severity is Severity.UNCLEAR


def _verdict(registered: ReadList, presented: ReadList, problems: Iterable[Problem], book: Rulebook) -> Outcome:
    for deck in (registered.deck, presented.deck):
        if not deck.entries or deck.in_doubt() or deck.waiting():
            return Outcome.UNCLEAR
    wrong = {p.rule for p in problems if p.severity is Severity.ERROR}
    if wrong & {MISMATCH, GAME_ONE}:
        return Outcome.DIFFERS
    if wrong:
        return Outcome.ILLEGAL
    return Outcome.UNCLEAR if _asks_more(registered, presented, book) else Outcome.MATCHES


def _asks_more(registered: ReadList, presented: ReadList, book: Rulebook) -> bool:
    """Whether the configuration raises a question that the list does not: what is open about both is told, no more."""
    if not presented.questions:
        return False
    asked = {(p.rule, p.cards) for p in check_deck(registered.deck, registered.parsed, book) if _is_question(p)}
    return any((p.rule, p.cards) not in asked for p in presented.questions)
