"""One check within a transaction: found with its right asked, its judges, its time, and the facts of every act on it.

The time is counted from what is kept, so that a locked phone loses none of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from pydantic import AwareDatetime, StrictBool

from deckcheck.app.actor_names import who_did
from deckcheck.app.actors import Actor, EventAct
from deckcheck.app.context import App
from deckcheck.app.event_heads import EventHead, head_of
from deckcheck.app.permissions import NOTHING_HERE, Right
from deckcheck.app.refusals import Hidden, UnusableInput
from deckcheck.app.session import NOBODY, EventSession, reading
from deckcheck.app.shown_names import ShownName, name_shown
from deckcheck.app.staff_nav import StaffFrame, staff_frame
from deckcheck.app.states import Facts
from deckcheck.checks.check_values import JudgeSeen
from deckcheck.store.columns import from_milliseconds, to_milliseconds
from deckcheck.store.models import CheckAmendment, CheckJudge, DeckCheck, Entry, Stage
from deckcheck.store.queries import checks, entries
from deckcheck.store.store import Session


@dataclass(frozen=True, slots=True)
class CheckAct(EventAct):
    """What a judge does with a check, by its key."""

    uid: str


@dataclass(slots=True)
class CheckHandle:
    """A check with the entry and the stage it is about, its judges as they joined, and what came after its end.

    `added` is what was added to the record, `late` how many taps came too late.
    """

    work: EventSession
    check: DeckCheck
    entry: Entry
    stage: Stage
    judges: list[CheckJudge]
    added: list[CheckAmendment] = field(default_factory=list)
    late: int = 0

    @property
    def joined(self) -> bool:
        """Whether whoever asks is one of its judges."""
        return any(judge.judge == self.work.by for judge in self.judges)

    @property
    def on(self) -> str:
        """The check as the audit names it: by its player first."""
        return on_check(self.entry, self.check)

    @property
    def name(self) -> ShownName:
        """The player's name for whoever asks."""
        return name_shown(self.work, self.stage, self.entry)

    def facts(self, **more: Any) -> Facts:
        """The facts of an act on this check."""
        known: dict[str, Any] = {"on_check": self.joined, "ended_at": self.check.ended_at, "who": self.name.name}
        return self.work.facts(self.stage, self.entry, **(known | more))


def on_check(entry: Entry, check: DeckCheck) -> str:
    """A check as the audit names it."""
    return f"entry:{entry.number} check:{check.uid}"


def find_check(work: EventSession, uid: str, right: Right, *, lock: bool = False, reason: str = "") -> CheckHandle:
    """The check with this key, if the right is there; with its lock nobody ticks or ends it meanwhile."""
    found = checks.check_in(work.session, work.event.uid, uid, lock=lock) if len(uid) == 36 else None
    entry = work.session.get(Entry, found.entry) if found else None
    stage = next((s for s in work.rows.stages if found and s.uid == found.stage), None)
    work.ask(right, stage, entry or NOBODY, reason)
    if found is None or entry is None or stage is None:
        raise Hidden(NOTHING_HERE)
    return place_of(work, found, entry, stage)


def place_of(work: EventSession, check: DeckCheck, entry: Entry, stage: Stage) -> CheckHandle:
    """A check with all that belongs to it."""
    late = checks.late_counts(work.session, [check.uid]).get(check.uid, 0)
    return CheckHandle(work, check, entry, stage, list(check.judges), list(check.amendments), late)


def places_of(work: EventSession) -> list[CheckHandle]:
    """Every check of the event that whoever asks may read, oldest first."""
    session, rows = work.session, checks.whole_checks(work.session, work.event.uid)
    stages = {stage.uid: stage for stage in work.rows.stages}
    late = checks.late_counts(session, [row.uid for row in rows])
    people = {entry.uid: entry for entry in entries.entries_of(session, work.event.uid)}
    found = (
        CheckHandle(
            work,
            row,
            people[row.entry],
            stages[row.stage],
            list(row.judges),
            list(row.amendments),
            late.get(row.uid, 0),
        )
        for row in rows
    )
    return [p for p in found if work.may(Right.READ_CHECKS, p.stage, p.entry).allowed]


