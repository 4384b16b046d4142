"""Cockatrice's .cod file: whoever leads the deck stands in the side zone, since there is no third for it."""

from __future__ import annotations

from collections.abc import Iterable

from deckcheck.app.safe_text import one_line, utf8, xml_text
from deckcheck.publication.exports.rows import two_decks
from deckcheck.verdict.published_lists import PublishedCard, PublishedEvent, PublishedList


def write_cod(listed: PublishedList, event: PublishedEvent) -> bytes:
    """The list as a .cod file; its comments carry event, day and player."""
    main, side = two_decks(listed, supplementary=True)
    title = one_line(listed.title) or one_line(listed.player)
    comments = f"{one_line(event.name)} {event.day.isoformat()}\n{one_line(listed.player)}"
    return utf8(
        '<?xml version="1.0" encoding="UTF-8"?>\n<cockatrice_deck version="1">\n'
        f" <deckname>{xml_text(title)}</deckname>\n <comments>{xml_text(comments)}</comments>\n"
        f"{_zone('main', main)}{_zone('side', side)}</cockatrice_deck>\n"
    )


def _zone(name: str, rows: Iterable[PublishedCard]) -> str:
    cards = (f'  <card number="{row.count}" name="{xml_text(one_line(_name(row)))}"/>\n' for row in rows)
    return f' <zone name="{name}">\n{"".join(cards)} </zone>\n'


def _name(row: PublishedCard) -> str:
    return row.cockatrice_name or row.name
