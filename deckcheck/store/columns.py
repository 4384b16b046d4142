"""Annotated column types: keys, moments in UTC, and JSON alike on both databases."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
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
