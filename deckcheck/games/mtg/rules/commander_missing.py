"""A deck of a commander format names who leads it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality
from deckcheck.law.rule import Finding, finding, rule


@dataclass(frozen=True, slots=True)
class Params:
    """`called` is what the leader is called in the format."""

    section: str
    called: str


@rule(
    id="commander-missing",
    implements=("CR 903.3",),
    sentence="The deck names its {called}, or a pair of them.",
    examples=(
        "1 {called}, under its heading.",
        "No card named as the {called}.",
    ),
    messages={"none": "No {called} is named; 1 or a pair is needed under the heading {heading}."},
    params=Params,
)
def commander_missing(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    if not deck.size(params.section):
        yield finding("none", within=(params.section,), count=0, allowed=1)