def judges_seen(session: Session, judges: Sequence[CheckJudge]) -> tuple[JudgeSeen, ...]:
    """The judges with initials that tell them apart."""
    names = [who_did(session, judge.judge) for judge in judges]
    signs = initials(names)
    return tuple(
        JudgeSeen(key_of(judge.judge), sign, name, judge.part)
        for judge, sign, name in zip(judges, signs, names, strict=True)
    )


def key_of(judge: str) -> str:
    """A judge by the key of their account, or of a program's token."""
    return judge.partition(":")[2]


def initials(names: Iterable[str]) -> list[str]:
    """RK, BO; the second of two who have the same is RK2."""
    found: list[str] = []
    for name in names:
        words = [word for word in name.split() if word[:1].isalnum()]
        plain = "".join(word[0] for word in [*words[:1], *words[1:][-1:]]).upper() or "?"
        same = sum(known.rstrip("0123456789") == plain for known in found)
        found.append(f"{plain}{same + 1}" if same else plain)
    return found


@dataclass(frozen=True, slots=True)
class CheckFrame:
    """The frame of a page about deck checks."""

    frame: StaffFrame
    head: EventHead


def check_frame(app: App, who: Actor, slug: str, *, to_check: bool = False) -> CheckFrame:
    """The frame, for whoever may read the records of checks, or only for those who check."""
    with reading(app, who, slug) as work:
        work.ask(Right.CHECK_DECK if to_check else Right.READ_CHECKS)
        return CheckFrame(staff_frame(work, f"/e/{work.event.slug}/checks"), head_of(work.event, app))


Moment = StrictBool | AwareDatetime | None
"""A moment, `True` for now, `False` for taken back, None for as it was."""


def seconds_of(check: DeckCheck, now: datetime) -> int:
    """How long the decks were away, without pauses; up to now while they are."""
    if check.taken_at is None:
        return 0
    end = check.given_back_at or check.ended_at or now
    spent = max(timedelta(), end - check.taken_at)
    for begun, over in check.pauses:
        until = min(from_milliseconds(over) if over is not None else end, end)
        spent -= max(timedelta(), until - max(from_milliseconds(begun), check.taken_at))
    return max(0, spent // timedelta(seconds=1))


def is_paused(check: DeckCheck) -> bool:
    """Whether the clock stands still."""
    return bool(check.pauses) and check.pauses[-1][1] is None


def is_running(check: DeckCheck) -> bool:
    """Whether time goes on being counted."""
    ended = check.given_back_at is not None or check.ended_at is not None
    return check.taken_at is not None and not ended and not is_paused(check)


def set_clock(check: DeckCheck, now: datetime, taken: Moment, given_back: Moment, paused: bool | None) -> None:
    """Set when the decks were taken and given back, and let the clock stand still or go on."""
    if taken is not None:
        check.taken_at = _moment(taken, check.begun_at, now)
        if check.taken_at is None:
            check.given_back_at, check.pauses = None, []
    if given_back is not None:
        if given_back is not False and check.taken_at is None:
            raise UnusableInput("The decks were not taken yet, so they cannot be given back.", code="not-taken")
        check.given_back_at = _moment(given_back, check.taken_at or check.begun_at, now)
    if paused is not None and paused != is_paused(check):
        if check.taken_at is None:
            raise UnusableInput("The decks were not taken yet, so the clock stands still.", code="not-taken")
        at = to_milliseconds(now)
        check.pauses = [*check.pauses, [at, None]] if paused else [*check.pauses[:-1], [check.pauses[-1][0], at]]


def _moment(given: datetime | bool, first: datetime, now: datetime) -> datetime | None:
    """A moment as a phone gave it, whose clock may be wrong: within the check it is about."""
    if isinstance(given, bool):
        return now if given else None
    aware = given if given.tzinfo else given.replace(tzinfo=UTC)
    return min(max(aware, first), now).astimezone(UTC)
