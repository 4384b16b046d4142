"""Names in the audit: bound by a salted hash in every way to get one, found when changed, gone when forgotten."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pytest
from sqlalchemy import update

from deckcheck.app.actors import STRANGER
from deckcheck.app.audit_log import as_entry
from deckcheck.app.context import App
from deckcheck.audit.audit_views import audit_page
from deckcheck.audit.erasure import ForgetPerson, forget_person
from deckcheck.audit.integrity import AuditCheck, check_event
from deckcheck.audit.person_files import export_person
from deckcheck.audit.retention_periods import tidy
from deckcheck.decklist.hash_chain import entry_hash, name_text, note_hash, signs
from deckcheck.roster.entry_states import ReplacePlayer, replace_player
from deckcheck.roster.imports import ImportRoster, import_preview, import_roster
from deckcheck.roster.join import Join, join
from deckcheck.roster.players import AddEntry, EditEntry, Given, add_entry, edit_entry
from deckcheck.store.models import AuditEntry, AuditText, Entry
from deckcheck.store.queries import events, proof
from tests.desks import Clock
from tests.events import Made, make_event
from tests.published_events import call_off
from tests.registrations import receipts, send

TEXT: Final = {"Ada\tOkonkwo", "Per\tDahl", "Zofia\tDąbrowska"}
"""Names of the three players as they are bound."""


def checked(desk: App, made: Made) -> AuditCheck:
    with desk.store.read() as session:
        event = events.by_slug(session, made.slug)
        assert event is not None
        return check_event(session, event)


def named(desk: App, made: Made, number: int) -> list[tuple[str, str, str | None]]:
    """What the audit holds of a player's names: the hash before, after, and the name where it is still there."""
    with desk.store.read() as session:
        texts = proof.texts_of(session, made.uid)
        rows = session.query(AuditEntry).filter_by(event=made.uid, act="entry.named", on=f"entry:{number}")
        found = [(row.seq, row.from_, row.to, row.note) for row in rows.order_by(AuditEntry.seq)]
        assert all(to == note for _, _, to, note in found)
        return [(before, to, texts[seq].text if seq in texts else None) for seq, before, to, _ in found]


def entry_of(desk: App, made: Made, number: int) -> Entry:
    with desk.store.read() as session:
        return session.query(Entry).filter_by(event=made.uid, number=number).one()


def by_staff(desk: App, made: Made) -> int:
    order = AddEntry(made.as_account("scorekeeper"), made.slug, Given(last="Keita", first="Awa"))
    return add_entry(order, desk).entry.number


def by_code(desk: App, made: Made) -> int:
    return join(Join(STRANGER, made.slug, "KITE-4719", last="Keita", first="Awa"), desk).number


def by_import(desk: App, made: Made) -> int:
    order = ImportRoster(made.as_account("scorekeeper"), made.slug, "Name\nAwa Keita\n")
    [number] = import_roster(replace(order, digest=import_preview(order, desk).difference.digest), desk).added
    return number


def into_the_team(desk: App, made: Made) -> int:
    order = ReplacePlayer(made.as_account("organizer"), made.slug, 1, Given(last="Keita", first="Awa"))
    return replace_player(order, desk).new.entry.number


@pytest.mark.parametrize("way", [by_staff, by_code, by_import, into_the_team])
def test_every_way_to_be_added_binds_the_name(both_desk: App, way: Callable[[App, Made], int]) -> None:
    made = make_event(both_desk, players=4 if way is into_the_team else 3, team_size=2 if way is into_the_team else 1)
    number = way(both_desk, made)
    [(before, after, text)] = named(both_desk, made, number)
    row = entry_of(both_desk, made, number)
    assert (before, row.named, text) == ("", after, "Awa\tKeita")
    assert checked(both_desk, made).faults == ()


