"""Lists, how they were judged, and the official act; registered pools with every version that was handed over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from sqlalchemy import ForeignKey, String, Text, UniqueConstraint
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
    SubmissionRef,
    Uid,
    Word,
)
from deckcheck.store.models.base import Base, Versioned, belonging
from deckcheck.store.states import ListState, PoolState
from deckcheck.verdict.reports import Verdict


class DeckList(Versioned, Base):
    """One entry's registration for one stage that takes lists of its own. `current` and `accepted` are submissions.

    `name_hidden`: staff keeps what the player calls the deck from everybody who sees the list.
    """

    __tablename__ = "lists"
    __table_args__ = (UniqueConstraint("stage", "entry"),)
    uid: Mapped[Key]
    stage: Mapped[StageRef]
    entry: Mapped[EntryRef]
    state: Mapped[ListState]
    current: Mapped[Uid | None]
    accepted: Mapped[Uid | None]
    deadline: Mapped[Moment | None]
    late: Mapped[bool] = mapped_column(default=False)
    sent_back_at: Mapped[Moment | None]
    sent_back_why: Mapped[str] = mapped_column(default="")
    sent_count: Mapped[int] = mapped_column(default=0)
    before_undo: Mapped[Word] = mapped_column(default="")
    none_salt: Mapped[Hash]
    name_hidden: Mapped[bool] = mapped_column(default=False)
    submissions: Mapped[Sequence[Submission]] = belonging("Submission.number")


class Draft(Versioned, Base):
    """The text as typed, with the answers to its questions and the deck's name; nobody but the player ever reads it.

    `tab` is the page it was typed in last and `turn` how often that page had sent it: so what one page sends twice, or
    out of order, is told from what another device changed.
    """

    __tablename__ = "drafts"
    uid: Mapped[Key]
    list: Mapped[ListRef] = mapped_column(unique=True)
    text: Mapped[str] = mapped_column(Text)
    answers: Mapped[Facts] = mapped_column(default=dict)
    deck: Mapped[str] = mapped_column(default="")
    at: Mapped[Moment]
    tab: Mapped[Word] = mapped_column(default="")
    turn: Mapped[int] = mapped_column(default=0)


class Submission(Base):
    """One list as sent. Nothing here ever changes; what is in force follows from the list's pointers.

    `answers` are those to the questions about the text, as `Answers` keeps them: it is judged with them, always.
    `title` is what the player calls the deck, beside the text or in it.
    `leaf` is the salted hash with seal number 0 (its first signs are the receipt's number), `sha256` the bare hash of
    the canonical list. `anchor`: the head of the event's audit chain right after it was sent.
    """

    __tablename__ = "submissions"
    __table_args__ = (UniqueConstraint("list", "key"), UniqueConstraint("list", "number"))
    uid: Mapped[Key]
    list: Mapped[ListRef]
    number: Mapped[int]
    by: Mapped[Asker]
    origin: Mapped[Word]
    arrived: Mapped[Moment]
    text: Mapped[str] = mapped_column(Text)
    answers: Mapped[Facts] = mapped_column(default=dict)
    lines: Mapped[Rows]
    title: Mapped[str] = mapped_column(default="")
    canonical: Mapped[str] = mapped_column(Text)
    sha256: Mapped[Hash]
    salt: Mapped[Hash]
    leaf: Mapped[Hash]
    anchor: Mapped[Hash] = mapped_column(default="")
    key: Mapped[str]
    minutes_late: Mapped[int | None]
    replaces: Mapped[Uid | None]
    reports: Mapped[Sequence[StoredReport]] = belonging("StoredReport.at, StoredReport.uid")


class StoredReport(Base):
    """A verdict as it was given, with what it rests on; a later one stands beside it and replaces nothing."""

    __tablename__ = "reports"
    uid: Mapped[Key]
    submission: Mapped[SubmissionRef]
    at: Mapped[Moment]
    cause: Mapped[Word]
    law_digest: Mapped[str]
    cards_import: Mapped[str]
    verdict: Mapped[Verdict]
    main: Mapped[int]
    side: Mapped[int]
    body: Mapped[Facts]


class Acceptance(Base):
    """The official act: from here on the list is fixed."""

    __tablename__ = "acceptances"
    uid: Mapped[Key]
    list: Mapped[ListRef]
    submission: Mapped[SubmissionRef]
    by: Mapped[Asker]
    at: Mapped[Moment]
    ended_at: Mapped[Moment | None]
    state_before: Mapped[Word]


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
