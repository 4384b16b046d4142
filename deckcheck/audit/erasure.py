"""Forgetting a player of an event: what is kept of them goes, by their own wish through an organizer.

Numbers and leaves stay. Every event forgets for itself: what others keep of the same player is theirs.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from deckcheck.app.actor_names import player_name, seated_name
from deckcheck.app.actors import SYSTEM, EventAct
from deckcheck.app.context import App
from deckcheck.app.permissions import STRANGER, Right, may
from deckcheck.app.refusals import ReasonNeeded, Refused, UnusableInput
from deckcheck.app.session import EventSession, changing
from deckcheck.app.shown_names import name_in_mode, tells_name
from deckcheck.app.states import in_force
from deckcheck.checks.retention import forget_checks
from deckcheck.law.games import Game
from deckcheck.pools.retention import forget_pools
from deckcheck.roster.entry_facts import find_entry
from deckcheck.store.models import DeckList, Entry, Stage, StoredReport, Submission, Team
from deckcheck.store.queries import entries, expired_data, lists, outbox, proof
from deckcheck.store.states import EventState, NamesShown
from deckcheck.verdict.canonical import PlainList, plain_list, read_canonical

GONE: Final = "(deleted)"
"""What stands in a kept verdict where somebody's name stood."""

Tells = Callable[[str], bool]


def teller(entry: Entry) -> Tells:
    """What finds a text that tells the person's name."""
    shown = name_in_mode(entry, NamesShown.NUMBER)
    return lambda text: tells_name(text, shown)


def forget_lists(work: EventSession, entry: Entry, tells: Tells) -> None:
    """Delete drafts, superseded lists and those that are not open to all; of the others keep the cards."""
    rows = lists.histories_of(work.session, entry.uid)
    expired_data.drop_drafts_of(work.session, [row.uid for row in rows])
    for row in rows:
        kept = _published(work, entry, row, tells)
        gone = [sent.uid for sent in row.submissions if kept is None or sent is not kept]
        row.sent_back_at, row.sent_back_why = None, ""
        if kept is None:
            row.current = row.accepted = None
        else:
            write_again(kept, kept.reports, tells, work.known_game)
        work.session.flush()
        expired_data.drop_submissions(work.session, gone)


def lists_of(work: EventSession, entry: Entry) -> tuple[int, int]:
    """How many lists of a player stand, and how many of them are open to all and stay."""
    rows = lists.lists_of_entry(work.session, entry.uid)
    stand = [row for row in rows if row.accepted or row.current]
    stay = [row for row in stand if _published(work, entry, row, lambda _: False) is not None]
    return len(stand), len(stay)


def _published(work: EventSession, entry: Entry, row: DeckList, tells: Tells) -> Submission | None:
    """The list in force if everybody may see it now, and no line that waits for a person tells the name."""
    source = next((s for s in work.rows.stages if s.uid == row.stage), None)
    if source is None or not _is_open(work, entry, source):
        return None
    sent = lists.submission(work.session, in_force(source.state, row.accepted, row.current))
    if sent is None or any(line.waiting and tells(line.name) for line in read_canonical(sent.canonical).rows):
        return None
    return sent


def _is_open(work: EventSession, entry: Entry, source: Stage) -> bool:
    access = work.rows.access(None, work.rows.subject_of(entry))
    return any(may(STRANGER, Right.SEE_LIST, access, stage.slug).allowed for stage in work.rows.playing(source))


def write_again(sent: Submission, reports: Iterable[StoredReport], tells: Tells, game: Game | None) -> None:
    """Keep the cards of a list and nothing else that its player wrote."""
    again = cards_of(sent, game)
    sent.text, sent.lines, sent.title, sent.answers = again.text, again.lines, "", {}
    names = [line.name for line in read_canonical(sent.canonical).rows]
    for report in reports:
        body = without(_cards_alone(report.body), lambda text: tells(_besides(text, names)))
        if body != report.body:
            report.body = body


