"""Forgetting a person: what is kept of them goes, by their own wish through an organizer; numbers and leaves stay.

An organizer forgets in their own events. Somebody who also played in others' stays known there until those forget them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from deckcheck.services.checks.tidying import forget_checks
from deckcheck.services.desk import Desk
from deckcheck.services.doers import player_name
from deckcheck.services.entry_facts import find_entry
from deckcheck.services.forgetting_lists import Tells, forget_lists, lists_of, teller
from deckcheck.services.forgotten_file import Forgotten, remember
from deckcheck.services.permissions import Right
from deckcheck.services.pools.tidying import forget_pools
from deckcheck.services.refusals import ReasonNeeded, Refused, UnusableInput
from deckcheck.services.states import EventState
from deckcheck.services.who import SYSTEM, Who
from deckcheck.services.work import Work, changing, reading
from deckcheck.storage.models import Entry, Person, Team
from deckcheck.storage.shelves import entries, forgetting, keeping, outbox
from deckcheck.storage.store import Session

NoteKey = tuple[str, int]
"""A note by its event's slug and the number of its entry in the audit."""


class EventRunning(Refused):
    """The person is in an event that is being held."""

    CODE = "event-running"


@dataclass(frozen=True, slots=True)
class NoteFacts:
    """A free text that somebody of staff wrote about the player. `tells`: the player's name stands in it."""

    slug: str
    event: str
    seq: int
    at: datetime
    act: str
    text: str
    tells: bool

    @property
    def key(self) -> str:
        """How a form names it."""
        return f"{self.slug}:{self.seq}"


@dataclass(frozen=True, slots=True)
class PersonFacts:
    """What an organizer reads before a person is forgotten. `elsewhere`: others keep the person, too.

    `lists_open` of `lists` are open to all and stay; `running` is the event that stands against it, if one does.
    """

    number: int
    name: str
    zone: str
    events: tuple[str, ...]
    elsewhere: bool
    lists: int
    lists_open: int
    notes: tuple[NoteFacts, ...]
    running: str
    forgotten: bool


@dataclass(frozen=True, slots=True)
class ForgetPerson:
    """A person to be forgotten, with the notes that are to go, and why."""

    who: Who
    slug: str
    number: int
    reason: str
    notes: tuple[NoteKey, ...] = ()


@dataclass(frozen=True, slots=True)
class PersonForgotten:
    """What was forgotten: in how many events, how many notes, and whether others still keep the person."""

    events: int
    notes: int
    elsewhere: bool


def see_person(desk: Desk, who: Who, slug: str, number: int) -> PersonFacts:
    """What forgetting a player would mean."""
    with reading(desk, who, slug) as work:
        return person_within(work, number)


def person_within(work: Work, number: int) -> PersonFacts:
    """The same within a look at the event."""
    entry = find_entry(work, number, Right.DELETE_PERSON)
    person = entries.person(work.session, entry.person)
    slugs = _events_of(work, person)
    found = forgetting.events_named(work.session, slugs)
    lists, lists_open = lists_of(work, entry)
    return PersonFacts(
        number=entry.number,
        name=player_name(person) or f"Player {entry.number}",
        zone=work.event.zone,
        events=tuple(event.name for event in found),
        elsewhere=bool(person and forgetting.is_elsewhere(work.session, person.uid, slugs)),
        lists=lists,
        lists_open=lists_open,
        notes=_notes(work, entry, person, slugs),
        running=next((event.name for event in found if event.state == EventState.ON), ""),
        forgotten=person is None,
    )


def _events_of(work: Work, person: Person | None) -> list[str]:
    """This event, and the others of the same organizer that the person is in."""
    if person is None or work.who.kind != "account":
        return [work.event.slug]
    others = forgetting.events_of_both(work.session, work.who.uid, person.uid)
    return list(dict.fromkeys([work.event.slug, *others]))


def _notes(work: Work, entry: Entry, person: Person | None, slugs: list[str]) -> tuple[NoteFacts, ...]:
    """Free texts about the player's entries and lists, and all others in which the name stands."""
    tells: Tells = teller(entry, person) if person else lambda _: False
    found = []
    for event, numbers in forgetting.numbers_in(work.session, slugs, entry, person):
        own = {f"entry:{number}" for number in numbers}
        for row, text in forgetting.notes_of(work.session, event.uid):
            if row.on.partition(" ")[0] in own or tells(text):
                found.append(NoteFacts(event.slug, event.name, row.seq, row.at, row.act, text, tells(text)))
    return tuple(found)


