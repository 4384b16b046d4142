"""Accounts of the staff, and the secrets of theirs that work once."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from deckcheck.store.models import Account, AccountCode, Event, Grant
from deckcheck.store.states import Role


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
