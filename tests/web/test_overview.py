"""The event's day on one page, and the staff's way from any page to any other."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from deckcheck.app.context import App
from deckcheck.app.staff_nav import PAGES
from deckcheck.events.event_states import become
from deckcheck.events.stage_states import become as become_stage
from deckcheck.lists.submit import enter_late
from deckcheck.roster.join import Join, join
from deckcheck.store.models import Account, Event, Stage, StoredReport
from deckcheck.store.states import After
from deckcheck.web import create_app
from tests.desks import Clock
from tests.doors import an_account
from tests.events import DEADLINE, Made, make_event
from tests.organizing import an_organizer
from tests.registrations import ILLEGAL, OTHER, UNDECIDED, accept, an_order, list_row, send
from tests.web.pages import Element, Page
from tests.web.visitors import give, sign_in_as, visitor

E: Final = "/e/northern-open"
NAV: Final = {
    "organizer": "Overview Roster Deck_checks Print Visibility Exports Re-check Proof Settings Stages Staff "
    "API_&_webhooks Audit_log Personal_data",
    "head-judge": "Overview Roster Deck_checks Print Exports Re-check Proof Audit_log",
    "judge": "Overview Roster Deck_checks Print Exports Re-check Proof",
    "scorekeeper": "Overview Roster Print Proof Stages",
}


@pytest.fixture
def app(one_desk: App) -> APIFlask:
    return create_app(one_desk.settings, one_desk)


@pytest.fixture
def made(one_desk: App) -> Made:
    return make_event(one_desk, players=6)


@pytest.fixture
def organizer(app: APIFlask, one_desk: App, made: Made) -> FlaskClient:
    return sign_in_as(app, one_desk, made.accounts["organizer"])


def overview(client: FlaskClient) -> Page:
    page = Page(client.get(f"{E}/overview"))
    assert page.response.status_code == 200
    return page


def said(element: Element) -> str:
    """All that an element says, its parts apart."""
    return " ".join(" ".join(element.texts).split())


def words(page: Page, name: str) -> str:
    return said(page.by_id(name))


def attention(page: Page) -> list[tuple[str, ...]]:
    """Each row: its count, what it is, and where its button leads."""
    rows = [e for e in page.by_id("todo").inside if e.tag == "li"]
    return [
        (
            next(e.text for e in row.inside if "num" in e.attrs.get("class", "")),
            next(e.text for e in row.inside if "strong" in e.attrs.get("class", "")),
            next(e.attrs["href"] for e in row.inside if e.tag == "a"),
        )
        for row in rows
    ]


# Navigation.


@pytest.mark.parametrize("role", NAV)
def test_the_navigation_of_a_role_leads_to_what_it_may_open(
    app: APIFlask, one_desk: App, made: Made, role: str
) -> None:
    client = sign_in_as(app, one_desk, made.accounts[role])
    page = overview(client)
    (rail,) = page.having("rail")
    links = [e for e in rail.inside if e.tag == "a"]
    assert " ".join(e.text.replace(" ", "_") for e in links) == NAV[role]
    named = {e.attrs["href"].rsplit("/", 1)[-1] for e in links}
    others = {page for group in PAGES.values() for _, page, _ in group} - named - {"pools", "seals", "export"}
    for name in named:
        shown = Page(client.get(f"{E}/{name}"))
        assert shown.response.status_code == 200, name
        (places,) = shown.having("places")
        current = [e.attrs["href"] for e in places.inside if e.attrs.get("aria-current") == "page"]
        assert current == [f"{E}/{name}"], "The page stands in the row of its group, and is marked there."
        assert [e.attrs["href"] for e in shown.having("event-name")] == [f"{E}/overview"]
    assert {name: client.get(f"{E}/{name}").status_code for name in others} == dict.fromkeys(others, 403)


def test_each_page_of_staff_is_two_clicks_from_each_other(organizer: FlaskClient) -> None:
    """On a phone by a group and a page of it: each group's tab leads to a page on which all of its pages stand."""
    (groups,) = overview(organizer).having("groups")
    tabs = [e for e in groups.inside if e.tag == "a"]
    assert [e.text for e in tabs] == list(PAGES)
    found = set()
    for tab in tabs:
        (places,) = Page(organizer.get(tab.attrs["href"])).having("places")
        found |= {e.attrs["href"] for e in places.inside if e.tag == "a"}
    (rail,) = overview(organizer).having("rail")
    assert found == {e.attrs["href"] for e in rail.inside if e.tag == "a"}


