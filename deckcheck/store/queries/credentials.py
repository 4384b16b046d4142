"""Ways in: links, sign-ins, tokens, join codes, and the counters of wrong tries."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from deckcheck.store.models import AccountCode, Entry, Event, Link, SignIn, Stage, Team, Throttle, Token, WorkDone
from deckcheck.store.states import EventState, StageState


def link(session: Session, hash: str, *, lock: bool = False) -> Link | None:
    """The link with this hash, in use or not."""
    rows = select(Link).where(Link.hash == hash)
    return session.scalar(rows.with_for_update() if lock else rows)


def links_of(session: Session, scope: str, subject: str) -> list[Link]:
    """The links of an entry, person or team that were not taken back, oldest first."""
    rows = select(Link).where(Link.scope == scope, Link.subject == subject, Link.revoked_at.is_(None))
    return list(session.scalars(rows.order_by(Link.uid)))


def ended_at(session: Session, subject: str, at: datetime) -> list[Link]:
    """The links of somebody that ended at a moment."""
    return list(session.scalars(select(Link).where(Link.subject == subject, Link.revoked_at == at)))


def resume_sign_ins(session: Session, subject: str, at: datetime) -> None:
    """Let those browsers be signed in again that were not any more from a moment on."""
    rows = update(SignIn).where(SignIn.subject == subject, SignIn.ended_at == at)
    session.execute(rows.values(ended_at=None))


def cut_out_of(session: Session, person: str) -> list[Link]:
    """The links that took entries out of a person and still open, oldest first."""
    rows = select(Link).where(Link.cut == person, Link.revoked_at.is_(None))
    return list(session.scalars(rows.order_by(Link.uid)))


def is_tied(session: Session, person: str, besides: str) -> bool:
    """Whether a person opens more than one entry, or was ever a way in to it."""
    others = select(Entry.uid).where(Entry.person == person, Entry.uid != besides)
    ways = (select(kind.uid).where(kind.subject == person) for kind in (Link, SignIn))
    return any(session.scalar(rows.limit(1)) is not None for rows in (others, *ways))


def events_of_person(session: Session, person: str) -> list[Event]:
    """The events that a person has an entry in."""
    rows = select(Event).where(Event.uid.in_(select(Entry.event).where(Entry.person == person)))
    return list(session.scalars(rows.order_by(Event.uid)))


def team(session: Session, uid: str) -> Team | None:
    """One team."""
    return session.get(Team, uid)


def event(session: Session, uid: str) -> Event | None:
    """One event."""
    return session.get(Event, uid)


def sign_in(session: Session, hash: str) -> SignIn | None:
    """The sign-in with this hash, ended or not."""
    return session.scalar(select(SignIn).where(SignIn.hash == hash))


def holds(session: Session, sign_in: str) -> bool:
    """Whether a sign-in has not been ended."""
    row = session.get(SignIn, sign_in)
    return row is not None and row.ended_at is None


def sign_ins_of(session: Session, kind: str, subject: str, now: datetime) -> list[SignIn]:
    """The browsers in which somebody is signed in, the one used last first."""
    rows = select(SignIn).where(
        SignIn.kind == kind, SignIn.subject == subject, SignIn.ended_at.is_(None), SignIn.until > now
    )
    return list(session.scalars(rows.order_by(SignIn.used_at.desc(), SignIn.uid)))


def end_sign_ins(session: Session, kind: str, subject: str, now: datetime) -> None:
    """End every sign-in of somebody."""
    rows = update(SignIn).where(SignIn.kind == kind, SignIn.subject == subject, SignIn.ended_at.is_(None))
    session.execute(rows.values(ended_at=now))


def end_sign_ins_by(session: Session, link: str, now: datetime) -> None:
    """End every sign-in that came by a link."""
    rows = update(SignIn).where(SignIn.link == link, SignIn.ended_at.is_(None))
    session.execute(rows.values(ended_at=now))


def touch(session: Session, sign_in: str, now: datetime) -> None:
    """Note that a browser was used."""
    session.execute(update(SignIn).where(SignIn.uid == sign_in).values(used_at=now))


def token(session: Session, hash: str) -> Token | None:
    """The token with this hash, in use or not."""
    return session.scalar(select(Token).where(Token.hash == hash))


def is_revoked(session: Session, token: str) -> bool:
    """Whether a token was ended."""
    return session.scalar(select(Token.revoked_at).where(Token.uid == token)) is not None


def tokens_of(session: Session, event: str) -> list[Token]:
    """Every token an event ever had, oldest first."""
    return list(session.scalars(select(Token).where(Token.event == event).order_by(Token.uid)))


def touch_token(session: Session, token: str, now: datetime) -> None:
    """Note that a program used its token."""
    session.execute(update(Token).where(Token.uid == token).values(used_at=now))


def taking_event(session: Session, code: str, now: datetime) -> Event | None:
    """The event that takes a join code now: it is on, and one of its stages takes lists."""
    taking = select(Stage.event).where(
        Stage.state == StageState.TAKING, (Stage.deadline.is_(None)) | (Stage.deadline > now)
    )
    return session.scalar(
        select(Event).where(Event.join_code == code, Event.state == EventState.ON, Event.uid.in_(taking)).limit(1)
    )


def is_code_taken(session: Session, code: str) -> bool:
    """Whether an event has this join code."""
    return session.scalar(select(func.count()).select_from(Event).where(Event.join_code == code)) != 0


def throttle(session: Session, name: str, *, lock: bool = False) -> Throttle | None:
    """A counter of wrong tries as it stands; none if nothing went wrong."""
    return session.get(Throttle, name, with_for_update=lock)


def locked_throttle(session: Session, name: str, now: datetime) -> Throttle:
    """A counter with its lock, made if need be: of two who count at once, one waits."""
    dialect = postgresql if session.get_bind().dialect.name == "postgresql" else sqlite
    session.execute(dialect.insert(Throttle).values(name=name, window=now, tries=0).on_conflict_do_nothing())
    rows = select(Throttle).where(Throttle.name == name).with_for_update()
    return session.scalars(rows.execution_options(populate_existing=True)).one()


def drop_throttles(session: Session, name: str) -> None:
    """Forget a counter, and those of its networks."""
    session.execute(delete(Throttle).where((Throttle.name == name) | Throttle.name.startswith(f"{name}:")))


def work_done(session: Session, names: Collection[str], since: datetime) -> list[WorkDone]:
    """What somebody of these had computed, as far as any of it was done since a moment."""
    return list(session.scalars(select(WorkDone).where(WorkDone.name.in_(names), WorkDone.at >= since)))


def locked_work(session: Session, name: str, now: datetime) -> WorkDone:
    """The same of one with its lock, made if need be."""
    dialect = postgresql if session.get_bind().dialect.name == "postgresql" else sqlite
    session.execute(dialect.insert(WorkDone).values(name=name, level=0, at=now).on_conflict_do_nothing())
    rows = select(WorkDone).where(WorkDone.name == name).with_for_update()
    return session.scalars(rows.execution_options(populate_existing=True)).one()


def drop_work(session: Session, before: datetime) -> None:
    """Delete what was done before a moment; rows that others are at are left to the next time."""
    old = select(WorkDone.name).where(WorkDone.at < before).with_for_update(skip_locked=True)
    session.execute(delete(WorkDone).where(WorkDone.name.in_(old)).execution_options(synchronize_session=False))


def sweep(session: Session, now: datetime, before: datetime) -> None:
    """Delete sign-ins and codes that ended before a moment, and counters of tries that began before it."""
    session.execute(delete(SignIn).where((SignIn.until < before) | (SignIn.ended_at < before)))
    session.execute(delete(AccountCode).where((AccountCode.until < before) | (AccountCode.used_at < before)))
    session.execute(delete(Throttle).where(Throttle.window < before))
