"""Double the input is double the work at most: every input of every route that anybody may call."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.access.rows import Row, routes_of, rows
from tests.access.world import World, make_world
from tests.doubling import MOST, factor_of, nothing_collected
from tests.growth import BRISK, Meter, Sent, growth_of, public_rows

ROWS: Final = public_rows()


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory, migrated_file: Path) -> World:
    return make_world(tmp_path_factory.mktemp("growth"), migrated_file, "a")


@pytest.fixture(scope="module")
def measured(world: World) -> Iterator[World]:
    with nothing_collected():
        yield world


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_no_input_of_a_route_costs_more_than_it_is_larger(row: Row, measured: World) -> None:
    found = list(growth_of(Meter(measured), row, BRISK))
    gc.collect()
    assert found
    assert [one.line for one in found if one.factor > MOST] == []
    assert [one.line for one in found if one.status >= 500] == []


def test_every_route_is_known_to_be_public_or_not(world: World) -> None:
    assert routes_of(world.app) == {row.name for row in rows()}
    assert {row.name for row in rows() if row.right == "everyone"} <= {row.name for row in ROWS}


def test_work_with_the_square_is_found_and_work_with_the_length_is_not() -> None:
    assert factor_of([0.001, *(0.001 + 0.00001 * size**2 for size in (50, 100))]) > 3.9
    assert factor_of([0.001, *(0.001 + 0.001 * size for size in (50, 100))]) < 2.1


class _Formula(Meter):
    """Answers as a formula says, by the size that stands as the address."""

    formula: Callable[[int], float]

    def cost(self, method: str, sent: Sent) -> tuple[float, int]:
        del method
        return self.formula(int(sent.path)), 200


def test_a_step_is_not_taken_for_growth(measured: World) -> None:
    meter = _Formula(measured)
    row = ROWS[0]

    def factor(formula: Callable[[int], float]) -> float:
        meter.formula = formula
        return meter.grown(row, "form text", "cards", lambda size: Sent(str(size)), 240).factor

    assert factor(lambda size: 0.003 + 0.0001 * size + (0.02 if size > 200 else 0)) <= MOST
    assert factor(lambda size: 0.003 + 0.000002 * size**2) > MOST
