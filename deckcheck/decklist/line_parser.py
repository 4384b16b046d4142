"""What one line of a list is by itself: a card, a heading, a remark, or nothing that can be read.

Every way of writing counts, sets and marks (collector number, finish, categories) that people and programs use within a
line is known here, so that a dialect only has to say how lines hang together.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from deckcheck.decklist import heading_words, lazy
from deckcheck.decklist.clean_text import clean, has_letters
from deckcheck.decklist.heading_words import CARDS
from deckcheck.decklist.remarks import aside_of, is_fact, is_link, is_total, title_of
from deckcheck.decklist.written_counts import (
    BEHIND,
    NUMBERED,
    UNCOUNTED,
    UNSURE,
    count_behind,
    numbers_in,
    plain_front,
    unquoted,
)
from deckcheck.decklist.written_marks import Marks, Parted, are_treatments, marks_of

_LONGEST_LINE: Final = 600
_LONGEST_CHAT: Final = 6_000
"""A whole list on one line is longer than any other."""
_LONGEST_NAME: Final = 200
"""The longest card name of all has 141 letters."""

SAME: Final = ""
"""The section id of headings that open no section: they only group cards ("Creatures")."""
MAIN: Final = "main"
SIDE: Final = "sideboard"
ASIDE: Final = "maybeboard"
"""The section id of headings whose cards are no part of the deck."""

_ASIDE_WORDS: Final = (
    *("maybeboard", "maybe board", "maybe", "considering", "acquireboard", "wishlist", "wish list"),
    *("not in deck", "display commander", "cuts", "token", "tokens", "tokens & extras", "tokens and extras"),
    *heading_words.ASIDE,
)


class Headings(dict[str, str]):
    """The words that open sections, folded, to section ids; keeps what lines were found to be under these words.

    `categories` group cards in lists whose cards have counts; elsewhere such a word may be a card. `parted` parts what
    lists of the game write behind a name without a sign.
    """

    __slots__ = ("categories", "parted", "pieces")

    def __init__(
        self, words: dict[str, str], categories: frozenset[str] = frozenset(), parted: Parted | None = None
    ) -> None:
        super().__init__(dict.fromkeys(_ASIDE_WORDS, ASIDE) | {"about": SAME, "metadata": SAME} | words)
        self.categories = categories
        self.parted = parted
        self.pieces: dict[str, Piece] = {}


class Piece(NamedTuple):
    """A line by itself.

    `shape` is one of the words below; `section` the one it opens (HEADING) or belongs to whatever stands above it
    (MARKED, INLINE); `count` to `collector` what a card line says; `reason` why it is no card, or why its count is
    in doubt; `title` the deck's name where the line gives one; `parts` the cards of a line that holds SEVERAL.
    """

    shape: str
    count: int = 0  # type: ignore[assignment]  # As in Line: it hides tuple.count, which nobody calls.
    name: str = ""
    set_code: str = ""
    collector: str = ""
    section: str = ""
    reason: str = ""
    title: str = ""
    parts: tuple[Piece, ...] = ()


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
SEVERAL: Final = "several"
"""Cards each with its count: "4 Opt, 3 Duress"."""
HEADING: Final = "heading"
REMARK: Final = "remark"
UNREAD: Final = "unread"

_NOTHING: Final = Piece(BLANK)
_USUAL: Final = lazy.regex(r"([1-9]\d{0,2})[xX]? (?![xX] )([A-Za-z][A-Za-z',/.&:-]*(?: [A-Za-z',/.&:-]+)*)")
"""The usual line, which needs none of the care below."""
_COUNTED: Final = lazy.regex(
    r"(?:[-*•·–—>]\s+)?"
    r"(?:(\d+)(?:\s*[xX×]\s+(?!\()|[xX×](?=\S)|\s?[枚張张장]\s?|\s+|(?=[A-Z\u0400-\u04ff\u3040-\u9fff\uac00-\ud7af]))"
    r"|[xX×]\s?(\d+)\s+)(\S.*)"
)
_COUNT_ALONE: Final = lazy.regex(r"[xX×]?\s?\d{1,4}\s?[xX×]?[.,:;)-]?")
_DAMAGED: Final = lazy.regex(r"[\x01-\x08\x0e-\x1f\x7f](?=\d)|(?<=\d)[\x01-\x08\x0e-\x1f\x7f]")
"""A control character beside a figure: what stood there may have been a figure, too."""
_TABBED: Final = lazy.regex(r"\s*([^\t\d][^\t]*?)\t[\t ]*[xX×]?(\d{1,3})\s*")
"""A name and its count in two columns."""
_COUNT_BOXED: Final = lazy.regex(r"[(\[](\d{1,3}\s?[xX×]?)[)\]]\s*(\S.*)")
_BESIDE: Final = lazy.regex(r"(sb|side|sideboard|mb|main) (\d{1,2}\s?[xX×]? .*)", re.IGNORECASE)
_BULLET: Final = lazy.regex(r"[-*•·–—>]\s+")
_REMARK_SIGN: Final = lazy.regex(r"(?://|#|;|/\*|<!--)[/#;*\s]*")
_HASH_NUMBER: Final = lazy.regex(r"#(\d{1,3})[.:)]?\s+(\d{1,2}[xX×]?\s+\S.*)")
"""The place of a line in a numbered list ("#3 4 Opt"), which is no comment as it holds a count."""
_DRESS: Final = " \t[]=*_~>•·–—-◆■●★☆※|+:\"'“”«»"
"""What stands around a heading, and is no part of it."""
_DIGIT: Final = lazy.regex(r"\d")
_HEADING_COUNT: Final = lazy.regex(
    rf":?\s*(?:[xX×]?\d+\s*/?\s*(?:{CARDS}|\d+)?|[(\[{{]\s*\d[^)\]}}]*[)\]}}])[\s:*_=~|+-]*", re.IGNORECASE
)
_BRACKETS: Final = dict(zip("([{<【「『《〈〔", ")]}>】」』》〉〕", strict=True))
_PARTS: Final = frozenset({CARD, MARKED, INLINE, TOTALLED})
_MORE: Final = lazy.regex(r"\S\s+[(\[]?[xX×]?\d|\[\[.*\[\[|[xX×)\]\d]\s*[,;|]\s+\w")
"""More than one count, perhaps."""
_WORD: Final = lazy.regex(r"[a-z]+")
_FILLERS: Final = frozenset(
    (
        "a and b below card cards das de deck der el for here ii il is la le list mein meu mi mio mon my now our "
        "section the this total your"
    ).split()
)
SIDE_WORDS: Final = ("sideboard", "side board")
_HEADING_COUNTED: Final = lazy.regex(r"\d+\s*x?\s+(\D+?)(\s+cards)?:?")
_INLINE: Final = lazy.regex(r"([\w() ]{2,24}?)\s*(?::|\s[-–—]\s)\s*(\S.*)")
_STAMP: Final = lazy.regex(
    r"[\[(<]?(?:(?:\d{1,4}[./-]\d{1,2}[./-]\d{2,4}),?\s+)?\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]\.?m\.?)?"
    r"(?:,?\s+\d{1,4}[./-]\d{1,2}[./-]\d{2,4})?(?:[\])>]\s*|\s+)(?:[-–—|]\s+)?",
    re.IGNORECASE,
)
"""The time at which a line was said in a chat."""
_SPEAKER: Final = lazy.regex(r"<\s?[@+]?([\w][\w .-]{0,30})>:?\s+|~?\s?(\w[\w .'-]{0,30}?)\s?:\s+")
_STATES: Final = lazy.regex(r"[-*•·>+\s]*(?:\d{1,3}\s?[xX×]?|[xX×]\s?\d{1,2})\s*(?:[^\W\d]|[\"“_+])")
"""A count and the beginning of a name."""
_BETWEEN: Final = lazy.regex(
    r"\s*(?:[,;|.•·、，；]|\s(?:[/+&]|and|und|et|y|e|и|plus)(?=\s))\s+"
    r"(?=(?:[\w ]{2,16}:\s*)?(?:\d{1,3}\s?[xX×]?|[xX×]\s?\d{1,2})\s+(?:[^\W\d](?!\.)|\+\d|[\"“_]))"
)
"""What parts cards on one line: no card's name goes on with a number and a word behind such a sign."""
_AT_COUNTS: Final = lazy.regex(r"\s+(?=\d{1,2}\s?[xX×]?\s+[^\W\d](?!\.))")
"""Where the next card begins on a line that is longer than any name."""
_BEHIND_EACH: Final = lazy.regex(r"(?:(?<=[\d)\]])|(?<=\d[xX×]))\s*[,;|]\s+")
_CALLED: Final = lazy.regex(r"(?:(\d{1,3})\s?[xX×]?\s*)?\[\[([^\[\]]{1,200})\]\](?:\s?[xX×]\s?(\d{1,3})\b)?")
"""A card as it is called for the bots of forums and chats: "4 [[Opt]]"."""


