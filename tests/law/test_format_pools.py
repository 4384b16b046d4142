"""Pools that are more than a list of sets."""

from __future__ import annotations

from datetime import date

import pytest

from deckcheck.decklist.cards import Card, CardSet, Printing
from deckcheck.law.format_pools import ReadPool
from deckcheck.law.legality import Admission, Platform
from deckcheck.law.rulebooks import NO_ARENA
from tests.law.law import admits, book, card, word


def test_a_set_of_china_alone_admits_with_a_doubt() -> None:
    answer = admits("standard", "Feiyi Snake", "2019-05-03")
    assert (answer.admitted, answer.doubt) == (True, "some-places")
    assert "China only" in answer.detail
    assert not admits("standard", "Feiyi Snake", "2019-10-04").admitted
    assert not admits("modern", "Feiyi Snake", "2019-05-03").admitted


def test_portal_came_into_sanctioned_play_in_2005() -> None:
    assert not admits("vintage", "Imperial Seal", "2005-10-19").admitted
    assert admits("vintage", "Imperial Seal", "2005-10-20").admitted


@pytest.mark.parametrize("name", ["Nalathni Dragon", "Sewers of Estark", "Windseeker Centaur"])
def test_three_cards_of_no_set_are_in_the_pool_of_every_set(name: str) -> None:
    for format_id in ("vintage", "legacy", "commander", "duel-commander", "oathbreaker"):
        assert admits(format_id, name, "2019-05-03").admitted
    assert not admits("pauper", name, "2019-05-03").admitted


def test_a_card_that_only_a_running_product_carries_is_a_doubt() -> None:
    answer = admits("commander", "Stardew Valley", "2026-08-12")
    assert (answer.admitted, answer.doubt) == (True, "running-set")
    assert not admits("commander", "Stardew Valley", "2019-11-01").admitted


def test_a_bonus_sheet_of_former_secret_lair_cards_is_not_their_first_day() -> None:
    answer = admits("vintage", "Black Panther, Wakandan King", "2025-06-14")
    assert (answer.admitted, answer.doubt) == (True, "running-set")


def test_the_day_of_a_promotional_printing_is_not_the_cards_day() -> None:
    # PRM, Magic Online's promotional cards, carries a day of 2002 for all of them.
    assert any(p.set_code == "PRM" for p in card("Lurrus of the Dream-Den").printings)
    assert not admits("vintage", "Lurrus of the Dream-Den", "2019-01-01").admitted


def test_pauper_took_papers_commons_in_on_2019_06_27() -> None:
    name = "Hymn to Tourach"  # common in Fallen Empires, which never came to Magic Online
    assert not admits("pauper", name, "2019-06-26").admitted
    assert admits("pauper", name, "2019-06-27").admitted
    assert not admits("pauper", name, "2019-07-01", "mtgo").admitted
    assert word("pauper", name, "2019-07-02") == "banned"


def test_pauper_holds_what_was_common_online_before_2019() -> None:
    assert admits("pauper", "Lightning Bolt", "2019-01-01").admitted
    assert admits("pauper", "Island", "2019-01-01").admitted


def test_pauper_asks_for_a_printing_at_common_by_the_day() -> None:
    assert not admits("pauper", "Monastery Swiftspear", "2022-07-07").admitted
    assert admits("pauper", "Monastery Swiftspear", "2022-07-08").admitted


def test_standard_brawl_has_two_cards_more_and_none_of_standards_bans() -> None:
    assert admits("standard-brawl", "Command Tower", "2026-08-12", "paper").admitted
    assert not admits("standard", "Command Tower", "2026-08-12").admitted
    assert word("standard-brawl", "Vivi Ornitier", "2026-08-12") == "legal"
    assert word("standard", "Vivi Ornitier", "2026-08-12") == "banned"


def test_a_rebalanced_card_is_not_in_timeless_and_the_answer_names_the_plain_one() -> None:
    answer = admits("timeless", "A-Omnath, Locus of Creation", "2026-08-12")
    assert (answer.admitted, answer.reason, answer.detail) == (False, "rebalanced", "Omnath, Locus of Creation")
    assert book("timeless", "2026-08-12").twins == {}
    assert admits("explorer", "A-Acererak the Archlich", "2024-08-12").reason == "rebalanced"
    assert admits("explorer", "Oracle of the Alpha", "2024-08-12").reason == "digital"


