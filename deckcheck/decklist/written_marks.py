"""What people and programs write around a card's name: sets, collector numbers, finishes, treatments, categories."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from deckcheck.decklist import lazy

_ANY_MARK: Final = lazy.regex(r"[(\[<*#^|+{]")
_SET: Final = lazy.regex(r"[A-Z0-9_]{2,8}|[a-z0-9_]{2,8}")
_SET_OR_NONE: Final = lazy.regex(r"\s*[\w-]{0,8}\s*")
COLLECTOR: Final = lazy.regex(r"(?=\D*\d)[\w★†‡Φ*+-]{1,12}")
_SET_BEFORE: Final = lazy.regex(
    r"(?:\[([A-Za-z0-9_]{1,8})(?:[:#]([^\]\s]+))?\]|[({](?=\d?[A-Za-z])([A-Za-z0-9]{3,6})[)}])\s*(?=[^\s(\[{])"
)
_LEADERS: Final = frozenset({"commander", "companion"})
_FINISHES: Final = frozenset({"f", "foil", "etched", "e", "nonfoil"})
_MANA: Final = lazy.regex(r"(?:[wubrgcxyzpsteq]|\d{1,2}|[wubrg2]/[wubrgp])", re.IGNORECASE)
_CLOSING: Final = {")": "(", "]": "[", ">": "<", "*": "*", "^": "^", "}": "{"}
TREATMENTS: Final = frozenset(
    (
        "foil foils nonfoil non-foil etched showcase borderless extended art full fullart full-art alternate alt "
        "alt-art retro retro-frame frame old new border bordered promo prerelease pre-release buy-a-box textless "
        "surge galaxy gilded halo ripple raised textured step-and-compleat rainbow neon ink anime manga japanese "
        "english german french italian spanish portuguese russian korean chinese jp en de fr it es pt ru ko near "
        "mint nm ex lp mp hp played lightly moderately heavily good excellent damaged signed altered sketch "
        "schematic oversized artist proof regular normal printing version edition variant treatment style "
        "ub dfc mdfc "
    ).split()
)
"""Words for how a copy looks, what language it is in and how well it is kept: they say nothing of which card it is."""


class Marks(NamedTuple):
    """A name, and what the marks around it say: set, collector number, the card's own section."""

    name: str
    set_code: str = ""
    collector: str = ""
    section: str = ""


Parted = Callable[[str], Marks]
"""Parts what stands for a card where lists of a game write set and number behind the name without a sign."""


def marks_of(rest: str, words: Mapping[str, str]) -> Marks:
    """What stands behind the count, by its parts."""
    if not _ANY_MARK.search(rest):
        return Marks(rest)
    section = ""
    tagged = rest.find(" #")
    if tagged > 0:
        section = words.get("commander", "") if rest[tagged + 2 :].strip().casefold() == "!commander" else ""
        rest = rest[:tagged].rstrip()
    name, _, behind = rest.partition("|")
    set_code, _, collector = behind.partition("|")
    if behind and not _SET_OR_NONE.fullmatch(set_code):
        name, set_code, collector = rest, "", ""
    before = _SET_BEFORE.match(name)
    if before and any(c.isalpha() or c == "_" for c in name[before.end() :]):
        set_code, collector, name = before[1] or before[3], before[2] or "", name[before.end() :]
    while True:
        cut = _without_last(name, words)
        if cut is None:
            break
        name = cut.name
        set_code, collector, section = cut.set_code or set_code, cut.collector or collector, section or cut.section
    if name.endswith("+") and len(name) > 1:
        name = name[:-1].rstrip()
    return Marks(name.strip(), set_code, collector, section)


def _without_last(name: str, words: Mapping[str, str]) -> Marks | None:
    """The name without its last mark, and what the mark says."""
    number = ""
    head, _, last = name.rpartition(" ")
    if head.endswith((")", "]")) and COLLECTOR.fullmatch(last):
        name, number = head, last
    open_sign = _CLOSING.get(name[-1:])
    start = name.rfind(open_sign, 0, len(name) - 1) if open_sign else -1
    if start < 0:
        return None
    body, inside = name[:start].rstrip(), name[start + 1 : -1]
    if open_sign == "[" and not body and " " in inside:
        return Marks(inside, "", number)
    if open_sign == "[":
        return _square(body, inside, number, words)
    if open_sign == "*":
        word = inside.casefold()
        return Marks(body, section=words.get({"cmdr": "commander", "cmpn": "companion"}.get(word, word), ""))
    if open_sign == "{":
        return _curly(body, inside, number) if body else None
    return _round(body, inside, number, words) if open_sign == "(" else Marks(body)


def _round(body: str, inside: str, number: str, words: Mapping[str, str]) -> Marks | None:
    """A set in round brackets, a finish, a count, the card's section, or what its copies look like."""
    if inside.isdecimal() or inside.casefold() in _FINISHES:
        return Marks(body, "", number)
    section = words.get(inside.casefold().removeprefix("in ").removeprefix("the "), "")
    if section:
        return Marks(body, "", number, section)
    if are_treatments(inside) and body:
        return Marks(body, "", number)
    return Marks(body, inside, number) if _SET.fullmatch(inside) else None


def _square(body: str, inside: str, number: str, words: Mapping[str, str]) -> Marks:
    """A set in square brackets, or a site's categories, of which the first decides the section."""
    if "{nodeck}" in inside.casefold():
        return Marks(body, "", number, words["maybeboard"])
    section = words.get(inside.partition(",")[0].partition("{")[0].strip().casefold(), "")
    if section or not _SET.fullmatch(inside):
        return Marks(body, "", number, section)
    return Marks(body, inside, number)


def _curly(body: str, inside: str, number: str) -> Marks | None:
    """A set in curly brackets, or a sign of mana."""
    if _MANA.fullmatch(inside):
        return Marks(body, "", number)
    return Marks(body, inside, number) if _SET.fullmatch(inside) else None


def are_treatments(text: str) -> bool:
    """Whether all words tell how a copy looks: "Borderless", "Foil Etched"."""
    found = text.casefold().replace(",", " ").replace("/", " ").split()
    return bool(found) and all(word in TREATMENTS for word in found)
