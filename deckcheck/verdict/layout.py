"""A registered list laid out as its cards lie on the table: sections, piles within them, rows within these.

The orders and their rules are those of the printed sheet, so that paper and screen of an event never differ: a card's
pile is that of its front face, X counts 0, a split card counts as the catalogue has it, basic lands stand behind other
lands. Which sections are sorted into piles, and by what, a game says in its presentation.
Sideboards stand by name in every order but the registered one, since one card's line is what is looked for in them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from deckcheck.decklist.cards import Card, CardIndex
from deckcheck.decklist.decks import Deck
from deckcheck.decklist.names import fold
from deckcheck.law.games import PileAt, Presentation
from deckcheck.translations import gettext
from deckcheck.verdict.canonical import CanonicalList
from deckcheck.verdict.pictures import type_group

ORDERS: Final[Mapping[str, str]] = {
    "mana-value": "Mana value",
    "name": "Name",
    "type": "Type",
    "colour": "Colour",
    "registered": "As registered",
}
"""The orders by id with their titles, the usual one first."""
LANDS: Final = ("last", "first", "among")
"""Where lands stand: in a pile behind the others, in one before them, or among the other cards."""
USUAL_ORDER: Final = "mana-value"
USUAL_LANDS: Final = "last"

_HALVES: Final = frozenset(("split", "aftermath"))
"""Layouts with both halves on the front: the name says all there is to see."""
_BACKS: Final = frozenset(("transform", "modal_dfc"))
"""Layouts with the other face on the back."""
_LAST: Final = 99


@dataclass(frozen=True, slots=True)
class Listed:
    """Copies of one name in one section, in the order of the list; `waiting` where `name` is the text as written."""

    section: str
    count: int
    name: str
    card: Card | None = None
    waiting: bool = False


@dataclass(frozen=True, slots=True)
class TableRow:
    """One line of the table: `count` copies of one card in one section; `id` is the same in every order and process."""

    id: str
    section: str
    count: int
    name: str
    card: Card | None = None
    waiting: bool = False

    @property
    def faces(self) -> str:
        """What else is to be seen on the card, as words; empty for a card whose name says it all."""
        return face_words(self.card) if self.card else ""


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards that lie together; `heading` is empty where a section is one pile."""

    heading: str
    rows: tuple[TableRow, ...]

    @property
    def count(self) -> int:
        """How many cards the pile is."""
        return sum(row.count for row in self.rows)


@dataclass(frozen=True, slots=True)
class PiledSection:
    """One section of the list in piles."""

    id: str
    piles: tuple[Pile, ...]

    @property
    def count(self) -> int:
        """How many cards the section is."""
        return sum(pile.count for pile in self.piles)

    @property
    def rows(self) -> tuple[TableRow, ...]:
        """All rows in their order."""
        return tuple(row for pile in self.piles for row in pile.rows)


@dataclass(frozen=True, slots=True)
class Piles:
    """A list laid out in one order: its sections as officials read them."""

    order: str
    lands: str
    sections: tuple[PiledSection, ...]

    @property
    def rows(self) -> tuple[TableRow, ...]:
        """All rows of all sections in their order."""
        return tuple(row for section in self.sections for row in section.rows)


class RowKey(NamedTuple):
    """What a row's id says."""

    section: str
    name: str
    waiting: bool = False


def row_id(section: str, name: str, *, waiting: bool = False) -> str:
    """The id of a row: `main:Lightning Bolt`; `main?:2 lightnin` where no card was found for what was written."""
    return f"{section}{'?' if waiting else ''}:{name}"


def read_row_id(text: str) -> RowKey:
    """The parts of a row's id; a text that is none has an empty section."""
    section, colon, name = text.partition(":")
    return RowKey(section.removesuffix("?"), name, section.endswith("?")) if colon and name else RowKey("", text)


def listed_deck(deck: Deck) -> tuple[Listed, ...]:
    """The lines of a deck, in the order of the list."""
    return tuple(
        Listed(e.section, e.count, e.card.name if e.card else e.line.name, e.card, e.card is None) for e in deck.entries
    )


def listed_canonical(stored: CanonicalList, index: CardIndex) -> tuple[Listed, ...]:
    """The rows of a list in its sealed form, which stand by name."""
    return tuple(
        Listed(section, count, name, None if waiting else index.card(name), waiting)
        for section, count, name, waiting in stored.rows
    )


def as_it_lies(listed: Iterable[Listed], companion: str) -> tuple[Listed, ...]:
    """The cards as they are there to be counted: a companion of the sideboard is one of its cards, and there once.

    `companion` is the rulebook's word: where a companion stands (`sideboard`, `outside`), empty where there is none.
    """
    rows = tuple(listed)
    apart: dict[tuple[str, bool], int] = {}
    for row in rows:
        if row.section == "companion":
            apart[row.name, row.waiting] = apart.get((row.name, row.waiting), 0) + row.count
    found: list[Listed] = []
    for row in rows:
        if row.section == "sideboard" and companion:
            # What stands under both headings is one card.
            twice = min(row.count, apart.get((row.name, row.waiting), 0))
            apart[row.name, row.waiting] = apart.get((row.name, row.waiting), 0) - twice
            row = replace(row, count=row.count - twice)
        elif row.section == "companion" and companion != "outside":
            row = replace(row, section="sideboard")
        if row.count:
            found.append(row)
    return tuple(found)


