"""A companion has the ability, is the only one, and the deck meets its condition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.core.cards import Card
from deckcheck.core.decks import Deck
from deckcheck.core.legality import Legality
from deckcheck.core.rule import Finding, Mend, Severity, finding, rule
from deckcheck.games.mtg.companions import ABOVE_MINIMUM, CONDITIONS, Condition, read_conditions


@dataclass(frozen=True, slots=True)
class Params:
    """`deck_sections` make the starting deck, of `minimum` cards at the least.
    `conditions` are lines of a name and what it asks for; in `home_section`, if any, a companion is an ordinary card.
    """

    deck_sections: tuple[str, ...]
    minimum: int
    conditions: tuple[str, ...]
    home_section: str = ""

    def __post_init__(self) -> None:
        """Refuse a condition that is none."""
        read_conditions(self.conditions)


_CANNOT = "{card} cannot be the companion: "


@rule(
    id="companion",
    implements=("CR 702.139a", "CR 702.139b", "CR 903.11a", "MTR 3.15"),
    sentence="At most 1 companion, whose own condition the deck meets.",
    messages={
        "several": "{count} companions are named; {allowed} is the most.",
        "no-companion": _CANNOT + "it has no companion ability.",
        "broken": _CANNOT + "line {line}, {breaker}, {why}.",
        "broken-often": _CANNOT + "line {line}, {breaker}, {why} ({cards_n} in all).",
        "too-small": _CANNOT + "{cards_n} in {sections}; {allowed} is the least for it.",
        "not-known": "Whether {card} fits the companion {named} is not known here; look at the card itself.",
        "no-condition": "The condition of {card} is not known here; read it on the card.",
    },
    params=Params,
)
def companion(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    count, named = deck.size("companion"), deck.cards("companion")
    if count > 1:
        yield finding("several", *named, within=("companion",), count=count, allowed=1)
    for card in named:
        word, bound = read_conditions(params.conditions).get(card.name, ("", ""))
        if not card.has("companion"):
            yield finding("no-companion", card, within=("companion",), mend=_mend(params))
        elif word == ABOVE_MINIMUM:
            count, allowed = sum(deck.size(s) for s in params.deck_sections), params.minimum + int(bound)
            if count < allowed:
                where = deck.lines_of((card,), ("companion",))
                yield finding("too-small", card, within=params.deck_sections, lines=where, count=count, allowed=allowed)
        elif word:
            yield from _check_cards(card, deck, params, CONDITIONS[word], bound)
        else:
            yield finding("no-condition", card, within=("companion",), severity=Severity.UNCLEAR)


def _check_cards(card: Card, deck: Deck, params: Params, condition: Condition, bound: str) -> Iterator[Finding]:
    within = params.deck_sections
    breakers, unknown = condition.judge(deck.copies(within), bound)
    for other in unknown:
        yield finding("not-known", other, card, within=within, severity=Severity.WARNING, named=card.name)
    if breakers:
        first = min(breakers, key=lambda breaker: deck.lines_of((breaker,), within))
        yield finding(
            "broken" if len(breakers) == 1 else "broken-often",
            card,
            *breakers,
            within=("companion",),
            lines=deck.lines_of((card, *breakers), ("companion", *within)),
            mend=_mend(params),
            line=deck.lines_of((first,), within)[0],
            breaker=first.name,
            why=condition.why.format(bound=bound),
            count=len(breakers),
        )


def _mend(params: Params) -> Mend:
    return Mend("move", section=params.home_section) if params.home_section else Mend("leave-out")
