"""People: players, teams, staff accounts, roles; links, sign-ins, tokens, webhooks, mail. All secrets are hashes."""

from __future__ import annotations

from sqlalchemy import Index, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from deckcheck.store.columns import AccountRef, Asker, EventRef, Facts, Hash, Key, Moment, Rows, Uid, Word
from deckcheck.store.models.base import Base, Versioned
from deckcheck.store.states import ActorKind, EntryState, Role, TokenRole


class Person(Base):
    """What ties entries of one player in several events together, by the player's own act; it knows nothing else."""

    __tablename__ = "people"
    uid: Mapped[Key]
    made_at: Mapped[Moment]


class Account(Base):
    """Somebody of the staff, with a password. `serial` goes up when every sign-in is to end.

    `may_organize`: may make events; `operates`: looks after the installation.

    `asked_at`: when the owner of an unused account was asked whether it is still needed. `confirmed_by`: how it is
    known that the address is the owner's: `letter` or `operator`, empty while it is not. Who came by a link that was
    shown has a name for signing in in the place of an address; `claimed_mail` is the address they are said to have.
    """

    __tablename__ = "accounts"
    uid: Mapped[Key]
    mail: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    password: Mapped[str] = mapped_column(default="")
    may_organize: Mapped[bool] = mapped_column(default=False)
    operates: Mapped[bool] = mapped_column(default=False)
    totp_nonce: Mapped[str] = mapped_column(default="")
    totp_on: Mapped[bool] = mapped_column(default=False)
    totp_step: Mapped[int] = mapped_column(default=0)
    serial: Mapped[int] = mapped_column(default=0)
    state: Mapped[Word] = mapped_column(default="open")
    made_at: Mapped[Moment]
    used_at: Mapped[Moment | None]
    asked_at: Mapped[Moment | None]
    confirmed_at: Mapped[Moment | None]
    confirmed_by: Mapped[Word] = mapped_column(default="")
    claimed_mail: Mapped[str] = mapped_column(default="")


class AccountCode(Base):
    """A secret that works once: a reset link, or a code for the day the phone with the app is lost.

    `mailed`: it went out in a letter, so whoever uses it reads that mail. `mail`: the new address that it confirms.
    """

    __tablename__ = "account_codes"
    uid: Mapped[Key]
    account: Mapped[AccountRef]
    kind: Mapped[Word]
    hash: Mapped[Hash] = mapped_column(index=True)
    until: Mapped[Moment | None]
    used_at: Mapped[Moment | None]
    mailed: Mapped[bool] = mapped_column(default=False)
    mail: Mapped[str] = mapped_column(default="")


class Invitation(Base):
    """Roles that an address was asked to take in an event; whether it has an account is not looked up for that.

    Address and name go once it was taken up, ended or is over.
    """

    __tablename__ = "invitations"
    uid: Mapped[Key]
    event: Mapped[EventRef]
    hash: Mapped[Hash] = mapped_column(unique=True)
    mail: Mapped[str]
    name: Mapped[str]
    roles: Mapped[Rows]
    mailed: Mapped[bool]
    by: Mapped[Asker]
    at: Mapped[Moment]
    until: Mapped[Moment]
    account: Mapped[Uid | None]
    taken_at: Mapped[Moment | None]
    ended_at: Mapped[Moment | None]


class Device(Base):
    """A browser that has signed in to an account before; wrong tries of others do not hold it up."""

    __tablename__ = "devices"
    uid: Mapped[Key]
    account: Mapped[AccountRef]
    hash: Mapped[Hash] = mapped_column(unique=True)
    made_at: Mapped[Moment]
    used_at: Mapped[Moment]


class Grant(Base):
    """What an account may do in one event; it ends, and is never changed."""

    __tablename__ = "grants"
    uid: Mapped[Key]
    event: Mapped[EventRef]
    account: Mapped[AccountRef]
    role: Mapped[Role]
    by: Mapped[Asker]
    from_at: Mapped[Moment]
    ended_at: Mapped[Moment | None]


class Team(Base):
    """A team of an event, with its seats as letters."""

    __tablename__ = "teams"
    __table_args__ = (UniqueConstraint("event", "name"),)
    uid: Mapped[Key]
    event: Mapped[EventRef]
    name: Mapped[str]


class Entry(Versioned, Base):
    """A player in an event. `number` counts arrivals and is never used again; `folded` is the name as searched for.

    Name, mail, pronouns and consent are this event's own: what staff changes here changes nothing elsewhere. `person`
    ties entries of one player together, and is empty once they were forgotten. `confirmed`: staff has seen them, or put
    them here. `account`: the account of an official who plays. `says_is`: the entry that somebody who came by the
    code says they are; only the desk is told. `apart` are entries that staff said are other people. `join_key` is that
    of the form somebody joined with: what is sent twice makes one entry. `language` is the tag of the one that the
    player last read this event's pages in, for letters; empty where none is known, which are written in English.
    """

    __tablename__ = "entries"
    __table_args__ = (UniqueConstraint("event", "number"),)
    uid: Mapped[Key]
    event: Mapped[EventRef]
    number: Mapped[int]
    person: Mapped[Uid | None] = mapped_column(index=True)
    last: Mapped[str] = mapped_column(default="")
    first: Mapped[str] = mapped_column(default="")
    folded: Mapped[str] = mapped_column(default="", index=True)
    mail: Mapped[str] = mapped_column(default="")
    pronouns: Mapped[str] = mapped_column(default="")
    stream_ok: Mapped[Word] = mapped_column(default="")
    division: Mapped[Word] = mapped_column(default="")
    born: Mapped[Word] = mapped_column(default="")
    """The day of birth as ISO text, where the event asks for it; of all personal data it goes first."""
    forgotten_at: Mapped[Moment | None]
    named: Mapped[str] = mapped_column(default="")
    """The salted hash by which the audit holds the name; empty where there is none, or it was given before that."""
    account: Mapped[Uid | None]
    team: Mapped[Uid | None] = mapped_column(index=True)
    seat: Mapped[str] = mapped_column(default="")
    state: Mapped[EntryState]
    confirmed: Mapped[bool] = mapped_column(default=True)
    origin: Mapped[Word]
    external: Mapped[str] = mapped_column(default="")
    place: Mapped[str] = mapped_column(default="")
    merged_into: Mapped[Uid | None]
    says_is: Mapped[Uid | None]
    apart: Mapped[Rows] = mapped_column(default=list)
    join_key: Mapped[str] = mapped_column(default="")
    language: Mapped[Word] = mapped_column(default="")
    made_at: Mapped[Moment]
    changed_rev: Mapped[int] = mapped_column(default=0, index=True)


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
    """Where messages about acts go. Its secret follows from the installation's key and `nonce`.

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
