"""Lines whose words are no card's name: what else they may say, now that the cards are known.

A line can have a comment, a set or a treatment behind the name without any sign, two names, or a choice of two. Which of
it is a name only the cards tell. What can be read in one way alone is read so; where two ways remain, or a number is
left over, the line waits for its player.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from deckcheck.decklist.cards import CardIndex
from deckcheck.decklist.decks import Line, LineKind, ParsedList
from deckcheck.decklist.names import fold
from deckcheck.decklist.written_counts import UNCOUNTED, UNSURE, numbers_in
from deckcheck.decklist.written_marks import COLLECTOR, TREATMENTS

MOST_REREAD: Final = 60
"""So many lines of one list are looked at so closely: text with more unknown names is no list."""
_MOST_CUTS: Final = 8
_MOST_PARTS: Final = 40

_FACES: Final = re.compile(
    r"\s*\((?:transform|flip|flips?|meld|mdfc|tdfc|dfc|adventure|aftermath|split|fuse|room|omen|prepare|back|front)\w*\)\s*"
    r"|\s*(?:->|→|=>|~|\\|\||/|&|\+)\s*",
    re.IGNORECASE,
)
"""What stands between the faces of one card."""
_CHOICE: Final = re.compile(r"\s+(?:or|oder|ou|o|oppure|или|または|또는|或)\s+|\s*/\s*|\s+vs\.?\s+", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"\s*[,;|]\s+|\s+(?:&|\+|/|//|and|und|et|y|e|и|と)\s+|\s*[&+、，；]\s*", re.IGNORECASE)
_BETWEEN_COUNTED: Final = re.compile(r"\s+(?=\d{1,2}\s?[xX×]?\s+[^\W\d])")
_COUNTED: Final = re.compile(r"(\d{1,2})\s?[xX×]?\s+(.+)")
_APART: Final = re.compile(r"\t|\s{3}")
_SCANNED: Final = re.compile(r"([\dIl|OoS]{1,3})[xX×]?[.,]?\s+(\S.*)")
_LETTERS: Final = str.maketrans({"I": "1", "l": "1", "|": "1", "O": "0", "o": "0", "S": "5"})
_COMMENT: Final = re.compile(r"\s+(?://+|#|--+|—|–|-|;|<--?|<=|←|\*|\.\.+|!+)\s*(?=\S)|\s*[({\[](?=[^(){}\[\]]*[)}\]]\W*$)|,\s+(?=\S)")
_SET: Final = re.compile(r"(?=\d*[A-Z])[A-Z0-9]{3,5}")
_DOUBTFUL: Final = frozenset(
    (
        "or maybe perhaps possibly not no non out cut cuts cutting side board sideboard sb main maindeck mb if instead "
        "replace replaces replaced swap minus less more remove removed add plus extra another one two three four five "
        "six unless depending either both each total want need "
        "oder vielleicht nicht raus statt ou peut-être pas quizás forse talvez não"
    ).split()
)
"""Words of a comment that may say that the line is meant otherwise than it says."""
_OWNED: Final = frozenset("foil foils nonfoil owned own have binder proxy proxies borrowed borrow signed played".split())
"""What a comment may count without meaning the copies of the deck: "(1 in binder)"."""


class Cut(NamedTuple):
    """A card's name in the words of a line; `asks` if what is left over may change its count."""

    name: str
    asks: bool = False


def read_again(parsed: ParsedList, cards: CardIndex) -> ParsedList:
    """The list with its unknown lines read by the cards; the same object where nothing is read otherwise."""
    lines: list[Line] = []
    changed, left = False, MOST_REREAD
    for line in parsed.lines:
        other: tuple[Line, ...] = ()
        if line.kind is LineKind.CARD and left and not cards.find(line.name).cards:
            left -= 1
            other = _reread(line, cards)
        changed = changed or bool(other)
        lines.extend(other or (line,))
    if not changed:
        return parsed
    return parsed._replace(lines=tuple(lines), odd=parsed.odd or any(line.reason for line in lines))


def _reread(line: Line, cards: CardIndex) -> tuple[Line, ...]:
    """The line as its one reading, the lines of the cards it holds, or nothing new."""
    faces = _as_faces(line.name, cards)
    if faces:
        return (line._replace(name=faces),)
    return _scanned(line, cards) or _as_one(line, cards) or _as_several(line, cards) or ()


def _is_card(name: str, cards: CardIndex) -> bool:
    return bool(name) and bool(cards.exact(name).cards)


