"""Text for Moxfield's bulk edit: the main deck under no heading, `SIDEBOARD:` above the sideboard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from deckcheck.publication.exports.arena import heading
from deckcheck.publication.exports.rows import POOL, sections_of
from deckcheck.publication.exports.shape import TextDialect
from deckcheck.publication.exports.texts import blocks, full_name, lines
from deckcheck.verdict.published_lists import PublishedList

_LEADERS: Final = ("commander", "signature_spell", "companion")
"""Who leads stands under the heading that Arena has for it, above the main deck."""


def _write(listed: PublishedList) -> str:
    return blocks(_parts(listed))


def _parts(listed: PublishedList) -> Iterator[str]:
    for section, rows in sections_of(listed).items():
        if section == "main":
            yield lines(rows, full_name)
        elif section in _LEADERS:
            yield f"{heading(section)}\n{lines(rows, full_name)}"
        elif section != POOL:
            yield f"{heading(section).upper()}:\n{lines(rows, full_name)}"


MOXFIELD = TextDialect("moxfield", "Moxfield", _write)
