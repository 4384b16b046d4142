"""The pages about programs, the audit, rechecks and persons, as those have them whom they are for."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from deckcheck.accounts.recognition import who_is
from deckcheck.app.context import App
from deckcheck.app.mail import WEBHOOK, send_next
from deckcheck.store.models import AuditText, Entry, Event, Submission, Token, Webhook
from deckcheck.store.queries import events, proof
from deckcheck.web import create_app
from tests.desks import Clock
from tests.histories import SLUG, History, a_full_history, begin
from tests.listeners import listening, says
from tests.web.events_served import browser
from tests.web.pages import Page

E = f"/e/{SLUG}"


@pytest.fixture
def desk(one_desk: App) -> App:
    return replace(one_desk, settings=replace(one_desk.settings, local_webhooks=True))


@pytest.fixture
def app(desk: App) -> APIFlask:
    return create_app(desk.settings, desk)


@pytest.fixture
def history(desk: App, clock: Clock) -> History:
    return begin(desk, clock)


@pytest.fixture
def ended(desk: App, clock: Clock) -> History:
    return a_full_history(desk, clock)


def of(app: APIFlask, desk: App, history: History, role: str) -> FlaskClient:
    return browser(app, desk, history.staff[role])


def texts(response: TestResponse) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.get_data(as_text=True)).split())


def secret_on(response: TestResponse) -> str:
    return next(e.text for e in Page(response).having("typed"))


def test_a_token_is_shown_once_and_lets_the_program_in(app: APIFlask, desk: App, history: History) -> None:
    organizer = of(app, desk, history, "organizer")
    made = organizer.post(
        f"{E}/programs", data={"do": "token", "label": "Pairing bot", "role": "desk", "until": "2026-07-01"}
    )
    secret = secret_on(made)
    assert who_is(desk, bearer=secret).role == "desk"
    page = organizer.get(f"{E}/programs")
    assert secret not in page.get_data(as_text=True)
    assert "Pairing bot" in texts(page)
    assert "Wed 1 July 2026, 23:59" not in texts(page)
    assert "Until Thu 2 July 2026, 00:00:00" in texts(page)
    with desk.store.read() as session:
        uid = session.query(Token).one().uid
    done = organizer.post(f"{E}/programs/tokens/{uid}/end", follow_redirects=True)
    assert "The token has ended." in texts(done)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"label": "", "role": "judge"}, "Name who will use the token"),
        ({"label": "Bot", "role": "king"}, "is no role of a token"),
        ({"label": "Bot", "role": "judge", "until": "2020-01-01"}, "past already"),
        ({"label": "Bot", "role": "judge", "until": "soon"}, "is not a date"),
    ],
)
def test_a_token_that_cannot_be_made_is_refused_with_the_fields_kept(
    app: APIFlask, desk: App, history: History, fields: dict[str, str], told: str
) -> None:
    refused = of(app, desk, history, "organizer").post(f"{E}/programs", data={"do": "token", **fields})
    assert refused.status_code == 422
    assert told in texts(refused)
    assert Page(refused).by_id("label").attrs["value"] == fields["label"]


@pytest.fixture
def heard() -> Iterator[str]:
    with listening(says(204)) as server:
        yield f"http://127.0.0.1:{server.port}/hook"


def test_a_webhook_is_added_renewed_and_ended_and_its_messages_are_listed(
    app: APIFlask, desk: App, history: History, heard: str
) -> None:
    organizer = of(app, desk, history, "organizer")
    made = organizer.post(f"{E}/programs", data={"do": "webhook", "url": heard, "acts": ["submitted", "accepted"]})
    first = secret_on(made)
    history.send(1)
    assert send_next(desk, WEBHOOK)
    page = organizer.get(f"{E}/programs")
    assert "A list was submitted: sent" in texts(page)
    assert "Answered 204." in texts(page)
    with desk.store.read() as session:
        uid = session.query(Webhook).one().uid
    second = secret_on(organizer.post(f"{E}/programs", data={"do": "renew", "uid": uid}))
    assert first.startswith("whsec_") and second.startswith("whsec_") and first != second  # noqa: PT018
    assert "Signed with two secrets until Sun 14 June 2026, 09:00:00" in texts(organizer.get(f"{E}/programs"))
    assert "The webhook has ended." in texts(organizer.post(f"{E}/programs/webhooks/{uid}/end", follow_redirects=True))
    assert "No webhooks yet." in texts(organizer.get(f"{E}/programs"))


def test_an_address_that_is_refused_comes_back_in_its_field(app: APIFlask, desk: App, history: History) -> None:
    refused = of(app, desk, history, "organizer").post(
        f"{E}/programs", data={"do": "webhook", "url": "https://10.0.0.1/hook", "acts": ["closed"]}
    )
    assert refused.status_code == 422
    page = Page(refused)
    assert page.by_id("url").attrs["value"] == "https://10.0.0.1/hook"
    assert [e.attrs["value"] for e in page.all if e.attrs.get("name") == "acts" and "checked" in e.attrs] == ["closed"]


def test_the_audit_is_told_in_words_and_that_it_holds(app: APIFlask, desk: App, ended: History) -> None:
    page = of(app, desk, ended, "head-judge").get(f"{E}/audit")
    told = texts(page)
    assert re.search(r"All \d+ entries and \d+ seals hold\.", told)
    assert "The event: completed" in told
    assert "rows.kept" not in told
    assert not [act for act in re.findall(r"\b[a-z]+\.[a-z_]+\b", told) if act.partition(".")[0] in {"list", "stage"}]


def test_the_audit_is_read_page_by_page_and_by_kind(app: APIFlask, desk: App, ended: History) -> None:
    organizer = of(app, desk, ended, "organizer")
    page, seen = organizer.get(f"{E}/audit?act=list."), set[int]()
    while True:
        here = {
            int(e.attrs["id"].removeprefix("entry-"))
            for e in Page(page).all
            if e.attrs.get("id", "").startswith("entry-")
        }
        assert not here & seen
        seen |= here
        older = re.search(r'href="([^"]+before=[^"]+)"', page.get_data(as_text=True))
        if not older:
            break
        page = organizer.get(older[1].replace("&amp;", "&"))
    with desk.store.read() as session:
        rows = proof.audit_of(session, _event(desk))
    assert seen == {row.seq for row in rows if row.act.startswith("list.")}


def _event(desk: App) -> str:
    with desk.store.read() as session:
        event = events.by_slug(session, SLUG)
        assert event is not None
        return event.uid


def test_a_noted_head_is_found_or_not_or_is_none(app: APIFlask, desk: App, history: History) -> None:
    head_judge = of(app, desk, history, "head-judge")
    receipt = history.send(1)
    found = head_judge.get(f"{E}/audit", query_string={"head": receipt.anchor, "verify": "1"})
    assert "The head you hold is entry" in texts(found)
    strange = head_judge.get(f"{E}/audit?head=0123+4567+89AB")
    assert "The head you hold is nowhere in this chain." in texts(strange)
    bad = head_judge.get(f"{E}/audit?head=xyz")
    assert bad.status_code == 422
    assert "An audit code has at least 12 characters" in texts(bad)


def test_what_does_not_hold_is_said_on_the_page(app: APIFlask, desk: App, history: History) -> None:
    history.send(1)
    with desk.store.write() as session:
        session.query(Submission).update({Submission.title: "swapped"})
    told = texts(of(app, desk, history, "organizer").get(f"{E}/audit"))
    assert "Something does not hold." in told
    assert "A list as submitted" in told


def test_a_deleted_reason_is_told_as_deleted(app: APIFlask, desk: App, ended: History) -> None:
    with desk.store.write() as session:
        session.query(AuditText).delete()
    organizer = of(app, desk, ended, "organizer")
    assert "The reason was deleted." in texts(organizer.get(f"{E}/audit?act=list."))
    assert "The reason was deleted." not in texts(organizer.get(f"{E}/audit?act=role."))


def test_lists_are_judged_again_and_what_changed_is_told(app: APIFlask, desk: App, history: History) -> None:
    history.send(1)
    judge = of(app, desk, history, "judge")
    assert "1 list is rechecked" in texts(judge.get(f"{E}/recheck"))
    done = judge.post(f"{E}/recheck", data={"law": "own"})
    assert "1 list rechecked by the rules of 13 June 2026: nothing changed." in texts(done)
    past = judge.post(f"{E}/recheck", data={"law": "other", "on": "2012-01-01"})
    assert "1 verdict changed." in texts(past)
    assert "no verdict was kept" in texts(past)
    assert judge.post(f"{E}/recheck", data={"law": "other", "on": "never"}).status_code == 422


def test_an_official_who_plays_says_why_lists_are_read(app: APIFlask, desk: App, history: History) -> None:
    with desk.store.write() as session:
        session.query(Event).update({Event.level: "regular"})
        session.query(Entry).filter_by(number=2).update({Entry.account: history.staff["judge"].uid})
    history.send(1)
    judge = of(app, desk, history, "judge")
    assert "You play here" in texts(judge.get(f"{E}/recheck"))
    assert judge.post(f"{E}/recheck", data={}).status_code == 422
    assert judge.post(f"{E}/recheck", data={"reason": "a ban came"}).status_code == 200


def test_a_player_is_forgotten_after_a_page_that_asks(app: APIFlask, desk: App, ended: History) -> None:
    organizer = of(app, desk, ended, "organizer")
    assert "Ada Okonkwo" in texts(organizer.get(f"{E}/people"))
    asked = organizer.get(f"{E}/people/1/forget")
    page = Page(asked)
    assert "It cannot be undone." in texts(asked)
    notes = [e.attrs for e in page.all if e.attrs.get("name") == "notes"]
    assert [n["value"] for n in notes if "checked" in n]
    without = organizer.post(f"{E}/people/1/forget", data={"reason": ""})
    assert without.status_code == 422
    assert "Ada Okonkwo" in texts(organizer.get(f"{E}/people/1"))
    chosen = [n["value"] for n in notes]
    done = organizer.post(
        f"{E}/people/1/forget", data={"reason": "asked for it", "notes": chosen}, follow_redirects=True
    )
    assert "Player 1 is forgotten." in texts(done)
    assert "Okonkwo" not in texts(done)
    assert "This player is forgotten" in texts(organizer.get(f"{E}/people/1"))
    assert "Player 1" in texts(organizer.get(f"{E}/lists?stage=playoff"))


def test_while_the_event_runs_the_page_says_when_a_player_can_be_forgotten(
    app: APIFlask, desk: App, history: History
) -> None:
    organizer = of(app, desk, history, "organizer")
    assert "Northern Open is running." in texts(organizer.get(f"{E}/people/1"))
    refused = organizer.post(f"{E}/people/1/forget", data={"reason": "asked"})
    assert refused.status_code == 409


def test_an_organizer_saves_what_is_kept_with_a_reason(app: APIFlask, desk: App, ended: History) -> None:
    organizer = of(app, desk, ended, "organizer")
    assert organizer.post(f"{E}/people/1", data={"reason": " "}).status_code == 422
    file = organizer.post(f"{E}/people/1", data={"reason": "she asked"})
    assert file.mimetype == "application/zip"
    assert file.headers["Content-Disposition"].startswith('attachment; filename="')
    assert file.headers["Cache-Control"] == "private, no-store"
    with zipfile.ZipFile(io.BytesIO(file.get_data())) as archive:
        assert json.loads(archive.read("person.json"))["last"] == "Okonkwo"


def test_a_player_saves_what_is_kept_of_them_from_their_own_page(app: APIFlask, desk: App, history: History) -> None:
    history.send(1)
    own = browser(app, desk, history.players[1])
    page = own.get(f"{E}/my/list")
    assert f'href="{E}/my/data"' in page.get_data(as_text=True)
    file = own.get(f"{E}/my/data")
    with zipfile.ZipFile(io.BytesIO(file.get_data())) as archive:
        assert f"{SLUG}/1-swiss-1.txt" in archive.namelist()
