"""What decks go by, and their shares."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.games import GAMES
from deckcheck.verdict.deck_words import Kind, kind_of, shares_of
from deckcheck.verdict.published_lists import PublishedCard


def card(cost: str, section: str = "main", count: int = 4, colours: tuple[str, ...] = ()) -> PublishedCard:
    return PublishedCard(section, count, "A card", "A card", "A card", cost=cost, colours=colours)


@pytest.mark.parametrize(
    ("costs", "name"),
    [
        (["{R}", "{2}{R}"], "Red"),
        (["{R}", "{U}{U}"], "Blue-red"),
        (["{R}", "{R/G}"], "Red"),
        (["{R/G}"], "Red-green"),
        (["{U}", "{G/P}", "{2/W}"], "Blue"),
        (["{G/P}"], "Colourless"),
        (["{3}", "", "{X}"], "Colourless"),
        (["{W}", "{U}", "{B}", "{R}", "{G}"], "Five-colour"),
        (["{W}", "{U}", "{B}", "{G}"], "White-blue-black-green"),
    ],
)
def test_a_deck_goes_by_the_colours_that_must_be_paid(costs: list[str], name: str) -> None:
    assert kind_of("", [card(cost) for cost in costs], GAMES["mtg"].presentation).name == name


def test_a_sideboard_says_nothing_and_a_commander_does() -> None:
    cards = [card("{W}", "sideboard"), card("{U}"), card("{B}", "commander", 1)]
    assert kind_of("", cards, GAMES["mtg"].presentation).name == "Blue-black"


def test_elements_stand_by_how_many_cards_have_them_and_norm_only_alone() -> None:
    cards = [card("1", colours=("Wind",)), card("2", colours=("Fire", "Norm"), count=12), card("0", colours=("Norm",))]
    assert kind_of("", cards, GAMES["ga"].presentation).name == "Fire-wind"
    assert kind_of("", cards[2:], GAMES["ga"].presentation).name == "Norm"


def kind(title: str, colours: tuple[str, ...]) -> Kind:
    return Kind(title, colours, GAMES["mtg"].presentation.colour_words(colours))


def kinds(**counts: int) -> list[Kind]:
    return [kind(name, ("R",)) for name, count in counts.items() for _ in range(count)]


def test_of_seven_lists_no_shares_are_told() -> None:
    assert shares_of(kinds(Burn=7)) is None
    assert shares_of(kinds(Burn=8)) is not None


def test_names_that_few_share_give_way_to_colours() -> None:
    apart = [kind(f"Deck {n}", ("U",) if n % 4 else ("R",)) for n in range(8)]
    found = shares_of(apart)
    assert found is not None
    assert found.words == "Blue 6 of 8 (75 %), Red 2 of 8 (25 %)."


def test_one_name_however_it_is_written_is_one_kind() -> None:
    found = shares_of([*kinds(Burn=5), *kinds(BURN=2), kind("", ("B", "R"))])
    assert found is not None
    assert found.words == "Burn 7 of 8 (88 %), Black-red 1 of 8 (12 %)."


@given(st.lists(st.tuples(st.sampled_from("ABCDEFGHIJKLMNO"), st.sampled_from("WUBRG")), min_size=8, max_size=60))
def test_every_list_is_in_one_share_and_other_comes_last(decks: list[tuple[str, str]]) -> None:
    found = shares_of(kind(name, (colour,)) for name, colour in decks)
    assert found is not None
    assert sum(row.count for row in found.rows) == len(decks) == found.of
    assert len(found.rows) <= 11
    named = [row for row in found.rows if row.name != "Other"]
    assert [row.count for row in named] == sorted((row.count for row in named), reverse=True)
    assert all(row.name != "Other" for row in found.rows[:-1])
