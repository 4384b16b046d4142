"""What a game brings, and how it looks to people: sections, dialects and rules, and all that differs and is no law."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from deckcheck.decklist.cards import Card
from deckcheck.decklist.list_reader import Dialect, Section
from deckcheck.decklist.written_marks import Parted
from deckcheck.law.rule import Rule
from deckcheck.translations import gettext

if TYPE_CHECKING:
    from deckcheck.decklist.lazy import Parts
    from deckcheck.law.age_divisions import AgeDivisions
    from deckcheck.law.card_facts import CardFacts, Contents
    from deckcheck.law.card_sources import CardSource


class Pip(NamedTuple):
    """One square beside a card's name: its letters, what they stand for, and its style."""

    letter: str
    word: str
    style: str = ""


class Fact(NamedTuple):
    """One line of a card's page: what it is about, and the words or squares that say it."""

    title: str
    words: str = ""
    pips: tuple[Pip, ...] = ()


class Group(NamedTuple):
    """Cards of some types, in the singular and in the plural."""

    one: str
    many: str
    types: frozenset[str] = frozenset()


class PileAt(NamedTuple):
    """A pile of cards: its place among the others, and its heading."""

    place: float
    heading: str


class Duty(NamedTuple):
    """What a game's documents say of deck checks: when one may still be begun, and what share is asked for."""

    begin: str
    share: str
    source: str


class CardLinks(NamedTuple):
    """Where a card stands on the web: the title and the address of its page there, and of its picture.

    `hosts` are the servers that a picture comes from.
    """

    title: str = ""
    page: str = ""
    picture: str = ""
    hosts: tuple[str, ...] = ()


class Points(NamedTuple):
    """Points that officials add up with the cards of a section: their title, and the trait that says them."""

    title: str
    section: str
    trait: str


class SheetTable(NamedTuple):
    """A table of the publisher's own registration sheet: its title, the type of its cards, and how many lines it has.

    `column`: in which of the columns beside one another it stands; `printed`: it asks for set and number of each card.
    """

    title: str
    type: str
    lines: int
    column: int = 0
    printed: bool = False


class PlayedCard(Protocol):
    """What the name and the colours of a deck are told from."""

    @property
    def name(self) -> str:
        """Its catalogue name."""

    @property
    def type_words(self) -> tuple[str, ...]:
        """Its types."""

    @property
    def section(self) -> str:
        """Where it stands."""

    @property
    def count(self) -> int:
        """How many copies."""

    @property
    def cost(self) -> str:
        """Its cost as written."""

    @property
    def colours(self) -> tuple[str, ...]:
        """Its colours or elements."""


def number_of(text: str) -> float | None:
    """A value or a cost as a number; X counts 0."""
    if text == "X":
        return 0
    try:
        value = float(text)
    except ValueError:
        return None
    return int(value) if value.is_integer() else value


def types_in_words(card: Card) -> str:
    """The card's types as words: "Artifact Creature"."""
    return " ".join(card.values("type"))


def _no_divisions() -> AgeDivisions:
    from deckcheck.law.age_divisions import AgeDivisions

    return AgeDivisions()


def _no_pips(_of: object) -> tuple[Pip, ...]:
    return ()


def _no_facts(_card: Card) -> tuple[Fact, ...]:
    return ()


def _no_links(_card: Card) -> CardLinks:
    return CardLinks()


def _no_colours(_of: object) -> tuple[str, ...]:
    return ()


def _no_name(_cards: Sequence[PlayedCard]) -> str:
    return ""


def _no_place(_section: str, _card: Card) -> tuple[int, float] | None:
    return None


def _no_pile(_card: Card) -> PileAt | None:
    return None


def _one_pile(_card: Card) -> PileAt:
    return PileAt(0, gettext("No colour"))