def read_piece(raw: str, words: Headings) -> Piece:
    """What a line is by itself."""
    usual = _USUAL.fullmatch(raw)
    if usual and len(raw) <= _LONGEST_NAME and not words.parted:
        key = usual[2].casefold()
        if key not in words and key not in words.categories and "card" not in key:
            return Piece(CARD, int(usual[1]), usual[2])
    if not raw.strip():
        return _NOTHING
    if len(raw) > _LONGEST_CHAT:
        return Piece(UNREAD, reason="too-long")
    tabbed = _TABBED.fullmatch(raw) if "\t" in raw else None
    line = clean(f"{tabbed[2]} {tabbed[1]}" if tabbed else raw)
    if len(line) > _LONGEST_LINE:
        return _long(line, words)
    if not line:
        return Piece(REMARK, reason="empty")
    piece = _read_clean(line, words)
    return _unsure(piece) if _DAMAGED.search(raw) else piece


def _unsure(piece: Piece) -> Piece:
    """The same with the counts of all its cards in doubt."""
    if piece.shape == TOTALLED:
        return piece._replace(shape=ODD, reason=UNSURE)
    if piece.shape == INLINE:
        return piece._replace(reason=piece.reason or UNSURE)
    return piece._replace(parts=tuple(map(_unsure, piece.parts))) if piece.parts else _doubted(piece, UNSURE)


