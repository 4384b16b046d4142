"""What was due when: announcements, rotations and seasons that our law does not have yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, Final, NamedTuple

from deckcheck.decklist.days import day_in_words
from deckcheck.law.formats import FormatError

ANNOUNCEMENT: Final = "announcement"
ROTATION: Final = "rotation"
SEASON: Final = "season"
KINDS: Final = (ANNOUNCEMENT, ROTATION, SEASON)

_WORDS: Final = frozenset({"day", "kind", "lists", "formats", "ends", "source", "note"})


class Due(NamedTuple):
    """One thing that was to come on a day, by its publisher's own calendar or habit.

    `kind` is one of KINDS; `lists` and `formats` are what it concerns. `ends`: cards whose ban may end with it.
    """

    day: date
    kind: str
    lists: tuple[str, ...]
    formats: tuple[str, ...]
    ends: tuple[str, ...]
    source: str


def read_calendar(where: str, table: Mapping[str, Any], lists: Iterable[str]) -> tuple[Due, ...]:
    """The `[[due]]` rows of a calendar file, by day; unknown words and lists are refused."""
    if set(table) - {"due"}:
        raise FormatError(f"{where}: it holds the table [[due]] and nothing else.")
    return tuple(sorted(_due(f"{where}, row {n}", row, set(lists)) for n, row in enumerate(table.get("due", ()), 1)))


def _due(where: str, row: Mapping[str, Any], lists: set[str]) -> Due:
    unknown = set(row) - _WORDS
    if unknown:
        raise FormatError(f"{where}: unknown word {min(unknown)!r}; known are {', '.join(sorted(_WORDS))}.")
    if type(row.get("day")) is not date or row.get("kind") not in KINDS or not row.get("source"):
        raise FormatError(f"{where}: it needs `day`, `source`, and `kind`, one of {', '.join(KINDS)}.")
    if strange := set(row.get("lists", ())) - lists:
        raise FormatError(f"{where}: there is no list {min(strange)!r}.")
    if not row.get("lists") and not row.get("formats"):
        raise FormatError(f"{where}: `lists` or `formats` must say what it is about.")
    several = {key: tuple(map(str, row.get(key, ()))) for key in ("lists", "formats", "ends")}
    return Due(row["day"], row["kind"], source=str(row["source"]), **several)


def data_end(title: str, known: date) -> str:
    """Up to when the data of a format are known, within a sentence: our Standard data end on 22 August 2026."""
    return f"our {title} data end on {day_in_words(known)}"


def of_no_verdict(age: str) -> str:
    """The sentence of an age where no list is judged: on the pages of a format, a card or an event."""
    return age.replace(_MAY_BE, "")


def age_in_words(title: str, known: date, missed: Iterable[Due]) -> str:
    """The one warning of a day past the last known one: up to when the law is known, and what was due since."""
    due = sorted(missed)
    told = f"O{data_end(title, known)[1:]}"
    if not due:
        return f"{told}; later changes are not included."
    one = len(due) == 1 or due[0].kind != due[-1].kind
    days = day_in_words(due[-1].day) if one else f"{day_in_words(due[0].day)} and later"
    what = _CALLED[due[-1].kind].format(days=days, s="" if one else "s", are="is" if one else "are")
    return f"{what} not in our data{_MAY_BE}. {told}."


_MAY_BE: Final = "; this verdict may be out of date"
_CALLED: Final[Mapping[str, str]] = {
    ANNOUNCEMENT: "The announcement{s} due on {days} {are}",
    ROTATION: "The rotation{s} due on {days} {are}",
    SEASON: "The season list{s} due on {days} {are}",
}
