"""How Magic looks to people."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from deckcheck.decklist import lazy
from deckcheck.decklist.cards import NO_FACTS, NOT_KNOWN, Card
from deckcheck.law.games import CardLinks, Duty, Fact, Group, PileAt, Pip, PlayedCard, Presentation
from deckcheck.translations import gettext, gettext_noop

COLOURS: Final = {
    "W": gettext_noop("White"),
    "U": gettext_noop("Blue"),
    "B": gettext_noop("Black"),
    "R": gettext_noop("Red"),
    "G": gettext_noop("Green"),
}
LEADERS: Final = {
    "creature": gettext_noop("Yes, as a legendary creature"),
    "vehicle": gettext_noop("Yes, as a legendary Vehicle"),
    "spacecraft": gettext_noop("Yes, as a legendary Spacecraft"),
    "text": gettext_noop("Yes, by its text"),
}
PLACES: Final = {
    "kind:token": gettext_noop("In no deck: it is a token"),
    "kind:attraction": gettext_noop("Attraction deck"),
    "kind:sticker": gettext_noop("Sticker sheets"),
    "kind:contraption": gettext_noop("Contraption deck"),
    "kind:conspiracy": gettext_noop("In drafts of its kind only"),
    "companion": gettext_noop("May be a companion"),
}
_LAND: Final = "type:Land"
_LETTERS: Final = frozenset(COLOURS)
_SYMBOL: Final = lazy.regex(r"\{([^}]+)\}")
_PLAYED: Final = ("commander", "main")


def colours_of(card: Card) -> tuple[str, ...]:
    """The colours of the card's cost."""
    cost = card.value("cost").upper()
    return tuple(colour for colour in COLOURS if colour in cost)


def deck_colours(cards: Sequence[PlayedCard]) -> tuple[str, ...]:
    """The colours that must be paid before sideboarding, in their usual order.

    A choice of two adds only what is not paid anyway, one without colour nothing.
    """
    costs = [card.cost.upper() for card in cards if card.section in _PLAYED]
    symbols = [set(symbol.split("/")) for cost in costs for symbol in _SYMBOL.findall(cost)]
    choices = [symbol for symbol in symbols if symbol <= _LETTERS]
    needed = {colour for choice in choices if len(choice) == 1 for colour in choice}
    for choice in choices:
        if not choice & needed:
            needed |= choice
    return tuple(colour for colour in COLOURS if colour in needed)


def colour_pips(letters: Sequence[str]) -> tuple[Pip, ...]:
    """These colours as squares, in the usual order."""
    return tuple(Pip(letter, gettext(word), letter) for letter, word in COLOURS.items() if letter in letters)


def pips_of(card: Card) -> tuple[Pip, ...]:
    """The colours of the card's cost as squares; colourless where there are none of them."""
    cost = "".join(card.values("cost"))
    found = colour_pips(cost.upper())
    return found if found or card.has(_LAND) or not cost else (Pip("C", gettext("Colourless")),)


def colour_pile(card: Card) -> PileAt:
    """White, Several colours, Lands."""
    costs = card.value("cost").upper()
    # A card without a cost has the colour that its identity says: Ancestral Vision is blue.
    colours = [c for c in COLOURS if (c in costs if costs else c in card.values("identity"))]
    if not colours or card.has(_LAND):
        return PileAt(8, gettext("Lands") if card.has(_LAND) else gettext("Colourless"))
    if len(colours) > 1:
        return PileAt(7, gettext("Several colours"))
    return PileAt(list(COLOURS).index(colours[0]), gettext(COLOURS[colours[0]]))


def facts_of(card: Card) -> tuple[Fact, ...]:
    """Everything of a card that helps to judge a list."""
    colours, unknown = card.values("identity"), card.has("unknown:identity")
    allows = ", ".join((*card.values("relaxes-identity"), *card.values("relaxes-size")))
    leads = ", ".join(gettext(LEADERS[v]) for v in card.values("leader") if v in LEADERS)
    return (
        Fact(gettext("Cost"), card.value("cost").replace("}{", " ").strip("{}")),
        Fact(gettext("Mana value"), card.value("mana-value")),
        Fact(gettext("Colour identity"), _identity(unknown=unknown, colours=colours), colour_pips(colours)),
        Fact(gettext("May be a commander"), gettext(NOT_KNOWN) if card.has(NO_FACTS) else leads),
        Fact(gettext("As a commander it allows"), allows),
    )


