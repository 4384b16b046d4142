"""The desk over the API: players, what changed, player lists that are brought, official acts, rounds."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from flask.testing import FlaskClient

from deckcheck.app.context import App
from deckcheck.store.models import Entry, Event, Stage
from deckcheck.store.states import During, EntryState, NamesShown, StageState
from deckcheck.web import create_app
from deckcheck.web.api.rosters import ChangesOut, EntriesListOut, ImportOut, RoundDifferenceOut, RoundOut
from tests.desks import Clock
from tests.events import Made, make_event
from tests.registrations import ILLEGAL, LEGAL, OTHER, send
from tests.web.test_api_registration import Program, token

PATH = "/api/v1/e/northern-open"


@pytest.fixture
def made(one_desk: App) -> Made:
    """Four players: 1 legal, 2 illegal."""
    made = make_event(one_desk, players=4)
    send(made, one_desk)
    send(made, one_desk, ILLEGAL, who=made.as_person(1), number=2)
    return made


@pytest.fixture
def client(one_desk: App) -> FlaskClient:
    return create_app(one_desk.settings, one_desk).test_client()


@pytest.fixture
def judge(client: FlaskClient, made: Made, one_desk: App) -> Program:
    return Program(client, token(one_desk, made, "judge"), PATH)


@pytest.fixture
def scorer(client: FlaskClient, made: Made, one_desk: App) -> Program:
    return Program(client, token(one_desk, made, "desk"), PATH)


def got(program: Program, path: str) -> Any:
    status, body = program.call("GET", path)
    assert status == 200, body
    return body


def names(body: dict[str, Any]) -> list[str]:
    return [row["name"] for row in body["entries"]]


# Players.


def test_staff_reads_the_roster_filtered_searched_and_by_parts(judge: Program) -> None:
    body = got(judge, "/entries")
    EntriesListOut.model_validate(body)
    assert names(body) == ["Chidi Abara", "Zofia Dąbrowska", "Per Dahl", "Ada Okonkwo"]
    assert names(got(judge, "/entries?verdict=illegal")) == ["Per Dahl"]
    assert names(got(judge, "/entries?state=not-sent")) == ["Chidi Abara", "Zofia Dąbrowska"]
    assert names(got(judge, "/entries?q=dabr")) == ["Zofia Dąbrowska"]
    part = got(judge, "/entries?limit=3")
    assert (len(part["entries"]), part["next"], part["found"]) == (3, 3, 4)
    assert names(got(judge, "/entries?limit=3&after=3")) == ["Ada Okonkwo"]
    assert judge.call("GET", "/entries?state=nonsense")[0] == 422


def test_sizes_and_faults_are_for_whoever_reads_lists(judge: Program, scorer: Program) -> None:
    row = got(judge, "/entries?verdict=illegal")["entries"][0]["list"]
    assert (row["reason"], row["main"], row["verdict"]) == ("59 cards in the main deck", 59, "illegal")
    row = got(scorer, "/entries?verdict=illegal")["entries"][0]["list"]
    assert (row["reason"], row["main"], row["verdict"]) == ("", None, "illegal")


def test_others_read_the_names_that_are_open_to_them_and_nothing_else(
    client: FlaskClient, made: Made, one_desk: App
) -> None:
    player = Program(client, made.links[0], PATH)
    assert player.call("GET", "/entries")[0] == 404
    assert client.get(f"{PATH}/entries").status_code == 404
    with one_desk.store.write() as session:
        stage = session.get(Stage, made.stages["swiss"])
        out, unseen = (session.get(Entry, uid) for uid in made.entries[2:])
        assert stage is not None
        assert out is not None
        assert unseen is not None
        stage.state, stage.during, stage.seen_at = StageState.LOCKED, During.ALL, one_desk.now()
        out.state, unseen.confirmed = EntryState.WITHDRAWN, False
    body = client.get(f"{PATH}/entries").get_json()
    EntriesListOut.model_validate(body)
    assert names(body) == ["Per Dahl", "Ada Okonkwo"]
    assert body["entries"][0] == {"number": 2, "name": "Per Dahl", "team": ""}
    assert body["revision"] is None
    assert names(client.get(f"{PATH}/entries?q=oko").get_json()) == ["Ada Okonkwo"]
    with one_desk.store.write() as session:
        event = session.get(Event, made.uid)
        assert event is not None
        event.names_shown = NamesShown.INITIALS
    body = client.get(f"{PATH}/entries").get_json()
    assert names(body) == ["A. O.", "P. D."]
    assert names(client.get(f"{PATH}/entries?q=okonkwo").get_json()) == []


# Changes.


def test_a_program_follows_the_roster_by_its_revision(
    scorer: Program, judge: Program, one_desk: App, made: Made
) -> None:
    revision = got(scorer, "/entries")["revision"]
    assert scorer.call("GET", f"/changes?since={revision}") == (304, None)
    send(made, one_desk, OTHER, who=made.as_person(3), number=4)
    body = got(scorer, f"/changes?since={revision}")
    ChangesOut.model_validate(body)
    assert (names(body), body["sent"], body["size"], body["ready"]) == (["Chidi Abara"], 3, 4, 2)
    assert body["stage_state"] == "taking"
    assert scorer.call("GET", f"/changes?since={body['revision']}")[0] == 304
    assert scorer.call("GET", "/changes?since=-1")[0] == 422


# Official acts.


def test_a_list_is_accepted_under_the_version_that_was_seen(judge: Program, made: Made, one_desk: App) -> None:
    row = got(judge, "/entries?q=okonkwo")["entries"][0]["list"]
    body = {"act": "accept", "submission": row["submission"]}
    assert judge.call("POST", "/entries/1/lock", body)[1]["code"] == "version-needed"
    send(made, one_desk, OTHER)
    status, told = judge.call("POST", "/entries/1/lock", body, If_Match=str(row["version"]))
    assert (status, told["code"]) == (409, "replaced")
    row = got(judge, "/entries?q=okonkwo")["entries"][0]["list"]
    body["submission"] = row["submission"]
    status, told = judge.call("POST", "/entries/1/lock", body, If_Match=str(row["version"]))
    assert (status, told["state"]) == (200, "accepted")
    reopen = {"act": "reopen", "until": "2026-06-13T09:30:00Z", "reason": "sleeves"}
    status, told = judge.call("POST", "/entries/1/lock", reopen, If_Match=str(row["version"]))
    assert (status, told["code"]) == (409, "changed")
    assert told["version"] == row["version"] + 1


def test_many_are_accepted_and_the_rest_is_named(scorer: Program, judge: Program) -> None:
    rows = got(judge, "/entries")["entries"]
    lists = [[row["number"], row["list"]["submission"]] for row in rows if row["list"]["submission"]]
    status, told = scorer.call("POST", "/acceptances", {"lists": [*lists, [77, "x"]]})
    assert (status, told["done"]) == (200, [1])
    assert {one["number"]: one["code"] for one in told["left"]} == {2: "not-allowed", 77: "nothing-here"}


# Player lists.


def test_a_player_list_is_told_first_and_applied_by_its_digest(scorer: Program) -> None:
    record: dict[str, Any] = {"text": "Name,Id\nAda Okonkwo,7\nZofia Dabrowska,8\nNils Ekström,9\n"}
    status, told = scorer.call("POST", "/entries/import", record)
    ImportOut.model_validate(told)
    assert (status, told["same"]) == (200, 1)
    changes = {line["key"]: line for line in told["lines"]}
    assert {key: line["change"] for key, line in changes.items()} == {
        "new:2": "new",
        "asked:1": "asked",
        "gone:2": "gone",
        "gone:4": "gone",
        "number:0": "number",
    }
    assert changes["asked:1"]["candidates"] == [{"number": 3, "name": "Zofia Dąbrowska"}]
    record |= {"apply": told["digest"], "answers": {"asked:1": "same:3"}}
    status, done = scorer.call("POST", "/entries/import", record)
    assert (status, done["applied"]["added"], done["applied"]["unanswered"]) == (200, [5], [])
    status, again = scorer.call("POST", "/entries/import", record)
    assert (status, again["code"]) == (409, "changed")
    assert again["digest"] != told["digest"]


def test_what_a_list_leaves_open_is_answered_by_programs_too(scorer: Program) -> None:
    record: dict[str, Any] = {"text": "Mika Tee\nMika Tee\nDee, Carl, team\nLiv Berg (waitlist)\n"}
    told = scorer.call("POST", "/entries/import", record)[1]
    ImportOut.model_validate(told)
    lines = {line["key"]: line for line in told["lines"]}
    assert (lines["asked:1"]["twin"], lines["new:2"]["choices"]) == ("Mika Tee", ["Dee", "Dee, Carl"])
    assert (lines["left:3"]["after"], lines["left:3"]["why"], told["left_out"]) == ("Liv Berg", "waiting", ["Liv Berg"])
    record |= {"apply": told["digest"], "take": ["new:0", "new:2", "left:3"]}
    record |= {"answers": {"asked:1": "once", "new:2": "split:2"}}
    status, done = scorer.call("POST", "/entries/import", record)
    assert (status, done["applied"]["done"], done["applied"]["unanswered"]) == (200, {"new": 3}, [])


def test_a_file_comes_in_base64_and_what_is_none_is_refused(scorer: Program, judge: Program) -> None:
    packed = base64.b64encode("Name\nMüller Köhler\n".encode("cp1252")).decode()
    told = scorer.call("POST", "/entries/import", {"file": packed})[1]
    assert "Müller Köhler" in {line["after"] for line in told["lines"]}
    assert told["questions"]
    for record in (
        {},
        {"text": "x", "file": packed},
        {"file": "a"},
        {"file": "é" * 4},
        {"text": " "},
        {"text": "x", "round": 0},
    ):
        assert scorer.call("POST", "/entries/import", record)[0] == 422
    standings = {"text": "Rank,Player\n1,Per Dahl\n", "round": 1}
    assert judge.call("POST", "/entries/import", standings)[0] == 403
    told = scorer.call("POST", "/entries/import", {"text": "Rank,Player\n1,Per Dahl\n"})[1]
    assert (told["standings"], told["round"]) == (1, None)
    status, told = scorer.call("POST", "/entries/import", {**standings, "round": None, "apply": told["digest"]})
    assert (status, told["code"]) == (422, "round-needed")


# Rounds.


def test_a_round_is_told_first_set_and_read_again(scorer: Program, judge: Program) -> None:
    record: dict[str, Any] = {
        "tables": [{"place": "1", "entries": [1, 2], "result": [2, 1, 0]}, {"entries": [3]}],
        "standings": [{"entry": 1, "rank": 1, "points": 3, "record": "1-0-0"}],
    }
    status, told = scorer.call("PUT", "/rounds/4", record)
    RoundDifferenceOut.model_validate(told)
    assert (status, told["applied"], told["tables"], told["tables_before"]) == (200, False, 2, 0)
    assert got(judge, "/rounds/4")["tables"] == []
    assert scorer.call("PUT", "/rounds/4", {**record, "apply": told["digest"]})[1]["applied"] is True
    kept = got(judge, "/rounds/4")
    RoundOut.model_validate(kept)
    assert kept["tables"][0] == {"place": "1", "entries": [1, 2], "result": [2, 1, 0]}
    assert scorer.call("PUT", "/rounds/4", {**record, "apply": told["digest"]})[1]["code"] == "changed"
    assert got(judge, "/entries?q=1")["entries"][0]["table"] == "1"
    assert scorer.call("PUT", "/rounds/4", {"tables": [{"entries": [99]}]})[1]["code"] == "no-such-entry"
    assert judge.call("PUT", "/rounds/4", record)[0] == 403
    for path, body in (
        ("/rounds/0", record),
        ("/rounds/100", record),
        ("/rounds/99999999999999999999", record),
        ("/rounds/4", {}),
        ("/rounds/4", {**record, "text": "x"}),
    ):
        assert scorer.call("PUT", path, body)[0] == 422


def test_a_round_comes_from_a_text_as_well(scorer: Program, clock: Clock) -> None:
    text = "Table,Player 1,Player 2\n1,Ada Okonkwo,Per Dahl\n2,Zofia Dąbrowska,Nils Ekström\n"
    told = scorer.call("PUT", "/rounds/1", {"text": text})[1]
    assert told["unknown"] == ["Nils Ekström"]
    done = scorer.call("PUT", "/rounds/1", {"text": text, "apply": told["digest"]})[1]
    assert (done["applied"], done["tables"]) == (True, 2)


def test_nothing_of_a_list_is_in_the_roster_of_programs(judge: Program, scorer: Program) -> None:
    for program in (judge, scorer):
        for path in ("/entries", "/changes?since=0"):
            told = program.client.get(PATH + path, headers=program.headers).text
            assert "Wild Ride" not in told
            assert LEGAL not in told
