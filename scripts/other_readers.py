"""What other readers make of lists: texts as a JSON array on standard input, their cards as JSON on standard output.

Runs in an environment in which they are installed, and in which deckcheck need not be: see scripts/compare_readers.py.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

Rows = list[tuple[int, str]]


def mtg_parser(text: str) -> Rows:
    """By the reader of pasted lists; its others fetch addresses."""
    cards = import_module("mtg_parser.decklist").DecklistDeckParser().parse_deck(text)
    return [(card.quantity, card.name) for card in cards or ()]


def mtg_print(text: str) -> Rows:
    """Basic lands included, which it leaves out unless asked."""
    entries = import_module("mtg_print.decklist").parse_decklist_string(text, skip_basics=False).entries
    return [(entry.count, entry.name) for entry in entries]


def mtgdeck(text: str) -> Rows:
    """In whatever of its four forms it recognises."""
    return [(facts["count"], name) for name, facts in import_module("mtgdeck").loads(text)]


def decklist(text: str) -> Rows:
    """The one form that it reads."""
    cards = import_module("decklist.parse").parse_deck_string(text).cards
    return [(card.num, card.name) for card in cards.values()]


READERS: dict[str, Callable[[str], Rows]] = {
    "mtg-parser": mtg_parser,
    "mtg-print": mtg_print,
    "mtgdeck": mtgdeck,
    "decklist": decklist,
}


def read_all(texts: Iterable[str]) -> dict[str, list[Any]]:
    """The rows by reader, one entry a text; None where a reader fails."""
    return {name: [_tried(read, text) for text in texts] for name, read in READERS.items()}


def _tried(read: Callable[[str], Rows], text: str) -> Rows | None:
    try:
        return read(text)
    except Exception:  # noqa: BLE001  # However it fails, it has read nothing.
        return None


if __name__ == "__main__":
    json.dump(read_all(json.load(sys.stdin)), sys.stdout)
