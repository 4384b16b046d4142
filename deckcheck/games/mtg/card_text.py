"""What the text of a card means for building decks. The text is looked at when facts come in, and never kept."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.cards import ANY_NUMBER

_NUMBERS: Final = {
    word: number
    for number, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), start=1
    )
}
_REMINDER: Final = lazy.regex(r"\([^()]*\)")
_QUOTED: Final = lazy.regex(r"\"[^\"]*\"|“[^”]*”")
_ANY_NUMBER: Final = lazy.regex(r"\ba deck can have any number of cards named\b", re.IGNORECASE)
_UP_TO: Final = lazy.regex(
    r"\ba deck can have (?:up to|only|no more than) (\w+) (?:cards?|cop(?:y|ies))\b[^.]*?\b(?:named|of)\b",
    re.IGNORECASE,
)
_RESTRICTED: Final = lazy.regex(r"\bdci ruling\b.*\brestricted\b", re.IGNORECASE)
_CAN_LEAD: Final = lazy.regex(r"\bcan be your commander\b", re.IGNORECASE)
_CHOOSES_COLOUR: Final = lazy.regex(r"\bis your commander, choose a colou?r before the game begins\b", re.IGNORECASE)
_PARTNER: Final = lazy.regex(r"^partner(?=$|[,;\n])", re.IGNORECASE | re.MULTILINE)
_PARTNER_WITH: Final = lazy.regex(r"^partner with ([^\n(]+?)\.?\s*(?=$|\()", re.IGNORECASE | re.MULTILINE)
_PARTNER_KIND: Final = lazy.regex(r"^partner ?[—–-] ?([^\n(]+?)\s*$", re.IGNORECASE | re.MULTILINE)
_FRIENDS: Final = lazy.regex(r"^friends forever\b", re.IGNORECASE | re.MULTILINE)
_BACKGROUND: Final = lazy.regex(r"^choose a background\b", re.IGNORECASE | re.MULTILINE)
_DOCTORS_COMPANION: Final = lazy.regex(r"^doctor[’']s companion\b", re.IGNORECASE | re.MULTILINE)
_COMPANION: Final = lazy.regex(r"^companion ?[—–-]", re.IGNORECASE | re.MULTILINE)
_RULEBREAKER: Final = lazy.regex(r"^rulebreaker\b[^\n]*", re.IGNORECASE | re.MULTILINE)
_OF_IDENTITY: Final = lazy.regex(r"\bidentit(?:y|ies)\b|\bcolou?rs?\b", re.IGNORECASE)
_OF_SIZE: Final = lazy.regex(r"\bsize\b|\b(?:max|min)imum\b|\bnumber of cards\b", re.IGNORECASE)
_ANTE: Final = lazy.regex(r"\bplaying for ante\b", re.IGNORECASE)
_CHANGELING: Final = lazy.regex(
    r"^(?:[\w ]+, )*changeling\b|\bis every creature type \(even\b", re.IGNORECASE | re.MULTILINE
)
_ALSO: Final = lazy.regex(
    r"\bas long as [^.\n]+ isn[’']t on the battlefield, it[’']s an? (?:\d+/\d+ )?([^.\n]+?)"
    r" in addition to its other types",
    re.IGNORECASE,
)
_MAX_SPEED: Final = lazy.regex(r"^max speed\b.*$", re.IGNORECASE | re.MULTILINE)
_COST: Final = r"(?= ?(?:\{|[—–-]|\d|X\b))"
_WITH_COST: Final = (
    *("equip", "fortify", "reconfigure", "crew", "saddle", "level up", "outlast", "unearth", "embalm", "eternalize"),
    *(
        "scavenge",
        "ninjutsu",
        "commander ninjutsu",
        "channel",
        "boast",
        "exhaust",
        "encore",
        "transmute",
        "transfigure",
    ),
    *("reinforce", "forecast", "bloodrush", "aura swap", "power-up", "renew", "cohort"),
)
_ACTIVATED: Final = lazy.regex(
    rf"^(?:[^\n.:]*, |[^\n.:]+ — )?(?:(?:{'|'.join(_WITH_COST)}|(?:[\w-]+ )?\w*cycling){_COST}"
    rf"|equip [^\n.({{]*(?:\{{[^}}\n]*\}})+\s*$|craft with\b[^\n.]*\{{|station\s*$)",
    re.IGNORECASE | re.MULTILINE,
)
_SPLIT_COLON: Final = lazy.regex(r":(?=\s|$)")


def without_reminder(text: str) -> str:
    """The text without what is in brackets."""
    return _REMINDER.sub("", text)


def copy_limit(text: str) -> int:
    """How many copies the card allows, ANY_NUMBER for as many as one likes; 0 where it says nothing of it."""
    if _ANY_NUMBER.search(text):
        return ANY_NUMBER
    if found := _UP_TO.search(text):
        word = found[1].casefold()
        return int(word) if word.isdecimal() else _NUMBERS.get(word, 0)
    return 1 if _RESTRICTED.search(text) else 0


def can_lead(text: str) -> bool:
    """Whether the card says that it can be a commander."""
    return bool(_CAN_LEAD.search(text))


def chooses_colour(text: str) -> bool:
    """Whether a colour is chosen for the commander before the game, which its identity gains."""
    return bool(_CHOOSES_COLOUR.search(text))


def is_partner(text: str) -> bool:
    """Whether the card has partner, with any other that has it."""
    return bool(_PARTNER.search(_plain_lines(text)))


def partner_with(text: str) -> str:
    """The card that this one partners with, if it names one."""
    found = _PARTNER_WITH.search(without_reminder(text))
    return found[1].strip() if found else ""


def partner_kind(text: str) -> str:
    """The kind of cards with which it partners (`friends_forever`, `survivors`), if it has one."""
    plain = _plain_lines(text)
    if _FRIENDS.search(plain):
        return "friends_forever"
    found = _PARTNER_KIND.search(plain)
    return re.sub(r"[^a-z]+", "_", found[1].casefold().replace("&", " and ")).strip("_") if found else ""


def chooses_background(text: str) -> bool:
    """Whether a Background may lead beside the card."""
    return bool(_BACKGROUND.search(text))


def is_doctors_companion(text: str) -> bool:
    """Whether the card may lead beside the Doctor."""
    return bool(_DOCTORS_COMPANION.search(text))


def is_companion(text: str) -> bool:
    """Whether the card is a companion."""
    return bool(_COMPANION.search(text))


def rulebreaker(text: str) -> tuple[str, ...]:
    """What the card relaxes for the deck that it leads (`identity`, `size`): both, where its words tell neither."""
    found = _RULEBREAKER.search(text)
    if not found:
        return ()
    about = {"identity": _OF_IDENTITY, "size": _OF_SIZE}
    return tuple(what for what, words in about.items() if words.search(found[0])) or tuple(about)


def is_for_ante(text: str) -> bool:
    """Whether the card is to be taken out of decks where nobody plays for ante."""
    return bool(_ANTE.search(text))


def has_every_creature_type(text: str) -> bool:
    """Whether the card has every creature type wherever it is."""
    return bool(_CHANGELING.search(text))


def also_types(text: str) -> tuple[str, ...]:
    """The words of types that the card has besides its own wherever it is not in play."""
    found = _ALSO.search(text)
    return tuple(found[1].split()) if found else ()


def has_activated_ability(text: str, names: Iterable[str] = ()) -> bool:
    """Whether the text has an activated ability of its own: a cost, a colon and an effect, or a keyword that is one.

    What stands in quotation marks is given to others. What maximum speed gives is a static ability (CR 702.178a).
    """
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "~")
    own = _MAX_SPEED.sub("", _QUOTED.sub("", text))
    return bool(_SPLIT_COLON.search(own) or _ACTIVATED.search(without_reminder(own)))


def _plain_lines(text: str) -> str:
    """The text without what is in brackets, no line ending with a blank."""
    return "\n".join(line.strip() for line in without_reminder(text).splitlines())