def cited(documents: Mapping[str, str], what: str) -> str:
    """The section that says something, as it stands behind the sentence; empty where there is none."""
    return f" ({documents[what]})" if what in documents else ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Presentation:
    """Everything of a game that people see and that is no law.

    Its order. `place`: games stand in this order; the cards of the first need no game in their addresses. `sheet`: the
    sections in the order of the sheet, of which those in `by_name` stand by name and those in `piled` in piles.
    `titles` are the game's names for orders of a list. `land`: the type of cards that may stand apart from the others.
    `value`: the trait that cards are sorted by first, and `value_word` what it is called. `sheet_place`: a card's pile
    and value on the sheet, and `value_pile` its pile by value, where they are not simply those of its value.

    Its pictures. `groups` of cards by type, `curves` by section with what their values are, `columns` the sections
    drawn by type, `shares` what the colours are called under the drawing, if that is told there.

    Its colours. `colours` of one card, `deck_colours` of all that is played, `colour_names` by what these give,
    `all_colours` and `no_colours` as decks are called where `deck_name` has no name for them; `colour_pile` the pile of
    a card, `short_piles` what piles are called where there is little room; `alike_by` the trait in which cards that are
    taken for one another agree; `pips` the squares of a card, `deck_pips` those of a deck's colours.

    Its cards. `kind` in a few words, `facts` of its page and `links` from there, `places` that traits tell there,
    `pool_format` by which a list made of a pool is checked first and `draft_format` one of a smaller pool,
    `usual_formats` those of which the first that fits is probably meant, `example` a list to try.

    Its files. `texts` are the ids of the forms of text, the usual one first; `exports` those of shapes for whole
    events beside the general ones; `files` the other forms of one list.

    Its paper. `totals`: the large figures of a sheet, each the sum of some sections; `decks`: the sections that every
    list has, as its size is told (60/15), one a total; `points`; `played`: the sections of a pool's deck; `blank`: the
    lines of a blank sheet by section, `blank_led` where the format has commanders; `beside`: which sections share a
    column. `tables`: those of the publisher's sheet, where that has its cards by type.

    Its players. `player_number`: what the number is called that the publisher gives each of them, asked for at
    registration; `find_divisions` reads their age divisions. A game with neither asks for neither.

    Its documents. `duty`: what they say of deck checks; `documents`: the sections that forms and refusals name, by what
    they say (`due`, `levels`, `looking`, `digital`, `pools`, `correction`, `officials`, `cut`, `teams`); `left_out`:
    what an event does that leaves out a rule of the game's own, by the name of its clause.
    """

    place: int = 9
    sheet: tuple[str, ...]
    by_name: frozenset[str] = frozenset(("sideboard",))
    piled: frozenset[str] = frozenset(("main", "pool"))
    titles: Mapping[str, str] = field(default_factory=dict)
    land: str = ""
    value: str = "cost"
    value_word: str = "Cost"
    sheet_place: Callable[[str, Card], tuple[int, float] | None] = _no_place
    value_pile: Callable[[Card], PileAt | None] = _no_pile

    groups: tuple[Group, ...] = ()
    curves: tuple[tuple[str, str], ...] = ()
    columns: tuple[str, ...] = ()
    shares: str = ""

    colours: Callable[[Card], tuple[str, ...]] = _no_colours
    deck_colours: Callable[[Sequence[PlayedCard]], tuple[str, ...]] = _no_colours
    deck_name: Callable[[Sequence[PlayedCard]], str] = _no_name
    colour_names: Mapping[str, str] = field(default_factory=dict)
    all_colours: str = ""
    no_colours: str = "Untitled"
    colour_pile: Callable[[Card], PileAt] = _one_pile
    alike_by: str = "cost"
    short_piles: Mapping[str, str] = field(default_factory=dict)
    pips: Callable[[Card], tuple[Pip, ...]] = _no_pips
    deck_pips: Callable[[Sequence[str]], tuple[Pip, ...]] = _no_pips

    kind: Callable[[Card], str] = types_in_words
    facts: Callable[[Card], Sequence[Fact]] = _no_facts
    links: Callable[[Card], CardLinks] = _no_links
    places: Mapping[str, str] = field(default_factory=dict)
    pool_format: str = ""
    draft_format: str = ""
    usual_formats: tuple[str, ...] = ()
    example: str = ""

    texts: tuple[str, ...] = ("text",)
    exports: tuple[str, ...] = ()
    files: tuple[str, ...] = ("record", "csv")

    totals: tuple[tuple[str, tuple[str, ...]], ...]
    decks: tuple[tuple[str, ...], ...]
    points: Points | None = None
    played: frozenset[str] = frozenset(("main",))
    blank: tuple[tuple[str, int], ...]
    blank_led: tuple[tuple[str, int], ...] = ()
    beside: tuple[tuple[str, ...], ...] = ()
    tables: tuple[SheetTable, ...] = ()

    player_number: str = ""
    find_divisions: Callable[[], AgeDivisions] = _no_divisions

    duty: Duty | None = None
    documents: Mapping[str, str] = field(default_factory=dict)
    left_out: Mapping[str, str] = field(default_factory=dict)

    @property
    def divisions(self) -> AgeDivisions:
        """The age divisions of its players; read when they are asked for."""
        return self.find_divisions()

    @property
    def short_titles(self) -> Mapping[str, str]:
        """The sections that every list has, as they are called where there is little room."""
        return {parts[-1]: gettext(title) for parts, (title, _) in zip(self.decks, self.totals, strict=False)}

    def short(self, heading: str) -> str:
        """What a pile is called where there is little room."""
        short = {gettext(long): gettext(name) for long, name in self.short_piles.items()}
        return short.get(heading, heading[:4])

    def section_place(self, section: str) -> int:
        """The place of a section on the sheet; one not known here stands last."""
        return self.sheet.index(section) if section in self.sheet else len(self.sheet)

    def value_of(self, card: Card) -> float | None:
        """The value that cards are sorted by; X counts 0, and None is a card without one."""
        return number_of(card.value(self.value))

    def is_land(self, card: Card) -> bool:
        """Whether the card may stand apart from the others."""
        return bool(self.land) and card.has(f"type:{self.land}")

    def order_title(self, order: str, usual: str) -> str:
        """What the game calls an order of a list."""
        return self.titles.get(order, usual)

    def cited(self, what: str) -> str:
        """The section that says something, as it stands behind the sentence; empty where the game has none."""
        return cited(self.documents, what)

    def colour_words(self, colours: Sequence[str]) -> str:
        """The colours as a deck's name: Blue-red, Five-colour, Colourless; elements: Fire-wind."""
        if self.all_colours and set(colours) == set(self.colour_names):
            return gettext(self.all_colours)
        words = "-".join(gettext(self.colour_names.get(colour, colour)) for colour in colours)
        return f"{words[:1].upper()}{words[1:]}" if words else gettext(self.no_colours)


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A game: everything of it that is code. `presentation` is how it looks to people.

    `groups` are headings that open no section and only group cards ("Creatures", "Lands"), folded.
    `categories` are more of these, which may be cards as well: they are headings above cards with counts alone.
    `homes` names the section of cards that have a place of their own whatever heading they stand under
    (`"kind:attraction"` to `"attractions"`); `headless` does so only for lists where no heading and no mark opens a
    section (Grand Archive's material cards).
    `parted` parts what lists write behind a card's name without a sign (a printing's set and number).
    `kept_kinds` are kinds of traits that a card keeps when an update tells nothing better of it.
    `contents` makes what the game's catalogue holds of the facts of its cards, which the sources of `find_sources`
    tell, the usual one first; a game that brings a finished catalogue has neither.
    """

    id: str
    title: str
    sections: tuple[Section, ...]
    dialects: Parts[Dialect]
    rules: Parts[Rule[Any]]
    trait_kinds: frozenset[str]
    presentation: Presentation
    groups: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    homes: Mapping[str, str] = field(default_factory=dict)
    headless: Mapping[str, str] = field(default_factory=dict)
    parted: Parted | None = None
    contents: Callable[[CardFacts], Contents] | None = None
    find_sources: Callable[[], tuple[CardSource, ...]] = tuple
    kept_kinds: frozenset[str] = frozenset()

    @property
    def sources(self) -> tuple[CardSource, ...]:
        """What tells the facts of its cards, the usual one first."""
        return self.find_sources()

    def rule(self, id: str) -> Rule[Any] | None:
        """The rule with this id, which its file is called by."""
        of_file = self.rules.of_file(id.replace("-", "_"))
        return next((rule for rule in chain(of_file, self.rules) if rule.id == id), None)

    def section_title(self, section: str) -> str:
        """The plain English title of a section."""
        return next((s.title for s in self.sections if s.id == section), section)
