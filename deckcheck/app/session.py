"""One act on one event: its lock, its moment, who asks, what is due, the audit, and who is told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from deckcheck.app import audit_log, notify
from deckcheck.app.access_rows import EventRows, actor_of, my_entries, my_place
from deckcheck.app.actor_names import who_did
from deckcheck.app.actors import SYSTEM, Actor
from deckcheck.app.clocks import due, latest, now_in
from deckcheck.app.context import App
from deckcheck.app.permissions import NOTHING_HERE, AccessContext, Asker, EntryStanding, Permission, Right, may
from deckcheck.app.refusals import Hidden
from deckcheck.app.states import Act, Facts, Machine, StateRefused, Step, changed_meanwhile, step
from deckcheck.app.states.steps import State, stage_words
from deckcheck.law.games import Game
from deckcheck.store.models import AuditEntry, Entry, Event, Stage
from deckcheck.store.queries import entries, events, published, rosters
from deckcheck.store.row_hashes import RowTracker
from deckcheck.store.states import EntryState, EventState, StageState
from deckcheck.store.store import Session
from deckcheck.translations import gettext

NOBODY = EntryStanding(-1)
"""The subject of what is asked about an entry that does not exist: it takes the same path as one that is closed."""


@dataclass(slots=True)
class EventSession:
    """An act, or a look, within one transaction on one event. `now` never runs backwards within the event."""

    app: App
    session: Session
    event: Event
    who: Actor
    now: datetime
    rows: EventRows
    actor: Asker
    me: EntryStanding | None
    mine: list[Entry] = field(default_factory=list)
    met: frozenset[int] | None = None

    @classmethod
    def begin(cls, app: App, session: Session, event: Event, who: Actor, rows: EventRows | None = None) -> EventSession:
        """The work on an event as it is now; `rows` are its stages where they have just been fetched."""
        rows = rows or EventRows.of(session, event)
        mine = my_entries(who, rows)
        return cls(
            app=app,
            session=session,
            event=event,
            who=who,
            now=latest(now_in(app, session, event.uid), event.last_at),
            rows=rows,
            actor=actor_of(who, rows),
            me=my_place(who, rows, mine),
            mine=mine,
        )

    @property
    def game(self) -> Game:
        """The game of the event."""
        return self.app.reference.games[self.event.game]

    @property
    def known_game(self) -> Game | None:
        """The same; none of an event of a game that is no more here."""
        return self.app.reference.games.get(self.event.game)

    def refresh(self) -> None:
        """Look again at stages and members, after they were changed here."""
        self.session.flush()
        self.rows = EventRows.of(self.session, self.event)
        self.me = my_place(self.who, self.rows, my_entries(self.who, self.rows))

    def stage(self, slug: str) -> Stage:
        """The stage with this slug; hidden if there is none."""
        found = self.rows.stage(slug)
        if found is None:
            raise Hidden(NOTHING_HERE)
        return found

    def first_stage(self) -> Stage:
        """The stage that every entry is in."""
        if not self.rows.stages:
            raise Hidden(NOTHING_HERE)
        return self.rows.stages[0]

    def entry(self, number: int) -> Entry | None:
        """The entry with this number."""
        if own := next((own for own in self.mine if own.number == number), None):
            return own
        return entries.entry(self.session, self.event.uid, number) if 0 < number < 2**31 else None

    def access(self, subject: Entry | EntryStanding | None = None) -> AccessContext:
        """The scene as it is now, about an entry or about all."""
        if not isinstance(subject, Entry):
            return self.rows.access(self.me, subject)
        if self.is_mine(subject):
            place = self.rows.place_of(subject)
            return self.rows.access(place, place)
        return replace(self.rows.access(self.me, self.rows.subject_of(subject)), meets=self.meets())

    def meets(self) -> frozenset[int]:
        """Whom an official who plays meets now, by number: nobody for all others."""
        if self.met is None:
            own = self.mine if self.actor.grants else []
            at = rosters.last_round(self.session, self.event.uid) if own else None
            found = (published.opponents_of(self.session, self.event.uid, one.number, (at,)) for one in own if at)
            self.met = frozenset(number for some in found for number in some)
        return self.met

    @property
    def by(self) -> str:
        """Who acts, as the audit of this event names it: a player by the entry they play under, and by nothing else."""
        return f"entry:{self.own.uid}" if self.who.is_one_player and self.own else str(self.who)

    @property
    def own(self) -> Entry | None:
        """The entry that whoever asks plays under: of several the first that is in the event."""
        return next((e for e in self.mine if e.state == EntryState.ON), self.mine[0] if self.mine else None)

    def is_mine(self, entry: Entry) -> bool:
        """Whether whoever asks plays under the entry; a person may have several until they are merged."""
        return self.who.kind != "team" and any(own.uid == entry.uid for own in self.mine)

    def plays_for(self, entry: Entry) -> bool:
        """Whether whoever asks acts as the entry's player: by their link, the team's, or as an official who plays."""
        return any(own.uid == entry.uid for own in self.mine)

    def may(self, right: Right, stage: Stage | None = None, subject: Entry | EntryStanding | None = None) -> Permission:
        """Whether whoever asks has the right: in a stage, about an entry (`NOBODY` for one that does not exist)."""
        return may(self.actor, right, self.access(subject), stage.slug if stage else None)

    def ask(
        self, right: Right, stage: Stage | None = None, subject: Entry | EntryStanding | None = None, reason: str = ""
    ) -> Permission:
        """The same, refused unless the answer is yes and a reason is given where one is needed."""
        permission = self.may(right, stage, subject)
        permission.or_refuse(reason)
        return permission

    def facts(self, stage: Stage | None = None, entry: Entry | None = None, **more: Any) -> Facts:
        """The facts that a step is decided by: what the event, a stage and an entry give, and more from the caller."""
        known: dict[str, Any] = {
            "now": self.now,
            "zone": self.event.zone,
            "event": self.event.name,
            "documents": self.known_game.presentation.documents if self.known_game else {},
            "event_state": self.event.state,
            "accepts": self.event.accepts,
            "day": self.event.day,
            "stages": len(self.rows.stages),
            "roles": self.actor.roles,
            "by_player": self.who.is_player,
            "first_stage_begun": bool(self.rows.stages and self.rows.stages[0].begun_at),
        }
        if stage is not None:
            known |= self._stage_facts(stage)
        if entry is not None:
            known |= {"entry_state": entry.state, "in_team": entry.team is not None}
        return Facts(**(known | more))

    def _stage_facts(self, stage: Stage) -> dict[str, Any]:
        source = self.rows.source(stage)
        inherits = source.uid != stage.uid
        return {
            "stage": stage_words(stage.title),
            "stage_state": stage.state,
            "stage_begun": stage.begun_at is not None,
            "deadline": stage.deadline,
            "lists_from": stage_words(source.title) if inherits else "",
            "source_state": source.state if inherits else None,
            "visible_ever": any(self.access().visible_ever(s.slug) for s in self.rows.playing(source)),
            "first_round": "Round 1" if stage.position == 1 else stage_words(stage.title),
        }

    def step(self, machine: Machine, state: State, act: Act, facts: Facts) -> Step[State]:
        """What follows from an act, or a refusal."""
        return step(machine, state, act, facts)

    def note(
        self, act: str, on: str, from_: str = "", to: str = "", reason: str = "", entry: Entry | None = None
    ) -> AuditEntry:
        """Write the act into the audit; the event's revision goes up, and with it that of the entry it changed."""
        event = self.event
        event.revision += 1
        event.last_at = self.now
        if entry is not None:
            entry.changed_rev = event.revision
        return audit_log.append(self.session, event, self.now, self.by, str(act), on, from_, to, reason)

    def on_list(self, entry: Entry, stage: Stage) -> str:
        """A list as the audit names it: by its entry, and by its stage where that is not the first."""
        source = self.rows.source(stage)
        return f"entry:{entry.number}" if source.position == 1 else f"entry:{entry.number} stage:{source.slug}"

    def log_read(self, act: str, on: str, from_: str = "", to: str = "", reason: str = "") -> None:
        """Write the reading of closed lists into the audit; it changes nothing, so the revision stays."""
        audit_log.append(self.session, self.event, self.now, self.by, act, on, from_, to, reason)

    def tell(self, act: str, entry: Entry | None = None, **words: str | int) -> None:
        """Tell the event's webhooks, in this act's transaction."""
        notify.tell_hooks(self.session, self.event, self.now, act, entry.number if entry else None, words)


