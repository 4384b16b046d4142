"""The table of a registered pool: assigned, handed over by whoever counts it, and confirmed or questioned (MTR 7.5)."""

from __future__ import annotations

from typing import Final

from deckcheck.app.states.list_transitions import plays, took_part
from deckcheck.app.states.steps import Act, Facts
from deckcheck.app.states.transitions import (
    JUDGES,
    Row,
    StateRefused,
    begin,
    confirm,
    held,
    nothing_here,
    only_if,
    player,
    reason_needed,
    reasoned,
    sources,
)
from deckcheck.app.time_words import at_when
from deckcheck.store.states import EntryState, PoolState
from deckcheck.translations import gettext, gettext_noop, ngettext

WAITING, COUNTING, REGISTERED, CONFIRMED, QUESTIONED = (str(state) for state in PoolState)


def _counter_is_out(facts: Facts) -> StateRefused:
    return StateRefused(f"{begin(facts.counter)} is not in the event any more. Choose another player.")


def _is_own(facts: Facts) -> StateRefused:
    who = begin(player(facts))
    return StateRefused(f"{who} opened this pool, so another player registers it.", code="own-pool")


_counter_plays: Final = only_if(lambda f: not f.counter or f.other_state == EntryState.ON, _counter_is_out)
_by_another: Final = only_if(lambda f: not (f.own_pool and f.pools == "other"), _is_own)
_counts: Final = only_if(
    lambda f: f.counts or bool(f.roles),
    lambda _f: StateRefused(gettext("Somebody else counts this pool."), code="not-yours"),
)
_by_judge: Final = held(JUDGES, lambda _f: "Correcting a pool is for a judge.", "judge-only")
_has_cards: Final = only_if(
    lambda f: f.total > 0, lambda _f: StateRefused(gettext("No card is counted yet."), code="no-cards", status=422)
)


def _unexpected(facts: Facts) -> StateRefused:
    told = ngettext(
        "{number} card is counted; a pool has {expected}. Hand it over all the same?",
        "{number} cards are counted; a pool has {expected}. Hand it over all the same?",
        facts.total,
    )
    return confirm(told.format(number=facts.total, expected=facts.expected))


_as_expected: Final = only_if(lambda f: f.confirmed or f.expected in {None, f.total}, _unexpected)


def _before_a_list(_state: str, facts: Facts) -> StateRefused | None:
    """Once the list built from it was accepted, a pool comes from an official who says why."""
    if not facts.list_accepted:
        return None
    if not facts.roles:
        told = gettext("The list built from this pool is accepted. A judge enters the pool now.")
        return StateRefused(told, code="accepted")
    return None if facts.reason.strip() else reason_needed("Say why: the list built from this pool is accepted.")


def _after(_state: str, facts: Facts) -> str:
    return CONFIRMED if facts.own_pool and facts.counts else REGISTERED


def _to_a_counter(_state: str, facts: Facts) -> str:
    return COUNTING if facts.counter else WAITING


def _handed_over(facts: Facts, remedy: str) -> StateRefused:
    at = at_when(facts.handed_at, facts.now, facts.zone) if facts.handed_at else ""
    if at and facts.handed_by:
        told = gettext("This pool was handed over {when} by {name}.").format(when=at, name=facts.handed_by)
    else:
        told = gettext("This pool was handed over.")
    return StateRefused(f"{told} {remedy}", code="registered")


def _not_assigned_again(facts: Facts) -> StateRefused:
    return _handed_over(facts, gettext("A judge can correct it."))


def _not_twice(facts: Facts) -> StateRefused:
    return _handed_over(facts, gettext("Tell its player or a judge what is wrong."))


def _not_yet(_facts: Facts) -> StateRefused:
    return StateRefused(gettext("Nobody has handed this pool over yet."), code="not-registered")


def _confirmed(facts: Facts) -> StateRefused:
    told = gettext("{name} confirmed this pool already.").format(name=begin(player(facts)))
    return StateRefused(told, code="confirmed")


_YET: Final = {WAITING: _not_yet, COUNTING: _not_yet}
_HANDED: Final = (REGISTERED, CONFIRMED, QUESTIONED)

POOL_ROWS: Final = (
    Row(
        Act.POOL_ASSIGNED,
        sources(WAITING, COUNTING),
        _to_a_counter,
        (plays, _counter_plays, _by_another),
        elsewhere=dict.fromkeys(_HANDED, _not_assigned_again),
    ),
    Row(
        Act.POOL_REGISTERED,
        sources(WAITING, COUNTING),
        _after,
        (took_part, _counts, _has_cards, _before_a_list, _as_expected),
        elsewhere=dict.fromkeys(_HANDED, _not_twice),
    ),
    Row(Act.POOL_CONFIRMED, sources(REGISTERED, QUESTIONED), CONFIRMED, elsewhere={**_YET, CONFIRMED: _confirmed}),
    Row(
        Act.POOL_QUESTIONED,
        sources(*_HANDED),
        QUESTIONED,
        (reasoned(gettext_noop("Say what is wrong, and with which cards.")),),
        elsewhere=_YET,
    ),
    Row(
        Act.POOL_CORRECTED,
        sources(*_HANDED),
        REGISTERED,
        (took_part, _by_judge, _has_cards, reasoned(), _as_expected),
        elsewhere=_YET,
    ),
)


def where_pool_is(state: str, facts: Facts) -> StateRefused:
    """Why an act that the table does not have from this state is refused."""
    if state in _HANDED:
        return _handed_over(facts, gettext("A judge can correct it."))
    return _not_yet(facts) if state in _YET else nothing_here()
