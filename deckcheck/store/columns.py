"""Annotated column types: keys, moments in UTC, and JSON alike on both databases."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Annotated, Any, Final

import uuid_utils
from sqlalchemy import BigInteger, Dialect, ForeignKey, String
from sqlalchemy.orm import mapped_column
from sqlalchemy.types import JSON, TypeDecorator

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)


def to_milliseconds(moment: datetime) -> int:
    """Whole milliseconds since 1970 in UTC, cut off and never rounded up past a deadline."""
    return (moment - _EPOCH) // _MILLISECOND


def from_milliseconds(value: int) -> datetime:
    """The moment, aware and in UTC."""
    return _EPOCH + value * _MILLISECOND


class Moments(TypeDecorator[datetime]):
    """A moment as milliseconds of UTC: exact, and compared alike by every database. Naive values are refused."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """The number that is stored."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("A moment without a time zone cannot be stored.")
        return to_milliseconds(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """The moment that was stored."""
        return None if value is None else from_milliseconds(int(value))


class UnknownWord(ValueError):
    """A column holds a word that this release does not know: somebody edited the database."""


_AS_STORED: Final[ContextVar[bool]] = ContextVar("as_stored", default=False)


@contextmanager
def as_stored() -> Iterator[None]:
    """Read words that are not known as they stand, for whoever looks for what was edited."""
    token = _AS_STORED.set(True)
    try:
        yield
    finally:
        _AS_STORED.reset(token)


class Choice(TypeDecorator[StrEnum]):
    """One word of an enumeration, stored as that word."""

    impl = String(40)
    cache_ok = True

    def __init__(self, words: type[StrEnum]) -> None:
        super().__init__()
        self.words = words
        self._known: dict[str, StrEnum] = {word.value: word for word in words}

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """The word that is stored."""
        return None if value is None else self._word(value).value

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        """The word that was stored."""
        return value if value is None or (value not in self._known and _AS_STORED.get()) else self._word(value)

    def _word(self, value: str) -> StrEnum:
        try:
            return self._known[value]
        except KeyError:
            raise UnknownWord(f"{value!r} is none of the words for {self.words.__name__}.") from None


def new_uid() -> str:
    """A new key: UUIDv7, so that rows of one table lie in the order in which they came."""
    return str(uuid_utils.uuid7())


def made_at(uid: str) -> datetime:
    """When a key was made: its first 48 bits count milliseconds."""
    return from_milliseconds(int(uid.replace("-", "")[:12], 16))


Uid = Annotated[str, mapped_column(String(36))]
Key = Annotated[str, mapped_column(String(36), primary_key=True, default=new_uid)]
EventRef = Annotated[str, mapped_column(String(36), ForeignKey("events.uid"), index=True)]
StageRef = Annotated[str, mapped_column(String(36), ForeignKey("stages.uid"), index=True)]
EntryRef = Annotated[str, mapped_column(String(36), ForeignKey("entries.uid"), index=True)]
ListRef = Annotated[str, mapped_column(String(36), ForeignKey("lists.uid"), index=True)]
SubmissionRef = Annotated[str, mapped_column(String(36), ForeignKey("submissions.uid"), index=True)]
AccountRef = Annotated[str, mapped_column(String(36), ForeignKey("accounts.uid"), index=True)]
Moment = Annotated[datetime, mapped_column(Moments)]
Hash = Annotated[str, mapped_column(String(64))]
Word = Annotated[str, mapped_column(String(40))]
Asker = Annotated[str, mapped_column(String(60))]
"""Who did it, as the audit writes it: `account:`, `person:`, `team:` or `token:` and a key, or `sys`."""
Facts = Annotated[dict[str, Any], mapped_column(JSON)]
Rows = Annotated[list[Any], mapped_column(JSON)]
