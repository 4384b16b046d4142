"""The text of a saved web page as a browser would show it, its tables as lines with tabs."""

from __future__ import annotations

import html
import re
from typing import Final

PAGE: Final = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype html|(?:html|head|body|meta|div|table|ul|ol|p|span|pre|section|main)\b)",
    re.IGNORECASE,
)
_TAG: Final = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)\b[^<>]*>|<[!?][^<>]*>")
_SILENT: Final = ("script", "style", "head", "template", "noscript", "svg")
_OPENS: Final = re.compile(rf"<({'|'.join(_SILENT)})\b", re.IGNORECASE)
_CLOSES: Final = {name: re.compile(rf"</{name}\b[^<>]*>?", re.IGNORECASE) for name in _SILENT}
_BLOCKS: Final = frozenset(
    "address article aside blockquote br caption dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr "
    "li main nav ol p pre section table tbody tfoot thead title tr ul".split()
)
_CELLS: Final = frozenset(("td", "th"))
_ROWS: Final = frozenset(("tr", "table", "thead", "tbody", "tfoot"))
_BLANKS: Final = re.compile(r"[ \t\r\n\f]+")


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
