"""Nothing half done: every rule has its words, its cases and its use, every clause its place in what we promise."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from deckcheck.catalogue import cards_known, has_card, open_sets
from deckcheck.catalogue.reference import Reference, find_root, load_reference
from deckcheck.law.formats import Clause, Format
from deckcheck.law.legality import Day
from deckcheck.law.rule import Rule
from deckcheck.law.sentences import Facts, fill_words
from tests.support import all_rules, rule_cases

ROOT: Final = Path(__file__).parent.parent
PROMISE: Final = (ROOT / "docs" / "contract.md").read_text("utf-8")
RULES: Final = all_rules()
LAST_DAY: Final = date(2026, 8, 22)

each_rule = pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.id)


@cache
def the_law() -> Reference:
    return load_reference(find_root(), open_sets, cards_known, has_card)


def days_of(fmt: Format) -> list[date]:
    """Each day on which the format's law changes, the day before it, and the last day."""
    changes = fmt.change_days()
    return sorted({*changes, *(day - timedelta(days=1) for day in changes), LAST_DAY})


@cache
def all_clauses() -> tuple[tuple[Format, date, Clause], ...]:
    """Every clause of every format as it stood after each change, options included."""
    return tuple(_clauses())


def _clauses() -> Iterator[tuple[Format, date, Clause]]:
    for fmt in the_law().formats.values():
        for day in days_of(fmt):
            for options in {frozenset[str](), fmt.option_names()}:
                for clause in fmt.clauses_on(day, options).values():
                    yield fmt, day, clause


@each_rule
def test_a_rule_says_what_it_is(rule: Rule[Any]) -> None:
    assert re.fullmatch(r"[A-Z0-9].*[.]", rule.about), "the first line of its file is a sentence"
    assert rule.sentence.endswith((".", "}"))
    assert rule.implements
    assert rule.messages


@each_rule
def test_a_rule_has_a_case_that_passes_and_one_for_each_message(rule: Rule[Any]) -> None:
    cases = [case for case in rule_cases() if case.rule.id == rule.id]
    assert any(not case.finds for case in cases), "no case passes"
    tried = {find.get("message") for case in cases for find in case.finds}
    assert set(rule.messages) <= tried


@each_rule
def test_a_rules_cases_have_its_name(rule: Rule[Any]) -> None:
    assert (ROOT / "tests" / "rules" / f"{rule.id}.toml").is_file()


@each_rule
def test_a_rule_is_used_by_a_format(rule: Rule[Any]) -> None:
    assert any(clause.rule == rule.id for _, _, clause in all_clauses())


@each_rule
def test_a_rule_was_written_from_documents_that_we_name(rule: Rule[Any]) -> None:
    assert {cite.split()[0] for cite in rule.implements} <= set(the_law().documents)


def test_every_clause_has_a_whole_sentence() -> None:
    for fmt in the_law().formats.values():
        book = the_law().rulebook(fmt.id, Day(LAST_DAY))
        for bound in book.clauses:
            said = bound.rule.sentence.format_map(Facts(fill_words(bound.params, book.game)))
            assert re.fullmatch(r"[A-Z0-9][^{}]+[.]", said), f"{fmt.id}: {said}"


def test_every_promised_format_is_there() -> None:
    promised = set(
        re.findall(r"`([a-z]+(?:-[a-z]+)+|[a-z]{5,})`", PROMISE.partition("## Format ids")[2].partition("\n## ")[0])
    )
    assert len(promised) >= 20
    assert promised <= set(the_law().formats)


def test_every_citation_names_a_document() -> None:
    cited = {cite.split()[0] for _, _, clause in all_clauses() for cite in clause.cites}
    assert cited <= set(the_law().documents)


@pytest.mark.parametrize("fmt", the_law().formats.values(), ids=lambda fmt: fmt.id)
def test_a_format_builds_on_each_day_of_change_and_the_day_before(fmt: Format) -> None:
    for day in days_of(fmt):
        for platform in fmt.platforms():
            for match in ("bo1", "bo3"):
                assert the_law().rulebook(fmt.id, Day(day, platform), match).clauses


def test_no_card_is_told_both_as_no_deck_card_and_as_not_in_the_format() -> None:
    for fmt in the_law().formats.values():
        for day in days_of(fmt):
            clauses = fmt.clauses_on(day).values()
            told = {trait for c in clauses if c.rule == "tournament-card" for trait in c.params["traits"]}
            pools = [c for c in clauses if c.rule == "card-pool"]
            for pool in pools:
                assert set(pool.params.get("other_traits", ())) == told, f"{fmt.id} on {day}"
