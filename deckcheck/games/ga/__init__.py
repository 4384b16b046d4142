"""Grand Archive."""

from __future__ import annotations

from typing import Final

from deckcheck.decklist import dialects as shared_dialects
from deckcheck.decklist import heading_words
from deckcheck.decklist.discovery import members
from deckcheck.decklist.list_reader import Dialect, Section
from deckcheck.games.ga import dialects, rules, sources
from deckcheck.games.ga.contents import make_contents
from deckcheck.games.ga.presentation import PRESENTATION
from deckcheck.games.ga.traits import KINDS
from deckcheck.law import rules as shared_rules
from deckcheck.law.card_sources import CardSource
from deckcheck.law.games import Game
from deckcheck.law.rule import Rule

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

GAME: Final = Game(
    id="ga",
    title="Grand Archive",
    sections=SECTIONS,
    dialects=(*members(shared_dialects, Dialect), *members(dialects, Dialect)),
    rules=(*members(shared_rules, Rule), *members(rules, Rule)),
    trait_kinds=KINDS,
    presentation=PRESENTATION,
    contents=make_contents,
    sources=members(sources, CardSource),
    groups=GROUPS,
    headless={"zone:material": "material"},
)
