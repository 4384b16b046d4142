"""The cards and the law that an installation has beyond its package: what updates brought, and its own entries."""

from __future__ import annotations

from datetime import date

from sqlalchemy import ForeignKey, LargeBinary, Text
from sqlalchemy.orm import Mapped, mapped_column

from deckcheck.store.columns import Asker, Facts, Hash, Key, Moment, Uid, Word
from deckcheck.store.models.base import Base
from deckcheck.store.states import RunState, UpdateState


class DataUpdate(Base):
    """What one look at a source brought for one game.

    `source` is its name, `origin` the file or address that was read, `day` the file's own. `digest` identifies the
    facts and statuses, whatever their day. `revision` is the data's when it was applied: of those that are applied, a
    game's cards are of the one with the highest. `catalogue` (packed) and `statuses` (packed) are dropped from all but
    the newest; `report` says what was found. What it brought of the law are the `LawEntry` rows that name it.
    """

    __tablename__ = "data_updates"
    uid: Mapped[Key]
    game: Mapped[Word] = mapped_column(index=True)
    source: Mapped[str]
    origin: Mapped[str]
    day: Mapped[date]
    digest: Mapped[Hash]
    state: Mapped[UpdateState]
    made_at: Mapped[Moment]
    by: Mapped[Asker]
    applied_at: Mapped[Moment | None]
    applied_by: Mapped[Asker | None]
    revision: Mapped[int] = mapped_column(default=0)
    rolled_back_at: Mapped[Moment | None]
    rolled_back_by: Mapped[Asker | None]
    report: Mapped[Facts]
    catalogue: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    statuses: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)


class LawEntry(Base):
    """A piece of law of the installation's own: `text` is TOML as the project keeps it in the file `path`.

    One that came with an `update` holds while that is applied, every other from when it was made; none holds once it
    was withdrawn. `withdrawn_why` is empty where a person did it.
    """

    __tablename__ = "law_entries"
    uid: Mapped[Key]
    game: Mapped[Word]
    path: Mapped[str]
    text: Mapped[str] = mapped_column(Text)
    update: Mapped[Uid | None] = mapped_column(ForeignKey("data_updates.uid"), index=True)
    made_at: Mapped[Moment]
    by: Mapped[Asker]
    withdrawn_at: Mapped[Moment | None]
    withdrawn_by: Mapped[Asker | None]
    withdrawn_why: Mapped[str] = mapped_column(default="")


class DataRevision(Base):
    """The one row by which every process sees that updates or entries changed: its number goes up with each act.

    `rechecked` is the number for which the lists of coming events were judged again last.
    """

    __tablename__ = "data_revision"
    id: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int]
    rechecked: Mapped[int] = mapped_column(default=0)


class UpdateRun(Base):
    """A look at a source that an operator asked for, done by whichever process takes it.

    `doing` and `share` tell how far it is, `share` less than 0 where the whole is not known; `beat_at` when it said so
    last. `told`: what came of it. `stop`: it is to end as soon as it can. `brought`: it reads files that were brought,
    which lie on one host alone.
    """

    __tablename__ = "update_runs"
    uid: Mapped[Key]
    source: Mapped[str]
    state: Mapped[RunState]
    made_at: Mapped[Moment]
    by: Mapped[Asker]
    beat_at: Mapped[Moment]
    doing: Mapped[str] = mapped_column(default="")
    share: Mapped[float] = mapped_column(default=-1.0)
    stop: Mapped[bool] = mapped_column(default=False)
    brought: Mapped[bool] = mapped_column(default=False)
    told: Mapped[str] = mapped_column(default="")
