"""Lines whose words are no card's name: what else they may say, now that the cards are known.

A line can have a comment, a set or a treatment behind the name without any sign, two names, or a choice of two. Only
the cards tell what of it is a name. What can be read in one way alone is read so; where two ways remain, or a number
is left over, the line waits for its player.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from deckcheck.decklist import lazy
from deckcheck.decklist.cards import Card, CardIndex
from deckcheck.decklist.decks import Line, LineKind, ParsedList
from deckcheck.decklist.line_parser import MAIN, SIDE
from deckcheck.decklist.namesakes import even, has_figures
from deckcheck.decklist.written_counts import UNCOUNTED, UNSURE, numbers_in
from deckcheck.decklist.written_marks import COLLECTOR, TREATMENTS, are_treatments

MOST_REREAD: Final = 250
"""So many lines of one list are looked at so closely: text with more unknown names is no list."""
_MOST_CUTS: Final = 8
_MOST_PARTS: Final = 40

_FACES: Final = lazy.regex(
    r"\s*\((?:transform|flip|flips?|meld|mdfc|tdfc|dfc|adventure|aftermath|split|fuse|room|omen|prepare|back|front)\w*\)\s*"
    r"|\s*(?:->|→|=>|~|\\|\||/|&|\+)\s*",
    re.IGNORECASE,
)
"""What stands between the faces of one card."""
_CHOICE: Final = lazy.regex(r"\s+(?:or|oder|ou|o|oppure|или|または|또는|或)\s+|\s*/\s*|\s+vs\.?\s+", re.IGNORECASE)
_BETWEEN: Final = lazy.regex(r"\s*[,;|]\s+|\s+(?:&|\+|/|//|and|und|et|y|e|и|と)\s+|\s*[&+、，；]\s*", re.IGNORECASE)
_BETWEEN_COUNTED: Final = lazy.regex(r"\s+(?=\d{1,2}\s?[xX×]?\s+[^\W\d])")
_COUNTED: Final = lazy.regex(r"(\d{1,2})\s?[xX×]?\s+(.+)")
_APART: Final = lazy.regex(r"\t|\s{3}")
_SCANNED: Final = lazy.regex(r"([\dIl|Oo]{1,3})[xX×]?[.,]?\s+(\S.*)")
_LETTERS: Final = str.maketrans({"I": "1", "l": "1", "|": "1", "O": "0", "o": "0"})
_COMMENT: Final = lazy.regex(
    r"\s+(?://+|#|--+|—|–|-|;|<--?|<=|←|\*|\.\.+|!+)\s*(?=\S)|\s*[({\[](?=[^(){}\[\]]*[)}\]]\W*$)|,\s+(?=\S)"
)
_SET: Final = lazy.regex(r"(?=\d*[A-Z])[A-Z0-9]{3,5}")
_DOUBTFUL: Final = frozenset(
    (
        "or maybe perhaps possibly not no non out cut cuts cutting side board sideboard sb main maindeck mb if instead "
        "replace replaces replaced swap minus less more remove removed add plus extra another two three four five "
        "six unless depending either both each total want need "
        "oder vielleicht nicht raus statt ou peut-être pas quizás forse talvez não"
    ).split()
)
"""Words of a comment that may say that the line is meant otherwise than it says."""
_NO_DECK_CARD: Final = frozenset({"playtest", "nontournament", "silver-border", "acorn"})
_NUMBER_OF_A_CARD: Final = lazy.regex(r"[A-Z]{1,5}\d{1,3}|#[A-Z]{0,5}\d{1,3}")
"""A bare number may be a count."""
_SIGNS: Final = " ()[]{}/#-–—;<>=*.,!←"
_COPIES: Final = frozenset({"of", "copies", "copy", "pcs", "pcs.", "pieces", "stück", "stk.", "exemplaires", "copias"})
"""Words between a count and a name: "4 copies of Opt"."""
_OWNED: Final = frozenset(
    "foil foils nonfoil owned own have binder proxy proxies borrowed borrow signed played".split()
)
"""What a comment may count without meaning the copies of the deck: "(1 in binder)"."""


class Cut(NamedTuple):
    """A card's name in the words of a line; `asks` if what is left over may change its count."""

    name: str
    asks: bool = False


