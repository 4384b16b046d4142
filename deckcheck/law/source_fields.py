"""The fields of a source's record: a value of another type than it must have is refused with the record's name."""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import date
from typing import Any, Final, TypeVar

from deckcheck.decklist import lazy
from deckcheck.law.card_sources import Report, SourceError

T = TypeVar("T")
_CODE: Final = lazy.regex(r"\w{1,12}")
_NOT_IN_NAMES: Final = lazy.regex(r"[\x00-\x1f\x7f|]")
_NOT_IN_MARKS: Final = lazy.regex(r"[\s:]")
LONGEST_NAME: Final = 400


class Fields:
    """One record; `title` names it and its file for messages. A value that is null is as one that is absent."""

    def __init__(self, record: Any, title: str) -> None:
        if not isinstance(record, dict):
            raise SourceError(f"{title} is no record but {_short(record)}.")
        self.record: dict[str, Any] = record
        self.title = title

    def refuse(self, key: str, why: str) -> SourceError:
        """What to raise about a field."""
        return SourceError(f"{self.title}: `{key}` is {_short(self.record.get(key))}, {why}.")

    def _value(self, key: str, kind: type[T], word: str, default: T | None) -> T:
        value = self.record.get(key)
        if value is None:
            if default is None:
                raise SourceError(f"{self.title} has no `{key}`.")
            return default
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise self.refuse(key, f"not {word}")
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """A text; the default where it is absent, which is refused without one."""
        return self._value(key, str, "a text", default)

    def name(self, key: str, default: str | None = None) -> str:
        """A text of one line that can stand in a catalogue."""
        value = self.text(key, default).strip()
        if (not value and default is None) or len(value) > LONGEST_NAME or _NOT_IN_NAMES.search(value):
            raise self.refuse(key, "which can't be a name")
        return value

    def mark(self, key: str) -> str:
        """A text without blanks and colons, such as the number of a printing."""
        value = self.name(key)
        if _NOT_IN_MARKS.search(value):
            raise self.refuse(key, "which can't be a collector number")
        return value

    def code(self, key: str, default: str | None = None) -> str:
        """The code of a set, in capitals."""
        value = self.text(key, default).upper()
        if value and not _CODE.fullmatch(value):
            raise self.refuse(key, "which can't be the code of a set")
        return value

    def day(self, key: str, default: str | None = None) -> str:
        """A day as YYYY-MM-DD; empty where it is told to be."""
        value = self.text(key, default)
        try:
            return value and date.fromisoformat(value).isoformat()
        except ValueError:
            raise self.refuse(key, "not a day") from None

    def number(self, key: str) -> int | float:
        """A number, whole where it can be."""
        value = self.record.get(key)
        if value is None:
            raise SourceError(f"{self.title} has no `{key}`.")
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise self.refuse(key, "not a number")
        return int(value) if value == int(value) else value

    def flag(self, key: str) -> bool:
        """Yes or no; no where it is absent."""
        return self._value(key, bool, "true or false", False)

    def words(self, key: str, required: bool = False) -> tuple[str, ...]:
        """A list of texts; none where it is absent, unless it is required."""
        values = self._value(key, list, "a list", None if required else [])
        if not all(isinstance(value, str) for value in values):
            raise self.refuse(key, "not a list of texts")
        return tuple(values)

    def parts(self, key: str) -> tuple[Fields, ...]:
        """A list of records; none where it is absent."""
        values: list[Any] = self._value(key, list, "a list", [])
        return tuple(Fields(value, f"{self.title}, `{key}` {n}") for n, value in enumerate(values, start=1))

    def fields(self, key: str, required: bool = False) -> Fields:
        """A record within this one; an empty one where it is absent, unless it is required."""
        return Fields(self._value(key, dict, "a record", None if required else {}), f"{self.title}, `{key}`")

    def table(self, key: str, required: bool = False) -> dict[str, str]:
        """A record whose values are texts."""
        found = self.fields(key, required)
        return {word: found.text(word) for word in found.record}

    def note_unknown(self, known: frozenset[str], report: Report, kind: str = "key") -> None:
        """Report keys that are not known."""
        for key in self.record.keys() - known:
            report.meet(kind, key, self.title)


def known_word(word: str, known: Iterable[str], kind: str, title: str, report: Report) -> str:
    """The word, reported where it is not known."""
    if word not in known:
        report.meet(kind, word, title)
    return word


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
