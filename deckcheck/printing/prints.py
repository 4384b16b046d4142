"""Printed lists: all of a stage in one file, one list, one's own. What is closed is in the audit before it is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from deckcheck.app.actor_names import numbered_name
from deckcheck.app.actors import SYSTEM, Actor
from deckcheck.app.context import App
from deckcheck.app.logged_read import Look, look_if, looking
from deckcheck.app.permissions import NOTHING_HERE, Right
from deckcheck.app.print_limits import File, Size, in_turn
from deckcheck.app.refusals import Hidden, UnusableInput
from deckcheck.app.safe_text import file_name, one_line
from deckcheck.app.session import EventSession, reading
from deckcheck.app.shown_names import name_in_mode, name_shown
from deckcheck.app.staff_nav import StaffFrame, staff_frame
from deckcheck.decklist.hash_chain import signs
from deckcheck.lists.list_handles import find_place
from deckcheck.lists.shown_lists import Held, held_in
from deckcheck.pools.queries import pool_stages
from deckcheck.printing.pdf import write_pairs, write_sheets, write_slips
from deckcheck.printing.sheet_values import Printing, event_order, sheet_event, sheets_of
from deckcheck.printing.sheets.sheet_contents import ON_PAGE, Order, Sheet, Slip
from deckcheck.publication.listings import is_anybody, stage_asked
from deckcheck.publication.one_list import Wanted, ask_for_list, held_asked
from deckcheck.roster.filters import SENT
from deckcheck.roster.roster_data import RosterData
from deckcheck.store.models import Pairing, Stage
from deckcheck.store.queries import entries, published
from deckcheck.store.states import StageState

PDF: Final = "application/pdf"


@in_turn(Size.MANY)
def print_lists(until: float, app: App, who: Actor, slug: str, wanted: Printing) -> File:
    """All lists of a stage in one file, by their players' last names."""
    with looking(app, who, slug, lambda work: ask_to_take(work, wanted, "sheets")) as work:
        stage = stage_asked(work, wanted.stage, Right.EXPORT_LISTS)
        sheets = [sheet for _, sheet in sheets_of(work, stage, by_name(held_in(work, stage)), wanted)]
        event, shared = work.event, is_anybody(work)
        name, title = file_name(f"{event.name} sheets", event.day, "pdf"), f"{event.name}: lists"
    if not sheets:
        raise UnusableInput("No list is in yet, so there is nothing to print.")
    # The file is made when the database is free again: 2,000 sheets take some seconds.
    return File(name, PDF, write_sheets(sheets, wanted.sheet, title, until), shared)


def ask_to_take(work: EventSession, wanted: Printing, what: str) -> Look | None:
    """Ask to print several lists of a stage; whoever runs the machine needs no right, and is in the audit as well."""
    work.ask(Right.SEE_EVENT)
    if work.who.kind == SYSTEM.kind and wanted.stage and work.rows.stage(wanted.stage) is None:
        known = ", ".join(stage.slug for stage in work.rows.stages)
        raise UnusableInput(f'No stage of {work.event.name} is called "{wanted.stage}". It has {known}.')
    stage = stage_asked(work, wanted.stage, Right.EXPORT_LISTS)
    permission = work.ask(Right.EXPORT_LISTS, stage, reason=wanted.reason)
    if not permission.log and work.who.kind != SYSTEM.kind:
        return None
    return Look("lists.exported", f"stage:{stage.slug}", what, str(len(held_in(work, stage))), wanted.reason)


def by_name(held: list[Held]) -> list[Held]:
    """Lists in the order in which sheets are filed: by last name, as it is shown."""
    return sorted(held, key=lambda one: one.name.place)


@in_turn(Size.ONE)
def print_list(until: float, app: App, who: Actor, slug: str, number: int, wanted: Printing) -> File:
    """One list that is open to whoever asks, or that staff reads."""
    asked = Wanted(number, wanted.stage, wanted.reason)
    with looking(app, who, slug, lambda work: ask_for_list(work, asked)) as work:
        stage, held = held_asked(work, asked)
        permission = work.may(Right.SEE_LIST, stage, held.entry)
        sheet, name = _one(work, stage, held, wanted)
        shared = is_anybody(work) and not permission.log
    return File(name, PDF, write_sheets([sheet], wanted.sheet, sheet.name, until), shared)


