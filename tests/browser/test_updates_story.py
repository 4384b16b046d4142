"""Tomorrow's set and a ban: from the source to the verdicts of a coming event, with two workers, and back."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, expect

from deckcheck.accounts.staff_accounts import add_account
from deckcheck.app.context import App
from deckcheck.games import GAMES
from deckcheck.law.card_facts import CardFacts
from deckcheck.settings import Settings
from deckcheck.store.models import Outgoing
from deckcheck.store.queries import lists, rosters
from deckcheck.wiring import build_running_desk
from scripts.gatcg_pages import pages
from tests.cli.test_update import NEW, OURS, TOMORROW, saved
from tests.events import Made, make_event
from tests.registrations import send
from tests.web.real_server import PROGRAM, environment, serving

MAIL: Final = "rosa@example.org"
PASSWORD: Final = "a sentence for this test"
BANNED: Final = "Manabolt Convergence"
LEGAL: Final = GAMES["ga"].presentation.example.rstrip().removesuffix("1 Tariff Ring")
WITHIN: Final = 90.0
"""Seconds until lists are judged again; a busy machine takes its time."""


def source_file(folder: Path) -> Path:
    """A file of yesterday's as the source has it: a new set, and a card of ours that is banned now."""
    day = (datetime.now(UTC) - timedelta(days=1)).strftime("%Y%m%d")
    cards = [
        {**card, "legality": {"STANDARD": {"limit": 0}}} if card["name"] == BANNED else card for card in OURS.cards
    ]
    return saved(folder / f"cards-{day}.jsonl", *pages(CardFacts([*cards, NEW], TOMORROW.sets, OURS.known_to), 500))


def verdicts(desk: App, made: Made) -> list[str]:
    """How the lists of the event's players are judged now."""
    with desk.store.read() as session:
        rows = rosters.roster_lines(session, made.uid, made.stages["swiss"])
        reports = lists.latest_reports(session, [row.sent for row in rows if row.sent])
        return [str(reports[row.sent].verdict) for row in rows if row.sent]


def until(found: Callable[[], Any], wanted: Any) -> None:
    """Wait until it is so."""
    end = time.monotonic() + WITHIN
    while (now := found()) != wanted:
        assert time.monotonic() < end, now
        time.sleep(0.5)


def sign_in(page: Page, address: str) -> None:
    page.goto(f"{address}/sign-in?next=/cards-and-bans")
    page.fill("input[name=mail]", MAIL)
    page.fill("input[name=password]", PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Cards & bans")


def test_a_set_and_a_ban_of_tomorrow_and_back(database_url: str, tmp_path: Path, browser: Browser) -> None:
    more = {"DECKCHECK_ADDRESS": "http://127.0.0.1", "DECKCHECK_SMTP": "127.0.0.1:9"}
    env = environment(database_url, tmp_path) | more
    desk = build_running_desk(Settings.from_env(env))
    now = desk.now()
    coming = make_event(
        desk,
        players=2,
        game="ga",
        format="ga-standard",
        day=(now + timedelta(days=9)).date(),
        deadline=now + timedelta(days=8),
    )
    for number, text in enumerate((LEGAL.replace(BANNED, NEW["name"]), LEGAL), 1):
        send(coming, desk, text, who=coming.as_person(number - 1), number=number)
    assert verdicts(desk, coming) == ["unclear", "legal"]
    add_account(desk, MAIL, "Rosa Kim", operator=True, password=PASSWORD)
    file = source_file(tmp_path)
    with serving(database_url, tmp_path, "--workers", "2", more=more) as server:
        command = [str(PROGRAM), "update", "cards", "--source", "gatcg", "--from", str(file)]
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=200)
        assert done.returncode == 3, done
        assert verdicts(desk, coming) == ["unclear", "legal"]
        page = browser.new_context().new_page()
        sign_in(page, server.address)
        expect(page.get_by_text("New set: Set of Tomorrow, released 30 August 2026", exact=True)).to_be_visible()
        expect(page.get_by_text(f"Banned in Grand Archive Standard: {BANNED}", exact=True)).to_be_visible()
        page.get_by_label("Day, if you know it").fill((now - timedelta(days=3)).date().isoformat())
        page.get_by_role("button", name=f"Set day of Banned in Grand Archive Standard: {BANNED}").click()
        expect(page.get_by_text("Some time between")).to_have_count(0)
        page.get_by_role("button", name="Apply").click()
        expect(page.get_by_text("1 is now illegal, 1 is now legal.")).to_be_visible()
        page.get_by_role("button", name="Apply it").click()
        expect(page.get_by_text("By Rosa Kim")).to_be_visible()
        until(lambda: verdicts(desk, coming), ["legal", "illegal"])
        with desk.store.read() as session:
            letters = [row.body["text"] for row in session.query(Outgoing) if row.recipient.startswith("organizer")]
        assert len(letters) == 1
        assert "1 is now illegal, 1 is now legal." in letters[0]
        page.reload()
        page.get_by_role("button", name="Roll back").click()
        page.get_by_role("button", name="Roll back").click()
        expect(page.get_by_text("rolled back")).to_be_visible()
        until(lambda: verdicts(desk, coming), ["unclear", "legal"])
    desk.store.close()
