"""What the counting screen shows: the same for a pool of anybody, of the player across, and for staff."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from deckcheck.app.context import App
from deckcheck.lists.pool_reading import read_of_sets
from deckcheck.translations import gettext
from deckcheck.verdict.set_lists import SetList
from deckcheck.web.pages.check.pool_sheet import Counted, counted_of, in_order


class OtherDevice(NamedTuple):
    """A counting that another device kept meanwhile: what is said of it, how many cards it has, its version."""

    sentence: str
    there: int
    version: int


@dataclass(frozen=True, slots=True)
class CountPage:
    """The counting screen.

    `action` is where its form goes, `save` where a script keeps the counting (empty: in the browser alone), `read`
    where it asks what a text means, `next` where the button in the dock leads. `store` names the counting in the
    browser. `answered`: the form was just sent, so that what it holds is newer than what the browser keeps. `above`:
    sentences that stand over the rows. `clears`: whether there is a button that begins anew.
    """

    title: str
    about: str
    action: str
    counted: Counted
    store: str
    read: str
    quiet: str
    next_words: str
    label: str = ""
    above: tuple[str, ...] = ()
    back: str = ""
    clears: bool = False
    save: str = ""
    next: str = ""
    hidden: tuple[tuple[str, str | int], ...] = ()
    version: int = 0
    expected: int | None = None
    first: str = ""
    answered: bool = False
    refused: str = ""
    told: str = ""
    both: OtherDevice | None = None

    @property
    def quiet_echo(self) -> str:
        """What stands where the last card will stand, before there is one."""
        return gettext("What you add stands here.") if not self.counted.total else ""


def first_of(sets: Sequence[SetList]) -> str:
    """The set whose numbers are typed first."""
    return sets[0].code if sets else ""


def read_pool(text: str, sets: Sequence[SetList], game: str, app: App, first: str = "") -> Counted:
    """A text as counts on the checklists; numbers without a set's code are those of the set that is counted first."""
    return counted_of(read_of_sets(text, game, in_order(sets, first), app), sets, text)