@pytest.mark.parametrize(
    ("path", "page"),
    [("roster/1", "roster"), ("code", "overview"), ("order", "sheets"), ("become/cancelled", "settings")],
)
def test_a_page_within_another_marks_that_one(organizer: FlaskClient, path: str, page: str) -> None:
    (places,) = Page(organizer.get(f"{E}/{path}")).having("places")
    current = [e.attrs for e in places.inside if "aria-current" in e.attrs]
    assert [(e["href"], e["aria-current"]) for e in current] == [(f"{E}/{page}", "true")]


def test_the_public_has_other_words_in_the_header(app: APIFlask, organizer: FlaskClient, made: Made) -> None:
    for path in (E, f"{E}/export", f"{E}/seals"):
        shown = Page(visitor(app).get(path))
        assert not [*shown.having("places"), *shown.having("rail"), *shown.having("event-name")], path
        assert [e.text for e in shown.all if e.attrs.get("href") in {"/check", "/sign-in"}] == ["Sign in", "Check"]
        ours = Page(organizer.get(path))
        assert [e.text for e in ours.all if e.attrs.get("href") in {"/check", "/organize"}] == ["My events"]


def test_account_and_cards_are_reached_from_my_events(organizer: FlaskClient) -> None:
    page = Page(organizer.get("/organize"))
    assert [e.text for e in page.all if e.attrs.get("href") == "/account"] == ["Account"]
    assert not [e for e in page.all if e.attrs.get("href") == "/cards-and-bans"]
    assert [e for e in page.all if e.attrs.get("href") == f"{E}/overview"]


# Where signing in leads, and how an event is said to stand.


def test_signing_in_leads_to_the_only_event_or_to_all(app: APIFlask, one_desk: App, made: Made) -> None:
    del made
    who = an_organizer(one_desk, "Ben Ott")
    assert sign_in_as(app, one_desk, who.uid).get("/sign-in").headers["Location"] == "/organize"
    make_event(one_desk, slug="first", join_code="KITE-4721", accounts={"organizer": who.uid}, day=date(2026, 6, 20))
    assert sign_in_as(app, one_desk, who.uid).get("/sign-in").headers["Location"] == "/e/first/overview"
    make_event(one_desk, slug="later", join_code="KITE-4720", accounts={"organizer": who.uid}, day=date(2026, 6, 27))
    assert sign_in_as(app, one_desk, who.uid).get("/sign-in").headers["Location"] == "/organize"
    make_event(one_desk, slug="now", join_code="KITE-4722", accounts={"organizer": who.uid})
    client = sign_in_as(app, one_desk, who.uid)
    assert client.get("/sign-in").headers["Location"] == "/e/now/overview"
    assert client.get("/sign-in?next=/organize").headers["Location"] == "/organize"


def test_an_event_runs_from_its_own_day_on(app: APIFlask, one_desk: App, clock: Clock) -> None:
    made = make_event(one_desk, day=date(2026, 6, 14), deadline=DEADLINE + timedelta(days=1))
    nora = sign_in_as(app, one_desk, made.accounts["organizer"])
    for path in ("/organize", f"{E}/settings", f"{E}/overview"):
        text = nora.get(path).text
        assert "Taking lists" in text, path
        assert "Running" not in text, path
    clock.set(DEADLINE + timedelta(hours=14, minutes=1))  # 00:01 in Leeds, still the day before in UTC.
    nora = sign_in_as(app, one_desk, made.accounts["organizer"])
    for path in ("/organize", f"{E}/settings", f"{E}/overview"):
        assert "Running" in nora.get(path).text, path


# The figures.


