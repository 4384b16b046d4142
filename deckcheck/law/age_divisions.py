"""Age divisions of players by year of birth, which move by a year each season."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from deckcheck.translations import gettext


@dataclass(frozen=True, slots=True)
class AgeDivisions:
    """The age divisions of a game by id with their titles, the youngest first.

    `from_year`: the year of birth from which on players were in one in `season`; the oldest has none. A season is
    called by the year it ends in and begins in `first_month` of the year before; in the `unsure_months` it is not known
    which of two it is.
    """

    titles: Mapping[str, str] = field(default_factory=dict)
    season: int = 0
    from_year: Mapping[str, int] = field(default_factory=dict)
    first_month: int = 1
    unsure_months: tuple[int, ...] = ()

    def of(self, born: date, day: date) -> str:
        """The division on a day; empty where that depends on when the season begins."""
        known = {self._in(born.year, season) for season in self._seasons(day)}
        return known.pop() if len(known) == 1 else ""

    def _seasons(self, day: date) -> tuple[int, ...]:
        season = day.year + 1 if day.month >= self.first_month else day.year
        return (season, season + 1) if day.month in self.unsure_months else (season,)

    def _first_year(self, name: str, season: int) -> int | None:
        year = self.from_year.get(name)
        return None if year is None else year + season - self.season

    def _in(self, year: int, season: int) -> str:
        first = {name: self._first_year(name, season) for name in self.titles}
        return next((name for name, of in first.items() if of is None or year >= of), "")

    def title(self, name: str) -> str:
        """What a division is called; empty for none."""
        return gettext(self.titles[name]) if name in self.titles else ""

    def described(self, name: str, day: date) -> str:
        """A division with its years of birth on a day, as far as they are certain."""
        seasons, title, names = self._seasons(day), self.title(name), tuple(self.titles)
        if len(seasons) > 1:
            return title
        first = self._first_year(name, seasons[0])
        younger = names[names.index(name) - 1] if names.index(name) else ""
        last = self._first_year(younger, seasons[0]) if younger else None
        if last is None:
            return gettext("{title} (born {year} or later)").format(title=title, year=first)
        if first is None:
            return gettext("{title} (born {year} or earlier)").format(title=title, year=last - 1)
        return gettext("{title} (born {first} to {last})").format(title=title, first=first, last=last - 1)
