"""The pages of an account's formats without a script: a form or TOML, what it means, a list to try, and an event."""

from __future__ import annotations

from io import BytesIO
from typing import Any, Final

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.events.events import make_event
from deckcheck.web import create_app
from tests.browser.lists import LEGAL
from tests.organizing import a_plan, an_organizer, the_event
from tests.web.pages import Page
from tests.web.visitors import sign_in_as, visitor

NEW: Final = "/organize/formats/new"
FIELDS: Final = {"title": "Tuesday Modern", "inherits": "modern", "banned": "Wild Ride"}


@pytest.fixture
def app(one_desk: App) -> APIFlask:
    return create_app(one_desk.settings, one_desk)


@pytest.fixture
def who(one_desk: App) -> Actor:
    return an_organizer(one_desk)


@pytest.fixture
def organizer(app: APIFlask, one_desk: App, who: Actor) -> FlaskClient:
    return sign_in_as(app, one_desk, who.uid)


def sent(client: FlaskClient, path: str = NEW, **fields: Any) -> Page:
    return Page(client.post(path, data=fields))


def kept(client: FlaskClient, **more: str) -> str:
    """The address of a format that was saved."""
    answer = client.post(NEW, data=FIELDS | {"do": "keep"} | more)
    assert answer.status_code == 303, Page(answer).text
    return answer.location.partition("?")[0]


def test_a_format_says_what_it_means_before_it_is_saved(organizer: FlaskClient) -> None:
    page = sent(organizer, **FIELDS, do="look")
    assert "No card that is banned" in page.by_id("said").text
    assert "Banned: Wild Ride." in page.by_id("names").text


def test_a_list_is_tried_against_it(organizer: FlaskClient) -> None:
    page = sent(organizer, **FIELDS, do="try", trial=LEGAL)
    assert "Wild Ride is banned in Tuesday Modern." in page.by_id("verdict").text
    assert "Legal" in sent(organizer, **FIELDS | {"banned": ""}, do="try", trial=LEGAL).by_id("verdict").text


def test_a_form_turns_into_toml_and_back(organizer: FlaskClient) -> None:
    more = {"size-main-min": "70", "rarities": "common", "singleton": "yes", "sets": "FDN, dsk"}
    page = sent(organizer, **FIELDS, **more, do="turn")
    text = "".join(page.by_id("toml").texts).lstrip("\n")
    assert text.splitlines()[:3] == ['title = "Tuesday Modern"', 'inherits = "modern"', 'banned = ["Wild Ride"]']
    back = sent(organizer, toml=text, **{"as": "toml"}, do="turn")
    fields = back.fields(back.by_id("format-form"))
    assert (fields["title"], fields["size-main-min"], fields["sets"]) == ("Tuesday Modern", "70", "FDN dsk")
    assert fields["banned"].strip() == "Wild Ride"


def test_points_are_written_a_card_a_line_and_a_list_is_held_to_them(organizer: FlaskClient) -> None:
    fields = FIELDS | {"banned": "", "points": "3 Wild Ride\nLightning Bolt: 1", "points_at_most": "11"}
    page = sent(organizer, **fields, do="try", trial=LEGAL)
    assert "at most 11 points" in page.by_id("said").text
    assert "Points: 3 Wild Ride; 1 Lightning Bolt." in page.by_id("names").text
    assert "the limit is 11: Wild Ride 12" in page.by_id("verdict").text
    text = "".join(sent(organizer, **fields, do="turn").by_id("toml").texts).lstrip("\n")
    assert text.splitlines()[2:] == ["points_at_most = 11", "", "[points]", '"Wild Ride" = 3', '"Lightning Bolt" = 1']
    back = sent(organizer, toml=text, **{"as": "toml"}, do="turn")
    told = back.fields(back.by_id("format-form"))
    assert (told["points"].split("\n"), told["points_at_most"]) == (["3 Wild Ride", "1 Lightning Bolt"], "11")
    wrong = sent(organizer, **fields | {"points": "3 Wild Ride\nOpt\n2 Wild Ride"}, do="keep").by_id("points-fault")
    assert "Line 2: Write the points before the card: 3 Opt." in wrong.text
    assert "Line 3: Wild Ride has points already." in wrong.text


