"""Behaviours that other programs test in their own suites, and the rules in depth.

Inputs are our own; the behaviour is that of the source each case names. Where a peer is wrong by the rules, the rules'
answer stands. Names are compared on their front part.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from deckcheck.app.refusals import UnusableInput
from deckcheck.lists.list_comparisons import CompareLists, compare_lists
from deckcheck.verdict.reports_json import comparison_json
from tests.lists import rows_of
from tests.tables import every_row
from tests.verdicts import errors, names_any, records, sections_told, terms_of, the_desk, told, verdict_on

LEGALITY: Final = records("peer-legality.jsonl")
PARSE: Final = records("peer-parse.jsonl")
COMPARE: Final = records("peer-compare.jsonl")
ALWAYS: Final = ("main", "sideboard", "commander")
"""Sections that must be equal whether the case names them or not."""


@every_row("case", LEGALITY, ids=lambda case: case["id"])
def test_a_list_gets_the_verdict_of_the_rules(case: dict[str, Any]) -> None:
    expected, verdict = case["expected"], verdict_on(case["input"], terms_of(case))
    allowed = expected["verdict"] if isinstance(expected["verdict"], list) else [expected["verdict"]]
    assert verdict["verdict"] in allowed, (case["why"], told(verdict))
    if verdict["verdict"] == "legal":
        assert not errors(verdict)
    for wanted in expected.get("problems", ()):
        fitting = [p for p in _telling(verdict) if p["rule"] in wanted["rule"].split("|")]
        assert any(names_any(p, wanted.get("cards", ())) for p in fitting), (case["why"], wanted, verdict["problems"])
    for rule in expected.get("not_problems", ()):
        assert rule not in {p["rule"] for p in errors(verdict)}, (case["why"], told(verdict))


def _telling(verdict: dict[str, Any]) -> list[dict[str, Any]]:
    """The errors; where a person must decide, the questions, each about the text that waits."""
    if verdict["verdict"] != "unclear":
        return errors(verdict)
    waiting = {row["line"]: row["text"] for row in verdict["unresolved"]}
    return [{**p, "cards": [*p["cards"], *(waiting.get(n, "") for n in p["lines"])]} for p in verdict["problems"]]


@every_row("case", PARSE, ids=lambda case: case["id"])
def test_a_list_is_read_and_its_names_found(case: dict[str, Any]) -> None:
    expected = case["expected"]
    if expected.get("empty"):
        _assert_empty(case)
        return
    verdict = verdict_on(case["input"], terms_of(case))
    found = sections_told(verdict)
    for section in {*ALWAYS, *expected["sections"]}:
        wanted = rows_of(expected["sections"].get(section, ()))
        assert found.get(section, {}) == wanted, (case["why"], section)
    waiting = rows_of((row["count"], row["text"]) for row in verdict["unresolved"])
    assert waiting >= rows_of(expected.get("unresolved", ())), case["why"]


def _assert_empty(case: dict[str, Any]) -> None:
    """No card may come out; to refuse such an input is right, too."""
    try:
        verdict = verdict_on(case["input"], terms_of(case))
    except UnusableInput:
        return
    assert not any(verdict["sections"].values()), case["why"]


@pytest.mark.parametrize("case", COMPARE, ids=lambda case: case["id"])
def test_a_presented_deck_is_compared_with_its_list(case: dict[str, Any]) -> None:
    expected = case["expected"]
    order = CompareLists(case["registered"], case["presented"], terms_of(case), case["game"])
    found = comparison_json(compare_lists(order, the_desk()))
    assert found["verdict"] == expected["verdict"], (case["why"], told(found))
    for key in ("missing", "extra", "moved_in", "moved_out"):
        if key in expected:
            assert rows_of(row[:2] for row in found[key]) == rows_of(expected[key]), (case["why"], key)
    for wanted in expected.get("problems", ()):
        assert {p["rule"] for p in errors(found)} & set(wanted["rule"].split("|")), (case["why"], told(found))
