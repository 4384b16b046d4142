"""The public pages of events: the index, an event, its lists, one list, its seals, and its files."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final, ParamSpec

from flask import Blueprint, Response, make_response, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.refusals import ReasonNeeded, Refused
from deckcheck.app.time_words import late_words
from deckcheck.publication.event_index import EventsFilter, EventsListed, events_listed
from deckcheck.publication.export_files import shapes_for
from deckcheck.publication.listings import BY_DECK, OF_CARDS, EventPage, ListsPage, Query, event_page, lists_page
from deckcheck.publication.one_list import ListShown, Wanted, one_list
from deckcheck.publication.proof_files import proof_file
from deckcheck.publication.proofs import SealsPage, seals_page
from deckcheck.translations import gettext, gettext_noop
from deckcheck.web.asker import current_who
from deckcheck.web.cache_headers import kept
from deckcheck.web.current import app
from deckcheck.web.files import base
from deckcheck.web.forms import OfEntry, read_form, read_query, shows_refusals
from deckcheck.web.pages.check.facts import address_of
from deckcheck.web.pages.publication import public_shown as shown
from deckcheck.web.pages.roster.player import Coming, to_event

bp = Blueprint("public", __name__)
P = ParamSpec("P")

LONGEST_REASON: Final = 500
SORTS: Final = {
    "finish": gettext_noop("By finish"),
    "name": gettext_noop("By name"),
    "deck": gettext_noop("By deck"),
}
SEALS: Final = {
    "deadline": gettext_noop("At the deadline"),
    "stage": gettext_noop("When it began"),
    "change": gettext_noop("After a list changed"),
    "final": gettext_noop("At the end"),
}

SAY_WHY: Final = "Say why"
BACK: Final = {"sheets": "Back to sheets", "export": "Back to exporting lists"}


def with_reason(view: Callable[P, ResponseReturnValue]) -> Callable[P, ResponseReturnValue]:
    """A page that some may read only with a reason: where it is missing, the page asks for it."""

    @wraps(view)
    def answered(*args: P.args, **more: P.kwargs) -> ResponseReturnValue:
        try:
            return view(*args, **more)
        except ReasonNeeded as needed:
            address, sentence = request.full_path.rstrip("?"), str(needed).removeprefix(f"{SAY_WHY}. ")
            back, words = _way_back()
            page = render_template(
                "public/reason.html", head=SAY_WHY, sentence=sentence, address=address, back=back, words=words
            )
            return make_response(page, needed.status)

    return answered


def _way_back() -> tuple[str, str]:
    """Where whoever gives no reason goes on: to the page that leads here, with its words."""
    event = "/".join(request.path.split("/")[:3])
    place = request.path.removeprefix(f"{event}/").partition("/")[0]
    return next(((f"{event}/{page}", words) for page, words in BACK.items() if page == place), (event, "To the event"))


def reason() -> str:
    """The reason that was sent; it never stands in an address."""
    return request.form.get("reason", "").strip()[:LONGEST_REASON] if request.method == "POST" else ""


@dataclass(frozen=True, slots=True)
class EventsAsked:
    """Which events: by words of name and place, by game, and which page of them."""

    q: str = ""
    game: str = ""
    page: int = 1


@dataclass(frozen=True, slots=True)
class ListsAsked:
    """Which lists of which stage, in which order, and which page of them; `played`: by deck or by card."""

    stage: str = ""
    sort: str = ""
    q: str = ""
    page: int = 1
    played: str = BY_DECK


@bp.get("/events")
def show_events() -> ResponseReturnValue:
    """The index of events."""
    return _events_page()


def _events_page(refused: Refused | None = None) -> str:
    asked = read_query(EventsAsked)
    found = events_listed(app(), current_who(), EventsFilter(asked.q, asked.game, asked.page))
    return render_template("public/events.html", **events_values(found, str(refused or "")))


@bp.post("/events")
@shows_refusals(_events_page)
def find_event() -> ResponseReturnValue:
    """Lead to the event that takes the code; a wrong one is said beside its field."""
    return to_event(read_form(Coming).code)


def events_values(found: EventsListed, wrong_code: str = "") -> dict[str, Any]:
    """What the template of the index takes."""
    return {
        "code": read_query(Coming).code,
        "wrong_code": wrong_code,
        "found": found,
        "games": [(game.id, game.title) for game in app().reference.games.values()],
        "again": lambda page: shown.query_of({"q": found.words, "game": found.game, "page": page}),
    }


@bp.get("/e/<slug>")
def show_event(slug: str) -> ResponseReturnValue:
    """The page of an event."""
    page = event_page(app(), current_who(), slug)
    return _kept(render_template("public/event.html", **event_values(page)), page)


def _kept(page: str, of: EventPage | ListsPage | ListShown) -> Response:
    return kept(make_response(page), shared=of.shared, search_engines=of.head.search_engines)


def event_values(page: EventPage) -> dict[str, Any]:
    """What the template of an event takes."""
    head = page.head
    return {
        "page": page,
        "frame": page.frame,
        "head": head,
        "law": shown.law_of(head),
        "told": lambda moment: shown.told(moment, head.zone, head.place),
        "act": _act(page),
        "base": base(),
    }


def _act(page: EventPage) -> str:
    """What most people do next on an event's page."""
    if page.plays:
        return "my"
    if page.joins:
        return "join"
    return "lists" if any(stage.open for stage in page.stages) else ""


