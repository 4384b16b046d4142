"""Ways in and out: links, sign-ins, tokens, counters of wrong tries, webhooks, mail. Secrets stand here as hashes."""

from __future__ import annotations

from sqlalchemy import Index, text
from sqlalchemy.orm import Mapped, mapped_column

from deckcheck.store.columns import Asker, EventRef, Facts, Hash, Key, Moment, Rows, Uid, Word
from deckcheck.store.models.base import Base
from deckcheck.store.states import ActorKind, TokenRole

_WAITS = text("done_at IS NULL AND gave_up_at IS NULL")


class Link(Base):
    """A player's way in. `scope` is `entry`, `person` or `team`, `subject` its key.

    `way` is how the secret went out: shown or mailed by staff, or by the player's own act (own, code, letter). `cut` is
    the person that the entry was cut out of when the link was issued.
    """

    __tablename__ = "links"
    uid: Mapped[Key]
    hash: Mapped[Hash] = mapped_column(unique=True)
    scope: Mapped[ActorKind]
    subject: Mapped[Uid] = mapped_column(index=True)
    by: Mapped[Asker]
    at: Mapped[Moment]
    until: Mapped[Moment]
    way: Mapped[Word] = mapped_column(default="shown")
    cut: Mapped[Uid | None] = mapped_column(index=True)
    revoked_at: Mapped[Moment | None]


class SignIn(Base):
    """A browser that is signed in: as an account (`kind` account), an entry, a person or a team."""

    __tablename__ = "sign_ins"
    uid: Mapped[Key]
    hash: Mapped[Hash] = mapped_column(unique=True)
    kind: Mapped[ActorKind]
    subject: Mapped[Uid] = mapped_column(index=True)
    link: Mapped[Uid | None]
    serial: Mapped[int] = mapped_column(default=0)
    strong: Mapped[bool] = mapped_column(default=False)
    agent: Mapped[str] = mapped_column(default="")
    made_at: Mapped[Moment]
    used_at: Mapped[Moment]
    until: Mapped[Moment]
    ended_at: Mapped[Moment | None]


class Token(Base):
    """A program's role in one event."""

    __tablename__ = "tokens"
    uid: Mapped[Key]
    hash: Mapped[Hash] = mapped_column(unique=True)
    prefix: Mapped[str]
    event: Mapped[EventRef]
    role: Mapped[TokenRole]
    label: Mapped[str]
    by: Mapped[Asker]
    made_at: Mapped[Moment]
    until: Mapped[Moment]
    used_at: Mapped[Moment | None]
    revoked_at: Mapped[Moment | None]


class Webhook(Base):
    """Where a program is told of acts. Its secret follows from the installation's key and `nonce`.

    `held_until`: after a try that failed nothing goes to it before this moment.
    """

    __tablename__ = "webhooks"
    uid: Mapped[Key]
    event: Mapped[EventRef]
    url: Mapped[str]
    acts: Mapped[Rows]
    nonce: Mapped[str]
    nonce_before: Mapped[str] = mapped_column(default="")
    before_until: Mapped[Moment | None]
    by: Mapped[Asker]
    at: Mapped[Moment]
    ended_at: Mapped[Moment | None]
    held_until: Mapped[Moment | None]


class Outgoing(Base):
    """Mail or a webhook's message that waits to be sent, written in the act's own transaction."""

    __tablename__ = "outbox"
    __table_args__ = (Index("ix_outbox_waiting", "kind", "next_at", sqlite_where=_WAITS, postgresql_where=_WAITS),)
    uid: Mapped[Key]
    event: Mapped[Uid | None] = mapped_column(index=True)
    kind: Mapped[Word]
    hook: Mapped[Uid | None]
    recipient: Mapped[str]
    body: Mapped[Facts]
    made_at: Mapped[Moment]
    tries: Mapped[int] = mapped_column(default=0)
    next_at: Mapped[Moment]
    claimed_until: Mapped[Moment | None]
    done_at: Mapped[Moment | None]
    gave_up_at: Mapped[Moment | None]
    answer: Mapped[str] = mapped_column(default="")


class Throttle(Base):
    """How often something went wrong within a window of time; written on failures only."""

    __tablename__ = "throttles"
    name: Mapped[str] = mapped_column(primary_key=True)
    window: Mapped[Moment]
    tries: Mapped[int]


class WorkDone(Base):
    """How much computing somebody had done for them of late: `level` milliseconds as of a moment, fading since."""

    __tablename__ = "work_done"
    name: Mapped[str] = mapped_column(primary_key=True)
    level: Mapped[int]
    at: Mapped[Moment] = mapped_column(index=True)
