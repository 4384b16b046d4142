"""Judging lists that nobody stores: one as text, or records of a batch."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date
from typing import Any, Final

from deckcheck.core.decks import ParsedList
from deckcheck.core.formats import Format, FormatError
from deckcheck.core.house import HouseRules
from deckcheck.core.judging import judge_parsed
from deckcheck.core.legality import Day, Platform
from deckcheck.core.opening import Beside, PoolRows, hold_to_pool
from deckcheck.core.reading import read_list
from deckcheck.core.reports import Report
from deckcheck.core.reports_json import as_json
from deckcheck.core.rulebooks import TEAMS, UNIFIED, Rulebook
from deckcheck.core.texts import LIMITS, UnreadableText, bounded, what_is_this
from deckcheck.services.desk import Desk
from deckcheck.services.guessing import warn_of_game
from deckcheck.services.records import list_of_record, pool_of_record
from deckcheck.services.refusals import UnusableInput

MATCHES: Final = ("bo1", "bo3")
_TIME: Final = re.compile(r"[T ]\d\d")


@dataclass(frozen=True, slots=True)
class Terms:
    """Under which law a list is judged; what is None falls to today in UTC and to the format's own habits.

    `house`: what the fact sheet of an event says instead of the format. `team`: one of the kinds of team. `pool`: the
    registered pool that the list is held to, copies and catalogue names; none or an empty one asks nothing. `beside`:
    what the lists of team-mates hold of that pool, section, copies and name; None where the pool is the player's own.
    """

    format: str
    on: date | None = None
    match: str | None = None
    platform: str | None = None
    house: HouseRules | None = None
    team: str | None = None
    pool: PoolRows | None = None
    beside: Beside | None = None


@dataclass(frozen=True, slots=True)
class PreviewList:
    """A list as typed and the terms to judge it by. `refused`: names whose correction the player has said no to."""

    text: str
    terms: Terms
    dialect: str | None = None
    refused: frozenset[str] = frozenset()


def preview_list(order: PreviewList, desk: Desk) -> Report:
    """The verdict on a list; stores nothing. Refuses unusable terms and text that is no list."""
    book = rulebook_for(order.terms, desk)
    try:
        text = bounded(order.text)
    except UnreadableText as error:
        raise UnusableInput(str(error)) from error
    if what := what_is_this(text):
        raise UnusableInput(what)
    if order.dialect and order.dialect not in {dialect.id for dialect in book.game.dialects}:
        raise UnusableInput(f'No dialect of {book.game.title} is called "{order.dialect[:40]}".')
    return _judge(read_list(text, book.game, order.dialect), book, desk, order.refused)


def _judge(parsed: ParsedList, book: Rulebook, desk: Desk, refused: frozenset[str] = frozenset()) -> Report:
    """The verdict on a list that is no longer than a list can be, whether it came as text or as rows."""
    if len(parsed.lines) > LIMITS.lines:
        raise UnusableInput(f"This has {len(parsed.lines):,} cards and more, no deck list. Send one list at a time.")
    return judge_parsed(parsed, book, desk.index(book.game.id), refused)


def rulebook_for(terms: Terms, desk: Desk) -> Rulebook:
    """The law of the terms, ready to apply."""
    try:
        fmt = desk.reference.format(terms.format)
        day = Day(terms.on or desk.clock().astimezone(UTC).date(), _platform(terms, fmt))
        book = desk.reference.rulebook(fmt.id, day, _match(terms), _team(terms, fmt))
    except FormatError as error:
        raise UnusableInput(str(error)) from error
    if terms.house:
        book = desk.reference.under_house(book, terms.house, desk.index(book.game.id))
    return hold_to_pool(book, terms.pool, terms.beside, desk.index(book.game.id)) if terms.pool else book


def judge_record(record: Mapping[str, Any], desk: Desk, defaults: Terms) -> dict[str, Any]:
    """One batch record judged: the verdict as JSON with the record's id, or `{"id", "error"}` for a broken one."""
    head = {"id": record["id"]} if "id" in record else {}
    try:
        terms = terms_of_record(record, defaults)
        text = record.get("text")
        if isinstance(text, str):
            report = preview_list(PreviewList(text, with_pool(terms, record, desk)), desk)
        else:
            book = rulebook_for(terms, desk)
            report = _judge(list_of_record(record), book, desk)
        return {**head, **as_json(warn_of_game(report, desk))}
    except UnusableInput as refused:
        return {**head, "error": str(refused)}


def with_pool(terms: Terms, record: Mapping[str, Any], desk: Desk) -> Terms:
    """The terms with the pool that a record gives beside its text."""
    if record.get("pool") is None:
        return terms
    return replace(terms, pool=pool_of_record(record, desk.index(rulebook_for(terms, desk).game.id)))


def terms_of_record(record: Mapping[str, Any], defaults: Terms) -> Terms:
    """The record's own terms, each falling to the default; a format named outright wins over the records'."""
    named = defaults.format or record.get("format")
    if not isinstance(named, str) or not named:
        raise UnusableInput('This record names no format. Add "format", or give --format.')
    on = defaults.on
    if on is None and record.get("date"):
        on = read_day(str(record["date"]))
    match, platform = record.get("match"), record.get("platform")
    return replace(
        defaults,
        format=named,
        on=on,
        match=str(match) if match else defaults.match,
        platform=str(platform) if platform else defaults.platform,
    )


def read_day(text: str) -> date:
    """An ISO 8601 day, with or without a time behind it."""
    try:
        if text[10:] and not _TIME.match(text, 10):
            raise ValueError
        return date.fromisoformat(text[:10])
    except ValueError:
        raise UnusableInput(f'"{text[:40]}" is no date. Write it as year-month-day, like 2026-03-01.') from None


def _platform(terms: Terms, fmt: Format) -> Platform:
    if terms.platform is None:
        return fmt.platforms()[0]
    try:
        return Platform(terms.platform)
    except ValueError:
        raise UnusableInput(f'No platform is called "{terms.platform[:40]}". Use paper, mtgo or arena.') from None


def _match(terms: Terms) -> str | None:
    if terms.match is None or terms.match in MATCHES:
        return terms.match
    raise UnusableInput(f'No match is called "{terms.match[:40]}". Use bo1 or bo3.')


def _team(terms: Terms, fmt: Format) -> str:
    if not terms.team:
        return ""
    if terms.team not in TEAMS:
        raise UnusableInput(f'No kind of team is called "{terms.team[:40]}". Use {" or ".join(TEAMS)}.')
    if not (fmt.setting_on("unified") if terms.team == UNIFIED else terms.team in fmt.option_names()):
        raise UnusableInput(f"No rules for teams are known of {fmt.title}. Leave the kind of team out.")
    return terms.team
