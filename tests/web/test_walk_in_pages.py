"""The question to walk-ins, which is the same to the byte whoever is meant; and what the desk sees of it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest
from apiflask import APIFlask
from werkzeug.test import TestResponse

from deckcheck.accounts import links
from deckcheck.app.actors import STRANGER, Actor
from deckcheck.app.context import App
from deckcheck.roster.entry_states import MoveEntry, move_entry
from deckcheck.roster.join import Join, join, set_joins
from deckcheck.roster.players import EditEntry, Given, edit_entry
from deckcheck.store.models import Entry
from deckcheck.store.states import EntryState
from deckcheck.web import create_app
from deckcheck.web.pages.roster.roster import checked_in_told
from tests.desks import Clock, desk_on
from tests.events import Made, make_event
from tests.registrations import ILLEGAL, LEGAL, accept, send
from tests.web.pages import Page
from tests.web.visitors import sign_in_as, visitor

E: Final = "/e/northern-open"
ADA: Final = {"code": "KITE-4719", "last": "Okonkwo", "first": "Ada"}


def plain(_desk: App, _made: Made) -> None:
    """Somebody with nothing."""


def with_a_list(desk: App, made: Made) -> None:
    send(made, desk, LEGAL)


def with_a_list_that_was_accepted(desk: App, made: Made) -> None:
    send(made, desk, LEGAL)
    accept(made, desk)


def with_an_address(desk: App, made: Made) -> None:
    given = Given(mail="ada@example.org", pronouns="she/her", external="42", stream_ok="yes")
    edit_entry(EditEntry(made.as_account("judge"), made.slug, 1, given), desk)


def withdrawn(desk: App, made: Made) -> None:
    move_entry(MoveEntry(made.as_account("judge"), made.slug, 1, EntryState.WITHDRAWN, "ill"), desk)


def disqualified(desk: App, made: Made) -> None:
    move_entry(MoveEntry(made.as_account("head-judge"), made.slug, 1, EntryState.DISQUALIFIED, "cheated"), desk)


def not_confirmed(desk: App, made: Made) -> None:
    with desk.store.write() as session:
        found = session.get(Entry, made.entries[0])
        assert found is not None
        found.confirmed, found.origin = False, "code"


def twice(desk: App, made: Made) -> None:
    edit_entry(EditEntry(made.as_account("judge"), made.slug, 2, Given(last="Okonkwo", first="Ada")), desk)


KINDS: Final[tuple[Callable[[App, Made], None], ...]] = (
    plain,
    with_a_list,
    with_a_list_that_was_accepted,
    with_an_address,
    withdrawn,
    disqualified,
    not_confirmed,
    twice,
)


def told(answer: TestResponse) -> tuple[int, list[tuple[str, str]], bytes]:
    page = re.sub(rb'(name="key" value=)"[^"]+"', rb"\1", answer.get_data())  # Of each form its own.
    return answer.status_code, sorted((n, v) for n, v in answer.headers if n != "Date"), page


def asked(folder: Path, migrated: Path, kind: Callable[[App, Made], None]) -> list[tuple[Any, ...]]:
    """What page and API answer to somebody who joins under the name of such an entry."""
    folder.mkdir()
    shutil.copyfile(migrated, folder / "deckcheck.db")
    desk = desk_on(f"sqlite:///{folder / 'deckcheck.db'}", Clock(), folder)
    made = make_event(desk)
    kind(desk, made)
    app = create_app(desk.settings, desk)
    answers = [
        visitor(app).post(f"{E}/join", data=ADA),
        visitor(app).post(f"/api/v1{E}/join", json=ADA),
        visitor(app).get(f"{E}/join?code=KITE-4719"),
    ]
    desk.store.close()
    return [told(answer) for answer in answers]


def test_the_question_is_the_same_whoever_is_meant(tmp_path: Path, migrated_file: Path) -> None:
    first, *rest = [asked(tmp_path / kind.__name__, migrated_file, kind) for kind in KINDS]
    assert [answer[0] for answer in first] == [409, 409, 200]
    for kind, other in zip(KINDS[1:], rest, strict=True):
        assert other == first, kind.__name__


@pytest.fixture
def app(one_desk: App) -> APIFlask:
    return create_app(one_desk.settings, one_desk)


@pytest.fixture
def made(one_desk: App) -> Made:
    return make_event(one_desk)


def test_the_question_keeps_what_was_typed(app: APIFlask, made: Made) -> None:
    page = Page(visitor(app).post(f"{E}/join", data={**ADA, "last": "OKONKWO", "mail": "me@example.org"}))
    text = next(e for e in page.all if e.tag == "h1").text
    assert text == "Ada OKONKWO is already on the roster. Is this you?"
    kept = {e.attrs["name"]: e.attrs["value"] for e in page.all if e.tag == "input"}
    assert kept == {**ADA, "last": "OKONKWO", "mail": "me@example.org"}


@pytest.mark.parametrize("same", ["yes", "no"])
def test_both_answers_lead_to_a_list_and_a_link_of_ones_own(app: APIFlask, made: Made, same: str) -> None:
    guest = visitor(app)
    answer = guest.post(f"{E}/join", data={**ADA, "same": same})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{E}/my?joined=4")
    text = guest.get(answer.headers["Location"]).get_data(as_text=True)
    assert "registered as entry 4." in text
    secret = re.search(r"/r/(\w{22})", guest.post(f"{E}/my/link").get_data(as_text=True))
    assert secret
    assert secret[1] not in made.links


def test_the_api_asks_with_a_code_and_takes_the_answer(app: APIFlask, made: Made) -> None:
    guest = visitor(app)
    asked = guest.post(f"/api/v1{E}/join", json=ADA)
    assert (asked.status_code, asked.get_json()["code"]) == (409, "like-name")
    assert guest.post(f"/api/v1{E}/join", json={**ADA, "same": True}).get_json()["number"] == 4


def test_the_roster_shows_the_pair_and_merges_with_one_tap(app: APIFlask, one_desk: App, made: Made) -> None:
    visitor(app).post(f"{E}/join", data={**ADA, "same": "yes"})
    desk = sign_in_as(app, one_desk, made.accounts["scorekeeper"])
    page = Page(desk.get(f"{E}/roster"))
    same, other = (e for e in page.all if e.attrs.get("formaction") == f"{E}/roster/4/same")
    assert (same.text, same.attrs["name"], same.attrs["value"]) == ("Same person: merge", "other", "1")
    assert (other.text, other.attrs["name"], other.attrs["value"]) == ("Different people", "apart", "1")
    assert "They say they are “Ada Okonkwo” from the player list" in page.by_id("d4").text
    assert "Same name, no list yet; nobody has joined with that entry." in page.by_id("d4").text
    assert f'action="{E}/roster/4/same"' in desk.get(f"{E}/roster/4").get_data(as_text=True)
    rows = {row["number"]: row["says_is"] for row in desk.get(f"/api/v1{E}/entries").get_json()["entries"]}
    assert rows == {1: None, 2: None, 3: None, 4: 1}
    answer = desk.post(f"{E}/roster/4/same", data={"choose": "", "stage": "swiss", "other": "1"})
    page = Page(desk.get(answer.headers["Location"]))
    assert "Merged: Okonkwo, Ada." in page.by_id("content").text
    assert not [e for e in page.all if e.attrs.get("formaction", "").endswith("/same")]
    undo = next(e for e in page.all if e.attrs.get("action", "").startswith(f"{E}/roster/4/same"))
    again = Page(desk.get(desk.post(undo.attrs["action"], data={"undo": "yes"}).headers["Location"]))
    assert "Same person: merge" in again.by_id("d4").text


def test_a_full_code_sends_players_to_the_desk_and_tells_the_staff(app: APIFlask, one_desk: App, made: Made) -> None:
    set_joins(made.as_account("organizer"), made.slug, 1, one_desk)
    visitor(app).post(f"{E}/join", data={**ADA, "last": "Keita"})
    answer = visitor(app).post(f"{E}/join", data={**ADA, "last": "Traoré"})
    assert answer.status_code == 409
    assert "Go to the desk to be added." in answer.get_data(as_text=True)
    assert "takes nobody else for now" in sign_in_as(app, one_desk, made.accounts["scorekeeper"]).get(
        f"{E}/code"
    ).get_data(as_text=True)


def test_the_organizer_sets_how_many_may_join(app: APIFlask, one_desk: App, made: Made) -> None:
    organizer = sign_in_as(app, one_desk, made.accounts["organizer"])
    for typed, expected in (("250", "250"), ("", "")):
        answer = organizer.post(f"{E}/code", data={"joins": typed})
        assert answer.headers["Location"] == f"{E}/code?done=joins"
        assert Page(organizer.get(f"{E}/code?done=joins")).by_id("joins").attrs["value"] == expected
    for typed in ("many", "-3", "10001"):
        assert organizer.post(f"{E}/code", data={"joins": typed}).status_code == 422
    assert organizer.put(f"/api/v1{E}/joins", json={"an_hour": 40}).get_json() == {"an_hour": 40}


def test_walk_ins_are_ticked_beforehand_but_for_likely_duplicates(app: APIFlask, one_desk: App, made: Made) -> None:
    visitor(app).post(f"{E}/join", data={**ADA, "same": "yes"})
    for last in ("Amato", "Keita"):
        joined = join(Join(STRANGER, made.slug, "KITE-4719", last, "Giulia"), one_desk)
        me = links.find(one_desk, joined.link)
        text = ILLEGAL if last == "Amato" else LEGAL
        send(made, one_desk, text, who=Actor(me.kind, me.subject), number=joined.number)
    desk = sign_in_as(app, one_desk, made.accounts["judge"])
    page = Page(desk.get(f"{E}/roster?show=unconfirmed"))
    ticked = [e.attrs["value"] for e in page.all if e.attrs.get("name") == "here" and "checked" in e.attrs]
    assert ticked == ["5", "6"]
    assert page.by_id("check-in").text == "Check in 2 walk-ins"
    assert "1 more may be a duplicate: answer that first." in page.by_id("choosing").text
    assert page.by_id("check-in").attrs["formaction"] == f"{E}/roster/check-in?show=unconfirmed"
    answer = desk.post(f"{E}/roster/check-in?show=unconfirmed", data={"here": ticked, "stage": "swiss"})
    page = Page(desk.get(answer.headers["Location"]))
    told = page.by_id("content").text
    assert "2 players checked in: 1 legal; 1 illegal, Amato, Giulia (59 cards in the main deck)." in told
    assert "1 walk-in left: is it a duplicate?" in told
    undo = next(e for e in page.all if e.attrs.get("action", "").startswith(f"{E}/roster/check-in"))
    at = next(e for e in page.all if e.attrs.get("name") == "at").attrs["value"]
    page = Page(desk.get(desk.post(undo.attrs["action"], data={"at": at}).headers["Location"]))
    assert "2 players waiting for the desk again." in page.by_id("content").text
    assert page.by_id("check-in").text == "Check in 2 walk-ins"


def test_different_people_are_remembered_on_the_roster(app: APIFlask, one_desk: App, made: Made) -> None:
    visitor(app).post(f"{E}/join", data={**ADA, "same": "no"})
    desk = sign_in_as(app, one_desk, made.accounts["scorekeeper"])
    assert "Probably “Ada Okonkwo”" in Page(desk.get(f"{E}/roster?show=duplicates")).by_id("d4").text
    answer = desk.post(f"{E}/roster/4/same?show=unconfirmed", data={"apart": "1"})
    page = Page(desk.get(answer.headers["Location"]))
    assert "hidden" in page.by_id("d4").attrs
    assert page.by_id("check-in").text == "Check in 1 walk-in"


def a_row(number: int, mark: str) -> Any:
    return SimpleNamespace(number=number, mark=mark, by_hand="", listed=f"P {number}", reason="")


def test_more_than_three_faults_are_counted_and_led_to() -> None:
    rows = [a_row(number, "illegal" if number < 5 else "legal") for number in range(1, 7)]
    assert checked_in_told(rows) == ("6 checked in:", "2 legal, 4 illegal.", "1.2.3.4")
    assert checked_in_told(rows[3:]) == ("3 players checked in:", "2 legal; 1 illegal, P 4.", "")
    assert checked_in_told([a_row(1, "not-sent")]) == ("1 player checked in:", "1 not submitted.", "")
