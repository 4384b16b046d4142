"""Registration over the API: a pairing program or a bot needs nothing else."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient

from deckcheck.app.context import App
from deckcheck.app.secrets import hash_of, new_token_secret
from deckcheck.store.models import Token
from deckcheck.web import create_app
from tests.desks import Clock
from tests.events import DEADLINE, Made, make_event

LEGAL = "4 Lightning Bolt\n56 Mountain"
ILLEGAL = "5 Lightning Bolt\n55 Mountain"


class Program:
    """A program with a bearer."""

    def __init__(self, client: FlaskClient, bearer: str, base: str) -> None:
        self.client, self.base = client, base
        self.headers = {"Authorization": f"Bearer {bearer}"}

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = self.client.open(self.base + path, method=method, json=body, headers={**self.headers, **names})
        return answer.status_code, answer.get_json(silent=True)


@pytest.fixture
def made(one_desk: App) -> Made:
    return make_event(one_desk, players=4)


@pytest.fixture
def client(one_desk: App) -> FlaskClient:
    return create_app(one_desk.settings, one_desk).test_client()


@pytest.fixture
def player(client: FlaskClient, made: Made) -> Program:
    return Program(client, made.links[0], f"/api/v1/e/{made.slug}")


@pytest.fixture
def judge(client: FlaskClient, made: Made, one_desk: App) -> Program:
    return Program(client, token(one_desk, made, "judge"), f"/api/v1/e/{made.slug}")


def token(desk: App, made: Made, role: str) -> str:
    secret = new_token_secret()
    with desk.store.write() as session:
        session.add(
            Token(
                hash=hash_of(secret),
                prefix=secret[:10],
                event=made.uid,
                role=role,
                label="A bot",
                by="sys",
                made_at=desk.now(),
                until=desk.now().replace(year=2027),
            )
        )
    return secret


def test_a_list_is_sent_once_whatever_the_network_does(player: Program) -> None:
    first = player.call("POST", "/entries/1/submissions", {"text": LEGAL}, Idempotency_Key="same-key-1")
    again = player.call("POST", "/entries/1/submissions", {"text": LEGAL}, Idempotency_Key="same-key-1")
    other = player.call("POST", "/entries/1/submissions", {"text": ILLEGAL}, Idempotency_Key="same-key-1")
    assert (first[0], again[0], other[0]) == (201, 200, 422)
    assert first[1]["uid"] == again[1]["uid"]
    assert other[1]["code"] == "key-reused"
    assert player.call("GET", "/entries/1/receipts/same-key-1")[1]["uid"] == first[1]["uid"]


def test_after_the_deadline_it_is_refused_with_a_word_for_programs(player: Program, clock: Clock) -> None:
    """MTR 2.7: lists are due before round 1; what arrives at the very moment is late."""
    clock.set(DEADLINE)
    status, told = player.call("POST", "/entries/1/submissions", {"text": LEGAL})
    assert (status, told["code"]) == (409, "deadline-passed")


def test_a_draft_is_its_players_alone(player: Program, judge: Program) -> None:
    assert player.call("PUT", "/entries/1/draft", {"text": "4 Light"})[0] == 200
    assert player.call("GET", "/entries/1/draft")[1]["text"] == "4 Light"
    assert judge.call("GET", "/entries/1/draft")[0] in {403, 404}


def test_two_devices_that_write_one_draft_both_get_both_texts(player: Program) -> None:
    player.call("PUT", "/entries/1/draft", {"text": "one", "version": 0})
    status, told = player.call("PUT", "/entries/1/draft", {"text": "two", "version": 0})
    assert (status, told["code"]) == (409, "changed")


def test_a_judge_accepts_what_was_seen_and_nothing_that_came_since(player: Program, judge: Program) -> None:
    first = player.call("POST", "/entries/1/submissions", {"text": LEGAL})[1]
    second = player.call("POST", "/entries/1/submissions", {"text": LEGAL + "\n"})[1]
    version = str(second["list_version"])
    seen = {"act": "accept", "submission": first["uid"]}
    assert judge.call("POST", "/entries/1/lock", seen, If_Match=version)[1]["code"] == "replaced"
    seen["submission"] = second["uid"]
    assert judge.call("POST", "/entries/1/lock", seen)[0] == 428
    status, told = judge.call("POST", "/entries/1/lock", seen, If_Match=version)
    assert (status, told["state"]) == (200, "accepted")
    assert player.call("POST", "/entries/1/submissions", {"text": ILLEGAL})[1]["code"] == "accepted"


def test_many_are_accepted_and_those_that_changed_are_left(
    player: Program, judge: Program, client: FlaskClient, made: Made
) -> None:
    sent = []
    for number, link in enumerate(made.links, 1):
        one = Program(client, link, player.base)
        sent.append((number, one.call("POST", f"/entries/{number}/submissions", {"text": LEGAL})[1]["uid"]))
    player.call("POST", "/entries/1/submissions", {"text": ILLEGAL})
    status, told = judge.call("POST", "/acceptances", {"lists": sent})
    assert (status, told["done"]) == (200, [2, 3, 4])
    assert [one["number"] for one in told["left"]] == [1]


def test_staff_adds_a_walk_in_and_enters_a_late_list(judge: Program, clock: Clock) -> None:
    status, added = judge.call("POST", "/entries", {"last": "Lund", "first": "Kai"})
    assert status == 201
    number = added["entry"]["number"]
    clock.set(DEADLINE.replace(minute=12))
    without = judge.call("POST", f"/entries/{number}/submissions", {"text": LEGAL})
    assert without[1]["code"] == "reason-needed"
    status, told = judge.call("POST", f"/entries/{number}/submissions", {"text": LEGAL, "reason": "bus broke down"})
    assert (status, told["minutes_late"], told["origin"]) == (201, 12, "late")


def test_a_joiner_gets_a_link_of_their_own(client: FlaskClient, made: Made) -> None:
    answer = client.post(f"/api/v1/e/{made.slug}/join", json={"code": "kite 4719", "last": "Lund"})
    assert answer.status_code == 201
    link = answer.get_json()["link"]
    number = answer.get_json()["number"]
    mine = Program(client, link, f"/api/v1/e/{made.slug}")
    assert mine.call("POST", f"/entries/{number}/submissions", {"text": LEGAL})[0] == 201


def test_a_link_that_is_unknown_is_no_stranger(client: FlaskClient, made: Made) -> None:
    program = Program(client, "0" * 22, f"/api/v1/e/{made.slug}")
    assert program.call("GET", "/entries/1")[0] == 401


def test_entries_are_moved_by_who_saw_them_and_merged_by_the_desk(
    judge: Program, client: FlaskClient, made: Made, one_desk: App
) -> None:
    one = judge.call("GET", "/entries/2")[1]
    status, told = judge.call("POST", "/entries/2/state", {"to": "withdrawn"}, If_Match=str(one["version"]))
    assert (status, told["entries"][0]["state"]) == (200, "withdrawn")
    merge = {"into": 4, "confirmed": True}
    assert judge.call("POST", "/entries/3/merge", merge)[0] == 403
    at_the_desk = Program(client, token(one_desk, made, "desk"), judge.base)
    status, told = at_the_desk.call("POST", "/entries/3/merge", merge)
    assert (status, told["gone"]["state"]) == (200, "merged")


THANKS = f"{LEGAL}\nThanks for organizing!"
IGNORED = [{"line": 3, "text": "Thanks for organizing!"}]


def test_lines_that_are_no_cards_go_with_a_draft_and_a_list(player: Program) -> None:
    status, draft = player.call("PUT", "/entries/1/draft", {"text": THANKS, "leave_out": [3], "version": 0})
    assert (status, draft["leave_out"]) == (200, [3])
    assert player.call("GET", "/entries/1/draft")[1] == draft
    status, told = player.call("POST", "/entries/1/submissions", {"text": THANKS, "leave_out": [3]})
    assert (status, told["verdict"], told["ignored"]) == (201, "legal", IGNORED)
    [version] = player.call("GET", "/entries/1/submissions")[1]["submissions"]
    assert version["verdicts"][0]["body"]["ignored"] == version["receipt"]["ignored"] == IGNORED


def test_a_line_that_is_none_is_refused_with_a_list(player: Program) -> None:
    status, told = player.call("POST", "/entries/1/submissions", {"text": THANKS, "leave_out": [4]})
    assert (status, told["detail"]) == (422, "Line 4 is empty or not in the list, so it can't be left out.")
    assert player.call("POST", "/entries/1/submissions", {"text": THANKS, "leave_out": [0]})[0] == 422


def test_a_judge_corrects_a_list_and_leaves_a_line_out(player: Program, judge: Program, clock: Clock) -> None:
    player.call("POST", "/entries/1/submissions", {"text": THANKS})
    clock.set(DEADLINE + timedelta(minutes=5))
    order = {"text": THANKS, "leave_out": [3], "section": "IPG 3.4", "reason": "a line that is no card"}
    status, told = judge.call("POST", "/entries/1/corrections", order)
    assert (status, told["verdict"], told["ignored"]) == (201, "legal", [])
    assert player.call("GET", "/entries/1/submissions")[1]["submissions"][1]["receipt"]["ignored"] == IGNORED
