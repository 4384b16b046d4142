"""A list made illegal on purpose is caught: by the rule that was broken, with the card, and by no other."""

from __future__ import annotations

from datetime import date
from typing import Any, Final

import pytest

from deckcheck.law.legality import Day
from deckcheck.lists.list_checks import Terms, judge_record
from tests.breaking import Broken, Way, ways
from tests.sheets import Sheet
from tests.verdicts import errors, names_any, of_severity, the_desk, verdict_on

MANY: Final = 40
PRESENTED: Final = ("presented-mismatch", "game-one-configuration", "presented-companion")
DAYS: Final = (date(2005, 6, 1), date(2012, 6, 1), date(2022, 3, 1), date(2026, 8, 1))


@pytest.mark.parametrize("way", ways(), ids=lambda way: f"{way.rule}-{way.name}")
def test_a_list_broken_in_one_way_is_caught(way: Way) -> None:
    found = list(way.broken(MANY))
    assert len(found) >= MANY // 2, f"only {len(found)} lists could be broken"
    missed = [text for base, broken in found if (text := _missed(base, broken))]
    assert not missed, f"{len(missed)} of {len(found)}:\n" + "\n".join(missed[:5])


def _missed(base: Sheet, broken: Broken) -> str:
    """What is wrong with the verdicts on the legal list and the broken one; empty if nothing."""
    before = verdict_on(base.text(), base.terms)
    if before["verdict"] != "legal":
        return f"{base.id} is {before['verdict']} before it is broken: {_rules(before)}"
    verdict = verdict_on(broken.sheet.text(), broken.sheet.terms)
    rows = judge_record(broken.sheet.record(), the_desk(), Terms(""))
    if _without_lines(rows) != _without_lines(verdict):
        return f"{base.id} as rows is told {_rules(rows)}, as text {_rules(verdict)}"
    wanted = of_severity(verdict, "unclear") if broken.verdict == "unclear" else errors(verdict)
    caught = [p for p in wanted if p["rule"] == broken.rule and names_any(p, broken.cards)]
    others = [p for p in errors(verdict) if p["rule"] not in {broken.rule, *broken.also}]
    if verdict["verdict"] == broken.verdict and len(caught) == 1 and not others:
        return ""
    return f"{base.id} with {broken.cards} is {verdict['verdict']}, not {broken.rule}: {_rules(verdict)}"


def _without_lines(verdict: dict[str, Any]) -> list[tuple[str, str, list[str]]]:
    """What is told whatever lines the cards stand on."""
    return [(p["rule"], p["severity"], p["cards"]) for p in verdict["problems"]]


def _rules(verdict: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [(p["rule"], p["severity"], p["message"]) for p in verdict["problems"]]


def test_every_rule_of_every_format_has_a_way_to_be_broken() -> None:
    """Lines that cannot be read are tried where the command is, presented decks in test_configurations.

    A list that names another pool than the registered one is only told so: test_pools_of_events. What was opened is a
    matter of the registered pool, not of a list: tests/services/test_pools_opened.
    """
    elsewhere = {"line-read", "pool-named", "pool-opened", *PRESENTED}
    tried = {way.rule for way in ways()}
    for fmt in the_desk().reference.formats.values():
        for on in DAYS:
            book = the_desk().reference.rulebook(fmt.id, Day(on, fmt.platforms()[0]))
            assert {b.clause.name for b in book.clauses} - tried <= elsewhere, fmt.id
