"""Every line of a list is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.core.cleaning import shorten
from deckcheck.core.decks import Deck
from deckcheck.core.legality import Legality
from deckcheck.core.rule import Finding, Severity, finding, rule


@dataclass(frozen=True, slots=True)
class Params:
    """A line is read or it is not: nothing to choose."""


@rule(
    id="line-read",
    implements=("MTR 2.7", "GA-TRG Decklists"),
    sentence="Every line is a card, a heading or a remark.",
    messages={"unread": 'Line {line} could not be read: "{text}".'},
    params=Params,
)
def line_read(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    for line in deck.unread:
        yield finding(
            "unread", lines=(line.number,), severity=Severity.UNCLEAR, line=line.number, text=shorten(line.text)
        )
