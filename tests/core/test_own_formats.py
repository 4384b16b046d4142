"""Formats that accounts write: read, settled, told as TOML, and what their law says."""

from __future__ import annotations

from typing import Any, Final

import pytest

from deckcheck.catalogue import open_index, open_sets
from deckcheck.law.own_format_files import (
    OwnFormat,
    OwnFormatError,
    kept_own,
    read_toml,
    toml_of,
    with_lines,
    words_of_own,
)
from deckcheck.law.own_formats import apply_own, settle_own
from deckcheck.law.rulebooks import Rulebook
from deckcheck.verdict.judgement import judge_list
from tests.law.law import book, law

DAY: Final = "2026-03-01"


def settled(base: str = "legacy", **words: Any) -> OwnFormat:
    """A format on top of another one."""
    given = {"title": "Tuesday Rules", "inherits": base} | words
    under = book(base, DAY)
    return settle_own(given, under, law().format(base), open_index(under.game.id), open_sets(under.game.id))


def faults(base: str = "legacy", **words: Any) -> list[tuple[str, str]]:
    with pytest.raises(OwnFormatError) as error:
        settled(base, **words)
    return [(fault.field, fault.text) for fault in error.value.faults]


def its_law(own: OwnFormat) -> Rulebook:
    under = book(own.inherits, DAY)
    return apply_own(under, own, "own-test-1", open_index(under.game.id))


def wrong(text: str, own: OwnFormat) -> list[tuple[str, str]]:
    """The rules that a list breaks, each with its message."""
    under = its_law(own)
    found = judge_list(text, under, open_index(under.game.id)).problems
    return [(p.clause, p.text) for p in found if p.severity == "error"]


def deck(*rows: str, size: int = 60) -> str:
    return "\n".join([*rows, f"{size - sum(int(row.split()[0]) for row in rows)} Island"])


def test_its_bans_are_its_own_and_no_verdict_speaks_of_a_fact_sheet() -> None:
    own = settled(banned=["Brainstorm"])
    assert wrong(deck("4 Brainstorm"), own) == [("banned", "Brainstorm is banned in Tuesday Rules.")]
    assert its_law(own).warnings == book("legacy", DAY).warnings
    assert its_law(own).title == "Tuesday Rules"


@pytest.mark.parametrize("base", ["legacy", "limited-sealed", "commander"])
def test_a_ban_and_a_restriction_bind_whatever_is_inherited(base: str) -> None:
    own = settled(base, banned=["Brainstorm"], restricted=["Opt"])
    told = its_law(own)
    words = {name: status.word for name, status in told.legality.statuses.items() if name in {"Brainstorm", "Opt"}}
    assert words == {"Brainstorm": "banned", "Opt": "restricted"}
    assert {"banned", "restricted"} <= {b.clause.name for b in told.clauses}
    assert [b.clause.name for b in told.clauses].count("banned") == 1


def test_its_numbers_take_the_place_of_those_it_inherits() -> None:
    own = settled(sizes={"main-min": 40, "sideboard-max": 10, "copies": 3})
    assert wrong(deck("3 Brainstorm", size=40), own) == []
    assert [rule for rule, _ in wrong(deck("4 Brainstorm", size=39), own)] == ["main-min", "copies"]


def test_a_singleton_format_has_one_copy_of_all_but_basic_lands() -> None:
    own = settled(singleton=True)
    assert wrong(deck("1 Brainstorm"), own) == []
    assert [rule for rule, _ in wrong(deck("2 Brainstorm"), own)] == ["copies"]
    assert faults(singleton=True, sizes={"copies": 3})[0][0] == "sizes"
    assert settled("commander", singleton=True).singleton


def test_a_cube_has_the_cards_of_its_list_and_basic_lands() -> None:
    own = settled("vintage", cards=["Brainstorm", "Black Lotus", "Shahrazad"], unbanned=["Shahrazad"])
    assert wrong(deck("1 Brainstorm", "1 Black Lotus", "1 Shahrazad"), own) == []
    told = "Lightning Bolt is not in Tuesday Rules on 1 March 2026: it is not on the format's list of cards."
    assert wrong(deck("1 Lightning Bolt"), own) == [("not-in-format", told)]


def test_a_format_of_some_sets_and_rarities_has_their_cards() -> None:
    own = settled(sets=["mh2"], rarities=["common", "uncommon"], allowed=["Brainstorm"])
    assert own.sets == ("MH2",)
    assert wrong(deck("4 Counterspell", "4 Brainstorm"), own) == []
    assert [rule for rule, _ in wrong(deck("4 Murktide Regent"), own)] == ["not-in-format"]
    assert [rule for rule, _ in wrong(deck("4 Ponder"), own)] == ["not-in-format"]


POINTS: Final = {"Brainstorm": 3, "Ponder": 2}


def test_a_deck_has_the_points_that_the_format_allows() -> None:
    own = settled(points=POINTS, points_at_most=10)
    assert wrong(deck("2 Brainstorm", "2 Ponder"), own) == []
    told = "12 points in the main deck; the limit is 10: Brainstorm 12."
    assert wrong(deck("4 Brainstorm"), own) == [("points", told)]
    beside = deck("3 Brainstorm") + "\n\nSideboard\n1 Ponder"
    assert [rule for rule, _ in wrong(beside, own)] == ["points"]
    (clause,) = [b.clause for b in its_law(own).clauses if b.clause.name == "points"]
    assert clause.cites == ("Tuesday Rules",)
    assert own != settled(points={"Brainstorm": 4}, points_at_most=10)


