"""The table of a stage's publication; its states are who sees the lists now."""

from __future__ import annotations

from typing import Final

from deckcheck.app.states.derived import effective
from deckcheck.app.states.facts import Facts
from deckcheck.app.states.refusing import StateRefused, confirm, nothing_here, number
from deckcheck.app.states.rows import ALWAYS, Row, sources
from deckcheck.app.states.vocabulary import Act, Effective
from deckcheck.store.states import During

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
