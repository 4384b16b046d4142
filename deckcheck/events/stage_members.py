"""Who is in a later stage: set by entry numbers, or as the best of the standings; everyone is in the first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.session import EventSession, changing, refuse_stale
from deckcheck.app.states import Act, Machine, StateRefused, stage_words
from deckcheck.store.models import Entry, Stage, StageMember
from deckcheck.store.queries import entries, events
from deckcheck.store.states import EntryState


class NoSuchEntry(UnusableInput):
    """A number that nobody of the event has, or no longer."""

    CODE = "no-such-entry"


@dataclass(frozen=True, slots=True)
class MembersSet:
    """Who is in a stage now, by number, and what is said beside it."""

    numbers: tuple[int, ...]
    warnings: tuple[str, ...] = ()


def set_members(
    app: App,
    who: Actor,
    slug: str,
    stage: str,
    numbers: Iterable[int] | None = None,
    *,
    top: int = 0,
    reason: str = "",
    seen: int | None = None,
) -> MembersSet:
    """Set who is in a stage: the entries with these numbers, or the first `top` of the last standings."""
    with changing(app, who, slug) as work:
        work.ask(Right.SET_MEMBERS, reason=reason)
        here = work.stage(stage)
        refuse_stale(work, seen, here.version, f"stage:{here.slug}")
        if here.position == 1:
            raise StateRefused(f"Everyone is in {stage_words(here.title)}.")
        chosen = _with_teams(work, _of_numbers(work, numbers) if numbers is not None else _best(work, top))
        before = len(events.memberships_now(work.session, here.uid))
        done = work.step(Machine.STAGE, here.state, Act.STAGE_MEMBERS, work.facts(here, reason=reason))
        _write(work, here, chosen)
        work.refresh()
        events.touch(here)
        counted = work.facts(here, reason=reason, **members_facts(work, here))
        warnings = work.step(Machine.STAGE, here.state, Act.STAGE_MEMBERS, counted).warnings
        work.note(done.audit, on=f"stage:{here.slug}", from_=str(before), to=_told(chosen), reason=reason)
        return MembersSet(tuple(sorted(e.number for e in chosen)), warnings)


def _of_numbers(work: EventSession, numbers: Iterable[int]) -> list[Entry]:
    """The entries with these numbers; each must be in the event."""
    known = {entry.number: entry for entry in entries.entries_of(work.session, work.event.uid)}
    found = []
    for number in dict.fromkeys(numbers):
        entry = known.get(number)
        if entry is None or entry.state != EntryState.ON:
            raise NoSuchEntry(f"Entry {str(number)[:10]} is not on the roster of {work.event.name}.")
        found.append(entry)
    return found


def _best(work: EventSession, top: int) -> list[Entry]:
    """The first of the standings who are still in the event."""
    ranked = [e for _, e in events.last_standings(work.session, work.event.uid) if e.state == EntryState.ON]
    if top < 1 or len(ranked) < top:
        count = "There are no standings" if not ranked else f"The standings have {len(ranked)} players who are in"
        raise NoSuchEntry(f"{count}; import them, or name the players by number.")
    return ranked[:top]


def _with_teams(work: EventSession, chosen: list[Entry]) -> list[Entry]:
    """A team goes whole."""
    teams = {entry.team for entry in chosen if entry.team}
    if not teams:
        return chosen
    everyone = entries.entries_of(work.session, work.event.uid)
    there = {entry.uid for entry in chosen}
    mates = [e for e in everyone if e.team in teams and e.state == EntryState.ON and e.uid not in there]
    return chosen + mates


def _write(work: EventSession, stage: Stage, chosen: list[Entry]) -> None:
    """Who goes out was in the stage, and stays so on record; but one named by a slip before anything was to be seen."""
    now = events.memberships_now(work.session, stage.uid)
    wanted = {entry.uid for entry in chosen}
    was_nothing = stage.begun_at is None and stage.seen_at is None
    for uid, row in now.items():
        if uid in wanted:
            continue
        if was_nothing:
            work.session.delete(row)
        else:
            row.until_at = work.now
    added = [entry for entry in chosen if entry.uid not in now]
    work.session.add_all(StageMember(stage=stage.uid, entry=e.uid, from_at=work.now) for e in added)
    for entry in added:
        entry.changed_rev = work.event.revision + 1


def _told(chosen: list[Entry]) -> str:
    return " ".join(str(number) for number in sorted(entry.number for entry in chosen)) or "nobody"


def members_facts(work: EventSession, stage: Stage) -> dict[str, Any]:
    """How many are in a stage now, and how many of them have no list in force."""
    if stage.position == 1:
        here = [e for e in entries.entries_of(work.session, work.event.uid) if e.state == EntryState.ON]
    else:
        inside = events.members_of(work.session, stage.uid)
        here = [e for e in entries.entries_of(work.session, work.event.uid) if e.uid in inside]
    without = sum(1 for entry in here if not work.rows.has_list(stage, entry.uid))
    return {"members": len(here), "members_without_list": without}
