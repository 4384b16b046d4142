"""What stands on a printed sheet: its event, its player, a list in sections, piles and rows, or a checklist of sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from deckcheck.law.games import Game, Presentation, SheetTable
from deckcheck.law.sentences import section_heading
from deckcheck.translations import gettext, gettext_noop
from deckcheck.verdict.layout import ORDERS, USUAL_LANDS, USUAL_ORDER, Listed, PiledSection, lay_out
from deckcheck.verdict.pool_counts import PoolRow
from deckcheck.verdict.set_lists import SetList


class Paper(NamedTuple):
    """A size of paper, upright, in points."""

    title: str
    width: float
    height: float


PAPERS: Final[Mapping[str, Paper]] = {"a4": Paper("A4", 595.28, 841.89), "letter": Paper("Letter", 612.0, 792.0)}
LANDS: Final[Mapping[str, str]] = {
    "last": gettext_noop("lands last"),
    "first": gettext_noop("lands first"),
    "among": gettext_noop("lands among the others"),
}
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
        title = look.order_title(self.cards, ORDERS[self.cards])
        if self.cards == "registered":
            by = gettext(title)
        else:
            by = gettext("By {order}").format(order=gettext(title.lower()))
        unsaid = not look.land or (self.cards, self.lands) == ("registered", "among")
        return by if unsaid else gettext("{order}, {lands}").format(order=by, lands=gettext(LANDS[self.lands]))


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

    On a checklist `number` is what is printed on the card, and `played` how many of the copies are in the deck; in a
    table `set_code` and `mark` are printed on it as well.
    """

    copies: int = 0
    name: str = ""
    waiting: bool = False
    number: str = ""
    played: int = 0
    set_code: str = ""
    mark: str = ""


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


class FilledTable(NamedTuple):
    """A table of a game's own sheet with its rows; one that is not `filled` is to be written on."""

    table: SheetTable
    rows: tuple[SheetRow, ...] = ()
    filled: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """One list on paper. `last` is empty where there is no more than a `name` to show.

    `division` is the id of the player's age division, `born` the date of birth; `tables` go before `sections` where the
    game's sheet has them. `totals` are the large figures (None: to be written in), `remarks` sentences that must be
    read with the list, `foot` what it can be known by again, `link` the address behind the square code.
    """

    event: SheetEvent
    name: str = ""
    last: str = ""
    first: str = ""
    table: str = ""
    account: str = ""
    division: str = ""
    born: str = ""
    deck: str = ""
    totals: tuple[tuple[str, int | None], ...] = ()
    sections: tuple[SheetSection, ...] = ()
    tables: tuple[FilledTable, ...] = ()
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
    return SheetSection(piled.id, section_heading(game, piled.id), piled.count, piles)


def totals_of(sections: Iterable[SheetSection], game: Game) -> tuple[tuple[str, int | None], ...]:
    """The large figures of a list."""
    sizes = {section.id: section.count or 0 for section in sections}
    totals = game.presentation.totals
    return tuple((gettext(title), sum(sizes.get(part, 0) for part in parts)) for title, parts in totals)


def blank_sheet(event: SheetEvent, game: Game, *, leaders: bool = False, name: str = "") -> Sheet:
    """A sheet to be filled in by hand; `leaders`: of a format whose decks have a commander."""
    look = game.presentation
    parts = look.blank_led if leaders else look.blank
    sections = tuple(
        SheetSection(section, section_heading(game, section), None, (SheetPile("", (SheetRow(),) * lines),))
        for section, lines in parts
    )
    titles = look.totals[:1] if leaders else look.totals
    last, _, first = name.partition(", ")
    return Sheet(
        event,
        name=name,
        last=last,
        first=first,
        totals=tuple((gettext(title), None) for title, _ in titles),
        sections=sections,
        tables=tuple(FilledTable(table) for table in look.tables),
        foot=(gettext("One card a line, its number as digits, its full English name."),),
    )


@dataclass(frozen=True, slots=True)
class Slip:
    """What goes with the decks of a table while they are checked; what is empty is left to be written in."""

    event: SheetEvent
    round: str = ""
    table: str = ""
    players: tuple[str, ...] = ("", "")
    anchor: str = ""


MOST_PILES: Final = 24
"""A set that changes its colour more often than this from card to card has no headings."""
SPARE: Final = 8
"""So many rows are left for cards that stand on no checklist."""
OTHERS: Final = ("others", gettext_noop("Cards of other sets"))
FREE: Final = ("free", gettext_noop("Added basic lands"))


