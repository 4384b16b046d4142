"""What one line of a list is by itself: a card, a heading, a remark, or nothing that can be read.

Every way of writing counts, sets and marks (collector number, finish, categories) that people and programs use within a
line is known here, so that a dialect only has to say how lines hang together.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from deckcheck.decklist.clean_text import clean
from deckcheck.decklist.written_counts import BEHIND, NUMBERED, UNCOUNTED, UNSURE, count_behind, numbers_in, plain_front

_LONGEST_LINE: Final = 600
_LONGEST_NAME: Final = 200
"""The longest card name of all has 141 letters."""

SAME: Final = ""
"""The section id of headings that open no section: they only group cards ("Creatures")."""
MAIN: Final = "main"
SIDE: Final = "sideboard"

_ASIDE_WORDS: Final = (
    *("maybeboard", "maybe board", "maybe", "considering", "acquireboard", "wishlist", "wish list"),
    *("not in deck", "display commander", "cuts", "token", "tokens", "tokens & extras", "tokens and extras"),
)


class Headings(dict[str, str]):
    """The words that open sections, folded, to section ids; keeps what lines were found to be under these words.

    `categories` group cards in lists whose cards have counts; elsewhere such a word may be a card.
    """

    __slots__ = ("categories", "pieces")

    def __init__(self, words: dict[str, str], categories: frozenset[str] = frozenset()) -> None:
        super().__init__(dict.fromkeys(_ASIDE_WORDS, ASIDE) | {"about": SAME, "metadata": SAME} | words)
        self.categories = categories
        self.pieces: dict[str, Piece] = {}


class Piece(NamedTuple):
    """A line by itself.

    `shape` is one of the words below; `section` the one it opens (HEADING) or belongs to whatever stands above it
    (MARKED, INLINE); `count` to `collector` what a card line says; `reason` why it is no card, or why its count is
    in doubt; `title` the deck's name where the line gives one.
    """

    shape: str
    count: int = 0  # type: ignore[assignment]  # As in Line: it hides tuple.count, which nobody calls.
    name: str = ""
    set_code: str = ""
    collector: str = ""
    section: str = ""
    reason: str = ""
    title: str = ""


BLANK: Final = "blank"
CARD: Final = "card"
ODD: Final = "odd"
"""A card whose count is not plain by the line alone; the reason says why."""
MARKED: Final = "marked"
"""A card with its own section ("SB: 2 Duress"); the lines that follow are not concerned."""
TOTALLED: Final = "totalled"
"""A card with its count behind in brackets, or a heading of the list's own with its total ("Ramp (8)")."""
INLINE: Final = "inline"
"""A card behind a heading that stays open ("Sideboard: 2 Duress")."""
HEADING: Final = "heading"
REMARK: Final = "remark"
UNREAD: Final = "unread"

