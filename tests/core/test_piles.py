"""A list lies on the table as the printed sheet of its event says, whatever order its lines were written in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Final

import pytest

from deckcheck.catalogue import open_index
from deckcheck.games import GAMES
from deckcheck.verdict.canonical import CanonicalRow, make_canonical
from deckcheck.verdict.layout import (
    LANDS,
    ORDERS,
    USUAL_LANDS,
    USUAL_ORDER,
    Listed,
    Piles,
    RowKey,
    as_it_lies,
    lay_out,
    listed_canonical,
    listed_deck,
    read_row_id,
)
from deckcheck.verdict.published_lists import place_of
from tests.support import deck_of
from tests.verdicts import records

MTG: Final = open_index("mtg")
GA: Final = open_index("ga")

TEMPO: Final = """
4 Lightning Helix
3 Snow-Covered Island
4 Delver of Secrets
2 Steam Vents
1 Ancestral Vision
2 Fireball
4 Sol Ring
2 Dryad Arbor
1 Fell the Profane
1 Aether Vial
4 Preordain
2 Fire // Ice
"""


def listed(text: str, section: str = "main", game: str = "mtg") -> list[Listed]:
    index = MTG if game == "mtg" else GA
    rows = []
    for line in text.strip().splitlines():
        count, _, name = line.partition(" ")
        found = index.find(name).cards
        rows.append(Listed(section, int(count), found[0].name, found[0]))
    return rows


def laid(lines: Iterable[Listed], order: str = USUAL_ORDER, lands: str = USUAL_LANDS, game: str = "mtg") -> Piles:
    return lay_out(lines, GAMES[game].presentation, order, lands)


def told(piles: Piles) -> dict[str, list[str]]:
    return {pile.heading: [row.name.partition(" // ")[0] for row in pile.rows] for pile in piles.sections[0].piles}


def test_by_mana_value_lands_lie_last_and_a_card_without_cost_behind_those_of_its_value() -> None:
    assert told(laid(listed(TEMPO))) == {
        "Mana value 0": ["Ancestral Vision"],
        "Mana value 1": ["Aether Vial", "Delver of Secrets", "Fireball", "Preordain", "Sol Ring"],
        "Mana value 2": ["Lightning Helix"],
        "Mana value 4": ["Fell the Profane", "Fire"],
        "Lands": ["Dryad Arbor", "Steam Vents", "Snow-Covered Island"],
    }


def test_by_colour_a_card_without_cost_has_the_colour_of_its_identity() -> None:
    assert told(laid(listed(TEMPO), "colour", "first")) == {
        "Lands": ["Dryad Arbor", "Steam Vents", "Snow-Covered Island"],
        "Blue": ["Ancestral Vision", "Delver of Secrets", "Preordain"],
        "Black": ["Fell the Profane"],
        "Red": ["Fireball"],
        "Several colours": ["Fire", "Lightning Helix"],
        "Colourless": ["Aether Vial", "Sol Ring"],
    }


def test_by_type_a_land_is_a_land_first() -> None:
    assert told(laid(listed(TEMPO), "type", "among")) == {
        "Creatures": ["Delver of Secrets"],
        "Instants and sorceries": [
            *("Ancestral Vision", "Fell the Profane", "Fire", "Fireball", "Lightning Helix", "Preordain"),
        ],
        "Artifacts": ["Aether Vial", "Sol Ring"],
        "Lands": ["Dryad Arbor", "Snow-Covered Island", "Steam Vents"],
    }


def test_by_name_letters_stand_folded_and_lands_where_they_are_wanted() -> None:
    names = [row.name for row in laid(listed(TEMPO), "name", "among").rows]
    assert names[:3] == ["Aether Vial", "Ancestral Vision", "Delver of Secrets // Insectile Aberration"]
    assert "Dryad Arbor" in names[3:5]
    assert [pile.heading for pile in laid(listed(TEMPO), "name", "among").sections[0].piles] == [""]
    assert list(told(laid(listed(TEMPO), "name", "first"))) == ["Lands", "By name"]


def test_as_registered_the_lines_stay_as_the_player_wrote_them() -> None:
    rows = listed(TEMPO)
    assert [r.name for r in laid(rows, "registered", "among").rows] == [r.name for r in rows]
    assert told(laid(rows, "registered", "last"))["Lands"] == ["Snow-Covered Island", "Steam Vents", "Dryad Arbor"]


def test_grand_archive_lies_material_first_by_level_then_regalia_and_main_by_reserve_cost() -> None:
    rows = listed("4 Fireball\n4 Creative Shock", game="ga")
    rows += listed("1 Tariff Ring\n1 Spirit of Fire", "material", "ga")
    rows += listed("3 Fireball", "sideboard", "ga")
    piles = laid(rows, game="ga")
    assert [section.id for section in piles.sections] == ["material", "main", "sideboard"]
    assert told(piles) == {"Champions of level 0": ["Spirit of Fire"], "Regalia": ["Tariff Ring"]}
    assert [pile.heading for pile in piles.sections[1].piles] == ["Reserve cost 3", "Reserve cost 4"]


@pytest.mark.parametrize("order", ORDERS)
def test_a_sideboard_stands_by_name_but_as_registered(order: str) -> None:
    rows = listed(TEMPO, "sideboard")
    piles = laid(rows, order)
    assert len(piles.sections[0].piles) == 1
    names = [row.name for row in piles.rows]
    assert names == ([row.name for row in rows] if order == "registered" else sorted(names))


def test_lines_of_one_card_are_one_row_and_its_id_is_read_back() -> None:
    rows = [*listed("2 Preordain"), *listed("1 Preordain", "sideboard"), *listed("2 Preordain")]
    piles = laid([*rows, Listed("main", 1, "Preordane: or so", waiting=True)])
    assert [(row.id, row.count) for row in piles.rows] == [
        *(("main:Preordain", 4), ("main?:Preordane: or so", 1), ("sideboard:Preordain", 1)),
    ]
    assert [read_row_id(row.id) for row in piles.rows] == [
        *(RowKey("main", "Preordain"), RowKey("main", "Preordane: or so", True), RowKey("sideboard", "Preordain")),
    ]
    assert read_row_id("Preordain").section == "" == read_row_id("main:").section


def test_a_line_that_waits_lies_last() -> None:
    piles = laid(listed_deck(deck_of("3 Some Card That Is None\n4 Sol Ring\n2 Forest")))
    assert [pile.heading for pile in piles.sections[0].piles] == ["Mana value 1", "Lands", "As written"]


def test_a_companion_is_one_of_the_sideboard_and_there_once() -> None:
    lurrus = listed("1 Lurrus of the Dream-Den", "companion")
    side = listed("1 Lurrus of the Dream-Den\n2 Preordain", "sideboard")
    both = laid(as_it_lies([*lurrus, *side], "sideboard"))
    assert [(s.id, s.count) for s in both.sections] == [("sideboard", 3)]
    apart = laid(as_it_lies([*lurrus, *side], "outside"))
    assert [(s.id, s.count) for s in apart.sections] == [("companion", 1), ("sideboard", 2)]
    none = laid(as_it_lies([*lurrus, *side], ""))
    assert [(s.id, s.count) for s in none.sections] == [("sideboard", 4)]


def test_faces_that_the_name_does_not_show_are_told() -> None:
    rows = {row.name: row.faces for row in laid(listed(TEMPO + "1 Brazen Borrower")).rows}
    assert {name: words for name, words in rows.items() if words} == {
        "Delver of Secrets // Insectile Aberration": "Back: Insectile Aberration",
        "Fell the Profane // Fell Mire": "Back: Fell Mire",
        "Brazen Borrower // Petty Theft": "Also on it: Petty Theft",
    }


def test_an_order_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="no order 'rarity'"):
        laid([], "rarity")
    with pytest.raises(ValueError, match="with lands 'nowhere'"):
        laid([], "name", "nowhere")


@pytest.mark.parametrize("game", ["mtg", "ga"])
def test_no_card_of_a_real_list_is_lost_in_any_order_and_the_usual_one_is_the_sheets(game: str) -> None:
    index = MTG if game == "mtg" else GA
    random = Random(47)
    for record in random.sample(records(f"lists/{'mtgo' if game == 'mtg' else 'ga'}.jsonl"), 60):
        parts = {"main": "main", "side": "sideboard", "sideboard": "sideboard", "material": "material"}
        rows = [
            CanonicalRow(parts[key], n, index.find(name).cards[0].name)
            for key in parts
            for n, name in record.get(key, ())
        ]
        stored = make_canonical(game, rows)
        lines = list(listed_canonical(stored, index))
        wanted = Counter({(row.section, row.name): row.count for row in stored.rows})
        for order in ORDERS:
            for lands in LANDS:
                random.shuffle(lines)
                piles = laid(lines, order, lands, game)
                assert Counter({(row.section, row.name): row.count for row in piles.rows}) == wanted
                assert sum(section.count for section in piles.sections) == wanted.total()
        look = GAMES[game].presentation
        usual = [(row.section, row.name, row.card) for row in laid(lines, game=game).rows]
        assert usual == sorted(usual, key=lambda row: place_of(row[0], row[1], row[2], look))
