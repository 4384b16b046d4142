"""The publisher's sheet of a Pokémon deck: by whoever checked it, blank, and of an event with players' divisions."""

from __future__ import annotations

from datetime import timedelta

from apiflask import APIFlask

from deckcheck.accounts import links
from deckcheck.app.actors import STRANGER, Actor
from deckcheck.app.context import App
from deckcheck.app.session import settle
from deckcheck.audit.retention_periods import tidy
from deckcheck.games import GAMES
from deckcheck.roster.join import Join, join
from deckcheck.roster.players import confirm_joiner
from deckcheck.store.models import Event
from deckcheck.store.states import EventState
from deckcheck.web import create_app
from tests.desks import Clock
from tests.events import DEADLINE, Made, make_event
from tests.registrations import send
from tests.web.events_served import browser
from tests.web.test_printing import paper
from tests.web.visitors import visitor

EXAMPLE = GAMES["pkm"].presentation.example


def test_a_checked_deck_stands_in_three_tables_with_the_printings_that_were_written(app: APIFlask) -> None:
    (page,) = paper(visitor(app).post("/sheet.pdf", data={"format": "pkm-standard", "text": EXAMPLE}))
    for words in ("Player ID", "Date of birth", "Age division", "Junior", "Senior", "Masters", "Coll. #", "Reg"):
        assert words in page
    assert "Sideboard" not in page


def test_a_blank_sheet_has_tables_to_write_on(app: APIFlask) -> None:
    (page,) = paper(visitor(app).get("/sheet.pdf?format=pkm-standard&paper=letter"))
    assert page.count("Qty") == 3


def awa_sent(desk: App, made: Made, clock: Clock, division: str = "", born: str = "") -> None:
    """A player joins, says how old they are, and sends a list; lists are closed."""
    joined = join(
        Join(STRANGER, made.slug, "KITE-4719", "Keita", "Awa", external="4711", division=division, born=born), desk
    )
    me = links.find(desk, joined.link)
    send(made, desk, EXAMPLE, who=Actor(me.kind, me.subject), number=joined.number)
    confirm_joiner(made.as_account("scorekeeper"), made.slug, joined.number, desk)
    clock.set(DEADLINE + timedelta(minutes=1))
    settle(desk, made.slug)


def sheet_of(desk: App, made: Made) -> str:
    """The only sheet of an event, as its head judge prints it."""
    judge = browser(create_app(desk.settings, desk), desk, made.as_account("head-judge"))
    address = f"/e/{made.slug}/sheets/lists.pdf?stage=swiss"
    (page,) = paper(judge.post(address, data={"reason": "to be filed"}))
    return page


def test_the_sheets_of_an_event_have_the_division_and_no_date_of_birth(one_desk: App, clock: Clock) -> None:
    made = make_event(one_desk, game="pkm", format="pkm-standard", players=0)
    awa_sent(one_desk, made, clock, division="senior")
    page = sheet_of(one_desk, made)
    for words in ("Keita", "4711", "Dragapult ex", "ASC", "160"):
        assert words in page
    assert "2012" not in page


def test_a_date_of_birth_is_printed_until_it_is_deleted(one_desk: App, clock: Clock) -> None:
    made = make_event(one_desk, game="pkm", format="pkm-standard", players=0)
    with one_desk.store.write() as session:
        session.get_one(Event, made.uid).birth_dates = True
    awa_sent(one_desk, made, clock, born="2012-05-31")
    assert "31 May 2012" in sheet_of(one_desk, made)
    with one_desk.store.write() as session:
        event = session.get_one(Event, made.uid)
        event.state, event.ended_at = EventState.COMPLETED, clock()
    clock.pass_(days=8)
    assert tidy(one_desk).births == 1
    page = sheet_of(one_desk, made)
    assert "Keita" in page
    assert "2012" not in page
