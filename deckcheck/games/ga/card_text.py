"""What the text of a card means for building a deck; the text itself is not kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from deckcheck.decklist import lazy

_MARKS: Final = lazy.regex(r"<[^>]*>|[*_]+")
_REMINDER: Final = lazy.regex(r"\([^)]*\)")
_NUMBERS: Final = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_MORE: Final = lazy.regex(rf"\b(\d+|{'|'.join(_NUMBERS)}) (?:additional|more|extra)\b", re.IGNORECASE)
_SENTENCE: Final = lazy.regex(r"[^.\n]+")
_OF_DECKS: Final = lazy.regex(
    r"\bdecks? (?:may|can|must|has to|cannot|can't)\b|\bany number of cards (?:named|with)\b|\bdeck-?building\b"
    r"|\b(?:main|material) deck (?:size|limit|may|can|must)\b|\bcopies of\b.*\bin (?:a|your) deck\b",
    re.IGNORECASE,
)


def keywords(text: str) -> Iterator[str]:
    """The keywords of a card: those that open a paragraph and stand alone in it, without their reminders."""
    for paragraph in _MARKS.sub("", text).splitlines():
        words = _REMINDER.sub("", paragraph).strip()
        if words and not words.endswith((".", '"')) and ":" not in words:
            yield from (word.strip() for word in words.split(", "))


def is_divine_relic(text: str) -> bool:
    """Whether a card has the keyword of which a material deck holds one card."""
    return "Divine Relic" in keywords(text)


def lineage_of(text: str) -> str:
    """The champion that a champion levels from; empty if any."""
    found = (word.removesuffix(" Lineage") for word in keywords(text) if word.endswith(" Lineage"))
    return next(found, "")


def material_bonus(text: str) -> int:
    """How many more cards the material deck may hold with this card."""
    for sentence in _SENTENCE.findall(_MARKS.sub("", text)):
        more = _MORE.search(sentence)
        if more and "material deck" in sentence.lower():
            return _NUMBERS.get(more[1].lower()) or int(more[1])
    return 0


def other_deck_sentences(text: str) -> Iterator[str]:
    """Sentences that seem to speak of building a deck and that nothing here reads: for a person to look at."""
    for sentence in _SENTENCE.findall(_REMINDER.sub("", _MARKS.sub("", text))):
        if _OF_DECKS.search(sentence) and not material_bonus(sentence):
            yield sentence.strip()
