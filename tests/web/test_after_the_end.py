"""Pages after an event has ended: head judge and organizer correct a list there, nobody else is offered it."""

from __future__ import annotations

from typing import Any

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from deckcheck.app.context import App
from deckcheck.web import create_app
from tests.desks import Clock
from tests.events import Made
from tests.published_events import a_locked_event, begin, complete, publish
from tests.registrations import OTHER, list_row
from tests.web.visitors import player, sign_in_as, visitor

E = "/e/northern-open"
OFFER = "Correct it for the player"
WHY = {"section": "IPG 3.4", "reason": "the deck check of the final"}


@pytest.fixture
def app(one_desk: App) -> APIFlask:
    return create_app(one_desk.settings, one_desk)


@pytest.fixture
def made(one_desk: App, clock: Clock) -> Made:
    """A completed event whose lists are open to everyone."""
    made = a_locked_event(one_desk, clock, playoff=False)
    begin(one_desk, made, "swiss")
    publish(one_desk, made, "swiss", "all")
    complete(one_desk, made)
    clock.pass_(hours=1)
    return made


def text(client: FlaskClient, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    return answer.get_data(as_text=True)


def form(desk: App, made: Made, **more: str) -> dict[str, Any]:
    """What the page sends: the list as it stands, and what is to take its place."""
    row = list_row(desk, made)
    known = {"how": "correct", "stage": "swiss", "version": str(row.version), "seen": row.current or "", "text": OTHER}
    return {**known, **more}


@pytest.mark.parametrize("role", ["head-judge", "organizer"])
def test_who_answers_for_the_event_is_offered_the_correction_and_makes_it(
    app: APIFlask, one_desk: App, made: Made, role: str
) -> None:
    client = sign_in_as(app, one_desk, made.accounts[role])
    assert OFFER in text(client, f"{E}/roster/1?stage=swiss")
    assert "Correct the list" in text(client, f"{E}/roster/1/enter?stage=swiss")
    unsaid = client.post(f"{E}/roster/1/hand-in", data=form(one_desk, made))
    assert (unsaid.status_code, list_row(one_desk, made).version) == (422, int(form(one_desk, made)["version"]))
    assert "3 Wild Ride" in unsaid.get_data(as_text=True)  # What was typed is still there.
    done = client.post(f"{E}/roster/1/hand-in", data=form(one_desk, made, **WHY))
    assert (done.status_code, done.headers["Location"]) == (303, f"{E}/roster/1?done=corrected&stage=swiss")
    assert "The list is corrected and accepted." in text(client, done.headers["Location"])
    told = text(player(app, one_desk, made.entries[0]), f"{E}/my/list")
    assert f"{made.staff[role]} wrote: IPG 3.4: the deck check of the final" in told
    assert "Corrected by staff." in text(visitor(app), f"{E}/lists/1")


@pytest.mark.parametrize("role", ["judge", "scorekeeper"])
def test_other_staff_is_not_offered_it_and_is_told_who_does_it(
    app: APIFlask, one_desk: App, made: Made, role: str
) -> None:
    client = sign_in_as(app, one_desk, made.accounts[role])
    assert OFFER not in text(client, f"{E}/roster/1?stage=swiss")
    sentence = "Northern Open is over. Only its head judge or organizer can correct a list now."
    assert sentence in text(client, f"{E}/roster/1/enter?how=correct", 403)
    answer = client.post(f"{E}/roster/1/hand-in", data=form(one_desk, made, **WHY))
    assert answer.status_code == 403
    assert sentence in answer.get_data(as_text=True)
