"""Where no mail is set up, no act leaves a mail that waits; without an address for links, none that holds a link."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Final

import pytest

from deckcheck.accounts.own_account import change_password
from deckcheck.accounts.roles import grant_role
from deckcheck.app.context import App
from deckcheck.app.session import settle
from deckcheck.events.event_states import become
from deckcheck.settings import Mail
from tests.desks import Clock
from tests.doors import ANYWHERE, MAIL, PASSWORD, an_account, who_signed_in
from tests.events import DEADLINE, make_event
from tests.organizing import give_mail, letters
from tests.registrations import accept, reopen, send

SERVER: Final = Mail(host="mail.example")
ADDRESS: Final = "https://decks.example"
PLAYER: Final = "player1@example.org"
ORGANIZER: Final = "organizer@northern-open.example"
WITH_LINKS: Final = [PLAYER, PLAYER, "zofia@example.org", MAIL]
"""The list that came in, the list reopened, an invitation, a new password."""
WITHOUT: Final = [ORGANIZER, PLAYER]
"""The head of the audit, an event called off."""


@pytest.mark.parametrize(
    ("server", "address", "told"),
    [
        (SERVER, ADDRESS, [*WITH_LINKS, *WITHOUT]),
        (SERVER, "", WITHOUT),
        (Mail(), ADDRESS, []),
        (Mail(), "", []),
    ],
)
def test_a_mail_waits_only_where_it_can_be_sent(
    one_desk: App, clock: Clock, server: Mail, address: str, told: list[str]
) -> None:
    desk = replace(one_desk, settings=replace(one_desk.settings, mail=server, address=address))
    made = make_event(desk)
    give_mail(desk, made)
    organizer = made.as_account("organizer")
    send(made, desk)
    accept(made, desk)
    reopen(made, desk, DEADLINE)
    grant_role(desk, organizer, made.slug, "zofia@example.org", "judge", "Zofia Dąbrowska")
    an_account(desk)
    change_password(desk, who_signed_in(desk), PASSWORD, "another long password", ANYWHERE)
    clock.set(DEADLINE + timedelta(seconds=15))
    settle(desk, made.slug)
    become(desk, organizer, made.slug, "cancelled", reason="flood")
    assert [to for to, *_ in letters(desk)] == told
