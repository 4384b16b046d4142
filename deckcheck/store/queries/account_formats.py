"""Formats that accounts wrote, their versions, and the events that are played by them."""

from __future__ import annotations

from sqlalchemy import String, cast, delete, or_, select
from sqlalchemy.orm import Session

from deckcheck.store.models import AccountFormat, Event, FormatVersion
from deckcheck.store.states import EventState


def version_text(session: Session, id: str) -> str:
    """The text of a version by the id that events name; empty where there is none."""
    return session.scalar(select(FormatVersion.text).where(FormatVersion.id == id)) or ""


def formats_of(session: Session, account: str) -> list[AccountFormat]:
    """The formats of an account by title, retired ones too."""
    rows = select(AccountFormat).where(AccountFormat.account == account)
    return list(session.scalars(rows.order_by(AccountFormat.title, AccountFormat.uid)))


def by_handle(session: Session, handle: str) -> AccountFormat | None:
    """The format of a handle."""
    return session.scalar(select(AccountFormat).where(AccountFormat.handle == handle))


def versions_of(session: Session, row: AccountFormat) -> list[FormatVersion]:
    """What a format has said so far, the newest first."""
    rows = select(FormatVersion).where(FormatVersion.format == row.uid)
    return list(session.scalars(rows.order_by(FormatVersion.number.desc())))


def played_by(session: Session, row: AccountFormat) -> list[Event]:
    """The events that any version of a format judges, deleted ones apart, the first made first."""
    named = f"own-{row.handle}-"
    here = or_(Event.format.startswith(named), cast(Event.seat_formats, String).contains(named))
    rows = select(Event).where(here, Event.state != EventState.GONE)
    return list(session.scalars(rows.order_by(Event.made_at, Event.uid)))


def drop_format(session: Session, row: AccountFormat) -> None:
    """Delete a format with all its versions."""
    session.execute(delete(FormatVersion).where(FormatVersion.format == row.uid))
    session.delete(row)
