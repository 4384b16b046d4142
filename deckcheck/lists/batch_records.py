"""Batch records: lists that come as rows of count and name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from deckcheck.app.refusals import UnusableInput
from deckcheck.decklist.cards import CardIndex
from deckcheck.decklist.decks import Line, LineKind, ParsedList
from deckcheck.law.games import Game
from deckcheck.verdict.pool_law import PoolRows

SECTIONS: Final = {
    "main": "main",
    "side": "sideboard",
    "sideboard": "sideboard",
    "commander": "commander",
    "companion": "companion",
    "material": "material",
    "signature_spell": "signature_spell",
    "attractions": "attractions",
    "stickers": "stickers",
    "contraptions": "contraptions",
    "boons": "boons",
    "pool": "pool",
}
"""The keys of a record that hold rows, and the section of each; other sections have their ids."""
_KNOWN: Final = frozenset((*SECTIONS, "casual"))
MOST_COPIES: Final = 99_999
"""Far more than any deck holds: a larger number is no count."""


def list_of_record(record: Mapping[str, Any], game: Game) -> ParsedList:
    """The list that a record's rows make; lines are numbered through in the order of the keys."""
    sections = SECTIONS | {s.id: s.id for s in game.sections if s.id not in _KNOWN}
    if not any(key in record for key in sections):
        raise UnusableInput('This record holds no list. Add "main": [[4, "Card Name"], ...] or "text".')
    lines: list[Line] = []
    for key, section in sections.items():
        rows = record.get(key)
        if rows is not None:
            lines += _lines(rows, key, section, len(lines))
    return ParsedList("rows", tuple(lines))


def _lines(rows: Any, key: str, section: str, before: int) -> Iterator[Line]:
    if not isinstance(rows, list):
        raise UnusableInput(f'"{key}" is no list of rows. Write it as [[4, "Card Name"], ...].')
    for number, row in enumerate(rows, before + 1):
        match row:
            case [int(count), str(name)] if name.strip() and type(count) is int and abs(count) <= MOST_COPIES:
                if count > 0:
                    yield Line(number, f"{count} {name}", LineKind.CARD, section, count, name.strip())
                else:
                    yield Line(number, f"{count} {name}", LineKind.REMARK, section, 0, name, reason="zero")
            case _:
                raise UnusableInput(f'Row {number - before} of "{key}" is no [count, name]: {str(row)[:60]}')


def pool_of_record(record: Mapping[str, Any], cards: CardIndex) -> PoolRows:
    """The registered pool that a record gives beside its list, in catalogue names; each has to mean one card."""
    lines = (line for line in _lines(record["pool"], "pool", "pool", 0) if line.count)
    return tuple((line.count, _one_name(line, cards)) for line in lines)


def _one_name(line: Line, cards: CardIndex) -> str:
    found = cards.find(line.name).cards
    if len(found) != 1:
        called = "Several cards are" if found else "No card is"
        raise UnusableInput(f'{called} called "{line.name[:60]}" (row {line.number} of "pool"). Write its whole name.')
    return found[0].name
