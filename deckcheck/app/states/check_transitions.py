"""The table of a deck check: begun against one list, ticked by its judges, and ended with a record."""

from __future__ import annotations

from typing import Final

from deckcheck.app.states.list_transitions import plays
from deckcheck.app.states.steps import NOTHING, Act, Facts
from deckcheck.app.states.transitions import (
    ALWAYS,
    JUDGES,
    Row,
    StateRefused,
    begin,
    held,
    nothing_here,
    number,
    only_if,
    player,
    reasoned,
    same,
    sources,
)
from deckcheck.app.time_words import at_when, clock_time
from deckcheck.store.states import CheckState

BEGUN, FINISHED, VOID = (str(state) for state in CheckState)


def _no_list(facts: Facts) -> StateRefused:
    return StateRefused(f"{begin(player(facts))} has no list in force yet.", code="no-list")


def _being_checked(facts: Facts) -> StateRefused:
    since = f" since {clock_time(facts.checked_since, facts.zone)}" if facts.checked_since else ""
    return StateRefused(f"{facts.checked_by} has been checking this deck{since}. Join them.", code="being-checked")


def _in_conflict(facts: Facts) -> StateRefused:
    both = number(facts.conflicts, "row was", "rows were")
    return StateRefused(f"{both} counted by both of you. Say whether they are the same cards.", code="conflicts")


_by_judge: Final = held(JUDGES, lambda _f: "Deck checks are for judges.", "judge-only")
_has_list: Final = only_if(lambda f: f.current is not None, _no_list)
_only_one: Final = only_if(lambda f: not f.checked_by, _being_checked)
_on_it: Final = only_if(lambda f: f.on_check, lambda _f: StateRefused("Join this check first.", code="not-joined"))
_decided: Final = only_if(lambda f: not f.conflicts, _in_conflict)
_has_result: Final = only_if(
    lambda f: bool(f.result), lambda _f: StateRefused("Say how it went.", code="result-needed", status=422)
)


def _ended(facts: Facts, how: str) -> StateRefused:
    when = f" {at_when(facts.ended_at, facts.now, facts.zone)}" if facts.ended_at else ""
    taps = f" Your {number(facts.taps, 'tap is', 'taps are')} shown to the head judge." if facts.taps else ""
    return StateRefused(f"This check was {how}{when}.{taps}", code="finished", status=410)


def _finished(facts: Facts) -> StateRefused:
    return _ended(facts, "finished")


def _given_up(facts: Facts) -> StateRefused:
    return _ended(facts, "given up")


_OVER: Final = {FINISHED: _finished, VOID: _given_up}

CHECK_ROWS: Final = (
    Row(Act.CHECK_DRAWN, sources(NOTHING), NOTHING, (_by_judge,)),
    Row(Act.CHECK_BEGUN, sources(NOTHING), BEGUN, (_by_judge, plays, _has_list, _only_one)),
    Row(Act.CHECK_JOINED, sources(BEGUN), same, (_by_judge,), elsewhere=_OVER),
    Row(Act.CHECK_TICKED, sources(BEGUN), same, (_by_judge, _on_it), elsewhere=_OVER),
    Row(Act.CHECK_CHANGED, sources(BEGUN), same, (_by_judge, _on_it), elsewhere=_OVER),
    Row(
        Act.CHECK_FINISHED,
        sources(BEGUN),
        FINISHED,
        (_by_judge, _on_it, _has_result, _decided),
        elsewhere=_OVER,
        while_event=ALWAYS,
    ),
    Row(Act.CHECK_VOIDED, sources(BEGUN), VOID, (_by_judge, reasoned()), elsewhere=_OVER, while_event=ALWAYS),
    Row(
        Act.CHECK_AMENDED,
        sources(FINISHED),
        same,
        (_by_judge, reasoned()),
        elsewhere={BEGUN: lambda _f: StateRefused("This check goes on. Finish it first."), VOID: _given_up},
        while_event=ALWAYS,
    ),
)


def where_check_is(state: str, facts: Facts) -> StateRefused:
    """Why an act that the table does not have from this state is refused."""
    if state in _OVER:
        return _OVER[state](facts)
    return StateRefused("This check goes on.") if state == BEGUN else nothing_here()
