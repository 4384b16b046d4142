"""The whole road: a list as text, or as rows, to a report."""

from __future__ import annotations

from deckcheck.decklist.answers import NO_ANSWERS, Answers
from deckcheck.decklist.cards import CardIndex
from deckcheck.decklist.decks import ParsedList
from deckcheck.decklist.reading import read_list
from deckcheck.decklist.resolving import resolve_names
from deckcheck.law.rulebooks import Rulebook
from deckcheck.verdict.arranging import arrange, without_doubles
from deckcheck.verdict.clause_check import check_deck
from deckcheck.verdict.reports import Report, make_report

NONE: frozenset[str] = frozenset()


def judge_list(
    text: str, book: Rulebook, cards: CardIndex, dialect: str | None = None, answers: Answers = NO_ANSWERS
) -> Report:
    """Read, resolve, check and report one list, as somebody answered the questions about it."""
    return judge_parsed(read_list(text, book.game, dialect, answers.left_out), book, cards, answers.refused)


def judge_parsed(parsed: ParsedList, book: Rulebook, cards: CardIndex, refused: frozenset[str] = NONE) -> Report:
    """The same for a list that has been read already."""
    deck = arrange(resolve_names(parsed, cards, refused), parsed, book, cards)
    return make_report(deck, parsed, check_deck(without_doubles(deck, book), parsed, book), book)