def test_a_rename_is_an_entry_with_before_and_after(both_desk: App) -> None:
    made = make_event(both_desk)
    who = made.as_account("scorekeeper")
    edit_entry(EditEntry(who, made.slug, 1, Given(last="Lind", first="Ada")), both_desk)
    edit_entry(EditEntry(who, made.slug, 1, Given(pronouns="she/her")), both_desk)
    (none, first, _), (before, after, text) = named(both_desk, made, 1)
    assert (none, before, text) == ("", first, "Ada\tLind")
    assert after != before
    page = audit_page(both_desk, made.as_account("organizer"), made.slug)
    row = next(row for row in page.rows if row.entry.act == "entry.named")
    assert (row.about, row.reason, row.who) == ("1. Ada Lind", "Ada Lind", "Sam Lee")
    assert row.change == f"from {signs(before)} to {signs(after)}"
    assert checked(both_desk, made).faults == ()


def test_the_same_name_twice_has_hashes_that_do_not_tell_it(both_desk: App) -> None:
    made = make_event(both_desk)
    given = Given(last="Keita", first="Awa")
    for _ in range(2):
        add_entry(AddEntry(made.as_account("scorekeeper"), made.slug, given, confirmed=True), both_desk)
    assert entry_of(both_desk, made, 4).named != entry_of(both_desk, made, 5).named


CHANGED: Final = "The name of entry {} is not the one that was given last."


@pytest.mark.parametrize("part", ["last", "first", "named"])
def test_a_name_that_no_act_changed_is_found_with_its_entry(both_desk: App, part: str) -> None:
    made = make_event(both_desk)
    with both_desk.store.write() as session:
        session.execute(update(Entry).where(Entry.uid == made.entries[1]).values({part: "Nora"}))
    assert CHANGED.format(2) in checked(both_desk, made).faults
    assert not any(f"entry {number}" in fault for fault in checked(both_desk, made).faults for number in (1, 3))


def test_names_that_were_swapped_are_found_with_both_entries(both_desk: App) -> None:
    made = make_event(both_desk)
    parts = ("last", "first", "folded")
    one, other = entry_of(both_desk, made, 1), entry_of(both_desk, made, 2)
    with both_desk.store.write() as session:
        for to, source in ((one, other), (other, one)):
            values = {name: getattr(source, name) for name in parts}
            session.execute(update(Entry).where(Entry.uid == to.uid).values(values))
    assert checked(both_desk, made).faults == (CHANGED.format(1), CHANGED.format(2))


def test_names_that_were_swapped_with_their_hashes_and_texts_are_found(both_desk: App) -> None:
    made = make_event(both_desk)
    one, other = entry_of(both_desk, made, 1), entry_of(both_desk, made, 2)
    parts = ("last", "first", "folded", "named")
    with both_desk.store.write() as session:
        seqs = {row.on: row.seq for row in session.query(AuditEntry).filter_by(event=made.uid, act="entry.named")}
        texts = {seq: (t.salt, t.text) for seq, t in proof.texts_of(session, made.uid).items()}
        for to, source in ((one, other), (other, one)):
            values = {name: getattr(source, name) for name in parts}
            session.execute(update(Entry).where(Entry.uid == to.uid).values(values))
            salt, text = texts[seqs[f"entry:{source.number}"]]
            mine = (AuditText.event == made.uid, AuditText.seq == seqs[f"entry:{to.number}"])
            session.execute(update(AuditText).where(*mine).values(salt=salt, text=text))
    assert {CHANGED.format(1), CHANGED.format(2)} <= set(checked(both_desk, made).faults)


def test_the_receipt_shows_the_name_as_the_audit_has_it_and_the_player_can_compute_it(both_desk: App) -> None:
    made = make_event(both_desk)
    told = send(made, both_desk)
    row = entry_of(both_desk, made, 1)
    assert told.name_signs == signs(row.named)
    assert receipts(made.as_person(), made.slug, 1, both_desk)[0].name_signs == told.name_signs
    kept = export_person(both_desk, made.as_person(), made.slug)
    told_of = _json_in(kept.data, "northern-open/event.json")["entries"][0]["named"]
    assert note_hash(bytes.fromhex(told_of["salt"]), name_text("Okonkwo", "Ada")) == told_of["hash"] == row.named


