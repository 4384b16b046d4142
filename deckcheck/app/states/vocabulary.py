"""The words: machines, their states, the acts under the names the audit gives them, and what a step says."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Generic, TypeVar

from deckcheck.store.states import SealKind

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
