"""When lists close, organizers get the head of the audit by mail: an anchor outside the database."""

from __future__ import annotations

import re
from datetime import timedelta

from deckcheck.app.context import App
from deckcheck.app.session import settle
from deckcheck.audit.audit_views import audit_check
from tests.desks import Clock
from tests.histories import DEADLINE, SLUG, begin
from tests.organizing import letters, with_mail


def test_the_head_that_is_mailed_lies_in_the_chain_for_good(both_desk: App, clock: Clock) -> None:
    desk = with_mail(both_desk)
    history = begin(desk, clock)
    history.send(1)
    clock.set(DEADLINE + timedelta(seconds=15))
    settle(desk, SLUG)
    (letter,) = [one for one in letters(desk) if one[0] == "organizer@northern-open.example"]
    head = re.search(r"Audit code: ([0-9A-F ]{14})", letter[2])
    assert head
    history.stage("swiss", "begun")
    found = audit_check(desk, history.staff["head-judge"], SLUG, head[1])
    assert found.holds
    assert found.found_at is not None
    assert "Seal 1: " in letter[2]


def test_no_card_and_no_name_of_a_player_stands_in_it(both_desk: App, clock: Clock) -> None:
    desk = with_mail(both_desk)
    history = begin(desk, clock)
    history.send(1)
    clock.set(DEADLINE + timedelta(seconds=15))
    settle(desk, SLUG)
    told = " ".join(text for to, _, text in letters(desk) if to.startswith("organizer@"))
    assert told
    assert not [word for word in ("Okonkwo", "Mountain", "Bolt") if word in told]


def test_without_mail_nothing_waits(both_desk: App, clock: Clock) -> None:
    begin(both_desk, clock)
    clock.set(DEADLINE + timedelta(seconds=15))
    settle(both_desk, SLUG)
    assert letters(both_desk) == []
