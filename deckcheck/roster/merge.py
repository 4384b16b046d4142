"""Two entries of one person become one: the older entry stays, with the list that counts; nothing of either is lost."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from deckcheck.accounts.links import end_ways_in, restore_ways_in
from deckcheck.app.actor_names import player_name
from deckcheck.app.actors import Actor, EventAct
from deckcheck.app.context import App
from deckcheck.app.fields import Number, Yes
from deckcheck.app.permissions import NOTHING_HERE, Right
from deckcheck.app.refusals import Hidden, UnusableInput
from deckcheck.app.session import EventSession, changing, reading, refuse_stale
from deckcheck.app.states import Act, Machine, StateRefused
from deckcheck.app.states.list_transitions import UNDO
from deckcheck.decklist.names import fold
from deckcheck.law.sentences import counted
from deckcheck.lists.event_terms import judge_mates_again
from deckcheck.lists.list_handles import ListHandle
from deckcheck.lists.submission import put_list
from deckcheck.roster.entry_facts import EntryFacts, facts_of, find_entry
from deckcheck.roster.join import is_unproven
from deckcheck.store.models import DeckList, Entry, Stage, StageMember, Submission
from deckcheck.store.queries import entries, lists, rosters
from deckcheck.store.states import EntryState

_MOST_FOUND: Final = 8
"""So many entries of a name are offered at once."""
_LONG_AGO: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class MergeEntries(EventAct):
    """Two entries to be made one. `keep` is the number of the one that stays, else the older one, or the one whose list
    is accepted. `list_of` is the number of the one whose list counts where both have one; without it the lists decide.

    `confirmed`: it was asked whether both are the same person. `same_player`: staff has seen that whoever joined with
    the code is that person, so that their links go on opening.
    """

    number: int
    into: Number
    keep: Number | None = None
    list_of: Number | None = None
    same_player: Yes = False
    confirmed: Yes = False
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Merged:
    """Both entries: the one that is kept, and the one that is part of it now, or would be.

    `unproven` are the numbers of those who joined with the code, whom the desk has not confirmed, and whose links end.
    `counts` is the number of the one whose list counts unless another is chosen, none where only one has a list;
    `fixed`: it is accepted, and nothing is to be chosen. `at` is the moment of it, by which it can be undone.
    """

    kept: EntryFacts
    gone: EntryFacts
    unproven: tuple[int, ...] = ()
    counts: int | None = None
    fixed: bool = False
    at: datetime = _LONG_AGO


def merge_view(who: Actor, slug: str, number: int, into: int, app: App, keep: int | None = None) -> Merged:
    """Both entries as they stand, in the order in which they would be merged."""
    with reading(app, who, slug) as work:
        kept, gone = _pair(work, number, into, keep)
        unproven = tuple(one.number for one, other in ((kept, gone), (gone, kept)) if _loses_links(work, one, other))
        best = max((kept, gone), key=lambda one: _rank(work, one))
        counts = best.number if _sent(work, kept) and _sent(work, gone) else None
        return Merged(facts_of(work, kept), facts_of(work, gone), unproven, counts, bool(_accepted_in(work, best)))


def others_called(who: Actor, slug: str, number: int, text: str, app: App) -> tuple[EntryFacts, ...]:
    """The other entries that a name, a part of one or a number may mean; refused where there is none, or too many."""
    with reading(app, who, slug) as work:
        here = find_entry(work, number, Right.MERGE)
        words, digits = fold(text).split(), text.strip().removeprefix("#")
        others = [e for e in entries.entries_of(work.session, work.event.uid) if e.state != EntryState.MERGED]
        if digits.isdecimal():
            found = [e for e in others if str(e.number) == digits]
        else:
            found = [e for e in others if e.uid != here.uid and words and all(w in e.folded for w in words)]
        if not words:
            raise UnusableInput("Enter a name.", field="into")
        if not found:
            told = (
                f"No entry has the number {digits[:9]}." if digits.isdecimal() else f'No other player matches "{text}".'
            )
            raise UnusableInput(told, field="into")
        if len(found) > _MOST_FOUND:
            raise UnusableInput(f"{counted(len(found), 'player')} match. Enter more of the name.", field="into")
        return tuple(facts_of(work, e) for e in found)


def merge_entries(order: MergeEntries, app: App) -> Merged:
    """Make one entry of two; nothing of either is lost, and they can be parted again."""
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
        counting = _counting(work, kept, gone, order)
        losing = [one for one, other in ((kept, gone), (gone, kept)) if _loses_links(work, one, other)]
        for one in () if order.same_player else losing:
            _end_unproven(work, one)
        _move_lists(work, kept, gone, over=counting is gone)
        if gone.confirmed and not kept.confirmed:
            kept.confirmed, kept.says_is = True, None
            work.note("entry.confirmed", on=f"entry:{kept.number}", to=kept.state, entry=kept)
        gone.state, gone.merged_into = step.state, kept.uid
        _hand_on_stages(work, kept, gone)
        to = f"{step.state} entry:{kept.number}"
        work.note(step.audit, on=f"entry:{gone.number}", from_=EntryState.ON, to=to, entry=gone)
        kept.changed_rev = work.event.revision
        judge_mates_again(work, gone)
        work.session.flush()
        work.tell("merged", gone, into=kept.number)
        return Merged(facts_of(work, kept), facts_of(work, gone), at=work.now)


def merge_likely(who: Actor, slug: str, number: int, other: int, app: App) -> Merged:
    """Make one of a walk-in and the entry that they are; refused where each has a list, which are compared first."""
    with reading(app, who, slug) as work:
        one, two = (find_entry(work, n, Right.MERGE) for n in (number, other))
        if EntryState.MERGED in {one.state, two.state} or (one.confirmed and two.confirmed):
            raise Hidden(NOTHING_HERE)
        if _sent(work, one) and _sent(work, two):
            raise StateRefused(f"Both submitted a list. Compare the lists of entries {number} and {other} first.")
    return merge_entries(MergeEntries(who, slug, number, other, confirmed=True), app)


def _pair(work: EventSession, number: int, into: int, keep: int | None) -> tuple[Entry, Entry]:
    """The entry that is kept, and the one that goes."""
    one, other = (find_entry(work, n, Right.MERGE) for n in (number, into))
    if one.uid == other.uid:
        raise UnusableInput("These are the same entry. Name two.")
    if keep is None:
        older, younger = sorted((one, other), key=lambda entry: entry.number)
        fixed = _accepted_in(work, younger) and not _accepted_in(work, older)
        return (younger, older) if fixed else (older, younger)
    if keep not in {number, into}:
        raise UnusableInput(f"Entry {number} or entry {into} can be kept.")
    return (one, other) if keep == number else (other, one)


def _counting(work: EventSession, kept: Entry, gone: Entry, order: MergeEntries) -> Entry:
    """The entry whose lists count."""
    if order.list_of is not None or order.keep is not None:
        return gone if order.list_of == gone.number else kept
    return max((kept, gone), key=lambda one: _rank(work, one))


def _move_lists(work: EventSession, kept: Entry, gone: Entry, *, over: bool) -> None:
    """The lists of the entry that goes are those of the one that is kept where it has none, or else with `over`."""
    for stage, row in _lists_by_stage(work, gone):
        place = ListHandle(work, kept, stage, lists.list_of(work.session, stage.uid, kept.uid))
        sent = lists.submission(work.session, row.accepted or row.current)
        has_own = place.row is not None and (place.row.accepted or place.row.current)
        if sent is not None and (not has_own or (over and place.row and not place.row.accepted)):
            put_list(place, sent, _key(place, sent), f"Merged with entry {gone.number}, which submitted it")


def _key(place: ListHandle, source: Submission) -> str:
    """The key of a list that came with a merged entry: what it was there, and how many were sent here before."""
    return f"merged:{source.uid}:{place.row.sent_count if place.row else 0}"


def _move_back(work: EventSession, kept: Entry, gone: Entry) -> None:
    """The lists that came with an entry go with it, unless another one counts or is accepted meanwhile."""
    for stage, row in _lists_by_stage(work, kept):
        place = ListHandle(work, kept, stage, row)
        sent = place.current
        own = {s.uid for _, other in _lists_by_stage(work, gone) for s in lists.submissions_of(work.session, other.uid)}
        if sent is None or row.accepted or not own & set(sent.key.split(":")):
            continue
        before = lists.submission(work.session, sent.replaces)
        if before is not None:
            put_list(place, before, _key(place, before), f"Entry {gone.number} is an entry of its own again")
            continue
        was, row.current = place.state, None
        to = f"{was} none"
        work.note(Act.LIST_WITHDRAWN, on=work.on_list(kept, stage), from_=was, to=to, entry=kept)


def _lists_by_stage(work: EventSession, entry: Entry) -> list[tuple[Stage, DeckList]]:
    stages = {stage.uid: stage for stage in work.rows.stages}
    return [(stages[row.stage], row) for row in lists.lists_of_entry(work.session, entry.uid)]


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


def _loses_links(work: EventSession, one: Entry, other: Entry) -> bool:
    """Whether the links end of somebody who joined with the code and was not confirmed: they would open the other's.

    They go on where the other has submitted nothing and nobody came in by it: there is nothing that is anybody else's.
    """
    if not is_unproven(one):
        return False
    keys = [key for key in (other.uid, other.person, other.team) if key]
    is_untouched = other.origin != entries.CODE and not entries.came_in_by(work.session, keys)
    return not is_untouched or bool(_sent(work, other)) or other.account is not None


def _end_unproven(work: EventSession, entry: Entry) -> None:
    """The links, or the account, of whoever joined with the code and was not confirmed do not open the other's list."""
    ended, _ = end_ways_in(work, entry)
    if entry.account is not None:
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
        return _part(work, gone, order)


