"""What a printed sheet says: of its event, of its player, and its list in sections, piles and rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from deckcheck.law.games import Game, Presentation
from deckcheck.verdict.layout import ORDERS, USUAL_LANDS, USUAL_ORDER, Listed, PiledSection, lay_out


class Paper(NamedTuple):
    """A size of paper, upright, in points."""

    title: str
    width: float
    height: float


PAPERS: Final[Mapping[str, Paper]] = {"a4": Paper("A4", 595.28, 841.89), "letter": Paper("Letter", 612.0, 792.0)}
LANDS: Final[Mapping[str, str]] = {"last": "lands last", "first": "lands first", "among": "lands among the others"}
"""Where lands stand, in the words of a sheet's foot."""
ON_PAGE: Final = 3
"""How many slips a page has."""


@dataclass(frozen=True, slots=True)
class Order:
    """In which order lists are printed, one for all sheets of an event: one of ORDERS, lands as one of LANDS says."""

    cards: str = USUAL_ORDER
    lands: str = USUAL_LANDS

    def words(self, look: Presentation) -> str:
        """The order as a sheet's foot names it."""
        if self.cards == "registered" and self.lands == "among":
            return ORDERS[self.cards]
        title = look.order_title(self.cards, ORDERS[self.cards])
        by = title if self.cards == "registered" else f"By {title.lower()}"
        return f"{by}, {LANDS[self.lands]}" if look.land else by


@dataclass(frozen=True, slots=True)
class SheetEvent:
    """The event of a sheet, each in words; what is empty is left to be written in."""

    game: Game
    name: str = ""
    day: str = ""
    place: str = ""
    format: str = ""


class SheetRow(NamedTuple):
    """Copies of one card; `waiting`: no card was found for what was written. Without a name it is to be written on.

    On a checklist `number` is what is printed on the card, and `played` how many of the copies are in the deck.
    """

    copies: int = 0
    name: str = ""
    waiting: bool = False
    number: str = ""
    played: int = 0


class SheetPile(NamedTuple):
    """Rows that stand together under a small heading, or under none."""

    heading: str
    rows: tuple[SheetRow, ...]


@dataclass(frozen=True, slots=True)
class SheetSection:
    """One part of a list with its title; `count` is its total, None where it is to be written in."""

    id: str
    title: str
    count: int | None
    piles: tuple[SheetPile, ...]
    played: int | None = None

    @property
    def rows(self) -> int:
        """How many lines it has."""
        return sum(len(pile.rows) for pile in self.piles)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One list on paper. `last` is empty where there is no more than a `name` to show.

    `totals` are the large figures (None: to be written in), `remarks` sentences that must be read with the list,
    `foot` what it can be known by again, `link` the address behind the square code.
    """

    event: SheetEvent
    name: str = ""
    last: str = ""
    first: str = ""
    table: str = ""
    account: str = ""
    deck: str = ""
    totals: tuple[tuple[str, int | None], ...] = ()
    sections: tuple[SheetSection, ...] = ()
    remarks: tuple[str, ...] = ()
    foot: tuple[str, ...] = ()
    link: str = ""

    @property
    def initial(self) -> str:
        """The letter that the sheet is filed under."""
        words = (self.last or self.name).strip()
        # Scripts without capitals, Georgian among them, have no other letter at the head of a name.
        return words[:1].title()


def sections_of(listed: Iterable[Listed], order: Order, game: Game) -> tuple[SheetSection, ...]:
    """The sections of a list in the order of its sheet."""
    return tuple(
        _section(piled, game) for piled in lay_out(listed, game.presentation, order.cards, order.lands).sections
    )


def _section(piled: PiledSection, game: Game) -> SheetSection:
    piles = tuple(
        SheetPile(pile.heading, tuple(SheetRow(row.count, row.name, row.waiting) for row in pile.rows))
        for pile in piled.piles
    )
    return SheetSection(piled.id, game.section_title(piled.id), piled.count, piles)


def totals_of(sections: Iterable[SheetSection], game: Game) -> tuple[tuple[str, int | None], ...]:
    """The large figures of a list."""
    sizes = {section.id: section.count or 0 for section in sections}
    return tuple((title, sum(sizes.get(part, 0) for part in parts)) for title, parts in game.presentation.totals)


def blank_sheet(event: SheetEvent, game: Game, *, leaders: bool = False, name: str = "") -> Sheet:
    """A sheet to be filled in by hand; `leaders`: of a format whose decks have a commander."""
    look = game.presentation
    parts = look.blank_led if leaders else look.blank
    sections = tuple(
        SheetSection(section, game.section_title(section), None, (SheetPile("", (SheetRow(),) * lines),))
        for section, lines in parts
    )
    titles = look.totals[:1] if leaders else look.totals
    last, _, first = name.partition(", ")
    return Sheet(
        event,
        name=name,
        last=last,
        first=first,
        totals=tuple((title, None) for title, _ in titles),
        sections=sections,
        foot=("One card a line, its number as digits, its full English name.",),
    )


@dataclass(frozen=True, slots=True)
class Slip:
    """What goes with the decks of a table while they are checked; what is empty is left to be written in."""

    event: SheetEvent
    round: str = ""
    table: str = ""
    players: tuple[str, ...] = ("", "")
    anchor: str = ""
