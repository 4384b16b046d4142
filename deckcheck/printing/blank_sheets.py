"""Sheets that nobody's registered list stands on: blank ones, and a list that was only checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.print_limits import File, Size, in_turn
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.safe_text import file_name, one_line
from deckcheck.app.session import EventSession, reading
from deckcheck.app.shown_names import ShownName, name_shown
from deckcheck.decklist.days import day_in_words
from deckcheck.law.rulebooks import Rulebook
from deckcheck.lists.event_terms import terms_of
from deckcheck.lists.judged import NOW
from deckcheck.lists.list_checks import PreviewList, Terms, preview_list, rulebook_for
from deckcheck.lists.pool_reading import free_cards
from deckcheck.pools.queries import pool_stage
from deckcheck.printing.pdf import write_checklists, write_sheets
from deckcheck.printing.prints import PDF
from deckcheck.printing.sheet_values import (
    HOW,
    Printing,
    blank_checklist,
    opened_in,
    points_of,
    remarks_of,
    sentence,
    sets_wanted,
    sheet_event,
)
from deckcheck.printing.sheets.sheet_contents import (
    Checklist,
    Sheet,
    SheetEvent,
    blank_sheet,
    sections_held,
    sections_of,
    totals_held,
    totals_of,
)
from deckcheck.printing.sheets.sheet_tables import in_table_order, printings_in, tables_of
from deckcheck.store.queries import entries, lists
from deckcheck.store.states import EntryState
from deckcheck.translations import gettext
from deckcheck.verdict.layout import listed_deck
from deckcheck.verdict.reports import Report
from deckcheck.verdict.reports_json import as_json
from deckcheck.verdict.set_lists import SetList

MOST: Final = 99


@in_turn(Size.MANY)
def print_blank(until: float, app: App, who: Actor, slug: str, wanted: Printing, copies: int = 1) -> File:
    """Sheets with the event's head and nothing else, to be filled in by hand: checklists where sets are named."""
    with reading(app, who, slug) as work:
        work.ask(Right.SEE_EVENT)
        book, about, sets = event_book(work), sheet_event(work), event_sets(work, wanted)
        checklist = blank_checklist(about, sets, free_cards(book)) if sets else None
        sheet = blank_sheet(about, work.game, leaders=_leaders(book))
        name = file_name(f"{work.event.name} blank", work.event.day, "pdf")
        title = f"{work.event.name}: blank sheet"
    many = min(max(1, copies), MOST)
    if checklist:
        return File(name, PDF, write_checklists([checklist] * many, wanted.sheet, title, until), shared=False)
    return File(name, PDF, write_sheets([sheet] * many, wanted.sheet, title, until), shared=False)


def event_sets(work: EventSession, wanted: Printing) -> tuple[SetList, ...]:
    """The sets that are asked for, else those that the stage opens; none where it names none."""
    stage = pool_stage(work, wanted.stage)
    codes = wanted.sets or tuple(stage.pool_sets if stage else ())
    return sets_wanted(codes, work.event.game, work.app)


@in_turn(Size.MANY)
def print_missing(until: float, app: App, who: Actor, slug: str, wanted: Printing) -> File:
    """A blank sheet, or checklist, with their name for everyone who takes part and has sent no list."""
    with reading(app, who, slug) as work:
        work.ask(Right.SEE_ROSTER)
        names = [one_line(shown.listed) for shown in sorted(_without_list(work, wanted), key=lambda shown: shown.place)]
        book, about, sets = event_book(work), sheet_event(work), event_sets(work, wanted)
        game = work.game
        file = file_name(f"{work.event.name} to fill in", work.event.day, "pdf")
        title = f"{work.event.name}: to fill in"
    if not names:
        raise UnusableInput("Everyone has submitted a list, so there are no blank sheets to print.")
    if sets:
        made = write_checklists(
            (blank_checklist(about, sets, free_cards(book), n) for n in names), wanted.sheet, title, until
        )
        return File(file, PDF, made, shared=False)
    sheets = [blank_sheet(about, game, leaders=_leaders(book), name=name) for name in names]
    return File(file, PDF, write_sheets(sheets, wanted.sheet, title, until), shared=False)


