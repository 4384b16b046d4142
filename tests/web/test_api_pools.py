"""Pools over the API: a stage is set to register them, players count and answer, and answers have the shape told."""

from __future__ import annotations

from typing import Any

import pytest

from deckcheck.app.context import App
from deckcheck.web import create_app
from deckcheck.web.api.event_answers import StageOut
from deckcheck.web.api.pools import AssignedOut, CountOut, PoolOut, PoolReceiptOut, PoolsOut
from tests.events import make_event
from tests.pools import CARDS, COUNTED
from tests.web.test_api_registration import Program, token

POOL = "/entries/1/pool"
SETTINGS = {"pools": "other", "pool_sets": ["fdn"], "pool_size": 84}


@pytest.fixture
def programs(one_desk: App) -> dict[str, Program]:
    """Programs of the organizer, the desk, a judge and two players in a sealed event that registers pools."""
    made = make_event(one_desk, format="limited-sealed", players=2)
    client = create_app(one_desk.settings, one_desk).test_client()
    secrets = {role: token(one_desk, made, role) for role in ("organizer", "desk", "judge")}
    secrets |= {"owner": made.links[0], "counter": made.links[1]}
    found = {name: Program(client, secret, f"/api/v1/e/{made.slug}") for name, secret in secrets.items()}
    status, body = found["organizer"].call("PATCH", "/stages/swiss", SETTINGS, If_Match="1")
    assert status == 200, body
    assert StageOut.model_validate(body["stage"]).model_dump(mode="json")["pool_sets"] == ["FDN"]
    return found


def done(program: Program, method: str, path: str, body: dict[str, Any] | None = None, **headers: str) -> Any:
    """What comes of a request that goes through."""
    status, told = program.call(method, path, body, **headers)
    assert status in {200, 201}, told
    return told


def test_a_pool_is_assigned_counted_handed_over_and_answered_by_programs(programs: dict[str, Program]) -> None:
    counter, owner, judge = programs["counter"], programs["owner"], programs["judge"]
    told = done(programs["desk"], "POST", "/stages/swiss/pools/assign", {"how": "roster"})
    AssignedOut.model_validate(told)
    assert sorted(told["pairs"]) == [[1, 2], [2, 1]]
    kept = done(counter, "PUT", f"{POOL}/count", {"text": "3x22", "version": 0})
    CountOut.model_validate(kept)
    status, told = counter.call("PUT", f"{POOL}/count", {"text": "3x21", "version": 0})
    assert (status, told["code"], told["theirs"]["text"]) == (409, "changed", "3x22")
    assert done(counter, "GET", f"{POOL}/count") == kept
    order: dict[str, Any] = {"text": f"{COUNTED}xxqq zzt"}
    status, told = counter.call("PUT", POOL, order, Idempotency_Key="handing-1")
    assert (status, told["code"]) == (409, "confirm")
    status, told = counter.call("PUT", POOL, order | {"confirmed": True}, Idempotency_Key="handing-1")
    assert (status, told["code"], told["unread"][0]["line"]) == (422, "unread", 3)
    order |= {"confirmed": True, "leave_unread": True}
    status, told = counter.call("PUT", POOL, order, Idempotency_Key="handing-1")
    PoolReceiptOut.model_validate(told)
    assert (status, told["total"], told["pool_version"]) == (201, 24, 1)
    assert counter.call("PUT", POOL, order, Idempotency_Key="handing-1")[0] == 200
    seen = done(owner, "GET", POOL)
    PoolOut.model_validate(seen)
    assert [(card["count"], card["name"]) for card in seen["cards"]] == list(CARDS)
    assert done(owner, "POST", f"{POOL}/question", {"text": "no dragon"})["state"] == "questioned"
    fixed = {"text": "3x22 12", "reason": "looked at with both", "confirmed": True}
    assert done(judge, "PUT", POOL, fixed)["pool_version"] == 2
    version = done(owner, "GET", POOL)["version"]
    assert owner.call("POST", f"{POOL}/confirm", {"version": version - 1})[1]["code"] == "changed"
    assert done(owner, "POST", f"{POOL}/confirm", {"version": version})["state"] == "confirmed"
    assert counter.call("GET", POOL)[0] == 404


def test_the_table_of_pools_holds_no_card(programs: dict[str, Program]) -> None:
    done(programs["desk"], "PUT", "/entries/2/pool", {"text": COUNTED, "confirmed": True})
    told = done(programs["desk"], "GET", "/stages/swiss/pools")
    PoolsOut.model_validate(told)
    assert (told["missing"], told["unassigned"], "Shivan" in str(told)) == (1, 1, False)
    assert [(line["owner"]["number"], line["state"], line["total"]) for line in told["lines"]] == [
        (1, "waiting", None),
        (2, "registered", 24),
    ]
    assert programs["owner"].call("GET", "/stages/swiss/pools")[0] == 404


def test_the_settings_of_pools_are_taken_with_a_new_stage_and_refused_where_they_cannot_be(
    programs: dict[str, Program],
) -> None:
    stage = {"title": "Day 2", "kind": "day-2", "pools": "own", "pool_sets": ["MH3"]}
    assert done(programs["organizer"], "POST", "/stages", stage)["pool_sets"] == ["MH3"]
    wrong = {"title": "Cut", "kind": "playoff", "lists_from": "swiss", "pools": "own"}
    status, told = programs["organizer"].call("POST", "/stages", wrong)
    assert (status, told["code"]) == (422, "bad-settings")
    assert programs["organizer"].call("POST", "/stages", {"title": "Cut", "pools": "all"})[0] == 422
