"""A player's pages in the made-up language of brackets: the letters they ask for, refusals, and what stays English."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZipFile

import pytest
from flask.testing import FlaskClient

from deckcheck import translations
from deckcheck.app.context import App
from deckcheck.app.secret_mail import read_letter
from deckcheck.store.models import Entry, Outgoing
from deckcheck.web import create_app, languages
from tests.bracketed import TAG, with_brackets
from tests.events import Made, make_event
from tests.organizing import with_mail
from tests.registrations import LEGAL
from tests.web.pages import Page
from tests.web.visitors import player


@pytest.fixture
def desk(one_desk: App, monkeypatch: pytest.MonkeyPatch) -> App:
    """A desk that sends mail, where that language is spoken."""
    with_brackets(monkeypatch)
    return with_mail(one_desk)


def reader(desk: App, made: Made, number: int = 0) -> FlaskClient:
    """A player who reads it."""
    client = player(create_app(desk.settings, desk), desk, made.entries[number])
    client.set_cookie(languages.COOKIE, TAG)
    return client


def letters(desk: App) -> list[tuple[str, str]]:
    with desk.store.read() as session:
        return [read_letter(row.body, desk.settings) for row in session.query(Outgoing).order_by(Outgoing.uid)]


def test_a_link_that_is_asked_for_is_mailed_in_the_language_of_the_page(desk: App) -> None:
    ada = reader(desk, make_event(desk))
    answer = ada.post("/e/northern-open/my/mail-link", data={"mail": "ada@example.org"})
    assert "\u27e6A link goes to a…@example.org.\u27e7" in answer.text
    [(subject, text)] = letters(desk)
    assert subject == "\u27e6Your link for Northern Open\u27e7"
    assert text.startswith("\u27e6This is your way back to your list for Northern Open:\nhttps://decks.example/r/")
    ada.set_cookie(languages.COOKIE, translations.ENGLISH)
    ada.post("/e/northern-open/my/mail-link", data={"mail": ""})
    assert "\u27e6" not in "".join(letters(desk)[-1])


def test_the_mail_of_a_receipt_and_what_is_stored_stay_english(desk: App) -> None:
    made = make_event(desk)
    ada = reader(desk, made)
    with desk.store.write() as session:
        session.get_one(Entry, made.entries[0]).mail = "ada@example.org"
    page = Page(ada.get("/e/northern-open/my"))
    sent = {**page.fields(), "text": LEGAL, "do": "send"}
    answer = ada.post("/e/northern-open/my/send", data=sent, content_type="multipart/form-data", follow_redirects=True)
    assert "\u27e6List submitted\u27e7" in answer.text
    [(subject, text)] = letters(desk)
    assert subject == "Your list for Northern Open is in"
    assert "\u27e6" not in text
    kept = ZipFile(BytesIO(ada.get("/e/northern-open/my/data").data))
    assert [name for name in kept.namelist() if "\u27e6" in kept.read(name).decode("utf-8", "replace")] == []


def test_refusals_are_said_in_the_language_of_the_page(desk: App) -> None:
    ada = reader(desk, make_event(desk))
    assert "\u27e6There is nothing here, or you have no access to it.\u27e7" in ada.get("/e/southern-open/my").text
    assert "\u27e6No event takes the code KITE-0000 now." in ada.post("/join", data={"code": "kite 0000"}).text
    answer = ada.post("/e/northern-open/my/take-back", data={"seen": ""}, follow_redirects=True)
    assert "\u27e6No list has been submitted.\u27e7" in answer.text
