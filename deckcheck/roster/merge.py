"""Two entries of one person become one: the one with the accepted list is kept, or the one that sent last in time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from deckcheck.accounts.links import end_ways_in
from deckcheck.app.actor_names import player_name
from deckcheck.app.actors import Actor, EventAct
from deckcheck.app.context import App
from deckcheck.app.fields import Number, Yes
from deckcheck.app.permissions import NOTHING_HERE, Right
from deckcheck.app.refusals import Hidden, UnusableInput
from deckcheck.app.session import EventSession, changing, reading, refuse_stale
from deckcheck.app.states import Act, Machine, StateRefused
from deckcheck.lists.event_terms import judge_mates_again
from deckcheck.roster.entry_facts import EntryFacts, facts_of, find_entry
from deckcheck.roster.join import is_unproven, meant
from deckcheck.store.models import DeckList, Entry, StageMember, Submission
from deckcheck.store.queries import lists
from deckcheck.store.states import EntryState

_LONG_AGO: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class MergeEntries(EventAct):
    """Two entries to be made one. `keep` is the number of the one that stays; without it the lists decide.

    `confirmed`: it was asked whether both are the same person. `same_player`: staff has seen that whoever joined with
    the code is that person, so that their links go on opening.
    """

    number: int
    into: Number
    keep: Number | None = None
    same_player: Yes = False
    confirmed: Yes = False
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Merged:
    """Both entries: the one that is kept, and the one that is part of it now, or would be.

    `unproven` are the numbers of those who joined with the code and whom the desk has not confirmed.
    """

    kept: EntryFacts
    gone: EntryFacts
    unproven: tuple[int, ...] = ()


def merge_view(who: Actor, slug: str, number: int, into: int, app: App, keep: int | None = None) -> Merged:
    """Both entries as they stand, in the order in which they would be merged."""
    with reading(app, who, slug) as work:
        kept, gone = _pair(work, number, into, keep)
        unproven = tuple(one.number for one in (kept, gone) if is_unproven(one))
        return Merged(facts_of(work, kept), facts_of(work, gone), unproven)


def merge_entries(order: MergeEntries, app: App) -> Merged:
    """Make one entry of two; nothing of either is lost, and the head judge can part them again."""
    with changing(app, order.who, order.slug) as work:
        kept, gone = _pair(work, order.number, order.into, order.keep)
        facts = work.facts(
            work.first_stage(),
            gone,
            who=f"{_name(work, gone)}, entry {gone.number},",
            other=f"{_name(work, kept)}, entry {kept.number}",
            other_state=kept.state,
            both_accepted=_both_accepted(work, kept, gone),
            confirmed=order.confirmed,
        )
        step = work.step(Machine.ENTRY, gone.state, Act.ENTRY_MERGED, facts)
        here = kept if kept.number == order.number else gone
        refuse_stale(work, order.version, here.version, f"entry:{here.number}")
        for one in () if order.same_player else (kept, gone):
            _end_unproven(work, one)
        gone.state, gone.merged_into = step.state, kept.uid
        _hand_on_stages(work, kept, gone)
        to = f"{step.state} entry:{kept.number}"
        work.note(step.audit, on=f"entry:{gone.number}", from_=EntryState.ON, to=to, entry=gone)
        kept.changed_rev = work.event.revision
        judge_mates_again(work, gone)
        work.session.flush()
        work.tell("merged", gone, into=kept.number)
        return Merged(facts_of(work, kept), facts_of(work, gone))


def merge_meant(who: Actor, slug: str, number: int, app: App, *, version: int | None = None) -> Merged:
    """Make one of a walk-in and the entry that they say they are."""
    with reading(app, who, slug) as work:
        entry = find_entry(work, number, Right.MERGE)
        other = meant(work.session, entry)
        if other is None:
            raise Hidden(NOTHING_HERE)
        if _sent(work, entry) and _sent(work, other):
            raise StateRefused(
                f"Both sent a list. Compare entry {entry.number} with entry {other.number} and choose the one to keep."
            )
    return merge_entries(MergeEntries(who, slug, number, other.number, confirmed=True, version=version), app)


def _pair(work: EventSession, number: int, into: int, keep: int | None) -> tuple[Entry, Entry]:
    """The entry that is kept, and the one that goes."""
    one, other = (find_entry(work, n, Right.MERGE) for n in (number, into))
    if one.uid == other.uid:
        raise UnusableInput("These are the same entry. Name two.")
    if keep is None:
        return (one, other) if _rank(work, one) > _rank(work, other) else (other, one)
    if keep not in {number, into}:
        raise UnusableInput(f"Entry {number} or entry {into} can be kept.")
    return (one, other) if keep == number else (other, one)


def _sent(work: EventSession, entry: Entry) -> list[Submission]:
    """What stands of an entry's lists."""
    rows = lists.lists_of_entry(work.session, entry.uid)
    return [s for s in (lists.submission(work.session, row.current) for row in rows) if s is not None]


