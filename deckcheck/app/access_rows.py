"""The one way from rows to what `may` decides by: who asks, and how the event stands at this moment."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from deckcheck.app.actors import Actor
from deckcheck.app.permissions import AccessContext, Asker, EntryStanding, StageScene
from deckcheck.app.states import in_force, list_state
from deckcheck.store.models import DeckList, Entry, Event, Stage
from deckcheck.store.queries import credentials, entries, events, lists
from deckcheck.store.states import EntryState, ListState, Role, TokenRole
from deckcheck.store.store import Session


@dataclass(slots=True)
class EventRows:
    """An event with its stages and who is in them, fetched once in a transaction."""

    session: Session
    event: Event
    stages: list[Stage] = field(default_factory=list)
    members: dict[str, set[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, session: Session, event: Event) -> EventRows:
        """The ground of an event as it is now."""
        stages = events.stages_of(session, event.uid)
        return cls(session, event, stages, events.memberships_ever(session, [s.uid for s in stages if s.position > 1]))

    def stage(self, slug: str) -> Stage | None:
        """The stage with this slug."""
        return next((s for s in self.stages if s.slug == slug), None)

    def source(self, stage: Stage) -> Stage:
        """The stage whose lists are played in a stage: an earlier one, or itself."""
        if stage.lists_from is None:
            return stage
        return next(s for s in self.stages if s.uid == stage.lists_from)

    def playing(self, source: Stage) -> list[Stage]:
        """The stages that play the lists of this one, itself among them."""
        return [s for s in self.stages if self.source(s).uid == source.uid]

    def is_member(self, stage: Stage, entry_uid: str) -> bool:
        """Whether an entry is, or was, in a stage; everyone is in the first."""
        return stage.position == 1 or entry_uid in self.members.get(stage.uid, ())

    def place_of(self, entry: Entry) -> EntryStanding:
        """An entry's place in the event."""
        lists = (s.slug for s in self.stages if self.is_member(s, entry.uid) and self.has_list(s, entry.uid))
        return replace(self.subject_of(entry), lists=frozenset(lists))

    def subject_of(self, entry: Entry) -> EntryStanding:
        """The same for an entry that is asked about: no answer depends on whether it has a list."""
        return EntryStanding(
            number=entry.number,
            state=entry.state,
            # Where nobody plays in teams, a name in that field lets nobody see another's list.
            team=(entry.team or "") if self.event.team_size > 1 else "",
            stages=frozenset(s.slug for s in self.stages if self.is_member(s, entry.uid)),
            confirmed=entry.confirmed,
        )

    def has_list(self, stage: Stage, entry_uid: str) -> bool:
        """Whether an entry has a list in force in a stage."""
        source = self.source(stage)
        row = lists.list_of(self.session, source.uid, entry_uid)
        return row is not None and in_force(source.state, row.accepted, row.current) is not None

    def access(self, me: EntryStanding | None, subject: EntryStanding | None) -> AccessContext:
        """The scene as it is now."""
        return AccessContext(
            event=self.event.name,
            state=self.event.state,
            stages=tuple(_stage_scene(s) for s in self.stages),
            me=me,
            subject=subject,
            level=self.event.level,
            names_shown=self.event.names_shown,
        )


def _stage_scene(stage: Stage) -> StageScene:
    return StageScene(
        slug=stage.slug,
        state=stage.state,
        during=stage.during,
        after=stage.after,
        begun=stage.begun_at is not None,
        ever_visible=stage.seen_at is not None,
    )


def actor_of(who: Actor, rows: EventRows) -> Asker:
    """Who asks, with the roles they have in this event and in no other: as they are now, not as they came in."""
    event = rows.event
    grants: Iterable[Role] = ()
    role = TokenRole.NONE
    if who.kind == "account" and (who.strong or not event.totp_required):
        grants = entries.grants_of(rows.session, event.uid, who.uid)
    if who.kind == "token" and who.event == event.uid and not credentials.is_revoked(rows.session, who.uid):
        role = who.role
    return Asker(
        kind=who.kind,
        uid=who.uid,
        name=who.name,
        grants=frozenset(grants),
        may_organize=who.may_organize,
        operates=who.operates,
        token_role=role,
    )


def my_entries(who: Actor, rows: EventRows) -> list[Entry]:
    """The entries that somebody plays under: a player's own, those of a team's link, an official's own."""
    session, event = rows.session, rows.event
    if who.kind == "entry":
        one = session.get(Entry, who.uid)
        return [entries.kept_of(session, one)] if one is not None and one.event == event.uid else []
    if who.kind == "person":
        found = entries.entries_of_person(session, event.uid, who.uid)
        whole = [e for e in found if e.merged_into is None]
        return whole or list(dict.fromkeys(entries.kept_of(session, e) for e in found))
    if who.kind == "account":
        own = entries.entry_of_account(session, event.uid, who.uid)
        return [own] if own else []
    if who.kind == "team" and event.team_size > 1:
        return [e for e in entries.entries_of_team(session, who.uid) if e.event == event.uid]
    return []


def my_place(who: Actor, rows: EventRows, mine: list[Entry]) -> EntryStanding | None:
    """The asker's own place, by their entries; a team's link has number 0 and what every seat has."""
    if not mine:
        return None
    if who.kind != "team":
        return rows.place_of(next((e for e in mine if e.state == EntryState.ON), mine[0]))
    places = [rows.place_of(e) for e in mine if e.state == EntryState.ON]
    if not places:
        return None
    return EntryStanding(
        number=0,
        team=who.uid,
        stages=frozenset.intersection(*(p.stages for p in places)),
        lists=frozenset.intersection(*(p.lists for p in places)),
        confirmed=all(p.confirmed for p in places),
    )


def state_of(row: DeckList | None, stage: Stage) -> ListState:
    """The state of a list; without a row it is what its stage is."""
    return list_state(stage.state) if row is None else row.state


def actor_outside(who: Actor) -> Asker:
    """Who asks where there is no event: with no role at all."""
    return Asker(who.kind, who.uid, who.name, may_organize=who.may_organize, operates=who.operates)
