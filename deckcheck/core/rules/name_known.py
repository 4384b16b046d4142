"""Every name on a list is the name of a card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.core.cleaning import shorten
from deckcheck.core.decks import Deck
from deckcheck.core.legality import Legality
from deckcheck.core.rule import Finding, Severity, finding, rule


@dataclass(frozen=True, slots=True)
class Params:
    """A name is known or it is not: nothing to choose."""


@rule(
    id="name-known",
    implements=("MTR 3.6", "IPG 3.4", "GA-CR Names"),
    sentence="Every name is the name of a card.",
    messages={"unknown": 'No card is called "{shown}".'},
    params=Params,
)
def name_known(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    for entry in deck.waiting():
        if not entry.candidates:
            yield finding(
                "unknown",
                within=(entry.section,),
                lines=(entry.line.number,),
                severity=Severity.UNCLEAR,
                name=entry.line.name,
                shown=shorten(entry.line.name),
            )
