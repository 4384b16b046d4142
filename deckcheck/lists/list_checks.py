"""Judging lists that nobody stores: one as text, or records of a batch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date
from typing import TYPE_CHECKING, Any, Final

from deckcheck.app.context import App
from deckcheck.app.refusals import BrokenLaw, NoSuchFormat, NotAList, UnusableInput
from deckcheck.decklist import lazy
from deckcheck.decklist.answers import NO_ANSWERS, Answers, make_answers
from deckcheck.decklist.cards import CardIndex
from deckcheck.decklist.days import NoDay, read_iso_day
from deckcheck.decklist.decks import Line, LineKind, ParsedList
from deckcheck.decklist.list_reader import mark_left_out, read_list, why_not_left_out
from deckcheck.decklist.list_text import LIMITS, UnreadableText, bounded, what_is_this
from deckcheck.law.formats import Format, FormatError, UnknownFormat
from deckcheck.law.games import Game
from deckcheck.law.legality import Day, Platform
from deckcheck.law.rulebooks import CONTINUOUS, SEAT_OPEN, TEAMS, Rulebook
from deckcheck.lists.advice import with_advice
from deckcheck.translations import gettext, language, whole
from deckcheck.verdict.judgement import NONE, judge_parsed
from deckcheck.verdict.reports import Report
from deckcheck.verdict.reports_json import as_json

if TYPE_CHECKING:
    from deckcheck.law.event_rules import HouseRules
    from deckcheck.verdict.pool_law import Beside, Mates, PoolRows, Unopened

SECTIONS: Final = {
    "main": "main",
    "side": "sideboard",
    "sideboard": "sideboard",
    "commander": "commander",
    "companion": "companion",
    "material": "material",
    "signature_spell": "signature_spell",
    "attractions": "attractions",
    "stickers": "stickers",
    "contraptions": "contraptions",
    "boons": "boons",
    "pool": "pool",
}
"""The keys of a record that hold rows, and the section of each; other sections have their ids."""
_KNOWN: Final = frozenset((*SECTIONS, "casual"))
_CARD: Final = LineKind.CARD
_new: Final = tuple.__new__
"""Makes a Line of all its fields, faster than calling it: one is made for each row."""
MOST_COPIES: Final = 99_999
"""Far more than any deck holds: a larger number is no count."""


def list_of_record(record: Mapping[str, Any], game: Game) -> ParsedList:
    """The list that a record's rows make; lines are numbered through in the order of the keys."""
    sections = SECTIONS | {s.id: s.id for s in game.sections if s.id not in _KNOWN}
    if not any(key in record for key in sections):
        raise UnusableInput('This record holds no list. Add "main": [[4, "Card Name"], ...] or "text".')
    lines: list[Line] = []
    for key, section in sections.items():
        rows = record.get(key)
        if rows is not None:
            lines += _lines(rows, key, section, len(lines))
    return ParsedList("rows", tuple(lines))


def _lines(rows: Any, key: str, section: str, before: int) -> Iterator[Line]:
    if not isinstance(rows, list):
        raise UnusableInput(f'"{key}" is no list of rows. Write it as [[4, "Card Name"], ...].')
    for number, row in enumerate(rows, before + 1):
        # Read without patterns: a batch has a million rows.
        count, name = row if type(row) in (list, tuple) and len(row) == 2 else (None, None)
        if type(count) is not int or type(name) is not str or abs(count) > MOST_COPIES or not (bare := name.strip()):
            raise UnusableInput(f'Row {number - before} of "{key}" is no [count, name]: {str(row)[:60]}')
        if count > 0:
            yield _new(Line, (number, f"{count} {name}", _CARD, section, count, bare, "", "", ""))
        else:
            yield Line(number, f"{count} {name}", LineKind.REMARK, section, 0, name, reason="zero")


def pool_of_record(record: Mapping[str, Any], cards: CardIndex) -> PoolRows:
    """The registered pool that a record gives beside its list, in catalogue names; each has to mean one card."""
    lines = (line for line in _lines(record["pool"], "pool", "pool", 0) if line.count)
    return tuple((line.count, _one_name(line, cards)) for line in lines)


def _one_name(line: Line, cards: CardIndex) -> str:
    found = cards.find(line.name).cards
    if len(found) != 1:
        told = (
            gettext('Several cards are called "{name}" (row {row} of "pool"). Write its whole name.')
            if found
            else gettext('No card is called "{name}" (row {row} of "pool"). Write its whole name.')
        )
        raise UnusableInput(told.format(name=line.name[:60], row=line.number))
    return found[0].name


MATCHES: Final = ("bo1", "bo3")
_TIME: Final = lazy.regex(r"[T ]\d\d")