def _read_clean(line: str, words: Headings) -> Piece:
    line = unquoted(line)
    hashed = _HASH_NUMBER.fullmatch(line)
    if hashed:
        return _numbered(int(hashed[1]), hashed[2], words)
    sign = _REMARK_SIGN.match(line)
    if sign:
        return _remark(line[sign.end() :].removesuffix("*/").removesuffix("-->").rstrip(), words)
    line, place = plain_front(line)
    if place:
        return _numbered(place, line, words)
    said = _said(line, words)
    return _read_clean(said, words) if said else _counted(line, words) or _bare(line, words)


def _long(line: str, words: Headings) -> Piece:
    """A line longer than any card's: a whole list, or nothing that can be read."""
    inline = _INLINE.fullmatch(line) if not line[0].isdecimal() else None
    section = inline[1].casefold() if inline else ""
    piece = _inline(section, inline[2], words) if inline and section in words else _several(line, words)
    return piece if piece and piece.shape == SEVERAL else Piece(UNREAD, reason="too-long")


def _said(line: str, words: Headings) -> str:
    """What a line of a chat says behind its time and its speaker; empty if it is none."""
    stamp = _STAMP.match(line) if ":" in line[:24] else None
    rest = line[stamp.end() :] if stamp else line
    speaker = _SPEAKER.match(rest) if stamp or line[0] == "<" else None
    if speaker and (speaker[1] or heading_key(speaker[2]) not in words):
        said = rest[speaker.end() :]
        if _STATES.match(said) or heading_key(said.lstrip("/#; ")) in words or _CALLED.search(said):
            return said
    return rest if stamp and (_STATES.match(rest) or heading_key(rest) in words) else ""


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
    if len(text) > 60:
        return ""
    while True:
        text = text.strip(_DRESS)
        if _DIGIT.search(text):
            text = _without_count(text)
        if len(text) < 3 or _BRACKETS.get(text[0]) != text[-1]:
            break
        text = text[1:-1]
    return text.casefold().replace("-", " ") if text[:1].isalnum() or text[:1] == "_" else ""