@contextmanager
def changing(app: App, who: Actor, slug: str) -> Iterator[EventSession]:
    """An act on an event: it is locked, what is due is done first, and all is kept together or not at all."""
    with app.store.write() as session:
        event = events.locked(session, slug)
        if event is None:
            raise Hidden(NOTHING_HERE)
        tracker = RowTracker(session)
        rows = EventRows.of(session, event)
        if _is_due(app, rows):
            app.do_due(EventSession.begin(app, session, event, SYSTEM, rows))
            rows = EventRows.of(session, event)
        work = EventSession.begin(app, session, event, who, rows)
        yield work
        event.last_at = max(event.last_at, work.now)
        audit_log.bind_rows(session, event, event.last_at, work.by, tracker)


@contextmanager
def reading(app: App, who: Actor, slug: str) -> Iterator[EventSession]:
    """A look at an event in one snapshot, once a request however often it asks; what is due is done before it."""
    with app.store.read() as session:
        work = _look(app, who, slug, session)
        if work is not None:
            yield work
            return
    settle(app, slug)
    with app.store.read() as session:
        event = events.by_slug(session, slug)
        if event is None:
            raise Hidden(NOTHING_HERE)
        yield EventSession.begin(app, session, event, who)


def _look(app: App, who: Actor, slug: str, session: Session) -> EventSession | None:
    """The event as whoever asks has it in this snapshot; none while something is due in it."""
    known: dict[tuple[Actor, str], EventSession] = session.info.setdefault(EventSession, {})
    if (who, slug) not in known:
        event = events.by_slug(session, slug)
        if event is None:
            raise Hidden(NOTHING_HERE)
        rows = next((one.rows for one in known.values() if one.event is event), None) or EventRows.of(session, event)
        if _is_due(app, rows):
            return None
        known[who, slug] = EventSession.begin(app, session, event, who, rows)
    return known[who, slug]


