"""The tables of a game's own registration sheet: the cards of a list by type, each printing on a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from deckcheck.decklist.card_resolution import resolve_names
from deckcheck.decklist.cards import CardIndex
from deckcheck.decklist.decks import Deck
from deckcheck.decklist.list_reader import read_list
from deckcheck.decklist.names import fold
from deckcheck.law.games import Game, Presentation, SheetTable
from deckcheck.printing.sheets.sheet_contents import FilledTable, Order, SheetRow
from deckcheck.verdict.layout import Listed, merge_rows


class WrittenPrinting(NamedTuple):
    """Copies of a card with the set and the number as they stand in the list; empty where it names none."""

    copies: int
    set_code: str
    number: str


def printings_in(deck: Deck) -> Mapping[str, Sequence[WrittenPrinting]]:
    """The printings that a deck's list names, by the names of their cards."""
    found: dict[str, list[WrittenPrinting]] = {}
    for entry in deck.entries:
        if entry.card is not None:
            told = WrittenPrinting(entry.count, entry.line.set_code, entry.line.collector)
            found.setdefault(entry.card.name, []).append(told)
    return found


def printings_of_text(text: str, game: Game, index: CardIndex) -> Mapping[str, Sequence[WrittenPrinting]]:
    """The same of a list as it was typed."""
    return printings_in(resolve_names(read_list(text, game), index))


def tables_of(
    listed: Iterable[Listed], written: Mapping[str, Sequence[WrittenPrinting]], look: Presentation, index: CardIndex
) -> tuple[FilledTable, ...]:
    """The game's tables with these cards, each in its order; what has no type that is known stands in the first."""
    found: dict[SheetTable, list[SheetRow]] = {table: [] for table in look.tables}
    if not found:
        return ()
    for row in listed:
        table = next((t for t in look.tables if row.card and row.card.has(f"type:{t.type}")), look.tables[0])
        found[table] += _rows(row, written.get(row.name, ()) if table.printed else (), index)
    return tuple(FilledTable(table, tuple(rows), filled=True) for table, rows in found.items())


def _rows(row: Listed, written: Sequence[WrittenPrinting], index: CardIndex) -> Iterator[SheetRow]:
    card = row.card
    if card is None:
        yield SheetRow(row.count, row.name, row.waiting)
        return
    name = card.printed_as or card.name
    # What was typed may be gone, or other than what counts: then the sheet names no printing.
    if sum(one.copies for one in written) != row.count:
        yield SheetRow(row.count, name)
        return
    for (set_code, number), copies in _together(written).items():
        printing = index.printing(card, set_code, number)
        if printing is None:
            yield SheetRow(copies, name, number=number, set_code=set_code)
        else:
            yield SheetRow(copies, name, number=printing.number, set_code=printing.set_code, mark=printing.mark)


def _together(written: Iterable[WrittenPrinting]) -> Mapping[tuple[str, str], int]:
    copies: dict[tuple[str, str], int] = {}
    for one in written:
        copies[one.set_code, one.number] = copies.get((one.set_code, one.number), 0) + one.copies
    return copies


def in_table_order(listed: Iterable[Listed], order: Order) -> Iterable[Listed]:
    """The rows as they stand in tables: as registered, or by name, waiting ones last; equal ones are added up."""
    rows = merge_rows(listed)
    if order.cards != "registered":
        rows = tuple(sorted(rows, key=lambda row: (row.waiting, fold(row.name))))
    return (Listed(row.section, row.count, row.name, row.card, row.waiting) for row in rows)
