"""Invitations to the staff: alike for every address, taken up by a link, and what a link proves of an address."""

from __future__ import annotations

import re
from dataclasses import asdict

import pytest

from deckcheck.accounts.recognition import who_is
from deckcheck.accounts.resets import answer_asked, ask_reset, use_reset
from deckcheck.accounts.roles import Granted, StaffRow, end_role, grant_role, see_roles, see_staff
from deckcheck.accounts.sign_ins import NoFit, SignedIn, sign_in
from deckcheck.accounts.staff_accounts import vouch
from deckcheck.accounts.staff_invitations import InvitationOver, accept, join_staff, see_offer
from deckcheck.app.actors import STRANGER, Actor
from deckcheck.app.context import App
from deckcheck.app.secret_mail import read_letter
from deckcheck.audit.integrity import check_event, check_instance
from deckcheck.store.models import Account, AccountCode, Grant, Invitation, Outgoing
from deckcheck.store.queries import events
from deckcheck.store.states import ActorKind, TokenRole
from tests.desks import Clock
from tests.doors import MAIL, PASSWORD, an_account, signed_in
from tests.events import Made, make_event
from tests.organizing import acts, play, refused, with_mail

SLUG = "northern-open"
NEW = "a longer sentence"
UNKNOWN = "nobody@example.org"


def link_of(desk: App, part: str = "invited") -> str:
    """The secret in the letter that was written last."""
    with desk.store.read() as session:
        row = session.query(Outgoing).filter_by(kind="mail").order_by(Outgoing.uid.desc()).first()
        assert row is not None
    found = re.search(rf"/{part}/(\w{{43}})", read_letter(row.body, desk.settings)[1])
    assert found
    return found[1]


def invited(desk: App, made: Made, mail: str = UNKNOWN, role: str = "judge") -> Granted:
    return grant_role(desk, made.as_account("organizer"), SLUG, mail, role, "Zofia Dab")


def row_of(desk: App, made: Made) -> StaffRow:
    """The staff's last row, as the organizer reads it."""
    return see_staff(desk, made.as_account("organizer"), SLUG)[-1]


@pytest.mark.parametrize("mails", [False, True])
def test_an_address_with_an_account_and_one_without_get_the_same(both_desk: App, mails: bool) -> None:
    desk = with_mail(both_desk) if mails else both_desk
    made = make_event(desk)
    an_account(desk)
    told = []
    for mail in (MAIL, UNKNOWN):
        given = asdict(invited(desk, made, mail))
        seen = asdict(see_roles(desk, made.as_account("organizer"), SLUG, mail))
        row = asdict(row_of(desk, made))
        for one in (given, seen, row):
            assert (one.pop("mail"), len(one.pop("account"))) == (mail, 36)
        assert len(given.pop("secret")) == (0 if mails else 43)
        told.append((given, seen, row, acts(desk)[-1][0]))
    assert told[0] == told[1]
    with desk.store.read() as session:
        assert session.query(Grant).count() == 4
        assert session.query(Account).count() == 5


def test_whether_an_address_has_an_account_is_not_told_by_asking_for_its_roles(one_desk: App) -> None:
    made = make_event(one_desk)
    an_account(one_desk)
    for mail in (MAIL, UNKNOWN):
        for act in (see_roles, end_role):
            with refused("no-account", f'Nobody on the staff has the address "{mail}".'):
                act(one_desk, made.as_account("organizer"), SLUG, mail)


def test_a_link_that_was_shown_makes_an_account_that_owns_no_address(both_desk: App) -> None:
    made = make_event(both_desk)
    an_account(both_desk)
    taken = join_staff(both_desk, invited(both_desk, made, MAIL).secret, "Zofia D\u0105browska", NEW)
    assert re.fullmatch(r"zofia-dabrowska-\d{4}", taken.mail)
    assert isinstance(sign_in(both_desk, taken.mail, NEW), SignedIn)
    with pytest.raises(NoFit):
        sign_in(both_desk, MAIL, NEW)
    assert isinstance(sign_in(both_desk, MAIL, PASSWORD), SignedIn)
    row = row_of(both_desk, made)
    assert (row.mail, row.name, row.roles, row.is_invited, row.confirmed) == (
        MAIL,
        "Zofia D\u0105browska",
        ("judge",),
        False,
        False,
    )
    assert [act for act, *_ in acts(both_desk)] == ["invitation.made", "role.granted", "invitation.taken"]


def test_the_operator_vouches_for_an_address_and_for_no_taken_one(both_desk: App) -> None:
    made = make_event(both_desk)
    name = join_staff(both_desk, invited(both_desk, made).secret, "", NEW).mail
    assert vouch(both_desk, name) == UNKNOWN
    assert row_of(both_desk, made).confirmed
    assert isinstance(sign_in(both_desk, UNKNOWN, NEW), SignedIn)
    an_account(both_desk)
    with refused("account-there"):
        vouch(both_desk, UNKNOWN, MAIL)
    with both_desk.store.read() as session:
        assert [fault for fault in check_instance(session).faults if "confirmed" in fault] == []


