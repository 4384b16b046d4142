"""The words of the state machines, what a step is decided by, and what follows from states without any act.

The facts are everything the guards ask, gathered by whoever calls.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import Final, Generic, TypeVar

from deckcheck.store.states import Accepts, After, During, EntryState, EventState, ListState, Role, SealKind, StageState
from deckcheck.translations import gettext, gettext_noop
from deckcheck.verdict.reports import Verdict

NOTHING: Final = ""
"""The state of what is not there yet."""


class Machine(StrEnum):
    """What has states of its own."""

    EVENT = "event"
    STAGE = "stage"
    ENTRY = "entry"
    LIST = "list"
    PUBLICATION = "publication"
    CHECK = "check"
    POOL = "pool"


class Effective(StrEnum):
    """Who sees a stage's lists now: staff only, the stage's players too, everyone."""

    CLOSED = "c"
    STAGE = "s"
    ALL = "a"


class Act(StrEnum):
    """What can be done to a machine, under the name it has in the audit."""

    EVENT_MADE = "event.made"
    EVENT_OPENED = "event.opened"
    EVENT_CHANGED = "event.changed"
    EVENT_ORDERED = "event.ordered"
    """The order of all sheets and screens was chosen."""
    EVENT_DELETED = "event.deleted"
    EVENT_CANCELLED = "event.cancelled"
    EVENT_RESTORED = "event.restored"
    EVENT_COMPLETED = "event.completed"
    EVENT_REOPENED = "event.reopened"
    STAGE_TAKING = "stage.taking"
    STAGE_CLOSED = "stage.closed"
    STAGE_DEADLINE = "stage.deadline"
    STAGE_REOPENED = "stage.reopened"
    STAGE_MEMBERS = "stage.members"
    STAGE_BEGUN = "stage.begun"
    STAGE_ENDED = "stage.ended"
    STAGE_RESUMED = "stage.resumed"
    ENTRY_ADDED = "entry.added"
    ENTRY_WITHDRAWN = "entry.withdrawn"
    ENTRY_DROPPED = "entry.dropped"
    ENTRY_DISQUALIFIED = "entry.disqualified"
    ENTRY_RETURNED = "entry.returned"
    ENTRY_MERGED = "entry.merged"
    ENTRY_UNMERGED = "entry.unmerged"
    ENTRY_REPLACED = "entry.replaced"
    LIST_SENT = "list.sent"
    LIST_SENT_BACK = "list.sent_back"
    LIST_ACCEPTED = "list.accepted"
    LIST_REOPENED = "list.reopened"
    LIST_UNDONE = "list.undone"
    LIST_LIFTED = "list.lifted"
    LIST_ENTERED_LATE = "list.entered_late"
    LIST_CORRECTED = "list.corrected"
    LIST_WITHDRAWN = "list.withdrawn"
    LIST_CLOSED = "list.closed"
    PUBLICATION_SET = "publication.set"
    PUBLICATION_EFFECTIVE = "publication.effective"
    CHECK_DRAWN = "check.drawn"
    CHECK_BEGUN = "check.begun"
    CHECK_JOINED = "check.joined"
    CHECK_TICKED = "check.ticked"
    """The taps are kept themselves; the audit has no entry for them."""
    CHECK_CHANGED = "check.changed"
    CHECK_FINISHED = "check.finished"
    CHECK_VOIDED = "check.voided"
    CHECK_AMENDED = "check.amended"
    POOL_ASSIGNED = "pool.assigned"
    POOL_REGISTERED = "pool.registered"
    POOL_CONFIRMED = "pool.confirmed"
    POOL_QUESTIONED = "pool.questioned"
    POOL_CORRECTED = "pool.corrected"


State = TypeVar("State", bound=str)


@dataclass(frozen=True, slots=True)
class Step(Generic[State]):
    """What follows from an act.

    `state` is the new one, of the same machine as the old, `audit` the act's name in the audit. `seal` asks for a seal
    in the same transaction, `superseded` says that an older submission gives way, `whole_team` that the team-mates go
    the same way, `tells` that all players are told, `late` how many whole minutes after the deadline, `after_opening`
    that the stage's lists had been open to players before. `warnings` are sentences to show beside what was done.
    """

    state: State
    audit: Act
    seal: SealKind | None = None
    superseded: bool = False
    whole_team: bool = False
    tells: bool = False
    late: int | None = None
    after_opening: bool = False
    warnings: tuple[str, ...] = ()


_NEVER: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The facts of one act; a caller gives those its act is about, the rest say nothing.

    Moments are aware. `now` is `clocks.latest(clock, event.last_at)`; `arrived` the moment the whole request was in,
    which counts unless it lies further before `now` than a write may wait.
    """

    # The moment, and who acts.
    now: datetime = _NEVER
    arrived: datetime | None = None
    zone: str = "UTC"
    """The event's zone, in which sentences tell times."""
    by_player: bool = False
    """A player, a team-mate, or somebody who joins; else staff or the application."""
    roles: frozenset[Role] = frozenset()
    reason: str = ""
    confirmed: bool = False
    """The question that a refusal with the code `confirm` or `like-name` asks was answered with yes."""

    # Names for the sentences.
    event: str = "The event"
    stage: str = "Swiss"
    """The stage as within a sentence: Swiss, the playoff (`stage_words`)."""
    lists_from: str = ""
    """The earlier stage whose lists are played here, as within a sentence; empty if the stage takes its own."""
    first_round: str = "Round 1"
    """What has begun when the stage has: Round 1, the playoff."""
    who: str = ""
    """The player, first name first."""

    documents: Mapping[str, str] = field(default_factory=dict)
    """The sections of the game's documents that sentences cite, by what they say."""

    # The event.
    event_state: EventState = EventState.ON
    missing: tuple[str, ...] = ()
    """Which settings were not given: name, day, zone, format."""
    day: date | None = None
    stages: int = 1
    lists: int = 0
    """How many lists were ever sent to the event."""
    taking: str = ""
    """A stage that still takes lists, as within a sentence, when the event is completed; `deadline` is its deadline."""
    being_checked: str = ""
    """What is still being checked: Table 14."""

    # The stage.
    stage_state: StageState = StageState.TAKING
    stage_begun: bool = False
    deadline: datetime | None = None
    new_deadline: datetime | None = None
    source_state: StageState | None = None
    """The state of the stage whose lists are played here."""
    visible_ever: bool = False
    """The lists are, or ever were, open to players or to all, in this stage or in one that plays its lists."""
    members: int = 0
    members_without_list: int = 0

    # The entry.
    entry_state: EntryState = EntryState.ON
    first_stage_begun: bool = False
    later_stage_begun: bool = False
    """A stage after the one the player was in when they dropped."""
    in_team: bool = False
    code: str = ""
    """The join code as typed, for one who joins."""
    code_fits: bool = True
    like_name: str = ""
    """An entry with a like name: Ada Okonkwo, entry 7."""
    other: str = ""
    """The entry that another is merged into: entry 7."""
    other_state: EntryState = EntryState.ON
    same_event: bool = True
    both_accepted: bool = False

    # The list.
    own_deadline: datetime | None = None
    until: datetime | None = None
    """The deadline that a reopening or a lifted deadline gives to one player."""
    current: str | None = None
    """The submission in force, by its key; none if nothing was sent or it was taken back."""
    current_at: datetime | None = None
    """When `current` arrived."""
    seen: str | None = None
    """The submission that the official looked at."""
    verdict: Verdict | None = None
    """The verdict on the list that is sent, entered or accepted."""
    by_hand: bool = False
    """All that is open in it can only be answered by newer data: it is taken, and staff checks it by hand."""
    left: int = 0
    """How many things are left to fix or to decide in it."""
    accepts: Accepts = Accepts.ANY
    section: str = ""
    """The section of a penalty guide that a correction stands under."""
    accepted_at: datetime | None = None
    accepted_by: str = ""
    same_person: bool = False
    """Who undoes the acceptance is who made it."""
    just_merged: bool = False
    """Who parts two entries merged them a moment ago."""
    state_before: ListState | None = None
    """The state the acceptance found; none if it came with a correction."""
    unsealed: bool = False
    """The stage has a seal, and the list in force after this act differs from the one in the last seal."""
    opening: bool = False
    """The stage's lists are being opened to players or to all in the same transaction."""

    # A deck check.
    checked_by: str = ""
    """Who is checking the deck already."""
    checked_since: datetime | None = None
    on_check: bool = False
    """Whoever acts is one of its judges."""
    conflicts: int = 0
    """How many rows several judges have counted without saying what that means."""
    result: str = ""
    taps: int = 0
    """How many taps came with the act."""
    ended_at: datetime | None = None

    # A pool.
    pools: str = ""
    """How the stage registers pools: own, other."""
    counter: str = ""
    """Who counts it, or is to: Per Dahl. `other_state` is where that player stands in the event."""
    own_pool: bool = False
    """Whoever counts it opened it."""
    counts: bool = False
    """Whoever acts counts it."""
    total: int = 0
    """How many cards were counted."""
    expected: int | None = None
    """How many a pool has, if that is known."""
    list_accepted: bool = False
    """A list that is built from it was accepted."""
    handed_at: datetime | None = None
    handed_by: str = ""

    # Publication.
    during: During = During.CLOSED
    after: After = After.CLOSED
    lists_here: int = 0
    """How many lists the stage would show."""
    names_shown: str = "full"
    """How players are named in public: full, initials, number."""


