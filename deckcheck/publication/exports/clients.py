"""The client bundle: each list as .cod and .dek, for those who play a match-up on Cockatrice or Magic Online."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from deckcheck.app.safe_text import numbered, one_line, utf8, xml_text, zip_bytes
from deckcheck.publication.exports.rows import in_final_order, two_decks
from deckcheck.publication.exports.shape import TWO_DECKS, ListForm, Shape
from deckcheck.translations import gettext_noop
from deckcheck.verdict.published_lists import PublishedCard, PublishedEvent, PublishedList


def write_cod(listed: PublishedList, event: PublishedEvent | None = None) -> str:
    """The list as a .cod file; its comments carry event, day and player, where it was published."""
    main, side = two_decks(listed, supplementary=True)
    title = one_line(listed.title) or one_line(listed.player)
    comments = f"{one_line(event.name)} {event.day.isoformat()}\n{one_line(listed.player)}" if event else ""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<cockatrice_deck version="1">\n'
        f" <deckname>{xml_text(title)}</deckname>\n <comments>{xml_text(comments)}</comments>\n"
        f"{_zone('main', main)}{_zone('side', side)}</cockatrice_deck>\n"
    )


def _zone(name: str, rows: Iterable[PublishedCard]) -> str:
    cards = (f'  <card number="{row.count}" name="{xml_text(one_line(_name(row)))}"/>\n' for row in rows)
    return f' <zone name="{name}">\n{"".join(cards)} </zone>\n'


def _name(row: PublishedCard) -> str:
    return row.cockatrice_name or row.name


def write_dek(listed: PublishedList) -> str:
    """The list as a .dek file, two-part names as Magic Online writes them: `Dead/Gone`."""
    main, side = two_decks(listed, supplementary=True)
    return (
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


def write_clients(event: PublishedEvent) -> bytes:
    """A zip of `cockatrice/001-name.cod` and `magic-online/001-name.dek`, in final order."""
    return zip_bytes(_files(event))


def _files(event: PublishedEvent) -> Iterator[tuple[str, bytes]]:
    lists = in_final_order(event)
    for stem, listed in zip(numbered([listed.sort_name for listed in lists]), lists, strict=True):
        yield f"cockatrice/{stem}.cod", utf8(write_cod(listed, event))
        yield f"magic-online/{stem}.dek", utf8(write_dek(listed))


XML: Final = "application/xml"
COD = ListForm("cod", "Cockatrice", write_cod, "cod", XML, TWO_DECKS)
DEK = ListForm("dek", "Magic Online file", write_dek, "dek", XML, TWO_DECKS)
CLIENTS = Shape(
    "client", gettext_noop("Cockatrice and Magic Online"), "zip", "application/zip", write_clients, "clients"
)
