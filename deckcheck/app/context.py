"""The context: everything that is needed to answer, in one value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from deckcheck.app.print_limits import Press
from deckcheck.catalogue.reference import Reference
from deckcheck.decklist.cards import CardIndex, CardSet
from deckcheck.settings import Settings

if TYPE_CHECKING:
    from deckcheck.store.store import Store
    from deckcheck.verdict.set_lists import SetList


@dataclass(frozen=True, slots=True)
class App:
    """The law, the cards, the clock, and what is kept. `index` opens a game's cards, once.

    `open_store` opens the database when it is first needed: judging a list needs none. `set_list` gives a game's set by
    its code, none where there is no such set; `sets_opened` those that come in boosters, the newest first. `press`
    shares out how much is printed at once. `do_due` does what is due in a locked event (closes,
    seals, mails): it gets the `EventSession` that does it.
    """

    reference: Reference
    index: Callable[[str], CardIndex]
    clock: Callable[[], datetime]
    settings: Settings
    open_store: Callable[[], Store]
    set_list: Callable[[str, str], SetList | None]
    sets_opened: Callable[[str], tuple[CardSet, ...]]
    do_due: Callable[[Any], None]
    press: Press = field(default_factory=Press)

    @property
    def store(self) -> Store:
        """The database."""
        return self.open_store()

    def now(self) -> datetime:
        """The moment by the desk's clock, in UTC and in whole milliseconds as everything is kept."""
        moment = self.clock().astimezone(UTC)
        return moment.replace(microsecond=moment.microsecond // 1000 * 1000)
