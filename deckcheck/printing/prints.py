"""Printed lists: all of a stage in one file, one list, one's own. What is closed is in the audit before it is read."""

from __future__ import annotations

from typing import Final

from deckcheck.app.actors import SYSTEM, Actor
from deckcheck.app.context import App
from deckcheck.app.files import File
from deckcheck.app.logged_read import Look, looking
from deckcheck.app.permissions import NOTHING_HERE, Right
from deckcheck.app.print_limits import Size, in_turn
from deckcheck.app.refusals import Hidden, UnusableInput
from deckcheck.app.safe_text import file_name
from deckcheck.app.session import EventSession, reading
from deckcheck.app.shown_names import name_in_mode
from deckcheck.lists.list_handles import find_place
from deckcheck.lists.shown_lists import Held, held_in
from deckcheck.printing.pdf import write_sheets
from deckcheck.printing.sheet_values import Printing, sheets_of
from deckcheck.printing.sheets.values import Sheet
from deckcheck.publication.listings import is_anybody, stage_asked
from deckcheck.publication.one_list import Wanted, ask_for_list, held_asked
from deckcheck.store.models import Stage

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
