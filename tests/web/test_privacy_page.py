"""The page on privacy tells what this installation does, by its settings; what it claims of checking holds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from apiflask import APIFlask
from sqlalchemy import text

from deckcheck.app.context import App
from deckcheck.settings import Settings
from deckcheck.web import create_app
from tests.web.pages import Page
from tests.web.test_player_pages import get, text_of
from tests.web.visitors import visitor

MARK = "4 Quicksilver Marker Of Nothing Else"


def app_with(desk: App, env: dict[str, str]) -> APIFlask:
    found = Settings.from_env(env)
    settings = replace(
        desk.settings,
        **{
            name: getattr(found, name)
            for name in ("run_by", "contact", "keeping", "mail", "fetch_decks", "card_pictures")
        },
    )
    return create_app(settings, replace(desk, settings=settings))


def kept_in(page: Page) -> dict[str, str]:
    (table,) = page.having("facts-list")
    told = [e.text for e in table.inside if e.tag in {"dt", "dd"}]
    return dict(zip(told[::2], told[1::2], strict=True))


def test_it_says_who_runs_the_installation(one_desk: App) -> None:
    env = {"DECKCHECK_RUN_BY": "Northern Games, Leeds", "DECKCHECK_CONTACT": "desk@northern.example"}
    page = get(visitor(app_with(one_desk, env)), "/privacy")
    assert "Run by Northern Games, Leeds. Questions: desk@northern.example" in text_of(page)
    assert "hasn\N{RIGHT SINGLE QUOTATION MARK}t said who runs" in text_of(
        get(visitor(app_with(one_desk, {})), "/privacy")
    )


@pytest.mark.parametrize(
    ("name", "days", "what", "told"),
    [
        ("NAME", "365", "Your name", "1 year after the event"),
        (
            "MAIL",
            "1",
            "Your e-mail and pronouns, if you gave them, and the language for mail to you",
            "1 day after the event",
        ),
        ("DRAFT", "45", "A list you are still writing", "45 days after the event"),
        ("SUPERSEDED", "1095", "Lists you replaced", "3 years after the event"),
        ("STATEMENT", "10", "Notes from deck checks", "10 days;"),
        ("LINK", "366", "Your personal link", "366 days after your last event"),
    ],
)
def test_each_period_is_the_one_that_is_set(one_desk: App, name: str, days: str, what: str, told: str) -> None:
    page = get(visitor(app_with(one_desk, {f"DECKCHECK_KEEP_{name}": days})), "/privacy")
    assert kept_in(page)[what].startswith(told)


def test_mail_is_named_where_it_is_sent(one_desk: App) -> None:
    told = "Mails are sent through mail.example.org."
    assert told in text_of(get(visitor(app_with(one_desk, {"DECKCHECK_SMTP": "mail.example.org:587"})), "/privacy"))
    assert "Mails are sent" not in text_of(get(visitor(app_with(one_desk, {})), "/privacy"))


def test_a_site_that_decks_are_fetched_from_is_owned_up_to(one_desk: App) -> None:
    told = "its site sees this server\N{RIGHT SINGLE QUOTATION MARK}s address"
    assert told in text_of(get(visitor(app_with(one_desk, {"DECKCHECK_FETCH_DECKS": "yes"})), "/privacy"))
    assert told not in text_of(get(visitor(app_with(one_desk, {})), "/privacy"))


def test_card_pictures_are_owned_up_to_and_come_from_the_source_alone(one_desk: App) -> None:
    told = "server, which sees your address, only when you ask for one"
    with_them, without = (visitor(app_with(one_desk, {"DECKCHECK_CARD_PICTURES": said})) for said in ("yes", "no"))
    assert told in text_of(get(with_them, "/privacy"))
    assert told not in text_of(get(without, "/privacy"))
    shown, plain = with_them.get("/cards/lightning-bolt"), without.get("/cards/lightning-bolt")
    (picture,) = (e for e in Page(shown).all if e.tag == "img")
    source = "https://api.scryfall.com/cards/named?exact=Lightning+Bolt&format=image&version=normal"
    assert (picture.attrs["src"], picture.attrs["loading"]) == (source, "lazy")
    policy = plain.headers["Content-Security-Policy"]
    opened = "img-src https://api.scryfall.com https://cards.scryfall.io"
    assert shown.headers["Content-Security-Policy"] == policy.replace("img-src", opened)
    assert with_them.get("/check").headers["Content-Security-Policy"] == policy
    assert "<img" not in plain.text
    assert "https://scryfall.com/search?q=%21%22Lightning+Bolt%22" in plain.text
    champion = with_them.get("/cards/lorraine-wandering-warrior?game=ga")
    assert "https://index.gatcg.com/card/lorraine-wandering-warrior" in champion.text
    assert champion.headers["Content-Security-Policy"] == policy


def test_checking_keeps_nothing(one_desk: App, caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    guest = visitor(app_with(one_desk, {}))
    assert MARK in guest.post("/check", data={"text": MARK}).get_data(as_text=True)
    assert MARK[2:] in guest.post("/api/v1/check", json={"text": MARK, "format": "modern"}).get_data(as_text=True)
    assert "Quicksilver Marker" not in caplog.text
    with one_desk.store.read() as session:
        tables = session.execute(text("SELECT name FROM sqlite_master WHERE type = 'table'")).scalars().all()
        rows = [repr(row) for table in tables for row in session.execute(text(f'SELECT * FROM "{table}"'))]
    assert rows
    assert not [row for row in rows if "Quicksilver Marker" in row]
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert not [path for path in files if b"Quicksilver Marker" in path.read_bytes()]
