"""Past the last known day every page that shows law or cards says so, in one wording; up to that day none does."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any, Final

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from deckcheck.app.context import App
from deckcheck.app.session import settle
from deckcheck.web import create_app
from tests.desks import Clock
from tests.events import Made, make_event
from tests.registrations import receipts, send
from tests.web.pages import Page
from tests.web.visitors import player, sign_in_as, visitor

LATER: Final = datetime(2026, 11, 28, 10, 0, tzinfo=UTC)
DAY: Final = LATER.date()
KNOWN: Final = datetime(2026, 8, 22, 10, 0, tzinfo=UTC)
AGE: Final = "The announcement due on 12 October 2026 is not in our data. Our Standard data end on 22 August 2026."
BY_HAND: Final = "our Standard data end on 22 August 2026"
NEW_SET: Final = "4 Captain James T. Kirk\n56 Plains"


def words(client: FlaskClient, path: str) -> str:
    """What a page says."""
    answer = client.get(path, follow_redirects=True)
    assert answer.status_code == 200, answer.text
    return Page(answer).by_id("content").text


def at(desk: App, clock: Clock, moment: datetime) -> APIFlask:
    clock.set(moment)
    return create_app(desk.settings, desk)


def an_event(desk: App, day: date = DAY, **more: Any) -> Made:
    deadline = datetime(day.year, day.month, day.day, 11, 0, tzinfo=UTC)
    return make_event(desk, format="standard", day=day, deadline=deadline, **more)


def pages_of(app: APIFlask, desk: App, made: Made) -> dict[str, str]:
    """Every page of an event that shows its format, as its reader gets it."""
    organizer = sign_in_as(app, desk, made.accounts["organizer"])
    judge = sign_in_as(app, desk, made.accounts["judge"])
    ada = player(app, desk, made.entries[0])
    base = f"/e/{made.slug}"
    return {
        "event": words(visitor(app), base),
        "settings": words(organizer, f"{base}/settings"),
        "recheck": words(organizer, f"{base}/recheck"),
        "roster": words(judge, f"{base}/roster"),
        "my list": words(ada, f"{base}/my/list"),
    }


def test_every_page_of_an_event_past_our_data_says_their_age_once(one_desk: App, clock: Clock) -> None:
    app = at(one_desk, clock, LATER)
    for name, text in pages_of(app, one_desk, an_event(one_desk)).items():
        assert text.count(AGE) == 1, name


def test_no_page_of_an_event_within_our_data_speaks_of_age(one_desk: App, clock: Clock) -> None:
    app = at(one_desk, clock, KNOWN)
    for name, text in pages_of(app, one_desk, an_event(one_desk, KNOWN.date())).items():
        assert "data end" not in text, name
        assert "last updated" not in text, name


def test_a_card_is_legal_on_the_last_known_day_or_cannot_be_told(one_desk: App, clock: Clock) -> None:
    client = at(one_desk, clock, LATER).test_client()
    text = words(client, "/cards/llanowar-elves")
    assert "Pioneer: legal on 22 August 2026" in text
    assert "Pioneer: legal on 22 August 2026" not in words(client, "/cards/llanowar-elves?on=2026-08-22")
    text = words(client, "/cards/captain-james-t-kirk")
    assert "Standard: can't tell yet: our data end on 22 August 2026; Star Trek" in text
    assert "Can't tell yet if" not in text
    text = words(client, "/cards/vivi-ornitier")
    assert "Standard: banned since 10 November 2025" in text
    assert "our data end on 22 August 2026" in text


def test_formats_say_when_they_were_last_updated(one_desk: App, clock: Clock) -> None:
    client = at(one_desk, clock, LATER).test_client()
    text = words(client, "/formats")
    assert "Standardlast updated 22 August 2026" in text
    assert "Explorerlast updated 1 January 2025" in text
    assert AGE in words(client, "/formats/standard")
    assert "data end" not in words(client, "/formats/standard?on=2026-08-22")


def test_the_check_page_says_the_age_once_and_what_it_cannot_tell(one_desk: App, clock: Clock) -> None:
    client = at(one_desk, clock, LATER).test_client()
    sent = {"format": "standard", "on": "2026-11-28", "text": NEW_SET}
    text = Page(client.post("/check", data=sent)).by_id("content").text
    assert text.count("Our Standard data end on 22 August 2026.") == 1
    assert "Can't tell yet" in text
    assert "Needs an answer" not in text
    assert "1 to check by hand" in text
    sent |= {"text": "60 Plains"}
    text = Page(client.post("/check", data=sent)).by_id("content").text
    assert "Legal in Standard" in text
    assert text.count("Our Standard data end on 22 August 2026.") == 1


@pytest.fixture
def taken(one_desk: App, clock: Clock) -> Made:
    """An event for legal lists only that took a list which only newer data could decide, and a legal one."""
    clock.set(LATER)
    made = an_event(one_desk, accepts="legal")
    send(made, one_desk, NEW_SET)
    send(made, one_desk, "60 Plains", who=made.as_person(1), number=2)
    return made


def test_the_player_reads_that_staff_checks_by_hand(one_desk: App, taken: Made) -> None:
    ada = player(create_app(one_desk.settings, one_desk), one_desk, taken.entries[0])
    text = words(ada, f"/e/{taken.slug}/my/list")
    assert f"Staff will check it by hand: {BY_HAND}." in text
    [key] = {r["key"] for r in _receipts(one_desk, taken)}
    assert f"Staff will check it by hand: {BY_HAND}." in words(ada, f"/e/{taken.slug}/my/receipt/{key}")


def _receipts(desk: App, made: Made) -> list[dict[str, str]]:
    return [{"key": one.key} for one in receipts(made.as_person(0), made.slug, 1, desk)]


def test_the_editor_lets_such_a_list_be_submitted(one_desk: App, taken: Made) -> None:
    per = player(create_app(one_desk.settings, one_desk), one_desk, taken.entries[2])
    sent = {"text": NEW_SET, "do": "check", "key": "k" * 12}
    page = Page(per.post(f"/e/{taken.slug}/my", data=sent))
    text = page.by_id("content").text
    assert "takes legal lists only" not in text
    assert "Can't tell yet" in text
    assert "Submit list" in text
    marked = [
        e.text for e in page.all if "go" in e.attrs.get("class", "").split() and "unscripted" not in e.attrs["class"]
    ]
    assert marked == ["Submit list"]
    done = Page(per.post(f"/e/{taken.slug}/my/send", data=sent | {"do": "send"}, follow_redirects=True))
    assert f"Staff will check it by hand: {BY_HAND}." in done.by_id("content").text


def test_staff_sees_it_apart_and_accepts_it_with_a_word(one_desk: App, taken: Made) -> None:
    rosa = sign_in_as(create_app(one_desk.settings, one_desk), one_desk, taken.accounts["judge"])
    roster = words(rosa, f"/e/{taken.slug}/roster")
    assert f"Check by hand {BY_HAND}" in roster
    assert "Check by hand 1" in roster
    assert "Accept 1 legal list" in roster
    review = Page(rosa.get(f"/e/{taken.slug}/roster/1"))
    assert f"Check by hand: {BY_HAND}." in review.by_id("content").text
    assert review.by_id("why-accept").attrs["value"] == "Checked by hand"


def test_programs_are_told_of_it(one_desk: App, taken: Made) -> None:
    rosa = sign_in_as(create_app(one_desk.settings, one_desk), one_desk, taken.accounts["judge"])
    found: Any = rosa.get(f"/api/v1/e/{taken.slug}/entries").json
    told = {row["number"]: row["list"] for row in found["entries"]}
    assert (told[1]["verdict"], told[1]["by_hand"], told[2]["by_hand"]) == ("undecided", BY_HAND, "")
    for query in ("verdict=undecided", "state=by-hand"):
        some: Any = rosa.get(f"/api/v1/e/{taken.slug}/entries?{query}").json
        assert [row["number"] for row in some["entries"]] == [1], query
    one = replace(one_desk, clock=lambda: LATER)
    card: Any = create_app(one.settings, one).test_client().get("/api/v1/formats/standard?on=2026-11-28").json
    assert card["warnings"][0] == AGE


def test_a_public_list_says_what_cannot_be_told(one_desk: App, clock: Clock) -> None:
    app = at(one_desk, clock, LATER)
    made = an_event(one_desk, during="all", after="all")
    send(made, one_desk, NEW_SET)
    clock.set(LATER.replace(hour=12))
    settle(one_desk, made.slug)
    rosa = sign_in_as(app, one_desk, made.accounts["judge"])
    text = words(rosa, f"/e/{made.slug}/lists/1")
    assert "VerdictCan't tell yet" in text
    assert text.count(AGE) == 1


def test_a_formats_page_says_what_leaves_with_the_next_rotation(one_desk: App, clock: Clock) -> None:
    client = at(one_desk, clock, LATER).test_client()
    text = words(client, "/formats/standard")
    assert "Next rotation: between Fri 29 January 2027 and Fri 5 February 2027. 7 sets leave: Wilds of Eldraine" in text
    assert "Next rotation: Wed 3 February 2027. 7 sets leave: " in words(client, "/formats/standard?platform=mtgo")
    assert "Next rotation: Fri 30 September 2016. 2 sets leave: Dragons of Tarkir, Magic Origins." in words(
        client, "/formats/standard?on=2016-04-08"
    )
    assert "Next rotation" not in words(client, "/formats/modern")
