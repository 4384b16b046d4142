"""Cards & bans in the browser of an operator, and of nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from deckcheck.accounts.staff_accounts import add_account, let_operate
from deckcheck.app import live
from deckcheck.app.actors import SYSTEM
from deckcheck.app.context import App
from deckcheck.catalogue.reference import find_root
from deckcheck.law.differences import Difference, Kind
from deckcheck.store.queries import updates
from deckcheck.updates import runs
from deckcheck.updates.apply import apply, keep_waiting
from deckcheck.updates.entries import add_entries
from deckcheck.updates.runs import do_next_run
from deckcheck.updates.update import all_sources, look
from deckcheck.web import create_app
from scripts.gatcg_pages import pages
from tests.cli.test_update import TOMORROW, saved
from tests.desks import Clock
from tests.own_data import BAN, BAN_PATH, BANNED, DAY, FORMAT, GAME, NEW, incoming, live_desk, small_law
from tests.web.visitors import sign_in_as, visitor

MAIL = "rosa@example.org"
PAGE = "/cards-and-bans"


@pytest.fixture
def desk(database_url: str, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    monkeypatch.setattr(live, "PAUSE", 0.0)
    clock.set(datetime(2026, 12, 1, 9, tzinfo=UTC))
    root = small_law(tmp_path / "law")
    (root / "templates").symlink_to(find_root() / "templates")
    found = live_desk(database_url, clock, root)
    yield found
    found.store.close()


@pytest.fixture
def app(desk: App) -> Flask:
    return create_app(desk.settings, desk)


@pytest.fixture
def rosa(desk: App, app: Flask) -> FlaskClient:
    """An operator, signed in."""
    return sign_in_as(app, desk, add_account(desk, MAIL, "Rosa Kim", operator=True).uid)


def knows(desk: App) -> bool:
    """Whether what begins now knows the card of tomorrow."""
    with desk.live.bound():
        return desk.index(GAME).card(NEW) is not None


def test_nobody_else_finds_the_page(desk: App, app: Flask, rosa: FlaskClient) -> None:
    organizer = sign_in_as(app, desk, add_account(desk, "ben@example.org", organizer=True).uid)
    assert rosa.get(PAGE).status_code == 200
    assert organizer.get(PAGE).status_code == 404
    assert visitor(app).get(PAGE).status_code in {303, 401, 404}
    assert PAGE in rosa.get("/check").text
    assert PAGE not in organizer.get("/check").text
    let_operate(desk, MAIL, False)
    assert rosa.get(PAGE).status_code == 404


def test_nobody_else_changes_anything(desk: App, app: Flask) -> None:
    uid = keep_waiting(desk, incoming(NEW), SYSTEM)
    organizer = sign_in_as(app, desk, add_account(desk, "ben@example.org", organizer=True).uid)
    for path, form in (("apply", {"update": uid}), ("discard", {"update": uid}), ("roll-back", {"what": uid})):
        assert organizer.post(f"{PAGE}/{path}", data=form).status_code == 404
    with desk.store.read() as session:
        row = updates.update(session, uid)
        assert row is not None
        assert row.state == "waiting"


def test_what_waits_is_applied_and_rolled_back_after_a_question(desk: App, rosa: FlaskClient) -> None:
    uid = keep_waiting(desk, incoming(NEW), SYSTEM)
    assert ">Apply<" in rosa.get(PAGE).text
    assert rosa.post(f"{PAGE}/apply", data={"update": uid}).status_code == 303
    assert knows(desk)
    told = rosa.get(PAGE).text
    assert "Rosa Kim" in told
    assert ">Apply<" not in told
    asked = rosa.post(f"{PAGE}/roll-back", data={"what": uid})
    assert "Roll back" in asked.text
    assert knows(desk)
    assert rosa.post(f"{PAGE}/roll-back", data={"what": uid, "confirmed": "yes"}).status_code == 303
    assert "rolled back" in rosa.get(PAGE).text
    assert not knows(desk)
    again = rosa.post(f"{PAGE}/roll-back", data={"what": uid, "confirmed": "yes"})
    assert again.status_code == 422
    assert "not the latest update any more" in again.text


def test_what_waits_is_left(desk: App, rosa: FlaskClient) -> None:
    uid = keep_waiting(desk, incoming(NEW), SYSTEM)
    assert rosa.post(f"{PAGE}/discard", data={"update": uid}).status_code == 303
    assert ">Apply<" not in rosa.get(PAGE).text
    assert rosa.post(f"{PAGE}/apply", data={"update": uid}).status_code == 422


def test_a_law_of_ones_own_is_withdrawn(desk: App, rosa: FlaskClient) -> None:
    apply(desk, incoming(NEW), SYSTEM)
    (uid,) = add_entries(desk, GAME, {BAN_PATH: BAN}, SYSTEM)
    assert "Announcement added" in rosa.get(PAGE).text
    assert "lists are judged without it" in rosa.post(f"{PAGE}/roll-back", data={"what": uid}).text
    assert rosa.post(f"{PAGE}/roll-back", data={"what": uid, "confirmed": "yes"}).status_code == 303
    assert "Announcement withdrawn" in rosa.get(PAGE).text


def announced(**more: str) -> dict[str, str]:
    return {
        "status": "banned",
        "cards": BANNED,
        "formats": FORMAT,
        "day": "2026-12-07",
        "source": "https://example.org/bans",
        **more,
    }


def test_an_announcement_is_seen_first_and_then_law(desk: App, rosa: FlaskClient) -> None:
    address = f"{PAGE}/announcement"
    shown = rosa.post(address, data=announced(do="show")).text
    assert f"{BANNED} is banned" in shown
    assert "No list of a coming event changes." in shown
    assert "Announcement added" not in rosa.get(PAGE).text
    assert rosa.post(address, data=announced(do="add")).status_code == 303
    assert "Announcement added" in rosa.get(PAGE).text
    with desk.live.bound():
        assert desk.reference.announcements(GAME, FORMAT)[-1].statuses == {BANNED: "banned"}


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"cards": "Abnegatoin"}, "Abnegation"),
        ({"cards": ""}, "card"),
        ({"formats": ""}, "Pick at least one format"),
        ({"day": ""}, "Enter the first day"),
        ({"source": ""}, "announced"),
        ({"day": "7 Dec or so"}, "7 Dec"),
    ],
)
def test_what_cannot_be_meant_is_told_and_nothing_typed_is_lost(
    rosa: FlaskClient, wrong: dict[str, str], told: str
) -> None:
    answer = rosa.post(f"{PAGE}/announcement", data=announced(do="add", **wrong))
    assert answer.status_code == 422
    assert told in answer.text
    kept = {**announced(), **wrong}
    assert all(kept[name] in answer.text for name in ("cards", "day", "source"))


def test_the_sources_are_looked_at_and_nothing_is_applied_without_a_person(
    desk: App, rosa: FlaskClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = saved(tmp_path / "cards-20261130.jsonl", *pages(TOMORROW))
    monkeypatch.setattr(runs, "look", partial(look, given=(str(file),)))
    monkeypatch.setattr(runs, "usual_sources", lambda app: [all_sources(app)["gatcg"]])
    assert rosa.post(f"{PAGE}/update").status_code == 303
    assert "Waiting to begin" in rosa.get(PAGE).text
    again = rosa.post(f"{PAGE}/update")
    assert again.status_code == 422
    assert "An update is running" in again.text
    assert do_next_run(desk)
    assert not do_next_run(desk)
    told = rosa.get(PAGE).text
    assert "1 of them new" in told
    assert "Set of Tomorrow" in told
    assert not knows(desk)


def test_what_was_asked_for_is_stopped(desk: App, rosa: FlaskClient) -> None:
    rosa.post(f"{PAGE}/update")
    assert rosa.post(f"{PAGE}/stop").status_code == 303
    assert not do_next_run(desk)
    assert "Stopped. Nothing has changed." in rosa.get(PAGE).text


def test_a_look_whose_process_went_is_done_anew(
    desk: App, rosa: FlaskClient, monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    monkeypatch.setattr(runs, "usual_sources", lambda app: [all_sources(app)["gatcg"]])
    rosa.post(f"{PAGE}/update")

    def die(*_: object, **__: object) -> None:
        raise SystemExit

    monkeypatch.setattr(runs, "look", die)
    with pytest.raises(SystemExit):
        do_next_run(desk)
    assert not do_next_run(desk)
    clock.pass_(minutes=6)
    monkeypatch.setattr(runs, "look", lambda *_, **__: None)
    assert do_next_run(desk)
    assert "Nothing has changed." in rosa.get(PAGE).text


def test_a_day_that_cannot_be_is_refused_and_a_right_one_is_law(desk: App, rosa: FlaskClient) -> None:
    between = Difference(Kind.BANNED, FORMAT, date(2026, 11, 20), DAY, BANNED)
    text = f"""effective = {DAY}
source = "gatcg"

[lists.{FORMAT}]
"{BANNED}" = {{ status = "banned", not_before = 2026-11-21, by = {DAY} }}
"""
    brought = replace(incoming(NEW, law={BAN_PATH: text}), report={"differences": [between.facts()]})
    uid = keep_waiting(desk, brought, SYSTEM)
    change = {"update": uid, "format": FORMAT, "card": BANNED}
    assert "banned between 21 November 2026 and 30 November 2026" in rosa.get(PAGE).text
    for day in ("2026-11-20", "2026-12-01", "", "soon"):
        assert rosa.post(f"{PAGE}/day", data={**change, "day": day}).status_code == 422
    assert rosa.post(f"{PAGE}/day", data={**change, "card": NEW, "day": "2026-11-25"}).status_code == 422
    assert rosa.post(f"{PAGE}/day", data={**change, "day": "2026-11-25"}).status_code == 303
    assert f"{BANNED} banned on 25 November 2026" in rosa.get(PAGE).text
    assert rosa.post(f"{PAGE}/apply", data={"update": uid}).status_code == 303
    with desk.live.bound():
        last = desk.reference.announcements(GAME, FORMAT)[-1]
    assert (last.effective, dict(last.bounds)) == (date(2026, 11, 25), {})
