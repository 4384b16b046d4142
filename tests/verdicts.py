"""What tests of verdicts share: one desk for all, lists judged as the command line does, problems compared by card."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final

from deckcheck.app.context import App
from deckcheck.lists.list_checks import PreviewList, Terms, preview_list
from deckcheck.verdict.reports_json import as_json
from deckcheck.wiring import build_desk
from tests.lists import front

DATA: Final = Path(__file__).parent / "data"


@cache
def the_desk() -> App:
    """The desk of the installation under test, made once."""
    return build_desk()


def records(name: str) -> list[dict[str, Any]]:
    """The records of a file of test data, one a line."""
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


def terms_of(case: Mapping[str, Any]) -> Terms:
    """The terms of a case in the words of the command line."""
    return Terms(case["format"], date.fromisoformat(case["on"]), case.get("match"), case.get("platform"))


def verdict_on(text: str, terms: Terms) -> dict[str, Any]:
    """The verdict on a list as typed."""
    return as_json(preview_list(PreviewList(text, terms), the_desk()))


def of_severity(verdict: Mapping[str, Any], *severities: str) -> list[dict[str, Any]]:
    """The problems of these severities."""
    return [p for p in verdict["problems"] if p["severity"] in severities]


def errors(verdict: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The problems that make a list illegal."""
    return of_severity(verdict, "error")


def names_any(problem: Mapping[str, Any], cards: Iterable[str]) -> bool:
    """Whether the problem names one of the cards, or the cards are none."""
    wanted = {front(name) for name in cards}
    return not wanted or any(front(name) in wanted for name in problem["cards"])


def told(verdict: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The errors as rule and message, to be read where a test fails."""
    return [(p["rule"], p["message"]) for p in errors(verdict)]


def sections_told(verdict: Mapping[str, Any]) -> dict[str, Counter[str]]:
    """The cards of a verdict by section; what waits for a person counts under its text."""
    sections: dict[str, Counter[str]] = {}
    for section, rows in verdict["sections"].items():
        for row in rows:
            sections.setdefault(section, Counter())[front(row["name"])] += row["count"]
    for row in verdict["unresolved"]:
        sections.setdefault(row["section"], Counter())[front(row["text"])] += row["count"]
    return sections
