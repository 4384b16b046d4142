"""Who is forgotten leaves no name behind; seals, audit and open lists hold as before; others' events keep their own."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from contextlib import closing
from typing import Any

import pytest
from sqlalchemy import select

from deckcheck.accounts.links import find
from deckcheck.accounts.recognition import who_is
from deckcheck.app.access_rows import EventRows
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.notify import tell_by_mail
from deckcheck.app.refusals import Hidden, NotAllowed, NotSignedIn, ReasonNeeded, UnusableInput
from deckcheck.audit.audit_views import check_all
from deckcheck.audit.erasure import (
    GONE,
    EventRunning,
    ForgetPerson,
    PersonForgotten,
    forget_again,
    forget_person,
    note_keys,
    path_of,
    remembered,
    without,
)
from deckcheck.audit.person_files import export_person
from deckcheck.events.event_states import become
from deckcheck.events.events import make_event
from deckcheck.lists.judged import judge_for
from deckcheck.lists.list_checks import Terms
from deckcheck.lists.proof_check import verify_proof
from deckcheck.lists.seal_making import proof_of
from deckcheck.lists.seals import proof_json, read_proof
from deckcheck.roster.merge import MergeEntries, merge_entries
from deckcheck.roster.players import AddEntry, Given, add_entry
from deckcheck.store.models import (
    Account,
    AuditText,
    Base,
    Draft,
    Entry,
    Link,
    Outgoing,
    Person,
    SignIn,
    Submission,
    Team,
)
from deckcheck.store.queries import entries, events, proof
from deckcheck.store.states import ActorKind, After, During, EntryState
from deckcheck.web.pages.audit.house_pages import person_page
from tests.desks import Clock
from tests.doors import a_link
from tests.histories import MAIL, SLUG, History, a_full_history, begin, close, register
from tests.organizing import a_plan, with_mail

REASON = "asked for it by mail"
NAMES = ("okonkwo", "ada.okonkwo", 'dci-1"', "dci-1'")


def all_notes(history: History, number: int = 1) -> tuple[tuple[str, int], ...]:
    """Every note that the page shows about a player."""
    shown = person_page(history.desk, history.staff["organizer"], SLUG, number, "/").person
    return tuple((note.slug, note.seq) for note in shown.notes)


def forget(history: History, number: int = 1, notes: Any = None) -> PersonForgotten:
    """The organizer forgets a player, with all notes unless others are named."""
    chosen = all_notes(history, number) if notes is None else notes
    order = ForgetPerson(history.staff["organizer"], SLUG, number, REASON, chosen)
    return forget_person(order, history.desk)


def everything(desk: App) -> str:
    """Every row of every table, as text."""
    with desk.store.read() as session:
        found = [
            json.dumps([list(row) for row in session.execute(select(table))], default=str, ensure_ascii=False)
            for table in Base.metadata.tables.values()
        ]
    return "\n".join(found).casefold()


def faults(desk: App) -> dict[str, tuple[str, ...]]:
    return {slug: check.faults for slug, check in check_all(desk).items() if check.faults}


def person_of(desk: App, number: int = 1) -> str:
    with desk.store.read() as session:
        event = events.by_slug(session, SLUG)
        assert event is not None
        entry = entries.entry(session, event.uid, number)
        assert entry is not None
        assert entry.person is not None
        return entry.person


def test_no_trace_of_the_name_is_left_in_any_row(both_desk: App, clock: Clock) -> None:
    history = a_full_history(with_mail(both_desk), clock)
    before = everything(both_desk)
    assert all(name in before for name in ("okonkwo", "ada.okonkwo"))
    assert forget(history).notes == 3
    after = everything(both_desk)
    assert [name for name in NAMES if name in after] == []


def test_no_trace_of_the_name_is_left_in_the_file(one_desk: App, clock: Clock) -> None:
    """After VACUUM, which writes the file anew without what was deleted."""
    history = a_full_history(with_mail(one_desk), clock)
    forget(history)
    one_desk.store.close()
    path = one_desk.settings.database_url.removeprefix("sqlite:///")
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("VACUUM")
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        raw.execute("PRAGMA journal_mode=DELETE")
    with open(path, "rb") as file:  # noqa: PTH123
        data = file.read().lower()
    assert b"okonkwo" not in data
    assert b"dahl" in data


def test_the_audit_and_every_seal_hold_afterwards(both_desk: App, clock: Clock) -> None:
    history = a_full_history(both_desk, clock)
    with both_desk.store.read() as session:
        event = events.by_slug(session, SLUG)
        assert event is not None
        heads = [seal.hash for seal in proof.seals_of(session, event.uid)]
    forget(history)
    assert faults(both_desk) == {}
    with both_desk.store.read() as session:
        assert [seal.hash for seal in proof.seals_of(session, event.uid)] == heads


def test_an_open_list_stays_as_cards_and_is_still_proved(both_desk: App, clock: Clock) -> None:
    history = a_full_history(both_desk, clock)
    with both_desk.store.read() as session:
        before = {row.uid: row.canonical for row in session.scalars(select(Submission))}
    forget(history)
    with both_desk.store.read() as session:
        event = events.by_slug(session, SLUG)
        assert event is not None
        entry = entries.entry(session, event.uid, 1)
        assert entry is not None
        rows = EventRows.of(session, event)
        found = [proof_of(rows, seal, entry) for seal in proof.seals_of(session, event.uid)]
        kept = [
            row
            for row in session.scalars(select(Submission).order_by(Submission.uid))
            if row.by == str(history.players[1])
        ]
    assert len(kept) == 2  # The lists of Swiss and of the playoff; the two that gave way are gone.
    for row in kept:
        assert row.canonical == before[row.uid]
        assert row.title == ""
        assert row.text.startswith("Main deck\n")
        judged = judge_for(row.text, Terms("modern", on=event.day), both_desk)
        assert judged.verdict == "legal"
        assert list(judged.lines) == row.lines
    assert any(found)
    for one in filter(None, found):
        assert verify_proof(read_proof(proof_json(one))).holds


def test_a_list_that_is_not_open_to_all_goes_and_its_leaf_stays(both_desk: App, clock: Clock) -> None:
    history = begin(both_desk, clock)
    register(history)
    close(history)
    history.publish("swiss", During.CLOSED, After.CLOSED)
    history.become("completed")
    forget(history)
    with both_desk.store.read() as session:
        event = events.by_slug(session, SLUG)
        assert event is not None
        entry = entries.entry(session, event.uid, 1)
        assert entry is not None
        seals = proof.seals_of(session, event.uid)
        assert [proof_of(EventRows.of(session, event), seal, entry) for seal in seals] == [None] * len(seals)
        assert all(len(seal.leaves) >= 6 for seal in seals)
        left = session.scalars(select(Submission).where(Submission.by == str(history.players[1]))).all()
    assert left == []
    assert faults(both_desk) == {}


def test_links_sign_ins_and_drafts_end(both_desk: App, clock: Clock) -> None:
    history = a_full_history(both_desk, clock)
    person = person_of(both_desk)
    mine = history.players[1].uid
    secrets = [a_link(both_desk, person, "person"), a_link(both_desk, mine)]
    forget(history)
    for secret in secrets:
        with pytest.raises((Hidden, NotSignedIn)):
            who_is(both_desk, bearer=secret)
        with pytest.raises(Hidden):
            find(both_desk, secret)
    with both_desk.store.read() as session:
        for model in (Link, SignIn):
            assert not session.scalars(select(model).where(model.subject.in_((person, mine)))).all()
        assert not session.scalars(select(Draft)).all()
        assert session.get(Person, person) is None
        event = events.by_slug(session, SLUG)
        assert event is not None
        entry = entries.entry(session, event.uid, 1)
        assert entry is not None
        assert entry.forgotten_at == clock.at


def test_mails_to_the_person_go_and_those_to_others_stay(both_desk: App, clock: Clock) -> None:
    history = a_full_history(with_mail(both_desk), clock)
    forget(history)
    with both_desk.store.read() as session:
        left = {row.recipient for row in session.scalars(select(Outgoing).where(Outgoing.kind == "mail"))}
    assert MAIL not in left
    assert "player2@example.org" in left


def test_notes_that_were_not_chosen_stay_and_the_audit_tells_which_went(both_desk: App, clock: Clock) -> None:
    history = a_full_history(both_desk, clock)
    shown = person_page(both_desk, history.staff["organizer"], SLUG, 1, "/").person
    telling = [note for note in shown.notes if note.tells]
    assert [note.text for note in telling] == ["Ada Okonkwo swapped sleeves"]
    forget(history, notes=tuple((note.slug, note.seq) for note in telling))
    with both_desk.store.read() as session:
        event = events.by_slug(session, SLUG)
        assert event is not None
        acts = [row for row in proof.audit_of(session, event.uid) if row.act == "note.deleted"]
        assert [row.on for row in acts] == [f"audit:{telling[0].seq}"]
        assert not session.scalars(select(AuditText).where(AuditText.seq == telling[0].seq)).all()
    assert faults(both_desk) == {}


def test_nobody_is_forgotten_while_an_event_runs(both_desk: App, clock: Clock) -> None:
    history = begin(both_desk, clock)
    with pytest.raises(EventRunning) as refused:
        forget(history)
    assert (refused.value.code, refused.value.status) == ("event-running", 409)
    assert person_page(both_desk, history.staff["organizer"], SLUG, 1, "/").person.running == "Northern Open"
    assert "okonkwo" in everything(both_desk)


def test_a_reason_is_needed(both_desk: App, clock: Clock) -> None:
    history = a_full_history(both_desk, clock)
    with pytest.raises(ReasonNeeded):
        forget_person(ForgetPerson(history.staff["organizer"], SLUG, 1, "  "), both_desk)


@pytest.mark.parametrize("role", ["head-judge", "judge", "scorekeeper"])
def test_only_the_organizer_forgets(one_desk: App, clock: Clock, role: str) -> None:
    history = a_full_history(one_desk, clock)
    with pytest.raises(NotAllowed):
        person_page(one_desk, history.staff[role], SLUG, 1, "/")
    with pytest.raises(NotAllowed):
        forget_person(ForgetPerson(history.staff[role], SLUG, 1, REASON), one_desk)
    with pytest.raises(Hidden):
        forget_person(ForgetPerson(history.players[1], SLUG, 1, REASON), one_desk)


def test_forgetting_twice_changes_nothing_more(both_desk: App, clock: Clock) -> None:
    history = a_full_history(both_desk, clock)
    forget(history)
    assert person_page(both_desk, history.staff["organizer"], SLUG, 1, "/").person.forgotten
    assert forget(history, notes=()) == PersonForgotten(0)
    assert faults(both_desk) == {}


def another(history: History, organizer: Actor, name: str) -> str:
    """Another event, planned, in which the player is, too."""
    desk = history.desk
    made = make_event(desk, organizer, a_plan(name=name, confirmed=True))
    given = Given(last="Okonkwo", first="Ada", mail=MAIL)
    number = add_entry(AddEntry(organizer, made.slug, given, confirmed=True), desk).entry.number
    with desk.store.write() as session:
        event = events.by_slug(session, made.slug)
        assert event is not None
        entry = entries.entry(session, event.uid, number)
        assert entry is not None
        session.delete(session.get_one(Person, entry.person))
        entry.person = person_of(desk)
    return made.slug


@pytest.mark.parametrize("own", [True, False])
def test_each_event_forgets_for_itself(both_desk: App, clock: Clock, own: bool) -> None:
    """Whoever organizes the other event: what it keeps, and the mail that it wrote, is untouched."""
    history = a_full_history(with_mail(both_desk), clock)
    organizer = history.staff["organizer"]
    with both_desk.store.write() as session:
        account = Account(mail="eva@example.org", name="Eva Ruiz", may_organize=True, made_at=both_desk.now())
        session.add(account)
        session.flush()
        other = organizer if own else Actor(ActorKind.ACCOUNT, account.uid, "Eva Ruiz", may_organize=True, strong=True)
    slug = another(history, other, "Other")
    with both_desk.store.write() as session:
        event = events.by_slug(session, slug)
        assert event is not None
        tell_by_mail(session, event, both_desk.now(), MAIL, "A reminder", "of the other event")
    person = person_of(both_desk)
    assert forget(history).notes == 3
    with both_desk.store.read() as session:
        (entry,) = entries.entries_of(session, event.uid)
        assert (entry.last, entry.person, entry.forgotten_at) == ("Okonkwo", person, None)
        assert "A reminder" in [row.body.get("subject") for row in session.scalars(select(Outgoing))]
    become(both_desk, other, slug, "cancelled", reason="no power")
    forget_person(ForgetPerson(other, slug, 1, REASON), both_desk)
    assert "okonkwo" not in everything(both_desk)


def test_entries_that_are_one_player_are_forgotten_together(both_desk: App, clock: Clock) -> None:
    history = begin(both_desk, clock)
    merge_entries(MergeEntries(history.staff["head-judge"], SLUG, 2, 1, keep=1, confirmed=True), both_desk)
    history.become("cancelled")
    forget(history, number=2)
    with both_desk.store.read() as session:
        event = events.by_slug(session, SLUG)
        assert event is not None
        assert [row.number for row in entries.entries_of(session, event.uid) if row.forgotten_at] == [1, 2]
    assert faults(both_desk) == {}


def test_a_team_that_is_called_after_the_player_has_a_number_for_a_name(both_desk: App, clock: Clock) -> None:
    history = begin(both_desk, clock)
    with both_desk.store.write() as session:
        event = events.by_slug(session, SLUG)
        assert event is not None
        team = Team(event=event.uid, name="Okonkwo and friends")
        session.add(team)
        session.flush()
        for number in (1, 2):
            entry = entries.entry(session, event.uid, number)
            assert entry is not None
            entry.team = team.uid
    history.become("cancelled")
    forget(history)
    with both_desk.store.read() as session:
        assert session.scalars(select(Team.name)).all() == ["Team of player 1"]


def test_a_restored_database_forgets_again(both_desk: App, clock: Clock) -> None:
    """The names are put back by hand, as a restore would; what is remembered is enough to forget them anew."""
    history = a_full_history(both_desk, clock)
    person = person_of(both_desk)
    with both_desk.store.read() as session:
        mine = [row.uid for row in session.scalars(select(Entry).where(Entry.person == person))]
    forget(history)
    with both_desk.store.write() as session:
        for uid in mine:
            row = session.get_one(Entry, uid)
            row.last, row.first, row.folded, row.mail, row.forgotten_at = "Okonkwo", "Ada", "ada okonkwo", MAIL, None
            row.person = person
    (line,) = remembered(both_desk)
    assert (line.entries, len(line.notes)) == (tuple(mine), 3)
    assert forget_again(both_desk, line) == 1
    assert "okonkwo" not in everything(both_desk)
    assert forget_again(both_desk, line) == 0


def test_the_file_of_the_forgotten_names_keys_alone_and_is_private(both_desk: App, clock: Clock) -> None:
    history = a_full_history(both_desk, clock)
    forget(history)
    path = path_of(both_desk)
    assert path.stat().st_mode & 0o777 == 0o600
    assert "okonkwo" not in path.read_text("utf-8").casefold()
    with path.open("a", encoding="utf-8") as file:
        file.write('{"person": "cut off')
    assert len(list(remembered(both_desk))) == 1


def unpacked(data: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_a_player_gets_all_that_is_kept_of_them(both_desk: App, clock: Clock) -> None:
    history = a_full_history(both_desk, clock)
    slug = another(history, history.staff["organizer"], "Other")
    file = export_person(both_desk, Actor(ActorKind.PERSON, person_of(both_desk), "Ada Okonkwo"), SLUG)
    found = unpacked(file.data)
    assert json.loads(found["person.json"])["mail"] == MAIL
    assert found[f"{SLUG}/1-swiss-draft.txt"].endswith("Ada Okonkwo")
    told = json.loads(found[f"{SLUG}/event.json"])
    (entry,) = told["entries"]
    assert [len(one["sent"]) for one in entry["lists"]] == [3, 1]
    assert {"list.accepted", "list.reopened", "list.sent"} <= {act["act"] for act in told["acts"]}
    assert "Ada Okonkwo swapped sleeves" in {act["reason"] for act in told["acts"]}
    assert f"{slug}/event.json" in found
    assert "dahl" not in file.data.decode("latin-1").casefold()


def test_an_organizer_gets_what_their_event_keeps_with_a_reason_and_no_draft(both_desk: App, clock: Clock) -> None:
    history = a_full_history(both_desk, clock)
    another(history, history.staff["organizer"], "Other")
    organizer = history.staff["organizer"]
    with pytest.raises(ReasonNeeded):
        export_person(both_desk, organizer, SLUG, 1)
    found = unpacked(export_person(both_desk, organizer, SLUG, 1, "she asked").data)
    assert not [name for name in found if "draft" in name or name.startswith("other")]
    assert "links" not in json.loads(found["person.json"])
    with both_desk.store.read() as session:
        event = events.by_slug(session, SLUG)
        assert event is not None
        last = proof.audit_of(session, event.uid)[-1]
    assert (last.act, last.on, last.by) == ("person.exported", "entry:1", str(organizer))


@pytest.mark.parametrize("role", ["head-judge", "judge", "scorekeeper"])
def test_nobody_else_gets_what_is_kept_of_a_player(one_desk: App, clock: Clock, role: str) -> None:
    history = begin(one_desk, clock)
    with pytest.raises(NotAllowed):
        export_person(one_desk, history.staff[role], SLUG, 1, "curious")
    for who in (history.players[2], Actor()):
        with pytest.raises(Hidden):
            export_person(one_desk, who, SLUG, 1, "curious")


def test_who_was_forgotten_has_nothing_to_hand_out(one_desk: App, clock: Clock) -> None:
    history = a_full_history(one_desk, clock)
    forget(history)
    with pytest.raises(Hidden):
        export_person(one_desk, history.staff["organizer"], SLUG, 1, "asked again")


def test_a_card_called_like_the_player_stays_in_a_verdict() -> None:
    body = {"problems": [{"message": "Bolt wrote: mine", "cards": ["Lightning Bolt"]}], "main": 60, "x": None}
    tells = lambda text: "Bolt" in text.replace("Lightning Bolt", "")  # noqa: E731
    assert without(body, tells) == {
        "problems": [{"message": GONE, "cards": ["Lightning Bolt"]}],
        "main": 60,
        "x": None,
    }


@pytest.mark.parametrize(
    "text", ["", "12", ":12", "northern-open:", "northern-open:x", "northern-open:٣", "a:" + "9" * 12]
)
def test_a_note_that_is_named_badly_is_refused(text: str) -> None:
    with pytest.raises(UnusableInput):
        note_keys([text])


def test_notes_are_named_by_event_and_number() -> None:
    assert note_keys(["northern-open:12", "a-b:1"]) == (("northern-open", 12), ("a-b", 1))


def test_a_dropped_player_is_forgotten_like_any_other(both_desk: App, clock: Clock) -> None:
    history = a_full_history(both_desk, clock)
    forget(history, 4)
    with both_desk.store.read() as session:
        event = events.by_slug(session, SLUG)
        assert event is not None
        entry = entries.entry(session, event.uid, 4)
        assert entry is not None
        assert (entry.state, entry.person) == (EntryState.DROPPED, None)
    assert "abara" not in everything(both_desk)
