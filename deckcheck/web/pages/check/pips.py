"""Marks of a card: colours, elements and costs as letters in squares, types as words. No publisher's sign is copied."""

from __future__ import annotations

from typing import Final, NamedTuple

from deckcheck.decklist.cards import Card
from deckcheck.law.games import Pip, Presentation


class Marks(NamedTuple):
    """All marks of one card: its squares and its types in words."""

    pips: tuple[Pip, ...] = ()
    kind: str = ""


NO_MARKS: Final = Marks()


def marks_of(card: Card, look: Presentation) -> Marks:
    """The marks a row of a list shows."""
    return Marks(look.pips(card), look.kind(card))
