"""Paper in its reader's language: a player's own, whole or in English, and that of staff always in English."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from deckcheck import translations
from deckcheck.app.context import App
from deckcheck.games import GAMES
from deckcheck.printing import pdf
from deckcheck.printing.pdf.faces import UNKNOWN, can_print
from deckcheck.translations import ENGLISH, LANGUAGES, catalogue, gettext, speaking
from deckcheck.web import create_app, languages
from deckcheck.web.limits import ledger
from tests.desks import Clock
from tests.pools import by_hand, hand_over, sealed_event
from tests.published_events import a_locked_event
from tests.registrations import ILLEGAL, LEGAL
from tests.sheets_read import pages_of
from tests.web.events_served import browser
from tests.web.visitors import visitor

OTHERS: Final = [tag for tag in LANGUAGES if tag != ENGLISH]
BLANK: Final = {
    "/sheet.pdf?format=modern": ("Last name, first name", "Main deck", "Event", "For staff: counted", "Minutes given"),
    "/sheet.pdf?format=ga-standard": ("Material deck", "Main deck", "Sideboard", "Player number"),
    "/sheet.pdf?set=mtg:FDN": ("Played by: last name, first name", "Added basic lands", "Cards of other sets"),
}
"""Blank sheets with words that stand on them."""
PKM: Final = "/sheet.pdf?format=pkm-standard"


@pytest.fixture
def app(one_desk: App) -> APIFlask:
    made = create_app(one_desk.settings, one_desk)
    with made.app_context():
        ledger().forget()
    return made


def reads(client: FlaskClient, tag: str) -> Callable[[str], TestResponse]:
    """How a browser that reads a language asks."""
    client.set_cookie(languages.COOKIE, tag)
    return client.get


def paper(answer: TestResponse, tag: str) -> str:
    """All pages of paper in a language: nothing on it lacks its letters."""
    assert (answer.status_code, answer.mimetype, answer.headers["Content-Language"]) == (200, "application/pdf", tag)
    assert {"Cookie", "Accept-Language"} <= set(answer.vary)
    pages = " ".join(pages_of(answer.data))
    assert UNKNOWN not in pages
    return pages


@pytest.mark.parametrize("tag", LANGUAGES)
def test_our_fonts_have_the_letters_of_every_language(tag: str) -> None:
    said = "" if tag == ENGLISH else "".join("".join(m.string or ()) for m in catalogue(tag) if m.id)
    assert can_print(set(said))


@pytest.mark.parametrize("tag", OTHERS)
def test_blank_sheets_are_in_the_readers_language_and_no_label_is_cut(app: APIFlask, tag: str) -> None:
    ask = reads(visitor(app), tag)
    for address, words in BLANK.items():
        page = paper(ask(address), tag)
        with speaking(tag):
            assert [word for word in words if gettext(word) not in page] == []
        assert "…" not in page
        assert "Registered" not in page
    divisions = GAMES["pkm"].presentation.divisions.titles.values()
    page = paper(ask(PKM), tag)
    with speaking(tag):
        assert [
            word for word in ("Player ID", "Age division", "Coll. #", *divisions) if gettext(word) not in page
        ] == []
    assert "…" not in page


@pytest.mark.parametrize("tag", OTHERS)
def test_a_checked_list_says_its_verdict_and_its_day_in_the_readers_language(app: APIFlask, tag: str) -> None:
    anyone = visitor(app)
    anyone.set_cookie(languages.COOKIE, tag)
    page = paper(anyone.post("/sheet.pdf", data={"format": "modern", "text": ILLEGAL, "on": "2026-06-13"}), tag)
    with speaking(tag):
        told = gettext("Checked with the rules and bans of {day}: {verdict}.")
    assert all(part.strip() in page for part in told.format(day="\n", verdict="\n").split("\n"))
    assert {"de": "13. Juni 2026", "pt-BR": "13 de junho de 2026", "ja": "2026年6月13日"}.get(tag, "2026") in page
    assert not {"Checked", "Judged", "June", "lands", "in all"} & set(page.replace(",", " ").split())
    refused = anyone.post("/sheet.pdf", data={"format": "modern", "text": ""})
    assert refused.status_code == 422
    assert "nothing to print" not in refused.text


def test_players_print_their_list_and_their_pool_in_their_language_and_staff_in_english(
    app: APIFlask, one_desk: App, clock: Clock
) -> None:
    made = a_locked_event(one_desk, clock)
    ask = reads(browser(app, one_desk, made.as_person(0)), "de")
    page = paper(ask(f"/e/{made.slug}/my/list.pdf"), "de")
    assert "Eingangsbestätigung" in page
    assert "Abgegeben am" in page
    assert "Submitted" not in page
    staff = reads(browser(app, one_desk, made.as_account("judge")), "de")
    answer = staff(f"/e/{made.slug}/sheets/blank.pdf")
    assert "Last name, first name" in pages_of(answer.data)[0]


def test_a_pool_is_printed_in_its_players_language(app: APIFlask, one_desk: App) -> None:
    made = sealed_event(one_desk)
    by_hand(one_desk, made, (1, 2))
    hand_over(one_desk, made, 1, by=2)
    ask = reads(browser(app, one_desk, made.as_person(0)), "ja")
    page = paper(ask(f"/e/{made.slug}/my/pool.pdf?entry=1&stage=swiss"), "ja")
    assert "登録者" in page
    assert "Handed over" not in page


def test_paper_is_in_english_as_a_whole_where_a_letter_of_its_language_cannot_be_printed(
    app: APIFlask, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = catalogue("fr")
    known["{words}."].string = "\U00012000"  # No font here has cuneiform.
    monkeypatch.setattr(pdf, "catalogue", {"fr": known}.__getitem__)
    pdf._has_letters.cache_clear()
    anyone = visitor(app)
    anyone.set_cookie(languages.COOKIE, "fr")
    try:
        page = paper(anyone.post("/sheet.pdf", data={"format": "modern", "text": LEGAL}), ENGLISH)
    finally:
        pdf._has_letters.cache_clear()
    assert "Checked with the rules and bans of" in page
    assert translations.language() == ENGLISH
