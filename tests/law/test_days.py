"""The law of a day on a platform: sets and bans begin on different days, and the day itself may accept both laws."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from tests.law.law import admits, book, clauses, params, word


@pytest.mark.parametrize(
    ("day", "platform", "expected"),
    [
        ("2019-11-21", "paper", "legal"),
        ("2019-11-22", "paper", "banned"),
        ("2019-11-17", "mtgo", "legal"),
        ("2019-11-18", "mtgo", "legal"),
        ("2019-11-19", "mtgo", "banned"),
        ("2019-11-17", "arena", "legal"),
        ("2019-11-18", "arena", "banned"),
    ],
)
def test_a_ban_begins_on_each_platform_by_its_own_day(day: str, platform: str, expected: str) -> None:
    assert word("standard", "Oko, Thief of Crowns", day, platform) == expected


@pytest.mark.parametrize(
    ("name", "day", "expected"),
    [
        ("The One Ring", "2024-12-16", "legal"),
        ("The One Ring", "2024-12-17", "banned"),
        ("Mox Opal", "2024-12-15", "banned"),
        ("Mox Opal", "2024-12-16", "legal"),
    ],
)
def test_magic_online_accepts_both_laws_on_the_day_itself(name: str, day: str, expected: str) -> None:
    assert word("modern", name, day, "mtgo") == expected


def test_magic_online_says_that_both_laws_are_accepted() -> None:
    assert any("legal before or after it" in warning for warning in book("modern", "2024-12-16", "mtgo").warnings)
    assert not book("modern", "2024-12-17", "mtgo").warnings


@pytest.mark.parametrize(
    ("day", "expected"), [("2025-06-30", "legal"), ("2025-07-03", "legal"), ("2025-07-04", "banned")]
)
def test_arena_accepts_both_laws_while_its_own_day_is_not_known(day: str, expected: str) -> None:
    assert word("standard", "Heartfire Hero", day, "arena") == expected


def test_a_list_of_arena_alone_begins_on_its_day() -> None:
    assert word("timeless", "Necropotence", "2026-02-08") == "legal"
    assert word("timeless", "Necropotence", "2026-02-09") == "restricted"


@pytest.mark.parametrize(
    ("platform", "match", "expected"),
    [("arena", "bo1", "banned"), ("arena", "bo3", "legal"), ("mtgo", "bo1", "legal"), ("paper", "bo3", "legal")],
)
def test_some_bans_hold_in_single_games_on_arena_only(platform: str, match: str, expected: str) -> None:
    assert word("standard", "Leyline of Resonance", "2024-11-20", platform, match) == expected


def test_a_ban_of_single_games_is_marked_as_one() -> None:
    from tests.law.law import card

    status = book("standard", "2024-11-20", "arena", "bo1").legality.status(card("Leyline of Resonance"))
    assert status.single_games


@pytest.mark.parametrize(
    ("name", "day", "platform", "admitted"),
    [
        ("Psychic Frog", "2024-06-06", "paper", False),
        ("Psychic Frog", "2024-06-07", "paper", True),  # the prerelease
        ("Psychic Frog", "2024-06-10", "mtgo", False),
        ("Psychic Frog", "2024-06-11", "mtgo", True),
    ],
)
def test_a_set_counts_from_its_first_day_on_the_platform(name: str, day: str, platform: str, admitted: bool) -> None:
    assert admits("modern", name, day, platform).admitted is admitted
    assert admits("legacy", name, day, platform).admitted is admitted


def test_a_set_before_2023_counts_in_paper_from_its_release() -> None:
    assert not admits("modern", "Ragavan, Nimble Pilferer", "2021-06-17").admitted
    assert admits("modern", "Ragavan, Nimble Pilferer", "2021-06-18").admitted


@pytest.mark.parametrize(
    ("day", "platform", "admitted"),
    [
        ("2025-07-24", "paper", True),
        ("2025-07-31", "paper", True),
        ("2025-08-01", "paper", False),
        ("2025-07-29", "mtgo", True),  # both laws on the day itself
        ("2025-07-30", "mtgo", False),
        ("2025-07-29", "arena", True),
        ("2025-07-30", "arena", False),
    ],
)
def test_an_old_set_leaves_standard_by_the_platforms_day(day: str, platform: str, admitted: bool) -> None:
    assert admits("standard", "Sheoldred, the Apocalypse", day, platform).admitted is admitted


@pytest.mark.parametrize("platform", ["mtgo", "arena"])
@pytest.mark.parametrize(
    ("format_id", "day", "old", "new"),
    [
        ("standard", "2025-07-29", "Sheoldred, the Apocalypse", "Tezzeret, Cruel Captain"),
        ("standard", "2024-07-30", "Fable of the Mirror-Breaker // Reflection of Kiki-Jiki", "Three Tree City"),
    ],
)
def test_the_day_of_a_rotation_accepts_both_laws_online_with_a_note(
    platform: str, format_id: str, day: str, old: str, new: str
) -> None:
    def notes(day: str, platform: str) -> list[str]:
        return [w for w in book(format_id, day, platform).warnings if "rotates on" in w]

    assert admits(format_id, old, day, platform).admitted
    assert admits(format_id, new, day, platform).admitted
    assert len(notes(day, platform)) == 1
    eve, after = (date.fromisoformat(day) + timedelta(days=n) for n in (-1, 1))
    assert notes(eve.isoformat(), platform) == notes(after.isoformat(), platform) == notes(day, "paper") == []
    assert not admits(format_id, old, after.isoformat(), platform).admitted


def test_alchemys_day_of_rotation_accepts_both_windows_with_a_note() -> None:
    told = [w for w in book("alchemy", "2024-07-30").warnings if "rotates on" in w]
    assert len(told) == 1
    assert told[0].startswith("Alchemy rotates on Arena on 30 July 2024: lists legal before or after it are accepted.")
    assert "Dominaria United" in told[0]
    assert admits("alchemy", "Sheoldred, the Apocalypse", "2024-07-30").admitted
    assert admits("alchemy", "Three Tree City", "2024-07-30").admitted
    assert not [w for day in ("2024-07-29", "2024-07-31") for w in book("alchemy", day).warnings if "rotates" in w]


def test_an_older_card_counts_online_when_its_reprint_counts_in_paper() -> None:
    # Real Magic Online lists of 2024-07-26 hold Fabled Passage, which Bloomburrow brings back.
    assert not admits("standard", "Fabled Passage", "2024-07-25", "mtgo").admitted
    assert admits("standard", "Fabled Passage", "2024-07-26", "mtgo").admitted
    assert not admits("standard", "Heartfire Hero", "2024-07-29", "mtgo").admitted
    assert admits("standard", "Heartfire Hero", "2024-07-30", "mtgo").admitted


def test_a_set_later_on_magic_online_than_its_rule_says_is_stated() -> None:
    name = "Evereth, Viceroy of Plunder"  # of Foundations Jumpstart alone
    assert admits("legacy", name, "2024-11-08", "paper").admitted
    assert not admits("legacy", name, "2025-01-23", "mtgo").admitted
    assert admits("legacy", name, "2025-01-24", "mtgo").admitted


def test_a_set_counts_on_arena_from_its_own_day() -> None:
    assert not admits("timeless", "Psychic Frog", "2024-06-10").admitted
    assert admits("timeless", "Psychic Frog", "2024-06-11").admitted
    assert not admits("standard", "Screaming Nemesis", "2024-09-23", "arena").admitted
    assert admits("standard", "Screaming Nemesis", "2024-09-24", "arena").admitted


def test_a_card_that_is_not_on_arena_is_in_no_format_there() -> None:
    assert admits("pioneer", "Siege Rhino", "2024-12-09", "arena").admitted
    answer = admits("pioneer", "Abzan Advantage", "2026-08-12", "arena")
    assert (answer.admitted, answer.reason) == (False, "not-on-arena")
    assert admits("pioneer", "Abzan Advantage", "2026-08-12", "paper").admitted


def test_the_answer_says_why_a_card_is_out() -> None:
    assert admits("standard", "Sheoldred, the Apocalypse", "2026-08-12").reason == "left"
    assert "2025-08-01" in admits("standard", "Sheoldred, the Apocalypse", "2026-08-12").detail
    assert admits("modern", "Psychic Frog", "2024-01-01").reason == "not-yet"
    assert admits("modern", "Force of Will", "2024-01-01").reason == "no-set"
    assert admits("pauper", "Force of Will", "2024-01-01").reason == "rarity"
    assert admits("pauper", "Monastery Swiftspear", "2022-07-07").reason == "rarity-not-yet"


def test_commanders_may_be_vehicles_and_spacecraft_since_2025_07_25() -> None:
    for format_id in ("commander", "duel-commander", "brawl", "standard-brawl"):
        assert "leader:vehicle" not in params(format_id, "commander-ineligible", "2025-07-24").traits
        assert {"leader:vehicle", "leader:spacecraft"} < set(
            params(format_id, "commander-ineligible", "2025-07-25").traits
        )
    assert params("oathbreaker", "commander-ineligible", "2025-07-25").traits == ("type:Planeswalker",)


def test_a_sideboard_was_fifteen_cards_or_none_before_2013_07_13() -> None:
    before, after = (params("modern", "sideboard-max", day) for day in ("2013-07-12", "2013-07-13"))
    assert (before.exactly, before.or_none) == (15, True)
    assert (after.at_least, after.at_most, after.or_none) == (0, 15, False)


@pytest.mark.parametrize(
    ("format_id", "platform", "match", "most"),
    [
        ("standard", "arena", "bo1", 7),
        ("historic", "arena", "bo1", 7),
        ("historic", "arena", "bo3", 15),
        ("standard", "mtgo", "bo1", 15),
        ("standard", "paper", "bo1", 15),
    ],
)
def test_single_games_on_arena_have_a_smaller_sideboard(format_id: str, platform: str, match: str, most: int) -> None:
    assert params(format_id, "sideboard-max", "2026-08-12", platform, match).at_most == most


def test_there_are_companions_since_ikoria() -> None:
    for format_id in ("modern", "commander", "limited-sealed", "standard-brawl"):
        assert "companion" not in clauses(format_id, "2020-04-16")
        assert "companion" in clauses(format_id, "2020-04-17")
    assert book("modern", "2020-04-16").companion == ""
    assert book("modern", "2020-04-17").companion == "sideboard"
    assert book("commander", "2020-04-17").companion == "outside"


def test_brawl_decks_held_sixty_cards_until_2021_06_18() -> None:
    assert params("brawl", "main-exact", "2021-06-18").exactly == 60
    assert params("brawl", "main-exact", "2021-06-19").exactly == 100
    assert params("brawl", "companion", "2021-06-19").minimum == 100
    assert params("standard-brawl", "main-exact", "2021-06-19").exactly == 60


def test_grand_archives_sideboard_held_eight_cards_before_2024_05_17() -> None:
    assert params("ga-standard", "sideboard-max", "2024-05-16").at_most == 8
    assert "sideboard-points" not in clauses("ga-standard", "2024-05-16")
    assert params("ga-standard", "sideboard-max", "2024-05-17").at_most == 15
    assert params("ga-standard", "sideboard-points", "2024-05-17").at_most == 15


def test_a_day_before_the_first_list_carries_a_warning() -> None:
    assert "begins on 12 August 2011" in book("modern", "2011-08-11").warnings[0]


def test_a_format_of_arena_is_judged_by_arenas_days_whatever_is_asked() -> None:
    assert book("timeless", "2026-08-12", "paper").day.platform == "arena"
    assert book("standard", "2026-08-12", "paper").day.platform == "paper"


@pytest.mark.parametrize(("platform", "counts"), [("paper", True), ("mtgo", True), ("arena", False)])
def test_cards_of_arena_are_opened_in_limited_there_alone(platform: str, counts: bool) -> None:
    found = params("limited-draft", "not-a-tournament-card", "2024-03-01", platform)
    assert ("digital-only" in found.traits) is counts