_UNSEEN_EVENTS: Final = frozenset({EventState.PLANNED, EventState.CANCELLED, EventState.GONE})
_UNSEEN_STAGES: Final = frozenset({StageState.AHEAD, StageState.TAKING})
_SHOWN: Final = {During.CLOSED: Effective.CLOSED, During.STAGE: Effective.STAGE, During.ALL: Effective.ALL}
_COMMON_TITLES: Final = {
    "playoff": (gettext_noop("the playoff"), gettext_noop("playoff")),
    "playoffs": (gettext_noop("the playoffs"), gettext_noop("playoffs")),
    "final": (gettext_noop("the final"), gettext_noop("final")),
    "finals": (gettext_noop("the finals"), gettext_noop("finals")),
    "top 8": (gettext_noop("the top 8"), gettext_noop("top 8")),
}
"""Titles that are words of the language: within a sentence, and before "players"."""


def effective(event: str, stage: str, during: str, after: str) -> Effective:
    """Who sees the lists of a stage now; nobody but staff before they are locked, or in an event that is not held."""
    if event in _UNSEEN_EVENTS or stage in _UNSEEN_STAGES:
        return Effective.CLOSED
    if event == EventState.COMPLETED and after == After.ALL:
        return Effective.ALL
    return _SHOWN[During(during)]


def in_force(stage: str, accepted: str | None, current: str | None) -> str | None:
    """The submission that counts: the accepted one, else the last sent once the stage takes no more."""
    if accepted:
        return accepted
    return None if stage in _UNSEEN_STAGES else current


def list_state(stage: str) -> ListState:
    """The state of a list that has no row yet: what its stage is."""
    return ListState.OPEN if stage == StageState.TAKING else ListState.CLOSED


def stage_words(title: str) -> str:
    """A stage's title within a sentence: Swiss, the playoff."""
    return gettext(_COMMON_TITLES[title.lower()][0]) if title.lower() in _COMMON_TITLES else title


def stage_of_players(title: str) -> str:
    """A stage's title before "players": the Swiss players, the playoff players."""
    return gettext(_COMMON_TITLES[title.lower()][1]) if title.lower() in _COMMON_TITLES else title
