"""What other programs' suites and public bug reports say of reading holds here."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from deckcheck.decklist.decks import LineKind
from deckcheck.decklist.list_reader import read_list
from deckcheck.games import GAMES
from tests.lists import front, non_blank, read_rows, rows_of, sections_of

DATA = Path(__file__).parents[1] / "data"
MTG = GAMES["mtg"]
BY_NAME = {"peer-195", "peer-205", "peer-220", "peer-228", "peer-235"}
"""Cases where one card stands under two names; here their sizes are compared, with card data their names."""


def cases(name: str) -> list[Any]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [pytest.param(case, id=case["id"]) for case in map(json.loads, lines)]


@pytest.mark.parametrize("case", cases("peer-parse.jsonl"))
def test_a_peers_case_gives_its_sections(case: dict[str, Any]) -> None:
    found = sections_of(read_list(case["input"], MTG))
    wanted = {section: rows_of(rows) for section, rows in case["expected"]["sections"].items()}
    if case["id"] in BY_NAME:
        assert {s: c.total() for s, c in found.items()} == {s: c.total() for s, c in wanted.items()}
    else:
        assert dict(found) == wanted


@pytest.mark.parametrize("case", cases("public-parse.jsonl"))
def test_a_reported_list_gives_its_sections(case: dict[str, Any]) -> None:
    expected = case["expected"]
    wanted: dict[str, Counter[str]] = {}
    for section, facts in expected["sections"].items():
        wanted["sideboard" if section == "side" else section] = rows_of((n, c) for c, n in facts["cards"].items())
    parsed = read_list(case["input"], MTG)
    assert dict(sections_of(parsed)) == wanted
    assert parsed.title == expected.get("deck_name", "")


@pytest.mark.parametrize("case", cases("public-parse.jsonl"))
def test_a_reported_list_gives_its_printings_and_remarks(case: dict[str, Any]) -> None:
    expected = case["expected"]
    parsed = read_list(case["input"], MTG)
    by_number = {line.number: line for line in parsed.lines}
    for printing in expected.get("printings", ()):
        line = by_number[printing["line"]]
        assert (line.set_code, line.collector) == (printing["set"] or "", printing["number"] or "")
    for ignored in expected.get("ignored", ()):
        line = by_number[ignored["line"]]
        assert (line.kind, line.reason) == (LineKind.REMARK, ignored["reason"])
        assert front(line.name) == front(ignored.get("card", ""))


@pytest.mark.parametrize("case", cases("peer-parse.jsonl") + cases("public-parse.jsonl"))
def test_no_line_of_a_case_is_lost(case: dict[str, Any]) -> None:
    assert read_rows(read_list(case["input"], MTG)) == non_blank(case["input"])
