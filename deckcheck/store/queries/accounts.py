"""Accounts of the staff, the browsers that signed in to them before, and the secrets of theirs that work once."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, delete, func, or_, select, update
from sqlalchemy.orm import Session

from deckcheck.store.models import Account, AccountCode, Device, Entry, Event, Grant, Invitation, Link, Token, Webhook
from deckcheck.store.states import EntryState, Role


def by_mail(session: Session, mail: str) -> Account | None:
    """The account with this address, in the form in which addresses are kept."""
    return session.scalar(select(Account).where(Account.mail == mail))


def account(session: Session, uid: str) -> Account | None:
    """One account."""
    return session.get(Account, uid)


def locked(session: Session, uid: str) -> Account | None:
    """One account as it is now, with its lock: whoever else would change it waits."""
    return session.get(Account, uid, with_for_update=True, populate_existing=True)


def all_accounts(session: Session) -> list[Account]:
    """Every account, by address."""
    return list(session.scalars(select(Account).order_by(Account.mail)))


def operators(session: Session) -> list[Account]:
    """The open accounts that look after the installation, by address."""
    rows = select(Account).where(Account.operates, Account.state == "open")
    return list(session.scalars(rows.order_by(Account.mail)))


def password_code(session: Session, hash: str, *, lock: bool = False) -> AccountCode | None:
    """The secret with this hash that sets a password, used or not."""
    rows = select(AccountCode).where(AccountCode.kind.in_(["reset", "invite"]), AccountCode.hash == hash)
    return session.scalar(rows.with_for_update() if lock else rows)


def waiting_mail(session: Session, account: str, now: datetime) -> str:
    """The new address of an account that waits for its letter to be followed; empty if none does."""
    rows = select(AccountCode.mail).where(AccountCode.account == account, AccountCode.kind == "mail")
    return session.scalar(rows.where(AccountCode.used_at.is_(None), AccountCode.until > now).limit(1)) or ""


def code(session: Session, kind: str, hash: str) -> AccountCode | None:
    """The secret of a kind with this hash, used or not."""
    return session.scalar(select(AccountCode).where(AccountCode.kind == kind, AccountCode.hash == hash))


def locked_code(session: Session, kinds: tuple[str, ...], hash: str) -> AccountCode | None:
    """The same of several kinds, with its lock, so that it is used once."""
    rows = select(AccountCode).where(AccountCode.kind.in_(kinds), AccountCode.hash == hash)
    return session.scalar(rows.with_for_update())


def unused_codes(session: Session, account: str, kind: str) -> list[AccountCode]:
    """The secrets of an account that were not used."""
    rows = select(AccountCode).where(
        AccountCode.account == account, AccountCode.kind == kind, AccountCode.used_at.is_(None)
    )
    return list(session.scalars(rows.order_by(AccountCode.uid)))


def spend_codes(session: Session, account: str, kinds: tuple[str, ...], now: datetime) -> None:
    """Let none of these secrets of an account work any more."""
    rows = update(AccountCode).where(
        AccountCode.account == account, AccountCode.kind.in_(kinds), AccountCode.used_at.is_(None)
    )
    session.execute(rows.values(used_at=now))


def spend_all_codes(session: Session, account: str, now: datetime) -> None:
    """Let no secret of an account work any more."""
    rows = update(AccountCode).where(AccountCode.account == account, AccountCode.used_at.is_(None))
    session.execute(rows.values(used_at=now))


def only_organizer_of(session: Session, account: str) -> list[str]:
    """The names of the events that are planned or held and have no other organizer."""
    own = select(Grant.event).where(Grant.account == account, Grant.role == Role.ORGANIZER, Grant.ended_at.is_(None))
    others = (
        select(Grant.event)
        .join(Account, Account.uid == Grant.account)
        .where(
            Grant.account != account, Grant.role == Role.ORGANIZER, Grant.ended_at.is_(None), Account.state == "open"
        )
    )
    rows = select(Event.name).where(Event.uid.in_(own), Event.uid.not_in(others), Event.state.in_(["planned", "on"]))
    return list(session.scalars(rows.order_by(Event.uid)))


def grants_in(session: Session, event: str) -> list[tuple[Grant, Account]]:
    """The roles that are held in an event now, with who holds them, in the order in which they were given."""
    rows = select(Grant, Account).join(Account, Account.uid == Grant.account)
    rows = rows.where(Grant.event == event, Grant.ended_at.is_(None)).order_by(Grant.uid)
    return [(grant, account) for grant, account in session.execute(rows)]


def held(session: Session, event: str, role: str) -> list[Grant]:
    """Who holds one role in an event now."""
    rows = select(Grant).where(Grant.event == event, Grant.role == role, Grant.ended_at.is_(None))
    return list(session.scalars(rows.order_by(Grant.uid)))


def roles_at(session: Session, event: str, account: str, at: datetime) -> set[str]:
    """The roles that an account held in an event at a moment."""
    rows = select(Grant.role).where(Grant.event == event, Grant.account == account, Grant.from_at <= at)
    return set(session.scalars(rows.where(or_(Grant.ended_at.is_(None), Grant.ended_at > at))))


def officials_who_play(session: Session, event: str) -> list[Account]:
    """The officials of an event who have an entry in it themselves."""
    officials = select(Grant.account).where(Grant.event == event, Grant.ended_at.is_(None))
    players = select(Entry.account).where(
        Entry.event == event, Entry.state == EntryState.ON, Entry.account.in_(officials)
    )
    return list(session.scalars(select(Account).where(Account.uid.in_(players)).order_by(Account.uid)))


def events_of_account(session: Session, account: str) -> list[tuple[Event, str]]:
    """The events an account has roles in now, the newest day first, each with the role; one row a role."""
    rows = select(Event, Grant.role).join(Grant, Grant.event == Event.uid)
    rows = rows.where(Grant.account == account, Grant.ended_at.is_(None)).order_by(Event.day.desc(), Event.uid.desc())
    return [(event, role) for event, role in session.execute(rows)]


def last_made_by(session: Session, account: str) -> Event | None:
    """The event that was made last of those an account organizes."""
    rows = select(Event).join(Grant, Grant.event == Event.uid)
    rows = rows.where(Grant.account == account, Grant.role == Role.ORGANIZER, Grant.ended_at.is_(None))
    return session.scalar(rows.order_by(Event.uid.desc()).limit(1))


def last_of_each_game(session: Session, account: str) -> list[Event]:
    """The event of each game that was made last of those an account organizes; the newest first."""
    last = select(func.max(Event.uid)).join(Grant, Grant.event == Event.uid).group_by(Event.game)
    last = last.where(Grant.account == account, Grant.role == Role.ORGANIZER, Grant.ended_at.is_(None))
    return list(session.scalars(select(Event).where(Event.uid.in_(last)).order_by(Event.uid.desc())))


def by_hash(session: Session, hash: str, *, lock: bool = False) -> Invitation | None:
    """The invitation with this hash, open or not."""
    rows = select(Invitation).where(Invitation.hash == hash)
    return session.scalar(rows.with_for_update() if lock else rows)


def open_in(session: Session, event: str, now: datetime) -> list[Invitation]:
    """The invitations of an event that nobody has taken up yet, in their order."""
    rows = select(Invitation).where(Invitation.event == event, Invitation.until > now)
    rows = rows.where(Invitation.taken_at.is_(None), Invitation.ended_at.is_(None))
    return list(session.scalars(rows.order_by(Invitation.uid)))


def forget_over(session: Session, before: datetime) -> None:
    """Empty address and name of those that nobody took up in time."""
    rows = update(Invitation).where(Invitation.until < before, Invitation.mail != "")
    session.execute(rows.values(mail="", name=""))


def tokens_by(session: Session, event: str, by: str) -> list[Token]:
    """The tokens of an event that somebody made and nobody ended."""
    rows = select(Token).where(Token.event == event, Token.by == by, Token.revoked_at.is_(None))
    return list(session.scalars(rows.order_by(Token.uid)))


def hooks_by(session: Session, event: str, by: str) -> list[Webhook]:
    """The webhooks of an event that somebody added and nobody ended."""
    rows = select(Webhook).where(Webhook.event == event, Webhook.by == by, Webhook.ended_at.is_(None))
    return list(session.scalars(rows.order_by(Webhook.uid)))


def links_by(session: Session, event: str, by: str, now: datetime) -> list[tuple[Link, int]]:
    """The links that somebody issued for players of an event, each with the number of an entry that it opens."""
    rows = select(Link, Entry.number).join(Entry, or_(*_subjects()))
    rows = rows.where(Entry.event == event, Link.by == by, Link.revoked_at.is_(None), Link.until > now)
    found: dict[str, tuple[Link, int]] = {}
    for link, number in session.execute(rows.order_by(Entry.number, Link.uid)):
        found.setdefault(link.uid, (link, number))
    return list(found.values())


def events_with(session: Session, by: str, now: datetime) -> list[Event]:
    """The events in which somebody made something that nobody ended."""
    tokens = select(Token.event).where(Token.by == by, Token.revoked_at.is_(None))
    hooks = select(Webhook.event).where(Webhook.by == by, Webhook.ended_at.is_(None))
    asked = select(Invitation.event).where(Invitation.by == by, Invitation.until > now)
    asked = asked.where(Invitation.taken_at.is_(None), Invitation.ended_at.is_(None))
    links = select(Entry.event).join(Link, or_(*_subjects()))
    links = links.where(Link.by == by, Link.revoked_at.is_(None), Link.until > now)
    there = or_(Event.uid.in_(tokens), Event.uid.in_(hooks), Event.uid.in_(asked), Event.uid.in_(links))
    return list(session.scalars(select(Event).where(there).order_by(Event.uid)))


def _subjects() -> tuple[ColumnElement[bool], ...]:
    """What a link may be for: an entry, its person, its team."""
    return Link.subject == Entry.uid, Link.subject == Entry.person, Link.subject == Entry.team


def known_device(session: Session, hash: str) -> Device | None:
    """The browser with this hash."""
    return session.scalar(select(Device).where(Device.hash == hash))


def devices_of(session: Session, account: str) -> list[Device]:
    """The known browsers of an account, the one used last first."""
    rows = select(Device).where(Device.account == account).order_by(Device.used_at.desc(), Device.uid.desc())
    return list(session.scalars(rows))


def drop_devices(session: Session, account: str) -> None:
    """Forget every browser of an account."""
    session.execute(delete(Device).where(Device.account == account))


def drop_unused_devices(session: Session, before: datetime) -> None:
    """Forget the browsers that did not sign in since a moment."""
    session.execute(delete(Device).where(Device.used_at < before))