def test_a_letter_confirms_the_address_of_a_new_account(both_desk: App) -> None:
    desk = with_mail(both_desk)
    made = make_event(desk)
    assert invited(desk, made).secret == ""
    offer = see_offer(desk, link_of(desk))
    assert (offer.event, offer.by, offer.roles, offer.mail, offer.has_account) == (
        "Northern Open",
        "Nora Lind",
        ("judge",),
        UNKNOWN,
        False,
    )
    assert join_staff(desk, link_of(desk), "", NEW).mail == UNKNOWN
    assert (row_of(desk, made).confirmed, row_of(desk, made).name) == (True, "Zofia Dab")
    with desk.store.read() as session:
        event = events.by_slug(session, SLUG)
        assert event is not None
        assert [fault for fault in check_instance(session).faults if "confirmed" in fault] == []
        assert check_event(session, event).faults == ()


def test_an_account_accepts_with_its_own_address(both_desk: App) -> None:
    desk = with_mail(both_desk)
    made = make_event(desk)
    uid = an_account(desk)
    who = who_is(desk, cookie=signed_in(desk))
    invited(desk, made, MAIL)
    secret = link_of(desk)
    assert see_offer(desk, secret).has_account
    with refused("account-there"):
        join_staff(desk, secret, "", NEW)
    accept(desk, who, secret)
    row = row_of(desk, made)
    assert (row.account, row.confirmed, row.is_invited) == (uid, True, False)
    with desk.store.read() as session:
        asked = session.query(Invitation).one()
        assert (asked.mail, asked.name, asked.account) == ("", "", uid)


def test_a_letter_that_is_followed_confirms_an_account_from_before(one_desk: App) -> None:
    desk = with_mail(one_desk)
    made = make_event(desk)
    uid = an_account(desk)
    unconfirm(desk, uid)
    who = who_is(desk, cookie=signed_in(desk))
    invited(desk, made, MAIL)
    accept(desk, who, link_of(desk))
    assert row_of(desk, made).confirmed


def unconfirm(desk: App, uid: str) -> None:
    """An account of which it is not known whose its address is, as they were before."""
    with desk.store.write() as session:
        account = session.get(Account, uid)
        assert account is not None
        account.confirmed_at, account.confirmed_by = None, ""


def test_a_reset_by_letter_confirms_and_one_that_was_shown_does_not(one_desk: App) -> None:
    desk = with_mail(one_desk)
    uid = an_account(desk)
    unconfirm(desk, uid)
    with desk.store.write() as session:
        session.add(AccountCode(account=uid, kind="reset", hash="0" * 64, until=desk.now()))
    ask_reset(desk, MAIL)
    assert answer_asked(desk)
    use_reset(desk, link_of(desk, "reset"), NEW)
    with desk.store.read() as session:
        account = session.get(Account, uid)
        assert account is not None
        assert account.confirmed_by == "letter"


def test_an_invitation_is_taken_once_and_in_time(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    secret = invited(both_desk, made).secret
    join_staff(both_desk, secret, "", NEW)
    late = invited(both_desk, made, "late@example.org").secret
    ended = invited(both_desk, made, "ended@example.org").secret
    end_role(both_desk, made.as_account("organizer"), SLUG, "ended@example.org")
    for one in (secret, ended, "x" * 43, "", "\ud800"):
        with pytest.raises(InvitationOver):
            see_offer(both_desk, one)
        with pytest.raises(InvitationOver):
            join_staff(both_desk, one, "", NEW)
    assert acts(both_desk)[-1][0] == "invitation.ended"
    clock.pass_(days=7)
    with pytest.raises(InvitationOver):
        join_staff(both_desk, late, "", NEW)
    assert "late@example.org" not in {row.mail for row in see_staff(both_desk, made.as_account("organizer"), SLUG)}


def test_only_the_organizer_invites_and_only_accounts_accept(one_desk: App) -> None:
    made = make_event(one_desk)
    for role in ("judge", "head-judge", "scorekeeper"):
        with refused("not-allowed"):
            grant_role(one_desk, made.as_account(role), SLUG, UNKNOWN, "judge")
    secret = invited(one_desk, made).secret
    for who in (STRANGER, made.as_person(), Actor(ActorKind.TOKEN, "x", event=made.uid, role=TokenRole.ORGANIZER)):
        with refused("not-signed-in"):
            accept(one_desk, who, secret)


def test_who_plays_above_regular_does_not_accept_mtr_1_4(one_desk: App) -> None:
    made = make_event(one_desk, level="competitive")
    play(one_desk, made, 1, "judge")
    secret = invited(one_desk, made, role="scorekeeper").secret
    with refused("plays-here"):
        accept(one_desk, made.as_account("judge"), secret)