_NOTHING: Final = Piece(BLANK)
_USUAL: Final = re.compile(r"([1-9]\d{0,2})[xX]? (?![xX] )([A-Za-z][A-Za-z',/.&:-]*(?: [A-Za-z',/.&:-]+)*)")
"""The usual line, which needs none of the care below."""
_COUNTED: Final = re.compile(
    r"(?:[-*•·–—>]\s+)?"
    r"(?:(\d+)(?:\s*[xX×]\s+(?!\()|[xX×](?=\S)|\s+|(?=[A-Z]))|[xX×]\s?(\d+)\s+)(\S.*)"
)
_COUNT_ALONE: Final = re.compile(r"[xX×]?\s?\d+\s?[xX×]?[.,:;)-]?")
_COUNT_BOXED: Final = re.compile(r"[(\[](\d{1,3}\s?[xX×]?)[)\]]\s*(\S.*)")
_BESIDE: Final = re.compile(r"(sb) (\d.*)", re.IGNORECASE)
_BULLET: Final = re.compile(r"[-*•·–—>]\s+")
_REMARK_SIGN: Final = re.compile(r"(?://|#|;)[/#;\s]*")
_HASH_NUMBER: Final = re.compile(r"#(\d{1,3})[.:)]?\s+(\d{1,2}[xX×]?\s+\S.*)")
"""The place of a line in a numbered list ("#3 4 Opt"), which is no comment as it holds a count."""
_HEADING_FORM: Final = re.compile(
    r"[\[=*_~>•·–—\s-]*(\w.*?)[\]=*_~–—\s-]*"
    r"(?::?\s*(?:[xX×]?\d+(?:\s*cards?)?|[(\[{]\s*\d[^)\]}]*[)\]}]))?[\s:*_=~]*"
)
_WORD: Final = re.compile(r"[a-z]+")
_FILLERS: Final = frozenset(
    "a and b below card cards deck for here ii is list my now our section the this total your".split()
)
SIDE_WORDS: Final = ("sideboard", "side board")
_HEADING_COUNTED: Final = re.compile(r"\d+\s*x?\s+(\D+?)(\s+cards)?:?")
_TOTAL: Final = re.compile(
    r"(?:(?:deck |grand |sub)?total(?: cards?| count)?|cards?(?: total)?|card count|deck size|count)\s*[:=-]?\s*\(?\d+"
    r"(?: cards?)?\)?|\d+ cards?(?: total| in \w+(?: \w+)?)?[.:]?"
)
_INLINE: Final = re.compile(r"([\w() ]{2,24}?)\s*:\s*(\S.*)")
_TITLE: Final = re.compile(r"(?:deck ?name|name|title)\s*[:=]\s*(.*)", re.IGNORECASE)
_FACT: Final = re.compile(
    r"(?:about|author|creator|designer|player|pilot|format|event|date|description|comments?|notes?|archetype|source|url|link"
    r"|deck type|layout \w+)\s*[:=].*"
    r"|(?:event \w+|player \w+|deck (?:id|price|designer)|first name|last name|table(?: number)?|round|seat|pod|record"
    r"|rank|location|store|city|country|team(?: name)?|e-?mail|wizards \w+|phone|arena id|discord|mtgo"
    r"|dci ?(?:#|number)?|tournament|subject|from|to|version|last updated|(?:\w+ )?price|registered|judge|signature"
    r"|checked by)\s*[:=](?!\s*\d{1,3}[xX]?\s+[a-z]).*"
    r"|(?:table|round|seat|pod|version|dci)(?: number)? #?\d{1,10}|.*\bwrote:",
    re.IGNORECASE,
)
_LINK: Final = re.compile(
    r"(?:https?://|www\.)\S+|[\w-]+\.(?:com|net|org|gg|io)(?:/\S*)?|[\w.+-]+@[\w-]+\.[\w.]+"
    r"|.*\shttps?://\S+",
    re.IGNORECASE,
)
_MARKED: Final = re.compile(r"[(\[<*#^|+]")


def read_piece(raw: str, words: Headings) -> Piece:
    """What a line is by itself."""
    usual = _USUAL.fullmatch(raw)
    if usual and len(raw) <= _LONGEST_NAME:
        key = usual[2].casefold()
        if key not in words and key not in words.categories and "card" not in key:
            return Piece(CARD, int(usual[1]), usual[2])
    if not raw.strip():
        return _NOTHING
    if len(raw) > _LONGEST_LINE:
        return Piece(UNREAD, reason="too-long")
    line = clean(raw)
    if not line:
        return Piece(REMARK, reason="empty")
    hashed = _HASH_NUMBER.fullmatch(line)
    if hashed:
        return _numbered(int(hashed[1]), hashed[2], words)
    sign = _REMARK_SIGN.match(line)
    if sign:
        return _remark(line[sign.end() :], words)
    line, place = plain_front(line)
    return _numbered(place, line, words) if place else _counted(line, words) or _bare(line, words)


def _numbered(place: int, line: str, words: Headings) -> Piece:
    """A line behind a number and a dot: its own count if it has one, else the number may be its count."""
    found = _COUNTED.fullmatch(line)
    counted = _counted(line, words) if found and len(found[1] or found[2]) < 4 else None
    card = counted or _bare(line, words)
    if card.shape == ODD and card.reason == UNCOUNTED:
        return card._replace(count=place, reason=NUMBERED)
    return card


def heading_key(text: str) -> str:
    """A heading without its marks, count and letter case."""
    form = _HEADING_FORM.fullmatch(text) if len(text) <= 60 else None
    return form[1].casefold().replace("-", " ") if form else ""


def _without_fillers(key: str) -> str:
    """The name of the sideboard without the words that people write around it: "My sideboard", "B) Sideboard list"."""
    bare = " ".join(word for word in _WORD.findall(key) if word not in _FILLERS) if "board" in key else key
    return bare if bare in SIDE_WORDS else key


def _remark(text: str, words: Headings) -> Piece:
    key = heading_key(text)
    if key not in words:
        counted = _HEADING_COUNTED.fullmatch(text.casefold())
        key = counted[1] if counted else ""
    if key in words:
        return Piece(HEADING, section=words[key])
    title = _TITLE.fullmatch(text)
    if title:
        return Piece(REMARK, reason="name-of-deck", title=title[1].strip())
    plain = not (text[:1].isdecimal() or _FACT.fullmatch(text) or _LINK.fullmatch(text))
    return Piece(REMARK, reason="comment", title=text if plain else "")


