"""The table of an event."""

from __future__ import annotations

from typing import Final

from deckcheck.app.states.facts import Facts
from deckcheck.app.states.rows import (
    Row,
    StateRefused,
    confirm,
    not_running,
    nothing_here,
    number,
    only_if,
    past,
    reasoned,
    sealed_as,
    sources,
    still_taken,
)
from deckcheck.app.states.vocabulary import NOTHING, Act
from deckcheck.app.time_words import day_here, full_day
from deckcheck.store.states import EventState, SealKind

_UNSEEN_NO_MORE: Final = "It can be closed again, but not unseen."


def _running(facts: Facts) -> StateRefused:
    return StateRefused(f"{facts.event} is running already.")


def _there(facts: Facts) -> StateRefused:
    return StateRefused(f"{facts.event} is there already.")


def _call_off(facts: Facts) -> StateRefused:
    return StateRefused(f"{facts.event} is running. Call it off instead.")


def _settings_given(_state: str, facts: Facts) -> StateRefused | None:
    if not facts.missing:
        return None
    return StateRefused(f"A {facts.missing[0]} is missing.", code="bad-settings", status=422)


def deadline_set(_state: str, facts: Facts) -> StateRefused | None:
    """Lists can be taken: there is a deadline."""
    return None if facts.deadline else StateRefused("A deadline is missing.", code="deadline-missing", status=422)


def _has_stage(_state: str, facts: Facts) -> StateRefused | None:
    return None if facts.stages else StateRefused("A stage is missing.", code="stage-missing", status=422)


def not_past_unasked(_state: str, facts: Facts) -> StateRefused | None:
    """The day and the deadline lie ahead, or it was asked whether they may be over."""
    if facts.confirmed:
        return None
    if facts.day and facts.day < day_here(facts.now, facts.zone):
        return confirm(f"{full_day(facts.day)} is over. Make it anyway?")
    if facts.deadline and facts.deadline <= facts.now:
        return confirm(f"{past(facts.deadline, facts)} Make it anyway?")
    return None


def _no_stage_taking(_state: str, facts: Facts) -> StateRefused | None:
    return still_taken(facts, facts.taking) if facts.taking else None


_not_checking: Final = only_if(
    lambda f: not f.being_checked, lambda f: StateRefused(f"{f.being_checked} is still being checked.")
)
_no_list: Final = only_if(
    lambda f: not f.lists,
    lambda f: StateRefused(f"{number(f.lists, 'list was', 'lists were')} sent. Call it off instead."),
)


def _under_old_settings(facts: Facts) -> str:
    return f"Say why: {number(facts.lists, 'list was', 'lists were')} judged under the old settings."


PLANNED, ON, COMPLETED, CANCELLED, GONE = (str(state) for state in EventState)

EVENT_ROWS: Final = (
    Row(
        Act.EVENT_MADE,
        sources(NOTHING),
        PLANNED,
        (_settings_given,),
        elsewhere={PLANNED: _there, ON: _there, COMPLETED: _there, CANCELLED: _there},
    ),
    Row(
        Act.EVENT_OPENED,
        sources(PLANNED),
        ON,
        (_has_stage, deadline_set, not_past_unasked),
        elsewhere={ON: _running},
    ),
    Row(
        Act.EVENT_CHANGED,
        sources(PLANNED, ON),
        lambda state, _facts: state,
        (_settings_given, reasoned(_under_old_settings, when=lambda f: f.lists > 0)),
    ),
    Row(Act.EVENT_ORDERED, sources(PLANNED, ON), lambda state, _facts: state),
    Row(Act.EVENT_DELETED, sources(PLANNED), GONE, (_no_list,), elsewhere={ON: _call_off}),
    Row(Act.EVENT_CANCELLED, sources(PLANNED, ON), CANCELLED, (reasoned(),), tells=True),
    Row(
        Act.EVENT_RESTORED,
        sources(CANCELLED),
        ON,
        (reasoned(), _has_stage, deadline_set),
        elsewhere={ON: _running},
    ),
    Row(
        Act.EVENT_COMPLETED,
        sources(ON),
        COMPLETED,
        (_no_stage_taking, _not_checking),
        seal=sealed_as(SealKind.FINAL),
    ),
    Row(
        Act.EVENT_REOPENED,
        sources(COMPLETED),
        ON,
        (reasoned(),),
        elsewhere={ON: _running},
        warnings=lambda _facts: (_UNSEEN_NO_MORE,),
    ),
)


def where_event_is(state: str, facts: Facts) -> StateRefused:
    """Why an act that the table does not have from this state is refused."""
    if state in {NOTHING, GONE}:
        return nothing_here()
    return _running(facts) if state == ON else not_running(facts)
