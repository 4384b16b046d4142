"""Drafts: the text of a list as typed, one for each list."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from deckcheck.store.columns import new_uid
from deckcheck.store.models import Draft


def draft_of(session: Session, list_uid: str) -> Draft | None:
    """The draft of a list, if anything was typed."""
    return session.scalar(select(Draft).where(Draft.list == list_uid))


def locked_draft(session: Session, list_uid: str, now: datetime) -> Draft:
    """The draft of a list with its lock, made empty in version 0 if need be: of two who type at once, one waits."""
    dialect = postgresql if session.get_bind().dialect.name == "postgresql" else sqlite
    empty = {"uid": new_uid(), "list": list_uid, "text": "", "answers": {}, "at": now}
    empty |= {"tab": "", "turn": 0, "version": 0}
    session.execute(dialect.insert(Draft).values(**empty).on_conflict_do_nothing())
    rows = select(Draft).where(Draft.list == list_uid).with_for_update()
    return session.scalars(rows.execution_options(populate_existing=True)).one()
