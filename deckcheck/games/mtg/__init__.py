"""Magic: The Gathering."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deckcheck.decklist import heading_words
from deckcheck.decklist.lazy import Parts
from deckcheck.decklist.list_reader import Dialect, Section
from deckcheck.games.mtg.presentation import PRESENTATION
from deckcheck.games.mtg.traits import KEPT, KINDS
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


def make_contents(facts: CardFacts) -> Contents:
    """What the catalogue holds of the facts of cards."""
    from deckcheck.games.mtg.contents import make_contents as make

    return make(facts)


def find_sources() -> tuple[CardSource, ...]:
    """What tells the facts of cards, the usual one first."""
    from deckcheck.games.mtg.sources import mtgjson, scryfall

    return scryfall.SCRYFALL, mtgjson.MTGJSON


GAME: Final = Game(
    id="mtg",
    title="Magic: The Gathering",
    sections=SECTIONS,
    dialects=Parts(Dialect, "deckcheck.decklist.dialects", f"{__name__}.dialects"),
    rules=Parts(Rule, "deckcheck.law.rules", f"{__name__}.rules"),
    trait_kinds=KINDS,
    presentation=PRESENTATION,
    contents=make_contents,
    find_sources=find_sources,
    kept_kinds=KEPT,
    groups=GROUPS,
    categories=CATEGORIES,
    # A contraption has no home: no tournament knows it, and where it was written it counts until it is taken out.
    homes={"kind:attraction": "attractions", "kind:sticker": "stickers"},
)