def _cards_alone(body: dict[str, Any]) -> dict[str, Any]:
    """A kept verdict without the lines that were no cards: of what its player wrote, the cards alone stay."""
    return {**body, "ignored": []} if body.get("ignored") else body


def cards_of(sent: Submission, game: Game | None) -> PlainList:
    """A list as it is written out once its player was forgotten."""
    listed = read_canonical(sent.canonical)
    return plain_list(listed, game.section_title if game else str)


def without(value: Any, tells: Tells) -> Any:
    """A JSON value without the texts that tell a name."""
    if isinstance(value, str):
        return GONE if tells(value) else value
    if isinstance(value, list):
        return [without(one, tells) for one in value]
    if isinstance(value, dict):
        return {key: without(one, tells) for key, one in value.items()}
    return value


def _besides(text: str, names: list[str]) -> str:
    """A text without the names of the list's own cards: a player may be called like one."""
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, " ")
    return text


NAME: Final = "forgotten.jsonl"


@dataclass(frozen=True, slots=True)
class Forgotten:
    """One forgetting by keys: entries, and notes by event and number."""

    entries: tuple[str, ...] = ()
    notes: tuple[tuple[str, int], ...] = ()


def path_of(app: App) -> Path:
    """Where the file lies."""
    return app.settings.home / NAME


def remember(app: App, forgotten: Forgotten) -> None:
    """Add a line; it is on the disk when this returns."""
    path = path_of(app)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    line = json.dumps({key: value for key, value in asdict(forgotten).items() if value}, sort_keys=True)
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(handle, f"{line}\n".encode())
        os.fsync(handle)
    finally:
        os.close(handle)


def remembered(app: App) -> Iterator[Forgotten]:
    """Every line that can be read; one that was cut off by a power cut names nobody."""
    path = path_of(app)
    for line in path.read_text("utf-8", "replace").splitlines() if path.exists() else ():
        try:
            yield _read(json.loads(line))
        except (ValueError, TypeError, AttributeError):
            continue


def _read(value: dict[str, object]) -> Forgotten:
    entries, notes = value.get("entries", []), value.get("notes", [])
    assert isinstance(entries, list)
    assert isinstance(notes, list)
    return Forgotten(
        entries=tuple(map(str, entries)),
        notes=tuple((str(event), int(seq)) for event, seq in notes),
    )


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
    """What an organizer reads before a player is forgotten.

    `lists_open` of `lists` are open to all and stay; `running` is the event that stands against it, if one does.
    """

    number: int
    name: str
    zone: str
    lists: int
    lists_open: int
    notes: tuple[NoteFacts, ...]
    running: str
    forgotten: bool


@dataclass(frozen=True, slots=True)
class ForgetPerson(EventAct):
    """A player to be forgotten, with the notes that are to go, and why."""

    number: int
    reason: str
    notes: tuple[NoteKey, ...] = ()


@dataclass(frozen=True, slots=True)
class PersonForgotten:
    """What was forgotten: how many notes beside the player's entry."""

    notes: int


def person_within(work: EventSession, number: int) -> PersonFacts:
    """What forgetting a player would mean."""
    entry = find_entry(work, number, Right.DELETE_PERSON)
    lists, lists_open = lists_of(work, entry)
    return PersonFacts(
        number=entry.number,
        name=seated_name(entry),
        zone=work.event.zone,
        lists=lists,
        lists_open=lists_open,
        notes=_notes(work, entries.together(work.session, entry)),
        running=work.event.name if work.event.state == EventState.ON else "",
        forgotten=entry.forgotten_at is not None,
    )


def _notes(work: EventSession, mine: list[Entry]) -> tuple[NoteFacts, ...]:
    """Free texts about the player's entries and lists, and all others in which the name stands."""
    event, own = work.event, {f"entry:{entry.number}" for entry in mine}
    tellers = [teller(entry) for entry in mine]
    found = []
    for row, text in expired_data.notes_of(work.session, event.uid):
        tells = any(one(text) for one in tellers)
        if row.on.partition(" ")[0] in own or tells:
            found.append(NoteFacts(event.slug, event.name, row.seq, row.at, row.act, text, tells))
    return tuple(found)


