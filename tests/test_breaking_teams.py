"""A team made illegal on purpose: every player whose deck breaks a rule is told the right one, the others nothing."""

from __future__ import annotations

from string import ascii_uppercase
from typing import Final

import pytest

from tests.breaking_teams import Break, BrokenTeam, Team, Told, broken, ways
from tests.verdicts import errors, names_any, of_severity

MANY: Final = 12


@pytest.mark.parametrize(("kind", "make"), ways(), ids=lambda one: one if isinstance(one, str) else one.__name__)
def test_a_team_broken_in_one_way_is_told_to_the_right_players(kind: str, make: Break) -> None:
    found = list(broken(kind, make, MANY))
    assert len(found) >= MANY // 3, f"only {len(found)} teams could be broken"
    missed = [text for team, one in found for text in _missed(team, one)]
    assert not missed, f"{len(missed)} of {len(found)}:\n" + "\n".join(missed[:5])


def _missed(team: Team, one: BrokenTeam) -> list[str]:
    """What is wrong with the verdicts on the decks before and after."""
    seats = range(len(team.sheets))
    before = [f"{team.sheets[at].id} is not legal before: {said}" for at in seats if (said := _unlike(team, at, None))]
    return before or [
        f"{one.team.sheets[at].id}: {said}" for at in seats if (said := _unlike(one.team, at, one.told.get(at)))
    ]


def _unlike(team: Team, at: int, told: Told | None) -> str:
    """What the player of a seat is told otherwise than they must be; empty if nothing."""
    verdict = team.verdict(at)
    said = f"{verdict['verdict']} {[(p['rule'], p['message']) for p in verdict['problems']]}, not {told}"
    if told is None:
        return "" if verdict["verdict"] == "legal" else said
    wanted = errors(verdict) if told.verdict == "illegal" else of_severity(verdict, "unclear")
    caught = [p for p in wanted if p["rule"] == told.rule and names_any(p, (told.card,) if told.card else ())]
    named = all(f"seat {ascii_uppercase[seat]}" in p["message"] for p in caught for seat in told.seats)
    others = [p for p in errors(verdict) if p["rule"] != told.rule]
    return "" if verdict["verdict"] == told.verdict and len(caught) == 1 and named and not others else said
