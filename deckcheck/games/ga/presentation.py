"""How Grand Archive looks to people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from deckcheck.decklist.cards import FEW_DETAILS, NOT_KNOWN, Card
from deckcheck.decklist.names import fold
from deckcheck.law.games import (
    CardLinks,
    Duty,
    Fact,
    Group,
    PileAt,
    Pip,
    PlayedCard,
    Points,
    Presentation,
    types_in_words,
)
from deckcheck.translations import gettext, gettext_noop

ELEMENTS: Final = {
    "norm": "No",
    "fire": "Fi",
    "water": "Wa",
    "wind": "Wi",
    "arcane": "Ar",
    "astra": "As",
    "crux": "Cr",
    "exia": "Ex",
    "exalted": "El",
    "luxem": "Lu",
    "neos": "Ne",
    "tera": "Te",
    "umbra": "Um",
}
PLACES: Final = {
    "zone:material": gettext_noop("Material deck"),
    "zone:main": gettext_noop("Main deck"),
    "zone:boon": gettext_noop("Boons"),
    "zone:none": gettext_noop("In no deck"),
    "kind:token": gettext_noop("In no deck: it is a token"),
    "divine-relic": gettext_noop("Divine Relic: one in the material deck"),
}
_PLAIN: Final = "norm"
"""The element of cards that every deck may hold."""
_PLAYED: Final = ("material", "main")
_CHAMPIONS: Final = -20
_REGALIA: Final = -10


def sheet_place(section: str, card: Card) -> tuple[int, float] | None:
    """A material card by champion level, the others behind them by name."""
    if section != "material":
        return None
    level = card.value("level")
    return (0, int(level)) if level.isdecimal() else (1, 0)


def value_pile(card: Card) -> PileAt | None:
    """Champions by their level, then regalia, before the cards with a reserve cost."""
    level = card.value("level")
    if level.isdecimal():
        return PileAt(_CHAMPIONS + int(level), gettext("Champions of level {level}").format(level=level))
    return PileAt(_REGALIA, gettext("Regalia")) if card.has("zone:material") else None


def elements_of(card: Card) -> tuple[str, ...]:
    """The card's elements."""
    return card.values("element")


def deck_elements(cards: Sequence[PlayedCard]) -> tuple[str, ...]:
    """The elements of what is played before sideboarding, by how many cards have them."""
    counts: Counter[str] = Counter()
    for card in cards:
        if card.section in _PLAYED:
            counts.update(dict.fromkeys((element.lower() for element in card.colours), card.count))
    told = [element for element, _ in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))]
    return tuple(element for element in told if element != _PLAIN) or tuple(told)


def champion_of(cards: Sequence[PlayedCard]) -> str:
    """Who leads the deck: the champion of most of its cards, without what the levels are called."""
    counts: Counter[str] = Counter()
    for card in cards:
        name, comma, _ = card.name.partition(",")
        if comma and card.section == "material" and "Champion" in card.type_words:
            counts[name] += card.count
    return next((name for name, _ in counts.most_common(1)), "")


def element_pips(elements: Sequence[str]) -> tuple[Pip, ...]:
    """These elements as squares."""
    return tuple(Pip(ELEMENTS.get(e.casefold(), e[:2].title()), e.title()) for e in elements)


def pips_of(card: Card) -> tuple[Pip, ...]:
    """The card's elements as squares."""
    return element_pips(card.values("element"))


def element_pile(card: Card) -> PileAt:
    """Norm, which every deck has, first; cards of several elements last."""
    elements = card.values("element")
    if len(elements) == 1:
        return PileAt(int(elements[0].lower() != _PLAIN), elements[0])
    return PileAt(2, gettext("Several elements") if elements else gettext("No element"))


def kind_of(card: Card) -> str:
    """The card's types; a champion adds its level."""
    words, level = types_in_words(card), card.value("level")
    return f"{words} {level}" if level and "Champion" in words else words


