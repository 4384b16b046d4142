"""Every card of a registered pool can have been opened: the boosters of the event's sets hold it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality
from deckcheck.law.rule import Finding, Severity, finding, rule


@dataclass(frozen=True, slots=True)
class Params:
    """The cards of `sections` are those of a registered pool."""

    sections: tuple[str, ...]


@rule(
    id="pool-opened",
    implements=("MTR 7.2",),
    sentence="A registered pool holds only cards that the opened boosters can hold.",
    examples=(
        "Cards of the sets that were opened.",
        "A card that no booster of these sets holds.",
    ),
    messages={
        "none": "{card} is in the registered pool, but in no booster of {sets}.",
        "not-known": "{card} is in the registered pool; whether a booster of {sets} holds it is not known here.",
    },
    params=Params,
)
def pool_opened(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    for card, (known, sets) in law.opened.foreign.items() if law.opened else ():
        within = tuple(s for s in params.sections if card in deck.copies((s,)))
        severity = Severity.ERROR if known else Severity.UNCLEAR
        yield finding("none" if known else "not-known", card, within=within, severity=severity, sets=sets)
