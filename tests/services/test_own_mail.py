"""Another address for an account: asked for with the password, told to the old one, and counted once confirmed."""

from __future__ import annotations

import pytest

from deckcheck.accounts.own_account import ask_mail, confirm_mail, see_account, see_change
from deckcheck.accounts.recognition import who_is
from deckcheck.accounts.resets import LinkOver, answer_asked, ask_reset, open_reset
from deckcheck.accounts.sign_ins import NoFit, SignedIn, sign_in
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import TooManyTries
from deckcheck.app.secret_mail import read_letter
from deckcheck.store.models import Outgoing
from tests.desks import Clock
from tests.doors import MAIL, PASSWORD, an_account, signed_in, who_signed_in
from tests.organizing import letters, refused, with_mail
from tests.services.test_invited import link_of

NEXT = "rosa.kim@example.org"


def owner(desk: App) -> Actor:
    an_account(desk)
    return who_is(desk, cookie=signed_in(desk))


def test_a_new_address_counts_once_its_letter_was_followed(both_desk: App) -> None:
    desk = with_mail(both_desk)
    who = owner(desk)
    assert ask_mail(desk, who, PASSWORD, " Rosa.Kim@Example.org") == NEXT
    (to, _, asked), (old, subject, told) = letters(desk)
    assert (to, old, subject) == (NEXT, MAIL, "Your Deckcheck account was changed")
    assert "https://decks.example/confirm/{secret}" in asked
    assert "Sat 13 June 2026, 08:00 UTC" in told
    assert NEXT in told
    seen = see_account(desk, who)
    assert (seen.mail, seen.waiting, seen.confirmed) == (MAIL, NEXT, True)
    assert isinstance(sign_in(desk, MAIL, PASSWORD), SignedIn)
    with pytest.raises(NoFit):
        sign_in(desk, NEXT, PASSWORD)
    secret = confirm_link(desk)
    assert see_change(desk, who, secret) == NEXT
    assert confirm_mail(desk, who, secret) == NEXT
    assert isinstance(sign_in(desk, NEXT, PASSWORD), SignedIn)
    with pytest.raises(NoFit):
        sign_in(desk, MAIL, PASSWORD)
    assert [to for to, *_ in letters(desk)] == [NEXT, MAIL, MAIL]
    with pytest.raises(LinkOver):
        confirm_mail(desk, who, secret)


def confirm_link(desk: App) -> str:
    """The link in the letter to the new address, which is the first that was written."""
    with desk.store.read() as session:
        rows = [row for row in session.query(Outgoing).order_by(Outgoing.uid) if row.recipient == NEXT]
    return read_letter(rows[-1].body, desk.settings)[1].partition("/confirm/")[2].split()[0]


def test_it_takes_the_password_and_the_account_itself(one_desk: App, clock: Clock) -> None:
    desk = with_mail(one_desk)
    who = owner(desk)
    with refused("no-fit"):
        ask_mail(desk, who, "another password", NEXT)
    ask_mail(desk, who, PASSWORD, NEXT)
    secret = confirm_link(desk)
    an_account(desk, "ben@example.org", "Ben Ott")
    with pytest.raises(LinkOver):
        confirm_mail(desk, who_signed_in(desk, "ben@example.org"), secret)
    clock.pass_(days=1)
    with pytest.raises(LinkOver):
        confirm_mail(desk, who_signed_in(desk), secret)


def test_an_address_that_somebody_else_has_is_only_told_to_who_reads_its_mail(one_desk: App) -> None:
    desk = with_mail(one_desk)
    who = owner(desk)
    an_account(desk, NEXT, "Rosa elsewhere")
    ask_mail(desk, who, PASSWORD, NEXT)
    with refused("account-there"):
        confirm_mail(desk, who, confirm_link(desk))
    assert see_account(desk, who).mail == MAIL


def test_links_that_went_to_the_old_address_work_no_more(one_desk: App) -> None:
    desk = with_mail(one_desk)
    who = owner(desk)
    ask_reset(desk, MAIL)
    answer_asked(desk)
    reset = link_of(desk, "reset")
    ask_mail(desk, who, PASSWORD, NEXT)
    confirm_mail(desk, who, confirm_link(desk))
    with pytest.raises(LinkOver):
        open_reset(desk, reset)


def test_letters_to_new_addresses_are_few(one_desk: App) -> None:
    desk = with_mail(one_desk)
    who = owner(desk)
    for n in range(5):
        ask_mail(desk, who, PASSWORD, f"rosa{n}@example.org")
    with pytest.raises(TooManyTries):
        ask_mail(desk, who, PASSWORD, "rosa5@example.org")


def test_the_present_address_is_no_new_one_and_without_mail_nothing_is_sent(one_desk: App) -> None:
    who = owner(one_desk)
    with refused("not-now"):
        ask_mail(one_desk, who, PASSWORD, NEXT)
    with refused("not-now", "This is your address already."):
        ask_mail(with_mail(one_desk), who, PASSWORD, MAIL)