def is_no_deck_card(card: Card) -> bool:
    """Whether no deck holds the card: a token, a helper card, a card for casual play."""
    return bool(card.values("kind")) or not card.traits.isdisjoint(_NO_DECK_CARD)


def choices(name: str, cards: CardIndex) -> tuple[Card, ...]:
    """The cards of a choice that the player has left open: "Opt or Ponder"."""
    names = [part.strip() for part in _CHOICE.split(name)[:_MOST_PARTS]]
    found = [cards.exact(part).cards for part in names] if len(names) > 1 else []
    return tuple(dict.fromkeys(many[0] for many in found)) if all(len(many) == 1 for many in found) else ()


def read_again(parsed: ParsedList, cards: CardIndex) -> ParsedList:
    """The list with its unknown lines read by the cards; the same object where nothing is read otherwise."""
    listed = [line for line in parsed.lines if line.kind is LineKind.CARD]
    bare = sum(line.reason == UNCOUNTED for line in listed)
    reader = _Rereader(cards, one_a_line=2 * bare > len(listed), first=listed[0] if listed else None)
    lines = tuple(read for line in parsed.lines for read in reader.lines_of(line))
    if lines == parsed.lines:
        return parsed
    return parsed._replace(lines=lines, odd=parsed.odd or any(line.reason for line in lines))


class _Rereader:
    """Reads the unknown lines of one list again."""

    __slots__ = ("_cards", "_first", "_left", "_one_a_line")

    def __init__(self, cards: CardIndex, *, one_a_line: bool, first: Line | None) -> None:
        self._cards = cards
        self._one_a_line = one_a_line
        self._first = first
        self._left = MOST_REREAD

    def lines_of(self, line: Line) -> tuple[Line, ...]:
        """The line itself, or the lines of the cards that its words name."""
        if line.kind is not LineKind.CARD or not self._left or self._cards.find(line.name).cards:
            return (line,)
        self._left -= 1
        faces = self._as_faces(line.name)
        if faces:
            return (line._replace(name=faces),)
        read = self._scanned(line) or self._as_numbered(line)
        if not read and self._may_be_card(line):
            read = self._as_several(line) or self._as_one(line)
        return read or (line,)

    def _may_be_card(self, line: Line) -> bool:
        """Whether a line without a count is no heading, and not the name of the deck."""
        if line.reason != UNCOUNTED or line.section not in (MAIN, SIDE):
            return True
        return self._one_a_line and line is not self._first

    def _is_card(self, name: str) -> bool:
        found = self._cards.exact(name).cards if name else ()
        return bool(found) and not all(map(is_no_deck_card, found))

    def _as_faces(self, name: str) -> str:
        """The name of one card whose faces stand apart in another way than usual."""
        parts = [part.strip() for part in _FACES.split(name)]
        if not 2 <= len(parts) <= 5 or not all(parts):
            return ""
        whole = " // ".join(parts)
        return whole if len(self._cards.exact(whole).cards) == 1 else ""

    def _scanned(self, line: Line) -> tuple[Line, ...]:
        """A count that a scanner read as letters: "l Opt", "2O Island"."""
        found = _SCANNED.fullmatch(line.name) if line.reason in (UNCOUNTED, UNSURE) else None
        if not found or not self._is_card(found[2]):
            return ()
        count = int(found[1].translate(_LETTERS))
        return (line._replace(count=count, name=found[2], reason=""),) if count else ()

    def _as_numbered(self, line: Line) -> tuple[Line, ...]:
        """A card with its collector number behind the name, and no set: "Arceus V SWSH204"."""
        head, _, last = line.name.rpartition(" ")
        number = last.strip("()[]#")
        if line.set_code or not _NUMBER_OF_A_CARD.fullmatch(number if number == last else f"#{number}"):
            return ()
        found = self._cards.exact(head).cards if head else ()
        alike = has_figures if number.isdecimal() else _is_number
        here = {
            one: printing.set_code
            for card in found
            for one in (card.may_be or (card,))
            for printing in one.printings
            if alike(printing.number, number)
        }
        return (
            (line._replace(name=head, set_code=next(iter(here.values())), collector=number),) if len(here) == 1 else ()
        )

    def _as_one(self, line: Line) -> tuple[Line, ...]:
        """One card with words around its name."""
        for cut in self._cuts(line.name):
            if self._is_card(cut.name):
                reason = UNSURE if cut.asks or (line.reason == UNSURE and numbers_in(line.text)) else line.reason
                return (line._replace(name=cut.name, reason=reason),)
        return ()

    def _cuts(self, name: str) -> Iterator[Cut]:
        """The name without what may stand around it, the longest first."""
        yield from self._without_words(name)
        for found in reversed(list(_COMMENT.finditer(name))[:_MOST_CUTS]):
            head, said = name[: found.start()].rstrip(" -–—:;,"), name[found.start() :].strip(_SIGNS)
            if not found[0].startswith(",") or are_treatments(said):
                asks = not _is_neutral(said) or self._is_card(said)
                yield Cut(head, asks)
                for cut in self._without_words(head):
                    yield Cut(cut.name, asks or cut.asks)

    def _without_words(self, name: str) -> Iterator[Cut]:
        """The name without sets, collector numbers and words for a copy's looks at its ends."""
        code = ""
        for _ in range(_MOST_CUTS):
            cut = _without_word(name)
            if cut is None:
                break
            name, code = cut[0], cut[1] or code
            yield Cut(name, bool(code) and not self._is_in(name, code))

    def _is_in(self, name: str, code: str) -> bool:
        """Whether a card is in a set, so that the word behind its name is the set's code."""
        return any(p.set_code.upper() == code for card in self._cards.exact(name).cards for p in card.printings)

    def _as_several(self, line: Line) -> tuple[Line, ...]:
        """Several cards on one line: all of them with their counts, or none."""
        whole = f"{line.count} {line.name}"
        counted = [_COUNTED.fullmatch(part) for part in _BETWEEN_COUNTED.split(whole)[:_MOST_PARTS]]
        if len(counted) > 1 and not line.reason and all(part and self._is_plain(part[2]) for part in counted):
            # Cards that stand far apart are the columns of a table, and may be of different sections.
            reason = UNSURE if _APART.search(line.text.strip()) else ""
            return tuple(line._replace(count=int(part[1]), name=part[2], reason=reason) for part in counted if part)
        names = self._joined([part.strip() for part in _BETWEEN.split(line.name)[:_MOST_PARTS]])
        if len(names) < 2 or not all(map(self._is_plain, names)):
            return ()
        reason = UNCOUNTED if line.reason == UNCOUNTED else UNSURE
        return tuple(line._replace(name=name, reason=reason) for name in names)

    def _is_plain(self, name: str) -> bool:
        return self._is_card(name) and not are_treatments(name) and (name[-1].isalnum() or name[-1] in '!?."_)')

    def _joined(self, names: list[str]) -> list[str]:
        """The names with the commas of their own: of "Jace, the Mind Sculptor, Opt" two."""
        found: list[str] = []
        while names:
            most = next((n for n in range(min(3, len(names)), 1, -1) if self._is_card(", ".join(names[:n]))), 1)
            found.append(", ".join(names[:most]))
            names = names[most:]
        return found


