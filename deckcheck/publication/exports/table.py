"""A list, or every list of an event, in a table for spreadsheets: a row a card, so that nothing of it is lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from deckcheck.app.safe_text import csv_bytes, one_line
from deckcheck.publication.exports.rows import in_final_order, sections_of
from deckcheck.publication.exports.shape import ListForm, Shape
from deckcheck.translations import gettext_noop
from deckcheck.verdict.published_lists import PublishedEvent, PublishedList

Row = tuple[str | float | None, ...]
CSV: Final = "text/csv; charset=utf-8"


def write_csv(event: PublishedEvent) -> bytes:
    """The table, in final order; a line for which no card was found has `?` behind its section."""
    return csv_bytes(_rows(event))


def _rows(event: PublishedEvent) -> Iterator[Row]:
    yield ("list", "rank", "player", "deck", "section", "count", "card", "types", "mana_value")
    for listed in in_final_order(event):
        shown = (listed.number, listed.rank, one_line(listed.player), one_line(listed.title))
        for section, rows in sections_of(listed).items():
            for row in rows:
                mark = "?" if row.waiting else ""
                facts = (one_line(row.name), " ".join(row.type_words), row.mana_value)
                yield (*shown, f"{section}{mark}", row.count, *facts)


def _write_list(listed: PublishedList) -> str:
    """`Count,Name,Section`: what readers of spreadsheets know these columns by."""
    rows = (
        (row.count, one_line(row.name), s.replace("_", " ")) for s, rows in sections_of(listed).items() for row in rows
    )
    return csv_bytes((("Count", "Name", "Section"), *rows)).decode()


LIST_TABLE = ListForm("csv", "Spreadsheet (CSV)", _write_list, "csv", CSV)
TABLE = Shape("csv", gettext_noop("One table of all cards"), "csv", CSV, write_csv, general=True)
