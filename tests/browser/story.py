"""An event played through its pages: set up by its organizer, joined by code, judged, closed, checked, published.

A house is one server and one database for all stories of a file; each story is an event of its own in the same hall,
later on the same day than the one before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from deckcheck.accounts.staff_accounts import add_account
from deckcheck.app.context import App
from deckcheck.web import create_app
from deckcheck.web.cookies import NAME
from tests.browser.patience import PATIENCE
from tests.desks import Clock, desk_on
from tests.events import ZONE
from tests.limits import NO_LIMIT
from tests.organizing import an_organizer, the_event
from tests.sheets_read import pages_of
from tests.web.serving import served
from tests.web.visitors import cookie_of_account

SUBMIT: Final = re.compile("^Submit|^Replace")
JUDGE: Final = "rosa@example.org"


@dataclass
class House:
    """A server with an organizer and a judge; `clock` only goes on."""

    browser: Browser
    desk: App
    clock: Clock
    origin: str
    cookies: dict[str, str]
    contexts: list[BrowserContext] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def page(self, who: str = "") -> Page:
        """A player's phone, or the screen of the organizer or the judge."""
        phone = {"width": 360, "height": 760}, {"is_mobile": True, "has_touch": True}
        size, options = ({"width": 1280, "height": 860}, {}) if who else phone
        context = self.browser.new_context(viewport=size, **options)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        if who:
            context.add_cookies([{"name": NAME, "value": self.cookies[who], "url": self.origin}])
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        return page

    def close(self) -> None:
        """Close what a story opened."""
        while self.contexts:
            self.contexts.pop().close()
        assert self.errors == []


@contextmanager
def house_on(browser: Browser, url: str, home: Path) -> Iterator[House]:
    """A house on a database."""
    clock = Clock()
    desk = desk_on(url, clock, home)
    app = create_app(desk.settings, desk)
    app.config["OWN_CHECK_WORK"] = app.config["CHECK_WORK"] = NO_LIMIT
    accounts = {"organizer": an_organizer(desk).uid, "judge": add_account(desk, JUDGE, "Rosa Kim").uid}
    cookies = {role: cookie_of_account(app, desk, uid) for role, uid in accounts.items()}
    with served(app) as origin:
        yield House(browser, desk, clock, origin, cookies)
    desk.store.close()


