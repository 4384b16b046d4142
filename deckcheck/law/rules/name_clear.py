"""Every name on a list means one card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.decklist.clean_text import shorten
from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality
from deckcheck.law.rule import Finding, Severity, finding, rule


@dataclass(frozen=True, slots=True)
class Params:
    """A name is clear or it is not: nothing to choose."""


@rule(
    id="name-clear",
    implements=("MTR 3.6", "IPG 3.4", "GA-CR Names"),
    sentence="Every name means one card alone.",
    examples=(
        "The whole name of a card.",
        "Part of a name that several cards share.",
    ),
    messages={"several": '"{shown}" could be several cards. Which one?'},
    params=Params,
)
def name_clear(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    for entry in deck.waiting():
        if entry.candidates:
            yield finding(
                "several",
                *entry.candidates,
                within=(entry.section,),
                lines=(entry.line.number,),
                severity=Severity.UNCLEAR,
                name=entry.line.name,
                shown=shorten(entry.line.name),
                count=len(entry.candidates),
            )
