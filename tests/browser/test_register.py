"""Registration in a browser: a list sent in four taps, a name mended in two, nothing lost by a tab or a network."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import pytest
from playwright.sync_api import Error, Page, Route, expect
from sqlalchemy import delete

from deckcheck.app.context import App
from deckcheck.app.time_words import clock_time
from deckcheck.lists.editor import draft_of
from deckcheck.store.models import SignIn
from deckcheck.web import create_app
from tests.browser.conftest import OpenPage
from tests.browser.lists import FAULTY, JACE, LEGAL
from tests.browser.patience import until
from tests.browser.test_pages import complaints, sideways
from tests.desks import Clock
from tests.events import DEADLINE, ZONE, Made, make_event
from tests.limits import NO_LIMIT
from tests.registrations import OTHER, accept, receipts_of, rows_of, send
from tests.web.serving import served

WIDTHS = (360, 1280)
MODIFIER = "Control"


class Hall(NamedTuple):
    """An event that takes lists, served."""

    desk: App
    made: Made
    clock: Clock

    @property
    def link(self) -> str:
        return f"/r/{self.made.links[0]}"

    def draft(self) -> str:
        return draft_of(self.made.as_person(0), self.made.slug, 1, "", self.desk).text


@pytest.fixture
def hall(one_desk: App, clock: Clock) -> Hall:
    return Hall(one_desk, make_event(one_desk), clock)


@pytest.fixture
def origin(hall: Hall) -> Iterator[str]:
    app = create_app(hall.desk.settings, hall.desk)
    app.config["OWN_CHECK_WORK"] = NO_LIMIT
    with served(app) as address:
        yield address


ANSWERED = """() => {
  self.answered = new Promise((go) => addEventListener("htmx:afterRequest", () => go(), { once: true }));
}"""
"""Makes a promise that is kept once a request was answered and what came of it is on the page."""


class Taps:
    """Counts what a finger does."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0

    def on(self, words: str) -> None:
        self.count += 1
        self.page.locator(f".go:has-text('{words}'), .btn:has-text('{words}')").first.click()

    def field(self) -> None:
        self.count += 1
        self.page.click("#text")

    def paste(self) -> None:
        self.count += 1
        self.page.keyboard.press(f"{MODIFIER}+V")


