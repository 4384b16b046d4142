"""A list that is read, written in another form and read again is the same deck, whichever two forms they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.catalogue import open_index
from deckcheck.decklist.names import Standing
from deckcheck.games import GAMES
from deckcheck.games.mtg.traits import standing_of
from deckcheck.publication.exports.shape import list_forms
from tests.exports.published import Multiset, a_list, in_dialect, read_back
from tests.exports.test_round_trip import MAGIC, placed

PLAYED: Final = sorted(card.name for card in open_index("mtg").cards() if standing_of(card.traits) < Standing.CASUAL)
AWKWARD: Final = (
    *("Fire // Ice", "Brazen Borrower // Petty Theft", "Delver of Secrets // Insectile Aberration", "Lim-Dûl's Vault"),
    *("+2 Mace", "Borrowing 100,000 Arrows", "1996 World Champion", 'Kongming, "Sleeping Dragon"', "Æther Vial"),
    *("Look at Me, I'm R&D", "Jötun Grunt", "Who // What // When // Where // Why", "Main Event Horror", "Sideswipe"),
)
"""Names with numbers, marks, quotation marks and several faces, and such as begin like a heading."""
NAMES: Final = st.sampled_from([name for name in AWKWARD if name in set(PLAYED)]) | st.sampled_from(PLAYED)
ROWS: Final = st.dictionaries(NAMES, st.integers(1, 30), max_size=12)
LEADERS: Final = st.dictionaries(NAMES, st.just(1), max_size=2)
DECKS: Final = st.fixed_dictionaries(
    {"main": st.dictionaries(NAMES, st.integers(1, 30), min_size=4, max_size=20), "sideboard": ROWS},
    optional={"commander": LEADERS, "companion": st.dictionaries(NAMES, st.just(1), min_size=1, max_size=1)},
)


def listed(deck: Mapping[str, Mapping[str, int]]) -> dict[str, list[tuple[int, str]]]:
    return {section: [(n, name) for name, n in rows.items()] for section, rows in deck.items() if rows}


@pytest.mark.parametrize("second", MAGIC)
@pytest.mark.parametrize("first", MAGIC)
@settings(max_examples=12)
@given(deck=DECKS)
def test_a_deck_comes_through_two_forms(first: str, second: str, deck: Mapping[str, Mapping[str, int]]) -> None:
    forms = list_forms(GAMES["mtg"])
    once: Multiset = read_back(in_dialect(a_list(listed(deck)), first))
    assert once == placed(listed(deck), forms[first].apart)
    again = read_back(in_dialect(a_list(listed(once)), second))
    assert again == placed(listed(once), forms[second].apart)
