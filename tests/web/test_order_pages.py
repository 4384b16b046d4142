"""The order of lists on pages: chosen by the head judge, followed by sheets and checks, and a judge's own beside it."""

from __future__ import annotations

from typing import Final

import pytest
from apiflask import APIFlask

from deckcheck.app.context import App
from deckcheck.web import create_app
from tests.deck_checks import begin, event_in_play
from tests.desks import Clock
from tests.events import Made
from tests.organizing import the_event
from tests.web.pages import Page
from tests.web.test_api_registration import Program, token
from tests.web.test_organizer_pages import form_at, get, post, text_of, typed
from tests.web.visitors import sign_in_as

E: Final = "/e/northern-open"
USUAL: Final = "Lists are sorted by mana value, lands last."
CHOSEN: Final = "Lists are sorted by name, lands first."


@pytest.fixture
def made(one_desk: App, clock: Clock) -> Made:
    return event_in_play(one_desk, clock)


@pytest.fixture
def app(one_desk: App) -> APIFlask:
    return create_app(one_desk.settings, one_desk)


def test_the_head_judge_chooses_on_a_page_that_the_sheets_lead_to(app: APIFlask, one_desk: App, made: Made) -> None:
    clients = {role: sign_in_as(app, one_desk, uid) for role, uid in made.accounts.items()}
    for role, client in clients.items():
        may = role in {"head-judge", "organizer"}
        assert (client.get(f"{E}/order").status_code == 200) == may, role
        assert ("Choose the order of the event" in text_of(get(client, f"{E}/sheets"))) == may, role
    head_judge = clients["head-judge"]
    page = get(head_judge, f"{E}/order")
    assert USUAL in text_of(page)
    saved = post(head_judge, f"{E}/order", page, list_order="name", lands_order="first")
    assert saved.response.headers["Location"] == f"{E}/order?done=saved"
    assert "Saved." in text_of(get(head_judge, f"{E}/order?done=saved"))
    assert (the_event(one_desk).list_order, the_event(one_desk).lands_order) == ("name", "first")
    sheets = get(clients["judge"], f"{E}/sheets")
    assert CHOSEN in text_of(sheets)
    assert typed(form_at(sheets, f"{E}/sheets/lists.pdf"))["order"] == "name"
    stale = post(head_judge, f"{E}/order", page, list_order="type")
    assert stale.response.status_code == 409
    assert typed(form_at(stale, f"{E}/order"))["list_order"] == "type"


def test_the_settings_have_it_and_a_program_sets_it(app: APIFlask, one_desk: App, made: Made) -> None:
    organizer = sign_in_as(app, one_desk, made.accounts["organizer"])
    page = get(organizer, f"{E}/settings")
    assert USUAL.replace("Lists are sorted", "Sheets sort cards") in text_of(page)
    sent = {"list_order": "name", "lands_order": "first", "reason": "as the fact sheet says"}
    assert post(organizer, f"{E}/settings", page, **sent).response.status_code == 303
    assert CHOSEN.replace("Lists are sorted", "Sheets sort cards") in text_of(get(organizer, f"{E}/settings"))
    program = Program(app.test_client(), token(one_desk, made, "organizer"), f"/api/v1{E}")
    wanted = {"list_order": "colour", "lands_order": "last"}
    assert program.call("PUT", "/order", wanted)[0] == 428
    assert program.call("PUT", "/order", wanted, If_Match="1")[0] == 409
    status, event = program.call("PUT", "/order", wanted, If_Match="2")
    assert (status, event["list_order"], event["version"]) == (200, "colour", 3)
    assert program.call("PUT", "/order", {**wanted, "list_order": "size"}, If_Match="3")[0] == 422


def test_a_judges_own_order_is_kept_for_the_event_and_told_beside_its_own(
    app: APIFlask, one_desk: App, made: Made
) -> None:
    uid = begin(made, one_desk).head.uid
    judge = sign_in_as(app, one_desk, made.accounts["judge"])
    here = f"{E}/checks/{uid}"
    assert "You chose another order" not in text_of(get(judge, here))
    own = judge.get(f"{here}?order=colour&lands=first")
    (cookie,) = own.headers.getlist("Set-Cookie")
    assert cookie.startswith("deckcheck-laid=colour.first;")
    assert f"Path={E};" in cookie
    again = get(judge, here)
    assert chosen(again) == ("colour", "first")
    assert f"{USUAL} You chose another order for yourself." in text_of(again)
    (back,) = (e for e in again.all if e.text == "Take the event’s")
    judge.get(back.attrs["href"])
    followed = get(judge, here)
    assert (chosen(followed), "You chose another order" in text_of(followed)) == (("mana-value", "last"), False)


def chosen(page: Page) -> tuple[str, str]:
    """What stands in the fields of the order on the page of a check."""
    fields = [typed(e) for e in page.all if e.tag == "form" and "order" in typed(e)]
    return fields[0]["order"], fields[0]["lands"]