def test_a_table_that_is_none_is_told_and_the_page_stays(organizer: FlaskClient) -> None:
    text = 'title = "A"\ninherits = "modern"\nsizes = 3\npoints = 4\n'
    answer = organizer.post(NEW, data={"as": "toml", "do": "turn", "toml": text})
    assert answer.status_code == 422


def test_a_bad_file_is_told_with_file_line_and_what_to_do(organizer: FlaskClient) -> None:
    file = (BytesIO(b'title = "A"\ninherits = "modern"\nbanned = ["Wild Rid"]\n'), "cube.toml")
    answer = organizer.post(NEW, data={"as": "toml", "do": "look", "file": file})
    page = Page(answer)
    assert answer.status_code == 422
    assert "cube.toml, line 3: No card is called “Wild Rid”. Perhaps: Wild Ride." in page.text
    broken = sent(organizer, toml="title =", **{"as": "toml"}, do="keep")
    assert "Line 1: this is no TOML" in broken.text


def test_a_fault_stands_beside_its_field_with_its_line(organizer: FlaskClient) -> None:
    page = sent(organizer, **FIELDS | {"banned": "Lightning Bolt\nWild Rid"}, do="keep")
    assert "Line 2: No card is called “Wild Rid”." in page.by_id("banned-fault").text
    assert page.by_id("title").attrs["value"] == "Tuesday Modern"


def test_a_saved_format_is_offered_for_an_event_and_shown_to_everybody(
    organizer: FlaskClient, app: APIFlask, one_desk: App
) -> None:
    address = kept(organizer)
    named = f"own-{address.rpartition('/')[2]}-1"
    assert named in organizer.get("/organize/new").text
    form = {"name": "Tuesday", "format": named, "place": "Leeds", "day": "2026-06-19", "round_1": "19:00"}
    answer = organizer.post("/organize/new", data=form)
    assert answer.status_code == 303, Page(answer).text
    assert the_event(one_desk, "tuesday").format == named
    seen = Page(visitor(app).get(f"/formats/{named}"))
    assert "Wild Ride" in seen.text
    assert "Tuesday Modern" in Page(visitor(app).get("/e/tuesday")).text
    settings = Page(organizer.get("/e/tuesday/settings"))
    assert settings.fields(settings.by_id("event-form"))["format"] == named


def test_a_change_is_kept_with_its_day_and_events_follow(organizer: FlaskClient, who: Actor, one_desk: App) -> None:
    address = kept(organizer)
    handle = address.rpartition("/")[2]
    event = make_event(one_desk, who, a_plan(format=f"own-{handle}-1"))
    page = sent(organizer, address, **FIELDS | {"banned": ""}, version="1", do="keep")
    assert "Northern Open follows" in page.text
    assert the_event(one_desk, event.slug).format == f"own-{handle}-2"
    assert "Version 2" in page.text
    again = organizer.post(address, data=FIELDS | {"version": "1", "do": "keep"})
    assert again.status_code == 409


def test_a_format_is_retired_used_again_and_deleted(organizer: FlaskClient) -> None:
    address = kept(organizer)
    assert "Retired" in Page(organizer.post(f"{address}/retire", data={"to": "retire"}, follow_redirects=True)).text
    assert "own-" not in organizer.get("/organize/new").text
    organizer.post(f"{address}/retire", data={"to": "use"})
    assert organizer.post(f"{address}/delete").status_code == 303
    assert organizer.get(address).status_code == 404


def test_to_others_there_is_nothing(organizer: FlaskClient, app: APIFlask, one_desk: App) -> None:
    address = kept(organizer)
    other = sign_in_as(app, one_desk, an_organizer(one_desk, "Ben Ott").uid)
    assert other.get(address).status_code == 404
    for part, more in (("", FIELDS | {"do": "keep"}), ("/retire", {}), ("/delete", {})):
        assert other.post(address + part, data=more).status_code == 404
    may_not = sign_in_as(app, one_desk, an_organizer(one_desk, "Rosa Kim", may=False).uid)
    assert may_not.get(NEW).status_code == 403
