"""Deck checks of an event: whom to check, the draw, a check begun, and the records of all."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlencode

from flask import Blueprint, make_response, redirect, render_template
from flask.typing import ResponseReturnValue

from deckcheck.app.refusals import Refused
from deckcheck.app.safe_text import content_disposition
from deckcheck.checks.check_handles import check_frame
from deckcheck.checks.check_values import Chooser, SeatSeen, TableSeen
from deckcheck.checks.draws import DrawTables, draw_tables
from deckcheck.checks.records import RecordsWanted, records, records_csv
from deckcheck.checks.start import WAYS, BeginAsked, BeginCheck, begin_check, begin_page
from deckcheck.checks.suggestions import ChooserWanted, chooser
from deckcheck.web.asker import need_account
from deckcheck.web.current import app
from deckcheck.web.forms import read_form, read_query, shows_refusals
from deckcheck.web.pages.checks.checks_shown import RESULTS, STATES, clock_words, where_words
from deckcheck.web.pages.publication.public_shown import told

bp = Blueprint("checks", __name__)

GIVEN: Final = frozenset(("suggested", "random"))
"""Ways that the page before has chosen, so that nobody chooses them by hand."""


@bp.get("/e/<slug>/checks")
def choose(slug: str) -> ResponseReturnValue:
    """Whom to check: how far the event is, who is suggested, who was drawn, and every table."""
    return _chooser(slug)


def _chooser(slug: str, refused: Refused | None = None) -> ResponseReturnValue:
    who = need_account()
    page, around = (
        chooser(app(), who, slug, read_query(ChooserWanted, cut=None, rounds=None)),
        check_frame(app(), who, slug),
    )
    page_shown = render_template(
        "checks/chooser.html",
        page=page,
        frame=around.frame,
        ready=ready_table(page),
        asked=lambda seat, table, how, draw: _asked(page, seat, table, how, draw),
        told_at=lambda moment: told(moment, page.zone),
        where=where_words,
        refused=str(refused or ""),
        ways=WAYS,
    )
    return make_response(page_shown, refused.status if refused else 200)


def _asked(page: Chooser, seat: SeatSeen, table: str, how: str, draw: str) -> str:
    """The address of the page that asks why this deck is checked."""
    known = {"number": seat.number, "table": table, "stage": page.stage, "round": page.round, "how": how, "draw": draw}
    return f"/e/{page.event}/checks/begin?{urlencode({name: value for name, value in known.items() if value})}"


def ready_table(page: Chooser) -> tuple[TableSeen, SeatSeen] | None:
    """The table that the marked button checks, with whose deck first: the one found, else the best suggestion."""
    tables = page.found[:1] if page.q and len(page.found) == 1 else ()
    if not page.q and page.suggestions:
        tables = (page.suggestions[0].table,)
    for table in tables:
        free = [s for s in table.seats if s.has_list and not s.checking and s.number not in page.own]
        if free:
            return table, min(free, key=lambda s: s.checks)
    return None


@bp.post("/e/<slug>/checks/draw")
@shows_refusals(_chooser)
def draw(slug: str) -> ResponseReturnValue:
    """Draw tables; an earlier draw of the round stays on record."""
    order = read_form(DrawTables, who=need_account(), slug=slug)
    done = draw_tables(order, app())
    query = urlencode({"round": done.round, "stage": order.stage} if done.round else {"stage": order.stage})
    return redirect(f"/e/{slug}/checks?{query}#drawn", 303)


@bp.get("/e/<slug>/checks/begin")
def ask_begin(slug: str) -> ResponseReturnValue:
    """Whose deck is to be checked, and why: asked before a check that was neither suggested nor drawn."""
    return _begin_page(slug)


@dataclass(frozen=True, slots=True)
class Reasons:
    """How a deck came to be checked: by which draw, or why."""

    how: str = "target"
    draw: str = ""
    why: str = ""


def _begin_page(slug: str, refused: Refused | None = None) -> ResponseReturnValue:
    page, asked = begin_page(app(), need_account(), slug, read_query(BeginAsked)), read_query(Reasons)
    how = asked.how
    return render_template(
        "checks/begin.html",
        page=page,
        frame=page.frame,
        how=how if how in WAYS else "target",
        ways={way: words for way, words in WAYS.items() if way not in GIVEN or way == how},
        draw=asked.draw,
        why=asked.why,
        refused=str(refused or ""),
    )


def _unbegun(slug: str, refused: Refused) -> ResponseReturnValue:
    return (_begin_page if refused.code == "reason-needed" else _chooser)(slug, refused)


@bp.post("/e/<slug>/checks")
@shows_refusals(_unbegun)
def begin(slug: str) -> ResponseReturnValue:
    """Begin the check of one deck; the list is on the next page."""
    how = read_query(Reasons).how
    order = read_form(BeginCheck, who=need_account(), slug=slug, how=how if how in WAYS else "target")
    view = begin_check(order, app())
    return redirect(f"/e/{slug}/checks/{view.head.uid}", 303)


@bp.get("/e/<slug>/checks/records")
def show_records(slug: str) -> ResponseReturnValue:
    """The records of an event, or of one player in it."""
    who, wanted = need_account(), read_query(RecordsWanted)
    if wanted.result not in RESULTS:
        wanted = replace(wanted, result="")
    page, around = records(app(), who, slug, wanted), check_frame(app(), who, slug)
    return render_template(
        "checks/records.html",
        page=page,
        wanted=wanted,
        frame=around.frame,
        zone=around.head.zone,
        told_at=lambda moment: told(moment, around.head.zone),
        where=where_words,
        clock=clock_words,
        results=RESULTS,
        states=STATES,
    )


@bp.get("/e/<slug>/checks.csv")
def show_csv(slug: str) -> ResponseReturnValue:
    """The records as a table."""
    file = records_csv(app(), need_account(), slug)
    response = make_response(file.data)
    response.headers["Content-Type"] = "text/csv; charset=utf-8"
    response.headers["Content-Disposition"] = content_disposition(file.name)
    response.headers["Cache-Control"] = "private, no-store"
    return response
