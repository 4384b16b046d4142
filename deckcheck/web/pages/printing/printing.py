"""Paper: sheets of lists and pools, packs, pairs, slips and blank sheets as PDF files, and the sheet of any list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.print_limits import File
from deckcheck.printing.blank_sheets import print_blank, print_blank_of, print_checked, print_missing
from deckcheck.printing.pdf import said_on_paper
from deckcheck.printing.pool_checklists import print_pool, print_pools, print_to_count
from deckcheck.printing.prints import Seats, print_lists, print_own, print_packs, print_pairs, print_slips, sheets_page
from deckcheck.printing.sheet_values import Printing, printing_of
from deckcheck.printing.sheets.sheet_contents import PAPERS
from deckcheck.translations import language
from deckcheck.web.asker import current_who
from deckcheck.web.current import app
from deckcheck.web.files import answer_pdf, base
from deckcheck.web.forms import OfEntry, read_query
from deckcheck.web.pages.check.forms import check_form
from deckcheck.web.pages.events.event_words import lands_titles, order_titles, order_words
from deckcheck.web.pages.publication.public import reason, with_reason

bp = Blueprint("printing", __name__)


@dataclass(frozen=True, slots=True)
class Copies:
    """How many are printed."""

    copies: int | None = None


@dataclass(frozen=True, slots=True)
class Tables:
    """Which tables of which round, by their names with commas between them; 0: of the last one."""

    round: int = 0
    table: str = ""


def printing_asked() -> Printing:
    """How to print, as the address says."""
    return printing_of(_fields(), reason(), base())


def _fields() -> dict[str, str]:
    """The fields of an address or a form; sets may come as `sets=FDN,SPG`, or as forms send them: `set=GAME:FDN`."""
    sent = request.form if request.method == "POST" and "text" in request.form else request.args
    codes = [value.rpartition(":")[2] for value in (*sent.getlist("set"), *sent.getlist("sets"))]
    return {**sent.to_dict(), "sets": ",".join(codes)[:200]}


@bp.get("/e/<slug>/sheets")
def show_sheets(slug: str) -> ResponseReturnValue:
    """What staff can print."""
    page = sheets_page(app(), current_who(), slug, request.path)
    return render_template(
        "staff/sheets.html",
        page=page,
        frame=page.frame,
        orders=order_titles(page.game).items(),
        lands=lands_titles(page.game).items(),
        now=order_words(page.order, page.game),
        papers=[(key, paper.title) for key, paper in PAPERS.items()],
    )


@bp.route("/e/<slug>/sheets/lists.pdf", methods=["GET", "POST"])
@with_reason
def all_sheets(slug: str) -> ResponseReturnValue:
    """All lists of a stage."""
    return answer_pdf(print_lists(app(), current_who(), slug, printing_asked()))


@bp.route("/e/<slug>/sheets/packs.pdf", methods=["GET", "POST"])
@with_reason
def packs(slug: str) -> ResponseReturnValue:
    """For each table both lists, each for the other player."""
    return answer_pdf(print_packs(app(), current_who(), slug, _seats(), printing_asked()))


@bp.route("/e/<slug>/sheets/tables.pdf", methods=["GET", "POST"])
@with_reason
def tables(slug: str) -> ResponseReturnValue:
    """Both lists of a table on one page."""
    return answer_pdf(print_pairs(app(), current_who(), slug, _seats(), printing_asked()))


@bp.get("/e/<slug>/sheets/slips.pdf")
def slips(slug: str) -> ResponseReturnValue:
    """Slips for deck checks: of the tables of a round, or so many to be filled in by hand."""
    copies = read_query(Copies).copies
    seats = _seats() if copies is None else None
    return answer_pdf(print_slips(app(), current_who(), slug, seats, printing_asked(), copies or 1))


@bp.get("/e/<slug>/sheets/blank.pdf")
def blank(slug: str) -> ResponseReturnValue:
    """Blank sheets with the event's head."""
    copies = read_query(Copies).copies or 1
    return answer_pdf(print_blank(app(), current_who(), slug, printing_asked(), copies))


@bp.get("/e/<slug>/sheets/missing.pdf")
def missing(slug: str) -> ResponseReturnValue:
    """A blank sheet for everyone who has sent no list."""
    return answer_pdf(print_missing(app(), current_who(), slug, printing_asked()))


@bp.route("/e/<slug>/sheets/pools.pdf", methods=["GET", "POST"])
@with_reason
def all_pools(slug: str) -> ResponseReturnValue:
    """All registered pools of a stage as checklists."""
    return answer_pdf(print_pools(app(), current_who(), slug, printing_asked()))


@bp.get("/e/<slug>/sheets/to-count.pdf")
def pools_to_count(slug: str) -> ResponseReturnValue:
    """A blank checklist for each pool that is not registered, with the names of its two players."""
    return answer_pdf(print_to_count(app(), current_who(), slug, printing_asked()))


@bp.route("/e/<slug>/pools/<int:number>.pdf", methods=["GET", "POST"])
@with_reason
def one_pool(slug: str, number: int) -> ResponseReturnValue:
    """One registered pool as a checklist."""
    return answer_pdf(print_pool(app(), current_who(), slug, number, printing_asked()))


def _of_reader(make: Callable[[], File]) -> Response:
    """A player's own paper, in the language that they read."""
    with said_on_paper():
        response = answer_pdf(make())
        response.headers["Content-Language"] = language()
    response.vary.update(("Accept-Language", "Cookie"))
    return response


@bp.get("/e/<slug>/my/pool.pdf")
def own_pool(slug: str) -> ResponseReturnValue:
    """The player's own pool as a checklist."""
    number = read_query(OfEntry).entry
    return _of_reader(lambda: print_pool(app(), current_who(), slug, number, printing_asked()))


@bp.get("/e/<slug>/my/list.pdf")
def own_sheet(slug: str) -> ResponseReturnValue:
    """The player's own list."""
    number = read_query(OfEntry).entry
    return _of_reader(lambda: print_own(app(), current_who(), slug, number, printing_asked()))


@bp.get("/sheet.pdf")
def blank_of_format() -> ResponseReturnValue:
    """A blank sheet of a format, or the checklists of some sets, for anyone."""
    form, fields = check_form(request), _fields()
    if fields["sets"] and "format" not in request.args:
        # What is opened is Limited, unless another format was named.
        games = app().reference.games
        game = games.get(request.args.get("set", "").partition(":")[0]) or next(iter(games.values()))
        form = replace(form, format=game.presentation.pool_format or form.format)
    return _of_reader(lambda: print_blank_of(app(), current_who(), form.terms(), printing_of(fields)))


@bp.post("/sheet.pdf")
def checked_sheet() -> ResponseReturnValue:
    """The list of the check page as a sheet, for anyone; nothing of it is kept."""
    form = check_form(request)
    return _of_reader(lambda: print_checked(app(), current_who(), form.order(form.text), printing_of(_fields())))


def _seats() -> Seats:
    asked = read_query(Tables)
    return Seats(asked.round, tuple(name.strip() for name in asked.table.split(",") if name.strip()))
