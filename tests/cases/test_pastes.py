"""Lists as people type, quote, scan and copy them: read as they were meant, or asked about on the very line."""

from __future__ import annotations

import tomllib
from collections import Counter
from typing import Any, Final

import pytest

from deckcheck.catalogue import open_index
from deckcheck.decklist.card_resolution import resolve_names
from deckcheck.decklist.list_reader import read_list
from deckcheck.games import GAMES
from tests.lists import front, non_blank, read_rows
from tests.verdicts import DATA

PASTES: Final[list[dict[str, Any]]] = tomllib.loads((DATA / "pastes.toml").read_text("utf-8"))["paste"]
SECTIONS: Final = ("main", "sideboard", "commander", "companion", "material")


def _counted(rows: list[str]) -> Counter[str]:
    cards: Counter[str] = Counter()
    for row in rows:
        count, _, name = row.partition(" ")
        cards[front(name)] += int(count)
    return cards


@pytest.mark.parametrize("paste", PASTES, ids=lambda paste: paste["why"][:60])
def test_a_paste_is_read_as_it_was_meant(paste: dict[str, Any]) -> None:
    game = paste.get("game", "mtg")
    parsed = read_list(paste["text"], GAMES[game])
    deck = resolve_names(parsed, open_index(game))
    assert read_rows(parsed) == non_blank(paste["text"])
    asked = {e.line.number for e in deck.entries if e.card is None} | set(deck.in_doubt())
    assert sorted(asked) == paste.get("asks", [])
    found: dict[str, Counter[str]] = {section: Counter() for section in SECTIONS}
    for entry in deck.entries:
        if entry.line.number not in asked and entry.card is not None:
            found[entry.section][front(entry.card.name)] += entry.count
    assert found == {section: _counted(paste.get(section, [])) for section in SECTIONS}
    assert paste.get("title", parsed.title) == parsed.title
