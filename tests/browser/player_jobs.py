"""The jobs of players and of who checks a list, played by a finger that counts."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from deckcheck.app.actors import STRANGER
from tests.browser.finger import Finger
from tests.browser.halls import Hall
from tests.browser.lists import FAULTY, JACE, LEGAL
from tests.events import Made, make_event
from tests.registrations import send

THANKS = "Thanks for organizing!"
COMMANDER = "Commander\n1 Krenko, Mob Boss\n\nDeck\n99 Mountain\n"
EDITOR = "/e/northern-open/my"


def join_from_start(hall: Hall, *, last: str = "Keita", first: str = "Awa") -> Finger:
    """The code at the desk is typed on the start page; the list is in the clipboard."""
    make_event(hall.desk())
    finger = Finger(hall.open("/", clipboard=LEGAL))
    finger.fill("Enter join code", "KITE-4719")
    finger.press("Join")
    return _joined_and_submitted(finger, first, last)


def join_as_on_the_roster(hall: Hall) -> Finger:
    """The same by a player whose name stands on the roster: the page asks whether it is them."""
    return join_from_start(hall, first="Ada", last="Okonkwo")


def join_by_qr_code(hall: Hall) -> Finger:
    """The phone's camera opened the address of the QR code."""
    make_event(hall.desk())
    return _joined_and_submitted(Finger(hall.open("/j/KITE-4719", clipboard=LEGAL)), "Awa", "Keita")


def _joined_and_submitted(finger: Finger, first: str, last: str) -> Finger:
    finger.fill("First name", first)
    finger.fill("Last name", last)
    finger.press("Join and enter your list")
    if first == "Ada":
        finger.press("Yes, that’s me")
    expect(finger.page.locator(".good")).to_contain_text("registered as entry")
    finger.press("Paste list")
    finger.press("Submit list")
    expect(finger.page.locator("h1")).to_have_text("List submitted")
    return finger


def _linked(hall: Hall, path: str = "/me", *, clipboard: str = "") -> tuple[Page, Made]:
    made = make_event(hall.desk())
    return hall.open(path, made.as_person(), clipboard=clipboard), made


def submit(hall: Hall) -> Finger:
    """The personal link is open; the list is in the clipboard."""
    page, _ = _linked(hall, clipboard=LEGAL)
    finger = Finger(page)
    finger.press("Enter your list")
    finger.press("Paste list")
    finger.press("Submit list")
    expect(page.locator("h1")).to_have_text("List submitted")
    return finger


def fix_a_name(hall: Hall) -> Finger:
    """A name that several cards have is settled."""
    page, _ = _linked(hall, EDITOR)
    page.fill("#text", FAULTY)
    finger = Finger(page)
    finger.press(f"Go to line {JACE}")
    finger.tap(".pick")
    expect(page.locator("#slot-words")).to_contain_text(f"Line {JACE} is now 4 Jace")
    return finger


def see_my_list(hall: Hall) -> Finger:
    """Between rounds, from the page that the personal link opens."""
    desk = hall.desk()
    made = make_event(desk)
    send(made, desk)
    finger = Finger(hall.open("/me", made.as_person()))
    finger.tap(".events .btn")
    expect(finger.page.locator(".deck-sections")).to_contain_text("Monstrous Rage")
    return finger


def leave_a_line_out(hall: Hall) -> Finger:
    """A line of thanks stands under a list that is checked."""
    page = _checking(hall, "commander", f"{COMMANDER}\n{THANKS}")
    finger = Finger(page)
    finger.press("Not a card, leave it out")
    expect(page.locator("#verdict .word")).to_contain_text("Legal in Commander")
    return finger


def check_as_the_right_format(hall: Hall) -> Finger:
    """A Commander deck was pasted where Modern was chosen."""
    page = _checking(hall, "modern", COMMANDER)
    finger = Finger(page)
    finger.press("Check as Commander")
    expect(page.locator("#verdict .word")).to_contain_text("Legal in Commander")
    return finger


def _checking(hall: Hall, format: str, text: str) -> Page:
    hall.desk()
    page = hall.open(f"/check?format={format}", STRANGER)
    page.fill("#text", text)
    page.locator("#text").blur()
    expect(page.locator("#verdict .word:not(.none)")).to_be_visible()
    return page