def with_clipboard(page: Page, text: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("text => navigator.clipboard.writeText(text)", text)


def write(page: Page, text: str) -> None:
    """Type a list; it is checked and kept."""
    page.fill("#text", text)
    expect(page.locator("#kept")).to_have_text("Draft kept 09:00")
    expect(page.locator("#marks li")).to_have_count(len(text.split("\n")))


def lose_answers(page: Page) -> None:
    """From now on lists arrive, and what is answered does not."""

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/my/send", lose)


@pytest.mark.parametrize("width", WIDTHS)
def test_a_legal_list_from_the_clipboard_is_sent_in_four_taps(open_page: OpenPage, hall: Hall, width: int) -> None:
    page = open_page(hall.link, width)
    with_clipboard(page, LEGAL)
    taps = Taps(page)
    taps.on("Enter your list")
    taps.field()
    taps.paste()
    expect(page.locator("#submit")).to_have_text("Submit list")
    taps.on("Submit list")
    expect(page.locator("h1")).to_have_text("List submitted")
    assert taps.count <= 4
    expect(page.locator("h1")).to_be_focused()
    assert len(rows_of(hall.desk)) == 1
    assert complaints(page) == []
    assert sideways(page) <= 0


@pytest.mark.parametrize("width", WIDTHS)
def test_a_name_is_mended_in_two_taps(open_page: OpenPage, hall: Hall, width: int) -> None:
    page = open_page(hall.link, width)
    page.goto(page.url.replace("/me", "/e/northern-open/my"))
    write(page, FAULTY)
    taps = Taps(page)
    taps.on(f"Go to line {JACE}")
    taps.count += 1
    page.locator(".pick").first.click()
    expect(page.locator("#slot-words")).to_contain_text(f"Line {JACE} is now 4 Jace")
    assert taps.count <= 2
    mended = page.input_value("#text")
    assert mended != FAULTY
    expect(page.locator("#submit")).to_be_visible()
    assert hall.draft() == mended


@pytest.mark.parametrize("width", WIDTHS)
def test_a_list_of_an_earlier_event_is_gone_on_with_in_two_taps(open_page: OpenPage, hall: Hall, width: int) -> None:
    weekly = make_event(hall.desk, slug="weekly", name="Weekly", join_code=None, format="legacy")
    send(weekly, hall.desk, LEGAL, deck="Mono red")
    page = open_page(f"/r/{weekly.links[0]}", width)
    page.goto(page.url.replace("/me", hall.link))
    page.click("text=Both are me")
    page.goto(page.url.replace("/me", "/e/northern-open/my"))
    assert check_page(page, page.url)
    page.click("text=Use a list from an earlier event")
    assert complaints(page) == []
    assert sideways(page) <= 0
    page.click("text=Mono red, Weekly, Sat 13 June 2026")
    expect(page.locator("#text")).to_have_value(LEGAL)
    expect(page.locator("#slot-words")).to_have_text("This is your list from Weekly.")
    expect(page.locator("#submit")).to_have_text("Submit list")
    assert hall.draft() == LEGAL
    page.click("#slot >> text=Undo")
    expect(page.locator("#text")).to_have_value("")


def test_my_list_is_one_tap_from_the_link(open_page: OpenPage, hall: Hall) -> None:
    send(hall.made, hall.desk)
    page = open_page(hall.link)
    page.click(".events .btn")
    expect(page.locator("h1")).to_have_text("My list")
    expect(page.locator(".deck-sections")).to_contain_text("Monstrous Rage")


def test_a_closed_tab_keeps_the_draft(open_page: OpenPage, hall: Hall) -> None:
    page = open_page(hall.link)
    page.goto(page.url.replace("/me", "/e/northern-open/my"))
    write(page, FAULTY)
    address = page.url
    page.close()
    again = page.context.new_page()
    again.goto(address)
    assert again.input_value("#text") == FAULTY
    expect(again.locator("#kept")).to_have_text("Draft kept 09:00")


def test_what_no_network_took_is_there_after_the_tab_was_closed(open_page: OpenPage, hall: Hall) -> None:
    page = open_page(hall.link, expects=("ERR_INTERNET_DISCONNECTED", "htmx:sendError"))
    page.goto(page.url.replace("/me", "/e/northern-open/my"))
    write(page, FAULTY)
    address = page.url
    page.context.set_offline(True)
    page.fill("#text", LEGAL)
    expect(page.locator("#slot-words")).to_have_text("You’re offline. Your text is kept on this phone.")
    page.close()
    page.context.set_offline(False)
    again = page.context.new_page()
    again.goto(address)
    expect(again.locator("#verdict")).to_contain_text("Legal in Modern")
    assert again.input_value("#text") == LEGAL
    expect(again.locator("#kept")).to_have_text("Draft kept 09:00")
    assert hall.draft() == LEGAL
    assert again.evaluate("localStorage.length") == 0


def test_a_sending_without_a_network_is_asked_about_again_and_then_sent(open_page: OpenPage, hall: Hall) -> None:
    page = open_page(hall.link, expects=("ERR_INTERNET_DISCONNECTED", "htmx:sendError", "404"))
    page.goto(page.url.replace("/me", "/e/northern-open/my"))
    write(page, LEGAL)
    page.context.set_offline(True)
    page.click("#submit")
    lost = page.locator("#lost")
    expect(lost).to_contain_text("We do not know yet whether your list arrived. It is kept on this phone.")
    page.click("text=Ask again")
    expect(lost).to_contain_text("Still no network. Your list is kept on this phone.")
    page.context.set_offline(False)
    page.click("text=Ask again")
    expect(lost).to_contain_text("It did not arrive. Your text is kept; submit it again.")
    assert rows_of(hall.desk) == {}
    page.click("#submit")
    expect(page.locator("h1")).to_have_text("List submitted")


def test_what_is_told_of_a_sending_outlives_a_check_of_what_is_typed_after_it(open_page: OpenPage, hall: Hall) -> None:
    page = open_page(hall.link, expects=("ERR_FAILED", "htmx:sendError"))
    page.goto(page.url.replace("/me", "/e/northern-open/my"))
    write(page, LEGAL)
    lose_answers(page)
    page.click("#submit")
    lost = page.locator("#lost")
    expect(lost).to_contain_text("We do not know yet whether your list arrived.")
    with page.expect_response("**/northern-open/my"):
        page.fill("#text", LEGAL.replace("\n", "\n1 Memnite\n", 1))
    expect(page.locator("#totals .figure").first).to_have_text("61")
    expect(lost).to_contain_text("We do not know yet whether your list arrived.")
    page.click("text=Ask again")
    expect(page.locator("h1")).to_have_text("List submitted")
    assert len(rows_of(hall.desk)) == 1


def test_an_answer_that_comes_while_a_button_is_pressed_takes_nothing_from_under_it(
    open_page: OpenPage, hall: Hall
) -> None:
    page = open_page(hall.link, 1280)
    page.goto(page.url.replace("/me", "/e/northern-open/my"))
    write(page, LEGAL)
    held: list[Route] = []
    page.route("**/northern-open/my", lambda route: held.append(route))
    with page.expect_request("**/northern-open/my"):
        page.fill("#text", OTHER)
    page.evaluate(ANSWERED)
    page.hover("#submit")
    page.mouse.down()
    held[0].continue_()
    page.evaluate("answered")
    page.unroute("**/northern-open/my")
    page.mouse.up()
    expect(page.locator("h1")).to_have_text("List submitted")
    [sent] = rows_of(hall.desk).values()
    assert OTHER in sent


def test_a_sending_that_met_a_database_in_trouble_is_sent_again_by_itself(open_page: OpenPage, hall: Hall) -> None:
    page = open_page(hall.link, expects=("503", "htmx:responseError"))
    page.goto(page.url.replace("/me", "/e/northern-open/my"))
    write(page, LEGAL)
    file = hall.desk.settings.database_url.removeprefix("sqlite:///")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        page.click("#submit")
        told = "Back in a minute. Lists already submitted are safe. What you typed is kept in this tab."
        expect(page.locator("#slot-words")).to_have_text(told, timeout=60_000)
        assert page.input_value("#text") == LEGAL
        assert rows_of(hall.desk) == {}
    expect(page.locator("h1")).to_have_text("List submitted", timeout=60_000)
    assert len(rows_of(hall.desk)) == 1


def test_a_list_that_arrived_though_its_answer_was_lost_is_found_by_asking(open_page: OpenPage, hall: Hall) -> None:
    page = open_page(hall.link, expects=("ERR_FAILED", "htmx:sendError"))
    page.goto(page.url.replace("/me", "/e/northern-open/my"))
    write(page, LEGAL)
    lose_answers(page)
    page.click("#submit")
    expect(page.locator("#lost")).to_contain_text("We do not know yet whether your list arrived.")
    [uid] = rows_of(hall.desk)
    page.click("text=Ask again")
    expect(page.locator("h1")).to_have_text("List submitted")
    assert list(rows_of(hall.desk)) == [uid]
    assert page.locator("#receipt").inner_text() == receipts_of(hall.made, hall.desk)[0].number


def test_two_devices_are_shown_each_others_text(open_page: OpenPage, hall: Hall) -> None:
    page = open_page(hall.link, expects=("409",))
    page.goto(page.url.replace("/me", "/e/northern-open/my"))
    other = page.context.new_page()
    other.goto(page.url)
    write(other, OTHER)
    page.fill("#text", LEGAL)
    expect(page.locator("#both")).to_contain_text("Another device changed this draft at 09:00. Both are here.")
    assert page.input_value("#theirs") == OTHER
    assert page.input_value("#yours") == LEGAL
    assert complaints(page) == []
    page.locator("button[value=yours]").click()
    expect(page.locator("#both")).to_have_count(0)
    expect(page.locator("#kept")).to_be_visible()
    assert page.input_value("#text") == LEGAL
    assert hall.draft() == LEGAL


def test_typing_on_while_answers_come_is_never_a_conflict(open_page: OpenPage, hall: Hall) -> None:
    page = open_page(hall.link)
    page.goto(page.url.replace("/me", "/e/northern-open/my"))
    page.click("#text")
    page.keyboard.type(LEGAL[:160], delay=25)
    expect(page.locator("#both")).to_have_count(0)
    expect(page.locator("#marks li")).to_have_count(len(LEGAL[:160].split("\n")))
    expect(page.locator("#kept")).to_be_visible()
    until(page, hall.draft, LEGAL[:160])
    expect(page.locator("#both")).to_have_count(0)
    assert page.input_value("#text") == LEGAL[:160]


def test_the_last_hour_is_counted_down_and_at_the_end_the_text_stays(open_page: OpenPage, hall: Hall) -> None:
    hall.clock.set(DEADLINE - timedelta(seconds=110))
    page = open_page(hall.link)
    page.clock.install()
    page.goto(page.url.replace("/me", "/e/northern-open/my"))
    page.fill("#text", LEGAL)
    expect(page.locator("#submit")).to_be_visible()
    expect(page.locator("#slot-words")).to_have_text(re.compile(r"^[01]:\d\d$"))
    hall.clock.set(DEADLINE)
    page.clock.fast_forward("01:50")
    closed = "Lists closed at 10:00. Give this list to the judge at the desk."
    expect(page.locator("#why")).to_have_text(closed)
    expect(page.locator("#submit")).to_have_count(0)
    assert page.input_value("#text") == LEGAL
    assert complaints(page) == []
    page.click("text=Show it large")
    expect(page.locator("pre")).to_contain_text("4 Wild Ride")
    assert complaints(page) == []
    assert sideways(page) <= 0


def test_one_person_on_two_phones_is_asked_before_a_sent_list_is_replaced(open_page: OpenPage, hall: Hall) -> None:
    page = open_page(hall.link, expects=("409",))
    page.goto(page.url.replace("/me", "/e/northern-open/my"))
    write(page, LEGAL)
    send(hall.made, hall.desk, OTHER)
    page.click("#submit")
    expect(page.locator("#both")).to_contain_text("Another device submitted a list at 09:00.")
    page.locator("button[value=yours]").click()
    expect(page.locator("#both")).to_have_count(0)
    page.click("#submit")
    expect(page.locator("h1")).to_have_text("List submitted")
    assert len(rows_of(hall.desk)) == 2


@pytest.mark.parametrize(
    ("zone", "told"),
    [
        ("Europe/London", ""),
        ("Europe/Paris", " in Leeds (11:00 for you)"),
        ("Pacific/Honolulu", " in Leeds (Fri 23:00 for you)"),
    ],
)
def test_a_reader_elsewhere_is_told_their_own_time_beside_the_events(
    open_page: OpenPage, hall: Hall, zone: str, told: str
) -> None:
    page = open_page(hall.link, timezone_id=zone)
    page.goto(page.url.replace("/me", "/e/northern-open"))
    expect(page.locator(".note").first).to_contain_text(f"Lists can be submitted until 10:00{told} today.")
    expect(page.locator(".facts-list")).to_contain_text("lists are due")
    assert f"Today 10:00{told}\n" in page.locator(".facts-list").inner_text()
    page.click("main .go")
    expect(page.locator(".own")).to_contain_text(f"Lists close today 10:00{told}. 1 h left")
    send(hall.made, hall.desk)
    page.goto(page.url + "/list")
    expect(page.locator(".lock")).to_contain_text(f"You may replace it until 10:00{told}.")
    assert sideways(page) <= 0


@pytest.mark.parametrize("width", WIDTHS)
def test_every_page_of_a_player_is_clean_and_fits(open_page: OpenPage, hall: Hall, width: int) -> None:
    page = open_page("/join", width)
    start = page.url.removesuffix("/join")
    for path in ("/join", "/e/northern-open/join", "/e/northern-open"):
        assert check_page(page, start + path)
    page.goto(start + hall.link)
    assert check_page(page, f"{start}/e/northern-open/my")
    send(hall.made, hall.desk, FAULTY)
    assert check_page(page, f"{start}/e/northern-open/my/take-back")
    accept(hall.made, hall.desk)
    for path in (
        "/me",
        "/e/northern-open",
        "/e/northern-open/my/list",
        "/e/northern-open/my/versions",
        "/e/northern-open/my/mail-link",
    ):
        assert check_page(page, start + path)
    page.goto(f"{start}/e/northern-open/my/receipt/{receipts_of(hall.made, hall.desk)[0].uid}")
    page.click("text=QR code")
    expect(page.locator(".qr")).to_be_visible()
    assert complaints(page) == []
    assert sideways(page) <= 0


@pytest.mark.parametrize("width", WIDTHS)
def test_the_page_after_joining_is_clean_and_fits(open_page: OpenPage, hall: Hall, width: int) -> None:
    page = open_page(f"/e/{hall.made.slug}/join", width)
    page.fill("#last", "Keita")
    page.fill("#first", "Awa")
    page.fill("#code", "KITE-4719")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_text("Awa").first).to_be_visible()
    assert complaints(page) == []
    page.emulate_media(color_scheme="dark")
    assert complaints(page) == []
    assert sideways(page) <= 0


