"""Formats that their players keep: pools, points and lists on the days that are known of them."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from deckcheck.catalogue import open_index
from deckcheck.law.formats import FormatError
from deckcheck.law.legality import is_points, points_of
from deckcheck.law.season_pools import SeasonPool
from deckcheck.publication.card_facts import standing
from deckcheck.verdict.judgement import judge_list
from tests.law.law import admits, book, card, law, word

KEPT = tuple(fmt.id for fmt in law().formats.values() if fmt.setting_on("older"))


def told(format_id: str, text: str, day: str) -> dict[str, str]:
    """What a list is told: the severity by the rule."""
    report = judge_list(text, book(format_id, day), open_index("mtg"))
    return {problem.clause: str(problem.severity) for problem in report.problems}


@pytest.mark.parametrize("format_id", KEPT)
def test_a_day_before_the_first_known_list_goes_by_that_list_and_says_so(format_id: str) -> None:
    starts: date = law().format(format_id).setting_on("starts")
    first, before = book(format_id, starts.isoformat()), book(format_id, "2015-01-01")
    assert before.legality.statuses == first.legality.statuses
    assert any("rests on that list" in sentence for sentence in before.warnings)
    assert not any("rests on that list" in sentence for sentence in first.warnings)


def test_a_leader_of_pauper_commander_has_a_pool_of_its_own() -> None:
    law = book("pauper-commander", "2026-08-12").legality
    uncommon, common = card("Baleful Strix"), card("Llanowar Elves")
    assert law.admits(uncommon).reason == "rarity"
    assert law.within("commander").admits(uncommon).admitted
    assert law.admits(common).admitted
    assert law.within("commander").admits(card("Squadron Hawk")).reason == "uncommon"


@pytest.mark.parametrize(
    ("name", "admitted"),
    [("Batterskull", True), ("Command Tower", False), ("Scavenging Ooze", False), ("Sol Ring", True)],
)
def test_predh_ends_with_new_phyrexia_and_takes_any_printing(name: str, admitted: bool) -> None:
    assert admits("predh", name, "2026-08-12").admitted is admitted


@pytest.mark.parametrize(
    ("format_id", "name", "day", "expected"),
    [
        ("canadian-highlander", "Ancestral Recall", "2017-01-30", "5 points"),
        ("canadian-highlander", "Ancestral Recall", "2025-07-19", "8 points"),
        ("canadian-highlander", "Tinker", "2017-08-26", "legal"),
        ("seven-point-highlander", "Lurrus of the Dream-Den", "2022-01-31", "1 point"),
        ("seven-point-highlander", "Lurrus of the Dream-Den", "2023-11-22", "3 points as companion"),
        ("centurion-commander", "Thrasios, Triton Hero", "2020-09-02", "banned-as-partner"),
        ("centurion-commander", "Winter Orb", "2020-01-01", "banned"),
        ("old-school-swedish", "Shahrazad", "2023-10-26", "restricted"),
        ("old-school-swedish", "Shahrazad", "2026-08-12", "legal"),
        ("competitive-brawl", "Ragavan, Nimble Pilferer", "2026-06-23", "banned-as-commander"),
        ("competitive-brawl", "Meddling Mage", "2026-06-23", "banned"),
    ],
)
def test_a_status_is_that_of_the_day(format_id: str, name: str, day: str, expected: str) -> None:
    assert word(format_id, name, day) == expected


def test_points_that_changed_on_an_unknown_day_are_those_before_or_after() -> None:
    status = book("canadian-highlander", "2025-07-01").legality.status(card("Sol Ring"))
    assert (status.word, status.otherwise, status.begins) == ("4 points", "3 points", False)


def test_points_of_a_list_count_together() -> None:
    lands = "\n90 Island"
    fits = "1 Ancestral Recall\n1 Sol Ring" + lands  # 8 and 3 by the list of 2025-07-19
    assert told("canadian-highlander", fits, "2025-07-19")["points"] == "error"
    assert "points" not in told("canadian-highlander", "1 Ancestral Recall\n1 Balance" + lands, "2025-07-19")


@pytest.mark.parametrize(
    ("text", "points"), [("1 point", 1), ("3 points", 3), ("12 points", 12), ("1 points", 0), ("banned", 0), ("3", 0)]
)
def test_points_are_written_in_one_way(text: str, points: int) -> None:
    assert points_of(text) == points
    assert is_points(text) == bool(points)


def test_a_season_is_a_list_of_names_and_another_season_a_question() -> None:
    def standing(name: str, day: str) -> tuple[bool, str]:
        found = admits("penny-dreadful", name, day)
        return found.admitted, found.reason or found.doubt

    assert standing("Lutri, the Spellchaser", "2026-08-12") == (True, "")
    assert standing("Black Lotus", "2026-08-12") == (False, "season")
    assert standing("Black Lotus", "2026-10-02") == (True, "other-season")
    assert standing("Island", "2026-10-02") == (True, "")


def test_every_name_of_a_season_is_in_the_catalogue() -> None:
    seasons = law().format("penny-dreadful").pool_on(date(2026, 8, 12))["season"]
    assert {name for one in seasons for name in one["names"] if open_index("mtg").card(name) is None} == set()


@pytest.mark.parametrize("spec", [{}, {"season": [{"from": date(2026, 8, 12), "names": ["Island"]}]}])
def test_a_season_without_its_words_is_refused(spec: dict[str, Any]) -> None:
    with pytest.raises(FormatError, match="each season of its pool needs from, names, source, until"):
        SeasonPool("formats/mtg/some.toml", spec)


@pytest.mark.parametrize(
    ("format_id", "name", "expected"),
    [
        ("tiny-leaders", "Krenko, Mob Boss", "mana-value"),
        ("tiny-leaders", "Fire // Ice", "legal"),
        ("pauper-commander", "Baleful Strix", "leads-only"),
        ("pauper-commander", "Sol Ring", "not-in-format"),
        ("canadian-highlander", "Sol Ring", "4 points"),
    ],
)
def test_a_page_says_of_a_card_what_a_list_would_be_told(format_id: str, name: str, expected: str) -> None:
    day = "2025-01-01" if format_id == "canadian-highlander" else "2026-08-12"
    assert standing(card(name), book(format_id, day)).word == expected