def test_points_are_its_own_where_the_format_it_inherits_has_some() -> None:
    own = settled("canadian-highlander", points={"Brainstorm": 12}, points_at_most=11)
    one = [rule for rule, _ in wrong(deck("1 Brainstorm", size=100), own) if rule == "points"]
    assert one == ["points"]
    names = [b.clause.name for b in its_law(own).clauses]
    assert names.count("points") == 1
    assert settled("canadian-highlander", points={"Brainstorm": 1}).points_at_most is None


def test_a_restricted_card_has_points_where_a_deck_has_one_of_each() -> None:
    assert faults("vintage", points={"Black Lotus": 8}, points_at_most=9)[0][0] == "points"
    own = settled("vintage", points={"Black Lotus": 8, "Time Walk": 4}, points_at_most=9, singleton=True)
    assert [rule for rule, _ in wrong(deck("1 Black Lotus", "1 Time Walk"), own)] == ["points"]
    free = settled("vintage", points={"Black Lotus": 3}, points_at_most=9, unbanned=["Black Lotus"])
    assert wrong(deck("3 Black Lotus"), free) == []


@pytest.mark.parametrize(
    ("words", "field", "told"),
    [
        ({"banned": ["Lightnig Bolt"]}, "banned", "Perhaps: Lightning Bolt"),
        ({"banned": "Brainstorm"}, "banned", "as a list of texts"),
        ({"cards": [4]}, "cards", "as a list of texts"),
        ({"banned": ["Shahrazad"]}, "banned", "already"),
        ({"sets": ["XXXX"]}, "sets", "has the code"),
        ({"rarities": ["shiny"]}, "rarities", "Use common"),
        ({"singleton": "yes"}, "singleton", "singleton = true"),
        ({"sizes": {"main-min": -1}}, "sizes", "whole number"),
        ({"sizes": {"points": 7}}, "sizes", "It has"),
        ({"drop": ["nothing"]}, "drop", "It has"),
        ({"title": ""}, "title", "a title"),
        ({"banlist": "vintage"}, "banlist", "A format has no"),
        ({"points": {"Brainstrom": 3}, "points_at_most": 9}, "points", "Perhaps: Brainstorm"),
        ({"points": {"Brainstorm": 100}, "points_at_most": 9}, "points", "from 1 to 99"),
        ({"points": {"Brainstorm": 3, "brainstorm": 2}, "points_at_most": 9}, "points", "has points already"),
        ({"points": ["Brainstorm"], "points_at_most": 9}, "points", "below [points]"),
        ({"points": {"Brainstorm": 3}}, "points_at_most", "at most"),
        ({"points": {"Brainstorm": 3}, "points_at_most": 0}, "points_at_most", "whole number"),
        ({"points_at_most": 9}, "points", "which cards"),
        ({"points": {"Brainstorm": 3}, "points_at_most": 9, "banned": ["Brainstorm"]}, "points", "Remove it there"),
        ({"points": {"Shahrazad": 3}, "points_at_most": 9}, "points", "in unbanned too"),
        ({"banned": ["Brainstorm"], "restricted": ["Brainstorm"]}, "restricted", "remove it"),
    ],
)
def test_what_is_wrong_is_told_with_its_field_and_its_remedy(words: dict[str, Any], field: str, told: str) -> None:
    assert [(where, told in text) for where, text in faults(**words)] == [(field, True)]


def test_a_pool_is_chosen_only_where_there_is_one() -> None:
    assert faults("limited-sealed", cards=["Brainstorm"])[0][0] == "inherits"


def test_what_was_settled_comes_back_from_its_toml_as_it_was() -> None:
    own = settled(
        banned=["Brainstorm"],
        unbanned=["Dig Through Time"],
        restricted=["Preordain"],
        sets=["MH2", "KTK"],
        allowed=["Opt"],
        rarities=["common", "rare"],
        singleton=True,
        sizes={"main-min": 80},
        drop=["sideboard-max"],
        points={"Portent": 3, "Ponder": 2, "Borrowing 100,000 Arrows": 1},
        points_at_most=10,
    )
    text = toml_of(words_of_own(own))
    again = kept_own(text)
    assert again == own
    assert dict(again.house.sizes) == dict(own.house.sizes)
    assert its_law(again).digest == its_law(own).digest


def test_toml_that_is_none_is_told_with_its_line() -> None:
    with pytest.raises(OwnFormatError) as error:
        read_toml('title = "A"\ninherits legacy\n')
    (fault,) = error.value.faults
    assert (fault.field, fault.line) == ("toml", 2)
    assert "this is no TOML" in fault.text


def test_a_fault_in_toml_has_the_line_it_stands_in() -> None:
    text = (
        'title = "A"\ninherits = "legacy"\nbanned = [\n  "Brainstorm",\n  "Lightnig Bolt",\n]\n\n[sizes]\ncopes = 3\n'
    )
    given = read_toml(text)
    with pytest.raises(OwnFormatError) as error:
        settled(**{word: given[word] for word in ("banned", "sizes")})
    assert [(fault.field, fault.line) for fault in with_lines(error.value.faults, given, text)] == [
        ("banned", 5),
        ("sizes", 9),
    ]


def test_the_law_of_another_text_has_another_digest() -> None:
    assert its_law(settled(banned=["Brainstorm"])).digest != its_law(settled(banned=["Ponder"])).digest
    assert its_law(settled(sets=["MH2"])).digest != its_law(settled(sets=["MH1"])).digest
