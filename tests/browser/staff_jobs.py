"""The jobs of organizers, judges and operators, played by a finger that counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

from deckcheck.accounts import links
from deckcheck.accounts.staff_accounts import add_account
from deckcheck.app.actors import STRANGER, Actor
from deckcheck.app.context import App
from deckcheck.app.staff_nav import PAGES
from deckcheck.catalogue.reference import find_root
from deckcheck.roster.join import Join, join
from deckcheck.store.models import Pairing
from deckcheck.store.states import ActorKind
from deckcheck.updates.runs import do_next_run
from tests.browser.finger import Finger
from tests.browser.halls import Hall
from tests.browser.lists import LEGAL
from tests.cli.test_update import TOMORROW
from tests.cli.test_update import served as sources
from tests.deck_checks import event_in_play
from tests.events import DEADLINE, Made, make_event
from tests.full_rosters import fill
from tests.listeners import listening
from tests.organizing import an_organizer
from tests.own_data import live_desk, small_law
from tests.registrations import send
from tests.source_server import by_path

E: Final = "/e/northern-open"


def create_event(hall: Hall) -> Finger:
    """From nothing."""
    finger = Finger(hall.open("/organize/new", an_organizer(hall.desk())))
    finger.fill("Name", "Saturday Pioneer")
    finger.choose("Format", "Pioneer")
    finger.fill("City", "Leeds")
    finger.fill("Day", "sat 20 jun")
    finger.fill("Round 1 begins", "11 am")
    finger.press("Create event")
    expect(finger.page.get_by_text("Saturday Pioneer is ready.")).to_be_visible()
    return finger


def weekly_event(hall: Hall) -> Finger:
    """This week's event is like last week's."""
    made = make_event(hall.desk())
    finger = Finger(hall.open("/organize", made.as_account("organizer")))
    finger.press("New event")
    finger.press("Same as Northern Open, 13 Jun")
    finger.press("Create event")
    expect(finger.page.get_by_text("Northern Open is ready.")).to_be_visible()
    return finger


def publish(hall: Hall) -> Finger:
    """The lists of an event are opened to everyone."""
    desk = hall.desk()
    made = make_event(desk)
    send(made, desk)
    hall.clock.set(DEADLINE + timedelta(minutes=1))
    finger = Finger(hall.open(f"{E}/publication", made.as_account("organizer")))
    group = finger.page.get_by_role("group", name="Lists of Swiss")
    finger.tap(group.get_by_text("Everyone, from now", exact=True))
    finger.press("Show 1 Swiss list to everyone now")
    expect(finger.page.get_by_role("heading", level=1)).to_contain_text("Everyone will see")
    finger.press("Show 1 Swiss list to everyone now")
    expect(finger.page.get_by_role("status").first).to_contain_text("visible to everyone since")
    return finger


def _walk_in(desk: App, made: Made, first: str, last: str) -> None:
    joined = join(Join(STRANGER, made.slug, "KITE-4719", last, first, same=True), desk)
    me = links.find(desk, joined.link)
    send(made, desk, who=Actor(me.kind, me.subject), number=joined.number)


def check_in_walk_ins(hall: Hall) -> Finger:
    """Twelve players joined with the code and stand at the desk."""
    desk = hall.desk()
    made = make_event(desk)
    for number in range(12):
        _walk_in(desk, made, "Awa", f"Keita {'abcdefghijkl'[number] * 3}")
    finger = Finger(hall.open(f"{E}/overview", made.as_account("scorekeeper")))
    finger.press("See names")
    finger.press("Check in 12")
    expect(finger.page.locator("main")).to_contain_text("12 players checked in")
    return finger


def merge_a_duplicate(hall: Hall) -> Finger:
    """A player of the roster joined with the code as well; the walk-ins are shown."""
    desk = hall.desk()
    made = make_event(desk)
    _walk_in(desk, made, "Ada", "Okonkwo")
    finger = Finger(hall.open(f"{E}/roster", made.as_account("organizer")))
    finger.press("Same person: merge")
    expect(finger.page.locator("main")).to_contain_text("Merged: Okonkwo, Ada")
    return finger


def accept_lists(hall: Hall) -> Finger:
    """A hundred legal lists."""
    desk = hall.desk()
    made = make_event(desk, players=0)
    fill(desk, made, 100, all_legal=True)
    finger = Finger(hall.open(f"{E}/roster", made.as_account("head-judge")))
    finger.press("Accept 100 legal lists")
    expect(finger.page.locator("h1")).to_have_text("Accept 100 legal lists?")
    finger.press("Accept 100")
    expect(finger.page.locator(".outcome")).to_contain_text("100 lists accepted.")
    return finger


def find_a_list(hall: Hall) -> Finger:
    """One of three hundred, by the number of the entry."""
    desk = hall.desk()
    made = make_event(desk, players=0)
    fill(desk, made, 300, all_legal=True)
    finger = Finger(hall.open(f"{E}/roster", made.as_account("head-judge")))
    finger.tap("#q")
    finger.type("120")
    finger.tap("#r120 a")
    expect(finger.page.locator("h1")).to_have_text("Okonkwo 120, Ada")
    return finger


def add_a_walk_in(hall: Hall) -> Finger:
    """A player without a phone, whose list is in the clipboard."""
    made = make_event(hall.desk())
    finger = Finger(hall.open(f"{E}/roster", made.as_account("scorekeeper"), clipboard=LEGAL))
    finger.press("Add a player")
    finger.fill("Last name", "Ekström")
    finger.fill("First name", "Nils")
    finger.tap("#text")
    finger.paste()
    finger.press("Add")
    expect(finger.page.locator("h1")).to_have_text("Nils Ekström is on the roster")
    return finger


def enter_a_late_list(hall: Hall) -> Finger:
    """Twelve minutes after the deadline, from the player's page; the list is in the clipboard."""
    made = make_event(hall.desk(), players=6)
    hall.clock.set(DEADLINE + timedelta(minutes=12))
    finger = Finger(hall.open(f"{E}/roster/6", made.as_account("scorekeeper"), clipboard=LEGAL))
    finger.press("Enter late list")
    finger.tap("#text")
    finger.paste()
    expect(finger.page.locator("#submit")).to_have_text("Enter late list")
    finger.fill("Why it is late", "bus broke down")
    finger.tap("#submit")
    expect(finger.page.locator("main")).to_contain_text("Late: 12 min after the deadline")
    return finger


