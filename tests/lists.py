"""What tests of reading share: names compared without card data, sections as multisets, lines as typed."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from deckcheck.decklist.decks import LineKind, ParsedList


def front(name: str) -> str:
    """The front part of a name without letter case, accents and quotation marks; all apostrophes are one."""
    first = re.split(r"\s*/+\s*", name)[0].replace("’", "'").replace("`", "'").replace("Æ", "Ae").casefold()
    letters = unicodedata.normalize("NFKD", first)
    return "".join(c for c in letters if not unicodedata.combining(c) and c not in '"“”').strip()


def sections_of(parsed: ParsedList) -> Mapping[str, Counter[str]]:
    """The cards of a list by section, each by its front."""
    sections: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for line in parsed.lines:
        if line.kind is LineKind.CARD:
            sections[line.section][front(line.name)] += line.count
    return sections


def rows_of(rows: Iterable[tuple[int, str]]) -> Counter[str]:
    """Rows of count and name as a multiset."""
    cards: Counter[str] = Counter()
    for count, name in rows:
        cards[front(name)] += count
    return cards


def non_blank(text: str) -> list[tuple[int, str]]:
    """The non-blank lines of a text with their numbers; what begins a new page beside a line's end is none."""
    ends = r"\r\n|[\r\n\v\x85\u2028\u2029]|(?<![\r\n])\f(?![\r\n])"
    lines = re.split(ends, text.removeprefix("\ufeff"))
    return [(number, line) for number, line in enumerate(lines, 1) if line.strip()]


def read_rows(parsed: ParsedList) -> list[tuple[int, str]]:
    """The lines of a parsed list, each once (a file may hold several cards on one line)."""
    return list(dict.fromkeys((line.number, line.text) for line in parsed.lines))
