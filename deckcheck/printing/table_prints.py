"""What is printed for the tables of a round: both lists of a table, packs for the playoff, slips for deck checks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.files import File
from deckcheck.app.logged_read import Look, look_if, looking
from deckcheck.app.permissions import Right
from deckcheck.app.print_limits import Size, in_turn
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.safe_text import file_name, one_line
from deckcheck.app.session import EventSession, reading
from deckcheck.app.shown_names import name_shown
from deckcheck.decklist.hash_chain import signs
from deckcheck.lists.shown_lists import held_in
from deckcheck.printing.pdf import write_pairs, write_sheets, write_slips
from deckcheck.printing.prints import PDF, ask_to_take
from deckcheck.printing.sheet_values import Printing, sheet_event, sheets_of
from deckcheck.printing.sheets.values import ON_PAGE, Sheet, Slip
from deckcheck.publication.listings import stage_asked
from deckcheck.store.models import Pairing, Stage
from deckcheck.store.queries import entries, published

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
            players=tuple(one_line(names.get(number, f"Player {number}")) for number in table.entries),
        )
        for table in _tables(work, seats)
    ]