def _counted(line: str, words: Headings) -> Piece | None:
    found = _COUNTED.fullmatch(line)
    if not found:
        return Piece(UNREAD, reason="no-name") if _COUNT_ALONE.fullmatch(line) else None
    before, behind, rest = found.groups()
    digits = before or behind
    key = rest.casefold()
    group = _group(line.casefold(), words) if key in words or "card" in key else None
    if group:
        return group
    if len(digits) > 9:
        return Piece(UNREAD, reason="count")
    card = _card(int(digits), rest, words)
    # "8 Burn" is a card, or the heading of eight: what stands below tells.
    return card._replace(shape=TOTALLED, reason=BEHIND) if key in words.categories and card.shape == CARD else card


def _group(line: str, words: Headings) -> Piece | None:
    """The line as a heading or a total with its count in front: "24 Lands", "60 cards", "15 sideboard cards"."""
    if _TOTAL.fullmatch(line):
        return Piece(REMARK, reason="total")
    found = _HEADING_COUNTED.fullmatch(line)
    section = words.get(found[1]) if found else None
    if not found or section is None:
        return None
    if found[2]:
        return Piece(REMARK, reason="total")
    # "1 Signature Spells" is a card, while "15 Sideboard" and "24 Lands" are none.
    return Piece(HEADING, section=section) if section in (SAME, MAIN, SIDE) or found[1].endswith(" deck") else None


def _bare(line: str, words: Headings) -> Piece:
    """A line without a count in front: a heading, a total, a fact of the deck, or the name of one card."""
    key = heading_key(line)
    if key not in words:
        key = line.casefold() if line[0] == "[" else _without_fillers(key)
    if key in words:
        return Piece(HEADING, section=words[key])
    other = _no_card(line)
    if other:
        return other
    inline = _INLINE.fullmatch(line) or _BESIDE.fullmatch(line)
    if inline and inline[1].casefold() in words:
        return _inline(inline[1].casefold(), inline[2], words)
    line = _BULLET.sub("", line, count=1) if _BULLET.match(line) else line
    boxed = _COUNT_BOXED.fullmatch(line)
    if boxed:
        return _counted(f"{boxed[1]} {boxed[2]}", words) or _uncounted(line, words)
    return _ending(line, words)


def _ending(line: str, words: Headings) -> Piece:
    """A card with its count behind, or without one."""
    behind = count_behind(line)
    if behind is None or len(behind.digits) > 9 or not behind.name:
        return _uncounted(line, words)
    if numbers_in(behind.name):
        return _doubted(_card(1, line, words), UNSURE)
    card = _card(int(behind.digits), behind.name, words)
    total = behind.total or behind.name.casefold() in words.categories
    return card._replace(shape=TOTALLED, reason=BEHIND) if total and card.shape == CARD else card


def _uncounted(line: str, words: Headings) -> Piece:
    card = _card(1, line, words)
    told = {*numbers_in(card.name), *numbers_in(card.set_code), *numbers_in(card.collector)}
    return _doubted(card, UNCOUNTED if told.issuperset(numbers_in(line)) else UNSURE)


def _doubted(card: Piece, reason: str) -> Piece:
    """The card with the reason for which its count is in doubt."""
    if card.shape == CARD:
        return card._replace(shape=ODD, reason=reason)
    return card._replace(reason=reason) if card.shape == MARKED else card


def _no_card(line: str) -> Piece | None:
    title = _TITLE.fullmatch(line)
    if title:
        return Piece(REMARK, reason="name-of-deck", title=title[1].strip())
    if _TOTAL.fullmatch(line.casefold()):
        return Piece(REMARK, reason="total")
    if _FACT.fullmatch(line):
        return Piece(REMARK, reason="comment")
    if _LINK.fullmatch(line):
        return Piece(REMARK, reason="link")
    if line[0] in "<{}]" or (line[0] == "[" and line.find("]") == len(line) - 1):
        return Piece(UNREAD, reason="markup")
    if not any(c.isalnum() or c == "_" for c in line):
        return Piece(REMARK, reason="separator")
    return None


def _inline(word: str, rest: str, words: Headings) -> Piece:
    """A heading with a card on its own line: "SB: 2 Duress", "Commander: Krenko, Mob Boss"."""
    section = words[word]
    if word == "deck" and not _COUNTED.fullmatch(rest):
        return Piece(REMARK, reason="name-of-deck", title=rest)
    line, place = plain_front(rest)
    card = _numbered(place, line, words) if place else _counted(line, words) or _ending(line, words)
    if card.shape not in (CARD, ODD, TOTALLED) or section == SAME:
        return card
    stays = len(word) > 2 and section in (MAIN, SIDE)
    return card._replace(shape=INLINE if stays else MARKED, section=section)


