"""The words that columns hold: states, kinds and roles."""

from __future__ import annotations

from enum import StrEnum


class EventState(StrEnum):
    """Where an event stands; one that is gone was deleted."""

    PLANNED = "planned"
    ON = "on"
    COMPLETED = "completed"
    CANCELLED = "cancelled"
    GONE = "gone"


class Accepts(StrEnum):
    """Which verdicts an event takes."""

    ANY = "any"
    DECIDED = "decided"
    LEGAL = "legal"


class NamesShown(StrEnum):
    """How an event shows its players in public."""

    FULL = "full"
    INITIALS = "initials"
    NUMBER = "number"


class Continuous(StrEnum):
    """Whether the decks of an event may change between matches: as the documents have it, or as its organizer does."""

    USUAL = "usual"
    ALLOWED = "allowed"
    REFUSED = "refused"


class SearchEngines(StrEnum):
    """Whether search engines may list what an event shows to everyone."""

    REFUSED = "refused"
    ALLOWED = "allowed"


class StageState(StrEnum):
    """Where a stage stands. That it has begun is a fact of its own (`begun_at`)."""

    AHEAD = "ahead"
    TAKING = "taking"
    LOCKED = "locked"
    OVER = "over"


class During(StrEnum):
    """Who sees a stage's lists from its close to the end of the event."""

    CLOSED = "closed"
    STAGE = "stage"
    ALL = "all"


class After(StrEnum):
    """Who sees a stage's lists once the event is completed; `closed` leaves it as it was during the event."""

    CLOSED = "closed"
    ALL = "all"


class EntryState(StrEnum):
    """Where a player stands in an event."""

    ON = "on"
    WITHDRAWN = "withdrawn"
    DROPPED = "dropped"
    DISQUALIFIED = "disqualified"
    MERGED = "merged"


class ListState(StrEnum):
    """Who can still change a list: its player, officials with a reason, or nobody unseen."""

    OPEN = "open"
    CLOSED = "closed"
    ACCEPTED = "accepted"
    REOPENED = "reopened"


class SealKind(StrEnum):
    """Why a seal was made: a stage closed or began, a list changed after that, or the event was completed."""

    DEADLINE = "deadline"
    STAGE = "stage"
    CHANGE = "change"
    FINAL = "final"


class CheckState(StrEnum):
    """Where a deck check stands."""

    BEGUN = "begun"
    FINISHED = "finished"
    VOID = "void"


class TapKind(StrEnum):
    """What a tap says: so many more, so many in all, how a conflict is meant, or that a section was counted."""

    DELTA = "delta"
    SET = "set"
    SAME = "same"
    SUM = "sum"
    DONE = "done"
    OPEN = "open"


class PoolState(StrEnum):
    """Where a registered pool stands: nobody counts it, somebody does, it was handed over, and its owner's answer."""

    WAITING = "waiting"
    COUNTING = "counting"
    REGISTERED = "registered"
    CONFIRMED = "confirmed"
    QUESTIONED = "questioned"


class ActorKind(StrEnum):
    """How somebody came in."""

    STRANGER = "stranger"
    ACCOUNT = "account"
    ENTRY = "entry"
    PERSON = "person"
    TEAM = "team"
    TOKEN = "token"  # noqa: S105 - a word for programs, no secret
    SYS = "sys"


class Role(StrEnum):
    """What a grant makes of an account in one event."""

    ORGANIZER = "organizer"
    HEAD_JUDGE = "head-judge"
    JUDGE = "judge"
    SCOREKEEPER = "scorekeeper"


class TokenRole(StrEnum):
    """What an API token may act as."""

    NONE = ""
    ORGANIZER = "organizer"
    JUDGE = "judge"
    DESK = "desk"
    OVERLAY = "overlay"


class RunState(StrEnum):
    """Where a look at a source stands that somebody asked for."""

    ASKED = "asked"
    RUNNING = "running"
    DONE = "done"
    REFUSED = "refused"
    STOPPED = "stopped"


class UpdateState(StrEnum):
    """Where an update of cards and law stands: for a person to confirm, in force, taken back, or not taken at all."""

    WAITING = "waiting"
    APPLIED = "applied"
    ROLLED_BACK = "rolled_back"
    REFUSED = "refused"