def _as_faces(name: str, cards: CardIndex) -> str:
    """The name of one card whose faces stand apart in another way than usual."""
    parts = [part.strip() for part in _FACES.split(name)]
    if not 2 <= len(parts) <= 5 or not all(parts):
        return ""
    whole = " // ".join(parts)
    found = cards.exact(whole).cards
    return whole if len(found) == 1 else ""


def _scanned(line: Line, cards: CardIndex) -> tuple[Line, ...]:
    """A count that a scanner read as letters: "l Opt", "2O Island"."""
    found = _SCANNED.fullmatch(line.name) if line.reason in (UNCOUNTED, UNSURE) else None
    if not found or not _is_card(found[2], cards):
        return ()
    count = int(found[1].translate(_LETTERS))
    return (line._replace(count=count, name=found[2], reason=""),) if count and "S" not in found[1] else ()


def _as_one(line: Line, cards: CardIndex) -> tuple[Line, ...]:
    """One card with words around its name."""
    for cut in _cuts(line.name, cards):
        if _is_card(cut.name, cards):
            reason = UNSURE if cut.asks or (line.reason == UNSURE and numbers_in(line.text)) else line.reason
            return (line._replace(name=cut.name, reason=reason),)
    return ()


def _cuts(name: str, cards: CardIndex) -> Iterator[Cut]:
    """The name without what may stand around it, the longest first."""
    asks = False
    for _ in range(_MOST_CUTS):
        shorter = _without_word(name)
        if shorter == name:
            break
        name = shorter
        yield Cut(name)
    for found in reversed(list(_COMMENT.finditer(name))[:_MOST_CUTS]):
        head, said = name[: found.start()].rstrip(" -–—:;,"), name[found.start() :]
        bare = said.strip(" ()[]{}/#-–—;<>=*.,!←").strip()
        asks = not _is_neutral(bare) or _is_card(bare, cards)
        yield Cut(head, asks)
        yield Cut(_without_word(head), asks)


def _without_word(name: str) -> str:
    """The name without one set, collector number or word for a copy's looks at an end of it."""
    head, _, last = name.rpartition(" ")
    plain = last.strip("()[]{}*,")
    if head and plain and (plain.casefold() in TREATMENTS or _SET.fullmatch(plain)):
        return head.rstrip(" ,-–—(")
    if head and COLLECTOR.fullmatch(last) and _SET.fullmatch(head.rpartition(" ")[2]):
        return head
    first, _, tail = name.partition(" ")
    return tail if tail and _SET.fullmatch(first) else name


def _is_neutral(comment: str) -> bool:
    """Whether a comment leaves no doubt about which card is meant, and how many of it."""
    words = comment.casefold().replace("/", " ").split()
    if not _OWNED.isdisjoint(words) and len(numbers_in(comment)) <= 1:
        return _DOUBTFUL.isdisjoint(words)
    return not numbers_in(comment) and "?" not in comment and _DOUBTFUL.isdisjoint(w.strip(".,:!") for w in words)


def _as_several(line: Line, cards: CardIndex) -> tuple[Line, ...]:
    """Several cards on one line: all of them with their counts, or none."""
    counted = [_COUNTED.fullmatch(part) for part in _BETWEEN_COUNTED.split(f"{line.count} {line.name}")[:_MOST_PARTS]]
    if len(counted) > 1 and not line.reason and all(part and _is_card(part[2], cards) for part in counted):
        # Cards that stand far apart are the columns of a table, and may be of different sections.
        reason = UNSURE if _APART.search(line.text.strip()) else ""
        return tuple(line._replace(count=int(part[1]), name=part[2], reason=reason) for part in counted if part)
    names = [part.strip() for part in _BETWEEN.split(line.name)[:_MOST_PARTS]]
    if len(names) < 2 or not all(_is_card(name, cards) for name in _joined(names, cards)):
        return ()
    reason = UNCOUNTED if line.reason == UNCOUNTED else UNSURE
    return tuple(line._replace(name=name, reason=reason) for name in _joined(names, cards))


def _joined(names: list[str], cards: CardIndex) -> list[str]:
    """The names with the commas of their own: of "Jace, the Mind Sculptor, Opt" two."""
    found: list[str] = []
    while names:
        most = next((n for n in range(min(3, len(names)), 1, -1) if _is_card(", ".join(names[:n]), cards)), 1)
        found.append(", ".join(names[:most]))
        names = names[most:]
    return found