def check_page(page: Page, address: str) -> bool:
    page.goto(address)
    assert complaints(page) == [], address
    page.emulate_media(color_scheme="dark")
    assert complaints(page) == [], address
    page.emulate_media(color_scheme="light")
    assert sideways(page) <= 0, address
    width = page.viewport_size
    page.set_viewport_size({"width": 320, "height": 640})
    assert sideways(page) <= 0, address
    if width:
        page.set_viewport_size(width)
    return True


@pytest.mark.parametrize("width", WIDTHS)
def test_a_stranger_joins_and_sends_a_list_without_scripts(open_page: OpenPage, hall: Hall, width: int) -> None:
    page = open_page("/e/northern-open/join", width, java_script_enabled=False)
    assert sideways(page) <= 0
    page.fill("#last", "Keita")
    page.fill("#first", "Awa")
    page.fill("#code", "kite 4719")
    page.get_by_role("button", name="Join").click()
    expect(page.locator(".good")).to_contain_text("registered as entry 4.")
    page.fill("#text", FAULTY)
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator("#kept")).to_have_text("Draft kept 09:00")
    page.locator(".pick").first.click()
    page.locator("#submit").click()
    expect(page.locator("h1")).to_have_text("List submitted")
    page.click("text=Show my list")
    expect(page.locator("h1")).to_have_text("My list")
    assert page.locator("#keeping").bounding_box() is None