def _json_in(data: bytes, path: str) -> dict[str, list[dict[str, dict[str, str]]]]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        found: dict[str, list[dict[str, dict[str, str]]]] = json.loads(archive.read(path))
        return found


def test_who_is_forgotten_leaves_no_name_and_no_salt_and_the_chain_verifies(both_desk: App, clock: Clock) -> None:
    made = make_event(both_desk)
    who = made.as_account("organizer")
    edit_entry(EditEntry(who, made.slug, 1, Given(last="Lind")), both_desk)
    call_off(both_desk, made)
    forget_person(ForgetPerson(who, made.slug, 1, "asked for it"), both_desk)
    found = named(both_desk, made, 1)
    assert [text for _, _, text in found] == [None] * 3
    assert (found[-1][0], found[-1][1]) == (found[-2][1], "")
    assert checked(both_desk, made).faults == ()
    with both_desk.store.read() as session:
        texts = [text.text for text in session.query(AuditText)]
    assert not any("Okonkwo" in text or "Lind" in text for text in texts)
    assert TEXT & set(texts) == {"Per\tDahl", "Zofia\tDąbrowska"}
    page = audit_page(both_desk, who, made.slug)
    assert [row.reason for row in page.rows if row.entry.act == "entry.named" and row.entry.on == "entry:1"] == [""] * 3


def test_who_was_forgotten_and_gets_a_name_by_hand_is_found(both_desk: App) -> None:
    made = make_event(both_desk)
    call_off(both_desk, made)
    forget_person(ForgetPerson(made.as_account("organizer"), made.slug, 1, "asked for it"), both_desk)
    with both_desk.store.write() as session:
        session.execute(update(Entry).where(Entry.uid == made.entries[0]).values(first="Ada", folded="ada"))
    assert checked(both_desk, made).faults == (CHANGED.format(1),)


def test_names_that_are_shortened_are_bound_as_they_are_then_and_the_longer_ones_are_gone(
    both_desk: App, clock: Clock
) -> None:
    made = make_event(both_desk)
    send(made, both_desk)
    call_off(both_desk, made)
    clock.pass_(days=1000)
    tidy(both_desk)
    row = entry_of(both_desk, made, 1)
    assert (row.first, row.last) == ("A.", "O.")
    (_, first, gone), (before, after, text) = named(both_desk, made, 1)
    assert (gone, before, after, text) == (None, first, row.named, "A.\tO.")
    assert checked(both_desk, made).faults == ()


def without_a_word_of_names(desk: App, made: Made) -> None:
    """The chain of an event as somebody would write it who leaves the names out."""
    with desk.store.write() as session:
        event = events.by_slug(session, made.slug)
        assert event is not None
        event.audit_seq, event.audit_head = 0, "0" * 64
        for row in proof.chain_of(session, made.uid):
            if row.act == "entry.named":
                session.query(AuditText).filter_by(event=made.uid, seq=row.seq).delete()
                session.delete(row)
                session.flush()
                continue
            event.audit_seq += 1
            session.query(AuditText).filter_by(event=made.uid, seq=row.seq).update({"seq": event.audit_seq})
            row.seq, row.previous = event.audit_seq, event.audit_head
            row.hash = event.audit_head = entry_hash(as_entry(row))
            session.flush()
        session.query(Entry).filter_by(event=made.uid).update({"named": ""})


def test_a_name_of_which_the_audit_says_nothing_is_a_fault(both_desk: App) -> None:
    made = make_event(both_desk)
    without_a_word_of_names(both_desk, made)
    assert checked(both_desk, made).faults == tuple(CHANGED.format(number) for number in (1, 2, 3))
    edit_entry(EditEntry(made.as_account("scorekeeper"), made.slug, 1, Given(last="Lind")), both_desk)
    assert checked(both_desk, made).faults == tuple(CHANGED.format(number) for number in (2, 3))