def test_the_figures_add_up_to_the_roster_and_lead_to_it(one_desk: App, organizer: FlaskClient, made: Made) -> None:
    for place, text in enumerate((OTHER, OTHER, ILLEGAL, UNDECIDED)):
        send(made, one_desk, text, who=made.as_person(place), number=place + 1)
    accept(made, one_desk)
    page = overview(organizer)
    assert words(page, "band-sent") == "Submitted 4 of 6 2 not submitted"
    assert words(page, "band-deadline") == "Lists close 1 h left 10:00 today. Change"
    assert words(page, "entries").startswith("All 6 entries")
    rows = {e.attrs["href"]: e for e in page.by_id("entries").inside if e.tag == "a"}
    counts = [e.text for e in page.by_id("entries").inside if "num" in e.attrs.get("class", "")]
    assert [(e.text, count) for e, count in zip(rows.values(), counts, strict=True)] == [
        ("Accepted", "1"),
        ("Ready", "1"),
        ("Needs an answer", "1"),
        ("Illegal", "1"),
        ("Not submitted", "2"),
    ]
    for address, count in zip(rows, counts, strict=True):
        table = Page(organizer.get(address)).by_id("rows")
        assert len([e for e in table.inside if e.tag == "th" and e.attrs.get("scope") == "row"]) == int(count), address
    bar = next(e for e in page.all if e.attrs.get("class") == "stack")
    assert bar.attrs["aria-label"] == ("6 entries: 1 accepted, 1 ready, 1 needs an answer, 1 illegal, 2 not submitted.")


def test_what_needs_a_hand_stands_in_its_order(
    app: APIFlask, one_desk: App, organizer: FlaskClient, made: Made, clock: Clock
) -> None:
    assert "Nothing needs you right now." in words(overview(organizer), "todo")
    for place, text in enumerate((OTHER, ILLEGAL, UNDECIDED)):
        send(made, one_desk, text, who=made.as_person(place), number=place + 1)
    join(Join(made.as_stranger, made.slug, "KITE-4719", "Noor", "Sam"), one_desk)
    page = overview(organizer)
    assert "Players can fix them for 1 h." in words(page, "todo")
    assert attention(page) == [
        ("1", "Walk-ins to check in", f"{E}/roster?show=unconfirmed"),
        ("1", "Lists that need an answer", f"{E}/roster?show=undecided"),
        ("1", "Illegal lists", f"{E}/roster?show=illegal"),
    ]
    clock.set(DEADLINE + timedelta(minutes=5))
    enter_late(an_order(made, one_desk, who=made.as_account("judge"), number=5, reason="bus broke down"), one_desk)
    with one_desk.store.write() as session:
        sent = list_row(one_desk, made).current
        report = StoredReport(
            submission=sent, at=one_desk.now(), cause="recheck", law_digest="", cards_import="", verdict="illegal",
            main=60, side=15, body={"problems": []},
        )  # fmt: skip
        session.add(report)
        session.get_one(Event, made.uid).totp_required = True
        for uid in made.accounts.values():
            session.get_one(Account, uid).totp_on = uid != made.accounts["judge"]
    strong = sign_in_as(app, one_desk, made.accounts["organizer"], strong=True)
    page = overview(strong)
    assert "Lists have closed" in words(page, "todo")
    assert [row[:2] for row in attention(page)][-3:] == [
        ("1", "Late lists"),
        ("1", "Verdicts changed by a re-check"),
        ("1", "Staff without two-step sign-in"),
    ]
    assert attention(page)[-2][2] == f"{E}/roster?only=1"


def test_the_code_is_there_while_it_works(organizer: FlaskClient, clock: Clock) -> None:
    page = overview(organizer)
    assert "KITE-4719 localhost/join Works until lists close at 10:00." in said(page.having("join-box")[0])
    sign = Page(organizer.get(f"{E}/code/sign"))
    assert "KITE-4719" in sign.by_id("sign").text
    assert "<svg" in sign.response.text
    clock.set(DEADLINE + timedelta(minutes=1))
    told = said(overview(organizer).having("join-box")[0])
    assert "The code no longer works: lists have closed." in told
    assert "Show full screen" not in told


