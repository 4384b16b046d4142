"""Finding cards for people, and a card's facts in words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from deckcheck.app.context import App
from deckcheck.decklist.card_index import MemoryCardIndex
from deckcheck.decklist.cards import ANY_NUMBER, NO_FACTS, NOT_KNOWN, Card, CardSet, Printing
from deckcheck.law.presentation import Fact, Presentation
from deckcheck.web.pages.check.addresses import slug_of

MOST_NEAR: Final = 8
RARITIES: Final = {"C": "common", "U": "uncommon", "R": "rare", "M": "mythic rare", "S": "special"}


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


def card_facts(card: Card, look: Presentation) -> tuple[Fact, ...]:
    """Everything that is known of a card and helps to judge a list."""
    facts = [
        Fact("Other names", ", ".join(card.also_known_as)),
        Fact("Types", NOT_KNOWN if card.has(NO_FACTS) else type_line(card)),
        *look.facts(card),
        Fact("Copies that its own text allows", _copies(card)),
        Fact("Place", ", ".join(words for trait, words in look.places.items() if card.has(trait))),
    ]
    return tuple(fact for fact in facts if fact.words or fact.pips)


def type_line(card: Card) -> str:
    """Supertypes, types and subtypes: "Legendary Creature - Human Wizard"."""
    before = " ".join((*card.values("super"), *card.values("type")))
    after = " ".join((*card.values("class"), *card.values("subtype")))
    return f"{before} - {after}" if after else before


def _copies(card: Card) -> str:
    if card.copies_allowed is None:
        return ""
    return "Any number" if card.copies_allowed >= ANY_NUMBER else str(card.copies_allowed)


def products_of(card: Card, app: App) -> tuple[Product, ...]:
    """The sets that hold the card, the latest first."""
    sets = app.reference.sets(card.game)
    found = [_product(p, sets) for p in card.printings]
    return tuple(sorted(dict.fromkeys(found), key=lambda p: (p.release, p.code), reverse=True))


def _product(printing: Printing, sets: Mapping[str, CardSet]) -> Product:
    known = sets.get(printing.set_code)
    rarity = ", ".join(RARITIES.get(letter, letter) for letter in printing.rarity)
    return Product(printing.set_code, known.name if known else "", known.release if known else "", rarity)
