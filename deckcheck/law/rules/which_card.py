"""Where a name is that of several cards, the list says which one it holds, if that decides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality
from deckcheck.law.rule import Finding, Mend, Severity, finding, rule


@dataclass(frozen=True, slots=True)
class Params:
    """The sections that are looked at."""

    sections: tuple[str, ...]


@rule(
    id="which-card",
    implements=("PKM-TRH 5.4", "PKM-Sheet"),
    sentence="A card that shares its name with other cards is listed with its set and number, where that decides.",
    examples=(
        "A name that several cards have, if all of them may be played, or none.",
        "Such a name without set and number, if only some of these cards may be played.",
    ),
    messages={
        "several": "Several cards are called {card}, and not all of them may be played in {format}. "
        "Write its set and collector number.",
        "not-found": "Several cards are called {card}, and not all of them may be played in {format}. "
        "None of them is known here as {printing}.",
        "banned": "Every {card} that {format} has is banned.",
    },
    params=Params,
)
def which_card(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    for card in [card for card in deck.copies(params.sections) if card.may_be]:
        within = tuple(s for s in params.sections if card in deck.copies((s,)))
        here = [one for one in card.may_be if law.admits(one).admitted]
        playable = [one for one in here if not law.bars(one)]
        # That none is in the pool, or that all are with the same doubt, the rule of the pool says.
        if here and not playable:
            yield finding("banned", card, within=within, mend=Mend("leave-out"))
        elif here and len(playable) < len(card.may_be):
            written = next((e.line for e in deck.entries_of((card,)) if e.line.set_code), None)
            printing = f"{written.set_code} {written.collector}".strip() if written else ""
            message = "not-found" if printing else "several"
            yield finding(message, card, within=within, severity=Severity.UNCLEAR, printing=printing)
