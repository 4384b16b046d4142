"""A companion comes from the sideboard; where there is none, the documents do not say whether one may be used."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality
from deckcheck.law.rule import Finding, Severity, finding, rule


@dataclass(frozen=True, slots=True)
class Params:
    """`section` is where a list names its companion."""

    section: str


@rule(
    id="companion-place",
    implements=("MTR 9.5", "MTR 3.15"),
    sentence="A companion comes from the sideboard; without one, the head judge says whether it may be used.",
    examples=(
        "A deck without a companion.",
        "Lurrus of the Dream-Den as the companion.",
    ),
    messages={"no-sideboard": "{card}: no sideboard is allowed here; ask the head judge if a companion may be used."},
    params=Params,
)
def companion_place(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    for card in deck.cards(params.section):
        yield finding("no-sideboard", card, within=(params.section,), severity=Severity.UNCLEAR)
