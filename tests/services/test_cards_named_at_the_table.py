"""Cards that a judge names while a deck is counted: what was not read is handed back, whatever it is."""

from __future__ import annotations

import pytest

from deckcheck.checks.changes import name_cards
from tests.desks import the_law


@pytest.mark.parametrize(
    "text", ["🐉", "https://example.org/decks/1", "0 Island", "// a remark", "+3 Island", "Zzzqqq"]
)
def test_a_text_that_names_no_card_is_handed_back_as_it_was_written(text: str) -> None:
    named = name_cards(f"{text}\n", "mtg", "main", the_law())
    assert (named.cards, named.left) == ((), (text,))


def test_cards_count_in_the_section_that_their_heading_names() -> None:
    named = name_cards("2 Lightning Bolt\n\nSideboard\n3 Duress\n// out of the box\n", "mtg", "main", the_law())
    assert [(card.row, card.count) for card in named.cards] == [("main:Lightning Bolt", 2), ("sideboard:Duress", 3)]
    assert named.left == ()
