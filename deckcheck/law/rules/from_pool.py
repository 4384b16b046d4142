"""Where a pool is registered, or a list names its own, every card of the deck and its sideboard comes from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from deckcheck.decklist.cards import ANY_NUMBER, Card
from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality, Opened
from deckcheck.law.presented_deck import Presented
from deckcheck.law.rule import Finding, Mend, Severity, finding, rule
from deckcheck.translations import gettext, join_words


@dataclass(frozen=True, slots=True)
class Params:
    """The cards of `sections` together are those of `pool_section`, and any number of `free_cards`, or `free_at_most`.

    Cards with `basic_trait` that are not free are told with those that are. Where the pool is a team's, the cards of
    `shared_sections` are the same on the lists of both its players.

    Where boosters of a set were drafted, up to `granted_at_most` copies of a card that lead the deck, in
    `leader_section`, are beyond the pool: `granted` says which ("CMR Commander Legends: The Prismatic Piper").
    """

    pool_section: str
    sections: tuple[str, ...]
    free_cards: tuple[str, ...]
    basic_trait: str = ""
    shared_sections: tuple[str, ...] = ()
    free_at_most: int = 0
    leader_section: str = ""
    granted: tuple[str, ...] = ()
    granted_at_most: int = 0

    @property
    def but(self) -> str:
        """What a team has in common, or what boosters bring along, in words, for the rule's sentence."""
        if self.granted:
            told = gettext("; as commanders, up to {count} of {cards} are free")
            cards = join_words(f"{one.card} ({one.title})" for one in self.grants)
            return told.format(count=self.granted_at_most, cards=cards)
        return gettext("; team-mates share the sideboard") if self.shared_sections else ""

    @property
    def grants(self) -> tuple[Grant, ...]:
        """`granted` in its parts."""
        parts = ((*named.partition(" "), card) for named, _, card in (one.rpartition(": ") for one in self.granted))
        return tuple(Grant(code, title, card) for code, _, title, card in parts)


class Grant(NamedTuple):
    """A card that boosters of a set bring along: the code and the title of the set, and the card's name."""

    code: str
    title: str
    card: str


@rule(
    id="from-pool",
    implements=(
        "MTR 7.1",
        "MTR 7.2",
        "MTR 8.6",
        "MTR 9.6",
        "CR 717.2b",
        "CR 123.2b",
        "CR 903.13e",
        "MAMTR *.6A",
        "GA-TRG Limited Tournaments",
    ),
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
        "beyond-granted": "{count} {card}; the pool has {has}, and only {granted} more are free as commanders.",
        "not-drafted": "{count} {card}; the pool has {has}. It is free as a commander only with boosters of {sets}.",
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
        more = here + pool.elsewhere.get(card, 0) - pool.cards.get(card, 0) - _granted(deck, card, law, params)
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
        may_lead = "" if law.drafted else _sets_granting(card, params)
        if may_lead and more <= min(params.granted_at_most, deck.copies((params.leader_section,)).get(card, 0)):
            yield _not_drafted(deck, card, more, pool, params, may_lead)
        else:
            yield _told(deck, card, more, pool, params, severity, _granted(deck, card, law, params))


def _granted(deck: Deck, card: Card, law: Legality, params: Params) -> int:
    """How many copies that lead the deck the boosters which were drafted bring along."""
    if not any(one.card == card.name and one.code in law.drafted for one in params.grants):
        return 0
    return min(params.granted_at_most, deck.copies((params.leader_section,)).get(card, 0))


def _sets_granting(card: Card, params: Params) -> str:
    """The sets whose boosters bring the card along; empty where none do."""
    return join_words(one.title for one in params.grants if one.card == card.name)


def _not_drafted(deck: Deck, card: Card, more: int, pool: Opened, params: Params, sets: str) -> Finding:
    """That a card which leads is not in the pool, where nobody knows which boosters were drafted."""
    has = pool.cards.get(card, 0)
    within = tuple(s for s in params.sections if card in deck.copies((s,)))
    asked = finding("not-drafted", card, within=within, severity=Severity.UNCLEAR, count=has + more, allowed=has)
    return asked._replace(facts={**asked.facts, "has": has or "none", "sets": sets})


def _pool(listed: Deck, law: Legality, params: Params) -> Opened | None:
    """The registered pool, else the one that the list names, if any."""
    size = listed.size(params.pool_section)
    if law.opened or not size:
        return law.opened
    cards = listed.copies((params.pool_section,))
    # A line in doubt may be one of the pool's, of any number.
    return Opened(cards, ANY_NUMBER if listed.in_doubt() else size - sum(cards.values()))


def _told(
    deck: Deck, card: Card, short: int, pool: Opened, params: Params, severity: Severity, granted: int
) -> Finding:
    """The finding, without a remedy where what is unknown of the pool may yet be the card."""
    has, here = pool.cards.get(card, 0), deck.copies(params.sections)[card]
    within = tuple(s for s in params.sections if card in deck.copies((s,)))
    said = "basic" if params.basic_trait in card.traits else "more" if len(within) > 1 else "more-here"
    count = has + granted + short
    others = count - here
    found = finding(
        "team" if others else "beyond-granted" if granted else said,
        card,
        within=within,
        severity=severity,
        mend=None if short <= pool.unknown else Mend("take-out", min(short, here)),
        count=count,
        allowed=has,
        has=has or "none",
    )
    more = {"granted": granted, **({"here": here, "others": others} if others else {})}
    return found._replace(facts={**found.facts, **more}) if others or granted else found
