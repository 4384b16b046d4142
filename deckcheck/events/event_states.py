"""What becomes of an event: opened, called off and restored, completed and opened again, or deleted while planned."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from deckcheck.app import audit_log
from deckcheck.app.actor_names import seated_name
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.mail import Told, tell_players
from deckcheck.app.permissions import Right
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.session import EventSession, changing, refuse_stale
from deckcheck.app.states import Act, Machine, stage_words
from deckcheck.events.events import open_within, take_lists_of
from deckcheck.events.opening import close_reopened, take_effect, visibilities
from deckcheck.lists.seal_making import seal_stage
from deckcheck.store.models import Entry, Stage
from deckcheck.store.queries import accounts, checks, events
from deckcheck.store.states import EventState, StageState
from deckcheck.translations import gettext


@dataclass(frozen=True, slots=True)
class Become:
    """What became of an event: its state, what is said beside it, and what the players were told."""

    state: str
    warnings: tuple[str, ...] = ()
    told: Told | None = None


def become(
    app: App, who: Actor, slug: str, to: str, *, reason: str = "", confirmed: bool = False, seen: int | None = None
) -> Become:
    """Bring the event into a state: on, cancelled, completed or gone; the act follows from the state it is in."""
    with changing(app, who, slug) as work:
        right, act = _ROADS.get((work.event.state, to)) or _elsewhere(to)
        work.ask(right, reason=reason)
        refuse_stale(work, seen, work.event.settings_version, "event")
        return act(work, reason, confirmed)


def open_event(work: EventSession, _reason: str, confirmed: bool) -> Become:
    """Open a planned event: its first stage takes lists from now on."""
    open_within(work, confirmed=confirmed)
    return Become(work.event.state)


def call_off(work: EventSession, reason: str, _confirmed: bool) -> Become:
    """Call the event off: its lists stay closed, and all players are told."""
    done = _follow(work, Act.EVENT_CANCELLED, reason)
    told = tell_players(
        work,
        lambda: (
            gettext("{event} was called off").format(event=work.event.name),
            gettext("{event} was called off. Submitted lists stay hidden.").format(event=work.event.name),
        ),
    )
    work.tell("cancelled")
    return Become(work.event.state, done, told)


def restore(work: EventSession, reason: str, _confirmed: bool) -> Become:
    """Take back that the event was called off; deadlines that have passed meanwhile stay passed."""
    done = _follow(work, Act.EVENT_RESTORED, reason)
    first = work.first_stage()
    if first.state == StageState.AHEAD:
        take_lists_of(work, first)
    told = tell_players(
        work,
        lambda: (
            gettext("{event} takes place").format(event=work.event.name),
            gettext("{event} takes place after all.").format(event=work.event.name),
        ),
    )
    work.tell("restored")
    return Become(work.event.state, done, told)


def complete(work: EventSession, _reason: str, _confirmed: bool) -> Become:
    """End the event: stages end, single players' time ends, a last seal is made, and what is due is shown."""
    event, before = work.event, visibilities(work)
    taking = next((s for s in work.rows.stages if s.state == StageState.TAKING), None)
    words = stage_words(taking.title) if taking else ""
    facts = work.facts(taking, taking=words, being_checked=being_checked(work))
    done = work.step(Machine.EVENT, event.state, Act.EVENT_COMPLETED, facts)
    ended = [s for s in work.rows.stages if s.state in {StageState.LOCKED, StageState.OVER}]
    for stage in ended:
        if stage.lists_from is None:
            close_reopened(work, stage)
        if stage.state == StageState.LOCKED:
            _end(work, stage)
    was, event.state, event.ended_at = event.state, done.state, work.now
    for stage in ended:
        if stage.lists_from is None:
            seal_stage(work, stage, done.seal)
    work.note(done.audit, on="event", from_=was, to=done.state)
    take_effect(work, before)
    work.tell("completed")
    return Become(event.state, done.warnings)


def _end(work: EventSession, stage: Stage) -> None:
    over = work.step(Machine.STAGE, stage.state, Act.STAGE_ENDED, work.facts(stage))
    was, stage.state, stage.ended_at = stage.state, over.state, work.now
    work.note(over.audit, on=f"stage:{stage.slug}", from_=was, to=over.state)


def reopen(work: EventSession, reason: str, _confirmed: bool) -> Become:
    """Take back that the event was completed: who sees its lists is as it was while it ran."""
    warnings = _follow(work, Act.EVENT_REOPENED, reason)
    work.tell("reopened-event")
    return Become(work.event.state, warnings)


def delete(work: EventSession, _reason: str, _confirmed: bool) -> Become:
    """Delete a planned event with everybody in it; its name in addresses is never given again."""
    event = work.event
    facts = work.facts(lists=events.lists_sent(work.session, event.uid))
    done = work.step(Machine.EVENT, event.state, Act.EVENT_DELETED, facts)
    work.note(done.audit, on="event", from_=event.state, to=done.state)
    where = f"event:{event.uid}"
    audit_log.append_instance(work.session, work.now, work.by, done.audit, where, event.state, done.state)
    event.state, event.join_code, event.ended_at, event.house = done.state, None, work.now, {}
    event.name, event.place, event.entry_count = event.slug, "", 0
    events.clear_event(work.session, event.uid, work.now)
    for grant, _ in accounts.grants_in(work.session, event.uid):
        grant.ended_at = work.now
    return Become(event.state)


def _follow(work: EventSession, act: Act, reason: str) -> tuple[str, ...]:
    """A step of the event with a reason, and what it changes in who sees what."""
    event, before = work.event, visibilities(work)
    facts = work.facts(work.first_stage() if work.rows.stages else None, reason=reason)
    done = work.step(Machine.EVENT, event.state, act, facts)
    was, event.state = event.state, done.state
    event.ended_at = work.now if done.state == EventState.CANCELLED else None
    work.note(done.audit, on="event", from_=was, to=done.state, reason=reason)
    take_effect(work, before)
    return done.warnings


_Act = Callable[[EventSession, str, bool], Become]
_PLANNED, _ON, _COMPLETED, _CANCELLED, _GONE = (str(state) for state in EventState)
_ROADS: Final[Mapping[tuple[str, str], tuple[Right, _Act]]] = {
    (_PLANNED, _ON): (Right.SETTINGS, open_event),
    (_CANCELLED, _ON): (Right.SETTINGS, restore),
    (_COMPLETED, _ON): (Right.COMPLETE, reopen),
}
_USUAL: Final[Mapping[str, tuple[Right, _Act]]] = {
    _ON: (Right.SETTINGS, open_event),
    _CANCELLED: (Right.SETTINGS, call_off),
    _COMPLETED: (Right.COMPLETE, complete),
    _GONE: (Right.DELETE_EVENT, delete),
}


def _elsewhere(to: str) -> tuple[Right, _Act]:
    """The act that leads to a state; where it is not possible now, its step says so."""
    if to not in _USUAL:
        raise UnusableInput(f'No event becomes "{to[:40]}". Use {", ".join(_USUAL)}.')
    return _USUAL[to]


def being_checked(work: EventSession) -> str:
    """What is still being checked, within a sentence: Table 14; the deck of Ada Okonkwo. Empty if nothing is."""
    for check in checks.begun_in(work.session, work.event.uid):
        if check.table:
            return f"Table {check.table}"
        entry = work.session.get(Entry, check.entry)
        return f"The deck of {seated_name(entry)}" if entry else "A deck"
    return ""
