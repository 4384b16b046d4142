"""The deck on the table meets the condition of the companion in use."""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.decklist.decks import Deck
from deckcheck.games.mtg.companions import CompanionParams, check_companions
from deckcheck.law.legality import Legality
from deckcheck.law.presented_deck import Presented
from deckcheck.law.rule import Finding, Severity, finding, rule

_IS = "{card} is the companion: "
_IF = "If {card} is shown as the companion: "


@rule(
    id="presented-companion",
    implements=("MTR 3.15", "CR 702.139a", "CR 702.139b", "CR 903.11a"),
    sentence="The deck presented meets the condition of the companion in use.",
    examples=(
        "Lurrus of the Dream-Den, with permanents of mana value 2 or less alone.",
        "Lurrus of the Dream-Den, with a permanent of mana value 3 from the sideboard.",
    ),
    messages={
        "several": "{count} companions on the table; the limit is {allowed}.",
        "no-companion": _IS + "it has no companion ability.",
        "broken": _IS + "{breaker} in the presented deck {why}.",
        "broken-often": _IS + "{breaker} in the presented deck {why} ({cards_n} in all).",
        "too-small": _IS + "{cards_n} presented in {sections}; it needs at least {allowed}.",
        "not-known": "Whether {card} fits the companion {named} is not known here; look at the card itself.",
        "no-condition": "The condition of {card} is not known here; read it on the card.",
        "if-broken": _IF + "{breaker} in the presented deck {why}.",
        "if-broken-often": _IF + "{breaker} in the presented deck {why} ({cards_n} in all).",
        "if-too-small": _IF + "{cards_n} presented in {sections}; it needs at least {allowed}.",
    },
    params=CompanionParams,
)
def presented_companion(deck: Deck, law: Legality, params: CompanionParams) -> Iterator[Finding]:
    if not isinstance(deck, Presented):
        return
    count, named = deck.size("companion"), deck.cards("companion")
    if count > 1:
        yield finding("several", *named, within=("companion",), count=count, allowed=1)
    yield from check_companions(named, deck, params)
    if named or not params.home_section:
        return
    # Whoever has it in the sideboard need not show it before a game, so its condition is only told.
    aside = [card for card in deck.registered.cards("companion") if card in deck.copies((params.home_section,))]
    for found in check_companions(aside, deck, params):
        word = f"if-{found.message}"
        if word in presented_companion.messages:
            yield found._replace(message=word, severity=Severity.WARNING)
