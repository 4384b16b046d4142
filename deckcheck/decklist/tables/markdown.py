"""Lines of Markdown as they read once it is shown: without bullets, check boxes, links, emphasis and escapes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from deckcheck.decklist import lazy

_TARGET: Final = r"\((?:[^()\s]|\([^()\s]{0,200}\)){0,500}(?:\s[^)\n]{0,200})?\)"
_IMAGE: Final = lazy.regex(rf"!\[[^\]\n]{{0,200}}\]{_TARGET}")
_LINK: Final = lazy.regex(rf"(?<!\[)\[((?:[^\[\]\n\\]|\\.){{1,200}})\](?:{_TARGET}|\[[^\]\n]{{0,80}}\])")
_BULLET: Final = lazy.regex(r"\s*(?:[-*+]\s+)+(?:\[[ xX✓]\]\s+)?")
_BOLD: Final = lazy.regex(r"\*\*(?=\S)([^*\n]{1,200})(?<=\S)\*\*")
_WHOLE: Final = lazy.regex(r"(\*{1,3}|`{1,3}|__)(?=[^\s*`_])([^*`\n]{1,200})(?<=[^\s*`])\1(?=[:\s]|$)")
_ESCAPE: Final = lazy.regex(r"\\([!-/:-@\[-`{-~])")
_RULE: Final = lazy.regex(r"\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*")
_KEPT: Final = "\ue000"
"""Stands for a sign that was escaped until the marks are gone."""
_LONGEST: Final = 600


def shown(line: str) -> str:
    """The line as Markdown shows it; the marks of a heading stay."""
    if len(line) > _LONGEST:
        return line
    escaped = _ESCAPE.findall(line) if "\\" in line else []
    if escaped:
        line = _ESCAPE.sub(_KEPT, line)
    bullet = _BULLET.match(line)
    line = line[bullet.end() :] if bullet else line
    if "](" in line or "][" in line:
        line = _LINK.sub(r"\1", _IMAGE.sub("", line))
    if "*" in line:
        line = _BOLD.sub(r"\1", line)
    line = _WHOLE.sub(r"\2", line, count=1) if _WHOLE.match(line) else line
    if line.lstrip().startswith("#"):
        line = _WHOLE.sub(r"\2", line).rstrip("# ") or line
    for sign in escaped:
        line = line.replace(_KEPT, sign, 1)
    return line


def is_struck(line: str) -> bool:
    """Whether the line is crossed out, as a whole."""
    return line.strip(" -*+\t").startswith("~~")


def tables_in(rows: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The numbers of the first and the last line of each table: headings, a rule, rows."""
    at = 1
    while at < len(rows):
        if "|" in rows[at - 1] and "-" in rows[at] and "|" in rows[at] and _RULE.fullmatch(rows[at]):
            last = at + 1
            while last < len(rows) and "|" in rows[last]:
                last += 1
            yield at, last
            at = last
        at += 1
