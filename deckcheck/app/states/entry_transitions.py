"""The table of an entry: a player in an event."""

from __future__ import annotations

from typing import Final

from deckcheck.app.clocks import credible_arrival, in_time
from deckcheck.app.states.steps import NOTHING, Act, Facts
from deckcheck.app.states.transitions import (
    Row,
    StateRefused,
    begin,
    closed,
    confirm,
    head_judge,
    not_running,
    nothing_here,
    only_if,
    player,
    reasoned,
    sources,
    within,
)
from deckcheck.law.games import cited
from deckcheck.store.states import EntryState, EventState, StageState
from deckcheck.translations import gettext, gettext_noop

NO_EVENT: Final = gettext_noop("No event takes the code {code} now. Ask at the desk for the current one.")
"""What is said of every code that opens nothing."""


def before_deadline(facts: Facts) -> bool:
    """What was asked arrived before the stage's deadline, where there is one."""
    arrived = credible_arrival(facts.arrived or facts.now, facts.now)
    return facts.deadline is None or in_time(arrived, facts.deadline)


def _wrong_code(facts: Facts) -> StateRefused:
    """One answer to every code that opens nothing, so that none tells of an event that is planned or over."""
    sentence = gettext(NO_EVENT).format(code=facts.code)
    return StateRefused(
        sentence, code="closed" if facts.code_fits else "wrong-code", status=409 if facts.code_fits else 403
    )


def _outside(facts: Facts) -> StateRefused:
    return _wrong_code(facts) if facts.by_player and facts.event_state != EventState.GONE else not_running(facts)


def _may_join(_state: str, facts: Facts) -> StateRefused | None:
    if not facts.by_player:
        return None
    takes = facts.stage_state == StageState.TAKING and before_deadline(facts)
    return None if facts.code_fits and takes else _wrong_code(facts)


def _like_name_shown(_state: str, facts: Facts) -> StateRefused | None:
    """Only staff is told of a like name: a stranger with a code would learn who plays."""
    if facts.by_player or facts.confirmed or not facts.like_name:
        return None
    return confirm(f"{facts.like_name} is on the roster already. Add another?", "like-name")


def _player_in_time(_state: str, facts: Facts) -> StateRefused | None:
    if not facts.by_player or before_deadline(facts):
        return None
    return StateRefused(f"{closed(facts)}. The desk can withdraw you.", code="deadline-passed")


def _begun(facts: Facts) -> str:
    return f"{begin(facts.first_round)} has begun"


def _may_return(state: str, facts: Facts) -> StateRefused | None:
    """Who withdrew comes back by anyone of staff; who dropped or was disqualified, by the head judge."""
    if state != WITHDRAWN and (refused := _by_head_judge(state, facts)):
        return refused
    if state == DROPPED and facts.later_stage_begun:
        return StateRefused("No one comes back after the cut.")
    return None


def _may_merge(_state: str, facts: Facts) -> StateRefused | None:
    other = facts.other or "the other entry"
    if not facts.same_event or facts.other_state != EntryState.ON:
        return StateRefused(f"{begin(other)} is not on the roster of {facts.event}.")
    if facts.both_accepted:
        return StateRefused("Both lists are accepted. Reopen one first.", code="both-accepted")
    return None if facts.confirmed else confirm(f"Is {player(facts)} the same person as {other}?")


def _may_part(state: str, facts: Facts) -> StateRefused | None:
    """Who merged two entries a moment ago undoes it; later it is for the head judge, with a reason."""
    if facts.just_merged:
        return None
    return _by_head_judge(state, facts) or reasoned()(state, facts)


_by_head_judge: Final = head_judge()
_before_play: Final = only_if(lambda f: not f.first_stage_begun, lambda f: StateRefused(f"{_begun(f)}. Drop instead."))
_in_play: Final = only_if(
    lambda f: f.first_stage_begun,
    lambda f: StateRefused(f"{begin(f.first_round)} has not begun. Withdraw instead."),
)
_in_team: Final = only_if(lambda f: f.in_team, lambda f: StateRefused(f"{begin(player(f))} is in no team."))
_team_before_play: Final = only_if(
    lambda f: not f.first_stage_begun,
    lambda f: StateRefused(
        f"Teams keep their players once {within(f.first_round)} has begun{cited(f.documents, 'teams')}."
    ),
)

ON, WITHDRAWN, DROPPED, DISQUALIFIED, MERGED = (str(state) for state in EntryState)

ENTRY_ROWS: Final = (
    Row(Act.ENTRY_ADDED, sources(NOTHING), ON, (_may_join, _like_name_shown), not_running=_outside),
    Row(Act.ENTRY_WITHDRAWN, sources(ON), WITHDRAWN, (_before_play, _player_in_time)),
    Row(Act.ENTRY_DROPPED, sources(ON), DROPPED, (_in_play,), whole_team=True),
    Row(Act.ENTRY_DISQUALIFIED, sources(ON), DISQUALIFIED, (_by_head_judge, reasoned()), whole_team=True),
    Row(
        Act.ENTRY_RETURNED,
        sources(WITHDRAWN, DROPPED, DISQUALIFIED),
        ON,
        (_may_return, reasoned()),
        whole_team=True,
    ),
    Row(Act.ENTRY_MERGED, sources(ON), MERGED, (_may_merge,)),
    Row(Act.ENTRY_UNMERGED, sources(MERGED), ON, (_may_part,)),
    Row(
        Act.ENTRY_REPLACED,
        sources(ON, NOTHING),
        lambda state, _facts: WITHDRAWN if state == ON else ON,
        (_team_before_play, _in_team),
    ),
)

_WHERE: Final = {
    ON: gettext_noop("{} is on the roster."),
    WITHDRAWN: gettext_noop("{} has withdrawn."),
    DROPPED: gettext_noop("{} has dropped."),
    DISQUALIFIED: gettext_noop("{} was disqualified."),
    MERGED: gettext_noop("{} is part of another entry now."),
}


def where_entry_is(state: str, facts: Facts) -> StateRefused:
    """Why an act that the table does not have from this state is refused."""
    return StateRefused(gettext(_WHERE[state]).format(begin(player(facts)))) if state in _WHERE else nothing_here()