def test_historic_reads_either_name_as_the_one_in_force() -> None:
    twins = book("historic", "2026-08-12").twins
    assert twins["Acererak the Archlich"] == "A-Acererak the Archlich"
    assert twins["A-Omnath, Locus of Creation"] == "Omnath, Locus of Creation"
    assert len([name for name in twins.values() if name.startswith("A-")]) == 216
    assert book("historic", "2021-12-08").twins == {}
    assert admits("historic", "A-Acererak the Archlich", "2021-12-09").admitted
    assert not admits("historic", "A-Acererak the Archlich", "2021-12-08").admitted


def test_cards_that_are_only_conjured_are_told_as_such() -> None:
    assert word("historic", "Tropical Island", "2026-08-12") == "conjure-only"
    assert word("timeless", "Black Lotus", "2026-08-12") == "conjure-only"


def test_limited_has_no_pool_of_its_own_yet() -> None:
    assert admits("limited-sealed", "Black Lotus", "2026-08-12").admitted


def test_oathbreaker_bans_what_vintage_bans_as_well() -> None:
    assert word("oathbreaker", "Balloon Stand", "2024-05-12") == "legal"
    assert word("oathbreaker", "Balloon Stand", "2024-05-13") == "banned"
    assert word("oathbreaker", "Brainstorm", "2024-05-13") == "legal"  # restricted in Vintage


def test_grand_archive_counts_products_from_their_release() -> None:
    assert admits("ga-standard", "Spirit of Fire", "2023-01-01").admitted
    assert admits("ga-standard", "Greater Boon of Proxia", "2026-08-21").reason == "pantheon-only"
    assert admits("ga-standard", "Nameless Champion", "2026-08-21").reason == "limited-only"


def test_grand_archives_bans_have_days() -> None:
    assert word("ga-standard", "Baby Gray Slime", "2026-04-19") == "banned"
    assert word("ga-standard", "Baby Gray Slime", "2026-04-20") == "legal"
    assert word("ga-standard", "Spirit Blade: Ascension", "2026-08-20") == "legal"
    assert word("ga-standard", "Spirit Blade: Ascension", "2026-08-21") == "banned"


def test_a_card_of_no_known_rarity_may_be_a_common() -> None:
    answer = admits("pauper", "Psychic Paper", "2026-08-12")
    assert (answer.admitted, answer.doubt) == (True, "rarity-unknown")
    assert admits("pauper", "Psychic Paper", "2023-01-01").reason == "rarity"


@pytest.mark.parametrize(
    ("name", "day", "expected"),
    [
        ("Agrus Kos, Eternal Soldier", "2022-12-01", "no"),  # Jumpstart 2022, once dated two years too early
        ("Agrus Kos, Eternal Soldier", "2022-12-02", "yes"),
        ("Abaddon the Despoiler", "2022-10-06", "no"),  # Warhammer 40,000
        ("Abaddon the Despoiler", "2022-10-07", "yes"),
        ("Myrel, Shield of Argive", "2022-11-17", "no"),  # not out with the Secret Lair kit that was sold before
        ("Myrel, Shield of Argive", "2022-11-18", "yes"),
    ],
)
def test_a_set_counts_from_its_corrected_day(name: str, day: str, expected: str) -> None:
    answer = admits("commander", name, day)
    assert ("asked" if answer.doubt else "yes" if answer.admitted else "no") == expected


def test_a_card_that_a_set_of_uncertain_day_brought_is_asked_within_the_bounds() -> None:
    """Legacy begins later than the sets whose month alone is known, so the pool is asked itself."""
    sets = {"AAA": CardSet("AAA", "Alpha", "1993-10-04", "1993-10-04", "core", "", False, "1993-10-01", "1993-10-31")}
    found = Card("x", "mtg", "X", printings=(Printing("AAA", "C"),))

    def on(day: str) -> Admission:
        spec = {"kind": "sets", "kinds": ["core"]}
        return ReadPool("here", spec, sets, Platform.PAPER, NO_ARENA).on(date.fromisoformat(day)).admits(found)

    assert on("1993-09-30") == Admission(False, "not-yet", detail="1993-10-31")
    assert on("1993-10-01") == Admission(True, doubt="set-day", detail="between 1993-10-01 and 1993-10-31")
    assert on("1993-10-31") == Admission(True)
