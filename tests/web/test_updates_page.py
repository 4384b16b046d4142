"""Cards & bans in the browser of an operator, and of nobody else."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from deckcheck.accounts.staff_accounts import add_account, let_operate
from deckcheck.app import live
from deckcheck.app.actors import SYSTEM
from deckcheck.app.ages import old_in_words
from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.update_settings import how_often
from deckcheck.catalogue.reference import find_root
from deckcheck.law.banlists import Announcement
from deckcheck.law.differences import Difference, Kind
from deckcheck.store.queries import proof, updates
from deckcheck.updates import acts, runs
from deckcheck.updates.apply import Incoming, amend, apply, keep_waiting
from deckcheck.updates.brought import brought_here
from deckcheck.updates.entries import add_entries
from deckcheck.updates.fetch import NotFetched
from deckcheck.updates.runs import do_next_run
from deckcheck.updates.update import all_sources, look
from deckcheck.updates.views import see_updates
from deckcheck.web import create_app
from deckcheck.web.pages.updates import file
from scripts.gatcg_pages import pages
from tests.cli.test_update import TOMORROW, saved
from tests.desks import Clock
from tests.events import make_event
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
    assert PAGE in rosa.get("/organize").text
    assert PAGE not in organizer.get("/organize").text
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
    monkeypatch.setattr(runs, "look", lambda app, source, _given, **more: look(app, source, [str(file)], **more))
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


def test_what_says_the_same_on_a_later_day_is_known_up_to_that_day(
    desk: App, rosa: FlaskClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(runs, "usual_sources", lambda app: [all_sources(app)["gatcg"]])

    def look_at(day: str) -> date:
        file = saved(tmp_path / f"cards-{day}.jsonl", *pages(TOMORROW))
        monkeypatch.setattr(runs, "look", lambda app, source, _given, **more: look(app, source, [str(file)], **more))
        rosa.post(f"{PAGE}/update")
        assert do_next_run(desk)
        with desk.live.bound():
            return desk.reference.cards_known_to(GAME)

    before = look_at("20261130")
    (waiting,) = see_updates(SYSTEM, desk).waiting
    acts.apply_waiting(desk, SYSTEM, waiting.uid, confirmed=True)
    assert look_at("20261201") == date(2026, 12, 1) > before
    assert "Nothing has changed." in rosa.get(PAGE).text
    assert see_updates(SYSTEM, desk).waiting == ()


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


# A ban that began some time between two looks, and a set that is legal in part.
BETWEEN = Difference(Kind.BANNED, FORMAT, date(2026, 11, 20), DAY, BANNED)
ASKED = Difference(
    Kind.QUESTION,
    *(FORMAT, date(2026, 11, 20), DAY),
    set_code="ALC",
    why="40 of its 100 new cards are legal",
    legal=40,
    new=100,
)


def brought(*differences: Difference) -> Incoming:
    """An update with these differences, as a look brings it."""
    return replace(incoming(NEW), report={"cards": 1, "differences": [one.facts() for one in differences]})


def last_ban(desk: App) -> Announcement:
    with desk.live.bound():
        return desk.reference.announcements(GAME, FORMAT)[-1]


def entry(desk: App, code: str) -> dict[str, Any]:
    with desk.live.bound():
        found = desk.reference.set_entries(GAME).sets.get(code, {})
    return {key: [*value] if isinstance(value, Mapping) else value for key, value in found.items() if value}


def acts_of(desk: App) -> list[str]:
    with desk.store.read() as session:
        return [row.act for row in proof.chain_of(session, "instance")]


def test_a_day_that_cannot_be_is_refused_and_a_right_one_is_law(desk: App, rosa: FlaskClient) -> None:
    uid = keep_waiting(desk, brought(BETWEEN), SYSTEM)
    change = {"update": uid, "format": FORMAT, "card": BANNED, "set_code": ""}
    assert "Some time between 21 November 2026 and 30 November 2026" in rosa.get(PAGE).text
    for day in ("2026-11-20", "2026-12-01", "", "soon"):
        answer = rosa.post(f"{PAGE}/day", data={**change, "day": day})
        assert answer.status_code == 422
        assert 'id="day-fault"' in answer.text
        assert f'value="{day}"' in answer.text
    assert rosa.post(f"{PAGE}/day", data={**change, "card": NEW, "day": "2026-11-25"}).status_code == 422
    assert rosa.post(f"{PAGE}/day", data={**change, "day": "2026-11-25"}).status_code == 303
    assert "On 25 November 2026." in rosa.get(PAGE).text
    assert rosa.post(f"{PAGE}/apply", data={"update": uid}).status_code == 303
    last = last_ban(desk)
    assert (last.effective, dict(last.bounds)) == (date(2026, 11, 25), {})


def test_the_days_of_each_platform_are_law_and_may_be_said_after_the_update(desk: App, rosa: FlaskClient) -> None:
    """A game that is played on paper alone asks for no other day; what is sent of one is law all the same."""
    uid = keep_waiting(desk, brought(BETWEEN), SYSTEM)
    rosa.post(f"{PAGE}/apply", data={"update": uid})
    change = {"update": uid, "format": FORMAT, "card": BANNED, "set_code": ""}
    assert "Day, if you know it" in rosa.get(PAGE).text
    far = rosa.post(f"{PAGE}/day", data={**change, "day": "2026-11-25", "mtgo": "2028-11-26"})
    assert "is more than a year from" in far.text
    assert rosa.post(f"{PAGE}/day", data={**change, "day": "2026-11-25", "mtgo": "2026-11-26"}).status_code == 303
    last = last_ban(desk)
    assert (last.effective, last.on_mtgo, dict(last.bounds)) == (date(2026, 11, 25), date(2026, 11, 26), {})
    assert "Day, if you know it" not in rosa.get(PAGE).text
    assert acts_of(desk)[-1] == "update.amended"
    rosa.post(f"{PAGE}/roll-back", data={"what": uid, "confirmed": "yes"})
    assert BANNED not in last_ban(desk).statuses


def test_a_set_is_said_to_be_legal_or_not_and_what_was_said_can_be_changed(desk: App, rosa: FlaskClient) -> None:
    uid = keep_waiting(desk, brought(ASKED), SYSTEM)
    question = {"update": uid, "format": FORMAT, "card": "", "set_code": "ALC"}
    assert "40 of its 100 new cards are legal, says the source." in rosa.get(PAGE).text
    assert rosa.post(f"{PAGE}/answer", data={**question, "answer": "yes"}).status_code == 303
    assert "Your answer: yes" in rosa.get(PAGE).text
    assert rosa.post(f"{PAGE}/apply", data={"update": uid}).status_code == 303
    assert entry(desk, "ALC")["in"] == [FORMAT]
    for answer, kept in (("no", {"not_in": [FORMAT]}), ("later", {}), ("no", {"not_in": [FORMAT]})):
        assert rosa.post(f"{PAGE}/answer", data={**question, "answer": answer}).status_code == 303
        assert entry(desk, "ALC") == kept
        assert ("Needs your answer" in rosa.get(PAGE).text) is (answer == "later")
    assert acts_of(desk)[-4:] == ["update.applied"] + ["update.amended"] * 3
    rosa.post(f"{PAGE}/roll-back", data={"what": uid, "confirmed": "yes"})
    assert entry(desk, "ALC") == {}


def test_an_answer_may_name_the_day_and_a_wrong_one_is_refused(desk: App, rosa: FlaskClient) -> None:
    uid = keep_waiting(desk, brought(ASKED), SYSTEM)
    question = {"update": uid, "format": FORMAT, "card": "", "set_code": "ALC"}
    for wrong in ({"answer": "perhaps"}, {"answer": "keep"}, {"answer": ""}, {"answer": "yes", "set_code": "XXX"}):
        assert rosa.post(f"{PAGE}/answer", data={**question, **wrong}).status_code == 422
    told = {"answer": "yes", "day": "2026-11-27", "arena": "2026-11-24"}
    assert rosa.post(f"{PAGE}/answer", data={**question, **told}).status_code == 303
    rosa.post(f"{PAGE}/apply", data={"update": uid})
    assert entry(desk, "ALC") == {"in": [FORMAT], "from": date(2026, 11, 27), "arena": date(2026, 11, 24)}


def test_a_new_set_gets_days_of_its_own_in_all_formats(desk: App, rosa: FlaskClient) -> None:
    new = replace_kind(ASKED, Kind.SET_IN)
    uid = keep_waiting(desk, brought(new), SYSTEM)
    shown = rosa.get(PAGE).text
    assert "New set: " in shown
    assert "Set its days" in shown
    days = {"update": uid, "format": "", "card": "", "set_code": "ALC", "day": "2026-11-27"}
    assert rosa.post(f"{PAGE}/day", data=days).status_code == 303
    assert ", from 27 November 2026" in rosa.get(PAGE).text
    rosa.post(f"{PAGE}/apply", data={"update": uid})
    assert entry(desk, "ALC") == {"in": [FORMAT], "from": date(2026, 11, 27)}


def replace_kind(one: Difference, kind: Kind) -> Difference:
    return one._replace(kind=kind, legal=0, new=0, why="")


def test_what_two_operators_say_at_once_is_not_lost(desk: App) -> None:
    uid = keep_waiting(desk, brought(ASKED, BETWEEN), SYSTEM)
    with desk.store.read() as session:
        before = updates.update(session, uid)
        assert before is not None
    acts.answer(desk, SYSTEM, acts.Answered(uid, FORMAT, set_code="ALC", answer="no"))
    with pytest.raises(UnusableInput, match="Somebody else changed this"):
        amend(desk, before, SYSTEM, {}, {})


def test_on_the_day_of_an_event_it_is_asked_before_anything_changes(desk: App, rosa: FlaskClient) -> None:
    make_event(desk, game=GAME, format=FORMAT, name="Northern Open", day=date(2026, 12, 1), deadline=None)
    uid = keep_waiting(desk, incoming(NEW), SYSTEM)
    shown = rosa.get(PAGE).text
    assert "Northern Open is today. Automatic updates wait until it’s over." in shown
    assert "Update anyway" in shown
    asked = rosa.post(f"{PAGE}/apply", data={"update": uid})
    assert "Northern Open is today." in asked.text
    assert not knows(desk)
    assert rosa.post(f"{PAGE}/apply", data={"update": uid, "confirmed": "yes"}).status_code == 303
    assert knows(desk)
    assert "Northern Open is today." in rosa.post(f"{PAGE}/roll-back", data={"what": uid}).text


def test_what_could_not_be_read_is_tried_again_or_read_from_elsewhere(
    desk: App, rosa: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "usual_sources", lambda app: [all_sources(app)["gatcg"]])
    rosa.post(f"{PAGE}/update")

    def silent(*_: object, **__: object) -> None:
        raise NotFetched("Grand Archive Index can't be reached.")

    monkeypatch.setattr(runs, "look", silent)
    assert do_next_run(desk)
    shown = rosa.get(PAGE).text
    assert "can&#39;t be reached" in shown or "can’t be reached" in shown
    assert "Try again" in shown
    assert rosa.post(f"{PAGE}/update", data={"source": "gatcg"}).status_code == 303
    assert "Waiting to begin" in rosa.get(PAGE).text


def test_settings_are_kept_and_the_servers_own_win(desk: App, rosa: FlaskClient, app: Flask) -> None:
    assert rosa.post(f"{PAGE}/settings", data={"often": "weekly", "warn_days": "3"}).status_code == 303
    with desk.store.read() as session:
        assert how_often(session, desk.settings) == "weekly"
    assert len(old_in_words(desk)) == 1
    assert 'value="weekly" selected' in rosa.get(PAGE).text
    assert acts_of(desk)[-1] == "update.set"
    for wrong in ({"often": "hourly"}, {"warn_days": "-1"}, {"warn_days": "many"}, {"warn_days": "36501"}):
        answer = rosa.post(f"{PAGE}/settings", data=wrong)
        assert answer.status_code == 422
        assert f'id="{next(iter(wrong))}-fault"' in answer.text
    fixed = replace(desk, settings=replace(desk.settings, update="daily", age_warning_days=36_500))
    with fixed.store.read() as session:
        assert how_often(session, fixed.settings) == "daily"
    assert old_in_words(fixed) == ()
    with pytest.raises(UnusableInput, match="DECKCHECK_UPDATE is set on this server"):
        acts.set_updates(fixed, SYSTEM, acts.SetUpdates(often="off"))
    assert "Set on the server by DECKCHECK_UPDATE." in sign_in_to(fixed).get(PAGE).text


def sign_in_to(desk: App) -> FlaskClient:
    served = create_app(desk.settings, desk)
    return sign_in_as(served, desk, add_account(desk, "sam@example.org", "Sam", operator=True).uid)


def sent(*files: tuple[bytes, str], source: str = "gatcg") -> dict[str, Any]:
    """A form with files."""
    return {"source": source, "file": [(BytesIO(data), name) for data, name in files]}


def of_tomorrow() -> bytes:
    return "\n".join(json.dumps(page) for page in pages(TOMORROW)).encode()


def test_a_file_is_brought_read_and_waits(desk: App, rosa: FlaskClient) -> None:
    data = gzip.compress(of_tomorrow())
    answer = rosa.post(f"{PAGE}/file", data=sent((data, "../files/cards-20261130.jsonl.gz")))
    assert answer.status_code == 303
    assert brought_here(desk)
    assert do_next_run(desk)
    shown = rosa.get(PAGE).text
    assert "1 of them new" in shown
    assert not knows(desk)
    assert brought_here(desk) == []
    with desk.store.read() as session:
        (row,) = updates.updates(session)
    assert (row.origin, row.day) == ("cards-20261130.jsonl.gz", date(2026, 11, 30))


def test_what_was_brought_is_read_where_it_lies(desk: App, rosa: FlaskClient, tmp_path: Path) -> None:
    rosa.post(f"{PAGE}/file", data=sent((of_tomorrow(), "cards-20261130.jsonl")))
    elsewhere = replace(desk, settings=replace(desk.settings, home=tmp_path / "other-host"))
    assert not do_next_run(elsewhere)
    assert do_next_run(desk)


@pytest.mark.parametrize(
    ("form", "field", "told"),
    [
        (sent(), "file", "Choose a file."),
        (sent((b"", "")), "file", "Choose a file."),
        (sent((b"[]", "cards.json"), source="nothing"), "source", "Pick where the file comes from."),
        (sent((b"[]", "cards.json"), (b"[]", "cards.json")), "file", "Two files are called cards.json."),
        (sent(*((b"[]", f"cards-{n}.json") for n in range(11))), "file", "Choose at most 10 files."),
    ],
)
def test_a_file_that_cannot_be_taken_is_refused_beside_its_field(
    form: dict[str, Any], field: str, told: str, desk: App, rosa: FlaskClient
) -> None:
    answer = rosa.post(f"{PAGE}/file", data=form)
    assert answer.status_code == 422
    assert f'id="{field}-fault"' in answer.text
    assert told in answer.text
    assert (brought_here(desk), do_next_run(desk)) == ([], False)


def test_a_file_that_is_too_large_is_refused_unread(
    desk: App, rosa: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file, "LARGEST", 1 << 20)
    answer = rosa.post(f"{PAGE}/file", data=sent((b"x" * (2 << 20), "cards.json")))
    assert answer.status_code == 422
    assert "Pack the file as .gz first." in answer.text
    assert brought_here(desk) == []


@pytest.mark.parametrize(
    ("data", "told"), [(b"<html>", "is no JSON"), (b"\x1f\x8b\x08\x00", "ends half-way"), (b"[{}]", "has no uuid")]
)
def test_a_brought_file_that_is_none_is_refused_with_the_reason(
    data: bytes, told: str, desk: App, rosa: FlaskClient
) -> None:
    rosa.post(f"{PAGE}/file", data=sent((data, "cards.json")))
    assert do_next_run(desk)
    shown = rosa.get(PAGE).text
    assert "Update refused, nothing has changed." in shown
    assert told in shown
    assert brought_here(desk) == []


def test_while_an_update_runs_no_file_is_taken(desk: App, rosa: FlaskClient) -> None:
    rosa.post(f"{PAGE}/update")
    answer = rosa.post(f"{PAGE}/file", data=sent((b"[]", "cards.json")))
    assert answer.status_code == 422
    assert "An update is running." in answer.text
    assert brought_here(desk) == []
