"""Cards that are named while a deck is counted: one that the list does not have, or all that is in a box."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from deckcheck.app.context import App
from deckcheck.decklist.counts import UNSURE
from deckcheck.decklist.decks import LineKind
from deckcheck.decklist.reading import read_list
from deckcheck.decklist.resolving import resolve_names
from deckcheck.games import GAMES
from deckcheck.verdict.layout import row_id

MOST_LINES: Final = 200
"""No deck has more lines."""


@dataclass(frozen=True, slots=True)
class NamedCard:
    """Copies of a card that were named, with the row they are counted in."""

    row: str
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Named:
    """The cards of a text. `left` are its lines that no card was found for, as written; none is dropped."""

    cards: tuple[NamedCard, ...]
    left: tuple[str, ...]


def name_cards(text: str, game: str, section: str, app: App) -> Named:
    """The cards that a text names, in one section unless the text has headings of its own."""
    written = text.splitlines()
    parsed = read_list("\n".join(written[:MOST_LINES]), GAMES[game])
    deck = resolve_names(parsed, app.index(game))
    own_headings = any(line.kind is LineKind.CARD and line.section != "main" for line in parsed.lines)
    found: dict[str, NamedCard] = {}
    left = [line.text.strip() for line in deck.unread]
    for entry in deck.entries:
        if entry.card is None or entry.line.reason == UNSURE:
            left.append(entry.line.text.strip())
            continue
        row = row_id(entry.section if own_headings else section, entry.card.name)
        before = found[row].count if row in found else 0
        found[row] = NamedCard(row, entry.card.name, before + entry.count)
    named = tuple(card for card in found.values() if card.count > 0)
    if not named:  # An address or a remark is no line of a list; where there is nothing else, it was meant to be read.
        left = [line.strip() for line in written[:MOST_LINES] if line.strip()]
    return Named(named, (*left, *(line.strip() for line in written[MOST_LINES:] if line.strip())))
