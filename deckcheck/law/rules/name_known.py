"""Every name on a list is the name of a card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from deckcheck.decklist.clean_text import shorten
from deckcheck.decklist.decks import Deck
from deckcheck.decklist.foreign_names import is_in_another_language
from deckcheck.law.legality import Legality
from deckcheck.law.rule import Finding, Severity, finding, rule

MOST_NEW: Final = 60
"""Of so many unknown names suggestions are looked for; a text with more is no list of new cards."""


@dataclass(frozen=True, slots=True)
class Params:
    """A name is known or it is not: nothing to choose."""


@rule(
    id="name-known",
    implements=("MTR 3.4", "MTR 3.5", "MTR 3.6", "IPG 3.4", "GA-CR Names"),
    sentence="Every name is the name of a card.",
    examples=(
        "A name as it is printed on the card.",
        "A nickname, or a name spelled so that it could be several cards.",
    ),
    messages={
        "unknown": 'No card is called "{shown}".',
        "language": "We don't know the name \"{shown}\". Write the card's name in English.",
        "newer": 'No card is called "{shown}" here; our cards end on {since}.',
    },
    params=Params,
)
def name_known(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    unknown = [entry for entry in deck.waiting() if not entry.candidates]
    past = law.known_to is not None and law.day.date > law.known_to.cards and len(unknown) <= MOST_NEW
    for entry in unknown:
        asked = finding(
            "unknown",
            within=(entry.section,),
            lines=(entry.line.number,),
            severity=Severity.UNCLEAR,
            name=entry.line.name,
            shown=shorten(entry.line.name),
        )
        if entry.is_like_none and is_in_another_language(entry.line.name):
            asked = asked._replace(message="language")
        elif past and law.known_to is not None and entry.is_like_none and not entry.line.reason:
            facts = {**asked.facts, "since": law.known_to.cards.isoformat()}
            asked = asked._replace(message="newer", facts=facts)
        yield asked
