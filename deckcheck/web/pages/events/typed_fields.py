"""Fields for days and times as people type them: what each is read as, and what is asked where it may mean several."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, time
from typing import Any

from deckcheck.app.context import App
from deckcheck.app.typed_times import day_said, doubt, no_day, no_time, read_days, read_times, time_said
from deckcheck.law.event_rules import CARDS, NO_RULES
from deckcheck.law.event_rules_read import SIZE_FIELD
from deckcheck.law.formats import FormatError


@dataclass(frozen=True, slots=True)
class TypedFields:
    """What stands in the fields, as text; where one may mean several, `…_is` has the reading that was picked.

    A field whose name ends in `day` holds a day, every other a time.
    """

    values: Mapping[str, str]

    def __getitem__(self, name: str) -> str:
        return self.values.get(name, "")

    def today(self) -> date:
        """The day that "tomorrow" comes after."""
        raise NotImplementedError

    def days(self, name: str) -> tuple[date, ...]:
        """What a field may mean as a day; the one that was picked of several."""
        return _picked(read_days(self[name], self.today()), self[f"{name}_is"])

    def times(self, name: str) -> tuple[time, ...]:
        """What a field may mean as a time of day; the one that was picked of several."""
        return _picked(read_times(self[name]), self[f"{name}_is"])

    def readings(self, name: str) -> tuple[tuple[str, str], ...]:
        """What a field may mean, each as its value and in words; one where it is understood."""
        if name.endswith("day"):
            return tuple((day.isoformat(), day_said(day)) for day in self.days(name))
        return tuple((at.isoformat(), time_said(at)) for at in self.times(name))

    def unclear(self, name: str, empty: str) -> Iterator[tuple[str, str]]:
        """What is wrong with a day or a time as typed; `empty` is said where nothing is."""
        text, found = self[name], self.readings(name)
        if not text.strip():
            yield from ((name, empty),) if empty else ()
        elif not found:
            yield name, no_day(text) if name.endswith("day") else no_time(text)
        elif len(found) > 1:
            yield name, doubt(text, [said for _, said in found])


def only(readings: tuple[Any, ...]) -> Any:
    """The reading of a field that is understood."""
    return readings[0] if len(readings) == 1 else None


def _picked(readings: tuple[Any, ...], picked: str) -> tuple[Any, ...]:
    """The reading that was picked, if it is one of several."""
    return tuple(one for one in readings if one.isoformat() == picked) or readings


def usual_platform(app: App, format: str) -> str:
    """Where a format is usually played; empty of one that is gone."""
    with suppress(FormatError):
        return str(app.format(format).platforms()[0])
    return ""


def house_values(house: Mapping[str, Any]) -> dict[str, str]:
    """House rules as the fields have them."""
    values = {name: "\n".join(house.get(name, ())) for name in CARDS}
    values |= {f"{SIZE_FIELD}{name}": str(number) for name, number in house.get("sizes", {}).items()}
    return {**values, "drop": " ".join(house.get("drop", ())), "source": str(house.get("source", NO_RULES.source))}
