"""Names and links move from people to each of their entries, and nobody who was forgotten comes back."""

from __future__ import annotations

from datetime import timedelta

import pytest
from alembic import command
from sqlalchemy import select, text

from deckcheck.accounts.recognition import who_is
from deckcheck.accounts.sign_ins import Browser, start
from deckcheck.app.actor_names import who_did
from deckcheck.app.actors import STRANGER
from deckcheck.app.context import App
from deckcheck.app.secrets import hash_of
from deckcheck.audit.forgetting import ForgetPerson, forget_person
from deckcheck.audit.reading import check_all
from deckcheck.roster.entry_links import new_link
from deckcheck.store.models import Entry, Link, Person
from deckcheck.store.upgrade import config_for, upgrade
from tests.desks import Clock
from tests.doors import a_link, come_in
from tests.events import make_event


def test_each_entry_gets_what_was_known_of_its_person(both_desk: App, clock: Clock) -> None:
    first = make_event(both_desk, state="completed")
    second = make_event(both_desk, slug="second", join_code=None, players=1, persons=first.persons)
    forget_person(ForgetPerson(first.as_account("organizer"), first.slug, 3, "asked for it"), both_desk)
    at = clock.at
    clock.pass_(days=3)
    config = config_for(both_desk.store)
    command.downgrade(config, "0008")
    with both_desk.store.engine.begin() as connection:
        known = "mail = 'ada@example.org', pronouns = 'she/her', stream_ok = 'no', last = 'Okonkwo-Smith'"
        connection.execute(text(f"UPDATE people SET {known} WHERE uid = :uid"), {"uid": first.persons[0]})
        columns = "uid, last, first, folded, mail, pronouns, external, stream_ok, made_at, forgotten_at"
        connection.execute(text(f"INSERT INTO people ({columns}) VALUES ('gone', '', '', '', '', '', '', '', 1, 2)"))
    upgrade(both_desk.store)
    with both_desk.store.read() as session:
        for uid in (first.entries[0], second.entries[0]):
            row = session.get_one(Entry, uid)
            assert (row.last, row.first, row.mail) == ("Okonkwo-Smith", "Ada", "ada@example.org")
            assert (row.pronouns, row.stream_ok, row.person) == ("she/her", "no", first.persons[0])
        per, zofia = (session.get_one(Entry, uid) for uid in first.entries[1:])
        assert (per.first, per.folded, per.forgotten_at) == ("Per", "per dahl", None)
        assert (zofia.last, zofia.first, zofia.person, zofia.forgotten_at) == ("", "", None, at)
        assert {row.uid for row in session.query(Person)} == set(first.persons[:2])
    by_hand = (
        "The name of entry 1 is not the one that was given last.",
        "Entry 1 is searched for under another name than it has.",
    )
    checked = check_all(both_desk)
    assert [checked[slug].faults for slug in (first.slug, second.slug)] == [by_hand, by_hand]


def test_a_link_of_a_person_opens_the_entry_that_was_made_last_before_it(both_desk: App, clock: Clock) -> None:
    """A person of two events keeps the tie; each link opens one of the two, and what it opened goes with it."""
    first = make_event(both_desk)
    secrets = {"early": a_link(both_desk, first.persons[0], "person")}
    clock.pass_(minutes=10)
    second = make_event(both_desk, slug="second", join_code=None, players=1, persons=first.persons)
    clock.pass_(minutes=10)
    secrets["late"] = a_link(both_desk, first.persons[0], "person")
    cookies = {name: come_in(both_desk, secret) for name, secret in secrets.items()}
    with both_desk.store.write() as session:
        alone = start(session, "person", first.persons[0], both_desk.now(), Browser())
        old = both_desk.now() - timedelta(days=1)
        session.add(Link(hash="0" * 64, scope="person", subject=first.persons[0], by="sys", at=old, until=old))
    command.downgrade(config_for(both_desk.store), "0014")
    upgrade(both_desk.store)
    opened = {"early": first.entries[0], "late": second.entries[0]}
    for name, uid in opened.items():
        for who in (who_is(both_desk, bearer=secrets[name]), who_is(both_desk, cookie=cookies[name])):
            assert (who.kind, who.uid) == ("entry", uid)
    assert who_is(both_desk, cookie=alone) == STRANGER
    with both_desk.store.read() as session:
        assert session.scalars(select(Link.subject).where(Link.hash == "0" * 64)).one() == first.entries[0]
        tied = {session.get_one(Entry, uid).person for uid in opened.values()}
        assert tied == {first.persons[0]}
        assert who_did(session, f"person:{first.persons[1]}", first.uid) == "Per Dahl"
    new_link(first.as_account("judge"), first.slug, 1, both_desk)
    with both_desk.store.read() as session:
        assert who_did(session, f"person:{first.persons[0]}", first.uid) == "Ada Okonkwo"


@pytest.mark.parametrize("issuer", [0, 1])
def test_a_link_of_a_person_opens_the_event_in_which_it_was_issued(both_desk: App, clock: Clock, issuer: int) -> None:
    """The staff of the one event get no way in to another that the same person entered before or after."""
    first = make_event(both_desk)
    clock.pass_(minutes=10)
    second = make_event(both_desk, slug="second", join_code=None, players=1, persons=first.persons)
    clock.pass_(minutes=10)
    made = (first, second)[issuer]
    secret = new_link(made.as_account("judge"), made.slug, 1, both_desk).secret
    with both_desk.store.write() as session:
        link = session.scalars(select(Link).where(Link.hash == hash_of(secret))).one()
        link.scope, link.subject = "person", first.persons[0]
        session.get_one(Entry, made.entries[0]).person = first.persons[0]  # No link took anybody out of a person then.
    command.downgrade(config_for(both_desk.store), "0014")
    upgrade(both_desk.store)
    who = who_is(both_desk, bearer=secret)
    assert (who.kind, who.uid) == ("entry", made.entries[0])
