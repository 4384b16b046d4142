"""The cards on the table are the cards on the list."""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality
from deckcheck.law.presented_deck import Odd, Presented, Sections
from deckcheck.law.rule import Finding, Severity, finding, rule


@rule(
    id="presented-mismatch",
    implements=(
        "MTR 3.15",
        "MTR 7.2",
        "MTR 7.3",
        "MDTR 7.3",
        "MAMTR 3.17",
        "CR 903.3",
        "GA-TRG Sideboarding",
        "GA-TRG Limited Tournaments",
    ),
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
        "perhaps-opened": "{count} {card} more on the table than on the list; no pool is known that may have it.",
        "more-supplementary": "{heading}: {count} {card} more than on the list; ask the head judge if it may change.",
        "fewer-supplementary": "{heading}: {count} {card} fewer than on the list; ask the head judge if it may change.",
    },
    params=Sections,
)
def presented_mismatch(deck: Deck, law: Legality, params: Sections) -> Iterator[Finding]:
    if not isinstance(deck, Presented):
        return
    has_pool = law.opened is not None or deck.registered.size(params.pool_section) > 0
    for odd in deck.difference.extra:
        yield _told("more", odd, params, has_pool=has_pool)
    for odd in deck.difference.missing:
        yield _told("fewer", odd, params, has_pool=has_pool)


def _told(word: str, odd: Odd, params: Sections, *, has_pool: bool) -> Finding:
    apart = odd.section in params.other_sections
    if not params.continuous or (has_pool and not apart):
        return finding(f"{word}-apart" if apart else word, odd.card, within=(odd.section,), count=odd.count)
    # Where lists are used, supplementary decks are fixed for the event (MAMTR 3.17); here no list need be.
    said = f"{word}-supplementary" if apart else "perhaps-opened"
    return finding(said, odd.card, within=(odd.section,), severity=Severity.UNCLEAR, count=odd.count)
