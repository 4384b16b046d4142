"""Registered and official lists of Grand Archive get the verdicts a reference check gave them.

The lists are the samples of the dialect "omnidex": 01 to 07 registered for events, 08 and 09 the publisher's own decks.
"""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest

from deckcheck.lists.list_checks import Terms
from tests.lists import front
from tests.verdicts import DATA, errors, told, verdict_on

SAMPLES: Final = Path(__file__).parents[1] / "dialects" / "omnidex"
LISTS: Final[dict[str, Any]] = json.loads((DATA / "ga-lists.json").read_text("utf-8"))
LATER: Final = date(2026, 8, 22)


@pytest.mark.parametrize("id", LISTS)
def test_a_list_gets_its_verdict_on_its_day(id: str) -> None:
    verdict = _verdict(id, date.fromisoformat(LISTS[id]["on"]))
    assert verdict["counts"] == LISTS[id]["counts"]
    assert not verdict["unresolved"]
    _assert_problems(verdict, LISTS[id].get("then", []))


@pytest.mark.parametrize("id", LISTS)
def test_a_list_gets_its_verdict_by_the_bans_of_a_later_day(id: str) -> None:
    _assert_problems(_verdict(id, LATER), LISTS[id].get("later", []))


def _verdict(id: str, on: date) -> dict[str, Any]:
    return verdict_on((SAMPLES / f"{id}.txt").read_text("utf-8"), Terms("ga-standard", on))


def _assert_problems(verdict: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    """Exactly the expected errors, each naming its card, and no other."""
    assert verdict["verdict"] == ("illegal" if expected else "legal"), told(verdict)
    left = errors(verdict)
    for rule, card in expected:
        fitting = [p for p in left if p["rule"] in rule.split("|") and front(card) in {"", *map(front, p["cards"])}]
        assert fitting, (rule, card, told(verdict))
        left.remove(fitting[0])
    assert not left, told(verdict)
