"""What can be proved later: seals over all lists, and the chained audit."""

from __future__ import annotations

from sqlalchemy import Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from deckcheck.store.columns import Asker, EventRef, Hash, Key, Moment, Rows, Uid, Word
from deckcheck.store.models.base import Base
from deckcheck.store.states import SealKind


class StoredSeal(Base):
    """A commitment of all lists of a stage at a moment. `leaves` by entry number; `sources` the submission or none."""

    __tablename__ = "seals"
    __table_args__ = (UniqueConstraint("event", "number"),)
    uid: Mapped[Key]
    event: Mapped[EventRef]
    number: Mapped[int]
    kind: Mapped[SealKind]
    stage: Mapped[Uid | None]
    at: Mapped[Moment]
    statement: Mapped[str] = mapped_column(Text)
    hash: Mapped[Hash]
    root: Mapped[Hash]
    leaves: Mapped[Rows]
    sources: Mapped[Rows]


class AuditEntry(Base):
    """One act in a chain: an event's own, or the installation's (`event` is then `instance`)."""

    __tablename__ = "audit"
    __table_args__ = (UniqueConstraint("event", "seq"),)
    uid: Mapped[Key]
    event: Mapped[Uid]
    seq: Mapped[int]
    at: Mapped[Moment]
    by: Mapped[Asker]
    act: Mapped[Word]
    on: Mapped[str]
    from_: Mapped[str] = mapped_column("from")
    to: Mapped[str]
    note: Mapped[str] = mapped_column(default="")
    previous: Mapped[Hash]
    hash: Mapped[Hash]


class AuditText(Base):
    """The free text behind an entry's note; it can be deleted and the chain still verifies."""

    __tablename__ = "audit_texts"
    __table_args__ = (UniqueConstraint("event", "seq"),)
    uid: Mapped[Key]
    event: Mapped[Uid]
    seq: Mapped[int]
    salt: Mapped[Hash]
    text: Mapped[str] = mapped_column(Text)


class Instance(Base):
    """One fact of the installation: the ends of its own chain, and what it was set to."""

    __tablename__ = "instance"
    name: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str] = mapped_column(Text)
