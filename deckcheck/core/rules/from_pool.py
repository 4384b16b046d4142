"""Where a list names the registered pool, every card of the deck and its sideboard comes from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.core.cards import Card
from deckcheck.core.decks import Deck
from deckcheck.core.legality import Legality
from deckcheck.core.presenting import Presented
from deckcheck.core.rule import Finding, Mend, Severity, finding, rule


@dataclass(frozen=True, slots=True)
class Params:
    """The cards of `sections` together are those of `pool_section`, and any number of `free_cards`.

    Cards with `basic_trait` that are not free are told with those that are.
    """

    pool_section: str
    sections: tuple[str, ...]
    free_cards: tuple[str, ...]
    basic_trait: str


@rule(
    id="from-pool",
    implements=("MTR 7.1", "MTR 7.2", "CR 717.2b", "CR 123.2b"),
    sentence="Where the list names the registered pool, every card is one of it; {free_cards} are free.",
    messages={
        "more": "{count} {card} in deck and sideboard; the pool has {has}.",
        "more-here": "{count} {card} in the {section}; the pool has {has}.",
        "basic": "{count} {card}; the pool has {has}. Only {free_cards} are free.",
    },
    params=Params,
)
def from_pool(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    listed = deck.registered if isinstance(deck, Presented) else deck
    if not listed.size(params.pool_section):
        return
    pool = listed.copies((params.pool_section,))
    waiting = listed.size(params.pool_section) - sum(pool.values())
    for card, count in deck.copies(params.sections).items():
        short = count - pool.get(card, 0)
        if short > 0 and card.name not in params.free_cards:
            # A line that could not be read may be one of the pool's, of any number.
            open_yet = short <= waiting or bool(listed.unread)
            yield _told(deck, card, count, pool.get(card, 0), open_yet, params)


def _told(deck: Deck, card: Card, count: int, has: int, open_yet: bool, params: Params) -> Finding:
    """The finding; a warning without a remedy where a line of the pool that waits may yet be the card."""
    within = tuple(s for s in params.sections if card in deck.copies((s,)))
    here = "more" if len(within) > 1 else "more-here"
    return finding(
        "basic" if params.basic_trait in card.traits else here,
        card,
        within=within,
        severity=Severity.WARNING if open_yet else Severity.ERROR,
        mend=None if open_yet else Mend("take-out", count - has),
        count=count,
        allowed=has,
        has=has or "none",
    )