def test_my_list_prints_the_list_alone(open_page: OpenPage, hall: Hall) -> None:
    send(hall.made, hall.desk)
    page = open_page(hall.link)
    page.goto(page.url.replace("/me", "/e/northern-open/my/list"))
    page.emulate_media(media="print")
    expect(page.locator(".dock")).not_to_be_visible()
    expect(page.locator("nav").first).not_to_be_visible()
    expect(page.locator(".rows").first).to_be_visible()
    expect(page.locator(".print-only").first).to_contain_text("Ada Okonkwo, Northern Open, Modern. Receipt")


def test_one_thing_on_each_page_is_marked(open_page: OpenPage, hall: Hall) -> None:
    page = open_page(hall.link)
    start = page.url.removesuffix("/me")
    assert page.locator(".go:visible").count() == 1
    page.goto(f"{start}/e/northern-open/my")
    for text in (LEGAL, FAULTY):
        write(page, text)
        expect(page.locator(".go:visible")).to_have_count(1)
    send(hall.made, hall.desk)
    for path in ("my/list", f"my/receipt/{receipts_of(hall.made, hall.desk)[0].uid}"):
        page.goto(f"{start}/e/northern-open/{path}")
        assert page.locator(".go:visible").count() == 1


COPIES = """async () => {
  const held = async (name) => (await (await caches.open(name)).keys()).map((key) => new URL(key.url).pathname);
  return Object.fromEntries(await Promise.all((await caches.keys()).map(async (name) => [name, await held(name)])));
}"""
"""What the caches of a phone hold, by name."""
IS_NEWER = """async (words) => (await (await caches.match("/e/tonight/my/list")).text()).includes(words)"""
"""Whether the copy is a newer one, with these words, by now: it is put there while its page is shown already."""
OVER = """async () => {
  const cache = await caches.open("deckcheck-own-list"), [key] = await cache.keys(), copy = await cache.match(key);
  const headers = new Headers(copy.headers);
  headers.set("Deckcheck-Until", Date.now() - 1);
  await cache.put(key, new Response(await copy.text(), { headers }));
}"""
"""Makes the last day of what is kept be over."""
GONE = """async () => {
  const own = async () => (await caches.keys()).filter((name) => !name.startsWith("deckcheck-shell-"));
  for (let turn = 0; turn < 600 && (await own()).length; turn++) await new Promise((go) => setTimeout(go, 50));
  return own();
}"""
"""Which caches of lists a phone has once it had time to drop them."""

