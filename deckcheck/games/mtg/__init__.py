"""Magic: The Gathering."""

from __future__ import annotations

from typing import Final

from deckcheck.decklist import dialects as shared_dialects
from deckcheck.decklist import heading_words
from deckcheck.decklist.discovery import members
from deckcheck.decklist.list_reader import Dialect, Section
from deckcheck.games.mtg import dialects, rules
from deckcheck.games.mtg.contents import make_contents
from deckcheck.games.mtg.presentation import PRESENTATION
from deckcheck.games.mtg.sources.mtgjson import MTGJSON
from deckcheck.games.mtg.sources.scryfall import SCRYFALL
from deckcheck.games.mtg.traits import KEPT, KINDS
from deckcheck.law import rules as shared_rules
from deckcheck.law.games import Game
from deckcheck.law.rule import Rule

SECTIONS: Final = (
    Section(
        "main",
        "Main deck",
        (
            *("main", "main deck", "maindeck", "mainboard", "main board", "mb", "deck", "decklist", "deck list"),
            *heading_words.MAIN_DECK,
        ),
    ),
    Section(
        "sideboard",
        "Sideboard",
        (
            *("sideboard", "side board", "side", "side deck", "sidedeck", "sb"),
            *("sideboard (optional)", "optional sideboard", *heading_words.SIDEBOARD, *heading_words.RESERVE),
        ),
    ),
    Section(
        "commander",
        "Commander",
        (
            *("commander", "commanders", "commander(s)", "oathbreaker", "oathbreakers", "command zone"),
            *("cm", "cmdr", *heading_words.COMMANDER),
        ),
    ),
    Section("companion", "Companion", ("companion", "companions", *heading_words.COMPANION)),
    Section("signature_spell", "Signature Spell", ("signature spell", "signature spells", "signature spell(s)")),
    Section("attractions", "Attractions", ("attraction", "attractions", "attraction deck")),
    Section("stickers", "Sticker sheets", ("sticker", "stickers", "sticker sheet", "sticker sheets", "sticker deck")),
    Section("contraptions", "Contraptions", ("contraption", "contraptions", "contraption deck")),
    # What programs keep for casual play. A word that is a card as well is a heading in its brackets alone.
    Section(
        "casual",
        "Cards for casual play",
        (
            *("cards for casual play", "planar deck", "planes", "phenomena", "planes and phenomena"),
            *("scheme deck", "schemes", "vanguard", "avatars", "[avatar]", "conspiracies", "[conspiracy]"),
        ),
    ),
    Section("pool", "Pool", ("pool", "card pool", "sealed pool", "draft pool")),
)

# "Conspiracy" and "Foil" are cards and so are no headings.
GROUPS: Final = (
    *("creature spells", "noncreature", "noncreatures", "noncreature spells"),
    *("instant", "instants", "sorcery", "sorceries", "instants and sorceries", "instants & sorceries"),
    *("spell", "spells", "other spells", "other", "others", "permanents", "artifact", "artifacts"),
    *("artifact creature", "artifact creatures", "enchantment", "enchantments", "planeswalker", "planeswalkers"),
    *("battle", "battles", "kindred", "tribal", "land", "lands", "basic land", "basic lands", "nonbasic lands"),
    *("legendary creature", "legendary creatures", "vehicle", "vehicles", "equipment", "aura", "auras"),
    *(
        "common",
        "commons",
        "uncommon",
        "uncommons",
        "rare",
        "rares",
        "mythic",
        "mythics",
        "mythic rare",
        "mythic rares",
    ),
    *("white", "blue", "black", "red", "green", "colorless", "colourless", "multicolor", "multicolour", "multicolored"),
    *("cmc", "cc", "mv", "mana value", "converted mana cost", "instants and sorc", "instants and sorc."),
    *heading_words.GROUPS,
)

CATEGORIES: Final = (
    *("ramp", "mana ramp", "mana rocks", "mana dorks", "card draw", "draw", "card advantage", "removal", "board wipes"),
    *("wraths", "counterspells", "tutors", "recursion", "reanimation", "protection", "interaction", "sacrifice"),
    *("blink", "flicker", "burn", "discard", "mill", "combo", "finishers", "threats", "win conditions", "wincons"),
    *("utility", "partner", "partners", "lesson", "lessons", "stax", "synergy", "tribal", "lifegain", "graveyard hate"),
    *("spot removal", "mass removal", "targeted removal", "value", "fixing", "evasion", "anthems", "extra turns"),
)

GAME: Final = Game(
    id="mtg",
    title="Magic: The Gathering",
    sections=SECTIONS,
    dialects=(*members(shared_dialects, Dialect), *members(dialects, Dialect)),
    rules=(*members(shared_rules, Rule), *members(rules, Rule)),
    trait_kinds=KINDS,
    presentation=PRESENTATION,
    contents=make_contents,
    sources=(SCRYFALL, MTGJSON),
    kept_kinds=KEPT,
    groups=GROUPS,
    categories=CATEGORIES,
    # A contraption has no home: no tournament knows it, and where it was written it counts until it is taken out.
    homes={"kind:attraction": "attractions", "kind:sticker": "stickers"},
)