@bp.route("/e/<slug>/lists", methods=["GET", "POST"])
@with_reason
def show_lists(slug: str) -> ResponseReturnValue:
    """The lists of a stage that are open to the one who asks."""
    asked = read_query(ListsAsked)
    query = Query(asked.stage, asked.sort, asked.q, asked.page, reason(), played=asked.played)
    page = lists_page(app(), current_who(), slug, query)
    values = lists_values(page) | {"by_cards": asked.played == OF_CARDS}
    return _kept(render_template("public/lists.html", **values), page)


def lists_values(page: ListsPage) -> dict[str, Any]:
    """What the template of many lists takes."""
    head, stage = page.head, page.stage

    def again(**changed: str | int) -> str:
        kept_ones: Mapping[str, str | int] = {"stage": stage.slug, "sort": page.sort, "q": page.words}
        return shown.query_of({**kept_ones, **changed})

    return {
        "page": page,
        "head": head,
        "law": shown.law_of(head),
        "told": lambda moment: shown.told(moment, head.zone, head.place),
        "again": again,
        "sorts": [(sort, gettext(SORTS[sort])) for sort in page.sorts],
        "shapes": shapes_for(head, app().reference.games[head.game]),
        "pips": lambda colours: shown.pips_of(colours, head.game),
        "address_of": lambda name: address_of(name, head.game),
        "base": base(),
    }


@bp.route("/e/<slug>/lists/<int:number>", methods=["GET", "POST"])
@with_reason
def show_list(slug: str, number: int) -> ResponseReturnValue:
    """One list."""
    found = list_asked(slug, number)
    return _kept(render_template("public/list.html", **list_values(found)), found)


def list_asked(slug: str, number: int) -> ListShown:
    """The list that a request names."""
    return one_list(app(), current_who(), slug, Wanted(number, read_query(OfEntry).stage, reason()), base())


def list_values(found: ListShown) -> dict[str, Any]:
    """What the template of one list takes."""
    head = found.head
    return {
        "found": found,
        "head": head,
        "law": shown.law_of(head),
        "told": lambda moment: shown.told(moment, head.zone, head.place),
        "sections": shown.deck_sections(found.listed, head.game, in_types=True),
        "copies": shown.copies_of(found),
        "pips": shown.pips_of(found.colours, head.game),
        "sizes": shown.deck_sizes(found.sizes, head.game),
        "base": base(),
        "verdict": shown.verdict_of(found),
        "late": late_words(found.late) if found.late is not None else "",
        "proof": json.dumps(proof_file(found), ensure_ascii=False),
        "seals": {kind: gettext(words) for kind, words in SEALS.items()},
    }


@bp.get("/e/<slug>/seals")
def show_seals(slug: str) -> ResponseReturnValue:
    """The seals of an event."""
    page = seals_page(app(), current_who(), slug)
    return kept(make_response(render_template("public/seals.html", **seals_values(page))), shared=page.shared)


def seals_values(page: SealsPage) -> dict[str, Any]:
    """What the template of seals takes."""
    return {
        "page": page,
        "frame": page.frame,
        "head": page.head,
        "told": lambda moment: shown.told(moment, page.head.zone, page.head.place),
        "words": SEALS,
    }
