"""Write docs/spoken.md: the commonest jobs as a screen reader says them, page by page.

Usage, in the folder of the project: .venv/bin/python -m scripts.spoken
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, expect, sync_playwright

from deckcheck.store.models import Pairing
from scripts.screenshots import FLAGS, ROOT
from scripts.speech import speech
from tests.browser.finger import Finger
from tests.browser.halls import Hall
from tests.browser.lists import FAULTY, LEGAL
from tests.browser.patience import PATIENCE
from tests.browser.program import browser_program
from tests.databases import migrated
from tests.deck_checks import event_in_play
from tests.events import make_event
from tests.organizing import an_organizer
from tests.published_events import a_locked_event, begin, complete, stand

DOCUMENT: Final = ROOT / "docs" / "spoken.md"
ABOUT: Final = """# Five jobs as they are spoken

What a screen reader says on the way through the commonest jobs, from the tree that a browser hands it, on a phone.
Written by `scripts/spoken.py`. Indented is what stands in a landmark, a list or a group; behind a control stand its
state, what it holds and, in brackets, its help. The words of a label are said once, with their field. The header and
the footer are the same on every page; they come last here.
"""
MADE_UP: Final = (
    (re.compile(r"127\.0\.0\.1:\d+"), "decks.example"),
    (re.compile(r"\b[A-Z]+-\d{4}\b"), "KITE-4719"),
    (re.compile(r"\b[0-9A-F]{4}( [0-9A-F]{4}){2}\b"), "0123 4567 89AB"),
)
"""What chance makes, and what stands for it."""
Told = list[str]


def step(act: str, page: Page, part: str = "main") -> Told:
    """What is said from the start of a page, or of a part of it, once something was done."""
    page.wait_for_load_state("networkidle")
    lines = [f"title: {page.title()}"] * (part == "main") + speech(page, part)
    for pattern, instead in MADE_UP:
        lines = [pattern.sub(instead, line) for line in lines]
    return [f"{act}\n", "```text", *lines, "```\n"]


def heard(act: str, page: Page, words: str | re.Pattern[str]) -> Told:
    """What is said by itself, wherever the reader is, once something was done."""
    status = page.locator("#status")
    expect(status).to_contain_text(words)
    return [f"{act} By itself it says: “{status.inner_text().strip()}”\n"]


def check_a_list(hall: Hall) -> Told:
    """A list with a misspelt name and one that several cards have."""
    hall.desk()
    page = hall.open("/check?format=modern")
    told = step("The page opens.", page)
    page.fill("#text", FAULTY)
    told += heard("A list is pasted.", page, "Needs an answer")
    told += step("The page is read again.", page)
    page.get_by_role("link", name="Go to line").tap()
    page.get_by_role("button", name="Jace, the Mind Sculptor").tap()
    told += heard("“Jace, the Mind Sculptor” is picked.", page, re.compile("Legal|Illegal"))
    return told + step("The verdict is read.", page, ".dock")


def join_and_submit(hall: Hall) -> Told:
    """A player scans the QR code at the desk."""
    made = make_event(hall.desk())
    page = hall.open("/j/KITE-4719")
    told = step(f"The phone opens the address of the QR code of {made.slug}.", page)
    page.get_by_label("First name").fill("Awa")
    page.get_by_label("Last name").fill("Keita")
    page.get_by_role("button", name="Join and enter your list").tap()
    expect(page.locator("#text")).to_be_visible()
    told += step("The names are typed, and “Join and enter your list” is tapped.", page)
    page.fill("#text", LEGAL)
    told += heard("The list is pasted.", page, "Legal")
    told += step("The verdict is read.", page, ".dock")
    page.get_by_role("button", name="Submit list").tap()
    expect(page.locator("h1")).to_have_text("List submitted")
    return told + step("“Submit list” is tapped.", page)


def check_a_deck(hall: Hall) -> Told:
    """A judge checks the deck of a player at table 14."""
    desk = hall.desk()
    made = event_in_play(desk, hall.clock, texts=(LEGAL,))
    with desk.store.write() as session:
        tables = {"1": [3, 4], "14": [1, 2]}
        session.add_all(Pairing(event=made.uid, round=1, place=table, entries=two) for table, two in tables.items())
    page = hall.open(f"/e/{made.slug}/checks", made.as_account("judge"))
    told = step("The judge opens Deck checks.", page)
    page.fill("#q", "14")
    expect(page.locator("#dock .go")).to_have_text("Check table 14")
    told += step("14 is typed.", page)
    page.locator("#dock .go").tap()
    expect(page.locator("#undo")).to_be_visible()
    told += step("“Check table 14” is tapped.", page)
    page.locator("[data-section=main] li[data-row] .c-one").first.tap()
    told += step("The first card is seen: its row is tapped, and read again.", page, "[data-section=main] li[data-row]")
    finger = Finger(page)
    for section in ("main", "sideboard"):
        finger.tap(f"[data-tab={section}]")
        finger.tap(f"[data-rest={section}]")
        finger.tap(f"[data-sure={section}]")
    expect(page.locator("#to-count")).to_have_text("0")
    told += step("The rest is counted as there. What differs is read.", page, ".panel")
    page.locator("#finish").tap()
    expect(page.locator("h1")).to_have_text("Deck check result")
    return told + step("“Finish” is tapped.", page)


def make_an_event(hall: Hall) -> Told:
    """An organizer makes an event from nothing."""
    page = hall.open("/organize", an_organizer(hall.desk()))
    told = step("The organizer opens My events.", page)
    page.get_by_role("link", name="New event").first.tap()
    expect(page.get_by_label("Name", exact=True)).to_be_visible()
    told += step("“New event” is tapped.", page)
    for label, value in {"Name": "Saturday Pioneer", "City": "Leeds", "Day": "sat 20 jun"}.items():
        page.get_by_label(label, exact=True).fill(value)
    page.get_by_label("Format", exact=True).select_option(label="Pioneer")
    page.get_by_role("button", name="Create event").tap()
    expect(page.get_by_text("Enter the time round 1 begins.")).to_be_visible()
    told += step("Four fields are filled, and “Create event” is tapped.", page)
    page.get_by_label("Round 1 begins", exact=True).fill("11 am")
    page.get_by_role("button", name="Create event").tap()
    expect(page.get_by_text("Saturday Pioneer is ready.")).to_be_visible()
    return told + step("The time is typed, and “Create event” is tapped.", page)


def read_a_public_list(hall: Hall) -> Told:
    """A stranger reads what was played at an event that is over."""
    desk = hall.desk()
    made = a_locked_event(desk, hall.clock, players=8, texts=dict.fromkeys(range(1, 9), LEGAL))
    stand(desk, made, {number: number for number in range(1, 9)})
    begin(desk, made)
    complete(desk, made)
    page = hall.open(f"/e/{made.slug}/lists")
    told = step("The lists of the event are opened.", page)
    page.get_by_role("main").locator("li a, tr a").first.tap()
    expect(page.get_by_role("button", name="Verify this list")).to_be_visible()
    told += step("The first list is opened.", page)
    return told + step("The header.", page, "header.site") + step("The footer.", page, "footer.foot")


JOBS: Final[dict[str, Callable[[Hall], Told]]] = {
    "Checking a list": check_a_list,
    "Joining an event and submitting a list": join_and_submit,
    "Checking a deck": check_a_deck,
    "Making an event": make_an_event,
    "Reading a public list": read_a_public_list,
}


def spoken(title: str, hall: Hall) -> str:
    """A job of the document."""
    return "\n".join([f"## {title}\n", *JOBS[title](hall)])


def document(browser: Browser) -> str:
    """The whole document, each job on a database of its own."""
    parts = [ABOUT]
    for title in JOBS:
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder)
            with Hall(browser, migrated(f"sqlite:///{home / 'deckcheck.db'}"), home, frozen=True) as hall:
                parts.append(spoken(title, hall))
    return "\n".join(parts)


def main() -> None:
    """Write the document."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_program(), headless=True, args=FLAGS)
        DOCUMENT.write_text(document(browser), encoding="utf-8")
        browser.close()


if __name__ == "__main__":
    main()
