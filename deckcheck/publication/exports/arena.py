"""Text as Arena copies it: headings, no set codes, front faces; Moxfield, Archidekt and most others read it too.

A split card keeps both names: Arena has asked for them since 2020. What Arena knows no heading for stands under ours.
"""

from __future__ import annotations

from typing import Final

from deckcheck.publication.exports import headed
from deckcheck.publication.exports.rows import POOL, sections_of
from deckcheck.publication.exports.shape import TextDialect
from deckcheck.publication.exports.texts import blocks, front_name, lines
from deckcheck.verdict.published_lists import PublishedList

HEADINGS: Final = {"main": "Deck", "signature_spell": "Signature Spell", "stickers": "Sticker sheets"}


def heading(section: str) -> str:
    """The heading of a section."""
    return HEADINGS.get(section) or headed.heading(section)


def _write(listed: PublishedList) -> str:
    sections = sections_of(listed)
    named = (f"{heading(s)}\n{lines(rows, front_name)}" for s, rows in sections.items() if s != POOL)
    return blocks(named)


ARENA = TextDialect("arena", "Arena", _write)