def begin_a_check(hall: Hall) -> Finger:
    """Of table 14, from the page of deck checks."""
    desk = hall.desk()
    made = event_in_play(desk, hall.clock, texts=(LEGAL,))
    with desk.store.write() as session:
        tables = {"1": [3, 4], "14": [1, 2]}
        session.add_all(Pairing(event=made.uid, round=1, place=table, entries=two) for table, two in tables.items())
    finger = Finger(hall.open(f"{E}/checks", made.as_account("judge")))
    finger.tap("#q")
    finger.type("14")
    expect(finger.page.locator("#dock .go")).to_have_text("Check table 14")
    finger.tap("#dock .go")
    expect(finger.page.locator("#undo")).to_be_visible()
    return finger


def _counting(hall: Hall) -> Finger:
    """A check of a deck of 75 cards has begun; the finger counts anew."""
    return Finger(begin_a_check(hall).page)


def _count_rows(finger: Finger, count: Callable[[Locator], None]) -> Finger:
    """Count each row, one part of the deck after the other, and finish."""
    page = finger.page
    for place, tab in enumerate(page.locator("[data-tab]").all()):
        if place:
            finger.tap(tab)
        section = page.locator(f"[data-section={tab.get_attribute('data-tab')}]")
        for row in section.locator(".pile li[data-row]").all():
            count(row)
    return _finish(finger)


def _finish(finger: Finger) -> Finger:
    expect(finger.page.locator("#to-count")).to_have_text("0")
    finger.tap("#finish")
    expect(finger.page.locator("input[value=in-order]")).to_be_checked()
    return finger


def check_card_by_card(hall: Hall) -> Finger:
    """Each card is tapped as it is seen."""
    finger = _counting(hall)

    def count(row: Locator) -> None:
        for _ in range(int(row.locator(".c-all").inner_text())):
            finger.tap(row.locator(".c-one"))

    return _count_rows(finger, count)


