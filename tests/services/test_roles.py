"""Staff of an event: roles are given and ended by the organizer, and an event is never without one."""

from __future__ import annotations

import pytest

from deckcheck.accounts.roles import end_role, grant_role, see_roles, see_staff
from deckcheck.accounts.staff_invitations import join_staff
from deckcheck.app.actors import STRANGER
from deckcheck.app.context import App
from deckcheck.events.events import make_event
from deckcheck.store.models import Account, AuditEntry, Grant
from deckcheck.web.pages.events.organizer_pages import settings_page
from tests.events import make_event as an_event
from tests.organizing import a_plan, acts, an_organizer, letters, play, refused, with_mail

SLUG = "northern-open"
NEW = "a longer sentence"


def test_the_staff_is_listed_with_its_roles(both_desk: App) -> None:
    made = an_event(both_desk)
    rows = see_staff(both_desk, made.as_account("organizer"), SLUG)
    assert [(row.name, row.roles, row.is_me) for row in rows] == [
        ("Nora Lind", ("organizer",), True),
        ("Ben Ott", ("head-judge",), False),
        ("Rosa Kim", ("judge",), False),
        ("Sam Lee", ("scorekeeper",), False),
    ]


def test_a_role_is_given_and_counts_at_once(both_desk: App) -> None:
    made = an_event(both_desk)
    who, guest = made.as_account("organizer"), an_organizer(both_desk, "Zofia Dab", may=False)
    with refused("not-allowed"):
        settings_page(both_desk, guest, SLUG, "/")
    assert grant_role(both_desk, who, SLUG, guest.uid, "organizer").roles == ("organizer",)
    assert settings_page(both_desk, guest, SLUG, "/").settings.name == "Northern Open"
    assert acts(both_desk)[-1] == ("role.granted", f"account:{guest.uid}", "", "organizer")


def test_roles_add_up_and_one_given_twice_is_one(both_desk: App) -> None:
    made = an_event(both_desk)
    who = made.as_account("organizer")
    grant_role(both_desk, who, SLUG, made.accounts["judge"], "scorekeeper")
    assert grant_role(both_desk, who, SLUG, made.accounts["judge"], "scorekeeper").roles == ("judge", "scorekeeper")
    with both_desk.store.read() as session:
        assert session.query(Grant).filter_by(account=made.accounts["judge"]).count() == 2


def test_a_role_ends_and_the_grant_stays_on_record(both_desk: App) -> None:
    made = an_event(both_desk)
    who, judge = made.as_account("organizer"), made.accounts["judge"]
    assert end_role(both_desk, who, SLUG, judge, "judge").roles == ()
    assert see_roles(both_desk, who, SLUG, judge).roles == ()
    assert acts(both_desk)[-1] == ("role.ended", f"account:{judge}", "judge", "")
    with both_desk.store.read() as session:
        assert session.query(Grant).filter_by(account=judge).one().ended_at is not None


def test_who_has_no_account_is_invited_by_mail(both_desk: App) -> None:
    desk = with_mail(both_desk)
    made = an_event(desk)
    given = grant_role(desk, made.as_account("organizer"), SLUG, " Zofia@Example.org ", "judge", "Zofia Dąbrowska")
    assert (given.mail, given.name, given.roles, given.mailed, given.secret) == (
        "zofia@example.org",
        "Zofia Dąbrowska",
        ("judge",),
        True,
        "",
    )
    assert [(to, subject) for to, subject, _ in letters(desk)] == [
        ("zofia@example.org", "You are asked to help with Northern Open")
    ]
    row = see_staff(desk, made.as_account("organizer"), SLUG)[-1]
    assert (row.is_invited, row.roles, row.confirmed) == (True, ("judge",), False)


def test_where_no_mail_is_sent_the_link_is_there_to_be_handed_over(one_desk: App) -> None:
    made = an_event(one_desk)
    given = grant_role(one_desk, made.as_account("organizer"), SLUG, "zofia@example.org", "judge")
    assert given.secret
    assert given.mailed is False
    again = grant_role(one_desk, made.as_account("organizer"), SLUG, "zofia@example.org", "scorekeeper")
    assert (again.secret, again.roles) == ("", ("judge", "scorekeeper"))