def facts_of(card: Card) -> tuple[Fact, ...]:
    """Everything of a card that helps to judge a list."""
    unknown = gettext(NOT_KNOWN) if card.has(FEW_DETAILS) else ""
    kinds = {"reserve": gettext("Reserve cost"), "memory": gettext("Memory cost")}
    kind = kinds.get(card.value("cost-kind"), gettext("Cost"))
    return (
        Fact(gettext("Elements"), ", ".join(card.values("element")) or unknown, pips_of(card)),
        Fact(gettext("Level"), card.value("level")),
        Fact(kind, card.value("cost") or unknown),
        Fact(gettext("Points in the sideboard"), card.value("points")),
        Fact(gettext("Lineage"), ", ".join(card.values("lineage"))),
    )


def links_of(card: Card) -> CardLinks:
    """The card in the publisher's index, which drops signs from names; pictures there go by no name."""
    slug = fold(card.name.replace("-", "")).replace(" ", "-")
    return CardLinks("Grand Archive Index", f"https://index.gatcg.com/card/{slug}")


PRESENTATION: Final = Presentation(
    place=1,
    sheet=("material", "main", "sideboard", "boons", "pool"),
    piled=frozenset(("main", "material", "pool")),
    titles={"mana-value": gettext_noop("Cost"), "colour": gettext_noop("Element")},
    value_word=gettext_noop("Reserve cost"),
    sheet_place=sheet_place,
    value_pile=value_pile,
    groups=(
        Group("champion", "champions", frozenset(("Champion",))),
        Group("regalia", "regalia", frozenset(("Regalia",))),
        Group("ally", "allies", frozenset(("Ally",))),
        Group("attack", "attacks", frozenset(("Attack",))),
        Group("action", "actions", frozenset(("Action",))),
        Group("phantasia", "phantasias", frozenset(("Phantasia",))),
        Group("domain", "domains", frozenset(("Domain",))),
        Group("item or weapon", "items and weapons", frozenset(("Item", "Weapon"))),
    ),
    curves=(("main", "Reserve cost"), ("material", "Memory cost")),
    columns=("material", "main"),
    shares=gettext_noop("Elements"),
    colours=elements_of,
    deck_colours=deck_elements,
    deck_name=champion_of,
    no_colours=gettext_noop("Colourless"),
    colour_pile=element_pile,
    short_piles={"Several elements": gettext_noop("Multi"), "No element": gettext_noop("None")},
    alike_by="element",
    pips=pips_of,
    deck_pips=element_pips,
    kind=kind_of,
    facts=facts_of,
    links=links_of,
    places=PLACES,
    pool_format="ga-limited-sealed",
    draft_format="ga-limited-draft",
    usual_formats=("ga-standard", "ga-pantheon"),
    example=(Path(__file__).parent / "example.txt").read_text("utf-8"),
    texts=("omnidex",),
    exports=("omnidex",),
    files=("text", "omnidex-json", "record", "csv"),
    totals=(
        (gettext_noop("Material"), ("material",)),
        (gettext_noop("Main"), ("main",)),
        (gettext_noop("Side"), ("sideboard",)),
    ),
    decks=(("material",), ("main",), ("sideboard",)),
    points=Points(gettext_noop("Side points"), "sideboard", "points"),
    played=frozenset(("material", "main")),
    blank=(("material", 14), ("main", 30), ("sideboard", 15)),
    beside=(("material", "sideboard"), ("main",)),
    duty=Duty(
        "Before any card is drawn.",
        "No share is named; decks are checked regularly, and when a player reasonably asks.",
        "GA-TRG Deck Checks",
    ),
    left_out={
        "boons": "Don’t check the number of boons",
        "lesser-boon": "Allow decks without a Lesser Boon",
        "greater-boon": "Allow decks without a Greater Boon",
        "material-size": "Don’t check material deck size",
        "material-copies": "Allow several copies of a card in the material deck",
        "material-champion": "Allow a material deck without a champion",
        "wrong-deck": "Allow cards in the other deck",
        "divine-relic": "Allow several divine relics",
        "sideboard-points": "Don’t check sideboard points",
    },
)
