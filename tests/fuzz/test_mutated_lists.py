"""No change of a real list loses a line, moves a count that it may not move, fails, or takes long.

scripts/fuzz_lists.py tries far more.
"""

from __future__ import annotations

import os
from typing import Final

from tests.fuzz.mutated_lists import fault_of, originals
from tests.samples import examples

SEED: Final = os.environ.get("DECKCHECK_FUZZ_SEED", "fuzz")
LISTS: Final = examples(20_000, nightly=200_000)


def test_real_lists_of_every_kind_are_changed() -> None:
    ids = [original.id for original in originals()]
    assert len(ids) > 700
    assert sum(original.lines for original in originals()) > 500


def test_a_changed_list_keeps_its_lines_and_its_counts() -> None:
    assert [fault for number in range(LISTS) if (fault := fault_of(number, SEED))] == []
