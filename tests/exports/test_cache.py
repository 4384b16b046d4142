"""The tournament cache has the keys and types that archetype parsers read, and nothing in it is made up."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from typing import Any, Final

import pytest

from deckcheck.publication.exports.cache import ordinal, write_cache
from deckcheck.publication.exports.rows import left_out
from deckcheck.verdict.published_lists import Pairing, PublishedEvent, Round, Standing
from tests.exports.published import a_full_event, a_list, an_event

TOURNAMENT: Final = {"Date": str, "Name": str, "Uri": str, "Formats": str}
DECK: Final = {"Date": (str, type(None)), "Player": str, "Result": str, "AnchorUri": str}
ROW: Final = {"Count": int, "CardName": str}
MATCH: Final = {"Player1": str, "Player2": str, "Result": str}
STANDING: Final = {
    **dict.fromkeys(("Rank", "Points", "Wins", "Losses", "Draws"), int),
    "Player": str,
    **dict.fromkeys(("OMWP", "GWP", "OGWP"), (int, float)),
}


def told(event: PublishedEvent) -> dict[str, Any]:
    found = json.loads(write_cache(event))
    assert isinstance(found, dict)
    return found


def has(value: dict[str, Any], keys: dict[str, Any]) -> None:
    assert sorted(value) == sorted(keys)
    for key, kind in keys.items():
        assert isinstance(value[key], kind), key


def test_every_part_has_its_keys_and_types() -> None:
    found = told(a_full_event())
    assert list(found) == ["Tournament", "Decks", "Rounds", "Standings"]
    has(found["Tournament"], TOURNAMENT)
    for deck in found["Decks"]:
        has(deck, {**DECK, "Mainboard": list, "Sideboard": list})
        for row in (*deck["Mainboard"], *deck["Sideboard"]):
            has(row, ROW)
    for each in found["Rounds"]:
        has(each, {"RoundName": str, "Matches": list})
        for match in each["Matches"]:
            has(match, MATCH)
    has(found["Standings"][0], STANDING)


def test_the_winner_of_a_match_stands_first_and_a_bye_is_won_against_nobody() -> None:
    rounds = told(a_full_event())["Rounds"]
    assert [m for each in rounds for m in each["Matches"]] == [
        {"Player1": "Fenna de Vriesland", "Player2": "-", "Result": "2-0-0"},
        {"Player1": "Fenna de Vriesland", "Player2": "Bartholomew Quill", "Result": "2-1-0"},
    ]


def test_a_drawn_match_stays_as_it_was_paired() -> None:
    event = replace(an_event(), rounds=(Round("Round 1", (Pairing("A", "B", 1, 1, 1),)),))
    assert told(event)["Rounds"][0]["Matches"] == [{"Player1": "A", "Player2": "B", "Result": "1-1-1"}]


def test_rounds_and_standings_that_were_not_imported_are_null() -> None:
    found = told(an_event(a_list()))
    assert (found["Rounds"], found["Standings"]) == (None, None)
    assert told(an_event(rounds=(), standings=()))["Rounds"] == []


def test_a_number_that_was_not_imported_is_left_out_and_none_is_made_up() -> None:
    row = told(an_event(standings=(Standing(3, "A", points=9),)))["Standings"][0]
    assert row == {"Rank": 3, "Player": "A", "Points": 9}


def test_decks_stand_in_final_order_with_their_day_and_place() -> None:
    decks = told(a_full_event())["Decks"]
    assert [(d["Player"], d["Result"], d["Date"]) for d in decks] == [
        ("Fenna de Vriesland", "1st Place", "2026-03-14T00:00:00Z"),
        ("Bartholomew Quill", "2nd Place", "2026-03-14T00:00:00Z"),
    ]


def test_without_standings_decks_stand_by_name_with_the_result_of_the_league() -> None:
    lists = [a_list(player=name, sort_name=name, result="5-1") for name in ("b", "A", "c")]
    decks = told(an_event(*lists))["Decks"]
    assert [(d["Player"], d["Result"], d["Date"]) for d in decks] == [
        ("A", "5-1", None),
        ("b", "5-1", None),
        ("c", "5-1", None),
    ]


def test_companion_and_commander_stand_in_the_sideboard_and_supplementary_decks_nowhere() -> None:
    sections = {
        "main": ((60, "Plains"),),
        "sideboard": ((1, "Lurrus of the Dream-Den"), (2, "Duress")),
        "companion": ((1, "Lurrus of the Dream-Den"),),
        "commander": ((1, "Krenko, Mob Boss"),),
        "attractions": ((1, "Balloon Stand"), (1, "Trash Bin")),
    }
    event = an_event(a_list(sections))
    deck = told(event)["Decks"][0]
    side = {row["CardName"]: row["Count"] for row in deck["Sideboard"]}
    assert side == {"Krenko, Mob Boss": 1, "Lurrus of the Dream-Den": 1, "Duress": 2}
    assert deck["Mainboard"] == [{"Count": 60, "CardName": "Plains"}]
    assert left_out(event) == 2


def test_names_are_those_of_the_catalogue_in_the_order_of_the_sheet() -> None:
    deck = told(an_event(a_list()))["Decks"][0]
    assert [row["CardName"] for row in deck["Mainboard"]] == [
        "Delver of Secrets // Insectile Aberration",
        "Lightning Bolt",
        "Fire // Ice",
        "Mountain",
    ]


def test_a_line_without_a_card_is_not_dropped() -> None:
    decks = told(a_full_event())["Decks"]
    assert {"Count": 2, "CardName": "Jace"} in decks[1]["Mainboard"]


@pytest.mark.parametrize(
    ("number", "words"),
    [
        *((1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"), (21, "21st")),
        *((101, "101st"), (111, "111th"), (112, "112th"), (1012, "1012th"), (122, "122nd")),
    ],
)
def test_a_place_in_words(number: int, words: str) -> None:
    assert ordinal(number) == words


def test_the_sample_of_the_shape_comes_out_as_it_stands() -> None:
    sections = {"main": ((4, "Lightning Bolt"),), "sideboard": ((2, "Fire // Ice"),)}
    listed = a_list(sections, rank=1, date=date(2026, 3, 14))
    finals = Round("Finals", (Pairing("Fenna de Vriesland", "Bartholomew Quill", 2, 1),))
    standing = Standing(1, "Fenna de Vriesland", 18, 6, 0, 1, 0.61, 0.8, 0.55)
    event = an_event(listed, rounds=(finals,), standings=(standing,))
    assert write_cache(event).decode() == (
        '{"Tournament": {"Date": "2026-03-14", "Name": "Blue Lantern Modern Open", '
        '"Uri": "https://decks.example.org/e/blue-lantern", "Formats": "Modern"}, '
        '"Decks": [{"Date": "2026-03-14T00:00:00Z", "Player": "Fenna de Vriesland", "Result": "1st Place", '
        '"AnchorUri": "https://decks.example.org/e/blue-lantern/l/7", '
        '"Mainboard": [{"Count": 4, "CardName": "Lightning Bolt"}], '
        '"Sideboard": [{"Count": 2, "CardName": "Fire // Ice"}]}], '
        '"Rounds": [{"RoundName": "Finals", "Matches": [{"Player1": "Fenna de Vriesland", '
        '"Player2": "Bartholomew Quill", "Result": "2-1-0"}]}], '
        '"Standings": [{"Rank": 1, "Player": "Fenna de Vriesland", "Points": 18, "Wins": 6, "Losses": 0, "Draws": 1, '
        '"OMWP": 0.61, "GWP": 0.8, "OGWP": 0.55}]}\n'
    )
