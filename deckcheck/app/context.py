"""The context: everything that is needed to answer, in one value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from deckcheck.app.live import Data, LiveData
from deckcheck.catalogue.reference import Reference
from deckcheck.decklist.cards import CardIndex, CardSet
from deckcheck.law.formats import Format, UnknownFormat
from deckcheck.settings import Settings

if TYPE_CHECKING:
    from deckcheck.app.print_limits import Press
    from deckcheck.store.store import Store
    from deckcheck.verdict.set_lists import SetList

OWN: Final = "own-"
"""The ids of formats that accounts wrote begin so; those of the law do not."""


def _make_press() -> Press:
    from deckcheck.app.print_limits import Press

    return Press()


@dataclass(frozen=True, slots=True)
class App:
    """The law, the cards, the clock, and what is kept.

    `live` holds the law and the cards as they are now. `open_store` opens the database when it is first needed,
    which `has_store` tells to be there without making one; `open_press` what shares out how much is printed at once.
    `do_due` does what is due in a locked event (closes,
    seals, mails): it gets the `EventSession` that does it.
    """

    live: LiveData
    clock: Callable[[], datetime]
    settings: Settings
    open_store: Callable[[], Store]
    do_due: Callable[[Any], None]
    has_store: Callable[[], bool] = lambda: True
    open_press: Callable[[], Press] = field(default_factory=lambda: cache(_make_press))

    @property
    def data(self) -> Data:
        """The law and the cards that whatever is done now is done by."""
        return self.live.data

    @property
    def reference(self) -> Reference:
        """The law."""
        return self.data.reference

    def format(self, name: str) -> Format:
        """The format with this id or title, of the law or one that an account wrote; FormatError if there is none."""
        if not name.startswith(OWN):
            return self.reference.format(name)
        return self.data.own_formats.format(name, lambda: self._text_of(name))

    def _text_of(self, id: str) -> str:
        from deckcheck.store.queries.account_formats import version_text

        text = ""
        if self.has_store():
            with self.store.read() as session:
                text = version_text(session, id)
        if not text:
            raise UnknownFormat(f"There is no format {id[:60]!r}.")
        return text

    @property
    def index(self) -> Callable[[str], CardIndex]:
        """Opens a game's cards."""
        return self.data.index

    @property
    def set_list(self) -> Callable[[str, str], SetList | None]:
        """Finds a game's set by its code."""
        return self.data.set_list

    @property
    def sets_opened(self) -> Callable[[str], tuple[CardSet, ...]]:
        """The sets of a game that come in boosters, the newest first."""
        return self.data.sets_opened

    @property
    def store(self) -> Store:
        """The database."""
        return self.open_store()

    @property
    def press(self) -> Press:
        """The places to print in."""
        return self.open_press()

    def now(self) -> datetime:
        """The moment by the desk's clock, in UTC and in whole milliseconds as everything is kept."""
        moment = self.clock().astimezone(UTC)
        return moment.replace(microsecond=moment.microsecond // 1000 * 1000)
