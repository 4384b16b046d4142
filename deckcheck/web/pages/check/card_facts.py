"""Finding cards for people, and a card's facts in words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from deckcheck.app.context import App
from deckcheck.catalogue import open_sets
from deckcheck.decklist.card_index import MemoryCardIndex
from deckcheck.decklist.cards import ANY_NUMBER, FEW_DETAILS, NO_FACTS, Card, CardSet, Printing
from deckcheck.web.pages.check.addresses import slug_of
from deckcheck.web.pages.check.pips import Pip, colour_pips, marks_of

MOST_NEAR: Final = 8
NOT_KNOWN: Final = "Not known here; look at the card itself."
RARITIES: Final = {"C": "common", "U": "uncommon", "R": "rare", "M": "mythic rare", "S": "special"}
LEADERS: Final = {
    "creature": "Yes, as a legendary creature",
    "vehicle": "Yes, as a legendary Vehicle",
    "spacecraft": "Yes, as a legendary Spacecraft",
    "text": "Yes, by its text",
}
PLACES: Final = {
    "zone:material": "Material deck",
    "zone:main": "Main deck",
    "zone:boon": "Boons",
    "zone:none": "In no deck",
    "kind:token": "In no deck: it is a token",
    "kind:attraction": "Attraction deck",
    "kind:sticker": "Sticker sheets",
    "kind:contraption": "Contraption deck",
    "kind:conspiracy": "In drafts of its kind only",
    "companion": "May be a companion",
    "divine-relic": "Divine Relic: one in the material deck",
}


class Fact(NamedTuple):
    """One line of a card's page: what it is about, and the words or squares that say it."""

    title: str
    words: str = ""
    pips: tuple[Pip, ...] = ()


class Product(NamedTuple):
    """A set that holds the card."""

    code: str
    name: str
    release: str
    rarity: str


def look_up(text: str, app: App, game: str = "") -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards that a text means, in the first game that knows it; else those it resembles."""
    for name in app.reference.games:
        if game in {"", name}:
            match = app.index(name).find(text)
            if match.cards and not match.contestable:
                return match.cards, ()
    return (), near_cards(text, game, app)


def by_slug(slug: str, app: App, game: str = "") -> tuple[Card, ...]:
    """The cards whose address ends so (a few names differ in their marks alone), or whom such a name means."""
    for name in app.reference.games:
        index = app.index(name)
        if game in {"", name} and isinstance(index, MemoryCardIndex):
            found = (index.card(card) for card in _slugs(index).get(slug, ()))
            cards = tuple(card for card in found if card)
            if cards:
                return cards
    return look_up(slug.replace("-", " "), app, game)[0]


@cache
def _slugs(index: MemoryCardIndex) -> dict[str, tuple[str, ...]]:
    slugs: dict[str, tuple[str, ...]] = {}
    for name in index.names():
        slug = slug_of(name)
        slugs[slug] = (*slugs.get(slug, ()), name)
    return slugs


def near_cards(text: str, game: str, app: App) -> tuple[Card, ...]:
    """The cards that a text resembles, the nearest first."""
    near: list[tuple[float, Card]] = []
    for name in app.reference.games:
        if game in {"", name}:
            index = app.index(name)
            near += [(2.0, card) for card in index.find(text).cards]
            near += [(found.score, found.card) for found in index.near(text, MOST_NEAR)]
    near.sort(key=lambda pair: -pair[0])
    return tuple(dict.fromkeys(card for _, card in near))[:MOST_NEAR]


def card_facts(card: Card) -> tuple[Fact, ...]:
    """Everything that is known of a card and helps to judge a list."""
    facts = [
        Fact("Other names", ", ".join(card.also_known_as)),
        Fact("Types", NOT_KNOWN if card.has(NO_FACTS) else type_line(card)),
        *(_ga_facts(card) if card.game == "ga" else _mtg_facts(card)),
        Fact("Copies that its own text allows", _copies(card)),
        Fact("Place", ", ".join(words for trait, words in PLACES.items() if card.has(trait))),
    ]
    return tuple(fact for fact in facts if fact.words or fact.pips)


def type_line(card: Card) -> str:
    """Supertypes, types and subtypes: "Legendary Creature - Human Wizard"."""
    before = " ".join((*card.values("super"), *card.values("type")))
    after = " ".join((*card.values("class"), *card.values("subtype")))
    return f"{before} - {after}" if after else before


def _mtg_facts(card: Card) -> list[Fact]:
    colours, unknown = card.values("identity"), card.has("unknown:identity")
    leads = ", ".join(LEADERS[v] for v in card.values("leader") if v in LEADERS)
    cost = card.value("cost").replace("}{", " ").strip("{}")
    return [
        Fact("Cost", cost),
        Fact("Mana value", card.value("mana-value")),
        Fact("Colour identity", NOT_KNOWN if unknown else "" if colours else "None", colour_pips("".join(colours))),
        Fact("May be a commander", NOT_KNOWN if card.has(NO_FACTS) else leads),
        Fact("As a commander it allows", ", ".join((*card.values("relaxes-identity"), *card.values("relaxes-size")))),
    ]


def _ga_facts(card: Card) -> list[Fact]:
    unknown = NOT_KNOWN if card.has(FEW_DETAILS) else ""
    kind = {"reserve": "Reserve cost", "memory": "Memory cost"}.get(card.value("cost-kind"), "Cost")
    return [
        Fact("Elements", ", ".join(card.values("element")) or unknown, marks_of(card).pips),
        Fact("Level", card.value("level")),
        Fact(kind, card.value("cost") or unknown),
        Fact("Points in the sideboard", card.value("points")),
        Fact("Lineage", ", ".join(card.values("lineage"))),
    ]


def _copies(card: Card) -> str:
    if card.copies_allowed is None:
        return ""
    return "Any number" if card.copies_allowed >= ANY_NUMBER else str(card.copies_allowed)


def products_of(card: Card) -> tuple[Product, ...]:
    """The sets that hold the card, the latest first."""
    sets = open_sets(card.game)
    found = [_product(p, sets) for p in card.printings]
    return tuple(sorted(dict.fromkeys(found), key=lambda p: (p.release, p.code), reverse=True))


def _product(printing: Printing, sets: Mapping[str, CardSet]) -> Product:
    known = sets.get(printing.set_code)
    rarity = ", ".join(RARITIES.get(letter, letter) for letter in printing.rarity)
    return Product(printing.set_code, known.name if known else "", known.release if known else "", rarity)