def lay_out(listed: Iterable[Listed], look: Presentation, order: str = USUAL_ORDER, lands: str = USUAL_LANDS) -> Piles:
    """The list in piles by one of ORDERS, with lands as one of LANDS says; equal rows of a section are added up."""
    if order not in ORDERS or lands not in LANDS:
        raise ValueError(f"There is no order {order!r} with lands {lands!r}.")
    sections: dict[str, list[TableRow]] = {}
    for row in merge_rows(listed):
        sections.setdefault(row.section, []).append(row)
    laid = tuple(
        PiledSection(section, _piles(section, sections[section], _Way(look, order, lands)))
        for section in sorted(sections, key=look.section_place)
    )
    return Piles(order, lands, laid)


def merge_rows(listed: Iterable[Listed]) -> tuple[TableRow, ...]:
    """One row a card and section, in the order of the list; equal rows are added up."""
    rows: dict[str, TableRow] = {}
    for line in listed:
        key = row_id(line.section, line.name, waiting=line.waiting)
        known = rows.get(key)
        count = line.count + (known.count if known else 0)
        rows[key] = TableRow(key, line.section, count, line.name, line.card, line.waiting)
    return tuple(row for row in rows.values() if row.count > 0)


class _Place(NamedTuple):
    """Where a row stands: its pile (place and heading), then its place in it."""

    pile: float
    heading: str
    within: tuple[float, bool, str, str]


class _Way(NamedTuple):
    """How a section is laid out."""

    look: Presentation
    order: str
    lands: str


def _piles(section: str, rows: list[TableRow], way: _Way) -> tuple[Pile, ...]:
    if section not in way.look.piled:
        # A section that is one pile keeps its lands among the rest.
        way = way._replace(order="registered" if way.order == "registered" else "name", lands="among")
    places = {row.id: _place(row, number, way) for number, row in enumerate(rows)}
    piles: dict[tuple[float, str], list[TableRow]] = {}
    for row in sorted(rows, key=lambda row: places[row.id]):
        piles.setdefault(places[row.id][:2], []).append(row)
    # One pile needs no heading.
    return tuple(Pile(heading if len(piles) > 1 else "", tuple(of)) for (_, heading), of in piles.items())


def _place(row: TableRow, number: int, way: _Way) -> _Place:
    card, as_they_come = row.card, way.order == "registered"
    if card is None:
        within = (number, False, "", "") if as_they_come else (0.0, row.waiting, fold(row.name), row.name)
        return _Place(_LAST + 1, gettext("As written"), within)
    apart = way.lands != "among" and way.look.is_land(card)
    if apart:
        pile, later = PileAt(-1 if way.lands == "first" else _LAST, gettext("Lands")), card.has("basic")
    else:
        pile, later = _WAYS[way.order](card, way.look), way.order == "mana-value" and _has_no_cost(card, way.look)
    within = (number, False, "", "") if as_they_come else (0.0, later, fold(card.name), card.name)
    return _Place(*pile, within)


def _has_no_cost(card: Card, look: Presentation) -> bool:
    """Whether the card stands behind those of its value, which is not what it costs."""
    return look.value_pile(card) is None and not card.values("cost")


def _as_registered(card: Card, look: Presentation) -> PileAt:
    return PileAt(0, gettext("As registered"))


def _name_pile(card: Card, look: Presentation) -> PileAt:
    return PileAt(0, gettext("By name"))


def _value_pile(card: Card, look: Presentation) -> PileAt:
    if own := look.value_pile(card):
        return own
    value = look.value_of(card)
    if value is None:
        return PileAt(_LAST - 1, gettext("{value} not known").format(value=gettext(look.value_word)))
    return PileAt(value, gettext("{value} {number}").format(value=gettext(look.value_word), number=value))


def _type_pile(card: Card, look: Presentation) -> PileAt:
    place, words = type_group(card.values("type"), look)
    return PileAt(place, gettext(words[:1].upper() + words[1:]))


def _colour_pile(card: Card, look: Presentation) -> PileAt:
    return look.colour_pile(card)


_WAYS: Final[Mapping[str, Callable[[Card, Presentation], PileAt]]] = {
    "mana-value": _value_pile,
    "name": _name_pile,
    "type": _type_pile,
    "colour": _colour_pile,
    "registered": _as_registered,
}


def face_words(card: Card) -> str:
    """What else the card shows: `Back: Insectile Aberration`, `Also on it: Petty Theft`; empty if the name says all."""
    if " // " not in card.name or card.value("layout") in _HALVES:
        return ""
    told = gettext("Back: {names}") if card.value("layout") in _BACKS else gettext("Also on it: {names}")
    return told.format(names=", ".join(card.name.split(" // ")[1:]))