STRAYS = """async () => {
  const headers = (whose, list) => ({
    "Deckcheck-Whose": whose, ...(list && { "Deckcheck-List": list, "Deckcheck-Until": Date.now() + 1e7 }),
  });
  const cache = () => caches.open("deckcheck-own-list"), found = [];
  const path = (key) => key.url.slice(location.origin.length);
  const held = async () => found.push((await (await cache()).keys()).map(path));
  // A page that the worker had no part in kept a list, and another player's is there still.
  await (await cache()).put("/e/other/my/list", new Response("kept", { headers: headers("ada", "1") }));
  const asked = self.fetch;
  self.fetch = async () => new Response("kept", { headers: headers("per", "2") });
  await own.keep("/e/tonight/my/list?entry=2");
  self.fetch = asked;
  await held();
  // The event knows no list of theirs any more, at another address of the same page.
  await own.heard("/e/tonight/my/list", new Response("", { status: 404, headers: headers("per") }));
  await held();
  // Somebody signs out while a newer page still comes in.
  await (await cache()).put("/e/tonight/my/list", new Response("kept", { headers: headers("per", "2") }));
  const slow = new TransformStream(), newer = new Response(slow.readable, { headers: headers("per", "2") });
  const coming = own.heard("/e/tonight/my/list", newer);
  const writer = slow.writable.getWriter();
  await new Promise((go) => setTimeout(go, 200));
  await own.wipeAll();
  writer.write(new TextEncoder().encode("kept")).catch(() => {});
  await writer.close();
  await coming;
  await held();
  await own.wipeAll();
  return found;
}"""
"""What is kept after what the pages alone seldom bring about, in turn."""