def test_an_invited_account_may_not_make_events(one_desk: App) -> None:
    made = an_event(one_desk)
    given = grant_role(one_desk, made.as_account("organizer"), SLUG, "zofia@example.org", "organizer")
    join_staff(one_desk, given.secret, "", NEW)
    with one_desk.store.read() as session:
        account = session.query(Account).filter_by(claimed_mail="zofia@example.org").one()
    assert account.may_organize is False


def test_the_last_organizer_cannot_go(both_desk: App) -> None:
    made = an_event(both_desk)
    who = made.as_account("organizer")
    sentence = "Nora Lind is the only organizer of Northern Open. Name another one first."
    for role in ("organizer", ""):
        with refused("last-organizer", sentence):
            end_role(both_desk, who, SLUG, who.uid, role)
    grant_role(both_desk, who, SLUG, made.accounts["judge"], "organizer")
    assert end_role(both_desk, who, SLUG, who.uid).roles == ()
    with refused("not-allowed"):
        see_staff(both_desk, who, SLUG)


def test_who_made_the_event_keeps_every_role_when_another_head_judge_is_named(both_desk: App) -> None:
    who, ben = an_organizer(both_desk), an_organizer(both_desk, "Ben Ott")
    make_event(both_desk, who, a_plan())
    assert see_roles(both_desk, who, SLUG, who.uid).roles == ("organizer", "head-judge")
    assert grant_role(both_desk, who, SLUG, ben.uid, "head-judge").roles == ("head-judge",)
    assert see_roles(both_desk, who, SLUG, who.uid).roles == ("organizer", "head-judge")
    assert "role.ended" not in [act for act, *_ in acts(both_desk)]


def test_officials_do_not_play_above_regular_mtr_1_4(both_desk: App) -> None:
    made = an_event(both_desk, level="competitive")
    play(both_desk, made, 1, "judge")
    sentence = "Rosa Kim plays here as number 2. Staff of a Competitive event may not play in it (MTR 1.4)."
    with refused("plays-here", sentence):
        grant_role(both_desk, made.as_account("organizer"), SLUG, made.accounts["judge"], "scorekeeper")


def test_officials_play_at_regular_mtr_1_4(one_desk: App) -> None:
    made = an_event(one_desk, level="regular")
    play(one_desk, made, 1, "judge")
    who = made.as_account("organizer")
    assert grant_role(one_desk, who, SLUG, made.accounts["judge"], "scorekeeper").roles == ("judge", "scorekeeper")
    assert {row.name: row.plays for row in see_staff(one_desk, who, SLUG)}["Rosa Kim"] == 2


def test_roles_are_for_the_organizer_signed_in_and_no_token(one_desk: App) -> None:
    made = an_event(one_desk)
    for who in (STRANGER, made.as_person(), *(made.as_account(r) for r in ("head-judge", "judge", "scorekeeper"))):
        with refused("not-allowed"):
            grant_role(one_desk, who, SLUG, made.accounts["judge"], "organizer")
        with refused("not-allowed"):
            end_role(one_desk, who, SLUG, made.accounts["judge"])
    with refused("not-allowed", "This is for the organizer of Northern Open, signed in; no token does it."):
        grant_role(one_desk, made.as_token("organizer"), SLUG, made.accounts["judge"], "organizer")


@pytest.mark.parametrize("account", ["nobody", "not@known@example.org", "0190f3c2-0000-7000-8000-000000000000"])
def test_an_account_that_is_none_is_refused(one_desk: App, account: str) -> None:
    made = an_event(one_desk)
    with refused("bad-input" if "@" in account else "no-account"):
        grant_role(one_desk, made.as_account("organizer"), SLUG, account, "judge")


def test_a_role_that_is_none_is_refused(one_desk: App) -> None:
    made = an_event(one_desk)
    sentence = 'No role is called "boss". Use organizer, head-judge, judge, scorekeeper.'
    with refused("bad-input", sentence):
        grant_role(one_desk, made.as_account("organizer"), SLUG, "zofia@example.org", "boss")
    with one_desk.store.read() as session:
        assert session.query(Account).filter_by(mail="zofia@example.org").count() == 0
        assert session.query(AuditEntry).filter_by(act="account.invited").count() == 0
