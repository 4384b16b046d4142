"""Thousands of lists held to pools of real sets, alone and in teams: each gets the right verdict."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date
from random import Random
from typing import Any, Final

from deckcheck.law.rulebooks import TEAM_POOL
from deckcheck.lists.list_checks import Terms
from deckcheck.verdict.pool_law import Beside
from tests import pools_broken
from tests.pools_made import NOBODY, cases, ways
from tests.pools_reference import HELD, Case, Piles, card, reckon
from tests.sheets import HEADINGS
from tests.verdicts import errors, verdict_on

MANY: Final = 3000
ON: Final = date(2026, 8, 1)
HEADED: Final = {**HEADINGS, "contraptions": "Contraptions"}
ONE_CARD: Final = frozenset({"pool", "not-a-tournament-card"})
"""Rules that name each card that breaks them by itself."""


def test_every_list_is_held_to_its_pool_as_it_was_reckoned() -> None:
    rng, made, wrong = Random("typed"), Counter[str](), []
    assert pools_broken.a_foreign_card in {way.make for way in ways()}
    for way, case in cases(MANY):
        made[way.name] += 1
        right = reckon(case)
        rules = {rule for rule, _ in right.errors}
        assert (right.verdict, set(way.rules) <= rules) == (way.verdict, True), f"{way.name}: {right}"
        verdict = verdict_on(typed(case, rng), terms_of(case, rng))
        told = {(p["rule"], name) for p in errors(verdict) for name in _named(p)}
        differs = any(p["rule"] == "pool-named" for p in verdict["problems"])
        if (verdict["verdict"], told, differs) != (right.verdict, right.errors, right.differs):
            wrong.append(f"{way.name} ({case.kind}): told {verdict['verdict']} {told} {differs}, reckoned {right}")
    assert not wrong, f"{len(wrong)} of {MANY}:\n" + "\n".join(wrong[:8])
    assert min(made[way.name] for way in ways()) >= MANY // (4 * len(ways()))


def _named(problem: dict[str, Any]) -> list[str]:
    return problem["cards"] if problem["rule"] in ONE_CARD else [""]


def terms_of(case: Case, rng: Random) -> Terms:
    """The terms of a case, with the pool in rows of any order."""
    # A pod's draft is held to its pool as sealed is; only teams share theirs.
    alone = case.kind in {"own", "named"}
    terms = Terms(
        rng.choice(["limited-sealed", "limited-draft"]) if alone else "limited-sealed", ON, "bo3", case.platform
    )
    if case.kind == "named":
        return terms
    pool = [(count, name) for name, count in case.pool.items()] + ([(case.lost, NOBODY)] if case.lost else [])
    rng.shuffle(pool)
    terms = replace(terms, pool=tuple(pool))
    if case.kind == "own":
        return terms
    form = "two-headed-giant-limited" if case.kind == "giant" else "limited-sealed"
    match = "bo1" if case.kind == "giant" else "bo3"
    return replace(terms, format=form, match=match, team=TEAM_POOL, beside=_beside(case.mates))


def _beside(mates: list[Piles]) -> Beside:
    return tuple((s, count, name) for mate in mates for s in mate for name, count in mate[s].items())


def typed(case: Case, rng: Random) -> str:
    """The list as somebody writes it: rows in any order, cards under any of their names."""
    piles = {s: case.piles[s] for s in HEADED if s in HELD and case.piles.get(s)}
    if pool := case.pool if case.kind == "named" else case.says:
        piles["pool"] = pool
    parts = []
    for section, pile in piles.items():
        rows = [f"{count} {_written(name, rng)}" for name, count in pile.items()]
        rows += [f"{case.unread[section]} {NOBODY}"] if case.unread[section] else []
        rng.shuffle(rows)
        parts.append("\n".join([HEADED[section], *rows]))
    return "\n\n".join(parts) + "\n"


def _written(name: str, rng: Random) -> str:
    """The name, its front face, or the name of another printing."""
    one = card(name)
    return rng.choice([name, name, one.front, *one.also_known_as])
