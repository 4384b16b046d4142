"""How the Pokémon Trading Card Game looks to people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from deckcheck.decklist.cards import Card
from deckcheck.law.games import (
    CardLinks,
    Fact,
    Group,
    PileAt,
    Pip,
    PlayedCard,
    Presentation,
    SheetTable,
    types_in_words,
)
from deckcheck.translations import gettext, gettext_noop

if TYPE_CHECKING:
    from deckcheck.law.age_divisions import AgeDivisions

HERE: Final = Path(__file__).parent
TYPES: Final = {
    "Grass": (gettext_noop("Grass"), "G", "G"),
    "Fire": (gettext_noop("Fire"), "R", "R"),
    "Water": (gettext_noop("Water"), "W", "U"),
    "Lightning": (gettext_noop("Lightning"), "L", "W"),
    "Psychic": (gettext_noop("Psychic"), "P", "B"),
    "Fighting": (gettext_noop("Fighting"), "F", ""),
    "Darkness": (gettext_noop("Darkness"), "D", ""),
    "Metal": (gettext_noop("Metal"), "M", ""),
    "Fairy": (gettext_noop("Fairy"), "Y", ""),
    "Dragon": (gettext_noop("Dragon"), "N", ""),
    "Colorless": (gettext_noop("Colorless"), "C", ""),
}
"""The types in their order: their names, the letters that lists write for them, and the style of their squares."""
_POKEMON: Final = "Pokémon"
_KINDS: Final = {"Pokémon": "Pokémon", "Trainer": gettext_noop("Trainer cards"), "Energy": gettext_noop("Energy cards")}
_MARKED: Final = frozenset(("ex", "EX", "GX", "V", "VMAX", "VSTAR"))
"""The ends of names that decks are called after."""
_PLAIN: Final = "Colorless"


def types_of(card: Card) -> tuple[str, ...]:
    """The Pokémon's types, or that of a basic Energy."""
    return card.values("energy") or card.values("basic-energy")


def type_pips(types: Sequence[str]) -> tuple[Pip, ...]:
    """These types as squares, in their usual order."""
    return tuple(Pip(letter, gettext(word), style) for id_, (word, letter, style) in TYPES.items() if id_ in types)


def pips_of(card: Card) -> tuple[Pip, ...]:
    """The card's types as squares."""
    return type_pips(types_of(card))


def deck_types(cards: Sequence[PlayedCard]) -> tuple[str, ...]:
    """The types of the deck's Pokémon and basic Energy, most first; Colorless only where it is alone."""
    counts: Counter[str] = Counter()
    for card in cards:
        counts.update(dict.fromkeys(card.colours, card.count))
    told = [name for name, _ in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))]
    return tuple(name for name in told if name != _PLAIN) or tuple(told)


def main_pokemon(cards: Sequence[PlayedCard]) -> str:
    """What the deck is called after: a Pokémon ex, V or GX with most copies, else the Pokémon with most."""
    found = [card for card in cards if _POKEMON in card.type_words]
    best = max(found, key=lambda card: (_is_main(card), card.count), default=None)
    return best.name.partition(" (")[0] if best else ""


def _is_main(card: PlayedCard) -> bool:
    """Whether the name has one of the marks of a Pokémon that decks are built around."""
    words = card.name.partition(" (")[0].split()
    return bool(words) and words[-1] in _MARKED


def kind_pile(card: Card) -> PileAt:
    """Pokémon, Trainer cards, Energy cards."""
    kind = card.value("type")
    return PileAt(list(_KINDS).index(kind) if kind in _KINDS else len(_KINDS), gettext(_KINDS.get(kind, kind)))


def sheet_place(section: str, card: Card) -> tuple[int, float] | None:
    """A card's group; within it cards stand by name."""
    return int(kind_pile(card).place), 0


def type_pile(card: Card) -> PileAt:
    """Pokémon and basic Energy by type, Trainer cards and other Energy behind them."""
    types = types_of(card)
    if len(types) > 1:
        return PileAt(len(TYPES), gettext("Several types"))
    if types and types[0] in TYPES:
        return PileAt(list(TYPES).index(types[0]), gettext(TYPES[types[0]][0]))
    return PileAt(len(TYPES) + 1 + kind_pile(card).place, kind_pile(card).heading)


