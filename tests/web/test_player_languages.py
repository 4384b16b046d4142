"""A player's pages in the made-up language of brackets: the letters they ask for, refusals, and what stays English."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZipFile

import pytest
from flask.testing import FlaskClient

from deckcheck import translations
from deckcheck.app.context import App
from deckcheck.app.secret_mail import read_letter
from deckcheck.audit.audit_views import check_all
from deckcheck.events.event_states import become
from deckcheck.lists.official_acts import LockAct, LockList, change_lock
from deckcheck.roster.entry_links import new_link
from deckcheck.roster.reminders import send_reminders
from deckcheck.store.models import Entry, Outgoing
from deckcheck.web import create_app, languages
from tests.bracketed import TAG, with_brackets
from tests.events import Made, make_event
from tests.organizing import with_mail
from tests.registrations import LEGAL, send
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


def test_a_receipt_is_mailed_in_the_language_of_the_page_and_what_else_is_stored_stays_english(desk: App) -> None:
    made = make_event(desk)
    ada = reader(desk, made)
    give_mails(desk, made)
    page = Page(ada.get("/e/northern-open/my"))
    sent = {**page.fields(), "text": LEGAL, "do": "send"}
    answer = ada.post("/e/northern-open/my/send", data=sent, content_type="multipart/form-data", follow_redirects=True)
    assert "\u27e6List submitted\u27e7" in answer.text
    [(subject, text)] = letters(desk)
    assert subject == "\u27e6Your list for Northern Open is in\u27e7"
    assert text.startswith("\u27e6Submitted ")
    kept = ZipFile(BytesIO(ada.get("/e/northern-open/my/data").data))
    files = {name: kept.read(name).decode("utf-8", "replace").replace(subject, "") for name in kept.namelist()}
    assert [name for name, held in files.items() if "\u27e6" in held] == []


def test_what_staff_send_is_in_the_language_that_each_player_read_last(desk: App) -> None:
    made = make_event(desk)
    give_mails(desk, made)
    ada, per = reader(desk, made), player(create_app(desk.settings, desk), desk, made.entries[1])
    for client in (ada, per):
        assert client.get("/e/northern-open/my").status_code == 200
    assert language_kept(desk, made) == TAG
    assert language_kept(desk, made, 1) == ""
    send_reminders(made.as_account("scorekeeper"), made.slug, desk)
    reminders = dict(letters_to(desk))
    assert reminders["player1@example.org"][0] == "\u27e6Your list for Northern Open is missing\u27e7"
    assert "\u27e6Lists close at 10:00 today\u27e7, and you" in reminders["player1@example.org"][1]
    assert {key: held[0] for key, held in reminders.items() if key != "player1@example.org"} == {
        f"player{n}@example.org": "Your list for Northern Open is missing" for n in (2, 3)
    }
    told = become(desk, made.as_account("organizer"), made.slug, "cancelled", reason="Snow.").told
    assert told is not None
    assert told.text == "Northern Open was called off. Submitted lists stay hidden."
    last = dict(letters_to(desk))
    assert last["player1@example.org"][1] == "\u27e6Northern Open was called off. Submitted lists stay hidden.\u27e7"
    assert last["player2@example.org"][1] == told.text


def test_a_list_that_staff_sends_back_and_a_link_are_told_in_the_players_language(desk: App) -> None:
    made = make_event(desk)
    give_mails(desk, made)
    reader(desk, made).get("/e/northern-open/my")
    send(made, desk, LEGAL)
    organizer = made.as_account("organizer")
    change_lock(LockList(made.as_account("judge"), made.slug, 1, LockAct.SEND_BACK, reason="Lands are missing."), desk)
    new_link(organizer, made.slug, 1, desk, mailed=True)
    subjects = [subject for mail, (subject, _) in letters_to(desk) if mail == "player1@example.org"]
    assert subjects == [
        f"\u27e6{said}\u27e7"
        for said in (
            "Your list for Northern Open is in",
            "Please fix your list for Northern Open",
            "Your link for Northern Open",
        )
    ]


def test_the_language_last_read_counts_and_is_no_change_of_the_entry(desk: App) -> None:
    made = make_event(desk)
    with desk.store.read() as session:
        before = session.get_one(Entry, made.entries[0]).version
    ada = reader(desk, made)
    for spoken, kept in ((TAG, TAG), (translations.ENGLISH, "en"), (TAG, TAG)):
        ada.set_cookie(languages.COOKIE, spoken)
        ada.get("/e/northern-open/my")
        assert language_kept(desk, made) == kept
    with desk.store.read() as session:
        assert session.get_one(Entry, made.entries[0]).version == before
    assert ada.get("/e/northern-open/my/data").status_code == 200
    assert not check_all(desk)["northern-open"].faults


def give_mails(desk: App, made: Made) -> None:
    """An address to each player."""
    with desk.store.write() as session:
        for number, uid in enumerate(made.entries, 1):
            session.get_one(Entry, uid).mail = f"player{number}@example.org"


def language_kept(desk: App, made: Made, number: int = 0) -> str:
    with desk.store.read() as session:
        return session.get_one(Entry, made.entries[number]).language


def letters_to(desk: App) -> list[tuple[str, tuple[str, str]]]:
    """All mails in the order in which they were written, each with who gets it."""
    with desk.store.read() as session:
        rows = session.query(Outgoing).order_by(Outgoing.made_at, Outgoing.uid)
        return [(row.recipient, read_letter(row.body, desk.settings)) for row in rows]


def test_refusals_are_said_in_the_language_of_the_page(desk: App) -> None:
    ada = reader(desk, make_event(desk))
    assert "\u27e6There is nothing here, or you have no access to it.\u27e7" in ada.get("/e/southern-open/my").text
    assert "\u27e6No event takes the code KITE-0000 now." in ada.post("/join", data={"code": "kite 0000"}).text
    answer = ada.post("/e/northern-open/my/take-back", data={"seen": ""}, follow_redirects=True)
    assert "\u27e6No list has been submitted.\u27e7" in answer.text
