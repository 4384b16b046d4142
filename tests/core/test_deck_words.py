"""What decks go by, and their shares."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.games import GAMES
from deckcheck.verdict.deck_words import Kind, Shares, card_shares, kind_of, shares_of
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


def told(shares: Shares | None) -> list[str]:
    return [f"{row.name} {row.count} {row.per_cent} %" for row in shares.rows] if shares else []


def kinds(**counts: int) -> list[Kind]:
    return [kind(name, ("R",)) for name, count in counts.items() for _ in range(count)]


def test_of_seven_lists_no_shares_are_told() -> None:
    assert shares_of(kinds(Burn=7)) is None
    assert shares_of(kinds(Burn=8)) is not None


def test_names_that_few_share_give_way_to_colours() -> None:
    apart = [kind(f"Deck {n}", ("U",) if n % 4 else ("R",)) for n in range(8)]
    assert told(shares_of(apart)) == ["Blue 6 75 %", "Red 2 25 %"]


def test_one_name_however_it_is_written_is_one_kind() -> None:
    found = shares_of([*kinds(Burn=5), *kinds(BURN=2), kind("", ("B", "R"))])
    assert told(found) == ["Burn 7 88 %"]
    assert found is not None
    assert (found.others, found.rest and found.rest.per_cent) == (1, 12)


@given(st.lists(st.tuples(st.sampled_from("ABCDEFGHIJKLMNO"), st.sampled_from("WUBRG")), min_size=8, max_size=60))
def test_every_list_is_in_one_share_or_in_the_rest(decks: list[tuple[str, str]]) -> None:
    found = shares_of(kind(name, (colour,)) for name, colour in decks)
    assert found is not None
    rest = found.rest.count if found.rest else 0
    assert sum(row.count for row in found.rows) + rest == len(decks) == found.of
    assert len(found.rows) <= 10
    assert [row.count for row in found.rows] == sorted((row.count for row in found.rows), reverse=True)
    assert (found.others > 0) == (rest > 0)
    assert rest >= found.others


def test_cards_are_counted_by_copies_with_lands_apart_and_no_sideboard() -> None:
    look = GAMES["mtg"].presentation
    bolt, island = card("{R}"), replace(card(""), name="Island", type_words=("Land",), count=20)
    lists = [
        [replace(bolt, name="Bolt"), island],
        *([[replace(bolt, name="Shock"), replace(bolt, section="sideboard")]] * 7),
    ]
    assert card_shares(lists[:7], look) is None
    found = card_shares(lists, look)
    assert found is not None
    assert [(row.name, row.copies, row.count) for row in found.rows] == [("Shock", 28, 7), ("Bolt", 4, 1)]
    assert [(row.name, row.copies, row.count) for row in found.lands] == [("Island", 20, 1)]


def test_a_grand_archive_deck_without_a_name_goes_by_its_champion() -> None:
    names = ("Spirit of Fire", "Lorraine, Wandering Warrior", "Lorraine, Blademaster", "Kongming, Wayward Maven")
    cards = [replace(card("1", "material", 1), name=name, type_words=("Champion",)) for name in names]
    look = GAMES["ga"].presentation
    assert kind_of("", [*cards, card("1", colours=("Fire",))], look).name == "Lorraine"
    assert kind_of("Big Swords", cards, look).name == "Big Swords"
