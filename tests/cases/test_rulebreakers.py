"""Commanders that relax what a deck is built from: what they let in is asked, with their words, and never refused."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

import pytest

from deckcheck.lists.list_checks import Terms
from tests.verdicts import verdict_on

AFTER: Final = json.loads((Path(__file__).parent.parent / "data" / "after-2026-08-22.json").read_text("utf-8"))
RULEBREAKERS: Final[list[dict[str, Any]]] = AFTER["commander_rulebreaker"]["cards"]
FIRST: Final = date.fromisoformat(AFTER["commander_rulebreaker"]["from"])

each = pytest.mark.parametrize("wanted", RULEBREAKERS, ids=lambda wanted: wanted["card"])


def deck(leader: str, size: int = 99) -> str:
    """A deck of two colours and of none."""
    return f"Commander\n1 {leader}\n\nDeck\n{size - 45} Mountain\n44 Island\n1 Wastes"


def severities(verdict: dict[str, Any]) -> set[str]:
    return {problem["severity"] for problem in verdict["problems"]}


@each
@pytest.mark.parametrize("format_id", ["commander", "duel-commander"])
def test_its_deck_is_asked_and_not_refused(wanted: dict[str, Any], format_id: str) -> None:
    verdict = verdict_on(deck(wanted["card"]), Terms(format_id, FIRST))
    assert verdict["verdict"] == "unclear"
    assert "error" not in severities(verdict)
    asked = {problem["rule"] for problem in verdict["problems"] if problem["severity"] == "unclear"}
    assert {"commander-ineligible", "colour-identity"} <= asked


@each
def test_a_question_names_what_it_allows(wanted: dict[str, Any]) -> None:
    verdict = verdict_on(deck(wanted["card"], 110), Terms("commander", FIRST))
    told = {p["rule"]: (p["severity"], p["message"]) for p in verdict["problems"]}
    if "deck size" in wanted["allows"]:
        severity, message = told["main-exact"]
    else:
        assert told["main-exact"][0] == "error"
        severity, message = told["colour-identity"]
    assert severity == "unclear"
    assert wanted["allows"] in message


@each
def test_in_the_deck_it_relaxes_nothing(wanted: dict[str, Any]) -> None:
    text = f"Commander\n1 Krenko, Mob Boss\n\nDeck\n97 Mountain\n1 Counterspell\n1 {wanted['card']}"
    verdict = verdict_on(text, Terms("commander", FIRST))
    assert verdict["verdict"] == "illegal"
    assert [p["cards"] for p in verdict["problems"] if p["severity"] == "error"] == [["Counterspell"]]


@each
def test_it_is_not_out_before_the_first_box(wanted: dict[str, Any]) -> None:
    before = date.fromisoformat(AFTER["commander_rulebreaker"]["convention_from"]) - timedelta(days=1)
    found = verdict_on(deck(wanted["card"]), Terms("commander", before))
    assert found["verdict"] in {"illegal", "unclear"}
    on_the_last_day = verdict_on(deck(wanted["card"]), Terms("commander", date(2026, 8, 22)))
    assert on_the_last_day["verdict"] == "illegal"
    assert {p["rule"] for p in on_the_last_day["problems"] if p["severity"] == "error"} == {"not-in-format"}
