"""The law computed against what documents of the day print, and against the sources' own sums."""

from __future__ import annotations

import json
from datetime import date
from functools import cache
from typing import Any

import pytest

from deckcheck.catalogue import open_index
from deckcheck.law.banlists import statuses_on
from deckcheck.law.legality import Day
from tests.law.law import admits, book, law
from tests.support import TESTS

MTR = json.loads((TESTS / "data" / "mtr-2019-05-03.json").read_text("utf-8"))
SUMS = json.loads((TESTS / "data" / "law-2026-08-22.json").read_text("utf-8"))

LATER_SOURCES = {"premodern": {"Parallax Tide": "banned"}, "alchemy": {"Cori-Steel Cutter": "legal"}}
"""What a source says that the sums were made without: banlists/mtg/2026-01-18.toml; 2026-08-12.toml, as the legality
list of that day has the rebalanced card, for which the other was suspended.
"""


@cache
def catalogued(name: str) -> str:
    """The catalogue's name for an announced one, which may be a front alone."""
    found = open_index("mtg").find(name).cards
    return found[0].name if len(found) == 1 else name


def group(name: str) -> set[str]:
    return set(law().groups("mtg")[name])


def by_word(format_id: str, word: str) -> set[str]:
    return {name for name, status in book(format_id, MTR["on"]).legality.statuses.items() if status.word == word}


def test_standards_sets_are_those_of_the_tournament_rules() -> None:
    windows = book("standard", MTR["on"]).sets
    held = {w.code for w in windows if w.holds(MTR["on"])}
    assert held - set(MTR["modern"]["counted_with_their_sets"]) == set(MTR["standard"]["sets"])
    assert {w.code for w in windows if w.holds(MTR["on"]) and w.places} == set(MTR["standard"]["china_only"])


def test_moderns_sets_are_those_of_the_tournament_rules() -> None:
    windows = {w.code: w for w in book("modern", MTR["on"]).sets}
    announced = {code for code, day in MTR["modern"]["from"].items() if day > MTR["on"]}
    held = {code for code, w in windows.items() if w.holds(MTR["on"])}
    assert held | announced == set(MTR["modern"]["sets"]) | set(MTR["modern"]["counted_with_their_sets"])
    assert {code: windows[code].first for code in MTR["modern"]["from"]} == MTR["modern"]["from"]


@pytest.mark.parametrize("format_id", ["standard", "modern", "vintage", "legacy"])
def test_bans_are_those_of_the_tournament_rules(format_id: str) -> None:
    printed = set(MTR[format_id]["banned"])
    for name, size in MTR[format_id].get("banned_groups", {}).items():
        assert len(group(name)) == size
        printed |= group(name)
    assert by_word(format_id, "banned") == printed


def test_restrictions_are_those_of_the_tournament_rules() -> None:
    assert by_word("vintage", "restricted") == set(MTR["vintage"]["restricted"])


@pytest.mark.parametrize("name", MTR["pool_plus"])
def test_single_cards_of_the_tournament_rules_are_in_the_pool(name: str) -> None:
    assert admits("vintage", name, MTR["on"]).admitted


@pytest.mark.parametrize("banlist", sorted(SUMS["lists"]))
def test_each_list_equals_its_sources_sum(banlist: str) -> None:
    sums: dict[str, Any] = SUMS["lists"][banlist]
    expected = {catalogued(name): word for word, names in sums["state"].items() for name in names}
    expected.update(LATER_SOURCES.get(banlist, {}))
    day = Day(date.fromisoformat(sums["on"]))
    found = statuses_on(banlist, law().announcements("mtg", banlist), day)
    stated = {name: word for name, word in expected.items() if word != "legal"}
    assert {catalogued(name): status.word for name, status in found.items()} == stated
