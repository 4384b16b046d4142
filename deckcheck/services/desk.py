"""The desk: everything a service needs, in one value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from deckcheck.core.cards import CardIndex
from deckcheck.reference import Reference
from deckcheck.settings import Settings

if TYPE_CHECKING:
    from deckcheck.storage.store import Store


@dataclass(frozen=True, slots=True)
class Desk:
    """The law, the cards, the clock, and what is kept. `index` opens a game's cards, once.

    `open_store` opens the database when it is first needed: judging a list needs none.
    """

    reference: Reference
    index: Callable[[str], CardIndex]
    clock: Callable[[], datetime]
    settings: Settings
    open_store: Callable[[], Store]

    @property
    def store(self) -> Store:
        """The database."""
        return self.open_store()

    def now(self) -> datetime:
        """The moment by the desk's clock, in UTC and in whole milliseconds as everything is kept."""
        moment = self.clock().astimezone(UTC)
        return moment.replace(microsecond=moment.microsecond // 1000 * 1000)
