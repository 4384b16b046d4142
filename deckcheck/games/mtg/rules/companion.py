"""A companion has the ability, is the only one, and the deck meets its condition."""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.decklist.decks import Deck
from deckcheck.games.mtg.companions import CompanionParams, check_companions
from deckcheck.law.legality import Legality
from deckcheck.law.rule import Finding, finding, rule

_CANNOT = "{card} cannot be the companion: "


@rule(
    id="companion",
    implements=("CR 702.139a", "CR 702.139b", "CR 903.11a", "MTR 3.15", "MAMTR *.1C"),
    sentence="At most 1 companion, whose own condition the deck meets.",
    examples=(
        "Lurrus of the Dream-Den, with permanents of mana value 2 or less alone.",
        "Lurrus of the Dream-Den, with a permanent of mana value 3.",
    ),
    messages={
        "several": "{count} companions are named; the limit is {allowed}.",
        "no-companion": _CANNOT + "it has no companion ability.",
        "broken": _CANNOT + "line {line}, {breaker}, {why}.",
        "broken-often": _CANNOT + "line {line}, {breaker}, {why} ({cards_n} in all).",
        "too-small": _CANNOT + "{cards_n} in {sections}; it needs at least {allowed}.",
        "not-known": "Whether {card} fits the companion {named} is not known here; look at the card itself.",
        "no-condition": "The condition of {card} is not known here; read it on the card.",
    },
    params=CompanionParams,
)
def companion(deck: Deck, law: Legality, params: CompanionParams) -> Iterator[Finding]:
    count, named = deck.size("companion"), deck.cards("companion")
    if count > 1:
        yield finding("several", *named, within=("companion",), count=count, allowed=1)
    yield from check_companions(named, deck, params)
