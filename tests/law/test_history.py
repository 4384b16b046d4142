"""Faults of history that others' snapshots showed, each on its days."""

from __future__ import annotations

from datetime import date

import pytest

from deckcheck.lists.list_checks import Terms
from tests.law.law import admits, book, law, word
from tests.verdicts import verdict_on

ALL_CARDS = ("vintage", "legacy", "commander", "duel-commander", "oathbreaker")
BOOK_PROMOS = ("Arena", "Giant Badger", "Mana Crypt", "Nalathni Dragon", "Sewers of Estark", "Windseeker Centaur")


@pytest.mark.parametrize("name", BOOK_PROMOS)
def test_cards_given_away_with_books_count_before_they_were_reprinted(name: str) -> None:
    for format_id in ALL_CARDS:
        assert admits(format_id, name, "1994-09-01").admitted
        assert not admits(format_id, name, "1994-08-31").admitted
        assert not admits("pauper", name, "1999-05-03").admitted


@pytest.mark.parametrize(
    "name",
    ["Disintegrate", "Cat Warriors", "Pyrotechnics", "Cogwork Librarian", "Regicide", "Huddle Up", "Thought Vessel"],
)
def test_commons_that_did_not_count_in_pauper_count_since_the_pools_became_one(name: str) -> None:
    assert not admits("pauper", name, "2019-06-26").admitted
    assert admits("pauper", name, "2019-06-27", "paper").admitted
    assert not admits("pauper", name, "2019-07-01", "mtgo").admitted
    assert admits("pauper", name, "2019-07-02", "mtgo").admitted


@pytest.mark.parametrize("name", ["Gorilla Shaman", "Kjeldoran Pride", "Mistfolk"])
def test_commons_of_the_coldsnap_theme_decks_counted_in_pauper(name: str) -> None:
    assert admits("pauper", name, "2008-11-01").admitted
    assert admits("pauper", name, "2019-07-02").admitted


def test_brawls_bans_of_2021_are_known_within_bounds() -> None:
    def asked(name: str, day: str, format_id: str) -> bool:
        from tests.law.law import card

        return book(format_id, day).legality.status(card(name)).between is not None

    for name in ("Davriel, Soul Broker", "Davriel's Withering"):
        assert word("brawl", name, "2021-08-25") == "legal"
        assert asked(name, "2021-09-01", "brawl")
        assert word("brawl", name, "2021-09-07") == "banned"
        assert not asked(name, "2021-09-07", "brawl")
        assert asked(name, "2024-01-01", "brawl")
        assert word("brawl", name, "2026-08-12") == "legal"
    assert asked("Runed Halo", "2020-07-01", "standard-brawl")
    for day in ("2021-07-18", "2021-09-07"):
        assert word("standard-brawl", "Runed Halo", day) == "banned"
        assert not asked("Runed Halo", day, "standard-brawl")


def test_standard_brawl_was_played_in_paper_before_arena() -> None:
    fmt = law().format("standard-brawl")
    assert fmt.platforms(date(2018, 9, 26))[0] == "paper"
    assert fmt.platforms(date(2018, 9, 27))[0] == "arena"
    text = "Commander\n1 Huatli, Radiant Champion\n\nDeck\n30 Plains\n29 Forest\n"
    assert verdict_on(text, Terms("standard-brawl", date(2018, 7, 3)))["verdict"] == "legal"


def test_bans_that_came_to_arena_two_days_later() -> None:
    assert word("standard", "Gran-Gran", "2026-08-11", "arena") == "legal"
    assert word("standard", "Gran-Gran", "2026-08-12", "arena") == "banned"
    assert word("standard", "Gran-Gran", "2026-08-10", "paper") == "banned"


@pytest.mark.parametrize(
    ("format_id", "name", "day"),
    [
        ("standard", "Growth Spiral", "2020-08-03"),
        ("standard", "Uro, Titan of Nature's Wrath", "2020-09-28"),
        ("standard", "Lucky Clover", "2020-10-12"),
        ("standard-brawl", "Drannith Magistrate", "2020-05-21"),
    ],
)
def test_bans_whose_day_on_arena_is_known_hold_there_from_that_day(format_id: str, name: str, day: str) -> None:
    eve = date.fromisoformat(day).replace(day=int(day[-2:]) - 1).isoformat()
    assert (word(format_id, name, eve, "arena"), word(format_id, name, day, "arena")) == ("legal", "banned")


@pytest.mark.parametrize("name", ["Gifts Ungiven", "Panoptic Mirror"])
def test_oathbreakers_list_is_known_on_two_days(name: str) -> None:
    def severities(day: str) -> list[str]:
        verdict = verdict_on(f"1 {name}\n", Terms("oathbreaker", date.fromisoformat(day)))
        return [p["severity"] for p in verdict["problems"] if p["rule"] == "banned"]

    assert severities("2022-03-18") == ["error"]
    assert severities("2024-05-13") == ["unclear"]
    assert severities("2026-08-12") == severities("2026-08-20") == []
