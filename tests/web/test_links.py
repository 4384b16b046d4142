"""Lists that come by an address: the export buttons of deck sites, and links pasted instead of a list."""

from __future__ import annotations

from dataclasses import replace
from typing import Final
from urllib.parse import quote, urlencode

import pytest
from flask.testing import FlaskClient

from deckcheck.app.context import App
from deckcheck.decklist import deck_sites
from deckcheck.decklist.deck_sites import SITES
from deckcheck.web import create_app
from tests.listeners import listening, says
from tests.web.pages import Page, press, send

LINK: Final = "https://archidekt.com/decks/7/salt_road"


def asked(**fields: str) -> str:
    """An address as decklist.org describes it."""
    return urlencode(fields, quote_via=quote)


def test_an_export_button_with_a_changed_host_fills_in_the_page(client: FlaskClient) -> None:
    query = asked(
        deckmain="60\tMountain\n", deckside="3\tPyroblast\n1\tAbrade", eventformat="Legacy", eventdate="2026-03-01"
    )
    page = Page(client.get(f"/check?{query}"))
    assert page.list_text == "60\tMountain\n\nSideboard\n3\tPyroblast\n1\tAbrade"
    assert (page.fields()["format"], page.fields()["on"]) == ("legacy", "2026-03-01")
    assert page.verdict().startswith("Legal in Legacy")


def test_the_start_hands_it_on_without_the_person(client: FlaskClient) -> None:
    query = asked(deckmain="60 Mountain", firstname="Ada", lastname="Okonkwo", dcinumber="123", event="Northern Open")
    answer = client.get(f"/?{query}")
    assert answer.headers["Location"] == "/check?deckmain=60+Mountain"
    page = client.get(f"/check?{query}")
    assert "Okonkwo" not in page.text
    assert Page(page).list_text == "60 Mountain"


@pytest.mark.parametrize("named", ["", "Team Trios", "x" * 5_000])
def test_a_format_or_day_that_is_none_is_left_to_the_page(client: FlaskClient, named: str) -> None:
    page = Page(client.get(f"/check?{asked(deckmain='60 Mountain', eventformat=named, eventdate='soon')}"))
    assert page.fields()["format"] == "modern"
    assert page.fields()["on"] == "2026-06-13"


def test_what_is_handed_over_is_shown_as_text_alone(client: FlaskClient) -> None:
    hostile = "</textarea><script>alert(1)</script>"
    answer = client.get(f"/check?{asked(deckmain=hostile, deckside=hostile)}")
    assert "<script>alert" not in answer.text
    assert hostile in Page(answer).list_text or "&lt;/textarea" in answer.text


def test_a_list_that_is_too_long_is_refused_as_everywhere(client: FlaskClient) -> None:
    page = Page(client.get(f"/check?{asked(deckmain='1 Island' + chr(10) * 2_000 + '1 Opt')}"))
    assert "Send one list at a time" in page.by_id("result").text


def test_a_link_to_a_site_is_answered_with_how_to_export_there(client: FlaskClient) -> None:
    page = send(client, text="https://www.moxfield.com/decks/AbC")
    assert "This is a link to Moxfield. On Moxfield, open the deck" in page.by_id("result").text
    assert not [e for e in page.all if e.tag == "button" and e.text.startswith("Fetch")]


def test_nothing_is_fetched_unless_the_installation_says_so(client: FlaskClient) -> None:
    page = send(client, text=LINK)
    assert not [e for e in page.all if e.tag == "button" and e.text.startswith("Fetch")]
    assert "Decks are not fetched here." in send(client, text=LINK, do="fetch").by_id("slot").text


@pytest.fixture
def fetching(desk: App) -> FlaskClient:
    allowed = replace(desk, settings=replace(desk.settings, fetch_decks=True))
    return create_app(allowed.settings, allowed).test_client()


def test_where_it_is_allowed_a_deck_of_a_site_with_an_interface_is_offered(fetching: FlaskClient) -> None:
    offered = [e for e in send(fetching, text=LINK).all if e.tag == "button" and e.text == "Fetch it from Archidekt"]
    assert len(offered) == 1
    for other in (
        "https://moxfield.com/decks/AbC",
        "https://archidekt.com/search/decks",
        "https://example.org/decks/7",
    ):
        page = send(fetching, text=other)
        assert not [e for e in page.all if e.tag == "button" and e.text.startswith("Fetch")]


def test_what_does_not_come_leaves_the_link_and_says_how_to_export(
    fetching: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with listening(says(200, body=b"{}")) as server:
        site = SITES[1]._replace(interface=f"https://127.0.0.1:{server.port}/api/decks/{{}}/")
        monkeypatch.setattr(deck_sites, "SITES", (site,))
        page = press(fetching, send(fetching, text=LINK), "Fetch it from Archidekt")
        assert page.list_text == LINK
        assert "The deck could not be fetched from Archidekt" in page.by_id("result").text
        assert not server.asked
