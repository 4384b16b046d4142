"""What somebody made in an event ends with their role, unless it is kept; each is in the audit."""

from __future__ import annotations

from datetime import timedelta

import pytest

from deckcheck.accounts.close import close_account
from deckcheck.accounts.leave import held_anywhere
from deckcheck.accounts.recognition import who_is
from deckcheck.accounts.roles import end_role, grant_role, see_roles
from deckcheck.accounts.tokens import list_tokens, make_token
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import NotSignedIn, UnusableInput
from deckcheck.app.session import changing, reading
from deckcheck.app.webhooks import add_webhook
from deckcheck.audit.integrity import check_event
from deckcheck.store.models import Link, Token, Webhook
from deckcheck.store.queries import events
from deckcheck.store.states import ActorKind
from tests.desks import Clock
from tests.doors import a_link, an_account
from tests.events import Made, make_event
from tests.organizing import acts, refused

SLUG = "northern-open"
HOOK = "https://bot.example.org/hook"


def leaver(desk: App, made: Made) -> tuple[Actor, str]:
    """A second organizer who made a token, a webhook and a player's link; and the token's secret."""
    uid = an_account(desk, organizer=True)
    who = Actor(ActorKind.ACCOUNT, uid, "Rosa Kim", may_organize=True)
    grant_role(desk, made.as_account("organizer"), SLUG, uid, "organizer")
    grant_role(desk, made.as_account("organizer"), SLUG, uid, "judge")
    with changing(desk, who, SLUG) as work:
        secret = make_token(work, "judge", "Pairings bot").secret
        add_webhook(work, HOOK, ["submitted"])
    a_link(desk, made.persons[1])
    with desk.store.write() as session:
        row = session.query(Link).order_by(Link.uid.desc()).first()
        assert row is not None
        row.by = str(who)
    return who, secret


def working(desk: App, who: Actor) -> list[str]:
    """What of theirs still works."""
    with desk.store.read() as session:
        found = [
            *session.query(Token).filter_by(by=str(who), revoked_at=None),
            *session.query(Webhook).filter_by(by=str(who), ended_at=None),
            *session.query(Link).filter_by(by=str(who), revoked_at=None),
        ]
    return [type(row).__name__ for row in found]


def test_everything_ends_with_the_last_role(both_desk: App) -> None:
    made = make_event(both_desk)
    who, secret = leaver(both_desk, made)
    ended = end_role(both_desk, made.as_account("organizer"), SLUG, who.uid)
    assert [(one.kind, one.label) for one in ended.held] == [
        ("token", "Pairings bot"),
        ("webhook", HOOK),
        ("link", "Per Dahl"),
    ]
    assert working(both_desk, who) == []
    with pytest.raises(NotSignedIn):
        who_is(both_desk, bearer=secret)
    assert [act for act, *_ in acts(both_desk)][-5:] == [
        "role.ended",
        "role.ended",
        "token.revoked",
        "webhook.ended",
        "link.revoked",
    ]
    with both_desk.store.read() as session:
        event = events.by_slug(session, SLUG)
        assert event is not None
        assert check_event(session, event).faults == ()


def test_what_is_kept_works_on_and_the_audit_says_so(both_desk: App) -> None:
    made = make_event(both_desk)
    who, secret = leaver(both_desk, made)
    held = see_roles(both_desk, made.as_account("organizer"), SLUG, who.uid).held
    keep = [one.key for one in held if one.kind != "webhook"]
    end_role(both_desk, made.as_account("organizer"), SLUG, who.uid, keep=keep)
    assert working(both_desk, who) == ["Token", "Link"]
    assert who_is(both_desk, bearer=secret).kind == "token"
    assert [act for act, *_ in acts(both_desk)][-3:] == ["token.kept", "webhook.ended", "link.kept"]


def test_what_the_roles_that_are_left_could_have_made_stays(both_desk: App) -> None:
    made = make_event(both_desk)
    who, _ = leaver(both_desk, made)
    end_role(both_desk, made.as_account("organizer"), SLUG, who.uid, "judge")
    assert working(both_desk, who) == ["Token", "Webhook", "Link"]
    grant_role(both_desk, made.as_account("organizer"), SLUG, who.uid, "judge")
    end_role(both_desk, made.as_account("organizer"), SLUG, who.uid, "organizer")
    assert working(both_desk, who) == ["Link"]


def test_what_others_made_and_what_is_elsewhere_stays(one_desk: App) -> None:
    made = make_event(one_desk)
    who, _ = leaver(one_desk, made)
    other = make_event(one_desk, slug="elsewhere", join_code="MOSS-0001", accounts={"organizer": who.uid})
    with changing(one_desk, made.as_account("organizer"), SLUG) as work:
        make_token(work, "judge", "Another bot")
    with changing(one_desk, who, other.slug) as work:
        make_token(work, "judge", "Bot elsewhere")
    end_role(one_desk, made.as_account("organizer"), SLUG, who.uid)
    assert working(one_desk, who) == ["Token"]
    assert [at.slug for at in held_anywhere(one_desk, who.uid)] == ["elsewhere"]


def test_to_keep_what_is_not_theirs_is_refused_and_nothing_is_done(one_desk: App) -> None:
    made = make_event(one_desk)
    who, _ = leaver(one_desk, made)
    with refused("bad-input"):
        end_role(one_desk, made.as_account("organizer"), SLUG, who.uid, keep=["token:x"])
    assert len(working(one_desk, who)) == 3
    assert see_roles(one_desk, made.as_account("organizer"), SLUG, who.uid).roles == ("organizer", "judge")


def test_a_closed_account_leaves_nothing_behind_in_any_event(both_desk: App) -> None:
    made = make_event(both_desk)
    who, _ = leaver(both_desk, made)
    close_account(both_desk, "rosa@example.org")
    assert working(both_desk, who) == []
    assert [act for act, *_ in acts(both_desk)][-3:] == ["token.revoked", "webhook.ended", "link.revoked"]


def test_a_token_lasts_a_year_at_most(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    year = clock.at + timedelta(days=365)
    with changing(both_desk, made.as_account("organizer"), SLUG) as work:
        assert make_token(work, "judge", "Bot", year).until == year
        with pytest.raises(UnusableInput) as said:
            make_token(work, "judge", "Bot", year + timedelta(milliseconds=1))
    assert str(said.value) == "A token lasts at most a year. Choose a day up to 12 June 2027."


def test_a_token_from_before_that_ends_after_a_year(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    with changing(both_desk, made.as_account("organizer"), SLUG) as work:
        token = make_token(work, "judge", "Bot")
    with both_desk.store.write() as session:
        row = session.get(Token, token.uid)
        assert row is not None
        row.until = clock.at + timedelta(days=3000)
    clock.pass_(days=364)
    assert who_is(both_desk, bearer=token.secret).kind == "token"
    clock.pass_(days=1)
    with pytest.raises(NotSignedIn):
        who_is(both_desk, bearer=token.secret)
    with reading(both_desk, made.as_account("organizer"), SLUG) as work:
        assert [row.is_open for row in list_tokens(work)] == [False]