def undo_merge(who: Actor, slug: str, number: int, app: App) -> Merged:
    """The same by whoever merged them, within ten minutes: links that ended by it open again."""
    with changing(app, who, slug) as work:
        gone = find_entry(work, number, Right.MERGE)
        noted = [row for row in rosters.acts_on(work.session, work.event.uid, f"entry:{number}") if _is_merge(row.act)]
        if not noted or noted[0].act != Act.ENTRY_MERGED or noted[0].by != work.by:
            raise Hidden(NOTHING_HERE)
        if work.now >= noted[0].at + UNDO:
            raise StateRefused("10 minutes are over. The head judge can make it an entry of its own again.")
        kept = entries.kept_of(work.session, gone)
        for one in (kept, gone):
            restored = restore_ways_in(work, one, noted[0].at)
            if restored:
                work.note("link.restored", on=f"entry:{one.number}", to=f"{restored} restored", entry=one)
        return _part(work, gone, PartEntries(who, slug, number), is_undo=True)


def _is_merge(act: str) -> bool:
    return act in {Act.ENTRY_MERGED, Act.ENTRY_UNMERGED}


def _part(work: EventSession, gone: Entry, order: PartEntries, *, is_undo: bool = False) -> Merged:
    kept = work.session.get(Entry, gone.merged_into) if gone.merged_into else None
    facts = work.facts(work.first_stage(), gone, who=_name(work, gone), reason=order.reason, just_merged=is_undo)
    step = work.step(Machine.ENTRY, gone.state, Act.ENTRY_UNMERGED, facts)
    refuse_stale(work, order.version, gone.version, f"entry:{gone.number}")
    assert kept is not None  # Only a merged entry comes here.
    _move_back(work, kept, gone)
    gone.state, gone.merged_into = step.state, None
    on, reason = f"entry:{gone.number}", order.reason.strip()
    work.note(step.audit, on=on, from_=EntryState.MERGED, to=step.state, reason=reason, entry=gone)
    kept.changed_rev = work.event.revision
    judge_mates_again(work, gone)
    work.session.flush()
    work.tell("parted", gone)
    return Merged(facts_of(work, kept), facts_of(work, gone))
