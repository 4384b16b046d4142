"""A text made ready for the shapes: as text, as rows of cells, as JSON or as XML, within limits."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from deckcheck.decklist.markup import Element, elements
from deckcheck.decklist.texts import Limits, UnreadableText, bounded
from deckcheck.roster.files.cells import Rows, all_splits
from deckcheck.roster.files.names import tidy
from deckcheck.roster.files.pages import PAGE, page_text

LIMITS: Final = Limits(4_194_304, 20_000, "player list")
"""The largest tournaments ever held had about 8,000 players."""

LONGEST_ROW: Final = 1_000
"""A longer line is no row that names a player; shapes that look at lines one by one leave it."""

_JSON: Final = re.compile(r"\s*(?:\{\s*[\"}]|\[\s*[\[{\"\]])")
_BETWEEN: Final = re.compile(r"[\s,;]*")
_MOST_VALUES: Final = 50
_XML: Final = re.compile(r"\s*<(?:\?xml\b|!doctype\b|event\b|[a-z]+[^<>]*>\s*<)", re.IGNORECASE)
_TITLE: Final = re.compile(r"<title>([^<>]{0,300})</title>", re.IGNORECASE)


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
        raise UnreadableText(f"This has {len(rows):,} rows, more than any player list; {LIMITS.lines:,} is the most.")
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
