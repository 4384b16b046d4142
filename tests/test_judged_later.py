"""Real lists on a day past the data: nothing turns illegal but by a dated entry of the law."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("day", ["2026-11-28", "2027-01-30", "2027-03-01"])
@pytest.mark.parametrize("lists", ["mtgo", "paper"])
def test_no_list_turns_illegal_later_but_by_a_dated_entry_of_the_law(lists: str, day: str) -> None:
    told = subprocess.run(
        [sys.executable, "scripts/judge_later.py", f"tests/data/lists/{lists}.jsonl", "--now", day],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout + told.stderr
    assert re.search(r"^ *0 wrong$", told.stdout, re.MULTILINE)
    assert re.search(r"[1-9]\d* as they are: legal", told.stdout)