def forget_person(order: ForgetPerson, desk: Desk) -> PersonForgotten:
    """Forget a player in every event of the organizer; once nobody keeps them any more, the person is emptied."""
    if not order.reason.strip():
        raise ReasonNeeded("Say why, as: asked for it by mail on 3 July. It stands in the audit, so name nobody.")
    with reading(desk, order.who, order.slug) as work:
        entry = find_entry(work, order.number, Right.DELETE_PERSON)
        person = entries.person(work.session, entry.person)
        slugs = _events_of(work, person)
        _refuse_running(work.session, slugs)
        tells: Tells = teller(entry, person) if person else lambda _: False
        mails = (person.mail, player_name(person)) if person else ("", "")
        chosen = [key for key in order.notes if key in {(n.slug, n.seq) for n in _notes(work, entry, person, slugs)}]
        named = person.uid if person else None
    forgotten: list[str] = []
    for slug in slugs:
        with changing(desk, order.who, slug) as work:
            _refuse_running(work.session, [slug])
            mine = entries.entries_of_person(work.session, work.event.uid, named) if named else []
            work.ask(Right.DELETE_PERSON, subject=mine[0] if mine else work.entry(order.number))
            forget_within(work, mine, tells, order.reason)
            drop_notes(work, [seq for event, seq in chosen if event == slug])
            _drop_mails(work, *mails)
            forgotten += [one.uid for one in mine]
    elsewhere = not (named is None or empty_if_alone(desk, named))
    keys = _note_keys(desk, chosen)
    remember(desk, Forgotten("" if elsewhere or named is None else named, tuple(forgotten), keys))
    return PersonForgotten(len(slugs), len(chosen), elsewhere)


def _refuse_running(session: Session, slugs: list[str]) -> None:
    for event in forgetting.events_named(session, slugs):
        if event.state == EventState.ON:
            raise EventRunning(f"{event.name} is running. Once it has ended the player can be forgotten.")


def forget_within(work: Work, mine: list[Entry], tells: Tells, reason: str = "") -> None:
    """Cut entries off from their person, and delete what is theirs; the event is locked."""
    for entry in mine:
        forget_lists(work, entry, tells)
        forget_checks(work, entry)
        forget_pools(work, entry)
        entry.person, entry.account, entry.external = None, None, ""
        _rename_team(work, entry, tells)
        work.note(
            "entry.forgotten",
            on=f"entry:{entry.number}",
            from_=entry.state,
            to=entry.state,
            reason=reason.strip(),
            entry=entry,
        )


def _rename_team(work: Work, entry: Entry, tells: Tells) -> None:
    """A team that is called after the player, or of which nobody is left, has a number for a name."""
    team = work.session.get(Team, entry.team) if entry.team else None
    if team is None:
        return
    work.session.flush()
    alone = all(mate.person is None for mate in entries.entries_of_team(work.session, team.uid))
    if alone or tells(team.name):
        team.name = f"Team of player {entry.number}"


def drop_notes(work: Work, seqs: list[int]) -> None:
    """Delete free texts; the audit says so, and its chain holds as before."""
    for seq in seqs:
        if forgetting.drop_note(work.session, work.event.uid, seq):
            work.note("note.deleted", on=f"audit:{seq}")


def _drop_mails(work: Work, recipient: str, name: str) -> None:
    """Mails to the person, and mails of the event that name them."""
    for row in outbox.mails_in(work.session, [work.event.uid], recipient):
        text = f"{row.body['subject']} {row.body['text']}"
        if (recipient and row.recipient == recipient) or (name and name in text):
            work.session.delete(row)


def empty_if_alone(desk: Desk, person: str) -> bool:
    """Empty a person that no entry refers to any more, and end their links and sign-ins; false if one still does."""
    with desk.store.write() as session:
        row = session.get(Person, person, with_for_update=True)
        if row is None or forgetting.has_entries(session, person):
            return row is None
        row.first = row.last = row.folded = row.mail = row.pronouns = row.external = row.stream_ok = ""
        row.forgotten_at = row.forgotten_at or desk.now()
        keeping.drop_ways_in(session, person)
        return True


def _note_keys(desk: Desk, chosen: list[NoteKey]) -> tuple[NoteKey, ...]:
    with desk.store.read() as session:
        uids = {event.slug: event.uid for event in forgetting.events_named(session, [slug for slug, _ in chosen])}
    return tuple((uids[slug], seq) for slug, seq in chosen)


def forget_again(desk: Desk, forgotten: Forgotten) -> int:
    """Forget after a restore whoever had been forgotten before it; says how many entries were."""
    count = 0
    with desk.store.read() as session:
        work_list = forgetting.to_forget(session, forgotten.person, forgotten.entries, forgotten.notes)
    for slug, uids, seqs in work_list:
        with changing(desk, SYSTEM, slug) as work:
            mine = [entry for entry in entries.entries_of(work.session, work.event.uid) if entry.uid in uids]
            for entry in mine:
                person = entries.person(work.session, entry.person)
                forget_within(work, [entry], teller(entry, person) if person else lambda _: False)
                if person is not None:
                    _drop_mails(work, person.mail, player_name(person))
            drop_notes(work, seqs)
            count += len(mine)
    if forgotten.person:
        empty_if_alone(desk, forgotten.person)
    return count


def note_keys(texts: list[str]) -> tuple[NoteKey, ...]:
    """Notes as a form names them."""
    found = []
    for text in texts:
        slug, _, seq = text.rpartition(":")
        if not slug or not seq.isascii() or not seq.isdecimal() or len(seq) > 9:
            raise UnusableInput("There is no such note. Name it as northern-open:12.")
        found.append((slug, int(seq)))
    return tuple(found)