def settle(app: App, slug: str) -> None:
    """Do what is due in an event, if anything is."""
    with app.store.read() as session:
        event = events.by_slug(session, slug)
        if event is None or not _is_due(app, EventRows.of(session, event)):
            return
    with changing(app, SYSTEM, slug):
        pass  # It is done on the way in.


def _is_due(app: App, rows: EventRows) -> bool:
    """Whether a stage, or a list of one player, is past the moment at which it closes."""
    session, event = rows.session, rows.event
    if event.state != EventState.ON:
        return False
    closing = [stage.deadline for stage in rows.stages if stage.state == StageState.TAKING]
    if any(stage.state != StageState.TAKING for stage in rows.stages):
        closing.append(events.next_reopened(session, event.uid))
    first = min((moment for moment in closing if moment is not None), default=None)
    return first is not None and due(first, latest(now_in(app, session, event.uid), event.last_at))


def refuse_stale(work: EventSession, seen: int | None, current: int, on: str) -> None:
    """Refuse an act on a version that is not the current one; without a version nothing is asked.

    `on` is what the audit calls the thing.
    """
    if seen is None or seen == current:
        return
    last = events.last_change(work.session, work.event.uid, on)
    if last is None or last.by == str(SYSTEM):
        told = gettext("This changed a moment ago. Here is how it is now; yours is below.")
        refused = StateRefused(told, code="changed")
    else:
        refused = changed_meanwhile(who_did(work.session, last.by))
    refused.more = {"version": current}
    raise refused
