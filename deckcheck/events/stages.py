"""The stages of an event: seen by whoever sees the event, added and changed by the organizer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.fields import Patch
from deckcheck.app.mail import Told
from deckcheck.app.permissions import Right
from deckcheck.app.session import EventSession, changing, reading, refuse_stale
from deckcheck.app.states import StateRefused, stage_words
from deckcheck.app.states.transitions import begin, not_running
from deckcheck.events.events import add_stage as new_stage
from deckcheck.events.opening import WORDS, effective_of
from deckcheck.events.plans import (
    MOST_STAGES,
    BadSettings,
    StagePlan,
    StageSettings,
    check_stage,
    moment_of,
    settle_stage,
    stage_plan_of,
    stage_settings,
    with_pools,
)
from deckcheck.events.stage_states import PLAIN, Order, moment_or, move_within
from deckcheck.lists.event_terms import terms_of, terms_under, with_terms
from deckcheck.lists.judged_again import Ahead, Rejudged, counting, judge_again, judge_ahead
from deckcheck.lists.list_checks import MATCHES
from deckcheck.store.models import Stage, Submission
from deckcheck.store.queries import entries, events, lists, pools
from deckcheck.store.states import EventState, StageState


@dataclass(frozen=True, slots=True, kw_only=True)
class StageFacts(StageSettings):
    """A stage. `effective` is who sees its lists now: closed, stage or all. `members` is told to staff only.

    In the first stage everyone is, so that it has no members of its own.
    """

    slug: str
    state: str
    begun_at: datetime | None
    effective: str
    version: int
    members: tuple[int, ...] | None = None


class StagePatch(Patch):
    """Settings of a stage that are to be different. `lists_from` empty: lists of its own; `pools` empty: none."""

    OF = StageSettings


@dataclass(frozen=True, slots=True)
class StageChanged:
    """What came of a change: the stage, the lists judged again, and what the players were told of a deadline."""

    stage: StageFacts
    rejudged: Rejudged
    told: Told | None = None


def see_stages(app: App, who: Actor, slug: str) -> tuple[StageFacts, ...]:
    """The stages of an event in order."""
    with reading(app, who, slug) as work:
        work.ask(Right.SEE_EVENT)
        return tuple(facts_of(work, stage) for stage in work.rows.stages)


def facts_of(work: EventSession, stage: Stage) -> StageFacts:
    """A stage as whoever asks may know it."""
    return StageFacts(
        **stage_settings(stage, work.rows),
        slug=stage.slug,
        state=stage.state,
        begun_at=stage.begun_at,
        effective=WORDS[effective_of(work, stage)],
        version=stage.version,
        members=_members(work, stage),
    )


def _members(work: EventSession, stage: Stage) -> tuple[int, ...] | None:
    if stage.position == 1 or not work.may(Right.SEE_ROSTER).allowed:
        return None
    inside = events.memberships_now(work.session, stage.uid)
    return tuple(e.number for e in entries.entries_of(work.session, work.event.uid) if e.uid in inside)


def add_stage(app: App, who: Actor, slug: str, plan: StagePlan, reading_of: int | None = None) -> StageFacts:
    """Add a stage behind the others; who sees its lists is as the documents say, unless the plan says else."""
    with changing(app, who, slug) as work:
        work.ask(Right.SET_STAGES)
        _planned_or_on(work)
        event, before = work.event, work.rows.stages
        if len(before) >= MOST_STAGES:
            raise BadSettings(f"{len(before) + 1} stages; the limit is {MOST_STAGES}.")
        told = with_pools(settle_stage(plan, event.zone, event.match, reading_of), event.format, app)
        check_stage(told, tuple((s.slug, s.lists_from is not None) for s in before))
        source = work.stage(told.lists_from).uid if told.lists_from else None
        made = new_stage(work.session, app, event, told, (len(before) + 1, source), who)
        work.refresh()
        work.note("stage.added", on=f"stage:{made.slug}", to=_words(told))
        return facts_of(work, made)


def change_stage(
    app: App, who: Actor, slug: str, stage: str, patch: StagePatch, order: Order = PLAIN, seen: int | None = None
) -> StageChanged:
    """Change a stage. Another kind of match, or other sets, need a reason once lists are in, which are judged again.

    Another deadline of a stage that takes lists is announced to all players.
    """
    ahead = _ahead(app, who, slug, stage, patch)
    with changing(app, who, slug) as work:
        here = work.stage(stage)
        work.ask(Right.SET_STAGES, here, reason=order.reason)
        _planned_or_on(work)
        refuse_stale(work, seen, here.version, f"stage:{here.slug}")
        sent = counting(work.session, here) if _is_other_law(here, patch) else []
        _with_reason(sent, order.reason)
        _patch(work, here, patch, order)
        told = _deadline(work, here, replace(order, deadline=due)) if (due := patch.get("deadline")) else None
        work.refresh()
        terms = terms_of(work.event, here, app)
        judged = judge_again(work, with_terms(work, here, sent, terms), ahead, "settings")
        work.session.flush()
        return StageChanged(facts_of(work, here), judged, told)


def _is_other_law(stage: Stage, patch: StagePatch) -> bool:
    """Whether the lists of a stage are judged by another kind of match, or other sets that were opened."""
    sets = tuple(patch.get("pool_sets", stage.pool_sets)) if patch.get("pools", stage.pools) else ()
    return patch.get("match", stage.match) != stage.match or sets != tuple(stage.pool_sets)


def _with_reason(sent: list[Submission], reason: str) -> None:
    if sent and not reason.strip():
        count = f"{len(sent)} list was" if len(sent) == 1 else f"{len(sent)} lists were"
        raise StateRefused(f"Say why: {count} judged under the old settings.", code="reason-needed", status=422)


def _patch(work: EventSession, stage: Stage, patch: StagePatch, order: Order) -> None:
    """Write title, match and whose lists are played; the slug stays, since addresses do."""
    was = stage_plan_of(stage, work.rows)
    wanted = replace(was, **{name: value for name, value in patch.items() if name != "deadline"})
    if wanted == was:
        return
    settled = settle_stage(wanted, work.event.zone, work.event.match, order.reading)
    told = with_pools(settled, work.event.format, work.app)
    if any(s.title == told.title for s in work.rows.stages if s.uid != stage.uid):
        raise BadSettings(f"Another stage is called {told.title}. Give one another title.")
    if told.lists_from != was.lists_from:
        _change_lists(work, stage, told)
    _keep_pools(work, stage, told)
    stage.title, stage.match = told.title, told.match
    work.note("stage.changed", f"stage:{stage.slug}", _words(was), _words(told), order.reason)


def _keep_pools(work: EventSession, stage: Stage, told: StagePlan) -> None:
    """Pools that were registered stay in force, so that the stage goes on registering them."""
    if stage.pools and not told.pools and (count := pools.registered_in(work.session, stage.uid)):
        has, stay = (f"{count} pool is", "stays") if count == 1 else (f"{count} pools are", "stay")
        where = stage_words(stage.title)
        raise StateRefused(f"{has} registered in {where} and {stay} in force.", code="has-pools")
    stage.pools, stage.pool_sets, stage.pool_size = told.pools, list(told.pool_sets), told.pool_size


def _change_lists(work: EventSession, stage: Stage, told: StagePlan) -> None:
    """Whose lists a stage plays can change before it has taken any or begun."""
    rows = work.rows
    began = stage.state != StageState.AHEAD or stage.begun_at is not None
    if began or lists.lists_in(work.session, stage.uid):
        raise StateRefused(f"{begin(stage_words(stage.title))} has begun or took lists; whose lists it plays stays so.")
    if len(rows.playing(stage)) > 1:
        raise StateRefused(f"Another stage is played with the lists of {stage_words(stage.title)}. Change that first.")
    before = tuple((s.slug, s.lists_from is not None) for s in rows.stages if s.position < stage.position)
    check_stage(told, before)
    source = rows.stage(told.lists_from)
    stage.lists_from = source.uid if source else None
    stage.deadline = None if source else stage.deadline


def _deadline(work: EventSession, stage: Stage, order: Order) -> Told | None:
    """Before lists are taken the deadline is only a plan; then it moves for everyone."""
    if stage.state != StageState.AHEAD or stage.lists_from is not None:
        return move_within(work, stage, order).told
    new = moment_of(order.deadline, work.event.zone, order.reading)
    if new != stage.deadline:
        was, stage.deadline = stage.deadline, new
        work.note("stage.deadline", f"stage:{stage.slug}", moment_or(was), moment_or(new), order.reason)
    return None


def _ahead(app: App, who: Actor, slug: str, stage: str, patch: StagePatch) -> Ahead:
    """Judge the lists by the new kind of match before the event is locked."""
    match = patch.get("match")
    if match not in MATCHES:
        return {}
    with reading(app, who, slug) as work:
        here = work.stage(stage)
        work.ask(Right.SET_STAGES, here)
        if here.match == match:
            return {}
        terms = terms_under(work.event, match, app)
        sent = with_terms(work, here, counting(work.session, here), terms)
    return judge_ahead(app, sent)


def _planned_or_on(work: EventSession) -> None:
    if work.event.state not in {EventState.PLANNED, EventState.ON}:
        raise not_running(work.facts())


def _words(plan: StagePlan) -> str:
    """A stage in the fixed words of the audit; its title is named in its slug."""
    pools = f" pools={plan.pools} sets={','.join(plan.pool_sets)} size={plan.pool_size or 0}" if plan.pools else ""
    return f"kind={plan.kind} match={plan.match} lists={plan.lists_from or 'own'}{pools}"
