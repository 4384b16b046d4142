"""Sets with their cards and collector numbers: the order of a checklist, and the files of numbers that travel along."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from deckcheck.catalogue import HERE, open_index, open_sets, printed_in
from deckcheck.decklist.cards import Card
from deckcheck.games import GAMES
from deckcheck.verdict.set_lists import make_set_list, read_numbers
from tests.set_lists import sets_of
from tests.verdicts import the_desk

LOOK: Final = GAMES["mtg"].presentation
FILES: Final = sorted((HERE / "numbers" / "mtg").glob("*.txt"))


def card(name: str, *traits: str) -> Card:
    return Card(name, "mtg", name, traits=frozenset(traits))


RED, BLUE, LAND = card("Shock", "cost:{R}"), card("Opt", "cost:{U}"), card("Island", "type:Land", "basic")


def test_numbers_stand_as_they_are_printed_and_variants_behind_the_boosters() -> None:
    numbered = [("10", RED), ("2", BLUE), ("2a", LAND), ("300", BLUE), ("A-1", card("Omen"))]
    made = make_set_list("XYZ", "Some Set", LOOK, numbered, runs=[(1, 20)])
    assert list(made.numbers) == ["2", "2a", "10", "300", "A-1"]
    assert [c.name for c in made.cards] == ["Opt", "Island", "Shock"]
    assert made.number_of == {"Opt": "2", "Island": "2a", "Shock": "10", "Omen": "A-1"}


def test_where_no_boosters_are_known_all_cards_are_listed_and_those_without_numbers_by_colour() -> None:
    made = make_set_list("XYZ", "Some Set", LOOK, [("7", card("Omen"))], [LAND, RED, card("Omen"), BLUE])
    assert [c.name for c in made.cards] == ["Omen", "Opt", "Shock", "Island"]


def test_a_number_is_found_with_and_without_noughts() -> None:
    made = make_set_list("XYZ", "Some Set", LOOK, [("045", RED), ("7", BLUE)])
    assert (made.numbered("45"), made.numbered("045"), made.numbered("007")) == (RED, RED, BLUE)
    assert made.numbered("8") is None


def test_a_number_that_is_printed_with_letters_only_is_found_without_where_it_is_one_card() -> None:
    made = make_set_list(
        "XYZ", "Some Set", LOOK, [("163a", RED), ("163b", RED), ("12a", RED), ("12b", BLUE), ("7", BLUE)]
    )
    assert made.numbered("163") == made.numbered("0163") == RED
    assert made.numbered("12") is None
    assert made.numbered("16") is None


def test_a_file_of_numbers_says_what_boosters_hold_and_a_line_that_is_none_is_refused() -> None:
    text = "# Some Set\n# booster 1-20 30-31\n1\tOpt\n\n21\tShock\n"
    assert read_numbers(text.splitlines()) == ([("1", "Opt"), ("21", "Shock")], [(1, 20), (30, 31)])
    with pytest.raises(ValueError, match="no number, tab and name"):
        read_numbers(["12 Opt"])


def test_there_are_files_of_numbers() -> None:
    assert FILES


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_of_numbers_is_true_to_the_catalogue(path: Path) -> None:
    """Each name is a card's catalogue name, each number stands once, and the boosters' cards are of the set."""
    lines = path.read_text("utf-8").splitlines()
    rows, runs = read_numbers(lines)
    index = open_index("mtg")
    assert lines[0].startswith("# ")
    assert runs
    assert [name for _, name in rows if index.card(name) is None] == []
    assert len({number for number, _ in rows}) == len(rows)
    made = the_desk().set_list("mtg", path.stem)
    assert made is not None
    assert made.name == open_sets("mtg")[path.stem].name
    printed = set(printed_in("mtg", path.stem))
    assert [c.name for c in made.cards if c.name not in printed] == []
    assert made.cards[0].name == made.numbers[made.number_of[made.cards[0].name]].name


def test_grand_archive_has_its_numbers_in_the_catalogue() -> None:
    made = the_desk().set_list("ga", "dtr")
    assert made is not None
    assert (made.code, made.name) == ("DTR", "Distorted Reflections")
    assert made.number_of["Spirit of Fire"] == "001"
    assert [made.number_of[c.name] for c in made.cards] == sorted(made.number_of[c.name] for c in made.cards)


def test_a_set_that_nobody_knows_is_none() -> None:
    assert sets_of("mtg").set_list("nope") is None


def test_a_set_holds_what_was_printed_in_it_and_nothing_that_lives_on_screens() -> None:
    made = the_desk().set_list("mtg", "LEA")
    assert made is not None
    index = open_index("mtg")
    wanted = {c.name for c in index.cards() if any(p.set_code == "LEA" for p in c.printings)}
    assert {c.name for c in made.cards} == wanted
    every = (the_desk().set_list("mtg", s.code) for s in the_desk().sets_opened("mtg")[:12])
    assert not [c.name for one in every if one for c in one.cards if c.has("digital-only")]


@pytest.mark.parametrize("game", ["mtg", "ga"])
def test_sets_that_come_in_boosters_stand_newest_first_and_all_on_paper(game: str) -> None:
    found = sets_of(game).opened()
    assert [s.release for s in found] == sorted((s.release for s in found), reverse=True)
    assert not [s.code for s in found if s.platform]
    assert {path.stem for path in (HERE / game).glob("*.txt")} <= {s.code for s in found}