@in_turn(Size.ONE)
def print_own(until: float, app: App, who: Actor, slug: str, number: int | None, wanted: Printing) -> File:
    """The player's own list as it stands, to keep or to hand in on paper."""
    with reading(app, who, slug) as work:
        place = find_place(work, number, wanted.stage, Right.PRINT_OWN)
        stands = (place.row.accepted or place.row.current) if place.row else None
        if place.row is None or stands is None:
            raise Hidden(NOTHING_HERE)
        # It is their own name, however the event shows players to others.
        name = name_in_mode(place.entry, "full")
        sheet, file = _one(work, place.stage, Held(place.entry, place.row, name, stands), wanted)
    return File(file, PDF, write_sheets([sheet], wanted.sheet, sheet.name, until), shared=False)


def _one(work: EventSession, stage: Stage, held: Held, wanted: Printing) -> tuple[Sheet, str]:
    _, sheet = next(sheets_of(work, stage, [held], wanted))
    return sheet, file_name(f"{held.name.listed} {work.event.name}", work.event.day, "pdf")


@dataclass(frozen=True, slots=True)
class RoundKnown:
    """A round with pairings: its number, its name, and the names of its tables."""

    number: int
    name: str
    tables: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetsPage:
    """What may be printed: `lists`, `pairs` and `slips` say what whoever asks has the right to.

    `stages` are slugs with titles. `order` and `paper` are the event's, `orders` that whoever asks may choose another.
    `noted`: they are asked why, and the audit has it. `sent` lists of the stage are in, and `printed` of them are what
    would be printed now: the others can still change. `pool_stages` are those that register pools, `sets` the codes of
    what the first of them opens, `pools` that whoever asks may print all of them.
    """

    frame: StaffFrame
    game: str
    stage: str
    stages: tuple[tuple[str, str], ...]
    rounds: tuple[RoundKnown, ...]
    lists: bool
    sent: int
    printed: int
    pairs: bool
    slips: bool
    orders: bool
    order: Order
    paper: str
    noted: bool
    pool_stages: tuple[tuple[str, str], ...]
    sets: tuple[str, ...]
    pools: bool


def sheets_page(app: App, who: Actor, slug: str, path: str) -> SheetsPage:
    """The page, for everyone of the staff; no list is read for it."""
    with reading(app, who, slug) as work:
        work.ask(Right.SEE_ROSTER)
        stage = stage_asked(work, "", Right.EXPORT_LISTS)
        take = work.may(Right.EXPORT_LISTS, stage)
        rounds = published.rounds_of(work.session, work.event.uid)
        counting, source = pool_stages(work), work.rows.source(stage)
        roster = RosterData.of(work, source)
        return SheetsPage(
            frame=staff_frame(work, path),
            game=work.event.game,
            stage=stage.slug,
            stages=tuple((one.slug, one.title) for one in work.rows.stages),
            rounds=tuple(
                RoundKnown(tables[0].round, tables[0].round_name, tuple(table.place for table in tables))
                for tables in reversed(rounds)
            ),
            lists=take.allowed,
            sent=roster.count(SENT),
            printed=roster.count("accepted" if source.state == StageState.TAKING else SENT),
            pairs=work.may(Right.PRINT_PAIR, stage).allowed,
            slips=work.may(Right.CHECK_DECK).allowed,
            orders=work.may(Right.SET_ORDER).allowed,
            order=event_order(work.event),
            paper=work.event.paper,
            noted=take.allowed and take.reason_needed,
            pool_stages=tuple((one.slug, one.title) for one in counting),
            sets=tuple(counting[0].pool_sets) if counting else (),
            pools=bool(counting) and take.allowed and work.may(Right.SEE_POOL, counting[0]).allowed,
        )


MOST_BLANK = 99


@dataclass(frozen=True, slots=True)
class Seats:
    """Which tables: of a round (0: the last one known), by their names; none named are all of them."""

    round: int = 0
    tables: tuple[str, ...] = ()


@in_turn(Size.MANY)
def print_pairs(until: float, app: App, who: Actor, slug: str, seats: Seats, wanted: Printing) -> File:
    """Both lists of a table on one page, a page or more for each table."""

    def ask(work: EventSession) -> Look | None:
        work.ask(Right.SEE_EVENT)
        stage = stage_asked(work, wanted.stage, Right.PRINT_PAIR)
        permission = work.ask(Right.PRINT_PAIR, stage, reason=wanted.reason)
        tables = _tables(work, seats)
        return look_if(
            permission, Look("lists.exported", f"stage:{stage.slug}", "pairs", _count(tables), wanted.reason)
        )

    with looking(app, who, slug, ask) as work:
        stage = stage_asked(work, wanted.stage, Right.PRINT_PAIR)
        pairs = _pairs(work, stage, seats, wanted)
        name, title = file_name(f"{work.event.name} tables", work.event.day, "pdf"), f"{work.event.name}: tables"
    return File(name, PDF, write_pairs(pairs, wanted.sheet, title, until), shared=False)


