"""Browsers that have signed in to an account before."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from deckcheck.store.models import Device


def by_hash(session: Session, hash: str) -> Device | None:
    """The browser with this hash."""
    return session.scalar(select(Device).where(Device.hash == hash))


def of_account(session: Session, account: str) -> list[Device]:
    """The known browsers of an account, the one used last first."""
    rows = select(Device).where(Device.account == account).order_by(Device.used_at.desc(), Device.uid.desc())
    return list(session.scalars(rows))


def drop(session: Session, account: str) -> None:
    """Forget every browser of an account."""
    session.execute(delete(Device).where(Device.account == account))


def drop_unused(session: Session, before: datetime) -> None:
    """Forget the browsers that did not sign in since a moment."""
    session.execute(delete(Device).where(Device.used_at < before))
