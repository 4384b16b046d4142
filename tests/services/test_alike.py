"""Whether an address has an account: the same work is done in the database for either, so no answer's time tells."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

import pytest
from sqlalchemy import event

from deckcheck.accounts.own_account import ask_mail
from deckcheck.accounts.resets import ask_reset
from deckcheck.accounts.roles import end_role, grant_role, see_roles
from deckcheck.accounts.sign_ins import Browser, sign_in
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import Refused
from tests.doors import MAIL, PASSWORD, an_account, who_signed_in
from tests.events import make_event
from tests.organizing import with_mail

SLUG: Final = "northern-open"
UNKNOWN: Final = "nobody@example.org"
HALL: Final = Browser("203.0.113.7", device="x" * 43)
ACTS: Final[dict[str, Callable[[App, Actor, str], object]]] = {
    "signing in": lambda desk, _, mail: sign_in(desk, mail, "another password", HALL),
    "asking for a reset": lambda desk, _, mail: ask_reset(desk, mail, "203.0.113.7"),
    "giving a role": lambda desk, who, mail: grant_role(desk, who, SLUG, mail, "judge"),
    "asking for roles": lambda desk, who, mail: see_roles(desk, who, SLUG, mail),
    "ending a role": lambda desk, who, mail: end_role(desk, who, SLUG, mail),
    "changing the address": lambda desk, who, mail: ask_mail(desk, who, PASSWORD, mail),
}


@pytest.mark.parametrize("mails", [False, True])
@pytest.mark.parametrize("act", ACTS)
def test_an_address_with_an_account_and_one_without_cost_the_same_statements(
    one_desk: App, act: str, mails: bool
) -> None:
    desk = with_mail(one_desk) if mails else one_desk
    an_account(desk)
    make_event(desk, accounts={"organizer": an_account(desk, "ben@example.org", "Ben Ott")})
    who = who_signed_in(desk, "ben@example.org")
    ran: list[str] = []
    event.listen(desk.store.engine, "before_cursor_execute", lambda *told: ran.append(told[2]))
    done = []
    for mail in (MAIL, UNKNOWN):
        ran.clear()
        with suppress(Refused):
            ACTS[act](desk, who, mail)
        done.append(list(ran))
    assert done[0]
    assert done[0] == done[1]
