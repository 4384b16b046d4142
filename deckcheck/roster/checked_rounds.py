"""How much of an event was checked, and in which rounds whose deck was."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from deckcheck.app.session import EventSession
from deckcheck.store.models import DeckCheck, Entry
from deckcheck.store.queries import checks, entries
from deckcheck.store.states import CheckState, EntryState

_NEVER_PLAYED: Final = frozenset({EntryState.WITHDRAWN, EntryState.MERGED})


@dataclass(slots=True)
class Checked:
    """What was checked of an entry's decks: the rounds, how often, and the check that is open."""

    rounds: list[int] = field(default_factory=list)
    times: int = 0
    open_check: str = ""


def checked_of(work: EventSession) -> Mapping[str, Checked]:
    """By entry what was checked of it; what was given up, or ended before anything was seen, is none."""
    found: dict[str, Checked] = {}
    for check in checks.checks_of(work.session, work.event.uid):
        one = found.setdefault(check.entry, Checked())
        if check.state == CheckState.BEGUN:
            one.open_check = check.uid
        elif _counts(check):
            one.times += 1
            one.rounds += [check.round] if check.round is not None else []
    return found


def _counts(check: DeckCheck) -> bool:
    return check.state == CheckState.FINISHED and check.result != "not-done"


def playing(work: EventSession) -> list[Entry]:
    """The entries whose decks are, or were, in the event."""
    found = entries.entries_of(work.session, work.event.uid)
    return [entry for entry in found if entry.confirmed and entry.state not in _NEVER_PLAYED]
