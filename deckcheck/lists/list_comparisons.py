"""Comparing a presented deck with a registered list: two texts, or one record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from deckcheck.app.context import App
from deckcheck.app.refusals import NotAList, UnusableInput
from deckcheck.decklist.answers import NO_ANSWERS, Answers
from deckcheck.decklist.decks import ParsedList
from deckcheck.decklist.list_reader import read_list
from deckcheck.decklist.list_text import LIMITS
from deckcheck.law.rulebooks import Rulebook
from deckcheck.lists.list_checks import (
    Terms,
    leave_out_of,
    list_of_record,
    list_text,
    may_leave_out,
    rows_left_out,
    rulebook_for,
    terms_of_record,
    with_pool,
)
from deckcheck.verdict.comparison import Comparison, compare
from deckcheck.verdict.reports_json import comparison_json

MOST_GAMES: Final = 99
"""More games than any match has, draws included."""
BOTH: Final = {"registered": "The registered list", "presented": "The presented list"}


@dataclass(frozen=True, slots=True)
class CompareLists:
    """Two lists as typed and the terms to compare them by; `game` counts the games really played, this one with them.

    After a game loss given before the first game, or a draw agreed before a card was played, the next is game 1 still.
    `answers` are those to the questions about the registered list.
    """

    registered: str
    presented: str
    terms: Terms
    game: int = 1
    answers: Answers = NO_ANSWERS


def compare_lists(order: CompareLists, app: App) -> Comparison:
    """What the presented list has moved, lacks, has too many, and breaks; stores nothing.

    Refuses unusable terms and text that is no list, saying which of the two it is.
    """
    book = rulebook_for(order.terms, app)
    registered = _read(order.registered, "registered", book, order.answers)
    presented = _read(order.presented, "presented", book)
    return _compare(registered, presented, book, order.game, app, order.answers.refused)


def compare_record(record: Mapping[str, Any], app: App) -> dict[str, Any]:
    """The same for a record with the terms of a batch, `game`, and two lists as text or rows; the answer as JSON.

    Beside the text of the registered list may stand the registered pool, to which both lists are held.
    """
    terms = terms_of_record(record, Terms(""))
    if _gives_pool(record.get("presented")):
        raise UnusableInput('The deck on the table is held to the pool of the list. Give it beside "registered".')
    if _gives_pool(record.get("registered")):
        terms = with_pool(terms, record["registered"], app)
    book = rulebook_for(terms, app)
    game = record.get("game") or 1
    registered, presented = (_given(record.get(which), which, book) for which in BOTH)
    found = _compare(registered, presented, book, game, app)
    return {**({"id": record["id"]} if "id" in record else {}), **comparison_json(found)}


def _compare(
    registered: ParsedList,
    presented: ParsedList,
    book: Rulebook,
    game: int,
    app: App,
    refused: frozenset[str] = frozenset(),
) -> Comparison:
    if not 1 <= game <= MOST_GAMES:
        raise UnusableInput(
            f"There is no game {game} of a match. Count the games that were played, this one with them."
        )
    for which, parsed in zip(BOTH, (registered, presented), strict=True):
        if len(parsed.lines) > LIMITS.lines:
            raise NotAList(f"{BOTH[which]} has {len(parsed.lines):,} cards and more, no deck list.")
    return compare(registered, presented, book, app.index(book.game.id), game, refused)


def _read(text: str, which: str, book: Rulebook, answers: Answers = NO_ANSWERS) -> ParsedList:
    return read_list(checked_text(text, which), book.game, leave_out=answers.left_out)


def checked_text(text: str, which: str = "presented") -> str:
    """A list as typed; refused where the text is none."""
    try:
        return list_text(text)
    except NotAList as refused:
        raise NotAList(f"{BOTH[which]}: {refused}") from refused


def _gives_pool(given: Any) -> bool:
    """Whether a pool stands beside a list as typed; among rows it is a section of the list itself."""
    return isinstance(given, Mapping) and isinstance(given.get("text"), str) and given.get("pool") is not None


def _given(given: Any, which: str, book: Rulebook) -> ParsedList:
    """A list within a record: as typed, or an object with `text` or rows."""
    text = given.get("text") if isinstance(given, Mapping) else given
    if isinstance(text, str):
        leave_out = leave_out_of(given) if isinstance(given, Mapping) else NO_ANSWERS
        whole = _read(text, which, book)
        may_leave_out(whole, leave_out)
        return _read(text, which, book, leave_out) if leave_out else whole
    if not isinstance(given, Mapping):
        raise UnusableInput(f'This record holds no "{which}". Give the list as text, or as {{"main": [[4, "Name"]]}}.')
    return rows_left_out(list_of_record(given, book.game), given)
