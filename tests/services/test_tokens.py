"""API tokens: shown once, one role in one event, ended in time."""

from __future__ import annotations

from datetime import timedelta

import pytest

from deckcheck.accounts.recognition import who_is
from deckcheck.accounts.tokens import ROLES, NewToken, list_tokens, make_token, revoke_token
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import Hidden, NotAllowed, NotSignedIn, UnusableInput
from deckcheck.app.session import changing, reading
from deckcheck.store.models import AuditEntry, Event, Token
from tests.desks import Clock
from tests.events import Made, audit_since, make_event


def made_token(desk: App, made: Made, role: str = "judge", who: Actor | None = None, **more: object) -> NewToken:
    with changing(desk, who or made.as_account("organizer"), made.slug) as work:
        return make_token(work, role, "Pairings bot", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("role", ROLES)
def test_a_token_is_known_by_its_role_in_its_event(both_desk: App, role: str) -> None:
    made = make_event(both_desk)
    who = who_is(both_desk, bearer=made_token(both_desk, made, role).secret)
    assert (who.kind, who.event, who.role, who.name) == ("token", made.uid, role, "Pairings bot")


def test_a_token_is_marked_holds_256_bits_and_is_stored_as_its_hash(both_desk: App) -> None:
    made = make_event(both_desk)
    secret = made_token(both_desk, made).secret
    with both_desk.store.read() as session:
        stored = session.query(Token).one()
        audit = str([vars(row) for row in session.query(AuditEntry)])
    assert secret.startswith("dkc_")
    assert len(secret) == 4 + 43
    assert secret.startswith(stored.prefix)
    assert len(stored.prefix) == 4 + 6
    assert secret not in str(vars(stored)) + audit
    assert stored.prefix not in audit


def test_making_and_ending_a_token_is_in_the_audit(both_desk: App) -> None:
    made = make_event(both_desk)
    token = made_token(both_desk, made)
    with changing(both_desk, made.as_account("organizer"), made.slug) as work:
        revoke_token(work, token.uid)
    with both_desk.store.read() as session:
        assert [(row.act, row.on) for row in audit_since(session, made.uid)] == [
            ("token.made", f"token:{token.uid}"),
            ("token.revoked", f"token:{token.uid}"),
        ]


def test_an_ended_token_is_as_unknown(both_desk: App) -> None:
    made = make_event(both_desk)
    token = made_token(both_desk, made)
    with changing(both_desk, made.as_account("organizer"), made.slug) as work:
        revoke_token(work, token.uid)
        assert [row.is_open for row in list_tokens(work)] == [False]
    words = []
    for secret in (token.secret, "dkc_" + "x" * 43, "dkc_short", ""):
        with pytest.raises(NotSignedIn) as refused:
            who_is(both_desk, bearer=secret or " ")
        words.append(str(refused.value))
    assert len(set(words)) == 1


def test_a_token_works_until_thirty_days_after_the_event(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    with both_desk.store.write() as session:
        event = session.get(Event, made.uid)
        assert event is not None
        event.ended_at = clock.at
    token = made_token(both_desk, made)
    assert token.until == clock.at + timedelta(days=30)
    clock.set(token.until - timedelta(seconds=1))
    assert who_is(both_desk, bearer=token.secret).kind == "token"
    clock.set(token.until)
    with pytest.raises(NotSignedIn):
        who_is(both_desk, bearer=token.secret)


def test_an_end_of_its_own_is_kept_and_one_that_is_past_refused(one_desk: App, clock: Clock) -> None:
    made = make_event(one_desk)
    until = clock.at + timedelta(hours=3)
    assert made_token(one_desk, made, until=until).until == until
    with pytest.raises(UnusableInput):
        made_token(one_desk, made, until=clock.at)


def test_when_a_token_was_used_is_kept_to_the_minute(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    token = made_token(both_desk, made)
    first = clock.at
    uses = []
    for seconds in (0, 30, 29, 1):
        clock.pass_(seconds=seconds)
        who_is(both_desk, bearer=token.secret)
        with both_desk.store.read() as session:
            uses.append(session.query(Token).one().used_at)
    assert uses == [first, first, first, first + timedelta(minutes=1)]


@pytest.mark.parametrize("role", ["head-judge", "judge", "scorekeeper"])
def test_tokens_are_the_organizers(one_desk: App, role: str) -> None:
    made = make_event(one_desk)
    with pytest.raises(NotAllowed):
        made_token(one_desk, made, who=made.as_account(role))
    with pytest.raises(NotAllowed), reading(one_desk, made.as_account(role), made.slug) as work:
        list_tokens(work)


def test_no_token_makes_tokens(one_desk: App) -> None:
    made = make_event(one_desk)
    who = who_is(one_desk, bearer=made_token(one_desk, made, "organizer").secret)
    with pytest.raises(NotAllowed):
        made_token(one_desk, made, who=who)


def test_a_token_of_another_event_cannot_be_ended_here(one_desk: App) -> None:
    here, there = make_event(one_desk), make_event(one_desk, slug="elsewhere", join_code="MOSS-0001")
    token = made_token(one_desk, there)
    with pytest.raises(Hidden), changing(one_desk, here.as_account("organizer"), here.slug) as work:
        revoke_token(work, token.uid)
    assert who_is(one_desk, bearer=token.secret).event == there.uid


@pytest.mark.parametrize(("role", "label"), [("head-judge", "Bot"), ("", "Bot"), ("judge", "  ")])
def test_a_role_that_is_none_and_a_program_without_a_name_are_refused(one_desk: App, role: str, label: str) -> None:
    made = make_event(one_desk)
    with pytest.raises(UnusableInput), changing(one_desk, made.as_account("organizer"), made.slug) as work:
        make_token(work, role, label)
