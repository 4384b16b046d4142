"""From lines to cards: what is left out is told."""

from __future__ import annotations

import pytest

from deckcheck.catalogue import open_index
from deckcheck.decklist.card_resolution import resolve_names
from deckcheck.decklist.decks import Deck
from deckcheck.decklist.list_reader import read_list
from deckcheck.games import GAMES


def resolved(text: str) -> Deck:
    return resolve_names(read_list(text, GAMES["mtg"]), open_index("mtg"))


@pytest.mark.parametrize("title", ["Boros Energy by Somebody", "Burn", "Jund", "🔥 Burn 🔥", "Sligh 2026"])
def test_the_decks_name_on_the_first_line_is_no_card(title: str) -> None:
    deck = resolved(f"{title}\n4 Lightning Bolt\n56 Mountain")
    assert deck.sizes == {"main": 60}
    assert [(note.line, note.kind, note.text) for note in deck.notes] == [(1, "ignored", title)]


@pytest.mark.parametrize(
    "text",
    [
        "Ornithopter\n4 Lightning Bolt\n56 Mountain",
        "Goblin Gide\n4 Lightning Bolt\n56 Mountain",
        "Jace\n4 Lightning Bolt\n56 Mountain",
        "1 Qwertz Asdf\n4 Lightning Bolt\n56 Mountain",
        "Qwertz Asdf\nLightning Bolt\n56 Mountain",
        "Qwertz Asdf\n56 Mountain",
        "4 Lightning Bolt\nQwertz Asdf\n56 Mountain",
    ],
)
def test_any_other_line_without_a_count_is_one_card(text: str) -> None:
    deck = resolved(text)
    assert len(deck.entries) == len(text.splitlines())
    assert not deck.notes
