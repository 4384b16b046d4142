"""Events with their stages, who sees what since when, what was imported of rounds, and their audit and seals."""

from __future__ import annotations

from datetime import date

from sqlalchemy import ForeignKey, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from deckcheck.law.legality import Platform
from deckcheck.law.registration_law import Level, StageKind
from deckcheck.store.columns import (
    AccountRef,
    Asker,
    EntryRef,
    EventRef,
    Facts,
    Hash,
    Key,
    Moment,
    Rows,
    StageRef,
    Uid,
    Word,
)
from deckcheck.store.models.base import Base, Versioned
from deckcheck.store.states import (
    Accepts,
    After,
    Continuous,
    During,
    EventState,
    NamesShown,
    SealKind,
    SearchEngines,
    StageState,
)


class Event(Base):
    """One tournament. `house`: the fact sheet's own rules as JSON. `revision` counts acts, `audit_*` end its chain.

    `settings_version` goes up with each change of the settings, for those who edit them at the same time.

    `list_order`, `lands_order`: how sheets and the screens of judges lay out a list, by the words of `core.piles`.

    `team_pools`: whether a team builds from one pool, as the law of the format has it.

    `seat_formats`: what each seat of a team plays, from A on, where they differ; the event's own format is left empty.

    `last_at` is the latest moment anything happened here: time never runs backwards within an event.
    """

    __tablename__ = "events"
    uid: Mapped[Key]
    slug: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    place: Mapped[str] = mapped_column(default="")
    zone: Mapped[str]
    day: Mapped[date]
    game: Mapped[Word]
    format: Mapped[str]
    platform: Mapped[Platform]
    match: Mapped[Word]
    level: Mapped[Level]
    premier: Mapped[bool] = mapped_column(default=False)
    continuous: Mapped[Continuous] = mapped_column(default=Continuous.USUAL)
    accepts: Mapped[Accepts] = mapped_column(default=Accepts.ANY)
    house: Mapped[Facts] = mapped_column(default=dict)
    names_shown: Mapped[NamesShown] = mapped_column(default=NamesShown.FULL)
    search_engines: Mapped[SearchEngines] = mapped_column(default=SearchEngines.REFUSED)
    list_order: Mapped[Word] = mapped_column(default="mana-value")
    lands_order: Mapped[Word] = mapped_column(default="last")
    paper: Mapped[Word] = mapped_column(default="a4")
    digital: Mapped[bool] = mapped_column(default=False)
    team_size: Mapped[int] = mapped_column(default=1)
    seat_formats: Mapped[Rows] = mapped_column(default=list)
    unified: Mapped[bool] = mapped_column(default=True)
    team_pools: Mapped[bool] = mapped_column(default=True)
    joins_an_hour: Mapped[int] = mapped_column(default=0)
    join_code: Mapped[str | None] = mapped_column(unique=True)
    totp_required: Mapped[bool] = mapped_column(default=False)
    birth_dates: Mapped[bool] = mapped_column(default=False)
    state: Mapped[EventState]
    revision: Mapped[int] = mapped_column(default=0)
    settings_version: Mapped[int] = mapped_column(default=1)
    entry_count: Mapped[int] = mapped_column(default=0)
    seal_count: Mapped[int] = mapped_column(default=0)
    audit_seq: Mapped[int] = mapped_column(default=0)
    audit_head: Mapped[Hash] = mapped_column(default="0" * 64)
    made_at: Mapped[Moment]
    last_at: Mapped[Moment]
    ended_at: Mapped[Moment | None]


class Stage(Versioned, Base):
    """A part of an event: Swiss, day 2, playoff. `lists_from`: the earlier stage whose lists are played here.

    `seen_at`: since when its lists were ever open to players or to all; empty while they never were.

    `pools`: whether pools are registered, each by its `own` player or by the `other` across; empty where they are not.
    `pool_sets` are the codes of the sets that are opened, `pool_size` how many cards a pool is expected to have.
    """

    __tablename__ = "stages"
    __table_args__ = (UniqueConstraint("event", "slug"), UniqueConstraint("event", "position"))
    uid: Mapped[Key]
    event: Mapped[EventRef]
    slug: Mapped[Word]
    position: Mapped[int]
    kind: Mapped[StageKind]
    title: Mapped[str]
    match: Mapped[Word]
    lists_from: Mapped[Uid | None]
    deadline: Mapped[Moment | None]
    state: Mapped[StageState]
    begun_at: Mapped[Moment | None]
    ended_at: Mapped[Moment | None]
    during: Mapped[During]
    after: Mapped[After]
    seen_at: Mapped[Moment | None]
    pools: Mapped[Word] = mapped_column(default="")
    pool_sets: Mapped[Rows] = mapped_column(default=list)
    pool_size: Mapped[int | None]


class StageMember(Base):
    """An entry that is in a stage; the first stage has everyone and no rows."""

    __tablename__ = "stage_members"
    uid: Mapped[Key]
    stage: Mapped[StageRef]
    entry: Mapped[EntryRef]
    from_at: Mapped[Moment]
    until_at: Mapped[Moment | None]


class Publication(Base):
    """Who sees a stage's lists, as it was set: the history; the stage holds the present."""

    __tablename__ = "publications"
    uid: Mapped[Key]
    stage: Mapped[StageRef]
    during: Mapped[During]
    after: Mapped[After]
    by: Mapped[Asker]
    at: Mapped[Moment]


class EventTemplate(Base):
    """Settings of an event that an organizer uses again; `shift` of days and times is theirs to choose."""

    __tablename__ = "event_templates"
    uid: Mapped[Key]
    account: Mapped[AccountRef]
    title: Mapped[str]
    settings: Mapped[Facts]
    at: Mapped[Moment]


class AccountFormat(Base):
    """A format that an account wrote for its events. `handle`: its part of ids; `version`: the newest of its texts."""

    __tablename__ = "account_formats"
    uid: Mapped[Key]
    account: Mapped[AccountRef]
    handle: Mapped[str] = mapped_column(unique=True)
    title: Mapped[str]
    version: Mapped[int]
    retired_at: Mapped[Moment | None]
    made_at: Mapped[Moment]


class FormatVersion(Base):
    """The text of an account's format from a moment on, as TOML; events name it by `id`, and it never changes."""

    __tablename__ = "format_versions"
    __table_args__ = (UniqueConstraint("format", "number"),)
    uid: Mapped[Key]
    format: Mapped[Uid] = mapped_column(ForeignKey("account_formats.uid"), index=True)
    number: Mapped[int]
    id: Mapped[str] = mapped_column(unique=True)
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[Moment]


class Pairing(Base):
    """One table of a round as imported; `entries` are numbers, `result` games won by each and drawn, if known."""

    __tablename__ = "pairings"
    uid: Mapped[Key]
    event: Mapped[EventRef]
    round: Mapped[int]
    round_name: Mapped[str] = mapped_column(default="")
    place: Mapped[str] = mapped_column(default="")
    entries: Mapped[Rows]
    result: Mapped[Rows] = mapped_column(default=list)


class Standing(Base):
    """One line of the standings after a round, as imported."""

    __tablename__ = "standings"
    uid: Mapped[Key]
    event: Mapped[EventRef]
    round: Mapped[int]
    entry: Mapped[EntryRef]
    rank: Mapped[int | None]
    points: Mapped[int | None]
    facts: Mapped[Facts] = mapped_column(default=dict)


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
