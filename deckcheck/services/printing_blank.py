"""Sheets that nobody's registered list stands on: blank ones, and a list that was only checked."""

from __future__ import annotations

from typing import Final

from deckcheck.core.days import day_in_words
from deckcheck.core.exports.safe import file_name, one_line
from deckcheck.core.piles import listed_deck
from deckcheck.core.reports import Report
from deckcheck.core.reports_json import as_json
from deckcheck.core.sheets.values import Sheet, SheetEvent, blank_sheet, sections_of, totals_of
from deckcheck.games import GAMES
from deckcheck.services.checking import PreviewList, Terms, preview_list, rulebook_for
from deckcheck.services.desk import Desk
from deckcheck.services.event_terms import terms_of
from deckcheck.services.exporting import File
from deckcheck.services.permissions import Right
from deckcheck.services.print_values import Printing, points_of, remarks_of, sheet_event
from deckcheck.services.printing import PDF
from deckcheck.services.refusals import UnusableInput
from deckcheck.services.shown_names import name_shown
from deckcheck.services.states import EntryState
from deckcheck.services.who import Who
from deckcheck.services.work import Work, reading
from deckcheck.sheets import write_sheets
from deckcheck.storage.shelves import entries, lists

MOST: Final = 99


def print_blank(desk: Desk, who: Who, slug: str, wanted: Printing, copies: int = 1) -> File:
    """Sheets with the event's head and nothing else, to be filled in by hand."""
    with reading(desk, who, slug) as work:
        work.ask(Right.SEE_EVENT)
        sheets = [blank_sheet(sheet_event(work), GAMES[work.event.game], leaders=_leaders(work))]
        name = file_name(f"{work.event.name} blank", work.event.day, "pdf")
        title = f"{work.event.name}: blank sheet"
    return File(name, PDF, write_sheets(sheets * min(max(1, copies), MOST), wanted.sheet, title), shared=False)


def print_missing(desk: Desk, who: Who, slug: str, wanted: Printing) -> File:
    """A blank sheet with their name for everyone who takes part and has sent no list."""
    with reading(desk, who, slug) as work:
        work.ask(Right.SEE_ROSTER)
        stage = work.ground.source(work.stage(wanted.stage) if wanted.stage else work.first_stage())
        rows = lists.lists_in(work.session, stage.uid)
        people = entries.people_of(work.session, work.event.uid)
        names = []
        for entry in entries.entries_of(work.session, work.event.uid):
            row = rows.get(entry.uid)
            sent = row is not None and bool(row.accepted or row.current)
            if entry.state == EntryState.ON and work.ground.is_member(stage, entry.uid) and not sent:
                names.append(name_shown(work, stage, entry, people.get(entry.person or "")))
        about, leaders, game = sheet_event(work), _leaders(work), GAMES[work.event.game]
        name = file_name(f"{work.event.name} to fill in", work.event.day, "pdf")
        title = f"{work.event.name}: to fill in"
    if not names:
        raise UnusableInput("Everyone has sent a list, so no sheet is to be filled in.")
    names.sort(key=lambda shown: shown.place)
    sheets = [blank_sheet(about, game, leaders=leaders, name=one_line(shown.listed)) for shown in names]
    return File(name, PDF, write_sheets(sheets, wanted.sheet, title), shared=False)


def _leaders(work: Work) -> bool:
    """Whether decks of the event's format have commanders; a format that is known no more has none."""
    try:
        return rulebook_for(terms_of(work.event, work.first_stage(), work.desk), work.desk).leaders
    except UnusableInput:
        return False


def print_blank_of(desk: Desk, terms: Terms, wanted: Printing) -> File:
    """A blank sheet of a format, for any event."""
    book = rulebook_for(terms, desk)
    sheet = blank_sheet(SheetEvent(book.game.id, format=book.title), book.game, leaders=book.leaders)
    return File(f"{book.format}-sheet.pdf", PDF, write_sheets([sheet], wanted.sheet, book.title), shared=True)


def print_checked(desk: Desk, order: PreviewList, wanted: Printing) -> File:
    """A list that somebody checked, as a sheet to sign their name on; nothing of it is kept."""
    report = preview_list(order, desk)
    if not report.deck.entries:
        raise UnusableInput("There is no card on this list, so there is nothing to print.")
    title = rulebook_for(order.terms, desk).title
    sheet = _checked(report, title, wanted)
    return File(f"{report.format}-sheet.pdf", PDF, write_sheets([sheet], wanted.sheet, title), shared=False)


def _checked(report: Report, title: str, wanted: Printing) -> Sheet:
    listed = listed_deck(report.deck)
    game, order = GAMES[report.game], wanted.order()
    sections = sections_of(listed, order, game)
    day = day_in_words(report.day)
    return Sheet(
        SheetEvent(report.game, format=title),
        totals=(*totals_of(sections, report.game), *points_of(listed, report.game)),
        sections=sections,
        remarks=tuple(remarks_of(str(report.verdict), as_json(report))),
        foot=(f"Checked under the law of {day}: {report.verdict}.", f"{order.words(report.game)}."),
    )