def _card(count: int, rest: str, words: Headings) -> Piece:
    rest = rest.replace("[[", "").replace("]]", "") if "[[" in rest else rest
    name, set_code, collector, section = _marks_of(rest, words) if _MARKED.search(rest) else (rest, "", "", "")
    if not any(c.isalnum() or c == "_" for c in name):
        return Piece(UNREAD, reason="no-name")
    if len(name) > _LONGEST_NAME:
        return Piece(UNREAD, reason="too-long")
    if count == 0:
        return Piece(REMARK, name=name, reason="zero")
    return Piece(MARKED if section else CARD, count, name, set_code, collector, section)


ASIDE: Final = "maybeboard"
"""The section id of headings whose cards are no part of the deck."""

_SET: Final = re.compile(r"[A-Z0-9_]{2,8}|[a-z0-9_]{2,8}")
_COLLECTOR: Final = re.compile(r"(?=\D*\d)[\w★†‡Φ*+-]{1,12}")
_SET_BEFORE: Final = re.compile(r"\[([A-Za-z0-9_]{1,8})(?:[:#]([^\]\s]+))?\]\s*(?=[^\s(\[])")
_LEADERS: Final = frozenset({"commander", "companion"})
_FINISHES: Final = frozenset({"f", "foil", "etched", "e", "nonfoil"})


def _marks_of(rest: str, words: Mapping[str, str]) -> tuple[str, str, str, str]:
    """Name, set, collector number and own section of what stands behind the count."""
    section = ""
    tagged = rest.find(" #")
    if tagged > 0:
        section = words.get("commander", "") if rest[tagged + 2 :].strip().casefold() == "!commander" else ""
        rest = rest[:tagged].rstrip()
    name, _, behind = rest.partition("|")
    set_code, _, collector = behind.partition("|")
    before = _SET_BEFORE.match(name)
    if before and name[before.end() :].strip():
        set_code, collector, name = before[1], before[2] or "", name[before.end() :]
    while True:
        cut = _last_mark(name, words)
        if cut is None:
            break
        name, found_set, found_number, found_section = cut
        set_code, collector, section = found_set or set_code, found_number or collector, section or found_section
    if name.endswith("+") and len(name) > 1:
        name = name[:-1].rstrip()
    return name.strip(), set_code, collector, section


def _last_mark(name: str, words: Mapping[str, str]) -> tuple[str, str, str, str] | None:
    """The name without its last mark, and what the mark says: set, collector number, section."""
    number = ""
    head, _, last = name.rpartition(" ")
    if head.endswith((")", "]")) and _COLLECTOR.fullmatch(last):
        name, number = head, last
    open_sign = {")": "(", "]": "[", ">": "<", "*": "*", "^": "^"}.get(name[-1:])
    start = name.rfind(open_sign, 0, len(name) - 1) if open_sign else -1
    if start < 0:
        return None
    body, inside = name[:start].rstrip(), name[start + 1 : -1]
    if open_sign == "[" and not body and " " in inside:
        return inside, "", number, ""
    if open_sign == "[":
        return _square(body, inside, number, words)
    if open_sign == "*":
        sections = {"cmdr": "commander", "cmpn": "companion"}
        return body, "", "", words.get(sections.get(inside.casefold(), ""), "")
    return _round(body, inside, number, words) if open_sign == "(" else (body, "", "", "")


def _round(body: str, inside: str, number: str, words: Mapping[str, str]) -> tuple[str, str, str, str] | None:
    """A set in round brackets, a finish, a count, or the place of who leads the deck."""
    if inside.isdecimal() or inside.casefold() in _FINISHES:
        return body, "", number, ""
    section = words.get(inside.casefold(), "")
    if section in _LEADERS:
        return body, "", number, section
    return (body, inside, number, "") if _SET.fullmatch(inside) else None


def _square(body: str, inside: str, number: str, words: Mapping[str, str]) -> tuple[str, str, str, str]:
    """A set in square brackets, or a site's categories, of which the first decides the section."""
    if "{nodeck}" in inside.casefold():
        return body, "", number, ASIDE
    section = words.get(inside.partition(",")[0].partition("{")[0].strip().casefold(), "")
    if section or not _SET.fullmatch(inside):
        return body, "", number, section
    return body, inside, number, ""
