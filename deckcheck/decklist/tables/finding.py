"""Whether a text is a table: the sign that parts its cells, found by a look at the first lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from deckcheck.decklist import lazy
from deckcheck.decklist.tables.columns import count_in, is_counted, is_head
from deckcheck.decklist.tables.rows import BAR, cut, cut_loosely

_LOOKED_AT: Final = 12
_LETTERS: Final = 6000
_DELIMITERS: Final = ("\t", ";", ",", BAR)
_SEPARATOR_LINE: Final = ("sep=", '"sep=')


_PLAIN: Final = lazy.regex(
    r"\s{0,9}(?:[^\t;|\",\d\n]{1,40}\n\s{0,9})?(?:\d{1,3}[xX]? [A-Za-z][^\t;|\"\n]{1,80}\n\s{0,9}){2}"
)


def begins_plain(text: str) -> bool:
    """Whether a text begins like most lists: a count and a name a line, below a heading or none.

    Each dialect is asked about each list: this spares those that are of another kind a closer look.
    """
    return bool(_PLAIN.match(text))


class Found(NamedTuple):
    """The sign between the cells of a table, and the line that only names this sign (0 if there is none)."""

    delimiter: str
    separator_line: int = 0
    headed: bool = False


def find_table(text: str) -> Found | None:
    """What parts the cells of the table that the text is, if it is one."""
    head = text[:_LETTERS]
    if begins_plain(text) or not ("\t" in head or "," in head or ";" in head or BAR in head):
        return None
    lines = head.split("\n", 4 * _LOOKED_AT)
    if len(text) > _LETTERS:
        lines = lines[:-1] or lines
    first = [line for line in lines if line.strip()][: 2 * _LOOKED_AT]
    if first and first[0].casefold().startswith(_SEPARATOR_LINE):
        sign = first[0].strip('" ')[4:5]
        return Found(sign or ",", lines.index(first[0]) + 1, True)
    for line in first[:_LOOKED_AT]:
        for delimiter in _DELIMITERS:
            if delimiter in line and is_head(cut_loosely(line, delimiter)):
                return Found(delimiter, headed=True)
    return _headless(first)


def _headless(lines: Sequence[str]) -> Found | None:
    tabbed = sum("\t" in line.strip() for line in lines)
    if tabbed * 4 >= len(lines) and tabbed > 1:
        return Found("\t")
    for delimiter in (";", ","):
        rows = [cells for line in lines if delimiter in line and (cells := cut(line, delimiter))]
        if len(rows) > 1 and len(rows) * 5 >= len(lines) * 4 and all(map(_is_row, rows)) and _has_more(lines, rows):
            return Found(delimiter)
    return None


def _is_row(cells: Sequence[str]) -> bool:
    """Whether a cell is a number alone, another a text, and none a count with a name."""
    numbers = [cell for cell in cells if count_in(cell) is not None]
    texts = [cell for cell in cells if count_in(cell) is None and any(map(str.isalpha, cell))]
    return bool(numbers and texts) and not any(map(is_counted, cells))


def _has_more(lines: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether the rows are more than a count and a name, which a plain list may have a comma between, too."""
    return len({len(row) for row in rows}) == 1 and (len(rows[0]) > 2 or any('"' in line for line in lines))