@in_turn(Size.MANY)
def print_packs(until: float, app: App, who: Actor, slug: str, seats: Seats, wanted: Printing) -> File:
    """For each table two sheets, each of one player's list and for the other."""

    def ask(work: EventSession) -> Look | None:
        look = ask_to_take(work, wanted, "packs")
        _tables(work, seats)
        return look

    with looking(app, who, slug, ask) as work:
        stage = stage_asked(work, wanted.stage, Right.EXPORT_LISTS)
        sheets = [copy for pair in _pairs(work, stage, seats, wanted) for copy in _copies(pair)]
        name, title = file_name(f"{work.event.name} packs", work.event.day, "pdf"), f"{work.event.name}: packs"
    return File(name, PDF, write_sheets(sheets, wanted.sheet, title, until), shared=False)


def _copies(pair: tuple[Sheet, Sheet]) -> Iterator[Sheet]:
    """Each list as a copy for the opponent: without the number that is nobody else's, and the code for staff."""
    for own, other in (pair, pair[::-1]):
        told = f"Copy for {own.name}: the list of the opponent."
        yield replace(other, account="", link="", remarks=(told, *other.remarks))


def _pairs(work: EventSession, stage: Stage, seats: Seats, wanted: Printing) -> list[tuple[Sheet, Sheet]]:
    tables = [table for table in _tables(work, seats) if len(table.entries) == 2]
    seated = {number for table in tables for number in table.entries}
    held = [one for one in held_in(work, stage) if one.entry.number in seated]
    sheets = {one.entry.number: sheet for one, sheet in sheets_of(work, stage, held, wanted)}
    found = []
    for table in tables:
        first, second = (sheets.get(number) for number in table.entries)
        if first and second:
            found.append((replace(first, table=table.place), replace(second, table=table.place)))
    if not found:
        raise UnusableInput(f"No table of {stage.title} has two lists that can be printed.", code="no-such-table")
    return found


def _tables(work: EventSession, seats: Seats) -> list[Pairing]:
    """The tables that are meant; a round or table that is not known is told."""
    rounds = published.rounds_of(work.session, work.event.uid)
    tables = next((t for t in reversed(rounds) if seats.round in {0, t[0].round}), None)
    if tables is None:
        of = f"round {seats.round} of " if seats.round else ""
        raise UnusableInput(f"No pairings of {of}{work.event.name} are here. Paste them on the roster's page first.")
    missing = sorted(set(seats.tables) - {table.place for table in tables})
    if missing:
        raise UnusableInput(f'Round {tables[0].round} has no table "{missing[0][:40]}".', code="no-such-table")
    return [table for table in tables if not seats.tables or table.place in seats.tables]


def _count(tables: Iterable[Pairing]) -> str:
    return str(sum(len(table.entries) for table in tables))


@in_turn(Size.MANY)
def print_slips(
    until: float, app: App, who: Actor, slug: str, seats: Seats | None, wanted: Printing, copies: int = ON_PAGE
) -> File:
    """Slips for deck checks of some tables; without tables so many to be filled in by hand."""
    with reading(app, who, slug) as work:
        work.ask(Right.CHECK_DECK)
        about = sheet_event(work)
        anchor = signs(work.event.audit_head) if work.event.audit_head else ""
        blank = Slip(about, anchor=anchor)
        slips = [blank] * min(max(1, copies), MOST_BLANK) if seats is None else _slips(work, blank, seats)
        name, title = file_name(f"{work.event.name} slips", work.event.day, "pdf"), f"{work.event.name}: slips"
    return File(name, PDF, write_slips(slips, wanted.sheet, title, until), shared=False)


def _slips(work: EventSession, blank: Slip, seats: Seats) -> Sequence[Slip]:
    names = {
        entry.number: name_shown(work, None, entry).listed for entry in entries.entries_of(work.session, work.event.uid)
    }
    return [
        replace(
            blank,
            round=str(table.round),
            table=one_line(table.place),
            players=tuple(one_line(names.get(number, numbered_name(number))) for number in table.entries),
        )
        for table in _tables(work, seats)
    ]
