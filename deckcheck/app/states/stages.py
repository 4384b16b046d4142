"""The table of a stage."""

from __future__ import annotations

from typing import Final

from deckcheck.app.clocks import due
from deckcheck.app.states.derived import effective
from deckcheck.app.states.events import deadline_set, not_past_unasked
from deckcheck.app.states.facts import Facts
from deckcheck.app.states.rows import (
    ALWAYS,
    Row,
    StateRefused,
    begin,
    closed,
    confirm,
    lies_ahead,
    nothing_here,
    number,
    only_if,
    reasoned,
    same,
    sealed_as,
    sources,
    still_taken,
    visible,
    within,
)
from deckcheck.app.states.vocabulary import Act, Effective
from deckcheck.store.states import During, SealKind, StageState


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
        said.append("No one moves up after the cut (MTR 2.10).")
    if facts.members_without_list:
        have = "has" if facts.members_without_list == 1 else "have"
        said.append(f"{facts.members_without_list} of {facts.members} {have} no list in force.")
    return tuple(said)


_own_lists: Final = only_if(lambda f: not f.lists_from, _inherits)
_is_due: Final = only_if(lambda f: due(f.deadline, f.now), still_taken)
_new_deadline: Final = lies_ahead(lambda f: f.new_deadline, "A deadline is missing.")
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
    return confirm(f"Everyone will see {seen}. It can be closed again, but not unseen.")


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