def _without_count(text: str) -> str:
    """A heading without the total at its end."""
    for found in _HEADING_COUNT.finditer(text):
        if found.end() == len(text) and found.start():
            return text[: found.start()].rstrip(_DRESS)
    return text


def _without_fillers(key: str) -> str:
    """The name of the sideboard without the words that people write around it: "My sideboard", "B) Sideboard list"."""
    bare = " ".join(word for word in _WORD.findall(key) if word not in _FILLERS) if "board" in key else key
    return bare if bare in SIDE_WORDS else key


def _remark(text: str, words: Headings) -> Piece:
    key = heading_key(text)
    if key not in words:
        counted = _HEADING_COUNTED.fullmatch(text.casefold())
        key = counted[1] if counted else _without_fillers(key)
    if key in words:
        return Piece(HEADING, section=words[key])
    inline = _INLINE.fullmatch(text)
    if inline and len(inline[1]) > 2 and inline[1].casefold() in words and _STATES.match(inline[2]):
        return _inline(inline[1].casefold(), inline[2], words)
    title = title_of(text)
    if title is not None:
        return Piece(REMARK, reason="name-of-deck", title=title)
    plain = not (text[:1].isdecimal() or is_fact(text) or is_link(text) or is_total(text.casefold()))
    return Piece(REMARK, reason="comment", title=text if plain else "")


def _several(line: str, words: Headings) -> Piece | None:
    """The cards of a line that states a count for each of them."""
    if line.count("[[") > 1:
        return _called(line, words)
    parts = _BETWEEN.split(line)
    if len(parts) < 2:
        parts = _BEHIND_EACH.split(line)
    if len(parts) < 2 and len(line) > _LONGEST_NAME:
        parts = _AT_COUNTS.split(line)
    if len(parts) < 2 or not all(map(str.strip, parts)) or _begins_section(line, words):
        return None
    pieces = [_one_of_several(part.strip(), words) for part in parts]
    if not all(piece.shape in _PARTS and not piece.reason and not are_treatments(piece.name) for piece in pieces):
        return None
    return Piece(SEVERAL, parts=tuple(pieces))


def _begins_section(line: str, words: Headings) -> bool:
    """Whether all cards of the line stand behind a heading on it, or behind what a heading says for its line alone."""
    inline = None if line[0].isdecimal() else _INLINE.fullmatch(line) or _BESIDE.fullmatch(line)
    return inline is not None and inline[1].casefold() in words


def _one_of_several(part: str, words: Headings) -> Piece:
    part, place = plain_front(part) if part else ("", 0)
    if place or not part:
        return Piece(UNREAD)
    piece = _one(part, words) or _bare(part, words)
    return piece._replace(shape=CARD, reason="") if piece.shape == TOTALLED else piece


def _called(line: str, words: Headings) -> Piece | None:
    """The cards of a sentence that calls each of them in double brackets, with their counts."""
    found = list(_CALLED.finditer(line))
    if len(found) < 2 or not all(called[1] or called[3] for called in found):
        return None
    cards = tuple(_card(int(called[1] or called[3]), called[2], words) for called in found)
    return Piece(SEVERAL, parts=cards) if all(card.shape in _PARTS for card in cards) else None


def _counted(line: str, words: Headings) -> Piece | None:
    """A line with its count in front, or the several cards of one, each with its own."""
    return (_several(line, words) if _MORE.search(line) else None) or _one(line, words)


