"""Where a player stands in an event: withdrawn before play, dropped in it, disqualified, put back; teams go whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from deckcheck.accounts.links import leave_team, revoke_links
from deckcheck.app.actor_names import player_name, seated_name
from deckcheck.app.actors import EntryAct, EventAct
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.session import EventSession, changing, refuse_stale
from deckcheck.app.states import Act, Facts, Machine, StateRefused
from deckcheck.lists.event_terms import judge_mates_again
from deckcheck.roster.entry_facts import EntryFacts, facts_of, find_entry
from deckcheck.roster.players import EntryAdded, Given, add_within
from deckcheck.store.models import Entry
from deckcheck.store.queries import credentials, entries
from deckcheck.store.states import EntryState


@dataclass(frozen=True, slots=True)
class MoveEntry(EntryAct):
    """An entry (none: one's own) that goes to another state. `version` is the entry's as it was shown."""

    to: EntryState
    reason: str = ""
    version: int | None = None


_WAYS: Final[Mapping[EntryState, tuple[Act, Right, str]]] = {
    EntryState.WITHDRAWN: (Act.ENTRY_WITHDRAWN, Right.WITHDRAW, "withdrawn"),
    EntryState.DROPPED: (Act.ENTRY_DROPPED, Right.DROP, "dropped"),
    EntryState.DISQUALIFIED: (Act.ENTRY_DISQUALIFIED, Right.DISQUALIFY, "disqualified"),
    EntryState.ON: (Act.ENTRY_RETURNED, Right.RETURN_ENTRY, "returned"),
}
"""The act, the right it takes, and the word that programs are told."""


def move_entry(order: MoveEntry, app: App) -> tuple[EntryFacts, ...]:
    """Bring an entry to another state, and with it whoever of its team goes the same way; itself comes first."""
    with changing(app, order.who, order.slug) as work:
        entry = find_entry(work, order.number, _WAYS[order.to][1], order.reason)
        gone = move_within(work, entry, order.to, order.reason, order.version)
        work.session.flush()
        return tuple(facts_of(work, one) for one in gone)


def move_within(
    work: EventSession, entry: Entry, to: EntryState, reason: str = "", version: int | None = None
) -> tuple[Entry, ...]:
    """The same in the transaction of whoever has the right."""
    act, _, told = _WAYS[to]
    was = entry.state
    step = work.step(Machine.ENTRY, was, act, entry_move_facts(work, entry, reason))
    refuse_stale(work, version, entry.version, f"entry:{entry.number}")
    gone = (entry, *(_mates(work, entry, was) if step.whole_team else ()))
    for one in gone:
        _refuse_taken_seat(work, one, step.state)
        one.state = step.state
        work.note(step.audit, on=f"entry:{one.number}", from_=was, to=step.state, reason=reason.strip(), entry=one)
        work.tell(told, one)
    judge_mates_again(work, entry)
    return gone


def _refuse_taken_seat(work: EventSession, entry: Entry, to: str) -> None:
    """Refuse to put somebody back into a seat that another player of the team has taken."""
    if to != EntryState.ON or not entry.team or not entry.seat:
        return
    other = entries.seats_taken(work.session, entry.team).get(entry.seat)
    if other is not None and other.uid != entry.uid:
        name = seated_name(other)
        raise StateRefused(f"{name} has seat {entry.seat} of the team now. Give one of them another seat first.")


def _mates(work: EventSession, entry: Entry, state: str) -> list[Entry]:
    """The team-mates who stand where the entry stood."""
    found = entries.entries_of_team(work.session, entry.team) if entry.team else []
    return [mate for mate in found if mate.uid != entry.uid and mate.state == state]


def entry_move_facts(work: EventSession, entry: Entry, reason: str = "") -> Facts:
    """The facts of an act on an entry: of the first stage, which everyone is in."""
    return work.facts(
        work.first_stage(),
        entry,
        arrived=work.now,
        by_player=work.plays_for(entry),
        who=player_name(entry),
        reason=reason,
        later_stage_begun=_is_past(work, entry),
    )


def _is_past(work: EventSession, entry: Entry) -> bool:
    """Whether a stage has begun after the last one that the entry was in."""
    inside = max(s.position for s in work.rows.stages if work.rows.is_member(s, entry.uid))
    return any(s.begun_at is not None and s.position > inside for s in work.rows.stages)


@dataclass(frozen=True, slots=True)
class ReplacePlayer(EventAct):
    """Who takes the seat of an entry. `version` is the entry's as it was shown."""

    number: int
    given: Given
    confirmed: bool = False
    mail_link: bool = False
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Replaced:
    """The entry that went, and the one that came, with its link."""

    old: EntryFacts
    new: EntryAdded


def replace_player(order: ReplacePlayer, app: App) -> Replaced:
    """Put somebody else into a seat of a team; the list of who sat there is not handed on."""
    with changing(app, order.who, order.slug) as work:
        old = find_entry(work, order.number, Right.REPLACE_PLAYER)
        step = work.step(Machine.ENTRY, old.state, Act.ENTRY_REPLACED, entry_move_facts(work, old))
        refuse_stale(work, order.version, old.version, f"entry:{old.number}")
        team = credentials.team(work.session, old.team) if old.team else None
        assert team is not None  # The table asked for a team.
        revoke_links(work, old)
        leave_team(work, old, team.uid)
        was, old.state = old.state, step.state
        work.note(step.audit, on=f"entry:{old.number}", from_=was, to=step.state, entry=old)
        work.session.flush()
        given = replace(order.given, team=team.name, seat=old.seat)
        judge_mates_again(work, old)
        new, link = add_within(work, given, confirmed=order.confirmed, mailed=order.mail_link, act=Act.ENTRY_REPLACED)
        work.tell("withdrawn", old)
        return Replaced(facts_of(work, old), EntryAdded(facts_of(work, new), link))
