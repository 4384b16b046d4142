"""Formats that were retired: their sets and bans by the day, against documents and real lists of their time."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any, Final

import pytest

from deckcheck.law.formats import FormatError, read_format
from deckcheck.law.legality import Day
from deckcheck.lists.list_checks import Terms, judge_record
from tests.law.law import admits, book, law, word
from tests.tables import every_row
from tests.verdicts import errors, records, the_desk

RETIRED: Final = tuple(fmt.id for fmt in law().formats.values() if fmt.is_retired())
LISTS: Final = records("lists/retired.jsonl")

FLOOR_RULES_DAY: Final = "2008-03-01"
EXTENDED_2008: Final = (
    "7ED 8ED 9ED 10E INV PLS APC ODY TOR JUD ONS LGN SCG MRD DST 5DN CHK BOK SOK RAV GPT DIS CSP TSP PLC FUT LRW MOR"
)
"""DCI Floor Rules of that day, section 126; Shadowmoor and Eventide are named there with days to come. The timeshifted
cards of Time Spiral (TSB) go with it.
"""
BLOCKS_2008: Final = {
    "lorwyn-shadowmoor": "LRW MOR",
    "time-spiral": "TSP TSB PLC FUT",
    "ravnica": "RAV GPT DIS",
    "kamigawa": "CHK BOK SOK",
    "mirrodin": "MRD DST 5DN",
    "onslaught": "ONS LGN SCG",
    "odyssey": "ODY TOR JUD",
    "invasion": "INV PLS APC",
    "masques": "MMQ NEM PCY",
    "urza": "USG ULG UDS",
    "tempest": "TMP STH EXO",
    "mirage": "MIR VIS WTH",
    "ice-age": "ICE ALL CSP",
}
"""DCI Floor Rules of that day, section 129."""
BANNED_2008: Final = {
    "extended": {"Aether Vial", "Entomb", "Disciple of the Vault", "Skullclamp"},
    "block-constructed-mirrodin": {
        *("Aether Vial", "Ancient Den", "Arcbound Ravager", "Darksteel Citadel", "Disciple of the Vault", "Skullclamp"),
        *("Great Furnace", "Seat of the Synod", "Tree of Tales", "Vault of Whispers"),
    },
    "block-constructed-masques": {"Lin Sivvi, Defiant Hero", "Rishadan Port"},
    "block-constructed-urza": {
        *("Gaea's Cradle", "Memory Jar", "Serra's Sanctum", "Time Spiral", "Tolarian Academy", "Voltaic Key"),
        "Windfall",
    },
    "block-constructed-tempest": {"Cursed Scroll"},
    "block-constructed-mirage": {"Squandered Resources"},
    "block-constructed-ice-age": {"Amulet of Quoz", "Thawing Glaciers", "Zuran Orb"},
}


def sets_on(format_id: str, day: str) -> set[str]:
    return {w.code for w in book(format_id, day).sets if w.holds(day)}


def test_extended_and_blocks_are_those_of_the_floor_rules_of_2008() -> None:
    assert sets_on("extended", FLOOR_RULES_DAY) == {*EXTENDED_2008.split(), "TSB"}
    for name, codes in BLOCKS_2008.items():
        assert sets_on(f"block-constructed-{name}", FLOOR_RULES_DAY) == set(codes.split()), name


@pytest.mark.parametrize("format_id", ["extended", *(f"block-constructed-{name}" for name in BLOCKS_2008)])
def test_their_bans_are_those_of_the_floor_rules_of_2008(format_id: str) -> None:
    found = book(format_id, FLOOR_RULES_DAY).legality
    banned = {name for name, status in found.statuses.items() if status.word == "banned"}
    if format_id == "block-constructed-ice-age":
        banned.discard("Timmerian Fiends")  # It was in Homelands alone, which had left.
    assert banned == BANNED_2008.get(format_id, set())


@every_row("record", LISTS, ids=lambda record: record["id"])
def test_real_lists_are_legal_on_their_day_but_for_cards_that_are_missing(record: dict[str, Any]) -> None:
    verdict = judge_record(record, the_desk(), Terms(""))
    size = sum(count for count, _ in record["main"])
    assert not verdict["unresolved"]
    assert verdict["verdict"] == ("legal" if size >= 60 else "illegal"), verdict["problems"]
    assert {p["rule"] for p in errors(verdict)} == ({"main-min"} if size < 60 else set())


@every_row(
    ("which", "day", "rule", "card"),
    [
        ("retro-01", "2000-07-01", "banned", "Lin Sivvi, Defiant Hero"),
        ("retro-02", "2008-10-03", "not-in-format", "Pernicious Deed"),
        ("retro-03", "2011-09-30", "not-in-format", "Bitterblossom"),
        ("retro-04", "2009-10-02", "not-in-format", "Polluted Delta"),
        ("retro-04", "2010-07-01", "not-in-format", "Umezawa's Jitte"),
        ("retro-05", "2005-10-20", "not-in-format", "Jackal Pup"),
        ("retro-05", "2003-10-01", "banned", "Goblin Lackey"),
        ("retro-06", "1999-06-30", "not-in-format", "Hunting Moa"),
        ("retro-11", "2006-03-20", "banned", "Ancient Den"),
    ],
)
def test_a_real_list_is_legal_up_to_a_rotation_or_ban_and_illegal_from_it_on(
    which: str, day: str, rule: str, card: str
) -> None:
    record = next(one for one in LISTS if one["id"] == which)
    later = judge_record({**record, "date": day}, the_desk(), Terms(""))
    assert (rule, card) in {(p["rule"], name) for p in errors(later) for name in p["cards"]}
    other = date.fromisoformat(day) + timedelta(days=-1 if day > record["date"] else 1)
    before = judge_record({**record, "date": other.isoformat()}, the_desk(), Terms(""))
    assert card not in {name for p in errors(before) for name in p["cards"]}


def test_dual_lands_stayed_in_extended_until_the_rotation_of_2002() -> None:
    for day in ("1997-07-01", "1999-10-15", "1999-11-01", "2002-10-31"):
        assert admits("extended", "Tundra", day) == (True, "", "", "", False), day
    assert not admits("extended", "Tundra", "2002-11-01").admitted
    assert admits("extended", "Swords to Plowshares", "2002-10-31").admitted  # Ice Age has it, too.
    assert not admits("extended", "Maze of Ith", "1999-11-01").admitted


def test_where_sources_differ_is_a_question() -> None:
    assert admits("extended", "Sylvan Library", "1999-09-30").doubt == ""
    assert admits("extended", "Counterspell", "1999-10-15").doubt == ""
    assert admits("extended", "Hymn to Tourach", "1999-10-15").doubt == "leaving"
    assert not admits("extended", "Hymn to Tourach", "1999-11-01").admitted
    assert admits("extended", "Nalathni Dragon", "1998-01-01").doubt == "disputed"
    assert admits("block-constructed-ice-age", "Force of Will", "1997-05-10").doubt == "disputed"
    assert admits("block-constructed-ice-age", "Force of Will", "1997-07-01") == (True, "", "", "", False)
    assert not admits("block-constructed-ice-age", "Merchant Scroll", "2006-08-20").admitted
    assert admits("block-constructed-amonkhet", "Serra Angel", "2017-05-01").doubt == "disputed"
    assert book("block-constructed-ice-age", "1996-12-01").legality.statuses["Zuran Orb"].between
    assert word("block-constructed-ice-age", "Zuran Orb", "1997-05-01") == "banned"
    assert book("extended", "1999-08-15").legality.statuses["Yawgmoth's Bargain"].between


def test_snow_covered_lands_count_only_where_their_sets_do() -> None:
    for format_id, day, there in (
        ("extended", "2002-10-31", True),
        ("extended", "2002-11-01", False),
        ("extended", "2006-08-20", True),
        ("extended", "2010-07-01", False),
        ("block-constructed-ice-age", "1997-07-01", True),
        ("block-constructed-kamigawa", "2005-07-01", False),
    ):
        assert admits(format_id, "Snow-Covered Island", day).admitted is there, (format_id, day)


@pytest.mark.parametrize("format_id", RETIRED)
def test_a_day_after_the_end_is_judged_by_the_last_rules_and_says_so(format_id: str) -> None:
    fmt = law().format(format_id)
    ends: date = fmt.setting_on("ends")
    last, today = (law().rulebook(format_id, Day(day)) for day in (ends, date(2026, 11, 29)))
    assert not last.warnings
    assert not today.age
    assert [sentence.startswith(f"Sanctioned {fmt.title} events ended by ") for sentence in today.warnings] == [True]
    assert set(today.legality.statuses) == set(last.legality.statuses)
    for name in ("Island", "Lightning Bolt", "Rancor", "Ponder"):
        card = admits(format_id, name, ends.isoformat())
        assert admits(format_id, name, "2026-11-29") == card


def test_a_retired_format_is_played_from_its_first_day_to_its_last() -> None:
    extended, modern = law().format("extended"), law().format("modern")
    assert [extended.is_played(date(year, 7, 1)) for year in (1996, 1997, 2013, 2014)] == [False, True, True, False]
    assert modern.is_played(date(1996, 7, 1))
    assert not modern.is_retired()


def test_a_group_that_there_is_not_is_refused() -> None:
    with pytest.raises(FormatError, match="there is no group 'blocks'; there are community, block, retired"):
        read_format("some.toml", "some", "mtg", {"group": "blocks"})