def _one(line: str, words: Headings) -> Piece | None:
    found = _COUNTED.fullmatch(line)
    if not found:
        return Piece(UNREAD, reason="no-name") if _COUNT_ALONE.fullmatch(line) else None
    before, behind, rest = found.groups()
    digits = before or behind
    key = rest.casefold()
    group = _group(line.casefold(), words) if key in words or "card" in key or "side" in key else None
    if group:
        return group
    if len(digits) > 9:
        return Piece(UNREAD, reason="count")
    card = _card(int(digits), rest, words)
    # "8 Burn" is a card, or the heading of eight: what stands below tells.
    return card._replace(shape=TOTALLED, reason=BEHIND) if key in words.categories and card.shape == CARD else card


def _group(line: str, words: Headings) -> Piece | None:
    """The line as a heading or a total with its count in front: "24 Lands", "60 cards", "15 sideboard cards"."""
    if is_total(line):
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
    other = aside_of(line)
    if other:
        return Piece(REMARK, reason=other.reason, title=other.title)
    if line[0] in "<{}]" or (line[0] == "[" and line.find("]") == len(line) - 1):
        return Piece(UNREAD, reason="markup")
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
    if words.parted and words.parted(line).collector:
        # A number behind a set is no count.
        return _doubted(_card(1, line, words), UNCOUNTED)
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
    behind = count_behind(card.name) if card.name and card.name != line else None
    sure = behind and behind.name and len(behind.digits) <= 9 and not numbers_in(behind.name)
    if behind and sure and card.shape in (CARD, MARKED):
        count = int(behind.digits)
        return card._replace(count=count, name=behind.name) if count else Piece(REMARK, name=behind.name, reason="zero")
    told = {*numbers_in(card.name), *numbers_in(card.set_code), *numbers_in(card.collector)}
    return _doubted(card, UNCOUNTED if told.issuperset(numbers_in(line)) else UNSURE)


def _doubted(card: Piece, reason: str) -> Piece:
    """The card with the reason for which its count is in doubt."""
    if card.shape == CARD:
        return card._replace(shape=ODD, reason=reason)
    return card._replace(reason=reason) if card.shape == MARKED else card


def _inline(word: str, rest: str, words: Headings) -> Piece:
    """A heading with a card on its own line: "SB: 2 Duress", "Commander: Krenko, Mob Boss"."""
    section = words[word]
    if word == "deck" and not _COUNTED.fullmatch(rest):
        return Piece(REMARK, reason="name-of-deck", title=rest)
    line, place = plain_front(rest)
    card = _numbered(place, line, words) if place else _counted(line, words) or _ending(line, words)
    if card.shape not in (CARD, ODD, TOTALLED, SEVERAL) or section == SAME:
        return card
    stays = len(word) > 2 and section in (MAIN, SIDE)
    if card.shape == SEVERAL:
        parts: list[Piece] = []
        for part in card.parts:
            section = part.section if part.shape == INLINE else section
            alone = part.shape == MARKED or not stays
            parts.append(part._replace(shape=MARKED if alone else INLINE, section=part.section or section))
        return card._replace(parts=tuple(parts))
    return card._replace(shape=INLINE if stays else MARKED, section=section)


def _marks(rest: str, words: Headings) -> Marks:
    """A name, and what stands around it."""
    told = words.parted(rest) if words.parted else None
    if told is None:
        return marks_of(rest, words)
    # Where no site writes categories in brackets or tags, they are the name's (Unown [A], Blaine's Quiz #1).
    return told if told.collector or rest.endswith("]") or " #" in rest else marks_of(told.name, words)


def _card(count: int, rest: str, words: Headings) -> Piece:
    rest = rest.replace("[[", "").replace("]]", "") if "[[" in rest else rest
    name, set_code, collector, section = _marks(rest, words)
    if not has_letters(name):
        return Piece(UNREAD, reason="no-name")
    if len(name) > _LONGEST_NAME:
        return Piece(UNREAD, reason="too-long")
    if count == 0:
        return Piece(REMARK, name=name, reason="zero")
    return Piece(MARKED if section else CARD, count, name, set_code, collector, section)