def kind_of(card: Card) -> str:
    """Stage 2 Pokémon, Supporter, Basic Energy."""
    kind, subtypes = types_in_words(card), card.values("subtype")
    if kind == _POKEMON:
        return " ".join((*card.values("stage"), kind))
    return ", ".join(subtypes) if kind == "Trainer" and subtypes else " ".join((*subtypes, kind))


def facts_of(card: Card) -> tuple[Fact, ...]:
    """Everything of a card that helps to judge a list."""
    marks = dict.fromkeys(printing.mark for printing in card.printings if printing.mark)
    printed = [f"{p.set_code} {p.number}" for p in card.printings]
    return (
        Fact(gettext("Type"), "", pips_of(card)),
        Fact(gettext("Evolves from"), ", ".join(card.values("evolves-from"))),
        Fact(gettext("Counted as"), card.counts_as if card.counts_as != card.printed_as else ""),
        Fact(gettext("Regulation marks"), ", ".join(marks)),
        Fact(gettext("Printed as"), ", ".join(printed)),
    )


def links_of(card: Card) -> CardLinks:
    """The newest printing at Limitless, by its set and number; none for a name that may be several cards."""
    printing = next((p for p in reversed(card.printings) if p.number.isdecimal() and p.set_code.isalnum()), None)
    if printing is None:
        return CardLinks()
    code, number = printing.set_code, printing.number
    pictures = "https://limitlesstcg.nyc3.cdn.digitaloceanspaces.com"
    return CardLinks(
        "Limitless",
        f"https://limitlesstcg.com/cards/{code}/{number}",
        f"{pictures}/tpci/{code}/{code}_{number.zfill(3)}_R_EN_LG.png",
        (pictures,),
    )


@cache
def find_divisions() -> AgeDivisions:
    """The age divisions of players, by the facts beside this module."""
    import tomllib

    from deckcheck.law.age_divisions import AgeDivisions

    told = tomllib.loads((HERE / "divisions.toml").read_text("utf-8"))
    titles = {"junior": gettext_noop("Junior"), "senior": gettext_noop("Senior"), "masters": gettext_noop("Masters")}
    return AgeDivisions(titles, told["season"], told["from_year"], told["first_month"], tuple(told["unsure_months"]))


PRESENTATION: Final = Presentation(
    place=2,
    sheet=("main",),
    by_name=frozenset(),
    piled=frozenset(("main",)),
    titles={
        "mana-value": gettext_noop("Kind of card"),
        "type": gettext_noop("Kind of card, then name"),
        "colour": gettext_noop("Type"),
    },
    value="stage",
    value_word=gettext_noop("Kind of card"),
    sheet_place=sheet_place,
    value_pile=kind_pile,
    groups=(
        Group("Pokémon", "Pokémon", frozenset(("Pokémon",))),
        Group("Trainer", "Trainers", frozenset(("Trainer",))),
        Group("Energy", "Energy", frozenset(("Energy",))),
    ),
    columns=("main",),
    shares=gettext_noop("Types"),
    colours=types_of,
    deck_colours=deck_types,
    deck_name=main_pokemon,
    no_colours=gettext_noop("Pokémon deck"),
    colour_names={name: word for name, (word, _, _) in TYPES.items()},
    colour_pile=type_pile,
    short_piles={"Trainer cards": gettext_noop("Trainer"), "Energy cards": gettext_noop("Energy")},
    alike_by="energy",
    pips=pips_of,
    deck_pips=type_pips,
    kind=kind_of,
    facts=facts_of,
    links=links_of,
    usual_formats=("pkm-standard", "pkm-expanded"),
    example=(HERE / "example.txt").read_text("utf-8"),
    texts=("ptcg-live",),
    files=("record", "csv"),
    totals=((gettext_noop("Deck"), ("main",)),),
    decks=(("main",),),
    left_out={
        "deck-size": "Don’t check deck size",
        "basic-pokemon": "Allow a deck without a Basic Pokémon",
        "ace-spec": "Allow several ACE SPEC cards",
        "radiant": "Allow several Radiant Pokémon",
        "pokemon-star": "Allow several Pokémon Star",
        "unown": "Allow any number of Unown of the Neo sets",
        "one-type": "Allow Pokémon that share no type",
    },
    blank=(("main", 45),),
    tables=(
        SheetTable("Pokémon", "Pokémon", 18, printed=True),
        SheetTable("Trainer", "Trainer", 26, column=1),
        SheetTable("Energy", "Energy", 6),
    ),
    player_number=gettext_noop("Player ID"),
    find_divisions=find_divisions,
)