def _without_list(work: EventSession, wanted: Printing) -> Iterator[ShownName]:
    stage = work.rows.source(work.stage(wanted.stage) if wanted.stage else work.first_stage())
    rows = lists.lists_in(work.session, stage.uid)
    for entry in entries.entries_of(work.session, work.event.uid):
        row = rows.get(entry.uid)
        sent = row is not None and bool(row.accepted or row.current)
        if entry.state == EntryState.ON and work.rows.is_member(stage, entry.uid) and not sent:
            yield name_shown(work, stage, entry)


def event_book(work: EventSession) -> Rulebook | None:
    """The law of the event; none for a format that is known no more."""
    try:
        return rulebook_for(replace(terms_of(work.event, work.first_stage(), work.app), seats=()), work.app)
    except UnusableInput:
        return None


def _leaders(book: Rulebook | None) -> bool:
    """Whether decks of the format have commanders."""
    return book is not None and book.leaders


@in_turn(Size.ONE)
def print_blank_of(until: float, app: App, _who: Actor, terms: Terms, wanted: Printing) -> File:
    """A blank sheet of a format, for any event; the checklists of the sets that are named."""
    book = rulebook_for(terms, app)
    about = SheetEvent(book.game, format=book.title)
    if wanted.sets:
        sets = sets_wanted(wanted.sets, book.game.id, app)
        name = file_name(f"checklist {' '.join(one.code for one in sets)}", None, "pdf")
        made = write_checklists([blank_checklist(about, sets, free_cards(book))], wanted.sheet, book.title, until)
        return File(name, PDF, made, shared=True)
    sheet = blank_sheet(about, book.game, leaders=book.leaders)
    return File(f"{book.format}-sheet.pdf", PDF, write_sheets([sheet], wanted.sheet, book.title, until), shared=True)


@in_turn(Size.ONE)
def print_checked(until: float, app: App, _who: Actor, order: PreviewList, wanted: Printing) -> File:
    """A list that somebody checked, as a sheet to sign their name on, or on checklists; nothing of it is kept."""
    report = preview_list(order, app)
    if not report.deck.entries:
        raise UnusableInput(gettext("There is no card on this list, so there is nothing to print."))
    book = rulebook_for(order.terms, app)
    name = f"{report.format}-sheet.pdf"
    if wanted.sets:
        checklist = _checked_pool(report, book, sets_wanted(wanted.sets, report.game, app), wanted)
        return File(name, PDF, write_checklists([checklist], wanted.sheet, book.title, until), shared=False)
    sheet = _checked(report, book, wanted, app)
    return File(name, PDF, write_sheets([sheet], wanted.sheet, book.title, until), shared=False)


def _checked_pool(report: Report, book: Rulebook, sets: Sequence[SetList], wanted: Printing) -> Checklist:
    opened = opened_in(listed_deck(report.deck), free_cards(book), book.game.presentation)
    sections = sections_held(sets, opened, whole=wanted.whole)
    return Checklist(
        Sheet(
            SheetEvent(book.game, format=book.title),
            totals=totals_held(opened),
            sections=sections,
            foot=(gettext(HOW),),
        )
    )


def _checked(report: Report, book: Rulebook, wanted: Printing, app: App) -> Sheet:
    listed = listed_deck(report.deck)
    game, order = book.game, wanted.order()
    sections = sections_of(listed, order, game)
    day, told = day_in_words(report.day), gettext("Checked with the rules and bans of {day}: {verdict}.")
    return Sheet(
        SheetEvent(game, format=book.title),
        totals=(*totals_of(sections, game), *points_of(listed, game.presentation)),
        sections=sections,
        tables=tables_of(
            in_table_order(listed, order), printings_in(report.deck), game.presentation, app.index(game.id)
        ),
        remarks=tuple(remarks_of(str(report.verdict), as_json(report))),
        foot=(told.format(day=day, verdict=gettext(NOW[report.verdict])), sentence(order.words(game.presentation))),
    )
