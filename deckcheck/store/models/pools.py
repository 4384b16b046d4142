"""Registered pools: whose it is, who counts it, what was counted so far, and every version that was handed over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from sqlalchemy import ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from deckcheck.store.columns import Asker, EntryRef, EventRef, Hash, Key, Moment, Rows, StageRef, Uid, Word
from deckcheck.store.models.base import Base, Versioned, belonging
from deckcheck.store.states import PoolState

PoolRef = Annotated[str, mapped_column(String(36), ForeignKey("pools.uid"), index=True)]


class Pool(Versioned, Base):
    """The pool that one entry opened in a stage; of a team the entry of its first seat has the team's.

    `counter` is the entry that counts it. `current` is the version by which lists are judged, `confirmed` the one that
    its owner said is right. `question` is what the owner says is wrong, as written.
    """

    __tablename__ = "pools"
    __table_args__ = (UniqueConstraint("stage", "entry"),)
    uid: Mapped[Key]
    event: Mapped[EventRef]
    stage: Mapped[StageRef]
    entry: Mapped[EntryRef]
    state: Mapped[PoolState]
    counter: Mapped[str | None] = mapped_column(String(36), ForeignKey("entries.uid"), index=True)
    current: Mapped[Uid | None]
    confirmed: Mapped[Uid | None]
    confirmed_at: Mapped[Moment | None]
    version_count: Mapped[int] = mapped_column(default=0)
    question: Mapped[str] = mapped_column(Text, default="")
    versions: Mapped[Sequence[PoolVersion]] = belonging("PoolVersion.number")


class PoolVersion(Base):
    """One pool as it was handed over, or corrected. Nothing here changes until its time of keeping is over.

    `rows` are count, catalogue name, set and number; `text` is what was typed, unread lines with it. `salt` keeps the
    hash of the row in the audit from being guessed from the cards of a set.
    """

    __tablename__ = "pool_versions"
    __table_args__ = (UniqueConstraint("pool", "number"), UniqueConstraint("pool", "key"))
    uid: Mapped[Key]
    pool: Mapped[PoolRef]
    number: Mapped[int]
    by: Mapped[Asker]
    at: Mapped[Moment]
    origin: Mapped[Word]
    rows: Mapped[Rows]
    total: Mapped[int]
    text: Mapped[str] = mapped_column(Text)
    note: Mapped[str] = mapped_column(Text, default="")
    key: Mapped[str]
    salt: Mapped[Hash]


class PoolCount(Versioned, Base):
    """A counting as it was typed by one who counts; another one who counts the pool later has another row.

    `tab` is the page it was typed in last and `turn` how often that page had sent it, as those of drafts.
    """

    __tablename__ = "pool_counts"
    __table_args__ = (UniqueConstraint("pool", "counter"),)
    uid: Mapped[Key]
    pool: Mapped[PoolRef]
    counter: Mapped[EntryRef]
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[Moment]
    tab: Mapped[Word] = mapped_column(default="")
    turn: Mapped[int] = mapped_column(default=0)
