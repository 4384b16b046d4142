"""What follows from states without any act: who sees, what counts, what a list without a row is."""

from __future__ import annotations

from typing import Final

from deckcheck.app.states.vocabulary import Effective
from deckcheck.store.states import After, During, EventState, ListState, StageState

_UNSEEN_EVENTS: Final = frozenset({EventState.PLANNED, EventState.CANCELLED, EventState.GONE})
_UNSEEN_STAGES: Final = frozenset({StageState.AHEAD, StageState.TAKING})
_SHOWN: Final = {During.CLOSED: Effective.CLOSED, During.STAGE: Effective.STAGE, During.ALL: Effective.ALL}
_COMMON_TITLES: Final = frozenset({"playoff", "playoffs", "final", "finals", "top 8"})


def effective(event: str, stage: str, during: str, after: str) -> Effective:
    """Who sees the lists of a stage now; nobody but staff before they are locked, or in an event that is not held."""
    if event in _UNSEEN_EVENTS or stage in _UNSEEN_STAGES:
        return Effective.CLOSED
    if event == EventState.COMPLETED and after == After.ALL:
        return Effective.ALL
    return _SHOWN[During(during)]


def in_force(stage: str, accepted: str | None, current: str | None) -> str | None:
    """The submission that counts: the accepted one, else the last sent once the stage takes no more."""
    if accepted:
        return accepted
    return None if stage in _UNSEEN_STAGES else current


def list_state(stage: str) -> ListState:
    """The state of a list that has no row yet: what its stage is."""
    return ListState.OPEN if stage == StageState.TAKING else ListState.CLOSED


def stage_words(title: str) -> str:
    """A stage's title within a sentence: Swiss, the playoff."""
    return f"the {title.lower()}" if title.lower() in _COMMON_TITLES else title
