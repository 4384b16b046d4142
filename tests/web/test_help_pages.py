"""Help and About are reached from every page's foot; each page of help is short, whole and the one that fits."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from flask.testing import FlaskClient

from deckcheck.app.context import App
from deckcheck.app.update_settings import warned_after
from deckcheck.settings import Settings
from deckcheck.web import create_app
from deckcheck.web.pages.help import _parts
from deckcheck.wiring import build_desk
from tests.desks import Clock
from tests.tables import every_row
from tests.web.pages import Page
from tests.web.test_player_pages import text_of
from tests.web.visitors import visitor

FOLDER = Path(__file__).parents[2] / "docs" / "help"
PAGES = sorted(path.stem for path in FOLDER.glob("*.md") if path.stem != "README")


@every_row("name", PAGES)
def test_a_page_has_numbered_steps_and_answers_and_is_short(client: FlaskClient, name: str) -> None:
    answer = client.get(f"/help/{name}")
    assert answer.status_code == 200
    assert 3 <= answer.text.split('class="steps"')[1].split("</ol>")[0].count("<li>") <= 5
    assert answer.text.count("<details") == answer.text.count("<summary>") >= 2
    assert len((FOLDER / f"{name}.md").read_text("utf-8").split()) < 260
    assert ".md" not in answer.text


def test_the_index_names_every_page(client: FlaskClient) -> None:
    shown = client.get("/help").text
    assert [name for name in PAGES if f'href="/help/{name}"' not in shown] == []
    assert client.get("/help/README").status_code == client.get("/help/none").status_code == 404


def test_every_link_of_a_page_leads_somewhere(client: FlaskClient) -> None:
    ways = {way for name in PAGES for part in _parts(FOLDER / f"{name}.md") for way, _ in part.links}
    assert ways >= {"/privacy", "/verify", "/compare"}
    assert {way: client.get(way).status_code for way in ways} == dict.fromkeys(ways, 200)


def test_a_list_in_a_page_is_shown_with_its_verdict(client: FlaskClient) -> None:
    shown = text_of(Page(client.get("/help/submit-your-list")))
    assert "5 Lightning Bolt" in shown
    assert "Line 2: 5 copies of Lightning Bolt" in shown
    assert "deck modern" not in shown


def test_the_foot_leads_to_the_page_of_help_that_fits(client: FlaskClient) -> None:
    assert 'href="/help/fix-what-is-marked">Help' in client.get("/check").text
    assert 'href="/help">Help' in client.get("/rules").text


def test_the_foot_says_when_the_games_were_last_updated(one_desk: App, clock: Clock) -> None:
    known = datetime(2026, 8, 21, 12, tzinfo=UTC)
    for past, words in ((0, "Magic 22 Aug 2026,<"), (warned_after(one_desk) + 2, "Magic 22 Aug 2026 (old),<")):
        clock.set(known + timedelta(days=past))
        app = create_app(one_desk.settings, one_desk)
        assert words in visitor(app).get("/about").text


def test_source_is_where_the_operator_says(one_desk: App) -> None:
    assert 'href="/about#source">Source' in visitor(create_app(one_desk.settings, one_desk)).get("/help").text
    settings = replace(one_desk.settings, source="https://code.example.org/deckcheck")
    shown = visitor(create_app(settings, replace(one_desk, settings=settings))).get("/about").text
    assert shown.count('href="https://code.example.org/deckcheck"') == 2


def test_a_page_makes_no_database_where_there_is_none(tmp_path: Path) -> None:
    """Its foot asks how old data may be; so do the pages that need no database at all."""
    settings = Settings.from_env({"DECKCHECK_HOME": str(tmp_path)})
    visiting = visitor(create_app(settings, build_desk(settings)))
    assert [visiting.get(path).status_code for path in ("/check", "/formats", "/check")] == [200] * 3
    assert list(tmp_path.iterdir()) == []
