"""The law of a day against others' snapshots of it: what is not explained is a fault."""

from __future__ import annotations

import pytest

from tests.law.snapshots import DAYS, differences, snapshots, unexplained


@pytest.mark.parametrize("day", DAYS)
def test_the_law_of_a_day_is_that_of_others_snapshots(day: str) -> None:
    found = [d for shot in snapshots(day) for d in unexplained(differences(shot))]
    assert not found[:20], len(found)


def test_there_are_snapshots_of_many_formats_and_days() -> None:
    shots = [shot for day in DAYS for shot in snapshots(day)]
    assert len(DAYS) == 22
    assert len({shot["format"] for shot in shots}) >= 14
    assert sum(shot.get("compared", 0) for shot in shots) > 300_000
