"""Magic Online's .dek file: CatID 0 throughout, for Magic Online is said to find cards by name."""

from __future__ import annotations

from collections.abc import Iterable

from deckcheck.app.safe_text import one_line, utf8, xml_text
from deckcheck.publication.exports.rows import two_decks
from deckcheck.verdict.published_lists import PublishedCard, PublishedList


def write_dek(listed: PublishedList) -> bytes:
    """The list as a .dek file, two-part names as Magic Online writes them: `Dead/Gone`."""
    main, side = two_decks(listed, supplementary=True)
    return utf8(
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<Deck xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n'
        "  <NetDeckID>0</NetDeckID>\n  <PreconstructedDeckID>0</PreconstructedDeckID>\n"
        f"{_cards(main, 'false')}{_cards(side, 'true')}</Deck>\n"
    )


def _cards(rows: Iterable[PublishedCard], sideboard: str) -> str:
    return "".join(
        f'  <Cards CatID="0" Quantity="{row.count}" Sideboard="{sideboard}"'
        f' Name="{xml_text(one_line(row.mtgo_name))}" Annotation="0" />\n'
        for row in rows
    )
