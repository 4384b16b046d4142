"""The cards on the table are the cards on the list."""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality
from deckcheck.law.presented_deck import Odd, Presented, Sections
from deckcheck.law.rule import Finding, finding, rule


@rule(
    id="presented-mismatch",
    implements=("MTR 3.15", "MTR 7.2", "CR 903.3", "GA-TRG Sideboarding"),
    sentence="The cards presented are the cards registered{but}.",
    examples=(
        "The cards on the list, no more and no fewer.",
        "1 card that is not on the list, or 1 missing.",
    ),
    messages={
        "more": "{count} {card} more on the table than on the list.",
        "fewer": "{count} {card} fewer on the table than on the list.",
        "more-apart": "{heading}: {count} {card} more on the table than on the list.",
        "fewer-apart": "{heading}: {count} {card} fewer on the table than on the list.",
    },
    params=Sections,
)
def presented_mismatch(deck: Deck, law: Legality, params: Sections) -> Iterator[Finding]:
    if not isinstance(deck, Presented):
        return
    for odd in deck.difference.extra:
        yield _told("more", odd, params)
    for odd in deck.difference.missing:
        yield _told("fewer", odd, params)


def _told(word: str, odd: Odd, params: Sections) -> Finding:
    apart = "-apart" if odd.section in params.other_sections else ""
    return finding(word + apart, odd.card, within=(odd.section,), count=odd.count)