def forget_person(order: ForgetPerson, app: App) -> PersonForgotten:
    """Forget a player of an event, with every way in that opens nothing else."""
    if not order.reason.strip():
        raise ReasonNeeded("Say why, as: asked for it by mail on 3 July. It goes in the audit log, so name nobody.")
    with changing(app, order.who, order.slug) as work:
        entry = find_entry(work, order.number, Right.DELETE_PERSON)
        if work.event.state == EventState.ON:
            raise EventRunning(f"{work.event.name} is running. Once it has ended the player can be forgotten.")
        mine = entries.together(work.session, entry)
        known = {note.seq for note in _notes(work, mine)}
        chosen = [seq for slug, seq in order.notes if slug == order.slug and seq in known]
        for one in (entry for entry in mine if entry.forgotten_at is None):
            _drop_mails(work, one.mail, player_name(one))
            forget_within(work, one, order.reason)
        drop_notes(work, chosen)
        forgotten = Forgotten(entries=tuple(one.uid for one in mine), notes=tuple((work.event.uid, s) for s in chosen))
    remember(app, forgotten)
    return PersonForgotten(len(chosen))


def forget_within(work: EventSession, entry: Entry, reason: str = "") -> None:
    """Empty an entry of its player, and delete what is theirs; the event is locked."""
    tells, person = teller(entry), entry.person
    forget_lists(work, entry, tells)
    forget_checks(work, entry)
    forget_pools(work, entry)
    entry.last = entry.first = entry.folded = entry.mail = entry.pronouns = entry.stream_ok = entry.external = ""
    entry.language = ""
    entry.division = entry.born = ""
    entry.person = entry.account = None
    entry.forgotten_at = work.now
    proof.drop_names(work.session, work.event.uid, entry.number)
    _rename_team(work, entry, tells)
    on = f"entry:{entry.number}"
    work.note("entry.forgotten", on=on, from_=entry.state, to=entry.state, reason=reason.strip(), entry=entry)
    work.session.flush()
    expired_data.drop_ways_in(work.session, entry.uid)
    if person is not None and not expired_data.has_entries(work.session, person):
        expired_data.drop_person(work.session, person)


def _rename_team(work: EventSession, entry: Entry, tells: Tells) -> None:
    """A team that is called after the player, or of which nobody is left, has a number for a name."""
    team = work.session.get(Team, entry.team) if entry.team else None
    if team is None:
        return
    work.session.flush()
    alone = all(mate.forgotten_at is not None for mate in entries.entries_of_team(work.session, team.uid))
    if alone or tells(team.name):
        team.name = f"Team of player {entry.number}"


def drop_notes(work: EventSession, seqs: list[int]) -> None:
    """Delete free texts; the audit says so, and its chain holds as before."""
    for seq in seqs:
        if expired_data.drop_note(work.session, work.event.uid, seq):
            work.note("note.deleted", on=f"audit:{seq}")


def _drop_mails(work: EventSession, recipient: str, name: str) -> None:
    """Mails of the event to the player, and those that name them."""
    for row in outbox.mails_in(work.session, [work.event.uid]):
        text = f"{row.body['subject']} {row.body['text']}"
        if (recipient and row.recipient == recipient) or (name and name in text):
            work.session.delete(row)


def forget_again(app: App, forgotten: Forgotten) -> int:
    """Forget after a restore whoever had been forgotten before it; says how many entries were."""
    count = 0
    with app.store.read() as session:
        work_list = expired_data.to_forget(session, forgotten.entries, forgotten.notes)
    for slug, uids, seqs in work_list:
        with changing(app, SYSTEM, slug) as work:
            mine = [entry for entry in entries.entries_of(work.session, work.event.uid) if entry.uid in uids]
            for entry in mine:
                _drop_mails(work, entry.mail, player_name(entry))
                forget_within(work, entry)
            drop_notes(work, seqs)
            count += len(mine)
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
