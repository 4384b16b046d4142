"""What becomes of a stage: it takes lists, once more if need be, begins, ends, and goes on; and its deadline moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.mail import Told, tell_players
from deckcheck.app.permissions import Right
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.session import EventSession, changing, refuse_stale
from deckcheck.app.states import Act, Facts, Machine, StateRefused, stage_words
from deckcheck.app.time_words import until_when, zone_city
from deckcheck.app.timestamps import moment_text
from deckcheck.events.opening import take_effect, visibilities
from deckcheck.events.plans import moment_of
from deckcheck.events.stage_members import members_facts
from deckcheck.lists.official_acts import open_lists
from deckcheck.lists.seal_making import seal_stage
from deckcheck.store.models import Stage
from deckcheck.store.states import StageState
from deckcheck.translations import gettext, gettext_noop

BEGUN: Final = "begun"


@dataclass(frozen=True, slots=True)
class Order:
    """What goes with an act on a stage. A deadline without a zone is a time on the wall of the event."""

    reason: str = ""
    deadline: datetime | None = None
    reading: int | None = None
    confirmed: bool = False


PLAIN: Final = Order()
"""Nothing goes with it."""


@dataclass(frozen=True, slots=True)
class StageBecame:
    """What became of a stage: its state and deadline, what is said beside it, and what the players were told."""

    state: str
    deadline: datetime | None
    warnings: tuple[str, ...] = ()
    told: Told | None = None


def become(
    app: App, who: Actor, slug: str, stage: str, to: str, order: Order = PLAIN, seen: int | None = None
) -> StageBecame:
    """Bring a stage into a state: taking, begun, over or locked; the act follows from the state it is in."""
    with changing(app, who, slug) as work:
        here = work.stage(stage)
        right, act = _ROADS.get((here.state, to)) or _elsewhere(to)
        work.ask(right, here, reason=order.reason)
        refuse_stale(work, seen, here.version, f"stage:{here.slug}")
        return act(work, here, order)


def move_deadline(app: App, who: Actor, slug: str, stage: str, order: Order, seen: int | None = None) -> StageBecame:
    """Another deadline for everyone, while lists are taken; all players are told."""
    with changing(app, who, slug) as work:
        here = work.stage(stage)
        work.ask(Right.SET_DEADLINE, here, reason=order.reason)
        refuse_stale(work, seen, here.version, f"stage:{here.slug}")
        return move_within(work, here, order)


def move_within(work: EventSession, stage: Stage, order: Order) -> StageBecame:
    """The same within an act."""
    new = moment_of(order.deadline, work.event.zone, order.reading)
    done = work.step(Machine.STAGE, stage.state, Act.STAGE_DEADLINE, work.facts(stage, new_deadline=new))
    was, stage.deadline = stage.deadline, new
    work.note(done.audit, f"stage:{stage.slug}", moment_or(was), moment_or(new), order.reason)
    return _told_until(work, stage, CLOSE)


def take_lists(work: EventSession, stage: Stage, order: Order) -> StageBecame:
    """A stage that is ahead begins to take lists."""
    new = moment_of(order.deadline, work.event.zone, order.reading) or stage.deadline
    facts = work.facts(stage, confirmed=order.confirmed, deadline=new)
    stage.deadline = new
    return _follow(work, stage, Act.STAGE_TAKING, facts)


def take_again(work: EventSession, stage: Stage, order: Order) -> StageBecame:
    """A stage that is locked takes lists once more, until a new deadline; all players are told."""
    new = moment_of(order.deadline, work.event.zone, order.reading)
    facts = work.facts(stage, new_deadline=new, reason=order.reason)
    became = _follow(work, stage, Act.STAGE_REOPENED, facts, new)
    told = _told_until(work, stage, TAKEN_AGAIN)
    return StageBecame(became.state, stage.deadline, became.warnings, told.told)


def begin(work: EventSession, stage: Stage, order: Order) -> StageBecame:
    """Play begins in a stage: what is played is sealed."""
    counted = members_facts(work, stage)
    done = work.step(Machine.STAGE, stage.state, Act.STAGE_BEGUN, work.facts(stage))
    if not counted["members"] and not order.confirmed:
        raise StateRefused(f"Nobody is in {stage_words(stage.title)}. Begin it anyway?", code="confirm")
    warnings = work.step(Machine.STAGE, stage.state, Act.STAGE_MEMBERS, work.facts(stage, **counted)).warnings
    before, was = visibilities(work), stage.state
    stage.state, stage.begun_at = done.state, work.now
    work.note(done.audit, f"stage:{stage.slug}", was, BEGUN)
    seal_stage(work, stage, done.seal)
    take_effect(work, before)
    work.tell("begun", stage=stage.slug)
    return StageBecame(stage.state, stage.deadline, warnings)


def end(work: EventSession, stage: Stage, _order: Order) -> StageBecame:
    """Play is over in a stage."""
    became = _follow(work, stage, Act.STAGE_ENDED, work.facts(stage))
    stage.ended_at = work.now
    return became


def resume(work: EventSession, stage: Stage, order: Order) -> StageBecame:
    """Take back that a stage is over."""
    became = _follow(work, stage, Act.STAGE_RESUMED, work.facts(stage, reason=order.reason))
    stage.ended_at = None
    return became


def _follow(work: EventSession, stage: Stage, act: Act, facts: Facts, deadline: datetime | None = None) -> StageBecame:
    before = visibilities(work)
    done = work.step(Machine.STAGE, stage.state, act, facts)
    was, stage.state = stage.state, done.state
    stage.deadline = deadline or stage.deadline
    work.note(done.audit, f"stage:{stage.slug}", was, done.state, facts.reason)
    if done.state == StageState.TAKING:
        open_lists(work, stage)
    take_effect(work, before)
    return StageBecame(done.state, stage.deadline, done.warnings)


CLOSE: Final = gettext_noop("Lists for {stage} of {event} close at {time} ({place} time).")
TAKEN_AGAIN: Final = gettext_noop("Lists for {stage} of {event} can be submitted again until {time} ({place} time).")


def _told_until(work: EventSession, stage: Stage, sentence: str) -> StageBecame:
    """Tell everyone the deadline, in the event's zone."""
    assert stage.deadline is not None  # The step has asked for it.
    event, deadline = work.event, stage.deadline

    def words() -> tuple[str, str]:
        until = until_when(deadline, work.now, event.zone)
        where = event.place or zone_city(event.zone)
        told = gettext(sentence).format(stage=stage_words(stage.title), event=event.name, time=until, place=where)
        return gettext("{event}: lists close at {time}").format(event=event.name, time=until), told

    told = tell_players(work, words)
    return StageBecame(stage.state, stage.deadline, told=told)


def moment_or(moment: datetime | None) -> str:
    """The moment as the audit writes it; empty if there is none."""
    return moment_text(moment) if moment else ""


_Act = Callable[[EventSession, Stage, Order], StageBecame]
_AHEAD, _TAKING, _LOCKED, _OVER = (str(state) for state in StageState)
_ROADS: Final[Mapping[tuple[str, str], tuple[Right, _Act]]] = {
    (_LOCKED, _TAKING): (Right.SET_STAGES, take_again),
    (_OVER, _TAKING): (Right.SET_STAGES, take_again),
}
_USUAL: Final[Mapping[str, tuple[Right, _Act]]] = {
    _TAKING: (Right.SET_STAGES, take_lists),
    BEGUN: (Right.BEGIN, begin),
    _OVER: (Right.END_STAGE, end),
    _LOCKED: (Right.END_STAGE, resume),
}


def _elsewhere(to: str) -> tuple[Right, _Act]:
    """The act that leads to a state; where it is not possible now, its step says so."""
    if to not in _USUAL:
        raise UnusableInput(f'No stage becomes "{to[:40]}". Use {", ".join(_USUAL)}.')
    return _USUAL[to]
