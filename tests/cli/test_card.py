"""`deckcheck card`: what a name means, the card's facts, and where it may be played on a day."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cli.commands import Call


def looked_up(call: Call, *args: str) -> list[dict[str, Any]]:
    said = call("card", *args, "--json")
    assert said.status == 0
    cards = said.json["cards"]
    assert isinstance(cards, list)
    return cards


def word_in(card: dict[str, Any], format: str) -> str:
    return next(str(row["word"]) for row in card["legality"] if row["format"] == format)


def test_a_name_gives_facts_and_legality_by_format(call: Call) -> None:
    (answer,) = looked_up(call, "lightning bolt", "--on", "2026-03-01")
    (card,) = answer["found"]
    assert (card["game"], card["name"]) == ("mtg", "Lightning Bolt")
    assert card["facts"]["type"] == ["Instant"]
    assert card["copies_allowed"] is None
    assert {"LEA", "M10"} <= {printing["code"] for printing in card["sets"]}
    assert word_in(card, "modern") == "legal"
    assert word_in(card, "standard") == "not-in-format"


@pytest.mark.parametrize(
    ("on", "word"),
    [("2017-01-19", "legal"), ("2017-01-20", "banned"), ("2015-01-22", "banned"), ("2015-01-23", "legal")],
)
def test_legality_is_that_of_the_day(call: Call, on: str, word: str) -> None:
    """Golgari Grave-Troll was freed in Modern in January 2015 and banned again two years later."""
    (answer,) = looked_up(call, "Golgari Grave-Troll", "--on", on)
    assert word_in(answer["found"][0], "modern") == word


def test_statuses_are_told_with_their_day_and_source(call: Call) -> None:
    (answer,) = looked_up(call, "Black Lotus", "--on", "2026-03-01")
    row = next(row for row in answer["found"][0]["legality"] if row["format"] == "vintage")
    assert row["word"] == "restricted"
    assert row["source"]


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Ice", "Fire // Ice"),
        ("wear/tear", "Wear // Tear"),
        ("Glenn, the Voice of Calm", "Gregor, Shrewd Magistrate"),
        ("jotun grunt", "Jötun Grunt"),
        ("Counterspel", "Counterspell"),
        ("Spirit of Wind", "Spirit of Wind"),
    ],
)
def test_a_card_is_found_by_what_people_write(call: Call, written: str, name: str) -> None:
    (answer,) = looked_up(call, written)
    assert [card["name"] for card in answer["found"]] == [name]


def test_several_names_are_answered_in_their_order(call: Call) -> None:
    answers = looked_up(call, "Forest", "Island", "Plains")
    assert [answer["text"] for answer in answers] == ["Forest", "Island", "Plains"]


def test_a_name_that_is_no_card_gets_suggestions(call: Call) -> None:
    (answer,) = looked_up(call, "Jace the Living Guildpackt Mage")
    assert answer["found"] == []
    assert any(name.startswith("Jace") for name in answer["suggestions"])
    said = call("card", "Qzxv Wvut")
    assert said.status == 0
    assert 'No card is called "Qzxv Wvut"' in said.out


def test_one_game_only_is_asked_where_it_is_named(call: Call) -> None:
    (answer,) = looked_up(call, "Lightning Bolt", "--game", "ga")
    assert all(card["game"] == "ga" for card in answer["found"])


def test_people_see_name_facts_and_formats(call: Call) -> None:
    said = call("card", "Lightning Bolt", "--on", "2026-03-01")
    assert said.out.startswith("Lightning Bolt\n")
    assert "On 1 March 2026" in said.out
    assert "Modern" in said.out


def test_past_our_data_nothing_is_legal_but_on_the_last_known_day(call: Call) -> None:
    said = call("card", "Lightning Bolt", "--on", "2026-11-28").out
    rows = {row.strip().partition("  ")[0]: row.strip() for row in said.splitlines()}
    assert rows["Modern"].endswith("  legal on 22 August 2026")
    (answer,) = looked_up(call, "Captain James T. Kirk", "--on", "2026-11-28")
    row = next(row for row in answer["found"][0]["legality"] if row["format"] == "standard")
    assert (row["word"], row["known_to"]["law"]) == ("unclear", "2026-08-22")
    assert row["age"].endswith("Our Standard data end on 22 August 2026.")
    said = call("card", "Lightning Bolt", "--on", "2026-08-22").out
    rows = {row.strip().partition("  ")[0]: row.strip() for row in said.splitlines()}
    assert rows["Modern"].endswith("  legal")


@pytest.mark.parametrize("args", [(), ("Forest", "--on", "soon"), ("Forest", "--game", "chess")])
def test_unusable_options_are_refused(call: Call, args: tuple[str, ...]) -> None:
    assert call("card", *args).is_refusal()
