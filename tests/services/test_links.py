"""Players' links: who comes in, until when, what a replaced one says, and that misses look alike."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from deckcheck.accounts import links
from deckcheck.accounts.recognition import GO_ON, AlreadyIn, Asked, follow_link, who_is
from deckcheck.accounts.sign_ins import Browser, SignedIn
from deckcheck.app.actors import STRANGER, Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import Hidden, NotAllowed, NotSignedIn, Refused, Replaced, TooManyTries
from deckcheck.app.session import changing
from deckcheck.roster.entry_links import new_link
from deckcheck.store.models import Entry, Event, Link, SignIn
from deckcheck.store.states import EventState
from tests.desks import Clock
from tests.doors import a_link, come_in
from tests.events import Made, audit_since, make_event

HALL = Browser("203.0.113.7")


def reissue(desk: App, made: Made, who: Actor, number: int = 1) -> str:
    return new_link(who, made.slug, number, desk).secret


def test_a_link_signs_its_player_in(both_desk: App) -> None:
    made = make_event(both_desk)
    cookie = come_in(both_desk, a_link(both_desk, made.entries[0]))
    who = who_is(both_desk, cookie=cookie)
    assert (who.kind, who.uid, who.name) == ("entry", made.entries[0], "Ada Okonkwo")


def test_one_link_serves_phone_and_laptop(both_desk: App) -> None:
    made = make_event(both_desk)
    secret = a_link(both_desk, made.entries[0])
    phone, laptop = come_in(both_desk, secret), come_in(both_desk, secret)
    assert [who_is(both_desk, cookie=c).kind for c in (phone, laptop)] == ["entry", "entry"]


def test_a_teams_link_signs_the_team_in(both_desk: App) -> None:
    made = make_event(both_desk, team_size=3)
    who = who_is(both_desk, cookie=come_in(both_desk, a_link(both_desk, made.teams[0], "team")))
    assert (who.kind, who.uid, who.name) == ("team", made.teams[0], "Team 1")


def test_the_secret_of_a_link_has_22_signs_and_is_stored_as_its_hash(one_desk: App) -> None:
    made = make_event(one_desk, players=1)
    secret = a_link(one_desk, made.entries[0])
    with one_desk.store.read() as session:
        stored = str([vars(row) for row in session.query(Link)])
    assert len(secret) == 22
    assert secret not in stored


def test_where_somebody_else_is_signed_in_they_are_asked_first(both_desk: App) -> None:
    made = make_event(both_desk)
    ada, per = (a_link(both_desk, person) for person in made.entries[:2])
    here = who_is(both_desk, cookie=come_in(both_desk, ada))
    assert follow_link(both_desk, per, here, HALL) == Asked("Ada Okonkwo", "Per Dahl")
    assert follow_link(both_desk, ada, here, HALL) == AlreadyIn()
    agreed = follow_link(both_desk, per, here, HALL, answer=GO_ON)
    assert isinstance(agreed, SignedIn)
    assert who_is(both_desk, cookie=agreed.secret).name == "Per Dahl"


def test_going_on_as_another_ends_the_sign_in_before(both_desk: App) -> None:
    made = make_event(both_desk)
    ada, per = (a_link(both_desk, person) for person in made.entries[:2])
    former = come_in(both_desk, ada)
    here = who_is(both_desk, cookie=former)
    follow_link(both_desk, per, here, Browser(former=former), answer=GO_ON)
    assert who_is(both_desk, cookie=former) == STRANGER


def test_a_replaced_link_says_so_and_ends_what_it_opened(both_desk: App) -> None:
    made = make_event(both_desk)
    old = a_link(both_desk, made.entries[0])
    cookie = come_in(both_desk, old)
    new = reissue(both_desk, made, made.as_account("scorekeeper"))
    assert who_is(both_desk, cookie=cookie) == STRANGER
    with pytest.raises(Replaced) as refused:
        links.find(both_desk, old)
    assert str(refused.value) == "This link was replaced. Sam Lee at the desk issued a newer one at 09:00."
    assert links.find(both_desk, new).subject == made.entries[0]


def test_the_audit_tells_that_a_link_was_issued_and_not_which(both_desk: App) -> None:
    made = make_event(both_desk)
    secret = reissue(both_desk, made, made.as_account("judge"))
    with both_desk.store.read() as session:
        (row,) = audit_since(session, made.uid)
    assert (row.act, row.on, row.from_, row.to) == ("link.issued", "entry:1", "1 ended", "entry shown")
    assert secret not in str(vars(row))


def test_a_player_may_make_a_further_link_and_no_other(both_desk: App) -> None:
    made = make_event(both_desk)
    assert len(reissue(both_desk, made, made.as_person(0))) == 22
    assert links.find(both_desk, made.links[0]).subject == made.entries[0]
    with pytest.raises(Refused):
        reissue(both_desk, made, made.as_person(0), number=2)


def test_who_has_no_right_to_links_gets_none(one_desk: App) -> None:
    made = make_event(one_desk)
    for who in (made.as_token("overlay"), made.as_stranger):
        with pytest.raises((Hidden, NotAllowed)):
            reissue(one_desk, made, who)


def test_a_link_that_was_taken_back_for_good_is_as_unknown(both_desk: App) -> None:
    made = make_event(both_desk)
    secret = a_link(both_desk, made.entries[0])
    with changing(both_desk, made.as_account("scorekeeper"), made.slug) as work:
        entry = work.entry(1)
        assert entry is not None
        links.revoke_links(work, entry)
    assert refusal(both_desk, secret) == refusal(both_desk, "x" * 22)


def refusal(desk: App, secret: str, address: str = "") -> tuple[str, str, int]:
    with pytest.raises(Refused) as refused:
        links.find(desk, secret, address)
    return str(refused.value), refused.value.code, refused.value.status


@pytest.mark.parametrize("bad", ["", "x", "x" * 22, "x" * 23, "ä" * 22, "\ud800", "x" * 21 + "\n", "../" * 9])
def test_every_miss_looks_like_every_other(one_desk: App, clock: Clock, bad: str) -> None:
    made = make_event(one_desk, players=1)
    ended = a_link(one_desk, made.entries[0])
    clock.pass_(days=365)
    assert refusal(one_desk, bad) == refusal(one_desk, ended)


def test_a_link_opens_until_thirty_days_after_the_last_event(both_desk: App, clock: Clock) -> None:
    first = make_event(both_desk, players=1)
    secret = a_link(both_desk, first.persons[0], "person")
    second = make_event(
        both_desk, slug="second", join_code=None, players=1, day=date(2026, 9, 1), persons=first.persons
    )
    with both_desk.store.write() as session:
        event = session.get(Event, second.uid)
        assert event is not None
        event.state, event.ended_at = EventState.COMPLETED, clock.at + timedelta(days=90)
    clock.pass_(days=119, hours=23)
    assert links.find(both_desk, secret).subject == first.persons[0]
    clock.pass_(hours=1)
    with pytest.raises(Hidden):
        links.find(both_desk, secret)


def test_a_player_stays_signed_in_for_thirty_days_and_never_longer_than_the_link_opens(
    one_desk: App, clock: Clock
) -> None:
    made = make_event(one_desk, players=1)
    secret = a_link(one_desk, made.entries[0])
    cookie = come_in(one_desk, secret)
    clock.pass_(days=29)
    assert who_is(one_desk, cookie=cookie).kind == "entry"
    late = come_in(one_desk, secret)
    clock.pass_(days=1)
    assert who_is(one_desk, cookie=cookie) == STRANGER
    with one_desk.store.read() as session:
        ends = max(row.until for row in session.query(SignIn))
    assert ends == links.find(one_desk, secret).until
    assert who_is(one_desk, cookie=late).kind == "entry"
    clock.set(ends)
    assert who_is(one_desk, cookie=late) == STRANGER


def test_a_link_of_a_person_who_was_forgotten_opens_nothing(both_desk: App) -> None:
    made = make_event(both_desk)
    secret = a_link(both_desk, made.entries[0])
    cookie = come_in(both_desk, secret)
    with both_desk.store.write() as session:
        session.get_one(Entry, made.entries[0]).forgotten_at = both_desk.now()
    assert who_is(both_desk, cookie=cookie) == STRANGER
    with pytest.raises(Hidden):
        follow_link(both_desk, secret, STRANGER, HALL)


def test_misses_are_slowed_and_right_links_of_the_same_hall_still_open(both_desk: App) -> None:
    made = make_event(both_desk, players=1)
    secret = a_link(both_desk, made.entries[0])
    for _ in range(60):
        assert refusal(both_desk, "x" * 22, "203.0.113.7")[2] == 404
    assert refusal(both_desk, "x" * 22, "203.0.113.7")[2] == 429
    assert refusal(both_desk, "x" * 22, "203.0.113.8")[2] == 404
    assert links.find(both_desk, secret, "203.0.113.7").subject == made.entries[0]


def test_a_program_may_carry_a_players_link(both_desk: App) -> None:
    made = make_event(both_desk)
    secret = a_link(both_desk, made.entries[0])
    assert who_is(both_desk, bearer=secret).uid == made.entries[0]
    reissue(both_desk, made, made.as_account("judge"))
    with pytest.raises(NotSignedIn) as refused:
        who_is(both_desk, bearer=secret)
    assert refused.value.status == 401


def test_a_bearer_counts_alone(one_desk: App) -> None:
    made = make_event(one_desk)
    cookie = come_in(one_desk, a_link(one_desk, made.entries[0]))
    assert who_is(one_desk, cookie=cookie, bearer=a_link(one_desk, made.entries[1])).uid == made.entries[1]
    with pytest.raises(NotSignedIn):
        who_is(one_desk, cookie=cookie, bearer="nobody")


def test_too_many_bearers_that_are_none_wait(one_desk: App) -> None:
    for _ in range(60):
        with pytest.raises(NotSignedIn):
            who_is(one_desk, bearer="x" * 22, address="203.0.113.7")
    with pytest.raises(TooManyTries):
        who_is(one_desk, bearer="x" * 22, address="203.0.113.7")