def _rank(work: EventSession, entry: Entry) -> tuple[bool, bool, bool, datetime]:
    """What makes an entry the one to keep: an accepted list, one of whom the desk knows, one in time, the later one."""
    rows = lists.lists_of_entry(work.session, entry.uid)
    sent = _sent(work, entry)
    in_time = [s for s in sent if s.minutes_late is None]
    latest = max((s.arrived for s in in_time or sent), default=_LONG_AGO)
    return any(row.accepted for row in rows), bool(sent) and not is_unproven(entry), bool(in_time), latest


def _both_accepted(work: EventSession, one: Entry, other: Entry) -> bool:
    return bool(_accepted_in(work, one) & _accepted_in(work, other))


def _accepted_in(work: EventSession, entry: Entry) -> set[str]:
    rows: list[DeckList] = lists.lists_of_entry(work.session, entry.uid)
    return {row.stage for row in rows if row.accepted}


def _name(work: EventSession, entry: Entry) -> str:
    return player_name(entry) or f"player {entry.number}"


def _hand_on_stages(work: EventSession, kept: Entry, gone: Entry) -> None:
    """Whoever is in a later stage under either entry is in it under the one that is kept."""
    for stage in work.rows.stages:
        if work.rows.is_member(stage, gone.uid) and not work.rows.is_member(stage, kept.uid):
            work.session.add(StageMember(stage=stage.uid, entry=kept.uid, from_at=work.now))


def _end_unproven(work: EventSession, entry: Entry) -> None:
    """The links, or the account, of whoever joined with the code and was not confirmed do not open the other's list."""
    ended, _ = end_ways_in(work, entry) if is_unproven(entry) else (0, None)
    if is_unproven(entry) and entry.account is not None:
        entry.account, ended = None, ended + 1
    if ended:
        work.note("link.revoked", on=f"entry:{entry.number}", from_=f"{ended} ended", entry=entry)


@dataclass(frozen=True, slots=True)
class PartEntries(EventAct):
    """An entry that was merged and is one of its own again; the head judge says why."""

    number: int
    reason: str = ""
    version: int | None = None


def unmerge_entry(order: PartEntries, app: App) -> Merged:
    """Take a merge back: both entries and both lists are there as before."""
    with changing(app, order.who, order.slug) as work:
        gone = find_entry(work, order.number, Right.UNMERGE, order.reason)
        kept = work.session.get(Entry, gone.merged_into) if gone.merged_into else None
        facts = work.facts(work.first_stage(), gone, who=_name(work, gone), reason=order.reason)
        step = work.step(Machine.ENTRY, gone.state, Act.ENTRY_UNMERGED, facts)
        refuse_stale(work, order.version, gone.version, f"entry:{gone.number}")
        assert kept is not None  # Only a merged entry comes here.
        gone.state, gone.merged_into = step.state, None
        on, reason = f"entry:{gone.number}", order.reason.strip()
        work.note(step.audit, on=on, from_=EntryState.MERGED, to=step.state, reason=reason, entry=gone)
        kept.changed_rev = work.event.revision
        judge_mates_again(work, gone)
        work.session.flush()
        work.tell("parted", gone)
        return Merged(facts_of(work, kept), facts_of(work, gone))
