"""Deck checks: what was drawn, one check of one deck, who took part, every tap, and what was added to a record."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from deckcheck.store.columns import (
    Asker,
    EntryRef,
    EventRef,
    Facts,
    Hash,
    Key,
    ListRef,
    Moment,
    Rows,
    StageRef,
    Uid,
    Word,
)
from deckcheck.store.models.base import Base, Versioned, belonging
from deckcheck.store.states import CheckState, TapKind

_BEGUN = text("state = 'begun'")


class Draw(Base):
    """Tables drawn at random. Nothing here ever changes, so that anybody who has the seed can draw again."""

    __tablename__ = "draws"
    uid: Mapped[Key]
    event: Mapped[EventRef]
    stage: Mapped[StageRef]
    round: Mapped[int | None]
    seed: Mapped[str]
    size: Mapped[int]
    tables: Mapped[Rows]
    drawn: Mapped[Rows]
    by: Mapped[Asker]
    at: Mapped[Moment]


class DeckCheck(Versioned, Base):
    """One check of one deck against one submission, whichever list is in force later. One list has one open check.

    `submission` is no reference, since lists that gave way to others are deleted in the end and the record is not.
    `opponents` are the numbers of entries whose lists a foreign card is looked for in.
    `pauses` are spans in milliseconds, the last one open while the clock stands still. `found` is what was seen when it
    ended. `salt` keeps the hash of the row in the audit from being guessed from known lists.
    """

    __tablename__ = "deck_checks"
    __table_args__ = (Index("ix_deck_checks_open", "list", unique=True, sqlite_where=_BEGUN, postgresql_where=_BEGUN),)
    uid: Mapped[Key]
    event: Mapped[EventRef]
    stage: Mapped[StageRef]
    entry: Mapped[EntryRef]
    list: Mapped[ListRef]
    submission: Mapped[Uid]
    list_version: Mapped[int]
    leaf: Mapped[Hash]
    round: Mapped[int | None]
    table: Mapped[Word] = mapped_column("place", default="")
    seat: Mapped[Word] = mapped_column(default="")
    game_number: Mapped[int] = mapped_column(default=1)
    boarded: Mapped[bool] = mapped_column(default=False)
    how: Mapped[Word]
    draw: Mapped[Uid | None]
    opponents: Mapped[Rows] = mapped_column(default=list)
    why: Mapped[str] = mapped_column(Text, default="")
    state: Mapped[CheckState]
    result: Mapped[Word] = mapped_column(default="")
    begun_at: Mapped[Moment]
    taken_at: Mapped[Moment | None]
    pauses: Mapped[Rows] = mapped_column(default=list)
    given_back_at: Mapped[Moment | None]
    ended_at: Mapped[Moment | None]
    marks: Mapped[Facts] = mapped_column(default=dict)
    kept_order: Mapped[bool] = mapped_column(default=False)
    note: Mapped[str] = mapped_column(Text, default="")
    decided: Mapped[Facts] = mapped_column(default=dict)
    found: Mapped[Facts] = mapped_column(default=dict)
    salt: Mapped[Hash]
    judges: Mapped[Sequence[CheckJudge]] = belonging("CheckJudge.uid")
    amendments: Mapped[Sequence[CheckAmendment]] = belonging("CheckAmendment.uid")


class CheckJudge(Base):
    """A judge of a check, from the moment they joined it: from then on they had the list before them."""

    __tablename__ = "check_judges"
    __table_args__ = (UniqueConstraint("check", "judge"),)
    uid: Mapped[Key]
    check: Mapped[str] = mapped_column(String(36), ForeignKey("deck_checks.uid"), index=True)
    judge: Mapped[Asker]
    part: Mapped[Word] = mapped_column(default="")
    at: Mapped[Moment]


class CheckTick(Base):
    """One tap as a device sent it, kept once however often it came. `late`: it came after the check had ended."""

    __tablename__ = "check_ticks"
    __table_args__ = (UniqueConstraint("check", "op"),)
    uid: Mapped[Key]
    check: Mapped[str] = mapped_column(String(36), ForeignKey("deck_checks.uid"), index=True)
    op: Mapped[Uid]
    device: Mapped[Word]
    n: Mapped[int]
    judge: Mapped[Asker]
    kind: Mapped[TapKind]
    row: Mapped[str]
    value: Mapped[int]
    at: Mapped[Moment]
    arrived: Mapped[Moment]
    late: Mapped[bool] = mapped_column(default=False)


class CheckAmendment(Base):
    """What was added to the record of a check after its end; nothing there is overwritten."""

    __tablename__ = "check_amendments"
    uid: Mapped[Key]
    check: Mapped[str] = mapped_column(String(36), ForeignKey("deck_checks.uid"), index=True)
    by: Mapped[Asker]
    at: Mapped[Moment]
    changes: Mapped[Facts]
    text: Mapped[str] = mapped_column(Text, default="")
