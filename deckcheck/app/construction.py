"""Whether the decks of an event may change between matches: as the documents choose, or as its organizer does.

The documents call it continuous construction. It is asked of formats whose decks are built from a pool.
"""

from __future__ import annotations

from datetime import date
from typing import NamedTuple, Protocol

from deckcheck.app.context import App
from deckcheck.law.formats import FormatError
from deckcheck.law.rulebooks import CONTINUOUS
from deckcheck.store.states import Continuous
from deckcheck.translations import gettext


class Played(Protocol):
    """What of an event, or of a plan for one, the answer follows from."""

    @property
    def format(self) -> str:
        """The format's id."""

    @property
    def level(self) -> str:
        """The rules enforcement level."""

    @property
    def digital(self) -> bool | None:
        """Whether it is not played on paper."""

    @property
    def premier(self) -> bool:
        """Whether it is a Premier event."""

    @property
    def continuous(self) -> str:
        """What the organizer chose, by the words of `Continuous`."""

    @property
    def day(self) -> date | None:
        """The day it is played."""


class Construction(NamedTuple):
    """Whether decks may change, whether the documents let them (`usual`), and the section that says so."""

    allowed: bool
    usual: bool
    source: str

    @property
    def said(self) -> str:
        """What players are told; nothing where their decks stay as registered, as the documents have it."""
        if self.allowed and self.usual:
            told = gettext("You may change your deck between matches, from your pool; no list is needed ({source}).")
        elif self.allowed:
            told = gettext("Here you may change your deck between matches, from your pool, against {source}.")
        elif self.usual:
            told = gettext("Decks stay as registered here: no changes between matches, which {source} would allow.")
        else:
            return ""
        return told.format(source=self.source)


def construction(event: Played, app: App) -> Construction | None:
    """The answer for an event; None where its format is not built from a pool, or is known no more."""
    try:
        fmt = app.format(event.format)
    except FormatError:
        return None
    if CONTINUOUS not in fmt.option_names():
        return None
    kind, day = str(fmt.setting_on("lists")), event.day or app.now().date()
    law, digital = app.reference.list_law, bool(event.digital)
    fact = law.decks_may_change(kind, event.level, day, digital=digital, premier=event.premier)
    usual = fact.value == "yes"
    chosen = {Continuous.ALLOWED: True, Continuous.REFUSED: False}
    return Construction(chosen.get(Continuous(event.continuous), usual), usual, fact.source)
