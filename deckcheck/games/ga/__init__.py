"""Grand Archive."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deckcheck.decklist import heading_words
from deckcheck.decklist.lazy import Parts
from deckcheck.decklist.list_reader import Dialect, Section
from deckcheck.games.ga.presentation import PRESENTATION
from deckcheck.games.ga.traits import KINDS
from deckcheck.law.games import Game
from deckcheck.law.rule import Rule

if TYPE_CHECKING:
    from deckcheck.law.card_facts import CardFacts, Contents
    from deckcheck.law.card_sources import CardSource

SECTIONS: Final = (
    Section(
        "main",
        "Main deck",
        (
            *("main", "main deck", "maindeck", "mainboard", "deck", "decklist", "deck list", "reserve", "reserve deck"),
            *heading_words.MAIN_DECK,
        ),
    ),
    Section(
        "material",
        "Material deck",
        (
            "material",
            "materials",
            "material deck",
            "materials deck",
            "mat",
            "mats",
            "mat deck",
            "champion",
            "champions",
            *heading_words.MATERIAL_DECK,
        ),
    ),
    Section(
        "sideboard",
        "Sideboard",
        ("sideboard", "side board", "side", "side deck", "sidedeck", "sb", *heading_words.SIDEBOARD),
    ),
    Section("boons", "Boons", ("pantheon", "boon", "boons", "pantheon boons")),
    Section("pool", "Pool", ("pool", "card pool", "sealed pool", "draft pool")),
)

GROUPS: Final = (
    *("ally", "allies", "action", "actions", "attack", "attacks", "item", "items", "weapon", "weapons"),
    *("domain", "domains", "phantasia", "phantasias", "unique", "uniques", "regalia", "regalias"),
    *("spell", "spells", "other", "others"),
    *("lesser boon", "lesser boons", "greater boon", "greater boons", "regalia items", "regalia weapons"),
)


def make_contents(facts: CardFacts) -> Contents:
    """What the catalogue holds of the facts of cards."""
    from deckcheck.games.ga.contents import make_contents as make

    return make(facts)


def find_sources() -> tuple[CardSource, ...]:
    """What tells the facts of cards, the usual one first."""
    from deckcheck.games.ga.sources import gatcg

    return (gatcg.SOURCE,)


GAME: Final = Game(
    id="ga",
    title="Grand Archive",
    sections=SECTIONS,
    dialects=Parts(Dialect, "deckcheck.decklist.dialects", f"{__name__}.dialects"),
    rules=Parts(Rule, "deckcheck.law.rules", f"{__name__}.rules"),
    trait_kinds=KINDS,
    presentation=PRESENTATION,
    contents=make_contents,
    find_sources=find_sources,
    groups=GROUPS,
    headless={"zone:material": "material"},
)