def _identity(*, unknown: bool, colours: Sequence[str]) -> str:
    if unknown:
        return gettext(NOT_KNOWN)
    return "" if colours else gettext("None")


def links_of(card: Card) -> CardLinks:
    """The card at Scryfall, by its name."""
    page, named = f'!"{card.name}"', {"exact": card.name, "format": "image", "version": "normal"}
    return CardLinks(
        "Scryfall",
        f"https://scryfall.com/search?{urlencode({'q': page})}",
        f"https://api.scryfall.com/cards/named?{urlencode(named)}",
        ("https://api.scryfall.com", "https://cards.scryfall.io"),
    )


PRESENTATION: Final = Presentation(
    place=0,
    sheet=(
        *("commander", "signature_spell", "companion", "main", "sideboard"),
        *("attractions", "stickers", "contraptions", "casual", "pool"),
    ),
    land="Land",
    value="mana-value",
    value_word=gettext_noop("Mana value"),
    groups=(
        Group("creature", "creatures", frozenset(("Creature",))),
        Group("planeswalker", "planeswalkers", frozenset(("Planeswalker",))),
        Group("battle", "battles", frozenset(("Battle",))),
        Group("instant or sorcery", "instants and sorceries", frozenset(("Instant", "Sorcery"))),
        Group("artifact", "artifacts", frozenset(("Artifact",))),
        Group("enchantment", "enchantments", frozenset(("Enchantment",))),
    ),
    curves=(("main", "Mana value"),),
    columns=("main",),
    colours=colours_of,
    deck_colours=deck_colours,
    colour_names={
        "W": gettext_noop("white"),
        "U": gettext_noop("blue"),
        "B": gettext_noop("black"),
        "R": gettext_noop("red"),
        "G": gettext_noop("green"),
    },
    all_colours=gettext_noop("Five-colour"),
    no_colours=gettext_noop("Colourless"),
    colour_pile=colour_pile,
    short_piles={word: letter for letter, word in COLOURS.items()}
    | {"Several colours": gettext_noop("Multi"), "Colourless": "C", "Lands": gettext_noop("Land")},
    alike_by="identity",
    pips=pips_of,
    deck_pips=colour_pips,
    facts=facts_of,
    links=links_of,
    places=PLACES,
    pool_format="limited-sealed",
    draft_format="limited-draft",
    usual_formats=("standard", "pioneer", "pauper", "modern", "legacy", "vintage", "commander"),
    example=(Path(__file__).parent / "example.txt").read_text("utf-8"),
    texts=("arena", "mtgo", "moxfield"),
    exports=("cache", "client"),
    files=("archidekt", "text", "dek", "cod", "forge", "xmage", "mtgjson", "record", "csv"),
    totals=(
        (gettext_noop("Main"), ("commander", "signature_spell", "main")),
        (gettext_noop("Side"), ("sideboard", "companion")),
    ),
    decks=(("commander", "main"), ("sideboard",)),
    played=frozenset(("commander", "signature_spell", "main")),
    blank=(("main", 44), ("sideboard", 15)),
    blank_led=(("commander", 2), ("main", 98)),
    duty=Duty(
        "Don't start a check after opening hands have been kept or mulliganed.",
        "At Competitive and Professional, one deck in ten over the event.",
        "MTR 2.8",
    ),
    documents={
        "due": "MTR 2.7",
        "levels": "MTR",
        "looking": "MTR 2.7",
        "digital": "MDTR 2.6",
        "pools": "MTR 7.5",
        "correction": "IPG 3.4",
        "officials": "MTR 1.4",
        "cut": "MTR 2.10",
        "teams": "MTR 8.2",
    },
    left_out={
        "not-a-tournament-card": "Also allow cards in no legal set: Un-sets, playtest cards",
        "companion": "Don’t check the companion’s condition",
        "presented-companion": "Don’t check the companion at a deck check",
        "companion-place": "Allow a companion where there is no sideboard",
        "mana-value": "Allow cards of any mana value",
        "supplementary-deck": "Don’t check attractions and stickers",
        "commander-missing": "Allow decks without a commander",
        "commander-ineligible": "Allow any card as a commander",
        "commander-pairing": "Allow any two commanders",
        "colour-identity": "Don’t check colour identity",
        "signature-spell": "Don’t check the signature spell",
    },
)
