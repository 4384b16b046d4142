"""The judge's table in browsers, on a real server: taps counted, no network, two phones, a restart, nothing left."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from deckcheck.app.context import App
from deckcheck.checks.check_values import CheckView
from deckcheck.checks.check_views import look
from deckcheck.checks.end import VoidCheck, void_check
from deckcheck.checks.start import BeginCheck, begin_check
from deckcheck.store.models import Pairing
from deckcheck.web import create_app
from deckcheck.web.cookies import NAME
from tests.browser.patience import PATIENCE
from tests.browser.test_pages import complaints, sideways
from tests.deck_checks import record_of
from tests.desks import Clock, desk_on
from tests.events import Made, make_event
from tests.registrations import LEGAL, accept, send
from tests.web.real_server import RealServer, serving
from tests.web.visitors import cookie_of_account

PLAYERS: Final = 8
FOURS: Final = ("Ancestral Anger", "Heartfire Hero", "Monastery Swiftspear")
"""Cards that every list here has four of."""
WIDTHS: Final = (360, 1280)
KEPT: Final = """async () => {
  const caught = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  const paths = caught.flat().map((request) => new URL(request.url).pathname);
  return [(await indexedDB.databases()).map((database) => database.name), paths];
}"""
"""The databases of a phone, and the paths of everything that its caches hold."""
GUARDED: Final = """() => new Promise((done) => {
  const worker = navigator.serviceWorker;
  if (worker.controller) done(); else worker.oncontrollerchange = () => done();
})"""
"""Done once the page goes on without a network."""
OLDER: Final = """async (uid) => {
  const db = await kept.open(uid), page = await kept.readPage(db);
  await kept.write(db, "page", (store) => store.put({ ...page, at: page.at - 13 * 3600000 }, 1));
  db.close();
}"""
"""Makes what is kept of a check thirteen hours older."""
WIPED_MEANWHILE: Final = """async () => {
  (await kept.open("00000000")).close();
  const found = await indexedDB.databases(), asked = indexedDB.databases;
  await kept.wipe("00000000");
  indexedDB.databases = async () => found;
  await kept.wipeOld();
  indexedDB.databases = asked;
  return indexedDB.databases();
}"""
"""What databases a phone has after one went while those that are too old were looked for."""
UNTIL: Final = """async (wanted) => {
  const names = async () => JSON.stringify((await indexedDB.databases()).map((database) => database.name));
  for (let turn = 0; turn < 300 && await names() !== wanted; turn++) await new Promise((go) => setTimeout(go, 100));
  return names();
}"""
"""What databases a phone has, as soon as they are those that are waited for."""


@dataclass
class Hall:
    """An event in round 1, served by a process of its own that can be ended and started again."""

    desk: App
    made: Made
    url: str
    home: Path
    cookies: dict[str, str]
    browser: Browser
    running: ExitStack = field(default_factory=ExitStack)
    port: int = 0
    contexts: list[Any] = field(default_factory=list)

    def start(self) -> None:
        """Start the server, at the port it had before."""
        options = ("--port", str(self.port)) if self.port else ()
        server: RealServer = self.running.enter_context(serving(self.url, self.home, *options))
        self.port = server.port

    def stop(self) -> None:
        """End the server's process."""
        self.running.close()

    @property
    def checks(self) -> str:
        """Where the event's checks are."""
        return f"http://127.0.0.1:{self.port}/e/{self.made.slug}/checks"

    def phone(self, role: str = "judge", width: int = 360, **options: Any) -> Page:
        """A judge's phone, or a screen."""
        touch = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2} if width < 1000 else {}
        context = self.browser.new_context(
            viewport={"width": width, "height": 760 if width < 1000 else 860}, **{**touch, **options}
        )
        context.set_default_timeout(PATIENCE)
        origin = self.checks.partition("/e/")[0]
        context.add_cookies([{"name": NAME, "value": self.cookies[role], "url": origin}])
        self.contexts.append(context)
        return context.new_page()

    def begun(self, number: int, role: str = "judge") -> str:
        """The key of a check that was begun for a player."""
        order = BeginCheck(self.made.as_account(role), self.made.slug, number, round=1, table=str((number + 1) // 2))
        return begin_check(order, self.desk).head.uid

    def seen(self, uid: str, role: str = "judge") -> CheckView:
        """A check as the server has it."""
        return look(self.desk, self.made.as_account(role), self.made.slug, uid)


@pytest.fixture(scope="module")
def hall(browser: Browser, sqlite_of_a_module: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    clock = Clock(datetime.now(UTC) - timedelta(hours=2))
    home = tmp_path_factory.mktemp("hall")
    desk = desk_on(sqlite_of_a_module, clock, home)
    deadline = clock.at + timedelta(hours=1)
    made = make_event(desk, players=PLAYERS, deadline=deadline, day=deadline.date(), begun=True, level="competitive")
    for number in range(1, PLAYERS + 1):
        send(made, desk, LEGAL, who=made.as_person(number - 1), number=number)
        accept(made, desk, number)
    clock.set(datetime.now(UTC))
    with desk.store.write() as session:
        for table in range(1, PLAYERS // 2 + 1):
            session.add(Pairing(event=made.uid, round=1, place=str(table), entries=[2 * table - 1, 2 * table]))
    app = create_app(desk.settings, desk)
    cookies = {role: cookie_of_account(app, desk, account) for role, account in made.accounts.items()}
    found = Hall(desk, made, sqlite_of_a_module, home, cookies, browser)
    found.start()
    yield found
    for context in found.contexts:
        context.close()
    found.stop()
    desk.store.close()


class Hand:
    """A finger that counts its taps."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, what: str) -> None:
        """Tap the first of these that is seen."""
        self.page.locator(what).locator("visible=true").first.tap()
        self.taps += 1


def ready(page: Page) -> None:
    """The script has taken the page over."""
    expect(page.locator("#undo")).to_be_visible()


def saved(page: Page) -> None:
    """All that was tapped is on the server."""
    expect(page.locator("#net-words")).to_contain_text(re.compile(r"Saved|is counting"))


def kept_by(page: Page) -> tuple[list[str], list[str]]:
    databases, paths = page.evaluate(KEPT)
    return databases, paths


def row(page: Page, name: str, section: str = "main") -> str:
    return f'li[data-row="{section}:{name}"]'


def test_a_deck_is_checked_card_by_card_in_less_than_ninety_taps(hall: Hall) -> None:
    page = hall.phone()
    page.goto(hall.checks)
    hand = Hand(page)
    hand.tap("#q")
    page.keyboard.type("1")
    expect(page.locator("#dock .go")).to_have_text("Check table 1")
    hand.tap("#dock .go")
    ready(page)
    assert hand.taps + 1 <= 4
    hand = Hand(page)
    for section in ("main", "sideboard"):
        if section != "main":
            hand.tap(f"[data-tab={section}]")
        for line in page.locator(f"[data-section={section}] li[data-row]").all():
            name = line.get_attribute("id")
            for _ in range(int(line.locator(".c-all").inner_text())):
                hand.tap(f"#{name} .c-one")
    for name in ("to-count", "extra", "wrong"):
        expect(page.locator(f"#{name}")).to_have_text("0")
    hand.tap("#finish")
    expect(page.locator("h1")).to_have_text("Deck check result")
    expect(page.locator("input[value=in-order]")).to_be_checked()
    assert hand.taps < 90
    hand.tap("#ending .go")
    expect(page.locator(".saved")).to_contain_text("In order")


def test_row_by_row_and_all_there_take_less(hall: Hall) -> None:
    page = hall.phone()
    page.goto(f"{hall.checks}/{hall.begun(3)}")
    ready(page)
    hand = Hand(page)
    for section in ("main", "sideboard"):
        if section != "main":
            hand.tap(f"[data-tab={section}]")
        for line in page.locator(f"[data-section={section}] li[data-row]").all():
            hand.tap(f"#{line.get_attribute('id')} .c-all")
    hand.tap("#finish")
    expect(page.locator("input[value=in-order]")).to_be_checked()
    assert hand.taps < 42
    page.goto(f"{hall.checks}/{hall.begun(4)}")
    ready(page)
    hand = Hand(page)
    hand.tap("[data-rest=main]")
    expect(page.locator("#sure-main")).to_contain_text("Count 60 unseen cards as there")
    hand.tap("[data-sure=main]")
    hand.tap("[data-tab=sideboard]")
    hand.tap("[data-rest=sideboard]")
    hand.tap("[data-sure=sideboard]")
    hand.tap("#finish")
    expect(page.locator("input[value=in-order]")).to_be_checked()
    assert hand.taps == 6


def test_no_network_a_restart_and_two_phones_lose_nothing_and_double_nothing(hall: Hall) -> None:
    uid = hall.begun(5)
    rosa, ben = hall.phone("judge"), hall.phone("head-judge")
    for page in (rosa, ben):
        page.goto(f"{hall.checks}/{uid}")
    ben.click("text=Join the check")
    ready(rosa)
    ready(ben)
    rosa.evaluate(GUARDED)
    first, second, third = FOURS
    rosa.locator(f"{row(rosa, first)} .c-one").tap()
    saved(rosa)
    expect(ben.locator(f"{row(ben, first)} .c-by")).to_have_text("RK")

    rosa.context.set_offline(True)
    for _ in range(3):
        rosa.locator(f"{row(rosa, second)} .c-one").tap()
    expect(rosa.locator("#net-words")).to_have_text("No network. 3 taps kept here.")
    rosa.reload()
    ready(rosa)
    expect(rosa.locator("h1")).to_have_text("Albrecht, Jonas")
    rosa.locator(f"{row(rosa, second)} .c-one").tap()
    rosa.locator(f"{row(rosa, second)} .c-one").tap()
    expect(rosa.locator("#net-words")).to_have_text("No network. 5 taps kept here.")
    expect(rosa.locator(row(rosa, second))).to_contain_text("1 extra")
    rosa.locator("#undo").tap()
    expect(rosa.locator("#net-words")).to_have_text("No network. 6 taps kept here.")

    hall.stop()
    ben.locator(f"{row(ben, third)} .c-all").tap()
    expect(ben.locator("#net-words")).to_contain_text("1 tap kept here.")
    hall.start()
    rosa.context.set_offline(False)
    for page in (rosa, ben):
        saved(page)
    for page in (rosa, ben):
        expect(page.locator(row(page, second))).to_have_class(re.compile("seen"))
    counts = {r.name: r.count for s in hall.seen(uid).sections for p in s.piles for r in p.rows if s.section == "main"}
    assert [(by.initials, by.count) for by in counts[second].by] == [("RK", 4)]
    assert [(by.initials, by.count) for by in counts[third].by] == [("BO", 4)]

    for page in (rosa, ben):
        page.locator(f"{row(page, third)} .c-one").tap()
        saved(page)
    expect(ben.locator("#conflicts")).to_contain_text(f"{third} was counted by both of you")
    assert ben.locator("#conflicts > div").count() == 1
    ben.locator("#conflicts button").first.tap()
    expect(rosa.locator("#conflicts > div")).to_have_count(0)


def test_nothing_of_a_list_stays_on_a_phone_after_the_end_or_a_refusal_or_signing_out(hall: Hall) -> None:
    page = hall.phone()
    uid = hall.begun(6)
    page.goto(f"{hall.checks}/{uid}")
    ready(page)
    page.evaluate(GUARDED)
    page.locator("li[data-row] .c-one").first.tap()
    saved(page)
    databases, paths = kept_by(page)
    assert databases == [f"deckcheck.check.{uid}"]
    assert [path for path in paths if path.startswith(("/e/", "/api/"))] == []
    page.locator("#finish").tap()
    page.locator("input[value=partly]").check()
    page.locator("#ending .go").tap()
    expect(page.locator(".saved")).to_contain_text("Partly checked")
    expect(page.locator(".saved")).to_contain_text("wiped from this phone")
    assert page.evaluate(UNTIL, "[]") == "[]"

    uid = hall.begun(7)
    page.goto(f"{hall.checks}/{uid}")
    ready(page)
    head = hall.made.as_account("head-judge")
    void_check(VoidCheck(head, hall.made.slug, uid, "the round is over"), hall.desk)
    expect(page.locator("main")).to_contain_text("The list is wiped from this phone.")
    assert kept_by(page)[0] == []
    assert page.locator("li[data-row]").count() == 0

    uid = hall.begun(8)
    page.goto(f"{hall.checks}/{uid}")
    ready(page)
    assert page.evaluate(UNTIL, f'["deckcheck.check.{uid}"]') == f'["deckcheck.check.{uid}"]'
    page.goto(hall.checks)  # The page of a check writes what it keeps again and again.
    page.evaluate(OLDER, uid)
    page.reload()
    assert page.evaluate(UNTIL, "[]") == "[]"
    page.go_back()
    ready(page)
    assert page.evaluate(UNTIL, f'["deckcheck.check.{uid}"]') == f'["deckcheck.check.{uid}"]'
    page.goto(f"{hall.checks.partition('/e/')[0]}/sign-out")
    page.locator("main button").tap()
    expect(page.locator("h1")).to_have_text("Signed out")
    assert page.evaluate(UNTIL, "[]") == "[]"
    page.wait_for_function("caches.keys().then((names) => names.length === 0)")


def test_what_is_wiped_while_what_is_old_is_looked_for_stays_away(hall: Hall) -> None:
    page = hall.phone("head-judge")
    page.goto(hall.checks)
    assert page.evaluate(WIPED_MEANWHILE) == []


def test_without_script_a_tap_is_a_page_and_every_act_is_a_form(hall: Hall) -> None:
    page = hall.phone("head-judge", java_script_enabled=False)
    page.goto(f"{hall.checks}?q=1")
    page.locator("#found .btn").first.tap()
    page.get_by_role("button", name="Begin the check").tap()
    line = page.locator("li[data-row]").first
    line.locator(".c-one").tap()
    expect(page.locator("li[data-row]").first.locator(".c-state .on")).to_have_count(1)
    page.locator(f"{row(page, FOURS[1])} input").fill("3")
    page.locator(".panel button[value=compare]").tap()
    expect(page.locator("#to-count")).to_have_text("71")
    page.locator("[data-rest=main]").tap()
    expect(page.locator("#to-count")).to_have_text("15")
    page.locator("details:has(#add-main) summary").tap()
    page.fill("#add-main", "2 Fury Sliver")
    page.locator("button[value='add:main']").tap()
    expect(page.locator("#extra")).to_have_text("2")
    page.locator("#finish").tap()
    expect(page.locator("main")).to_contain_text("2 Fury Sliver")
    page.fill("#note", "Two cards of the last opponent's")
    page.locator("#ending .go").tap()
    expect(page.locator(".saved")).to_contain_text("Differs")
    record = record_of(hall.desk, hall.made.as_account("organizer"), hall.made.slug, page.url.rpartition("/")[2])
    assert record.note == "Two cards of the last opponent's"
    assert record.found.to_count == 15


Tour = tuple[tuple[str, Callable[[str], str]], ...]
PAGES: Final[Tour] = (
    ("chooser", lambda uid: ""),
    ("found", lambda uid: "?q=okonkwo"),
    ("begin", lambda uid: "/begin?number=2&round=1"),
    ("check", lambda uid: f"/{uid}"),
    ("by name", lambda uid: f"/{uid}?order=name&lands=first"),
    ("result", lambda uid: f"/{uid}/result"),
    ("configuration", lambda uid: f"/{uid}/configuration"),
    ("opponent", lambda uid: f"/{uid}/opponent"),
    ("void", lambda uid: f"/{uid}/void"),
    ("records", lambda uid: "/records"),
)


IN_THE_DARK: Final = ("chooser", "begin", "check", "result")


@pytest.mark.parametrize("width", WIDTHS)
def test_every_page_fits_and_axe_finds_nothing(hall: Hall, width: int) -> None:
    uid = hall.begun(1, "head-judge")
    page = hall.phone("head-judge", width)
    for name, path in PAGES:
        page.goto(hall.checks + path(uid))
        if name == "check":
            ready(page)
            page.locator("li[data-row] .c-all").first.click()
            for _ in range(5):
                page.locator("li[data-row] .c-one").nth(1).click()
        for fold in page.locator("main details").all():
            fold.evaluate("e => { e.open = true; }")
        assert complaints(page) == [], name
        if name in IN_THE_DARK:
            page.emulate_media(color_scheme="dark")
            assert complaints(page) == [], f"{name}, dark"
            page.emulate_media(color_scheme="light")
        assert sideways(page) <= 0, name
        assert page.locator(".go:visible").count() <= 1, name