@dataclass(frozen=True, slots=True)
class Terms:
    """Under which law a list is judged; what is None falls to today in UTC and to the format's own habits.

    `house`: what the fact sheet of an event says instead of the format. `team`: one of the kinds of team. `pool`: the
    registered pool that the list is held to, copies and catalogue names; none or an empty one asks nothing. `beside`:
    what the lists of team-mates hold of that pool, section, copies and name; None where the pool is the player's own.
    `unopened`: cards of the pool that no booster of its sets holds. `sets`: the codes of the sets that were opened,
    none where that is not known. `continuous`: decks may change between matches. `mates`: what the lists of team-mates
    hold where each player of a team has a deck: whose, section, copies and name. `seats`: the formats of a team's seats
    from A on, where they differ and the seat of the list is not known; it is then asked for, and nothing else is.
    """

    format: str
    on: date | None = None
    match: str | None = None
    platform: str | None = None
    house: HouseRules | None = None
    team: str | None = None
    pool: PoolRows | None = None
    beside: Beside | None = None
    unopened: Unopened = ()
    sets: tuple[str, ...] = ()
    continuous: bool = False
    mates: Mates = ()
    seats: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PreviewList:
    """A list as typed, the terms to judge it by, and what was answered to the questions about it."""

    text: str
    terms: Terms
    dialect: str | None = None
    answers: Answers = NO_ANSWERS


@dataclass(frozen=True, slots=True)
class Preview:
    """A list with the verdict on it, in the words of a language."""

    order: PreviewList
    report: Report
    language: str = field(default_factory=language)


def preview_list(order: PreviewList, app: App) -> Report:
    """The verdict on a list; stores nothing. Refuses unusable terms and text that is no list."""
    return preview_under(rulebook_for(order.terms, app), order, app)


def preview_under(book: Rulebook, order: PreviewList, app: App) -> Report:
    """The same under a law that is at hand, whatever the terms say."""
    text = list_text(order.text)
    if order.dialect and order.dialect not in {dialect.id for dialect in book.game.dialects}:
        told = gettext('No dialect of {game} is called "{dialect}".')
        raise UnusableInput(told.format(game=book.game.title, dialect=order.dialect[:40]))
    parsed = read_list(text, book.game, order.dialect, order.answers.left_out)
    return _judge(parsed, book, app, order.answers.refused)


def list_text(text: str) -> str:
    """A list as typed, within the limits of lists; refused where the text can be none."""
    try:
        text = bounded(text)
    except UnreadableText as error:
        raise NotAList(str(error)) from error
    if what := what_is_this(text):
        raise NotAList(what)
    return text


def preview_without(order: PreviewList, leave_out: Iterable[int], app: App) -> Report:
    """The verdict on a list without these lines; a line that can't be left out is refused."""
    report = preview_list(order, app)  # What is no list at all is refused before its lines are looked at.
    answers = make_answers(leave_out, order.answers.refused)
    may_leave_out(report.parsed, answers)
    return preview_list(replace(order, answers=answers), app) if answers.left_out else report


def standing_answers(text: str, answers: Answers, terms: Terms, app: App) -> Answers:
    """The answers without those about lines that are headings by now, where others stand around them."""
    if not answers.left_out:
        return answers
    parsed = read_list(text, rulebook_for(terms, app).game)
    return make_answers((n for n in answers.left_out if not why_not_left_out(parsed, n)), answers.refused)


def may_answer(text: str, answers: Answers, terms: Terms, app: App) -> None:
    """Refuse answers about lines that the list has not, or that are headings."""
    if answers.left_out:
        may_leave_out(read_list(text, rulebook_for(terms, app).game), answers)


def may_leave_out(parsed: ParsedList, answers: Answers) -> None:
    """Refuse the same of a list that was read."""
    for number in answers.left_out:
        if why := why_not_left_out(parsed, number):
            raise UnusableInput(why)


def _judge(parsed: ParsedList, book: Rulebook, app: App, refused: frozenset[str] = NONE) -> Report:
    """The verdict on a list that is no longer than a list can be, whether it came as text or as rows."""
    if len(parsed.lines) > LIMITS.lines:
        told = gettext("This has {count} cards and more, no deck list. Send one list at a time.")
        raise NotAList(told.format(count=whole(len(parsed.lines))))
    return judge_parsed(parsed, book, app.index(book.game.id), refused)


def rulebook_for(terms: Terms, app: App) -> Rulebook:
    """The law of the terms, ready to apply."""
    try:
        fmt = app.format(terms.format)
        on = terms.on or app.clock().astimezone(UTC).date()
        day = Day(on, _platform(terms, fmt, on))
        changing = _decks_change(terms, fmt)
        team = SEAT_OPEN if terms.seats else _team(terms, fmt)
        book = app.reference.rulebook(fmt.base_id, day, _match(terms), team, continuous=changing)
        titles = [app.format(seat).title for seat in terms.seats]
    except UnknownFormat as error:
        raise NoSuchFormat(str(error)) from error
    except FormatError as error:
        raise BrokenLaw(str(error)) from error
    if titles:
        from deckcheck.verdict.pool_law import hold_to_no_seat

        return hold_to_no_seat(book, titles, fmt.lineage()[0].clauses_on(on))
    book = app.data.own_formats.under(book, fmt, app.index(book.game.id)) if fmt.own else book
    if terms.house:
        book = app.reference.under_house(book, terms.house, app.index(book.game.id))
    if not terms.pool and not terms.mates and not terms.sets:
        return book
    from deckcheck.verdict.pool_law import hold_to_drafted, hold_to_mates, hold_to_pool

    book = hold_to_drafted(book, terms.sets)
    index = app.index(book.game.id)
    if terms.mates:
        return hold_to_mates(book, terms.mates, index)
    return hold_to_pool(book, terms.pool, terms.beside, index, terms.unopened) if terms.pool else book


