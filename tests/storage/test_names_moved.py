"""Names, addresses and consent move from people to each of their entries, and nobody who was forgotten comes back."""

from __future__ import annotations

from alembic import command
from sqlalchemy import text

from deckcheck.services.audits import check_all
from deckcheck.services.desk import Desk
from deckcheck.services.forgetting import ForgetPerson, forget_person
from deckcheck.storage.models import Entry, Person
from deckcheck.storage.upgrade import config_for, upgrade
from tests.desks import Clock
from tests.events import make_event


def test_each_entry_gets_what_was_known_of_its_person(both_desk: Desk, clock: Clock) -> None:
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
