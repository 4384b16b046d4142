"""Every state an event, a stage, an entry and a list can be in, and the only ways from one to the next.

Pure: whoever acts, fetches and saves does so elsewhere. `step` says what follows from an act, or refuses it with a
sentence; who may act at all is asked of `permissions.may` before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, cast

from deckcheck.app.clocks import credible_arrival, minutes_late
from deckcheck.app.states.check_transitions import CHECK_ROWS, where_check_is
from deckcheck.app.states.entry_transitions import ENTRY_ROWS, where_entry_is
from deckcheck.app.states.event_transitions import (
    EVENT_ROWS,
    PUBLICATION_ROWS,
    STAGE_ROWS,
    where_event_is,
    where_publication_is,
    where_stage_is,
)
from deckcheck.app.states.list_transitions import LIST_ROWS, closes_at, where_list_is
from deckcheck.app.states.pool_transitions import POOL_ROWS, where_pool_is
from deckcheck.app.states.steps import (
    NOTHING,
    Act,
    Effective,
    Facts,
    Machine,
    State,
    Step,
    effective,
    in_force,
    list_state,
    stage_of_players,
    stage_words,
)
from deckcheck.app.states.transitions import Row, StateRefused, changed_meanwhile
from deckcheck.store.states import ListState

__all__ = [
    "NOTHING",
    "Act",
    "Effective",
    "Facts",
    "Machine",
    "StateRefused",
    "Step",
    "changed_meanwhile",
    "effective",
    "in_force",
    "list_state",
    "stage_of_players",
    "stage_words",
    "step",
    "table",
]


_ROWS: Final[Mapping[Machine, Mapping[Act, Row]]] = {
    machine: {row.act: row for row in rows}
    for machine, rows in (
        (Machine.EVENT, EVENT_ROWS),
        (Machine.STAGE, STAGE_ROWS),
        (Machine.ENTRY, ENTRY_ROWS),
        (Machine.LIST, LIST_ROWS),
        (Machine.PUBLICATION, PUBLICATION_ROWS),
        (Machine.CHECK, CHECK_ROWS),
        (Machine.POOL, POOL_ROWS),
    )
}
_WHERE: Final[Mapping[Machine, Callable[[str, Facts], StateRefused]]] = {
    Machine.EVENT: where_event_is,
    Machine.STAGE: where_stage_is,
    Machine.ENTRY: where_entry_is,
    Machine.LIST: where_list_is,
    Machine.PUBLICATION: where_publication_is,
    Machine.CHECK: where_check_is,
    Machine.POOL: where_pool_is,
}


def table(machine: Machine) -> Mapping[Act, Row]:
    """The rows of a machine by their acts."""
    return _ROWS[machine]


def step(machine: Machine, state: State, act: Act, facts: Facts) -> Step[State]:
    """What follows from the act, or `StateRefused` with the sentence that says why not and what instead."""
    row = _ROWS[machine].get(act)
    if row is None:
        raise _WHERE[machine](state, facts)
    if machine != Machine.EVENT and facts.event_state not in row.while_event:
        raise row.not_running(facts)
    if state not in row.sources:
        raise row.elsewhere[state](facts) if state in row.elsewhere else _WHERE[machine](state, facts)
    for guard in row.guards:
        if refused := guard(state, facts):
            raise refused
    return _follow(row, state, facts)


def _follow(row: Row, state: State, facts: Facts) -> Step[State]:
    return Step(
        state=cast("State", row.to(state, facts)),
        audit=row.act,
        seal=row.seal(facts),
        superseded=row.supersedes and facts.current is not None,
        whole_team=row.whole_team and facts.in_team,
        tells=row.tells,
        late=_late(facts) if row.late else None,
        after_opening=row.late and facts.visible_ever,
        warnings=row.warnings(facts) if row.warnings else (),
    )


def _late(facts: Facts) -> int:
    """Whole minutes since the player could send no more."""
    at = closes_at(ListState.CLOSED, facts)
    return minutes_late(at, credible_arrival(facts.arrived or facts.now, facts.now)) if at else 0