def check_row_by_row(hall: Hall) -> Finger:
    """The count of each row is tapped."""
    finger = _counting(hall)
    return _count_rows(finger, lambda row: finger.tap(row.locator(".c-all")))


def check_all_there(hall: Hall) -> Finger:
    """The judge has counted the whole of it."""
    finger = _counting(hall)
    for place, tab in enumerate(finger.page.locator("[data-tab]").all()):
        if place:
            finger.tap(tab)
        name = tab.get_attribute("data-tab")
        finger.tap(f"[data-rest={name}]")
        finger.tap(f"[data-sure={name}]")
    return _finish(finger)


def _operating(hall: Hall, **settings: Any) -> tuple[App, Actor]:
    """An installation with the law and the cards of Grand Archive alone, and its operator."""
    root = small_law(hall.home / "law")
    (root / "templates").symlink_to(find_root() / "templates")
    desk = live_desk(hall.url, hall.clock, root)
    desk = hall.serve(replace(desk, settings=replace(desk.settings, **settings)))
    made = add_account(desk, "rosa@example.org", "Rosa Kim", operator=True)
    return desk, Actor(ActorKind.ACCOUNT, made.uid, "Rosa Kim", operates=True)


def update_cards(hall: Hall) -> Finger:
    """A set came out; no list of a coming event changes by it."""
    hall.clock.set(datetime(2026, 12, 1, 9, tzinfo=UTC))
    with listening(by_path(sources(TOMORROW))) as source:
        desk, who = _operating(hall, mirrors={"gatcg": f"http://127.0.0.1:{source.port}/"})
        finger = Finger(hall.open("/cards-and-bans", who))
        finger.press("Update now")
        expect(finger.page.get_by_text("Waiting to begin").first).to_be_visible()
        while do_next_run(desk):
            pass
    finger.press("Apply")
    expect(finger.page.get_by_text("By Rosa Kim")).to_be_visible()
    return finger


def add_a_ban(hall: Hall) -> Finger:
    """One card in one format, from the page of cards and bans."""
    _, who = _operating(hall)
    finger = Finger(hall.open("/cards-and-bans", who))
    finger.press("Add an announcement")
    finger.fill("Cards, one per line", "Abnegation")
    finger.tap(finger.page.get_by_label("Grand Archive Standard", exact=True))
    finger.fill("From", "2026-07-06")
    finger.fill("Where it was announced", "https://example.org/bans")
    finger.press("Show what it changes")
    finger.press("Add announcement")
    expect(finger.page.get_by_text("Announcement added")).to_be_visible()
    return finger


def through_the_staff_pages(hall: Hall, width: int = 360) -> Finger:
    """From one page of the staff's to the next, each of another group, until all were seen: the longest of the ways."""
    made = make_event(hall.desk())
    page = hall.open(f"{E}/overview", made.as_account("organizer"), width)
    pages = {word: [name for _, _, name in group if name != "Pools"] for word, group in PAGES.items()}
    rounds = max(map(len, pages.values()))
    ways = [(word, group[n % len(group)]) for n in range(rounds) for word, group in pages.items()]
    return max((_go(page, word, name) for word, name in ways[1:]), key=lambda finger: finger.taps)


def _go(page: Page, group: str, name: str) -> Finger:
    """To a page of the staff's, by the tab of its group where the page itself is not in sight."""
    finger, shown = Finger(page), page.get_by_role("navigation").locator("visible=true")
    if not shown.get_by_role("link", name=name, exact=True).count():
        finger.press(group)
        expect(page.locator(".groups [aria-current]")).to_have_text(group)
    here = shown.locator("[aria-current=page]")
    if here.inner_text() != name:
        finger.tap(shown.get_by_role("link", name=name, exact=True))
    expect(here).to_have_text(name)
    return finger


def through_the_staff_pages_on_a_screen(hall: Hall) -> Finger:
    """The same where all pages stand at the side."""
    return through_the_staff_pages(hall, 1280)