def _is_number(printed: str, written: str) -> bool:
    return even(printed) == even(written)


def _without_word(name: str) -> tuple[str, str] | None:
    """The name without one set, collector number or word for a copy's looks at an end of it; the set's code."""
    head, _, last = name.rpartition(" ")
    first, _, tail = name.partition(" ")
    inner = last.strip("()[]{}*,")
    if head and (inner.casefold() in TREATMENTS):
        return head.rstrip(" ,-–—("), ""
    if tail and (first.strip("()[]{}*,").casefold() in TREATMENTS or first.casefold() in _COPIES):
        return tail, ""
    if name.isupper() or not head:
        return None
    if _SET.fullmatch(inner):
        return head, inner
    before = head.rpartition(" ")
    if COLLECTOR.fullmatch(last) and before[0] and _SET.fullmatch(before[2].strip("()[]{}")):
        return before[0], before[2].strip("()[]{}")
    return (tail, first) if _SET.fullmatch(first) else None


def _is_neutral(comment: str) -> bool:
    """Whether a comment leaves no doubt about which card is meant, and how many of it."""
    words = [word.strip(".,:!") for word in comment.casefold().replace("/", " ").split()]
    if not _DOUBTFUL.isdisjoint(words) or "?" in comment:
        return False
    numbers = len(numbers_in(comment))
    return not numbers or (numbers == 1 and not _OWNED.isdisjoint(words))
