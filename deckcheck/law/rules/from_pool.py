"""Where a pool is registered, or a list names its own, every card of the deck and its sideboard comes from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.decklist.cards import ANY_NUMBER, Card
from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality, Opened
from deckcheck.law.presented_deck import Presented
from deckcheck.law.rule import Finding, Mend, Severity, finding, rule
from deckcheck.translations import gettext


@dataclass(frozen=True, slots=True)
class Params:
    """The cards of `sections` together are those of `pool_section`, and any number of `free_cards`, or `free_at_most`.

    Cards with `basic_trait` that are not free are told with those that are. Where the pool is a team's, the cards of
    `shared_sections` are the same on the lists of both its players.
    """

    pool_section: str
    sections: tuple[str, ...]
    free_cards: tuple[str, ...]
    basic_trait: str = ""
    shared_sections: tuple[str, ...] = ()
    free_at_most: int = 0

    @property
    def but(self) -> str:
        """What a team has in common, in words, for the rule's sentence."""
        return gettext("; team-mates share the sideboard") if self.shared_sections else ""


@rule(
    id="from-pool",
    implements=("MTR 7.1", "MTR 7.2", "MTR 8.6", "MTR 9.6", "CR 717.2b", "CR 123.2b", "GA-TRG Limited Tournaments"),
    sentence=(
        "Where a pool is registered, or the list names it, every card is one of it, over all lists of a team; "
        "{free_cards} are free{but}."
    ),
    examples=(
        "2 of a card, with 2 of it in the pool.",
        "3 of a card, with 2 of it in the pool.",
    ),
    messages={
        "more": "{count} {card} in deck and sideboard; the pool has {has}.",
        "more-here": "{count} {card} in the {section}; the pool has {has}.",
        "basic": "{count} {card}; the pool has {has}. Only {free_cards} are free.",
        "free": "{count} of {cards} beyond the pool; {allowed} is free.",
        "team": "{count} {card} on the lists of the team, {here} of them on this one; the team's pool has {has}.",
    },
    params=Params,
)
def from_pool(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    listed = deck.registered if isinstance(deck, Presented) else deck
    pool = _pool(listed, law, params)
    if pool is None:
        return
    short: dict[Card, int] = {}
    free: dict[Card, int] = {}
    for card, here in deck.copies(params.sections).items():
        more = here + pool.elsewhere.get(card, 0) - pool.cards.get(card, 0)
        if more > 0:
            (free if card.name in params.free_cards else short)[card] = more
    severity = Severity.ERROR
    if sum(short.values()) <= pool.unknown:
        # Each may be there. A line that waits asks that itself; an unknown card of a registered pool is on no line.
        severity = Severity.UNCLEAR if law.opened else Severity.WARNING
    if params.free_at_most and sum(free.values()) > params.free_at_most:
        count, allowed = sum(free.values()), params.free_at_most
        yield finding("free", *free, within=params.sections, severity=Severity.UNCLEAR, count=count, allowed=allowed)
    for card, more in short.items():
        yield _told(deck, card, more, pool, params, severity)


def _pool(listed: Deck, law: Legality, params: Params) -> Opened | None:
    """The registered pool, else the one that the list names, if any."""
    size = listed.size(params.pool_section)
    if law.opened or not size:
        return law.opened
    cards = listed.copies((params.pool_section,))
    # A line in doubt may be one of the pool's, of any number.
    return Opened(cards, ANY_NUMBER if listed.in_doubt() else size - sum(cards.values()))


def _told(deck: Deck, card: Card, short: int, pool: Opened, params: Params, severity: Severity) -> Finding:
    """The finding, without a remedy where what is unknown of the pool may yet be the card."""
    has, here = pool.cards.get(card, 0), deck.copies(params.sections)[card]
    within = tuple(s for s in params.sections if card in deck.copies((s,)))
    said = "basic" if params.basic_trait in card.traits else "more" if len(within) > 1 else "more-here"
    count = has + short
    others = count - here
    found = finding(
        "team" if others else said,
        card,
        within=within,
        severity=severity,
        mend=None if short <= pool.unknown else Mend("take-out", min(short, here)),
        count=count,
        allowed=has,
        has=has or "none",
    )
    return found._replace(facts={**found.facts, "here": here, "others": others}) if others else found
