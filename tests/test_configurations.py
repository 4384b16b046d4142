"""Five thousand presented decks, made from real lists by the rules and against them: each gets the right answer."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final

from deckcheck.law.rule import Severity
from deckcheck.lists.list_comparisons import CompareLists, compare_lists
from deckcheck.verdict.comparison import Comparison
from tests.compare_reference import Reckoned, reckon
from tests.configurations import Configuration, Way, configurations, typed, ways
from tests.verdicts import the_desk

MANY: Final = 5000


def test_every_configuration_is_told_right() -> None:
    rng, made = Random("typed"), Counter[str]()
    wrong = []
    for way, one in configurations(MANY):
        made[way.name] += 1
        right = reckon(one.registered, one.presented, one.game)
        assert _as_meant(way, right), f"{way.name} of {one.registered.id} came to {right}"
        order = CompareLists(one.registered.text(), typed(one.presented, rng), one.registered.terms, one.game)
        found = compare_lists(order, the_desk())
        wrong += [text] if (text := _unlike(one, right, found)) else []
    assert not wrong, f"{len(wrong)} of {MANY}:\n" + "\n".join(wrong[:5])
    assert min(made[way.name] for way in ways()) >= MANY // len(ways())


def _as_meant(way: Way, right: Reckoned) -> bool:
    """Whether the reckoning says of a way what the way was made for."""
    return set(filter(None, way.rules)) <= right.rules and (right.verdict == "matches") is (way.rules == ("",))


def _unlike(one: Configuration, right: Reckoned, found: Comparison) -> str:
    """What is said otherwise than it was reckoned; empty if nothing."""
    told = Reckoned(
        verdict=str(found.verdict),
        rules={p.clause for p in found.problems if p.severity is Severity.ERROR},
        moved_in=Counter({name: count for count, name in found.moved_in}),
        moved_out=Counter({name: count for count, name in found.moved_out}),
        missing=Counter({(name, section): count for count, name, section in found.missing}),
        extra=Counter({(name, section): count for count, name, section in found.extra}),
    )
    if told == right:
        return ""
    return f"{one.way} of {one.registered.id}, game {one.game}: told {told}, reckoned {right}"
