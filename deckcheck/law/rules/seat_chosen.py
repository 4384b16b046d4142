"""Where the seats of a team play different formats, a list is checked once the seat of its player is known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality
from deckcheck.law.rule import Finding, Severity, finding, rule


@dataclass(frozen=True, slots=True)
class Params:
    """The seats with the formats they play ("A: Modern"), of a list whose player has none yet; else nothing."""

    seats: tuple[str, ...] = ()


@rule(
    id="seat-chosen",
    implements=("MTR 8.2", "MTR 8.4"),
    sentence="Where the seats of a team play different formats, a list is checked by the format of its player's seat.",
    examples=(
        "A Legacy list of the player in the seat that plays Legacy.",
        "A list whose player has not chosen a seat yet: which format it is for is not known.",
    ),
    messages={"open": "Which seat do you play? {seats}. Your list is checked by the format of your seat."},
    params=Params,
)
def seat_chosen(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    del deck, law
    if params.seats:
        yield finding("open", severity=Severity.UNCLEAR, lines=(), seats=", ".join(params.seats))
