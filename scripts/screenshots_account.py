"""Take the pictures of signing in and of an account for docs/pictures, at 360 and 1280 px.

Usage, in the folder of the project: .venv/bin/python -m scripts.screenshots_account [full] [FOLDER] [NAME ...]
"""

from __future__ import annotations

from typing import Final

import pyotp
from playwright.sync_api import Page

from deckcheck.accounts.own_account import LIFE
from deckcheck.accounts.resets import make_reset
from deckcheck.accounts.roles import grant_role
from deckcheck.accounts.staff_accounts import MAIL as LETTER
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.secrets import hash_of, new_secret
from deckcheck.store.models import AccountCode
from deckcheck.store.states import ActorKind
from scripts.pictures_signed_in import AccessContext, take
from tests.desks import START, Clock
from tests.doors import MAIL, PASSWORD, an_account
from tests.events import make_event

PAGES: Final = {
    "sign-in": "/sign-in",
    "sign-in-again": "/sign-in",
    "reset": "/reset",
    "reset-link": "/reset/{reset}",
    "link-switch": "/r/{link}",
    "sign-out": "/sign-out",
    "account": "/account",
    "account-close": "/account/close",
    "account-mail": "/confirm/{mail}",
    "invited": "/invited/{invited}",
    "account-app": "/account",
    "account-spares": "/account",
    "sign-in-code": "/sign-in",
}
"""The last but one begins to ask for codes, so that the last can be asked for one."""


def an_event(desk: App, _clock: Clock) -> AccessContext:
    """A judge with an account, and a player whose link is opened in the judge's browser."""
    rosa = Actor(ActorKind.ACCOUNT, an_account(desk), "Rosa Kim")
    made = make_event(desk)
    asked = grant_role(desk, made.as_account("organizer"), made.slug, "zofia@example.org", "judge", "Zofia Dab")
    signed = ("link-switch", "sign-out", "account", "account-close", "account-app", "account-spares")
    secrets = {"reset": make_reset(desk, MAIL).secret, "link": made.links[0], "invited": asked.secret}
    nora = made.as_account("organizer")
    others = {**dict.fromkeys(signed, rosa), "account-mail": nora}
    return AccessContext(others=others, made={**secrets, "mail": a_letter(desk, nora)})


def a_letter(desk: App, who: Actor) -> str:
    """The secret of a letter that asks whether a new address is an account's."""
    secret, until = new_secret(), desk.now() + LIFE
    with desk.store.write() as session:
        code = {
            "kind": LETTER,
            "hash": hash_of(secret),
            "until": until,
            "mailed": True,
            "mail": "nora.lind@example.net",
        }
        session.add(AccountCode(account=who.uid, **code))
    return secret


def go(page: Page, name: str) -> None:
    """The step that the picture shows, where a page alone does not."""
    if name in {"sign-in-again", "sign-in-code"}:
        page.fill("#mail", MAIL)
        page.fill("#password", PASSWORD if name == "sign-in-code" else "another password")
        page.click("main .go")
    elif name in {"account-app", "account-spares"}:
        _set_up(page, confirm=name == "account-spares")
    page.wait_for_load_state()


def _set_up(page: Page, *, confirm: bool) -> None:
    """Have an app show codes; where one does already, ten new codes that work once are made."""
    if page.locator("#spares-password").count():
        page.fill("#spares-password", PASSWORD)
        page.get_by_role("button", name="Ten new codes").click()
        return
    if not page.locator("#app-code").count():
        page.get_by_role("button", name="Set up an authenticator app").click()
    page.locator("#app-code").wait_for()
    page.evaluate("document.getElementById('code').scrollIntoView()")
    if confirm:
        page.fill("#app-password", PASSWORD)
        page.fill("#app-code", pyotp.TOTP(page.inner_text("main code")).at(START))
        page.get_by_role("button", name="Confirm").click()


if __name__ == "__main__":
    take(PAGES, an_event, go)
