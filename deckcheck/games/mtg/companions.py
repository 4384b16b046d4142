"""What companions ask of a deck, each condition as a small question about its cards.

A format file says which companion has which condition ("Keruga, the Macrosage: nonlands-at-least 3").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from deckcheck.decklist import lazy
from deckcheck.decklist.cards import Card
from deckcheck.decklist.decks import Deck
from deckcheck.law.rule import Finding, Mend, Severity, finding
from deckcheck.translations import gettext, gettext_noop

Copies = Mapping[Card, int]

ABOVE_MINIMUM: Final = "above-minimum"
"""The one condition on the size of the deck, which its format judges."""

_PERMANENTS: Final = frozenset(
    ("type:Artifact", "type:Battle", "type:Creature", "type:Enchantment", "type:Land", "type:Planeswalker")
)
_ALWAYS_ACTIVATED: Final = frozenset(
    (
        # A basic land type gives its land a mana ability, printed or not (CR 305.6).
        *("subtype:Plains", "subtype:Island", "subtype:Swamp", "subtype:Mountain", "subtype:Forest"),
        # Loyalty abilities are activated ones (CR 606); a Vehicle may lack crew, an Equipment may lack equip.
        "type:Planeswalker",
    )
)
_SYMBOL: Final = lazy.regex(r"\{[^}]*\}")


class Condition(NamedTuple):
    """`why` tells what is wrong with a card that breaks the condition, `breakers` finds those cards.

    `doubtful` finds the cards of which too little is known to say.
    """

    why: str
    breakers: Callable[[Copies, str], Iterable[Card]]
    doubtful: Callable[[Copies], Iterable[Card]]

    def judge(self, copies: Copies, bound: str) -> tuple[list[Card], list[Card]]:
        """The cards that break the condition, and those of which too little is known to say so.

        A deck with the former breaks it whatever the latter are.
        """
        unknown = list(self.doubtful(copies))
        known = {card: count for card, count in copies.items() if card not in unknown} if unknown else copies
        return list(self.breakers(known, bound)), unknown


def _untyped(card: Card) -> bool:
    return card.has("unknown:types")


def _unvalued(card: Card) -> bool:
    return not card.values("mana-value")


def _of_no_known_value(copies: Copies) -> Iterable[Card]:
    return [card for card in copies if _unvalued(card)]


def _of_no_known_cost(copies: Copies) -> Iterable[Card]:
    return [c for c in copies if _unvalued(c) or (_mana_value(c) > 0 and not c.values("cost"))]


def _of_no_known_type(copies: Copies) -> Iterable[Card]:
    return [card for card in copies if _untyped(card)]


def _repeated_of_no_known_type(copies: Copies) -> Iterable[Card]:
    return [card for card, count in copies.items() if count > 1 and _untyped(card)]


def _nonlands_not_known(copies: Copies) -> Iterable[Card]:
    return [card for card in copies if _untyped(card) or (not card.has("type:Land") and _unvalued(card))]


def _permanents_not_known(copies: Copies) -> Iterable[Card]:
    return [card for card in copies if _untyped(card) or (_unvalued(card) and _is_permanent(card))]


def _abilities_not_known(copies: Copies) -> Iterable[Card]:
    return [
        card
        for card in copies
        if _untyped(card)
        or (card.has("unknown:activated") and _is_permanent(card) and card.traits.isdisjoint(_ALWAYS_ACTIVATED))
    ]


def _mana_value(card: Card) -> float:
    return float(card.value("mana-value"))


def _nonlands(copies: Copies) -> Iterator[Card]:
    return (card for card in copies if not card.has("type:Land"))


def _is_permanent(card: Card) -> bool:
    return not card.traits.isdisjoint(_PERMANENTS)


def _permanents(copies: Copies) -> Iterator[Card]:
    return filter(_is_permanent, copies)


def _odd(copies: Copies, bound: str) -> Iterable[Card]:
    return [card for card in copies if _mana_value(card) % 2 != 0]


def _even_nonlands(copies: Copies, bound: str) -> Iterable[Card]:
    return [card for card in _nonlands(copies) if _mana_value(card) % 2 != 1]


def _symbol_twice(copies: Copies, bound: str) -> Iterable[Card]:
    costs = {card: _SYMBOL.findall(card.value("cost")) for card in copies}
    return [card for card, symbols in costs.items() if len(set(symbols)) < len(symbols)]


def _creatures_of_other_kinds(copies: Copies, bound: str) -> Iterable[Card]:
    kinds = {"every-creature-type", *(f"subtype:{kind}" for kind in bound.split())}
    return [card for card in copies if card.has("type:Creature") and card.traits.isdisjoint(kinds)]


def _small_nonlands(copies: Copies, bound: str) -> Iterable[Card]:
    return [card for card in _nonlands(copies) if _mana_value(card) < int(bound)]


def _large_permanents(copies: Copies, bound: str) -> Iterable[Card]:
    return [card for card in _permanents(copies) if _mana_value(card) >= int(bound)]


def _repeated_nonlands(copies: Copies, bound: str) -> Iterable[Card]:
    return [card for card in _nonlands(copies) if copies[card] > 1]


def _of_no_shared_type(copies: Copies, bound: str) -> Iterable[Card]:
    """The nonland cards outside the type that most of them have."""
    nonlands = list(_nonlands(copies))
    counts = Counter(kind for card in nonlands for kind in card.values("type"))
    shared = max(counts, key=lambda kind: counts[kind], default="")
    return [card for card in nonlands if shared not in card.values("type")]


def _without_activated(copies: Copies, bound: str) -> Iterable[Card]:
    permanents = [card for card in _permanents(copies) if not card.has("activated")]
    # What is known of a card goes before what cards of its kind usually have.
    return [c for c in permanents if not (c.has("unknown:activated") and c.traits & _ALWAYS_ACTIVATED)]


CONDITIONS: Final[Mapping[str, Condition]] = {
    "even-mana-values": Condition(gettext_noop("has an odd mana value"), _odd, _of_no_known_value),
    "odd-nonlands": Condition(gettext_noop("has an even mana value"), _even_nonlands, _nonlands_not_known),
    "no-symbol-twice": Condition(gettext_noop("has a mana symbol twice in its cost"), _symbol_twice, _of_no_known_cost),
    "creatures-of": Condition(
        gettext_noop("is a creature of another kind"), _creatures_of_other_kinds, _of_no_known_type
    ),
    "nonlands-at-least": Condition(
        gettext_noop("has a mana value below {bound}"), _small_nonlands, _nonlands_not_known
    ),
    "permanents-below": Condition(
        gettext_noop("is a permanent of mana value {bound} or more"), _large_permanents, _permanents_not_known
    ),
    "nonlands-different": Condition(
        gettext_noop("is there more than once"), _repeated_nonlands, _repeated_of_no_known_type
    ),
    "nonlands-share-type": Condition(
        gettext_noop("does not share the card type of the others"), _of_no_shared_type, _of_no_known_type
    ),
    "permanents-activated": Condition(
        gettext_noop("is a permanent without an activated ability"), _without_activated, _abilities_not_known
    ),
}


@cache
def read_conditions(lines: tuple[str, ...]) -> Mapping[str, tuple[str, str]]:
    """Each companion's condition and its bound; a condition that is none is refused with a ValueError."""
    read: dict[str, tuple[str, str]] = {}
    for line in lines:
        name, _, condition = line.rpartition(": ")
        word, _, bound = condition.partition(" ")
        if not name or word not in {*CONDITIONS, ABOVE_MINIMUM}:
            raise ValueError(f"{line!r} is no companion's name and condition.")
        read[name] = (word, bound)
    return read


@dataclass(frozen=True, slots=True)
class CompanionParams:
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


def check_companions(named: Iterable[Card], deck: Deck, params: CompanionParams) -> Iterator[Finding]:
    """What is wrong with each of these cards as the companion of the deck."""
    for card in named:
        word, bound = read_conditions(params.conditions).get(card.name, ("", ""))
        if not card.has("companion") and not _untyped(card):
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


def _check_cards(
    card: Card, deck: Deck, params: CompanionParams, condition: Condition, bound: str
) -> Iterator[Finding]:
    within = params.deck_sections
    breakers, unknown = condition.judge(deck.copies(within), bound)
    if not breakers:
        for other in unknown:
            yield finding("not-known", other, card, within=within, severity=Severity.UNCLEAR, named=card.name)
    else:
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
            why=gettext(condition.why).format(bound=bound),
            count=len(breakers),
        )


def _mend(params: CompanionParams) -> Mend:
    return Mend("move", section=params.home_section) if params.home_section else Mend("leave-out")
