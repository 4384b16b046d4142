"""Decks made of pools, by the rules and against them, where decks may change between matches: each is told right."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from deckcheck.law.rule import Severity
from deckcheck.lists.list_comparisons import CompareLists, compare_lists
from tests.breaking_continuous import Table, Way, registered, ways
from tests.verdicts import the_desk

MANY: Final = 40


@pytest.mark.parametrize("way", ways(), ids=lambda way: way.name)
def test_a_deck_is_told_right_where_decks_change(way: Way) -> None:
    made = [table for n in range(2 * MANY) if (table := way.make(registered(n % 20), Random(f"{way.name} {n}")))][:MANY]
    assert len(made) >= MANY // 2
    wrong = [text for table in made if (text := _unlike(way, table))]
    assert not wrong, f"{len(wrong)} of {len(made)}:\n" + "\n".join(wrong[:4])


def _unlike(way: Way, table: Table) -> str:
    """What is said otherwise than it must be; empty if nothing."""
    order = CompareLists(table.registered.text(), table.presented.text(), table.registered.terms, table.game)
    found = compare_lists(order, the_desk())
    told = {p.clause for p in found.problems if p.severity is Severity.ERROR}
    if found.verdict == way.verdict and set(way.rules) <= told and (way.rules or not told):
        return ""
    said = [p.text for p in found.problems][:4]
    return f"{table.registered.id}, game {table.game}: {found.verdict} {sorted(told)} {said}"
