"""The public page of draws: whoever opens it can draw again with the lines that stand on it."""

from __future__ import annotations

import subprocess
import sys
from typing import Final

import pytest
from apiflask import APIFlask

from deckcheck.app.context import App
from deckcheck.checks.draws import DrawTables, draw_tables
from deckcheck.web import create_app
from tests.deck_checks import event_in_play, pair
from tests.desks import Clock
from tests.events import Made
from tests.published_events import set_event
from tests.web.test_organizer_pages import get, text_of
from tests.web.visitors import sign_in_as, visitor

E: Final = "/e/northern-open"


@pytest.fixture
def made(one_desk: App, clock: Clock) -> Made:
    """Round 1 is on, and two tables of it were drawn."""
    made = event_in_play(one_desk, clock, players=8)
    pair(one_desk, made, 1, [(1, 2), (3, 4), (5, 6), (7, 8)])
    draw_tables(DrawTables(made.as_account("judge"), made.slug, 1, 2, seed="4471"), one_desk)
    return made


@pytest.fixture
def app(one_desk: App) -> APIFlask:
    return create_app(one_desk.settings, one_desk)


def test_a_draw_comes_to_the_page_with_the_end_of_its_round(app: APIFlask, one_desk: App, made: Made) -> None:
    stranger, judge = visitor(app), sign_in_as(app, one_desk, made.accounts["judge"])
    assert "4471" not in stranger.get(f"{E}/draws").text + stranger.get(f"/api/v1{E}/draws").text
    assert "No draw is to be seen yet." in text_of(get(stranger, f"{E}/draws"))
    assert f"{E}/draws" not in stranger.get(E).text
    early = text_of(get(judge, f"{E}/draws"))
    assert "4471" in early
    assert "Only staff sees this draw until the round is over." in early
    pair(one_desk, made, 2, [(1, 3), (2, 4), (5, 7), (6, 8)])
    assert f'href="{E}/draws"' in stranger.get(E).text
    page = get(stranger, f"{E}/draws")
    for words in ("Round 1", "Drawn", "4471", "2 of 4", "by a judge", "1, 2, 3, 4"):
        assert words in text_of(page)
    assert "Rosa Kim" not in page.response.text
    assert "no-cache" in page.response.headers["Cache-Control"]
    (told,) = stranger.get(f"/api/v1{E}/draws").get_json()["draws"]
    assert (told["seed"], told["role"], told["by"], told["public"]) == ("4471", "a judge", "", True)


def test_the_lines_on_the_page_draw_the_same(app: APIFlask, one_desk: App, made: Made) -> None:
    pair(one_desk, made, 2, [(1, 3), (2, 4), (5, 7), (6, 8)])
    page = get(visitor(app), f"{E}/draws")
    (program,) = ("".join(e.texts) for e in page.all if e.tag == "pre")
    run = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True)
    shown = next(e for e in page.all if e.tag == "dd" and e.text.startswith("Tables "))
    assert run.stdout.strip() == shown.text.removeprefix("Tables ")


def test_an_event_that_is_planned_shows_its_draws_to_staff_alone(app: APIFlask, one_desk: App, made: Made) -> None:
    set_event(one_desk, made, state="planned")
    assert visitor(app).get(f"{E}/draws").status_code == 404
    assert sign_in_as(app, one_desk, made.accounts["judge"]).get(f"{E}/draws").status_code == 200
