"""Plain text with a heading above each section, for games that no program has a form of its own for."""

from __future__ import annotations

from deckcheck.publication.exports.rows import POOL, sections_of
from deckcheck.publication.exports.shape import TextDialect
from deckcheck.publication.exports.texts import blocks, full_name, lines
from deckcheck.verdict.published_lists import PublishedList


def heading(section: str) -> str:
    """The id of a section as words."""
    return section.replace("_", " ").capitalize()


def _write(listed: PublishedList) -> str:
    sections = sections_of(listed)
    return blocks(f"{heading(s)}\n{lines(rows, full_name)}" for s, rows in sections.items() if s != POOL)


HEADED = TextDialect("text", "Text", _write)
