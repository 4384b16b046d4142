"""The day in the head of a report, printed in whatever style the organizer's computer has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Final

_DAY: Final = re.compile(
    r"(?<!\d)(?:(\d{4})\s?[-./年]\s?(\d{1,2})\s?[-./月]\s?(\d{1,2})|(\d{1,2})\s?([./-])\s?(\d{1,2})\s?[./-]\s?(\d{4}))(?!\d)"
)


def read_day(text: str, beside: str = "") -> tuple[date | None, bool]:
    """The first day in a text, and whether it has a second reading that nothing decides.

    `beside` is what the same program printed elsewhere: it writes all days in one order.
    """
    found = _DAY.search(text)
    if not found:
        return None, False
    if found[1]:
        return _day(int(found[1]), int(found[2]), int(found[3])), False
    ways = set(_orders(found))
    for other in _DAY.finditer(beside):
        if len(ways) > 1 and not other[1]:
            ways &= set(_orders(other)) or ways
    days = {_dated(found, way) for way in ways}
    return (days.pop(), False) if len(days) == 1 else (None, len(days) > 1)


def _orders(found: re.Match[str]) -> Iterator[str]:
    """Day first, month first, or both: points and hyphens part days from months in one order only."""
    for way in ("day", "month") if found[5] == "/" else ("day",):
        if _dated(found, way):
            yield way


def _dated(found: re.Match[str], way: str) -> date | None:
    one, two, year = int(found[4]), int(found[6]), int(found[7])
    return _day(year, two, one) if way == "day" else _day(year, one, two)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
