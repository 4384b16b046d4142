"""A test over the rows of a table names every row that fails, and is told so by pytest as one test."""

from __future__ import annotations

import inspect

import pytest

from tests.tables import TOLD, every_row


def test_every_row_that_fails_is_named_with_what_went_wrong() -> None:
    @every_row("number", range(4))
    def odd(number: int) -> None:
        assert number % 2, f"{number} is even"

    with pytest.raises(AssertionError) as failed:
        odd()
    head, *lines = str(failed.value).splitlines()
    assert head == "2 of 4 rows fail:"
    assert [line.partition(":")[0] for line in lines if "is even" in line] == ["0", "2"]
    assert isinstance(failed.value.__cause__, AssertionError)


def test_rows_of_several_parts_and_tables_of_tables_are_gone_through_whole() -> None:
    seen = []

    @every_row("sign", "+-")
    @every_row(("left", "right"), [(1, 2), (3, 4)], ids=lambda value: f"<{value}>")
    def gather(sign: str, left: int, right: int, desk: str) -> None:
        seen.append((sign, left, right, desk))
        if sign == "-" and left == 3:
            pytest.fail("no")

    assert list(inspect.signature(gather).parameters) == ["desk"]
    with pytest.raises(AssertionError, match=r"(?s)1 of 2 rows fail:.*-: .*1 of 2 rows fail:.*<3>-<4>: .*Failed: no"):
        gather(desk="d")
    assert seen == [("+", 1, 2, "d"), ("+", 3, 4, "d"), ("-", 1, 2, "d"), ("-", 3, 4, "d")]


def test_of_many_rows_the_rest_is_told_by_name_alone_and_a_table_without_rows_is_a_fault() -> None:
    @every_row("number", range(TOLD + 5))
    def never(number: int) -> None:
        raise ValueError(number)

    with pytest.raises(AssertionError) as failed:
        never()
    assert str(failed.value).splitlines()[-5:] == [str(TOLD + n) for n in range(5)]
    with pytest.raises(AssertionError, match="no row"):
        every_row("number", [])
