"""Lists, seals, proofs and the feed for programs: as described, for whom, and with which refusals."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from pydantic import BaseModel

from deckcheck.app.context import App
from deckcheck.web import create_app
from deckcheck.web.api.lists import ListOut, ListsOut, ProofOut, SealOut, SealsOut
from tests.desks import Clock
from tests.events import Made
from tests.published_events import a_locked_event, audit_of, begin, complete, corrected, late, pair, publish, stand
from tests.web.events_served import browser
from tests.web.visitors import visitor

E = "/api/v1/e/northern-open"


@pytest.fixture
def app(one_desk: App) -> APIFlask:
    return create_app(one_desk.settings, one_desk)


@pytest.fixture
def guest(app: APIFlask) -> FlaskClient:
    return visitor(app)


@pytest.fixture
def made(one_desk: App, clock: Clock) -> Made:
    return a_locked_event(one_desk, clock)


def answer(client: FlaskClient, path: str, like: type[BaseModel]) -> dict[str, Any]:
    """The JSON at an address, with just the fields that the description names."""
    response = client.get(E + path)
    assert response.status_code == 200, response.text
    told: dict[str, Any] = response.get_json()
    like.model_validate(told)
    assert set(told) == set(like.model_fields)
    return told


def refused(client: FlaskClient, path: str) -> tuple[int, str]:
    response = client.get(E + path)
    assert response.mimetype == "application/problem+json", response.text
    return response.status_code, response.get_json()["code"]


def test_open_lists_are_told_as_described(guest: FlaskClient, one_desk: App, made: Made) -> None:
    closed = answer(guest, "/lists", ListsOut)
    assert (closed["lists"], closed["found"], closed["matched"]) == ([], 0, None)
    late(one_desk, made)
    stand(one_desk, made, {2: 1, 1: 2})
    complete(one_desk, made)
    told = answer(guest, "/lists?limit=2", ListsOut)
    assert [(row["number"], row["rank"]) for row in told["lists"]] == [(2, 1), (1, 2)]
    assert (told["found"], told["more"], told["matched"]["matching"], told["matched"]["of"]) == (4, True, 3, 4)
    rest = answer(guest, "/lists?limit=2&after=1", ListsOut)
    assert ([row["number"] for row in rest["lists"]], rest["more"]) == ([4, 3], False)
    assert [row["number"] for row in answer(guest, "/lists?q=okonkwo", ListsOut)["lists"]] == [1]
    one = answer(guest, "/entries/3/list", ListOut)
    assert (one["minutes_late"], one["verdict"], one["player"]) == (0, "legal", "Zofia Dąbrowska")
    assert one["url"] == "http://localhost/e/northern-open/lists/3"


def test_seals_and_proofs_are_told_as_described(app: APIFlask, one_desk: App, made: Made) -> None:
    guest = visitor(app)
    (seal,) = answer(guest, "/seals", SealsOut)["seals"]
    assert seal == answer(guest, "/seals/1", SealOut)
    assert (seal["kind"], seal["stage"], seal["entries"], seal["leaves"]) == ("deadline", "swiss", 4, None)
    own = browser(app, one_desk, made.as_person(1))
    proof = answer(own, "/entries/2/proof", ProofOut)
    assert proof["seal"] == seal["statement"]
    assert app.test_client().post("/api/v1/verify", json=proof).get_json()["holds"] is True
    assert refused(guest, "/entries/2/proof") == (404, "nothing-here")
    complete(one_desk, made)
    assert len(answer(guest, "/seals/1", SealOut)["leaves"]) == 4
    assert answer(guest, "/entries/2/proof?seal=1", ProofOut) == proof


def test_other_forms_of_a_list_come_under_as(guest: FlaskClient, one_desk: App, made: Made) -> None:
    complete(one_desk, made)
    for form, kind in (
        ("text", "text/plain"),
        ("arena", "text/plain"),
        ("mtgo", "text/plain"),
        ("cod", "application/xml"),
        ("pdf", "application/pdf"),
    ):
        response = guest.get(f"{E}/entries/1/list?as={form}")
        assert (response.status_code, response.mimetype) == (200, kind)
    assert refused(guest, "/entries/1/list?as=docx") == (422, "bad-input")
    assert refused(guest, "/export?shape=moon") == (422, "bad-input")
    assert refused(guest, "/export") == (422, "bad-input")
    assert refused(guest, "/lists?limit=0") == (422, "bad-input")
    assert refused(guest, "/lists?stage=moon") == (404, "nothing-here")


def test_a_token_reads_closed_lists_as_its_role_and_by_its_name(app: APIFlask, one_desk: App, made: Made) -> None:
    judge = browser(app, one_desk, made.as_token("judge"))
    answer(judge, "/entries/2/list", ListOut)
    assert len(answer(judge, "/lists", ListsOut)["lists"]) == 3
    assert refused(judge, "/export?shape=csv") == (422, "reason-needed")
    assert judge.get(f"{E}/export?shape=csv&reason=for+the+stream").status_code == 200
    assert refused(judge, "/export?shape=cache&reason=x") == (409, "not-now")
    corrected(one_desk, made)
    assert refused(judge, "/entries/2/proof?seal=1") == (422, "reason-needed")
    answer(judge, "/entries/2/proof?seal=1&reason=a+dispute", ProofOut)
    found = audit_of(one_desk, made, "list.read", "lists.read", "lists.exported")
    assert [(row.act, bool(row.note)) for row in found] == [
        ("list.read", False),
        ("lists.read", False),
        ("lists.exported", True),
        ("list.read", True),
    ]
    assert len({row.by for row in found}) == 1
    assert found[0].by.startswith("token:")
    desk_token = browser(app, one_desk, made.as_token("desk"))
    assert refused(desk_token, "/entries/2/list") == (403, "not-allowed")
    assert answer(desk_token, "/lists", ListsOut)["lists"] == []


def test_a_bearer_that_nobody_knows_is_no_stranger(app: APIFlask, one_desk: App, made: Made) -> None:
    complete(one_desk, made)
    client = app.test_client()
    client.environ_base["HTTP_AUTHORIZATION"] = "Bearer dkc_" + "x" * 43
    for path in ("/lists", "/entries/1/list", "/seals", "/export?shape=csv"):
        assert refused(client, path) == (401, "not-signed-in")


def test_a_stream_asks_often_and_gets_only_what_changed(app: APIFlask, one_desk: App, made: Made) -> None:
    stand(one_desk, made, {1: 1, 2: 2}, round=2)
    pair(one_desk, made, [([1, 2], [])], round=3)
    program = browser(app, one_desk, made.as_token("overlay"))
    first = program.get(f"{E}/overlay")
    (row,) = first.get_json()
    assert (row["p1_name"], row["p1_record"], row["p1_deck"]) == ("Ada Okonkwo", "3-1-0", "")
    assert first.headers["Cache-Control"] == "private, no-cache"
    mark = {"If-None-Match": first.headers["ETag"]}
    assert program.get(f"{E}/overlay", headers=mark).status_code == 304
    judge = browser(app, one_desk, made.as_account("judge"))
    assert judge.get(f"{E}/entries/1/list").status_code == 200
    assert program.get(f"{E}/overlay", headers=mark).status_code == 304
    assert program.get(f"{E}/overlay/list/1").status_code == 404
    publish(one_desk, made, "swiss", "all")
    changed = program.get(f"{E}/overlay", headers=mark)
    assert changed.get_json()[0]["p1_deck"] == "Black-red"
    table = list(csv.DictReader(io.StringIO(program.get(f"{E}/overlay?as=csv").data.decode("utf-8-sig"))))
    assert table == changed.get_json()
    scene = json.loads(program.get(f"{E}/overlay/list/1").data)
    assert [section["section"] for section in scene["sections"]] == ["main", "sideboard"]
    assert program.get(f"{E}/overlay?round=2&table=1, 2").get_json() == []
    assert refused(program, "/overlay?as=xml") == (422, "bad-input")


def test_a_player_of_the_playoff_takes_its_lists(app: APIFlask, one_desk: App, made: Made) -> None:
    publish(one_desk, made, "playoff", "stage")
    begin(one_desk, made)
    client = browser(app, one_desk, made.as_person(0))
    assert {row["number"] for row in answer(client, "/lists?stage=playoff", ListsOut)["lists"]} == {1, 2}
    assert answer(client, "/entries/2/list", ListOut)["stage"] == "playoff"
    assert client.get(f"{E}/export?shape=zip&stage=playoff").status_code == 200
    assert refused(client, "/export?shape=zip&stage=swiss") == (404, "nothing-here")
    assert refused(client, "/entries/4/list") == (404, "nothing-here")


def test_every_operation_says_what_it_refuses_with(app: APIFlask) -> None:
    paths = app.test_client().get("/api/v1/openapi.json").get_json()["paths"]
    for path in ("lists", "export", "seals", "overlay", "entries/{number}/list", "entries/{number}/proof"):
        operation = paths[f"/api/v1/e/{{slug}}/{path}"]["get"]
        assert {"200", "401", "404"} <= set(operation["responses"])
        assert operation["summary"]