def judge_record(record: Mapping[str, Any], app: App, defaults: Terms) -> dict[str, Any]:
    """One batch record judged: the verdict as JSON with the record's id, or `{"id", "error"}` for a broken one."""
    head = {"id": record["id"]} if "id" in record else {}
    try:
        return {**head, **as_json(with_advice(report_on_record(record, app, defaults), app))}
    except UnusableInput as refused:
        return {**head, "error": str(refused)}


def report_on_record(record: Mapping[str, Any], app: App, defaults: Terms) -> Report:
    """The verdict on the list of a record; refuses one that holds none, or names no format."""
    terms = terms_of_record(record, defaults)
    text = record.get("text")
    return _report_on(text, record, terms, app) if isinstance(text, str) else _rows_on(record, terms, app)


def _report_on(text: str, record: Mapping[str, Any], terms: Terms, app: App) -> Report:
    order = PreviewList(text, with_pool(terms, record, app))
    return preview_without(order, leave_out_of(record).left_out, app)


def _rows_on(record: Mapping[str, Any], terms: Terms, app: App) -> Report:
    book = rulebook_for(terms, app)
    return _judge(rows_left_out(list_of_record(record, book.game), record), book, app)


def rows_left_out(parsed: ParsedList, record: Mapping[str, Any]) -> ParsedList:
    """A list of rows without those that its record says are no cards."""
    leave_out = leave_out_of(record)
    may_leave_out(parsed, leave_out)
    return mark_left_out(parsed, set(leave_out.left_out), [line.text for line in parsed.lines])


def leave_out_of(record: Mapping[str, Any]) -> Answers:
    """The lines that a record says are no cards."""
    given = record.get("leave_out")
    if given is None:
        return NO_ANSWERS
    if not isinstance(given, list) or any(type(number) is not int for number in given):
        raise UnusableInput('"leave_out" holds line numbers, like [101].')
    return make_answers(given)


def with_pool(terms: Terms, record: Mapping[str, Any], app: App) -> Terms:
    """The terms with the pool that a record gives beside its text."""
    if record.get("pool") is None:
        return terms
    return replace(terms, pool=pool_of_record(record, app.index(rulebook_for(terms, app).game.id)))


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
        sets=_sets_of_record(record) or defaults.sets,
        continuous=record.get("continuous") is True or defaults.continuous,
    )


def _sets_of_record(record: Mapping[str, Any]) -> tuple[str, ...]:
    """The codes of the sets that were opened."""
    given = record.get("sets") or ()
    if not isinstance(given, list | tuple) or not all(isinstance(code, str) for code in given):
        raise UnusableInput('"sets" holds the codes of the sets that were opened, like ["CMR"].')
    return tuple(code.strip().upper() for code in given)


def read_day(text: str) -> date:
    """An ISO 8601 day, with or without a time behind it."""
    try:
        if text[10:] and not _TIME.match(text, 10):
            raise NoDay.written(text)
        return read_iso_day(text[:10])
    except NoDay as error:
        raise UnusableInput(str(error)) from None


def _platform(terms: Terms, fmt: Format, on: date) -> Platform:
    if terms.platform is None:
        return fmt.platforms(on)[0]
    try:
        return Platform(terms.platform)
    except ValueError:
        told = gettext('No platform is called "{platform}". Use paper, mtgo or arena.')
        raise UnusableInput(told.format(platform=terms.platform[:40])) from None


def _match(terms: Terms) -> str | None:
    if terms.match is None or terms.match in MATCHES:
        return terms.match
    raise UnusableInput(gettext('No match is called "{match}". Use bo1 or bo3.').format(match=terms.match[:40]))


def _decks_change(terms: Terms, fmt: Format) -> bool:
    if terms.continuous and CONTINUOUS not in fmt.option_names():
        told = gettext("{format} decks don’t change between matches: that is for Limited.")
        raise UnusableInput(told.format(format=fmt.title))
    return terms.continuous


def _team(terms: Terms, fmt: Format) -> str:
    if not terms.team:
        return ""
    if terms.team not in TEAMS:
        raise UnusableInput(f'No kind of team is called "{terms.team[:40]}". Use {" or ".join(TEAMS)}.')
    if terms.team not in fmt.option_names():
        told = gettext("No rules for teams are known of {format}. Leave the kind of team out.")
        raise UnusableInput(told.format(format=fmt.title))
    return terms.team
