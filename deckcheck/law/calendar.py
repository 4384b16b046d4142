"""What was due when: announcements, rotations and seasons that our law does not have yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, Final, NamedTuple

from deckcheck.decklist.days import day_in_words
from deckcheck.law.formats import FormatError
from deckcheck.translations import gettext, gettext_noop

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
    return gettext("our {title} data end on {day}").format(title=title, day=day_in_words(known))


def of_no_verdict(age: str) -> str:
    """The sentence of an age where no list is judged: on the pages of a format, a card or an event."""
    return age.replace(gettext(_MAY_BE), "")


def age_in_words(title: str, known: date, missed: Iterable[Due]) -> str:
    """The one warning of a day past the last known one: up to when the law is known, and what was due since."""
    due = sorted(missed)
    ours = {"title": title, "day": day_in_words(known)}
    if not due:
        return gettext("Our {title} data end on {day}; later changes are not included.").format_map(ours)
    one = len(due) == 1 or due[0].kind != due[-1].kind
    days = day_in_words(due[-1 if one else 0].day)
    told = gettext(_MISSED[due[-1].kind][not one]).format(days=days, verdict=gettext(_MAY_BE))
    end = gettext("Our {title} data end on {day}.").format_map(ours)
    return f"{told} {end}"


_MAY_BE: Final = gettext_noop("; this verdict may be out of date")
_MISSED: Final[Mapping[str, tuple[str, str]]] = {
    ANNOUNCEMENT: (
        gettext_noop("The announcement due on {days} is not in our data{verdict}."),
        gettext_noop("The announcements due on {days} and later are not in our data{verdict}."),
    ),
    ROTATION: (
        gettext_noop("The rotation due on {days} is not in our data{verdict}."),
        gettext_noop("The rotations due on {days} and later are not in our data{verdict}."),
    ),
    SEASON: (
        gettext_noop("The season list due on {days} is not in our data{verdict}."),
        gettext_noop("The season lists due on {days} and later are not in our data{verdict}."),
    ),
}
"""What is said of one thing that was due, and of several."""
