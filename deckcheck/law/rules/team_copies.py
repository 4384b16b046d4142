"""Over the decks of a team a card is in one of them alone, or so many copies of it are in all of them together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from deckcheck.decklist.cards import NO_FACTS, Card
from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality
from deckcheck.law.rule import Finding, Mend, Severity, finding, rule
from deckcheck.translations import gettext, gettext_noop, join_words


@dataclass(frozen=True, slots=True)
class Params:
    """So many copies as `limit` are in `sections` of all decks together; without a limit, one deck may hold the card.

    Cards with `free_trait` are free. A card whose trait of the kind `alias_trait` names another one counts as that.
    """

    sections: tuple[str, ...]
    limit: int = 0
    free_trait: str = ""
    alias_trait: str = ""

    @property
    def most(self) -> str:
        """What is allowed, in words, for the rule's sentence."""
        if self.limit:
            return gettext("at most {limit} of a card in all decks together").format(limit=self.limit)
        return gettext("a card in one deck only")


@rule(
    id="team-copies",
    implements=("MTR 8.4", "MTR 9.5", "GA-TRG Team Standard"),
    sentence="Over the decks of a team: {most} ({sections}).",
    examples=(
        "4 Lightning Bolt in one deck of the team.",
        "1 Lightning Bolt in each of two decks of the team.",
    ),
    messages={
        "shared": "{card} is also in the deck of {mates}; only one deck of a team may hold it.",
        "shared-as": "{card} counts as {name}, which is also in the deck of {mates}; one deck of a team may hold it.",
        "too-many": "{count} {card} in the team's decks: {here} here, the rest with {mates}. The limit is {allowed}.",
        "not-known": "{card} is also in the deck of {mates}; whether both may hold it is not known here.",
    },
    params=Params,
)
def team_copies(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    theirs: dict[str, Counter[str]] = {}
    for mate in law.mates:
        if mate.section in params.sections:
            theirs.setdefault(_name(mate.card, params), Counter())[mate.who] += mate.count
    if not theirs:
        return
    for card, here in deck.copies(params.sections).items():
        mates = theirs.get(_name(card, params))
        if mates is None or (params.free_trait and params.free_trait in card.traits):
            continue
        if not params.limit or here + mates.total() > params.limit:
            yield _told(card, here, mates, params)


def _name(card: Card, params: Params) -> str:
    """The name by which a card counts. Lists judged hours apart may have met different catalogues, but not names."""
    return (card.value(params.alias_trait) if params.alias_trait else "") or card.name


_MATES: Final = {"seat": gettext_noop("seat {name}"), "entry": gettext_noop("entry {name}")}


def _in_words(who: str) -> str:
    """A team-mate, by seat or entry."""
    kind, _, name = who.partition(" ")
    return gettext(_MATES[kind]).format(name=name) if kind in _MATES else who


def _told(card: Card, here: int, mates: Counter[str], params: Params) -> Finding:
    name, count = _name(card, params), here + mates.total()
    known = not params.free_trait or NO_FACTS not in card.traits
    message = "too-many" if params.limit else "shared" if name == card.name else "shared-as"
    more = count - params.limit
    return finding(
        message if known else "not-known",
        card,
        within=params.sections,
        severity=Severity.ERROR if known else Severity.UNCLEAR,
        mend=Mend("take-out", min(more, here) if params.limit else here) if known else None,
        count=count if params.limit else 1 + len(mates),
        allowed=params.limit or 1,
        here=here,
        others=mates.total(),
        name=name,
        mates=join_words(map(_in_words, mates)),
    )