def step(client: FlaskClient) -> tuple[str, str]:
    """The next step and where it leads; empty where there is none."""
    part = overview(client).by_id("next")
    return (
        said(part).removeprefix("Next: "),
        next((e.attrs["href"] for e in part.inside if e.tag == "a"), ""),
    )


def test_the_day_before_a_reminder_comes_first_and_after_the_event_its_lists(
    app: APIFlask, one_desk: App, clock: Clock
) -> None:
    made = make_event(one_desk, day=date(2026, 6, 14), deadline=DEADLINE + timedelta(days=1))
    nora = sign_in_as(app, one_desk, made.accounts["organizer"])
    send(made, one_desk, OTHER)
    told = "Round 1 is tomorrow. 2 players haven't submitted. Copy reminder"
    assert step(nora) == (told, f"{E}/roster/remind")
    clock.set(DEADLINE + timedelta(days=1, minutes=1))
    nora = sign_in_as(app, one_desk, made.accounts["organizer"])
    assert step(nora) == ("", ""), "Accepting is for judges."
    who = made.as_account("organizer")
    become_stage(one_desk, who, made.slug, "swiss", "begun")
    become_stage(one_desk, who, made.slug, "swiss", "over")
    assert step(nora) == ("The last round is over. End event", f"{E}/become/completed")
    become(one_desk, who, made.slug, "completed")
    with one_desk.store.write() as session:
        session.get_one(Stage, made.stages["swiss"]).after = After.CLOSED
    assert step(nora) == ("The event has ended. Lists are hidden. Publish 1 list", f"{E}/publication")


def test_a_judge_accepts_and_an_organizer_imports(app: APIFlask, one_desk: App, made: Made) -> None:
    send(made, one_desk, OTHER)
    judge = sign_in_as(app, one_desk, made.accounts["judge"])
    told = "1 legal list is waiting. Once accepted, players can't change it. Accept 1 legal list"
    assert step(judge) == (told, f"{E}/roster/accept?stage=swiss&all=1")
    empty = make_event(one_desk, slug="empty", players=0, join_code="KITE-4723")
    page = Page(sign_in_as(app, one_desk, empty.accounts["organizer"]).get("/e/empty/overview"))
    assert words(page, "next") == "Next: Nobody is on the roster. Import player list"
    assert "No entries yet" in page.by_id("entries").text


def test_a_poll_has_the_figures_that_changed_and_nothing_else(
    one_desk: App, organizer: FlaskClient, made: Made
) -> None:
    since = overview(organizer).by_id("since").attrs["value"]
    assert organizer.get(f"{E}/overview/figures?since={since}").status_code == 204
    send(made, one_desk, OTHER)
    changed = Page(organizer.get(f"{E}/overview/figures?since={since}"))
    assert words(changed, "band-sent").startswith("Submitted 1 of 6")
    assert {e.attrs["id"] for e in changed.all if "hx-swap-oob" in e.attrs} == {
        *("band", "todo", "entries", "next", "slot-words", "since")
    }
    assert '<svg class="qr"' not in changed.response.text, "The code stays where it is."


def test_a_reminder_names_the_code_and_the_address_that_was_asked(organizer: FlaskClient) -> None:
    page = Page(organizer.get(f"{E}/roster/remind", base_url="http://localhost:8123"))
    assert "http://localhost:8123/join with the code KITE-4719" in page.by_id("reminder").text


def test_the_print_page_says_what_can_still_change(one_desk: App, app: APIFlask, made: Made) -> None:
    judge = sign_in_as(app, one_desk, made.accounts["judge"])
    for place in range(3):
        send(made, one_desk, OTHER, who=made.as_person(place), number=place + 1)
    accept(made, one_desk)
    assert "1 of 3 lists printed; 2 can still change." in judge.get(f"{E}/sheets").text


def test_signing_in_with_a_password_goes_on_by_itself(app: APIFlask, one_desk: App) -> None:
    an_account(one_desk)
    client = visitor(app)
    assert give(client).headers["Location"] == "/sign-in"
    assert client.get("/sign-in").headers["Location"] == "/organize"
