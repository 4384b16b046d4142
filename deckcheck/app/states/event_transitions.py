"""The tables of an event and of its stages."""

from __future__ import annotations

from typing import Final

from deckcheck.app.clocks import due
from deckcheck.app.states.steps import NOTHING, Act, Effective, Facts, effective
from deckcheck.app.states.transitions import (
    ALWAYS,
    Row,
    StateRefused,
    begin,
    closed,
    confirm,
    lies_ahead,
    not_running,
    nothing_here,
    number,
    only_if,
    past,
    reasoned,
    same,
    sealed_as,
    sources,
    still_taken,
    visible,
    within,
)
from deckcheck.app.time_words import day_here
from deckcheck.decklist.days import full_day
from deckcheck.law.games import cited
from deckcheck.store.states import During, EventState, SealKind, StageState

_UNSEEN_NO_MORE: Final = "You can hide them again, but people may already have seen them."


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
    return None if facts.deadline else StateRefused("Enter when lists close.", code="deadline-missing", status=422)


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
    lambda f: StateRefused(f"{number(f.lists, 'list was', 'lists were')} submitted. Call it off instead."),
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


def _inherits(facts: Facts) -> StateRefused:
    return StateRefused(f"{begin(facts.stage)} is played with the lists of {facts.lists_from}.")


def _begun(facts: Facts) -> str:
    return f"{begin(facts.first_round)} has begun"


def _being_taken(_facts: Facts) -> StateRefused:
    return StateRefused("Lists are still being taken.")


def _not_taken_yet(facts: Facts) -> StateRefused:
    return StateRefused(f"Lists of {facts.stage} are not taken yet.")


def _not_begun(facts: Facts) -> StateRefused:
    return StateRefused(f"{begin(facts.stage)} has not begun.")


def _not_over(facts: Facts) -> StateRefused:
    return StateRefused(f"{begin(facts.stage)} is not over.")


def _can_begin(state: str, facts: Facts) -> StateRefused | None:
    """A stage begins once: with its own lists locked, or with those of a stage that takes no more."""
    if facts.stage_begun:
        return StateRefused(f"{_begun(facts)} already.")
    if state == AHEAD and not facts.lists_from:
        return _not_taken_yet(facts)
    if facts.lists_from and facts.source_state in {StageState.AHEAD, StageState.TAKING}:
        return _being_taken(facts)
    return None


def _members_warnings(facts: Facts) -> tuple[str, ...]:
    """What is said beside a change of who is in a stage."""
    said = []
    if facts.stage_begun:
        said.append(f"No one moves up after the cut{cited(facts.documents, 'cut')}.")
    if facts.members_without_list:
        have = "has" if facts.members_without_list == 1 else "have"
        said.append(f"{facts.members_without_list} of {facts.members} {have} no list in force.")
    return tuple(said)


_own_lists: Final = only_if(lambda f: not f.lists_from, _inherits)
_is_due: Final = only_if(lambda f: due(f.deadline, f.now), still_taken)
_new_deadline: Final = lies_ahead(lambda f: f.new_deadline, "Enter when lists close.")
_before_play: Final = only_if(
    lambda f: not f.stage_begun,
    lambda f: StateRefused(f"{_begun(f)}. Lift the deadline for one player instead."),
)
_unseen: Final = only_if(lambda f: not f.visible_ever, lambda f: visible(f, "They are not taken again."))

AHEAD, TAKING, LOCKED, OVER = (str(state) for state in StageState)

STAGE_ROWS: Final = (
    Row(Act.STAGE_TAKING, sources(AHEAD), TAKING, (_own_lists, deadline_set, not_past_unasked)),
    Row(Act.STAGE_CLOSED, sources(TAKING), LOCKED, (_is_due,), seal=sealed_as(SealKind.DEADLINE)),
    Row(Act.STAGE_DEADLINE, sources(TAKING), same, (_new_deadline,), tells=True),
    Row(
        Act.STAGE_REOPENED,
        sources(LOCKED),
        TAKING,
        (_own_lists, _before_play, _unseen, reasoned(), _new_deadline),
    ),
    Row(
        Act.STAGE_MEMBERS,
        sources(AHEAD, LOCKED),
        same,
        (reasoned(lambda f: f"Say why: {within(_begun(f))}.", when=lambda f: f.stage_begun),),
        elsewhere={TAKING: _being_taken},
        warnings=_members_warnings,
    ),
    Row(
        Act.STAGE_BEGUN,
        sources(AHEAD, LOCKED),
        LOCKED,
        (_can_begin,),
        elsewhere={TAKING: _being_taken},
        seal=sealed_as(SealKind.STAGE),
    ),
    Row(Act.STAGE_ENDED, sources(LOCKED), OVER, elsewhere={AHEAD: _not_begun}),
    Row(
        Act.STAGE_RESUMED,
        sources(OVER),
        LOCKED,
        (reasoned(),),
        elsewhere={AHEAD: _not_begun, TAKING: _not_over, LOCKED: _not_over},
    ),
)


def where_stage_is(state: str, facts: Facts) -> StateRefused:
    """Why an act that the table does not have from this state is refused."""
    if state == AHEAD:
        return _inherits(facts) if facts.lists_from else _not_taken_yet(facts)
    if state == TAKING:
        return still_taken(facts)
    if state == OVER:
        return StateRefused(f"{begin(facts.stage)} is over.")
    return _inherits(facts) if facts.lists_from else StateRefused(f"{closed(facts)}.")


_NAMED: Final = {"full": "full names", "initials": "initials", "number": "numbers instead of names"}


def _now(_state: str, facts: Facts) -> str:
    return effective(facts.event_state, facts.stage_state, facts.during, facts.after)


def _asked(state: str, facts: Facts) -> StateRefused | None:
    """Everyone is asked for once, with the count."""
    opens = facts.during == During.ALL or _now(state, facts) == Effective.ALL
    if state == Effective.ALL or not opens or facts.confirmed:
        return None
    seen = f"{number(facts.lists_here, 'list')} with {_NAMED[facts.names_shown]}"
    return confirm(f"Everyone will see {seen}. You can hide them again, but people may already have seen them.")


def _is_other(state: str, facts: Facts) -> StateRefused | None:
    return StateRefused(f"Lists of {facts.stage} stay as they are.") if _now(state, facts) == state else None


PUBLICATION_ROWS: Final = (
    Row(
        Act.PUBLICATION_SET,
        sources(*Effective),
        _now,
        (_asked,),
        while_event=ALWAYS,
        not_running=lambda _f: nothing_here(),
    ),
    Row(
        Act.PUBLICATION_EFFECTIVE,
        sources(*Effective),
        _now,
        (_is_other,),
        while_event=ALWAYS,
        not_running=lambda _f: nothing_here(),
    ),
)


def where_publication_is(_state: str, _facts: Facts) -> StateRefused:
    """Why an act that the table does not have is refused."""
    return nothing_here()
