"""A draw is fair, and whoever has the seed draws the same."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from hashlib import sha256
from itertools import permutations
from pathlib import Path
from typing import Final

import pytest

from deckcheck.checks.draws import draw, in_order

TWENTY: Final = tuple(map(str, range(1, 21)))


@pytest.mark.parametrize(
    ("seed", "tables", "size", "drawn"),
    [
        ("4471", TWENTY, 4, ("1", "4", "18", "8")),
        ("", ("7",), 1, ("7",)),
        ("Leeds, round 3", (*map(str, range(1, 107)), "feature A"), 6, ("40", "82", "72", "9", "77", "105")),
        ("\N{SNOWMAN}", ("b", "10", "9", "a"), 4, ("10", "9", "b", "a")),
    ],
)
def test_published_draws_come_out_again(seed: str, tables: tuple[str, ...], size: int, drawn: tuple[str, ...]) -> None:
    assert draw(seed, tables, size) == drawn


def test_anybody_can_draw_again_from_the_description_alone() -> None:
    """The four lines of the description, written anew."""
    left, number = sorted(TWENTY, key=int), 0
    drawn: list[str] = []
    while len(drawn) < 5:
        block = sha256(f"deckcheck-draw/1\n4471\n{number}\n".encode()).digest()
        value = int.from_bytes(block[:8], "big")
        number += 1
        if value < 2**64 - 2**64 % len(left):
            drawn.append(left.pop(value % len(left)))
    assert draw("4471", TWENTY, 5) == tuple(drawn)


def test_the_order_and_number_of_times_in_which_tables_are_named_change_nothing() -> None:
    assert draw("4471", reversed(TWENTY), 6) == draw("4471", (*TWENTY, *TWENTY), 6) == draw("4471", TWENTY, 6)
    assert in_order(("b", "10", "9", "a", "9")) == ["9", "10", "a", "b"]


def test_no_more_tables_are_drawn_than_there_are_and_none_twice() -> None:
    assert sorted(draw("1", TWENTY, 99), key=int) == list(TWENTY)
    assert draw("1", TWENTY, 0) == draw("1", (), 3) == draw("1", TWENTY, -1) == ()


def test_a_greater_draw_goes_on_where_the_smaller_ended() -> None:
    assert draw("seed", TWENTY, 9)[:4] == draw("seed", TWENTY, 4)


def chi_squared(counts: Counter[str], cells: int) -> float:
    expected = counts.total() / cells
    return sum((count - expected) ** 2 for count in counts.values()) / expected + (cells - len(counts)) * expected


def test_every_table_is_drawn_equally_often() -> None:
    """4,000 fixed seeds; with 19 degrees of freedom 43.8 is passed once in a thousand fair draws."""
    draws = [draw(f"fair {n}", TWENTY, 3) for n in range(4000)]
    for place in range(3):
        assert chi_squared(Counter(drawn[place] for drawn in draws), 20) < 43.8
    assert chi_squared(Counter(table for drawn in draws for table in drawn), 20) < 43.8


def test_every_order_of_tables_is_drawn_equally_often() -> None:
    """All 24 orders of four tables; with 23 degrees of freedom 49.7 is passed once in a thousand fair draws."""
    counts = Counter("".join(draw(f"order {n}", "1234", 4)) for n in range(4800))
    assert set(counts) <= {"".join(order) for order in permutations("1234")}
    assert chi_squared(counts, 24) < 49.7


def test_the_test_of_fairness_finds_a_draw_that_is_not_fair() -> None:
    """A remainder of one byte by 20 favours the first 16 tables by a thirteenth."""
    biased = Counter(TWENTY[sha256(str(n).encode()).digest()[0] % 20] for n in range(60000))
    assert chi_squared(biased, 20) > 43.8


def test_the_page_draws_as_the_program_does() -> None:
    page = (Path(__file__).parents[2] / "docs" / "checks.md").read_text("utf-8")
    part = page.partition("## Drawing again")[2].partition("\n## ")[0]
    code, printed = re.findall(r"```(?:python|text)\n(.*?)```", part, re.DOTALL)
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == printed == ", ".join(draw("4471", TWENTY, 4)) + "\n"
