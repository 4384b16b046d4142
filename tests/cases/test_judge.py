"""Tricky lists that a judge made up, each with every verdict that is right."""

from __future__ import annotations

from typing import Any

from tests.verdicts import errors, records, terms_of, told, verdict_on


def is_right(case: dict[str, Any], verdict: dict[str, Any]) -> bool:
    """Whether the verdict is one of those wanted and, where only `illegal` is, rests on one of the rules named."""
    if verdict["verdict"] not in case["want"]:
        return False
    rules = {rule for words in case.get("rules", ()) for rule in words.split("|")}
    asked = case["want"] == ["illegal"] and rules
    return not asked or any(p["rule"] in rules for p in errors(verdict))


def test_every_list_gets_a_verdict_that_is_right() -> None:
    wrong = []
    for case in records("judge.jsonl"):
        verdict = verdict_on(case.get("text", ""), terms_of(case))
        if not is_right(case, verdict):
            wrong.append((case["id"], case["want"], verdict["verdict"], told(verdict), case.get("source")))
    assert wrong == []
