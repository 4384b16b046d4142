"""The desk: everything a service needs, in one value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from deckcheck.core.cards import CardIndex
from deckcheck.reference import Reference


@dataclass(frozen=True, slots=True)
class Desk:
    """The law, the cards and the clock. `index` opens a game's cards, once."""

    reference: Reference
    index: Callable[[str], CardIndex]
    clock: Callable[[], datetime]
