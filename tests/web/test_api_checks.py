"""Deck checks over the API: answers have the shape that is described, and a phone learns what it may forget."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from deckcheck.app.context import App
from deckcheck.web import create_app
from deckcheck.web.api.checks import CheckOut, CheckRecordOut, ChecksOut, DrawOut, DrawsOut, TickedOut
from tests.deck_checks import event_in_play, pair
from tests.desks import Clock
from tests.web.test_api_registration import Program, token

AT = "2026-06-13T09:06:00Z"
RIDE = "main:Wild Ride"


@pytest.fixture
def judge(one_desk: App, clock: Clock) -> Program:
    """A judge's program in an event that is played."""
    made = event_in_play(one_desk, clock, players=2)
    pair(one_desk, made, 1, [(1, 2)])
    client = create_app(one_desk.settings, one_desk).test_client()
    return Program(client, token(one_desk, made, "judge"), f"/api/v1/e/{made.slug}")


def begun(judge: Program) -> str:
    status, body = judge.call("POST", "/checks", {"number": 1, "round": 1, "table": "1", "how": "request"})
    assert status == 201, body
    assert "sections" in CheckOut.model_validate(body).model_fields_set
    return str(body["record"]["head"]["uid"])


def tap(n: int, **said: Any) -> dict[str, Any]:
    return {"op": str(uuid.uuid4()), "n": n, "at": AT, **said}


def test_a_check_is_begun_ticked_and_finished_by_a_program(judge: Program) -> None:
    uid = begun(judge)
    status, body = judge.call("PATCH", f"/checks/{uid}", {"taken": True, "marks": {"sleeves": "worn"}}, If_Match="1")
    assert (status, body["record"]["clock"]["running"], body["record"]["marks"]) == (200, True, {"sleeves": "worn"})
    ops = [tap(1, row=RIDE, delta=1), tap(2, row=RIDE, set=4), tap(3, section="main", done=True)]
    status, body = judge.call("POST", f"/checks/{uid}/ticks", {"device": "phone", "ops": ops})
    assert status == 200, body
    TickedOut.model_validate(body)
    assert body["known"] == [op["op"] for op in ops]
    assert (body["rows"][RIDE]["total"], body["done"]) == (4, ["main"])
    version = str(judge.call("GET", f"/checks/{uid}")[1]["record"]["head"]["version"])
    order = {"result": "differs", "decided": {"section": "IPG 3.5"}, "note": "see the head judge"}
    status, body = judge.call("POST", f"/checks/{uid}/finish", order, If_Match=version)
    assert status == 200, body
    CheckRecordOut.model_validate(body)
    status, body = judge.call(
        "POST", f"/checks/{uid}/ticks", {"device": "phone", "ops": [ops[0], tap(4, row=RIDE, delta=1)]}
    )
    assert (status, body["code"], len(body["known"]), body["state"]) == (410, "finished", 2, "finished")
    status, body = judge.call("GET", "/checks")
    ChecksOut.model_validate(body)
    assert [one["head"]["result"] for one in body["checks"]] == ["differs"]
    amended = {"reason": "a slip", "changes": {"result": "in-order"}}
    head = body["checks"][0]["head"]
    status, body = judge.call("POST", f"/checks/{uid}/amend", amended, If_Match=str(head["version"]))
    assert (body["head"]["result"], body["first_result"]) == ("in-order", "differs")


def test_a_version_that_is_not_the_one_shown_is_refused(judge: Program) -> None:
    uid = begun(judge)
    assert judge.call("PATCH", f"/checks/{uid}", {"table": "7"}, If_Match="1")[0] == 200
    status, body = judge.call("POST", f"/checks/{uid}/void", {"reason": "wrong table"}, If_Match="1")
    assert (status, body["code"], body["version"]) == (409, "changed", 2)
    status, body = judge.call("POST", f"/checks/{uid}/void", {"reason": "wrong table"})
    assert status == 428


@pytest.mark.parametrize(
    "op",
    [
        {"row": RIDE},
        {"row": RIDE, "delta": 1, "set": 4},
        {"row": "Wild Ride", "delta": 1},
        {"row": "nowhere:Wild Ride", "delta": 1},
        {"section": "nowhere", "done": True},
        {"row": RIDE, "delta": 1, "n": -1},
    ],
)
def test_a_tap_that_says_nothing_or_too_much_is_refused_whole(judge: Program, op: dict[str, Any]) -> None:
    uid = begun(judge)
    ops = [tap(1, row=RIDE, delta=1), tap(2, **{k: v for k, v in op.items() if k != "n"}) | op]
    status, body = judge.call("POST", f"/checks/{uid}/ticks", {"device": "phone", "ops": ops})
    assert (status, body["code"]) == (422, "bad-input")
    assert judge.call("POST", f"/checks/{uid}/ticks", {"device": "phone", "ops": []})[1]["taps"] == 0


def test_tables_are_drawn_and_the_records_come_as_a_table(judge: Program) -> None:
    status, body = judge.call("POST", "/draws", {"round": 1, "size": 1, "seed": "4471"})
    assert status == 201, body
    DrawOut.model_validate(body)
    status, body = judge.call("GET", "/draws")
    DrawsOut.model_validate(body)
    assert [one["seed"] for one in body["draws"]] == ["4471"]
    begun(judge)
    answer = judge.client.get(f"{judge.base}/checks?as=csv", headers=judge.headers)
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.get_data().decode("utf-8-sig").splitlines()[1].startswith("1,1,")


def test_a_program_is_told_which_rules_are_broken_and_says_what_it_saw(judge: Program) -> None:
    uid = begun(judge)
    status, body = judge.call("PATCH", f"/checks/{uid}", {"configuration": "# no list", "game_number": 2}, If_Match="1")
    assert status == 200, body
    order = {"configuration": "59 Mountain", "game_number": 2, "boarded": True, "lost": True}
    status, body = judge.call("PATCH", f"/checks/{uid}", order, If_Match="2")
    assert status == 200, body
    CheckOut.model_validate(body)
    [broken] = body["difference"]["broken"]
    assert (broken["of"], broken["rule"], broken["source"]) == ("configuration", "main-min", "MTR 6.1, CR 100.2a")
    assert body["difference"]["configuration"]["verdict"] == "differs"
    assert {"lost", "configuration-illegal"} <= set(body["facts"])
    assert (body["record"]["lost"], body["record"]["marks"]) == (True, {})
    status, body = judge.call("POST", f"/checks/{uid}/finish", {}, If_Match="3")
    CheckRecordOut.model_validate(body)
    assert (body["head"]["result"], body["found"]["broken"], body["lost"]) == ("differs", [broken], True)
