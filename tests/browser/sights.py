"""Every page that has an address: who looks at it, and the steps that bring all that it can show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from playwright.sync_api import Page

from tests.long_names import DECK, POOL, REASON, UNDECIDED

Step = Callable[[Page], None]


class Sight(NamedTuple):
    """A page: its address, who looks, and the steps that show all that is on it."""

    path: str
    who: str = "stranger"
    step: Step | None = None


def check_list(page: Page) -> None:
    page.fill("#text", UNDECIDED)
    page.locator("#verdict .word:not(.none)").wait_for()
    page.locator("#result", has_text="Jace").wait_for()


def leave_out(page: Page) -> None:
    check_list(page)
    page.get_by_role("button", name="Not a card, leave it out").first.click()
    page.get_by_role("heading", name="Left out").wait_for()


def compare(page: Page) -> None:
    page.fill("#registered", DECK)
    page.fill("#presented", DECK.replace("4 Interdisciplinary", "3 Interdisciplinary"))
    page.click("button.go")
    page.wait_for_selector("#result")


def unfold(page: Page) -> None:
    page.evaluate("document.querySelectorAll('main details').forEach((d) => { d.open = true; })")


def press(name: str, **fields: str) -> Step:
    """Fill fields, by their ids, and press a button."""

    def pressed(page: Page) -> None:
        unfold(page)
        for field, value in fields.items():
            page.fill(f"#{field}", value)
        page.get_by_role("button", name=name).first.click()
        page.wait_for_load_state()

    return pressed


def type_pool(page: Page) -> None:
    page.fill("#add", POOL)
    page.keyboard.press("Enter")
    page.locator("#add").press_sequentially("dragon")


def check_commander(page: Page) -> None:
    page.fill("#text", "Commander\n1 Kess, Dissident Mage\n\nDeck\n99 Island\n")
    page.locator("#result .looks").wait_for()


def copy_list(page: Page) -> None:
    check_list(page)
    page.select_option("#as", "mtgo")
    page.click("#copy-list")
    page.wait_for_selector("#written")


def pool_list(page: Page) -> None:
    type_pool(page)
    page.fill("#add", "")
    page.click("#next")
    page.wait_for_selector("#written")


def verified(page: Page) -> None:
    page.get_by_role("button", name="Verify this list").click()
    page.get_by_text("proofs hold").wait_for()


BROUGHT: Final = (
    "Last name,First name,Seat\nWolfeschlegelsteinhausenbergerdorff 2,Bartholomäus-Maria,12\nNewcomer,Nina,\n"
)
R, C, S = "/e/{play}/roster", "/e/{play}/checks", "/e/{sealed}"
SIGHTS: Final[dict[str, Sight]] = {
    "start": Sight("/"),
    "start-player": Sight("/", "player"),
    "check-empty": Sight("/check"),
    "check": Sight("/check?format=modern", step=check_list),
    "check-left": Sight("/check?format=modern", step=leave_out),
    "check-age": Sight("/check?format=standard&on=2026-11-28", step=check_list),
    "check-looks": Sight("/check?format=modern", step=check_commander),
    "check-copy": Sight("/check?format=modern", step=copy_list),
    "check-change": Sight("/check?format=modern", step=unfold),
    "offline": Sight("/offline"),
    "compare-empty": Sight("/compare"),
    "compare": Sight("/compare?format=modern", step=compare),
    "formats": Sight("/formats"),
    "format": Sight("/formats/commander"),
    "format-ga": Sight("/formats/ga-standard"),
    "rules": Sight("/rules"),
    "rule": Sight("/rules/companion"),
    "format-age": Sight("/formats/standard?on=2026-11-28"),
    "card-age": Sight("/cards/asmoranomardicadaistinaculdacar?on=2026-11-28"),
    "cards": Sight("/cards?q=asmoranomardicadaistinaculdacar"),
    "cards-many": Sight("/cards?q=of"),
    "card": Sight("/cards/asmoranomardicadaistinaculdacar"),
    "docs": Sight("/api/v1/docs"),
    "missing": Sight("/nothing-here"),
    "pool-sets": Sight("/pool"),
    "pool": Sight("/pool?set=mtg:FDN", step=type_pool),
    "pool-list": Sight("/pool?set=mtg:FDN", step=pool_list),
    "verify": Sight("/verify"),
    "privacy": Sight("/privacy"),
    "help": Sight("/help"),
    "help-page": Sight("/help/submit-your-list", step=unfold),
    "about": Sight("/about"),
    "language": Sight("/language"),
    "events": Sight("/events"),
    "event": Sight("/e/{taking}"),
    "event-over": Sight("/e/{over}"),
    "lists": Sight("/e/{over}/lists", step=unfold),
    "list": Sight("/e/{over}/lists/1", step=unfold),
    "list-plain": Sight("/e/{over}/lists/4", step=verified),
    "export": Sight("/e/{over}/export"),
    "export-staff": Sight("/e/{play}/export", "judge"),
    "seals": Sight("/e/{over}/seals"),
    "draws": Sight("/e/{over}/draws"),
    "error-staff": Sight("/e/{play}/settings"),
    "error-link": Sight("/r/{ended}"),
    "join": Sight("/join"),
    "event-join": Sight("/e/{taking}/join"),
    "joined": Sight("/e/{taking}/my?joined=1", "writer"),
    "link-switch": Sight("/r/{link}", "judge"),
    "my-lists": Sight("/me", "regular"),
    "my-editor": Sight("/e/{taking}/my", "writer", check_list),
    "my-large": Sight("/e/{play}/my/large", "late"),
    "my-closed": Sight("/e/{play}/my", "late"),
    "receipt": Sight("/e/{taking}/my/receipt/{receipt}", "player"),
    "my-link": Sight("/e/{taking}/my/receipt/{receipt}", "player", press("QR code")),
    "my-mail-link": Sight("/e/{taking}/my/mail-link", "player"),
    "my-list": Sight("/e/{taking}/my/list", "player"),
    "my-versions": Sight("/e/{taking}/my/versions", "player", unfold),
    "my-take-back": Sight("/e/{taking}/my/take-back", "player"),
    "my-pool": Sight(f"{S}/pool", "opener"),
    "my-pool-deck": Sight(f"{S}/pool/deck", "opener"),
    "my-pool-count": Sight(f"{S}/pool/4", "opener"),
    "my-pool-review": Sight(f"{S}/pool/4/review", "opener"),
    "pools": Sight(f"{S}/pools", "sealed judge"),
    "pools-one": Sight(f"{S}/pools/2", "sealed judge"),
    "pools-count": Sight(f"{S}/pools/2/count", "sealed judge"),
    "organize": Sight("/organize", "organizer"),
    "organize-new": Sight("/organize/new?like=last", "organizer", unfold),
    "format-kept": Sight("/organize/formats/{format}", "organizer", unfold),
    "format-new": Sight("/organize/formats/new?inherits=modern", "organizer"),
    "code": Sight("/e/{taking}/code", "organizer"),
    "settings": Sight("/e/{play}/settings", "organizer", unfold),
    "order": Sight("/e/{play}/order", "organizer"),
    "stages": Sight("/e/{play}/stages", "organizer", unfold),
    "publication": Sight("/e/{play}/publication?see-playoff=stage&as=playoff", "organizer"),
    "publication-as": Sight("/e/{play}/publication/as?as=playoff&see-playoff=stage", "organizer"),
    "staff": Sight("/e/{play}/staff", "organizer", unfold),
    "become": Sight("/e/{play}/become/completed", "organizer"),
    "programs": Sight("/e/{over}/programs", "ended organizer", unfold),
    "audit": Sight("/e/{over}/audit", "ended organizer", unfold),
    "recheck": Sight("/e/{over}/recheck", "ended organizer", unfold),
    "people": Sight("/e/{over}/people", "ended organizer"),
    "person": Sight("/e/{over}/people/1", "ended organizer", unfold),
    "forget": Sight("/e/{over}/people/1/forget", "ended organizer"),
    "overview": Sight("/e/{play}/overview", "organizer"),
    "overview-over": Sight("/e/{over}/overview", "ended organizer"),
    "sign": Sight("/e/{play}/code/sign", "organizer"),
    "roster": Sight(R, "head-judge"),
    "roster-choosing": Sight(f"{R}?choose=1", "head-judge"),
    "roster-late": Sight("/e/{over}/roster", "ended organizer"),
    "accept": Sight(f"{R}/accept?stage=swiss&all=1", "head-judge"),
    "add": Sight(f"{R}/add", "head-judge"),
    "import": Sight(f"{R}/import", "head-judge", press("Show what changes", text=BROUGHT)),
    "remind": Sight(f"{R}/remind", "head-judge"),
    "review": Sight(f"{R}/2", "head-judge", unfold),
    "review-faults": Sight(f"{R}/3", "head-judge", unfold),
    "review-question": Sight(f"{R}/4", "head-judge", unfold),
    "player": Sight(f"{R}/5/player", "head-judge", unfold),
    "merge": Sight(f"{R}/6/player", "head-judge", press("Show both", into="7")),
    "link": Sight(f"{R}/8/link", "head-judge", press("Show a new link")),
    "enter": Sight(f"{R}/5/enter", "head-judge"),
    "history": Sight(f"{R}/5/history", "head-judge", unfold),
    "sheets": Sight("/e/{play}/sheets", "head-judge", unfold),
    "checks": Sight(C, "judge"),
    "check-begin": Sight(f"{C}/begin?number=7&round=2", "judge"),
    "check-table": Sight(f"{C}/{{table}}", "judge"),
    "check-configuration": Sight(f"{C}/{{table}}/configuration", "judge"),
    "check-configuration-compared": Sight(f"{C}/{{illegal}}/configuration", "judge", press("Compare")),
    "check-opponent": Sight(f"{C}/{{table}}/opponent", "judge"),
    "check-void": Sight(f"{C}/{{table}}/void", "judge"),
    "check-result": Sight(f"{C}/{{counted}}/result", "judge", unfold),
    "check-result-illegal": Sight(f"{C}/{{illegal}}/result", "judge", unfold),
    "check-record": Sight(f"{C}/{{differs}}", "judge", unfold),
    "check-records": Sight(f"{C}/records", "judge"),
    "sign-in": Sight("/sign-in"),
    "sign-in-again": Sight("/sign-in", step=press("Sign in", mail="a@b.example", password=REASON[:60])),
    "sign-out": Sight("/sign-out", "judge"),
    "reset": Sight("/reset"),
    "reset-link": Sight("/reset/{reset}"),
    "account": Sight("/account", "organizer", unfold),
    "account-app": Sight("/account", "scorekeeper", press("Set up an authenticator app")),
    "account-close": Sight("/account/close", "organizer"),
    "account-mail": Sight("/confirm/{letter}", "organizer"),
    "invited": Sight("/invited/{invited}"),
    "cards-and-bans": Sight("/cards-and-bans", "operator", unfold),
    "announcement": Sight("/cards-and-bans/announcement", "operator", unfold),
    "update-file": Sight("/cards-and-bans/file", "operator"),
}
"""Every page that has an address, and some again in another state or after a step."""
SHOWN_WITHOUT_NETWORK: Final = "/offline"
