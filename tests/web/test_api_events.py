"""Events, stages, publication and staff over the API: what comes out, and which codes a refusal has."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any, Final

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from deckcheck.accounts.tokens import make_token
from deckcheck.app.context import App
from deckcheck.app.session import changing
from deckcheck.web import create_app
from tests.desks import Clock
from tests.events import DEADLINE, Made, make_event
from tests.organizing import an_organizer, play, rank, stage_row, the_event
from tests.registrations import send
from tests.samples import examples
from tests.web.visitors import sign_in_as, visitor

E: Final = "/api/v1/e/northern-open"
PLAN: Final = {"name": "Friday Modern", "day": "2026-06-19", "zone": "Europe/London", "format": "modern"}


@pytest.fixture
def app(one_desk: App) -> APIFlask:
    return create_app(one_desk.settings, one_desk)


@pytest.fixture
def made(one_desk: App) -> Made:
    return make_event(one_desk, playoff=True)


@pytest.fixture
def organizer(app: APIFlask, one_desk: App, made: Made) -> FlaskClient:
    return sign_in_as(app, one_desk, made.accounts["organizer"])


@pytest.fixture
def stranger(app: APIFlask) -> FlaskClient:
    return visitor(app)


def seen(version: int = 1) -> dict[str, str]:
    return {"If-Match": f'"{version}"'}


def told(answer: TestResponse) -> tuple[int, str]:
    """The status of a refusal and its word for programs."""
    return answer.status_code, answer.get_json()["code"]


def token(desk: App, made: Made, role: str) -> dict[str, str]:
    """The header of a program."""
    with changing(desk, made.as_account("organizer"), made.slug) as work:
        return {"Authorization": f"Bearer {make_token(work, role, 'Pairing program').secret}"}


# Events.


def test_an_event_is_made_and_told_with_its_stages(organizer: FlaskClient) -> None:
    answer = organizer.post("/api/v1/events", json={**PLAN, "round_1": "19:00", "open": True})
    body = answer.get_json()
    assert (answer.status_code, body["slug"], body["state"]) == (201, "friday-modern", "on")
    assert (body["version"], body["level"], body["totp_required"]) == (1, "competitive", False)
    assert body["join_code"]
    swiss, playoff = body["stages"]
    assert (swiss["deadline"], swiss["state"], swiss["effective"]) == ("2026-06-19T18:00:00.000Z", "taking", "closed")
    assert (playoff["lists_from"], playoff["deadline"]) == ("swiss", None)


def test_an_event_with_stages_of_ones_own_is_made(organizer: FlaskClient) -> None:
    stages = [
        {"title": "Rounds", "during": "stage", "after": "all", "match": "bo1"},
        {"title": "Final", "kind": "playoff", "deadline": "2026-06-20T08:00:00Z"},
    ]
    body = organizer.post("/api/v1/events", json={**PLAN, "stages": stages}).get_json()
    assert [(s["slug"], s["match"], s["during"], s["deadline"]) for s in body["stages"]] == [
        ("rounds", "bo1", "stage", None),
        ("final", "bo3", "closed", "2026-06-20T08:00:00.000Z"),
    ]
    assert body["state"] == "planned"


def test_null_is_as_usual(organizer: FlaskClient) -> None:
    stages = [{"title": "Rounds", "match": None, "during": None, "after": None}]
    plan = {**PLAN, "platform": None, "match": None, "stages": stages}
    (rounds,) = organizer.post("/api/v1/events", json=plan).get_json()["stages"]
    assert (rounds["match"], rounds["during"], rounds["after"]) == ("bo3", "closed", "all")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"name": " "}, (422, "bad-settings")),
        ({"zone": "Leeds"}, (422, "bad-input")),
        ({"format": "tiddlywinks"}, (422, "bad-input")),
        ({"house": {"bans": ["Lightnin Bot"]}}, (422, "bad-house-rules")),
        ({"level": "casual"}, (422, "bad-input")),
        ({"nonsense": 1}, (422, "bad-input")),
        ({"platform": ""}, (422, "bad-input")),
        ({"match": ""}, (422, "bad-input")),
        ({"stages": [{"title": "Rounds", "match": ""}]}, (422, "bad-input")),
        ({"stages": [{"title": "Rounds", "during": ""}]}, (422, "bad-input")),
        ({"stages": [{"title": "Rounds", "after": ""}]}, (422, "bad-input")),
        ({"open": True}, (422, "deadline-missing")),
        ({"open": True, "round_1": "10:00", "day": "2026-06-12"}, (409, "confirm")),
        ({"open": True, "round_1": "01:30", "day": "2026-10-25"}, (422, "ask-time")),
    ],
)
def test_what_no_event_can_be_is_refused_by_its_code(
    organizer: FlaskClient, change: dict[str, Any], code: tuple[int, str]
) -> None:
    assert told(organizer.post("/api/v1/events", json={**PLAN, **change})) == code


def test_a_time_that_comes_twice_is_told_with_both_readings(organizer: FlaskClient) -> None:
    order = {**PLAN, "open": True, "round_1": "01:30", "day": "2026-10-25"}
    body = organizer.post("/api/v1/events", json=order).get_json()
    assert body["readings"] == ["2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z"]
    made = organizer.post("/api/v1/events", json={**order, "reading": 1}).get_json()
    assert made["stages"][0]["deadline"] == body["readings"][1]


def test_who_may_not_organize_makes_no_event(app: APIFlask, one_desk: App, stranger: FlaskClient) -> None:
    judge = sign_in_as(app, one_desk, an_organizer(one_desk, "Ben Ott", may=False).uid)
    for client in (judge, stranger):
        assert told(client.post("/api/v1/events", json=PLAN)) == (403, "not-allowed")


def test_events_are_listed_the_latest_first_and_planned_ones_for_their_staff(
    one_desk: App, organizer: FlaskClient, stranger: FlaskClient
) -> None:
    for day in ("2026-06-19", "2026-06-26", "2026-07-03"):
        organizer.post("/api/v1/events", json={**PLAN, "day": day, "round_1": "19:00", "open": day != "2026-07-03"})
    listed = stranger.get("/api/v1/events").get_json()
    assert [event["day"] for event in listed["events"]] == ["2026-06-26", "2026-06-19", "2026-06-13"]
    assert listed["next"] == ""
    assert len(organizer.get("/api/v1/events?q=friday").get_json()["events"]) == 3
    first = stranger.get("/api/v1/events?limit=2").get_json()
    rest = stranger.get(f"/api/v1/events?limit=2&after={first['next']}").get_json()
    assert [event["slug"] for event in rest["events"]] == ["northern-open"]
    assert stranger.get("/api/v1/events?game=ga").get_json()["events"] == []
    assert stranger.get("/api/v1/events?since=2026-06-20").get_json()["events"][0]["day"] == "2026-06-26"


def test_a_stranger_is_told_neither_the_code_nor_what_is_for_staff(stranger: FlaskClient, made: Made) -> None:
    body = stranger.get(E).get_json()
    assert (body["join_code"], body["version"], body["totp_required"]) == (None, None, None)
    assert [stage["members"] for stage in body["stages"]] == [None, None]


def test_settings_change_by_the_version_that_was_seen(one_desk: App, organizer: FlaskClient, made: Made) -> None:
    assert told(organizer.patch(E, json={"place": "York"})) == (428, "version-needed")
    answer = organizer.patch(E, json={"place": "York", "level": "competitive"}, headers=seen())
    body = answer.get_json()
    assert (answer.status_code, body["event"]["place"], body["event"]["version"]) == (200, "York", 2)
    stale = organizer.patch(E, json={"place": "Hull"}, headers=seen())
    assert told(stale) == (409, "changed")
    assert stale.get_json()["version"] == 2
    assert the_event(one_desk).place == "York"


def test_settings_need_a_reason_once_a_list_is_in(one_desk: App, organizer: FlaskClient, made: Made) -> None:
    send(made, one_desk)
    rules = {"house": {"bans": ["Wild Ride"]}}
    assert told(organizer.patch(E, json=rules, headers=seen())) == (422, "reason-needed")
    body = organizer.patch(E, json={**rules, "reason": "fact sheet"}, headers=seen()).get_json()
    assert (body["judged_again"], body["verdicts_changed"]) == (1, 1)


def test_an_event_is_copied(organizer: FlaskClient, made: Made) -> None:
    body = organizer.post(f"{E}/copy", json={"name": "Again", "day": "2026-07-11"}).get_json()
    assert (body["slug"], body["state"], body["day"], len(body["stages"])) == ("again", "planned", "2026-07-11", 2)


def test_an_event_is_called_off_restored_completed_and_reopened(
    organizer: FlaskClient, made: Made, clock: Clock
) -> None:
    def to(state: str, **more: Any) -> TestResponse:
        return organizer.post(f"{E}/state", json={"to": state, **more}, headers=seen())

    assert told(to("completed")) == (409, "not-now")
    assert told(to("cancelled")) == (422, "reason-needed")
    off = to("cancelled", reason="flood").get_json()
    assert off["told"] == {"text": "Northern Open was called off. Submitted lists stay hidden.", "mails": 0}
    assert to("on", reason="it went").get_json()["event"]["state"] == "on"
    clock.set(DEADLINE + timedelta(minutes=1))
    assert to("completed").get_json()["event"]["stages"][0]["effective"] == "all"
    again = to("on", reason="one more round").get_json()
    assert again["warnings"] == ["You can hide them again, but people may already have seen them."]


def test_a_planned_event_is_deleted(organizer: FlaskClient) -> None:
    organizer.post("/api/v1/events", json=PLAN)
    path = "/api/v1/e/friday-modern"
    assert organizer.post(f"{path}/state", json={"to": "gone"}, headers=seen()).status_code == 204
    assert told(organizer.get(path)) == (404, "nothing-here")


def test_a_program_of_the_organizer_may_all_but_what_people_must_do(one_desk: App, app: APIFlask, made: Made) -> None:
    program, client = token(one_desk, made, "organizer"), visitor(app)
    assert client.patch(E, json={"place": "York"}, headers={**program, **seen()}).status_code == 200
    for path, method in ((f"{E}/staff", "GET"), (f"{E}/staff/{made.accounts['judge']}", "DELETE")):
        assert told(client.open(path, method=method, headers=program)) == (403, "not-allowed")
    assert told(client.post(f"{E}/state", json={"to": "gone"}, headers={**program, **seen()})) == (403, "not-allowed")
    desk_program = token(one_desk, made, "desk")
    assert told(client.patch(E, json={"place": "Hull"}, headers={**desk_program, **seen(2)})) == (403, "not-allowed")


def test_another_join_code_is_the_organizers_to_take(organizer: FlaskClient, stranger: FlaskClient, made: Made) -> None:
    code = organizer.put(f"{E}/join-code").get_json()["code"]
    assert code != "KITE-4719"
    assert organizer.get(E).get_json()["join_code"] == code
    assert told(stranger.put(f"{E}/join-code")) == (403, "not-allowed")


TEXTS: Final = st.one_of(st.text(max_size=30), st.sampled_from(["\0", "\ud800", "Swiss", "a" * 300, "<b>", "=1+1"]))
MOMENTS: Final = st.sampled_from(
    ["2026-06-13T10:00", "2026-03-29T01:30", "0001-01-01T00:00", "9999-12-31T23:59:59-12:00", "2026-06-13", "10", 0]
)
BODIES: Final = st.fixed_dictionaries(
    {
        "name": TEXTS,
        "day": st.sampled_from(["2026-06-13", "2026-03-29", "0001-01-01", "9999-12-31", "0.0"]),
        "zone": st.sampled_from(["Europe/London", "Pacific/Apia", "posixrules", "../zone", ""]),
        "format": st.sampled_from(["modern", "ga-standard", "limited-sealed", "none"]),
    },
    optional={
        "round_1": st.sampled_from(["10:00", "01:30", "24:00", "10:00+02:00", 36000]),
        "deadline": MOMENTS,
        "stages": st.lists(
            st.fixed_dictionaries({"title": TEXTS}, optional={"deadline": MOMENTS, "lists_from": TEXTS}), max_size=3
        ),
        "house": st.dictionaries(TEXTS, st.one_of(TEXTS, st.integers(), st.lists(TEXTS, max_size=2)), max_size=2),
        "open": st.booleans(),
        "confirmed": st.booleans(),
        "reading": st.sampled_from([0, 1, 2, None]),
        "team_size": st.integers(-1, 8),
        "place": TEXTS,
    },
)


@settings(
    max_examples=examples(40, nightly=80), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(body=BODIES)
def test_whatever_is_sent_an_event_is_made_or_refused(organizer: FlaskClient, body: dict[str, Any]) -> None:
    sent = json.dumps(body)
    answer = organizer.post("/api/v1/events", data=sent, content_type="application/json")
    # Half a character is no text, so that such a body is no JSON.
    assert answer.status_code in ({400} if "\\ud800" in sent else {201, 409, 422})


# Stages.


def test_stages_are_seen_added_and_changed(organizer: FlaskClient, made: Made) -> None:
    stage = {"title": "Final", "kind": "playoff", "lists_from": "playoff"}
    added = organizer.post(f"{E}/stages", json=stage)
    assert (added.status_code, added.get_json()["lists_from"]) == (201, "playoff")
    assert [s["slug"] for s in organizer.get(f"{E}/stages").get_json()["stages"]] == ["swiss", "playoff", "final"]
    path, version = f"{E}/stages/final", added.get_json()["version"]
    assert told(organizer.patch(path, json={"title": "Grand final"})) == (428, "version-needed")
    changed = organizer.patch(path, json={"title": "Grand final"}, headers=seen(version)).get_json()
    assert (changed["stage"]["title"], changed["stage"]["version"]) == ("Grand final", version + 1)
    assert told(organizer.patch(path, json={"title": "Other"}, headers=seen(version))) == (409, "changed")
    assert told(organizer.get(f"{E}/stages/none")) == (404, "nothing-here")


def test_a_deadline_moves_and_the_text_to_tell_is_there(organizer: FlaskClient, made: Made, one_desk: App) -> None:
    body = organizer.patch(f"{E}/stages/swiss", json={"deadline": "2026-06-13T10:30"}, headers=seen()).get_json()
    assert body["stage"]["deadline"] == "2026-06-13T09:30:00.000Z"
    assert body["told"]["text"] == "Lists for Swiss of Northern Open close at 10:30 (Leeds time)."
    past = {"deadline": "2026-06-13T08:00:00Z"}
    version = stage_row(one_desk).version
    assert told(organizer.patch(f"{E}/stages/swiss", json=past, headers=seen(version))) == (409, "not-now")


def test_a_stage_begins_and_ends(one_desk: App, organizer: FlaskClient, made: Made, clock: Clock) -> None:
    path = f"{E}/stages/swiss/state"
    assert told(organizer.post(path, json={"to": "begun"}, headers=seen())) == (409, "not-now")
    clock.set(DEADLINE + timedelta(minutes=1))
    organizer.get(E)
    begun = organizer.post(path, json={"to": "begun"}, headers=seen(stage_row(one_desk).version)).get_json()
    assert (begun["stage"]["begun_at"], begun["warnings"]) == (
        "2026-06-13T09:01:00.000Z",
        ["3 of 3 have no list in force."],
    )
    over = organizer.post(path, json={"to": "over"}, headers=seen(begun["stage"]["version"])).get_json()
    assert over["stage"]["state"] == "over"
    back = organizer.post(path, json={"to": "locked"}, headers=seen(over["stage"]["version"]))
    assert told(back) == (422, "reason-needed")


def test_members_are_put_by_number_or_from_the_standings(one_desk: App, organizer: FlaskClient, made: Made) -> None:
    path = f"{E}/stages/playoff/members"
    assert told(organizer.put(path, json={"numbers": [99]}, headers=seen())) == (422, "no-such-entry")
    assert organizer.put(path, json={"numbers": [2, 3]}, headers=seen()).get_json()["numbers"] == [2, 3]
    rank(one_desk, made, (3, 1, 2))
    version = stage_row(one_desk, "playoff").version
    assert organizer.put(path, json={"top": 2}, headers=seen(version)).get_json()["numbers"] == [1, 3]
    assert told(organizer.put(path, json={"numbers": [1]}, headers=seen(version))) == (409, "changed")


def test_byes_give_time_in_limited_alone(one_desk: App, organizer: FlaskClient, made: Made) -> None:
    order = {"starts": {"2": "2026-06-13T11:15"}, "byes": {"1": 1}}
    assert told(organizer.put(f"{E}/stages/swiss/byes", json=order)) == (409, "not-now")
    organizer.patch(E, json={"format": "limited-sealed"}, headers=seen())
    body = organizer.put(f"{E}/stages/swiss/byes", json=order).get_json()
    assert body["deadlines"] == [{"number": 1, "byes": 1, "until": "2026-06-13T10:15:00.000Z"}]


# Publication.


def test_who_sees_the_lists_is_read_by_all_and_set_by_the_organizer(
    one_desk: App, organizer: FlaskClient, stranger: FlaskClient, made: Made, clock: Clock
) -> None:
    send(made, one_desk)
    clock.set(DEADLINE + timedelta(minutes=1))
    path = f"{E}/stages/swiss/publication"
    before = stranger.get(path).get_json()
    assert (before["during"], before["after"], before["effective"]) == ("closed", "all", "closed")
    order = {"during": "all", "after": "all"}
    assert told(organizer.put(path, json=order)) == (428, "version-needed")
    asked = organizer.put(path, json=order, headers=seen(before["version"]))
    assert told(asked) == (409, "confirm")
    assert asked.get_json()["detail"].startswith("Everyone will see 1 list with full names.")
    done = organizer.put(path, json={**order, "confirmed": True}, headers=seen(before["version"])).get_json()
    assert (done["count"], done["opens"], done["effective"]) == (1, "now", "all")
    assert stranger.get(path).get_json()["effective"] == "all"
    for client in (stranger, sign_in_as_role(one_desk, made, "head-judge")):
        assert told(client.put(path, json=order, headers=seen())) == (403, "not-allowed")


def sign_in_as_role(desk: App, made: Made, role: str) -> FlaskClient:
    return sign_in_as(create_app(desk.settings, desk), desk, made.accounts[role])


@pytest.mark.parametrize(
    ("during", "after", "opens"),
    [("stage", "all", "close"), ("closed", "all", "end"), ("closed", "closed", "never")],
)
def test_what_is_set_in_advance_says_when_it_opens(
    organizer: FlaskClient, made: Made, during: str, after: str, opens: str
) -> None:
    order = {"during": during, "after": after}
    body = organizer.put(f"{E}/stages/swiss/publication", json=order, headers=seen()).get_json()
    assert body["opens"] == opens


def test_the_preview_shows_rows_without_decks_before_they_are_open(
    one_desk: App, organizer: FlaskClient, stranger: FlaskClient, made: Made, clock: Clock
) -> None:
    send(made, one_desk)
    clock.set(DEADLINE + timedelta(minutes=1))
    path = f"{E}/stages/swiss/preview"
    assert organizer.get(path).get_json()["stages"][0]["rows"] == []
    body = organizer.get(f"{path}?as=stranger&during=all").get_json()
    assert body["stages"][0]["open"] is True
    assert body["stages"][0]["rows"] == [{"number": 1, "player": "Okonkwo, Ada", "rank": None, "deck": None}]
    assert told(organizer.get(f"{path}?as=nobody")) == (422, "bad-input")
    assert told(stranger.get(path)) == (403, "not-allowed")


# Staff.


def test_staff_is_listed_named_and_let_go(organizer: FlaskClient, stranger: FlaskClient, made: Made) -> None:
    rows = organizer.get(f"{E}/staff").get_json()["staff"]
    assert (rows[0]["name"], rows[0]["roles"]) == ("Nora Lind", ["organizer"])
    judge = made.accounts["judge"]
    put = organizer.put(f"{E}/staff/{judge}", json={"role": "scorekeeper"}).get_json()
    assert put["roles"] == ["judge", "scorekeeper"]
    assert organizer.delete(f"{E}/staff/{judge}?role=judge").get_json()["roles"] == ["scorekeeper"]
    assert organizer.delete(f"{E}/staff/{judge}").get_json()["roles"] == []
    assert told(stranger.get(f"{E}/staff")) == (403, "not-allowed")


def test_an_invitation_begins_where_the_application_was_asked(organizer: FlaskClient) -> None:
    put = organizer.put(f"{E}/staff/new@example.org", json={"role": "judge"}, base_url="http://localhost:8123")
    assert put.get_json()["link"].startswith("http://localhost:8123/invited/")


def test_somebody_new_is_invited_by_mail(organizer: FlaskClient, made: Made) -> None:
    put = organizer.put(f"{E}/staff/zofia@example.org", json={"role": "judge", "name": "Zofia"}).get_json()
    assert (put["name"], put["roles"], put["mailed"]) == ("Zofia", ["judge"], False)
    assert "/invited/" in put["link"]
    assert organizer.get(f"{E}/staff/zofia@example.org").get_json()["link"] is None


def test_the_last_organizer_and_officials_who_play_are_refused_by_their_codes(
    one_desk: App, organizer: FlaskClient, made: Made
) -> None:
    assert told(organizer.delete(f"{E}/staff/{made.accounts['organizer']}")) == (409, "last-organizer")
    organizer.patch(E, json={"level": "competitive"}, headers=seen())
    play(one_desk, made, 0, "judge")
    answer = organizer.put(f"{E}/staff/{made.accounts['judge']}", json={"role": "scorekeeper"})
    assert told(answer) == (409, "plays-here")
    assert told(organizer.put(f"{E}/staff/nobody", json={"role": "judge"})) == (422, "no-account")
