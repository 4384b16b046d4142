"""Every state an event, a stage, an entry and a list can be in, and the only ways from one to the next.

Pure: whoever acts, fetches and saves does so elsewhere. `step` says what follows from an act, or refuses it with a
sentence; who may act at all is asked of `permissions.may` before.
"""

from __future__ import annotations

from deckcheck.app.states.derived import effective, in_force, list_state, stage_words
from deckcheck.app.states.facts import Facts
from deckcheck.app.states.rows import StateRefused, changed_meanwhile
from deckcheck.app.states.stepping import step, table
from deckcheck.app.states.vocabulary import NOTHING, Act, Effective, Machine, Step

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
    "stage_words",
    "step",
    "table",
]
