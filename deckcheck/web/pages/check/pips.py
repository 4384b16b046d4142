"""Marks of a card: colours, elements and costs as letters in squares, types as words. No publisher's sign is copied."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from deckcheck.decklist.cards import Card

COLOURS: Final = {"W": "White", "U": "Blue", "B": "Black", "R": "Red", "G": "Green"}
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
_COLOUR: Final = re.compile(r"[WUBRG]")


class Pip(NamedTuple):
    """One square: its letters, what they stand for, and its style."""

    letter: str
    word: str
    style: str = ""


class Marks(NamedTuple):
    """All marks of one card: its squares and its types in words."""

    pips: tuple[Pip, ...] = ()
    kind: str = ""


NO_MARKS: Final = Marks()


def marks_of(card: Card) -> Marks:
    """The marks a row of a list shows."""
    return Marks(_element_pips(card) if card.game == "ga" else _colour_pips(card), kind_words(card))


def kind_words(card: Card) -> str:
    """The card's types as words: "Artifact Creature"; a champion adds its level."""
    words = " ".join(card.values("type"))
    level = card.value("level")
    return f"{words} {level}" if level and "Champion" in words else words


def colour_pips(letters: str) -> tuple[Pip, ...]:
    """These colours as squares, in the usual order."""
    return tuple(Pip(c, word, c) for c, word in COLOURS.items() if c in letters)


def _colour_pips(card: Card) -> tuple[Pip, ...]:
    cost = "".join(card.values("cost"))
    found = colour_pips("".join(_COLOUR.findall(cost.upper())))
    if found or "Land" in card.values("type") or not cost:
        return found
    return (Pip("C", "Colourless"),)


def _element_pips(card: Card) -> tuple[Pip, ...]:
    return tuple(Pip(ELEMENTS.get(e.casefold(), e[:2].title()), e.title()) for e in card.values("element"))