@dataclass
class Story:
    """An event of a house. `begins`: when round 1 does, which is when lists close."""

    house: House
    name: str
    screen: Page
    slug: str = ""
    code: str = ""

    @classmethod
    def of(cls, house: House, test: str) -> Iterator[Story]:
        """The story of a test, called after it; what it opened is closed at its end."""
        name = test.removeprefix("test_").replace("_", " ").capitalize()
        yield cls(house, name, house.page("organizer"))
        house.close()

    @property
    def address(self) -> str:
        """Where the event is."""
        return f"{self.house.origin}/e/{self.slug}"

    # The organizer.

    def set_up(
        self, format: str, *, game: str = "", day: str = "sat 13 june", over: bool = False, **settings: str
    ) -> None:
        """Fill in the form of a new event, and those of its other settings that are named, by id and option.

        `over`: the day is long past, which is asked about.
        """
        page = self.screen
        page.goto(self.house.origin + "/organize/new")
        if game:
            page.get_by_role("radio", name=game).check()
            expect(page.get_by_label("Format", exact=True)).to_contain_text(format)
        page.get_by_label("Name", exact=True).fill(self.name)
        page.get_by_label("Format", exact=True).select_option(label=format)
        page.get_by_label("City", exact=True).fill("Leeds")
        page.get_by_label("Day", exact=True).fill(day)
        begins = (self.house.clock() + timedelta(hours=1)).astimezone(ZoneInfo(ZONE))
        page.get_by_label("Round 1 begins", exact=True).fill(f"{begins:%H:%M}")
        for setting, option in settings.items():
            self._choose(setting, option)
        page.get_by_role("button", name="Create event").click()
        if over:
            page.get_by_label("Create it anyway").check()
            page.get_by_role("button", name="Create event").click()
        expect(page.get_by_text(f"{self.name} is ready.")).to_be_visible()
        self.slug = page.url.partition("/e/")[2].partition("/")[0]
        self.code = the_event(self.house.desk, self.slug).join_code or ""

    def _choose(self, setting: str, option: str) -> None:
        """Open the sentence of a setting, and choose."""
        field = self.screen.locator(f"[id='{setting.replace('__', '-')}']")
        if not field.is_visible():
            self.screen.locator("details", has=field).locator("summary").click()
        field.focus()
        put(field, option)

    def setting(self, *words: str) -> None:
        """The settings say so."""
        self.screen.goto(f"{self.address}/settings")
        for word in words:
            expect(self.screen.locator("main")).to_contain_text(word)

    def appoint_a_judge(self) -> Page:
        """The organizer invites; the judge accepts with their account."""
        page = self.screen
        page.goto(f"{self.address}/staff")
        page.get_by_label("E-mail").fill(JUDGE)
        page.get_by_label("Role").select_option(label="Head judge")
        page.get_by_role("button", name="Add to the staff").click()
        judge = self.house.page("judge")
        judge.goto(page.locator(".typed").inner_text())
        judge.get_by_role("button", name="Accept").click()
        judge.wait_for_url(re.compile(rf"/e/{self.slug}/"))
        return judge

    def register_pools(self, *sets: str) -> None:
        """Each player registers their own pool of these sets."""
        page = self.screen
        page.goto(f"{self.address}/stages")
        page.locator("summary", has_text="No pools are registered").first.click()
        page.locator("#swiss-pools-way").select_option("own")
        for place, code in enumerate(sets):
            page.locator(f"#swiss-pools-set-{place}").select_option(code)
        form = page.locator("form", has=page.locator("#swiss-pools-way"))
        form.get_by_role("button", name="Save").click()
        expect(page.locator("main")).to_contain_text("Each player registers their own pool")

    def put_into_team(self, team: str, *numbers: int) -> None:
        """The desk says who plays together."""
        page = self.screen
        for number in numbers:
            page.goto(f"{self.address}/roster/{number}/player")
            page.get_by_label("Team", exact=True).fill(team)
            page.get_by_role("button", name="Save").click()
            page.wait_for_url(re.compile(rf"/roster/{number}([?#]|$)"))

    def check_in(self) -> None:
        """Who joined with the code stands at the desk."""
        page = self.screen
        page.goto(f"{self.address}/overview")
        page.get_by_role("listitem").filter(has_text="Walk-ins to check in").get_by_role(
            "link", name="See names"
        ).click()
        page.locator("#check-in").click()
        expect(page.locator("main")).to_contain_text("checked in")

    def shut(self) -> None:
        """Round 1 begins; lists are closed."""
        self.house.clock.pass_(minutes=61)
        self.screen.goto(f"{self.address}/stages")
        expect(self.screen.locator("main")).to_contain_text("Lists are closed.")

    def publish(self) -> None:
        """The organizer opens the lists to everyone."""
        page = self.screen
        page.goto(f"{self.address}/publication")
        page.get_by_role("group", name="Lists of Swiss").get_by_text("Everyone, from now", exact=True).click()
        page.get_by_role("button", name=re.compile("^Show ")).click()
        page.get_by_role("button", name=re.compile("^Show ")).click()
        expect(page.get_by_role("status").first).to_contain_text("visible to everyone since")

    def sheets(self) -> list[str]:
        """The pages of all lists as they are printed, with the reason that is asked for."""
        page = self.screen
        page.goto(f"{self.address}/sheets")
        form = page.locator("form[action$='/sheets/lists.pdf']")
        names = ("stage", "order", "paper")
        fields: dict[str, str | float | bool] = {name: form.locator(f"[name={name}]").input_value() for name in names}
        address = f"{self.address}/sheets/lists.pdf"
        answer = page.request.get(address, params=fields)
        if answer.headers["content-type"] != "application/pdf":
            ours = {"Origin": self.house.origin}
            answer = page.request.post(address, params=fields, form={"reason": "to be filed"}, headers=ours)
        assert answer.headers["content-type"] == "application/pdf", answer.text()
        return pages_of(answer.body())

    # Players.

    def join(self, name: str, **fields: str) -> Page:
        """A player joins with the code, and comes to their list; `fields` of the form by id."""
        phone = self.house.page()
        phone.goto(f"{self.house.origin}/j/{self.code}")
        phone.fill("#last", name)
        for field_, value in fields.items():
            put(phone.locator(f"#{field_}"), value)
        phone.get_by_role("button", name="Join").tap()
        expect(phone.locator(".good")).to_contain_text("registered as entry")
        return phone

    def write(self, phone: Page, text: str) -> None:
        """The list in the editor, read to its end."""
        phone.goto(f"{self.address}/my")
        phone.fill("#text", text)
        expect(phone.locator("#marks li")).to_have_count(len(text.split("\n")))

    def count_pool(self, phone: Page, numbers: str, cards: int) -> None:
        """A player types the numbers of their pool, and registers it."""
        phone.goto(f"{self.address}/pool")
        phone.click("text=Count your pool")
        expect(phone.locator("#count")).to_have_text("Add")
        phone.fill("#add", numbers)
        phone.keyboard.press("Enter")
        expect(phone.locator("#total")).to_have_text(str(cards))
        phone.click("#next")
        expect(phone.get_by_role("button", name="Register it")).to_be_visible()
        phone.get_by_role("button", name="Register it").tap()
        expect(phone.locator("main")).to_contain_text("Build your deck from it")

    def told(self, phone: Page, text: str, *words: str) -> None:
        """An illegal list is told what is wrong with it, each word of it, and is submitted all the same."""
        self.write(phone, text)
        self.said(phone, *words)
        self.submit(phone, "illegal")

    def said(self, phone: Page, *words: str) -> None:
        """What stands in the editor is told this."""
        for word in words:
            expect(phone.locator("#result .sheet").first).to_contain_text(word)

    def send(self, phone: Page, text: str, verdict: str = "legal") -> None:
        """A list is submitted."""
        self.write(phone, text)
        self.submit(phone, verdict)

    def submit(self, phone: Page, verdict: str) -> None:
        """What stands in the editor is submitted, with this verdict."""
        phone.locator("button:visible", has_text=SUBMIT).first.tap()
        expect(phone.locator("h1")).to_have_text("List submitted")
        expect(phone.locator(".intro")).to_contain_text(verdict)

    # The judge.

    def begin_a_check(self, judge: Page, player: str) -> None:
        """The judge picks a player."""
        judge.goto(f"{self.address}/checks")
        judge.get_by_role("link", name=f"Check {player}").click()
        judge.get_by_role("button", name="Begin the check").click()
        expect(judge.locator("#undo")).to_be_visible()

    def compared(self, judge: Page, presented: str, *words: str) -> None:
        """What is on the table before game 1 is held against the list of the check that goes on."""
        judge.goto(re.sub(r"[?#].*", "", judge.url) + "/configuration")
        judge.get_by_label("Game 1").check()
        judge.fill("#text", presented)
        judge.get_by_role("button", name="Compare").click()
        for word in words:
            expect(judge.get_by_role("status")).to_contain_text(word)

    def check_a_deck(self, judge: Page, player: str) -> None:
        """A deck lies there as it is registered: each part is counted as a whole, and the check is saved."""
        self.begin_a_check(judge, player)
        for place, tab in enumerate(judge.locator("[data-tab]").all()):
            if place:
                tab.click()
            name = tab.get_attribute("data-tab")
            judge.click(f"[data-rest={name}]")
            judge.click(f"[data-sure={name}]")
        expect(judge.locator("#to-count")).to_have_text("0")
        judge.click("#finish")
        expect(judge.locator("input[value=in-order]")).to_be_checked()
        judge.get_by_role("button", name="Save check").click()
        expect(judge.locator("#ending")).to_have_count(0)
        sees(judge, f"{self.address}/checks/records", player, "In order")


def put(field: Locator, value: str) -> None:
    """Fill a field in, or choose in it."""
    if field.evaluate("field => field.tagName") == "SELECT":
        field.select_option(value)
    else:
        field.fill(value)


def sees(page: Page, address: str, *words: str) -> None:
    """A page says so."""
    page.goto(address)
    for word in words:
        expect(page.locator("main")).to_contain_text(word)
