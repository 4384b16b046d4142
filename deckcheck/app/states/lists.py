"""The table of a list: one entry's registration for one stage."""

from __future__ import annotations

from typing import Final

from deckcheck.app.clocks import due
from deckcheck.app.states import list_guards as g
from deckcheck.app.states.facts import Facts
from deckcheck.app.states.rows import (
    HELD,
    Row,
    StateRefused,
    reasoned,
    same,
    sealed_after_close,
    sealed_if_changed,
    sources,
)
from deckcheck.app.states.vocabulary import Act
from deckcheck.store.states import ListState, StageState

OPEN, CLOSED, ACCEPTED, REOPENED = (str(state) for state in ListState)


def _stage_closes(_state: str, facts: Facts) -> str:
    """An open list closes with its stage, unless its own deadline is later: then it stays open for its player alone."""
    return REOPENED if _has_own_time(facts) else CLOSED


def _has_own_time(facts: Facts) -> bool:
    return facts.own_deadline is not None and not due(facts.own_deadline, facts.now)


def _before(_state: str, facts: Facts) -> str:
    """The state the acceptance found, or closed where its time has run out meanwhile."""
    if facts.state_before == ListState.OPEN:
        return OPEN if facts.stage_state == StageState.TAKING else CLOSED
    if facts.state_before == ListState.REOPENED:
        return REOPENED if _has_own_time(facts) else CLOSED
    return CLOSED


LIST_ROWS: Final = (
    Row(
        Act.LIST_SENT,
        sources(OPEN, REOPENED),
        same,
        (g.plays, g.can_send, g.admitted),
        elsewhere={CLOSED: g.closed_for_sending, ACCEPTED: g.is_accepted},
        supersedes=True,
    ),
    Row(
        Act.LIST_SENT_BACK,
        sources(OPEN, REOPENED),
        same,
        (g.plays, g.by_judge, g.has_list, g.can_be_mended, reasoned("Say what is to be mended.")),
        elsewhere={CLOSED: g.no_longer_mended, ACCEPTED: g.no_longer_mended},
    ),
    Row(
        Act.LIST_ACCEPTED,
        sources(OPEN, CLOSED, REOPENED),
        ACCEPTED,
        (g.took_part, g.has_list, g.is_the_one_seen, g.legal_or_judged),
        elsewhere={ACCEPTED: g.is_accepted},
        seal=sealed_if_changed,
    ),
    Row(
        Act.LIST_REOPENED,
        sources(ACCEPTED),
        REOPENED,
        (g.plays, g.by_judge, g.unseen, reasoned(g.player_reads), g.until_ahead),
        elsewhere={**g.while_open(), CLOSED: g.to_be_lifted},
    ),
    Row(
        Act.LIST_UNDONE,
        sources(ACCEPTED),
        _before,
        (g.took_part, g.unseen, g.own_acceptance, g.just_accepted),
        elsewhere=dict.fromkeys((OPEN, CLOSED, REOPENED), g.not_accepted),
    ),
    Row(
        Act.LIST_LIFTED,
        sources(OPEN, CLOSED),
        lambda state, _facts: OPEN if state == OPEN else REOPENED,
        (
            g.lifted_by_head_judge,
            g.plays,
            g.lists_are_taken,
            g.unseen,
            reasoned(g.player_reads),
            g.until_ahead,
            g.later,
        ),
        elsewhere={**g.while_open(), ACCEPTED: g.to_be_reopened},
    ),
    Row(
        Act.LIST_ENTERED_LATE,
        sources(CLOSED),
        CLOSED,
        (g.plays, g.lists_are_taken, reasoned("Say why it is late.")),
        elsewhere={**g.while_open("Send it for the player."), ACCEPTED: g.to_be_corrected},
        seal=sealed_after_close,
        supersedes=True,
        late=True,
    ),
    Row(
        Act.LIST_CORRECTED,
        sources(CLOSED, ACCEPTED),
        ACCEPTED,
        (g.corrected_by_its_official, g.took_part, g.has_list, reasoned(g.player_reads), g.under_section, g.decided),
        elsewhere=g.while_open("Send it back to be mended."),
        while_event=HELD,
        seal=sealed_after_close,
        supersedes=True,
    ),
    Row(
        Act.LIST_WITHDRAWN,
        sources(OPEN, REOPENED),
        same,
        (g.by_its_player, g.plays, g.can_take_back, g.has_list),
        elsewhere={CLOSED: g.closed_for_taking_back, ACCEPTED: g.is_accepted},
        supersedes=True,
    ),
    Row(Act.STAGE_CLOSED, sources(OPEN), _stage_closes, (g.stage_has_closed,), seal=sealed_if_changed),
    Row(Act.STAGE_REOPENED, sources(CLOSED, REOPENED), OPEN, (g.stage_takes_again, g.unseen)),
    Row(
        Act.LIST_CLOSED,
        sources(REOPENED),
        CLOSED,
        (g.time_is_over,),
        while_event=HELD,
        seal=sealed_if_changed,
    ),
)


def where_list_is(state: str, facts: Facts) -> StateRefused:
    """Why an act that the table does not have from this state is refused."""
    if state == ACCEPTED:
        return g.is_accepted(facts)
    return StateRefused(g.closed_sentence(facts)) if state == CLOSED else g.is_open(state, facts)
