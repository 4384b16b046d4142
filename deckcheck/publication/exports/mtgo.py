"""Text as Magic Online writes and reads it: the main deck, a blank line, the sideboard with whoever leads the deck."""

from __future__ import annotations

from deckcheck.decklist.line_reader import SPACING_FROM
from deckcheck.publication.exports.rows import size_of, two_decks
from deckcheck.publication.exports.shape import TextDialect
from deckcheck.publication.exports.texts import blocks, lines, mtgo_name
from deckcheck.verdict.published_lists import PublishedList


def _write(listed: PublishedList) -> str:
    main, side = two_decks(listed, supplementary=True)
    # Behind so small a main deck a blank line would say nothing: it is read as spacing.
    marked = ("Sideboard\n" if side and size_of(side) >= SPACING_FROM * size_of(main) else "") + lines(side, mtgo_name)
    return blocks((lines(main, mtgo_name), marked))


MTGO = TextDialect("mtgo", "Magic Online", _write)