@dataclass(frozen=True, slots=True)
class Checklist:
    """One pool on paper: the sheet of who plays it, and who registered it; empty where it is to be written in."""

    sheet: Sheet
    registered_by: str = ""


@dataclass(frozen=True, slots=True)
class Opened:
    """A pool with what is played of it by name. `free` are the cards that are added to a deck without being opened."""

    rows: tuple[PoolRow, ...]
    played: Mapping[str, int]
    free: tuple[str, ...] = ()


def blank_sections(sets: Iterable[SetList], free: Sequence[str]) -> tuple[SheetSection, ...]:
    """The checklists of the sets to be filled in, rows for other cards behind them, and the cards that are free."""
    listed = (SheetSection(one.code, _title(one), None, _piles(one, {}, Counter(), whole=True)) for one in sets)
    others = SheetSection(OTHERS[0], gettext(OTHERS[1]), None, (SheetPile("", (SheetRow(),) * SPARE),))
    added = SheetSection(FREE[0], gettext(FREE[1]), None, (SheetPile("", tuple(SheetRow(name=name) for name in free)),))
    return (*listed, others, added) if free else (*listed, others)


def sections_held(sets: Sequence[SetList], opened: Opened, *, whole: bool) -> tuple[SheetSection, ...]:
    """The checklists of the sets as a pool fills them: the cards it holds, or with `whole` all cards of the sets.

    Each copy that is played is one of the pool as long as that has one more; what is played beyond it stands behind.
    """
    held: dict[str, dict[str, SheetRow]] = {}
    names = {one.code: {card.name for card in one.cards} for one in sets}
    for row in opened.rows:
        home = next((code for code, of in names.items() if row.name in of and row.set_code in {"", code}), "")
        name = row.name if home or not row.set_code else f"{row.name} ({row.set_code})"
        known = held.setdefault(home, {}).setdefault(row.name, SheetRow(0, name, number=row.number))
        held[home][row.name] = known._replace(copies=known.copies + row.count)
    left = Counter(opened.played)
    listed = [_summed(one.code, _title(one), _piles(one, held.get(one.code, {}), left, whole=whole)) for one in sets]
    others = [_taken(name, row, left) for name, row in held.get("", {}).items()]
    beyond = [SheetRow(0, name, played=count) for name, count in left.items() if count > 0]
    added = [row for row in beyond if row.name in opened.free]
    others += [row for row in beyond if row.name not in opened.free]
    parts = ((OTHERS, others), (FREE, added))
    behind = [_summed(id_, gettext(title), (SheetPile("", tuple(rows)),)) for (id_, title), rows in parts]
    return tuple(section for section in (*listed, *behind) if section.rows)


def totals_held(opened: Opened) -> tuple[tuple[str, int | None], ...]:
    """The large figures: how many cards were opened, and how many are played, added ones among them."""
    played = sum(opened.played.values())
    return (gettext("Pool"), sum(row.count for row in opened.rows)), (gettext("Played"), played or None)


def totals_to_fill_in() -> tuple[tuple[str, int | None], ...]:
    """The same where they are to be written in."""
    return (gettext("Pool"), None), (gettext("Played"), None)


def _piles(one: SetList, held: Mapping[str, SheetRow], left: Counter[str], *, whole: bool) -> tuple[SheetPile, ...]:
    """A set's cards in the order of its checklist, by colour where that follows its numbers."""
    groups = [(heading, list(cards)) for heading, cards in groupby(one.cards, one.heading)]
    if len(groups) > MOST_PILES:
        groups = [("", list(one.cards))]
    piles = []
    for heading, cards in groups:
        rows = [(card.name, held.get(card.name)) for card in cards if whole or card.name in held]
        if rows:
            numbers = one.number_of
            shown = (_taken(n, (r or SheetRow(0, n))._replace(number=numbers.get(n, "")), left) for n, r in rows)
            piles.append(SheetPile(heading, tuple(shown)))
    return tuple(piles)


def _taken(name: str, row: SheetRow, left: Counter[str]) -> SheetRow:
    """The row with as many of its copies played as are left to be played."""
    played = min(row.copies, left[name])
    left[name] -= played
    return row._replace(played=played)


def _summed(id: str, title: str, piles: tuple[SheetPile, ...]) -> SheetSection:
    rows = [row for pile in piles for row in pile.rows]
    # Of cards that are free none was opened, and of a pool without a deck none is played: no nought stands there.
    total, played = sum(row.copies for row in rows), sum(row.played for row in rows)
    return SheetSection(id, title, total or None, piles, played or None)


def _title(one: SetList) -> str:
    return f"{one.name} ({one.code})"
