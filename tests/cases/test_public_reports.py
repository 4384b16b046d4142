"""Failures that people reported in public trackers of other programs: none of them is ours."""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import Any, Final

import pytest

from deckcheck.lists.list_checks import Terms
from tests.lists import front
from tests.verdicts import errors, names_any, records, sections_told, told, verdict_on

PARSE: Final = records("public-parse.jsonl")
PASTES: Final = records("public-parse-2.jsonl")
LEGALITY: Final = [*records("public-legality.jsonl"), *records("public-legality-2.jsonl")]
RULES: Final = {
    "TOO_MANY_COPIES": "copies",
    "NOT_LEGAL_IN_FORMAT": "not-in-format|not-a-tournament-card",
    "RESTRICTED": "restricted",
    "BANNED": "banned",
    "SINGLETON": "singleton",
    "INVALID_COMMANDER": "commander-ineligible",
}
"""The codes of the reports, and the rule ids that say the same."""
SECTIONS: Final = {"side": "sideboard"}


def _with_also(cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each case, and each of its variants with what it leaves unsaid taken from the case."""
    told = []
    for case in cases:
        told.append(case)
        for number, also in enumerate(case["expected"].get("also", ()), 1):
            said = {key: also.pop(key) for key in ("input", "format", "as_of") if key in also}
            told.append({**case, **said, "id": f"{case['id']}-{number}", "expected": also})
    return told


@pytest.mark.parametrize("case", _with_also(PARSE), ids=lambda case: case["id"])
def test_the_reported_list_is_read(case: dict[str, Any]) -> None:
    """The format is any: vintage, as it has most of the cards."""
    verdict = verdict_on(case["input"], Terms("vintage", date(2026, 8, 1)))
    _assert_sections(case, verdict)
    assert [row["text"] for row in verdict["unresolved"]] == case["expected"].get("unresolved", [])


@pytest.mark.parametrize("case", _with_also(LEGALITY), ids=lambda case: case["id"])
def test_the_reported_list_is_judged(case: dict[str, Any]) -> None:
    expected = case["expected"]
    day = date.fromisoformat(case["as_of"])
    verdict = verdict_on(case["input"], Terms(case["format"], day, platform=case.get("platform")))
    _assert_sections(case, verdict)
    assert (verdict["verdict"] == "legal") is expected["legal"], (case["why"], told(verdict))
    for wanted in expected.get("problems", ()):
        rules = RULES[wanted["code"]].split("|")
        fitting = [p for p in errors(verdict) if p["rule"] in rules and names_any(p, [wanted["card"]])]
        assert len(fitting) == 1, (case["why"], told(verdict))
        _assert_facts(wanted, fitting[0])
    for code in expected.get("not_problems", ()):
        assert {p["rule"] for p in errors(verdict)}.isdisjoint(RULES[code].split("|"))


def _is_read(case: dict[str, Any], verdict: dict[str, Any]) -> bool:
    """Whether each section holds the cards that it should, and no question is left."""
    found = sections_told(verdict)
    wanted = case["expected"]["sections"]
    return not verdict["unresolved"] and all(
        found.get(SECTIONS.get(name, name), Counter()) == {front(card): n for card, n in section["cards"].items()}
        for name, section in wanted.items()
    )


@pytest.mark.parametrize("case", PASTES, ids=lambda case: case["id"])
@pytest.mark.parametrize("any_format", ["vintage", "limited-draft"])
def test_a_paste_is_read(case: dict[str, Any], any_format: str) -> None:
    """Each section holds the cards that it should, and no question about a line is left."""
    format_ = any_format if case["format"] == "any" else case["format"]
    verdict = verdict_on(case["input"], Terms(format_, date(2026, 8, 1)))
    found = sections_told(verdict)
    for name, section in case["expected"]["sections"].items():
        cards = {front(card): n for card, n in section["cards"].items()}
        assert found.get(SECTIONS.get(name, name), Counter()) == cards, case["why"]
    assert not verdict["unresolved"]
    assert not [p["message"] for p in verdict["problems"] if p["rule"] == "line-read"]
    assert not (case["expected"].get("verdict_not_unclear") and verdict["verdict"] == "unclear")


def _assert_facts(wanted: dict[str, Any], problem: dict[str, Any]) -> None:
    """The numbers, the lines and every name the card was written under are told."""
    facts = problem.get("facts", {})
    assert facts.get("count") == wanted.get("have", facts.get("count"))
    assert facts.get("allowed") == wanted.get("limit", facts.get("allowed"))
    assert problem["lines"] == wanted.get("lines", problem["lines"])
    for name in (wanted["card"], *wanted.get("aliases", ())):
        assert name in problem["message"]


def _assert_sections(case: dict[str, Any], verdict: dict[str, Any]) -> None:
    found = sections_told(verdict)
    for name, wanted in case["expected"].get("sections", {}).items():
        cards = found.get(SECTIONS.get(name, name), Counter())
        total = wanted if isinstance(wanted, int) else wanted["total"]
        assert sum(cards.values()) == total, (case["why"], name)
        if not isinstance(wanted, int):
            assert cards == {front(card): count for card, count in wanted["cards"].items()}, (case["why"], name)
