"""Programs, the audit, rechecks and persons over the API, with the codes that programs rely on."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from deckcheck.accounts.recognition import who_is
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.decklist.hash_chain import AuditEntry, entry_hash, verify_chain
from deckcheck.web import create_app
from tests.desks import Clock
from tests.histories import SLUG, History, a_full_history, begin
from tests.web.events_served import browser

E = f"/api/v1/e/{SLUG}"


@pytest.fixture
def app(one_desk: App) -> APIFlask:
    return create_app(one_desk.settings, one_desk)


@pytest.fixture
def history(one_desk: App, clock: Clock) -> History:
    return begin(one_desk, clock)


@pytest.fixture
def ended(one_desk: App, clock: Clock) -> History:
    return a_full_history(one_desk, clock)


def of(app: APIFlask, desk: App, who: Actor) -> FlaskClient:
    return browser(app, desk, who)


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.get_json()["code"]


def test_a_token_is_made_listed_and_ended(app: APIFlask, one_desk: App, history: History) -> None:
    organizer = of(app, one_desk, history.staff["organizer"])
    made = organizer.post(f"{E}/tokens", json={"role": "judge", "label": "Bot", "until": "2026-07-01T12:00"})
    assert made.status_code == 201
    assert made.get_json()["until"] == "2026-07-01T11:00:00.000Z"
    assert who_is(one_desk, bearer=made.get_json()["secret"]).role == "judge"
    (row,) = organizer.get(f"{E}/tokens").get_json()["tokens"]
    assert (row["label"], row["role"], row["is_open"]) == ("Bot", "judge", True)
    assert "secret" not in row
    assert organizer.delete(f"{E}/tokens/{row['uid']}").status_code == 204
    assert code(organizer.delete(f"{E}/tokens/no-such")) == (404, "nothing-here")


def test_a_program_makes_no_programs(app: APIFlask, one_desk: App, history: History) -> None:
    organizer = of(app, one_desk, history.staff["organizer"])
    secret = organizer.post(f"{E}/tokens", json={"role": "organizer", "label": "Bot"}).get_json()["secret"]
    bot, bearer = app.test_client(), {"Authorization": f"Bearer {secret}"}
    assert code(bot.post(f"{E}/tokens", json={"role": "judge", "label": "x"}, headers=bearer))[0] == 403
    assert code(bot.get(f"{E}/webhooks", headers=bearer))[0] == 403
    assert code(bot.delete(f"{E}/entries/1/person", json={"reason": "x"}, headers=bearer))[0] == 403
    assert bot.get(f"{E}/audit", headers=bearer).status_code == 200


def test_a_webhook_is_added_renewed_and_ended(app: APIFlask, one_desk: App, history: History) -> None:
    organizer = of(app, one_desk, history.staff["organizer"])
    refused = organizer.post(f"{E}/webhooks", json={"url": "http://bot.example.org/", "acts": ["closed"]})
    assert code(refused) == (422, "address-refused")
    assert code(organizer.post(f"{E}/webhooks", json={"url": "https://1.1.1.1/", "acts": []}))[0] == 422
    made = organizer.post(f"{E}/webhooks", json={"url": "https://1.1.1.1/hook", "acts": ["closed", "opened"]})
    assert made.status_code == 201
    (row,) = organizer.get(f"{E}/webhooks").get_json()["webhooks"]
    assert (row["acts"], row["both_until"]) == (["opened", "closed"], None)
    renewed = organizer.post(f"{E}/webhooks/{row['uid']}/secret", json={})
    assert renewed.get_json()["secret"] != made.get_json()["secret"]
    assert organizer.get(f"{E}/webhooks").get_json()["webhooks"][0]["both_until"] == "2026-06-14T08:00:00.000Z"
    assert organizer.delete(f"{E}/webhooks/{row['uid']}").status_code == 204
    assert organizer.get(f"{E}/webhooks").get_json() == {"webhooks": []}
    assert organizer.get(f"{E}/webhooks/deliveries").get_json() == {"deliveries": [], "older": None}


def test_deliveries_come_in_pages(app: APIFlask, one_desk: App, history: History) -> None:
    organizer = of(app, one_desk, history.staff["organizer"])
    organizer.post(f"{E}/webhooks", json={"url": "https://1.1.1.1/hook", "acts": ["submitted"]})
    for number in (1, 2, 3):
        history.send(number)
    first = organizer.get(f"{E}/webhooks/deliveries?limit=2").get_json()
    second = organizer.get(f"{E}/webhooks/deliveries?limit=2&before={first['older']}").get_json()
    assert [len(first["deliveries"]), len(second["deliveries"]), second["older"]] == [2, 1, None]
    assert {row["state"] for row in first["deliveries"]} == {"waiting"}
    assert organizer.get(f"{E}/webhooks/deliveries?limit=0").status_code == 422


def test_the_chain_that_programs_get_can_be_verified_elsewhere(app: APIFlask, one_desk: App, ended: History) -> None:
    head_judge = of(app, one_desk, ended.staff["head-judge"])
    entries: list[dict[str, Any]] = []
    while True:
        after = entries[-1]["seq"] if entries else 0
        page = head_judge.get(f"{E}/audit?after={after}&limit=50").get_json()["entries"]
        if not page:
            break
        entries += page
    fields = ("v", "event", "seq", "at", "by", "act", "on", "from", "to", "note", "previous")
    chain = [AuditEntry(*(entry[name] for name in fields)) for entry in entries]
    found = verify_chain(chain)
    assert found.ok
    assert [entry_hash(one) for one in chain] == [entry["hash"] for entry in entries]
    head = head_judge.get(f"{E}/audit/head?head={found.last[:12]}").get_json()
    assert head["holds"] is True
    assert (head["entries"], head["head_found_at"]) == (len(chain), len(chain))
    assert head["head"].replace(" ", "").lower() == found.last[:12]
    assert code(head_judge.get(f"{E}/audit/head?head=xyz")) == (422, "bad-input")


def test_lists_are_judged_again(app: APIFlask, one_desk: App, history: History) -> None:
    history.send(1)
    judge = of(app, one_desk, history.staff["judge"])
    own = judge.post(f"{E}/recheck", json={}).get_json()
    assert (own["kept"], own["lists"], own["changed"]) == (True, 1, [])
    past = judge.post(f"{E}/recheck", json={"on": "2012-01-01"}).get_json()
    assert (past["kept"], past["on"]) == (False, "2012-01-01")
    (changed,) = past["changed"]
    assert (changed["number"], changed["before"], changed["after"]) == (1, "legal", "illegal")
    assert changed["new"]
    assert code(of(app, one_desk, history.staff["scorekeeper"]).post(f"{E}/recheck", json={}))[0] == 403


def test_what_is_kept_of_a_player_is_handed_out(app: APIFlask, one_desk: App, history: History) -> None:
    history.send(1)
    organizer = of(app, one_desk, history.staff["organizer"])
    assert code(organizer.get(f"{E}/entries/1/person")) == (422, "reason-needed")
    file = organizer.get(f"{E}/entries/1/person?reason=asked")
    assert file.mimetype == "application/zip"
    own = of(app, one_desk, history.players[1]).get(f"{E}/entries/1/person")
    with zipfile.ZipFile(io.BytesIO(own.get_data())) as archive:
        assert "person.json" in archive.namelist()
    other = of(app, one_desk, history.players[2])
    closed, absent = other.get(f"{E}/entries/1/person"), other.get(f"{E}/entries/999/person")
    assert (closed.status_code, closed.get_data()) == (404, absent.get_data())


def test_a_player_is_forgotten_once_the_event_has_ended(app: APIFlask, one_desk: App, history: History) -> None:
    organizer = of(app, one_desk, history.staff["organizer"])
    assert code(organizer.delete(f"{E}/entries/1/person", json={"reason": "asked"})) == (409, "event-running")
    history.become("cancelled")
    assert code(organizer.delete(f"{E}/entries/1/person", json={"reason": " "})) == (422, "reason-needed")
    assert code(organizer.delete(f"{E}/entries/1/person", json={"reason": "a", "notes": ["x"]})) == (422, "bad-input")
    assert organizer.delete(f"{E}/entries/1/person", json={"reason": "asked"}).status_code == 204
    assert organizer.get(f"{E}/entries/1").get_json()["name"] == "Player 1"
