"""A text made ready for the shapes: as text, as rows of cells, as JSON or as XML, within limits."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from deckcheck.decklist import lazy
from deckcheck.decklist.list_text import Element, Limits, UnreadableText, bounded, elements
from deckcheck.roster.files.player_names import tidy

PAGE: Final = lazy.regex(
    r"\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype html|(?:html|head|body|meta|div|table|ul|ol|p|span|pre|section|main)\b)",
    re.IGNORECASE,
)
_TAG: Final = lazy.regex(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)\b[^<>]*>|<[!?][^<>]*>")
_SILENT: Final = ("script", "style", "head", "template", "noscript", "svg")
_OPENS: Final = lazy.regex(rf"<({'|'.join(_SILENT)})\b", re.IGNORECASE)
_CLOSES: Final = {name: lazy.regex(rf"</{name}\b[^<>]*>?", re.IGNORECASE) for name in _SILENT}
_BLOCKS: Final = frozenset(
    "address article aside blockquote br caption dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr "
    "li main nav ol p pre section table tbody tfoot thead title tr ul".split()
)
_CELLS: Final = frozenset(("td", "th"))
_ROWS: Final = frozenset(("tr", "table", "thead", "tbody", "tfoot"))
_BLANKS: Final = lazy.regex(r"[ \t\r\n\f]+")


def page_text(source: str) -> str:
    """What the page shows: one line a block or table row; blanks that the page keeps (no-break ones) are kept.

    A tokenizer of our own: the standard one takes time by the square of its input where comments never end.
    """
    bare = _without_silent(_without_comments(source))
    pieces: list[str] = []
    at = 0
    in_cell = False
    for tag in _TAG.finditer(bare):
        pieces.append(_shown(bare[at : tag.start()]))
        at = tag.end()
        name = (tag[2] or "").lower()
        if name in _CELLS:
            in_cell = not tag[1]
            pieces.append("\t" if in_cell else "")
        elif name in _BLOCKS:
            in_cell = in_cell and name not in _ROWS
            pieces.append(" " if in_cell else "\n")
    pieces.append(_shown(bare[at:]))
    return "\n".join(_line(line) for line in "".join(pieces).split("\n"))


def _line(line: str) -> str:
    return re.sub(r" {2,}", " ", line).strip(" ").removeprefix("\t")


def _shown(text: str) -> str:
    return html.unescape(_BLANKS.sub(" ", text))


def _without_comments(source: str) -> str:
    pieces, at = [], 0
    while (start := source.find("<!--", at)) >= 0:
        pieces.append(source[at:start])
        end = source.find("-->", start)
        if end < 0:
            return "".join(pieces)
        at = end + 3
    return "".join((*pieces, source[at:]))


def _without_silent(source: str) -> str:
    """Without the parts that no browser shows; one that is never closed hides all that follows it."""
    pieces, at = [], 0
    while start := _OPENS.search(source, at):
        pieces.append(source[at : start.start()])
        end = _CLOSES[start[1].lower()].search(source, start.end())
        if not end:
            return "".join(pieces)
        at = end.end()
    return "".join((*pieces, source[at:]))


Rows = tuple[tuple[str, ...], ...]

_SEPARATORS: Final = ("\t", ";", ",", "|")
_BLANK: Final = "[ \u00a0\u2007\u202f\u3000]"
GAP: Final = lazy.regex(f"{_BLANK}{{2,}}")
_RULE: Final = lazy.regex(r"[\s|+:=_─━│┼╪-]*")
_MOST_CELLS: Final = 200
_MOST_LINES: Final = 5


def all_splits(text: str) -> dict[str, Rows]:
    """The rows by every separator that makes more than one column of the text; "gap" is two blanks or more."""
    found: dict[str, Rows] = {}
    for separator in _SEPARATORS:
        if separator in text and (rows := _by(text, separator)) and _is_table(rows):
            found[separator] = rows
    if GAP.search(text):
        lines = (line.strip() for line in text.split("\n"))
        rows = tuple(tuple(GAP.split(line, _MOST_CELLS)[:_MOST_CELLS]) for line in lines if line)
        if _is_table(rows):
            found["gap"] = rows
    return found


def _by(text: str, separator: str) -> Rows:
    first, _, rest = text.partition("\n")
    if re.fullmatch(r"\s*sep=.\s*", first):
        text = rest
    if separator == "|":
        lines = (line.strip().removeprefix("|").removesuffix("|") for line in text.split("\n"))
        rows = [line.split("|") for line in lines if not _RULE.fullmatch(line)]
    else:
        rows = _quoted(text, separator)
    stripped = (tuple(" ".join(cell.split()) for cell in row[:_MOST_CELLS]) for row in rows)
    return tuple(row for row in stripped if any(row))


def _quoted(text: str, separator: str) -> list[list[str]]:
    """The rows of a sheet; quotes may hold separators and line ends, but a lone quote swallows nothing."""
    for strict in (True, False):
        try:
            rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=strict))
        except csv.Error:
            continue
        if not any(cell.count("\n") > _MOST_LINES for row in rows for cell in row):
            return rows
    return [line.split(separator) for line in text.split("\n")]


def _is_table(rows: Rows) -> bool:
    """Whether a good part of the rows have more than one cell that holds something; titles may stand above them."""
    return sum(sum(1 for cell in row if cell) > 1 for row in rows) * 3 >= len(rows)


LIMITS: Final = Limits(4_194_304, 20_000, "player list")
"""The largest tournaments ever held had about 8,000 players."""

LONGEST_ROW: Final = 1_000
"""A longer line is no row that names a player; shapes that look at lines one by one leave it."""

_JSON: Final = lazy.regex(r"\s*(?:\{\s*[\"}]|\[\s*[\[{\"\]])")
_BETWEEN: Final = lazy.regex(r"[\s,;]*")
_MOST_VALUES: Final = 50
_XML: Final = lazy.regex(r"\s*<(?:\?xml\b|!doctype\b|event\b|[a-z]+[^<>]*>\s*<)", re.IGNORECASE)
_TITLE: Final = lazy.regex(r"<title>([^<>]{0,300})</title>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Document:
    """One text in the forms that shapes read; a form that it does not have is empty."""

    text: str
    splits: Mapping[str, Rows] = field(default_factory=dict)
    data: Any = None
    elements: tuple[Element, ...] = ()
    title: str = ""
    """What the window says that shows a saved page."""

    @property
    def lines(self) -> list[str]:
        """All lines that show something."""
        return [line for line in self.text.split("\n") if line.strip()]


def make_documents(text: str) -> tuple[Document, ...]:
    """The documents of a text: one, or several where one JSON value follows another."""
    text = bounded(text.removeprefix("\ufeff"), LIMITS).replace("\r\n", "\n").replace("\r", "\n")
    if "\n" not in text and "\u2028" in text:
        text = text.replace("\u2028", "\n")
    text = text.translate({ord(c): "|" for c in "│┃｜"})
    if _JSON.match(text):
        return tuple(Document(text, data=value) for value in _values(text))
    if PAGE.match(text):
        shown = bounded(page_text(text), LIMITS)
        title = _TITLE.search(text)
        return (Document(shown, all_splits(shown), title=tidy(title[1]) if title else ""),)
    if _XML.match(text):
        found, broken = elements(text)
        if broken:
            raise UnreadableText(f"This file of markup breaks off at line {broken}. Save it once more and send that.")
        return (Document(text, elements=found),)
    return (Document(text, all_splits(text)),)


def document_of_rows(rows: Rows) -> Document:
    """The document of a sheet whose rows are known."""
    if len(rows) > LIMITS.lines:
        raise UnreadableText(f"This has {len(rows):,} rows, more than any player list; the limit is {LIMITS.lines:,}.")
    kept = tuple(tuple(tidy(cell) for cell in row) for row in rows if any(cell.strip() for cell in row))
    text = "\n".join("\t".join(row).rstrip("\t") for row in kept)
    return Document(bounded(text, LIMITS), {"\t": kept} if any(len([c for c in r if c]) > 1 for r in kept) else {})


def _values(text: str) -> list[Any]:
    """Every JSON value of a text that holds nothing else."""
    reader = json.JSONDecoder()
    values: list[Any] = []
    at = _end_of_gap(text, 0)
    try:
        while at < len(text) and len(values) < _MOST_VALUES:
            value, end = reader.raw_decode(text, at)
            values.append(value)
            at = _end_of_gap(text, end)
    except json.JSONDecodeError as error:
        line = text.count("\n", 0, error.pos) + 1
        raise UnreadableText(f"This data breaks off at line {line}. Copy the whole answer and send that.") from None
    except RecursionError:
        raise UnreadableText(
            "This data is nested deeper than any player list. Send the list of players alone."
        ) from None
    except ValueError:
        raise UnreadableText("This data holds a number beyond all measure. Send the list of players alone.") from None
    return values


def _end_of_gap(text: str, at: int) -> int:
    found = _BETWEEN.match(text, at)
    return found.end() if found else at
