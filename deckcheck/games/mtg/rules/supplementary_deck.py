"""Attractions and sticker sheets lie beside the deck: enough of them, all different; contraptions never."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from deckcheck.decklist.cards import NO_FACTS
from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality
from deckcheck.law.rule import Finding, Mend, Severity, finding, rule
from deckcheck.translations import gettext, gettext_noop


@dataclass(frozen=True, slots=True)
class Params:
    """Bounds hold where there are any such cards. `different`: no two attractions and no two sheets are alike."""

    attractions_at_least: int
    sheets_at_least: int = 0
    sheets_at_most: int | None = None
    different: bool = True

    @property
    def sheets(self) -> str:
        """The bound on sticker sheets in words, for the rule's sentence."""
        if self.sheets_at_most is None:
            return gettext("at least {least}").format(least=self.sheets_at_least)
        return gettext("at most {most}").format(most=self.sheets_at_most)


_CALLED: Final = {
    "attractions": (gettext_noop("attraction"), gettext_noop("attractions")),
    "stickers": (gettext_noop("sticker sheet"), gettext_noop("sticker sheets")),
}
_KINDS: Final = {"attractions": "kind:attraction", "stickers": "kind:sticker"}


@rule(
    id="supplementary-deck",
    implements=("MAMTR 3.17", "MAMTR 3.18", "CR 717.2a", "CR 717.2b", "CR 123.2a", "CR 123.2b", "MTR 3.3"),
    sentence="If there are any: attractions at least {attractions_at_least}, sticker sheets {sheets}; no contraptions.",
    examples=(
        "{attractions_at_least} attractions, or none.",
        "1 attraction.",
    ),
    messages={
        "too-few": "{count} {called}; you need at least {allowed}.",
        "too-few-different": "{count} {called}; you need at least {allowed}, all different.",
        "too-many": "{count} {called}; the limit is {allowed}.",
        "repeated": "{copies_n} of {card}; all {called} are different.",
        "other-kind": "{card} is under the heading {heading}, where only {called} belong.",
        "not-known": "Whether {card} is one of the {called} is not known here; look at the card itself.",
        "contraptions": "{cards_n} under the heading {heading}, which are for casual play only.",
    },
    params=Params,
)
def supplementary_deck(deck: Deck, law: Legality, params: Params) -> Iterator[Finding]:
    sizes = deck.sizes
    if "attractions" in sizes:
        yield from _check(deck, "attractions", params.attractions_at_least, None, params.different)
    if "stickers" in sizes:
        yield from _check(deck, "stickers", params.sheets_at_least, params.sheets_at_most, params.different)
    if "contraptions" in sizes:
        cards = deck.cards("contraptions")
        yield finding(
            "contraptions", *cards, within=("contraptions",), mend=Mend("leave-out"), count=sizes["contraptions"]
        )


def _check(deck: Deck, section: str, least: int, most: int | None, different: bool) -> Iterator[Finding]:
    count, within = deck.size(section), (section,)
    called = _CALLED[section][count != 1]
    if count < least:
        words = "too-few-different" if different else "too-few"
        yield finding(
            words, within=within, mend=Mend("add", least - count, section), count=count, allowed=least, called=called
        )
    if most is not None and count > most:
        yield finding(
            "too-many", within=within, mend=Mend("take-out", count - most), count=count, allowed=most, called=called
        )
    for card, copies in deck.copies(within).items():
        if NO_FACTS in card.traits:
            yield finding(
                "not-known", card, within=within, severity=Severity.UNCLEAR, called=_CALLED[section][1], count=copies
            )
        elif not card.has(_KINDS[section]):
            yield finding("other-kind", card, within=within, called=_CALLED[section][1])
        elif different and copies > 1:
            mend = Mend("take-out", copies - 1)
            yield finding(
                "repeated", card, within=within, mend=mend, count=copies, allowed=1, called=_CALLED[section][1]
            )