def keep(page: Page, address: str) -> None:
    """Keep a list on the phone."""
    page.goto(address)
    page.click("#keep")
    expect(page.locator("#forget")).to_be_focused()
    assert page.evaluate(COPIES)["deckcheck-own-list"] == ["/e/tonight/my/list"]


def test_my_list_opens_without_a_network_once_it_is_kept_and_goes_without_a_trace(
    open_page: OpenPage, one_desk: App, clock: Clock
) -> None:
    clock.set(datetime.now(UTC))
    made = make_event(
        one_desk, slug="tonight", join_code=None, day=clock.at.date(), deadline=clock.at + timedelta(hours=2)
    )
    for place in (0, 1):
        send(made, one_desk, who=made.as_person(place), number=place + 1)
    page = open_page("/join", expects=("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "404"), timezone_id=ZONE)
    start = page.url.removesuffix("/join")
    mine, link = f"{start}/e/tonight/my/list", f"{start}/r/{made.links[0]}"
    seen = page.locator("#seen")

    def of(at: datetime) -> re.Pattern[str]:
        return re.compile(rf"^You’re seeing (\w+ \d+ \w+ \d+, )?{clock_time(at, ZONE)}\. No network\.$")

    page.goto(link)
    page.goto(mine)
    expect(page.locator("#keep")).to_be_visible()
    expect(page.locator("#forget")).not_to_be_visible()
    assert page.evaluate(COPIES) == {}
    keep(page, mine)
    expect(seen).not_to_be_visible()
    shell = [paths for name, paths in page.evaluate(COPIES).items() if name.startswith("deckcheck-shell-")]
    assert [path for paths in shell for path in paths if not path.startswith(("/static/", "/offline"))] == ["/check"]
    assert complaints(page) == []

    first = clock.at
    page.context.set_offline(True)
    page.goto(f"{start}/me")
    expect(page.locator("h1")).to_have_text("My list")
    expect(seen).to_have_text(of(first))
    expect(page.locator(".deck-sections")).to_contain_text("Wild Ride")
    assert complaints(page) == []
    assert sideways(page) <= 0
    with pytest.raises(Error, match="ERR_INTERNET_DISCONNECTED"):
        page.goto(mine.replace("list", "versions"))

    page.context.set_offline(False)
    clock.pass_(minutes=5)
    send(made, one_desk, OTHER)
    page.goto(mine)
    expect(seen).not_to_be_visible()
    until(page, lambda: page.evaluate(IS_NEWER, "2 versions sent"), True)
    page.context.set_offline(True)
    page.reload()
    expect(seen).to_have_text(of(clock.at))
    expect(page.locator("main")).to_contain_text("2 versions sent")
    page.evaluate(OVER)
    with pytest.raises(Error, match="ERR_FAILED"):
        page.reload()
    page.context.set_offline(False)

    keep(page, mine)
    page.click("#forget")
    expect(page.locator("#keep")).to_be_focused()
    assert page.evaluate(GONE) == []
    assert page.evaluate(STRAYS) == [["/e/tonight/my/list?entry=2"], [], []]

    keep(page, mine)
    with one_desk.store.write() as session:
        session.execute(delete(SignIn))
    page.goto(mine)
    expect(page.locator("h1")).not_to_have_text("My list")
    assert page.evaluate(GONE) == []

    page.goto(link)
    keep(page, mine)
    page.context.clear_cookies()
    page.goto(f"{start}/r/{made.links[1]}")
    expect(page.locator("main")).to_contain_text("Per Dahl")
    assert page.evaluate(GONE) == []

    page.context.clear_cookies()
    page.goto(link)
    keep(page, mine)
    page.goto(f"{start}/r/{made.links[1]}")
    page.get_by_role("button", name="Go on as Per Dahl").click()
    expect(page.locator("h1")).to_have_text("My lists")
    page.goto(mine)
    expect(page.locator(".own")).to_contain_text("Per Dahl")
    assert page.evaluate(GONE) == []

    keep(page, mine)
    page.goto(f"{start}/me")
    page.click("text=Sign out here")
    expect(page.locator("h1")).to_have_text("Signed out")
    page.wait_for_function("caches.keys().then((names) => names.length === 0)")
