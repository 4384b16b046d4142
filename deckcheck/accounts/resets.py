"""Setting a password by a link: by mail for those who forgot theirs, or from whoever runs the installation."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from deckcheck.accounts import passwords, sign_in_limits
from deckcheck.accounts.sign_ins import OPEN, fold_mail
from deckcheck.accounts.staff_accounts import (
    INVITE,
    MAIL,
    RESET,
    Made,
    is_confirmed,
    known,
    mail_change,
    make_password_link,
    take_letter,
)
from deckcheck.app import audit_log, secret_mail, throttles
from deckcheck.app.actors import SYSTEM
from deckcheck.app.context import App
from deckcheck.app.refusals import Refused
from deckcheck.app.secrets import hash_of
from deckcheck.app.throttles import Limit
from deckcheck.settings import Settings
from deckcheck.store.models import Account, AccountCode, Outgoing
from deckcheck.store.queries import accounts, credentials, outbox
from deckcheck.store.store import Session

ASKED: Final = Limit("reset", 3, timedelta(hours=1))
ASKED_FROM: Final = Limit("reset-from", 30, timedelta(hours=1))
"""So often a link may be asked for, for one address of mail and from one network."""
ASKING: Final = "ask"
"""The kind of what waits in the outbox until it is looked up who has the address."""
LINK_OVER: Final = "This link works no more, or never did. Ask for a new one."


class LinkOver(Refused):
    """The link is unknown, used or over, which look alike."""

    CODE = "link-over"
    STATUS = 404


@dataclass(frozen=True, slots=True)
class PasswordLink:
    """Whose password a link sets, and whether it is their first."""

    mail: str
    name: str
    first: bool


def ask_reset(app: App, mail: str, address: str = "") -> None:
    """Have a link mailed to whoever has an account with this address; whether anyone has is not told.

    It is looked up once the answer is given, by `answer_asked`: how long the answer takes says nothing either.
    """
    now, mail = app.now(), fold_mail(mail)
    counters = (
        throttles.counter(app, ASKED, mail),
        throttles.counter(app, ASKED_FROM, throttles.network_of(address)),
    )
    with app.store.write() as session:
        full = throttles.count_miss(session, counters, now)
        if not full:
            session.add(Outgoing(kind=ASKING, recipient=mail, body={}, made_at=now, next_at=now))
    if full:
        raise throttles.too_many(full, now)


def answer_asked(app: App) -> bool:
    """Mail its link to the next address for which one was asked, if it has an account; false if none waits."""
    now = app.now()
    with app.store.read() as session:
        if not outbox.is_waiting(session, ASKING, now):
            return False
    with app.store.write() as session:
        row = outbox.claim(session, ASKING, now, now)
        if row is None:
            return False
        account = accounts.by_mail(session, row.recipient)
        if account is not None and account.state == OPEN:
            _mail_link(session, app.settings, account, now)
        session.delete(row)
    return True


def _mail_link(session: Session, settings: Settings, account: Account, now: datetime) -> None:
    text = (
        "Set a new password here. The link works once, for 30 minutes:\n"
        f"{secret_mail.address_for(settings, '/reset/' + secret_mail.GAP)}\n\n"
        "If it was not you who asked for it, leave it; nothing has changed.\n"
    )
    secret = secret_mail.write_letter(session, settings, now, account.mail, "A new password for Deckcheck", text)
    make_password_link(session, account, RESET, now, secret)
    audit_log.append_instance(session, now, str(SYSTEM), "account.reset_asked", on=f"account:{account.uid}")


def make_reset(app: App, mail: str, *, drop_code: bool = False) -> Made:
    """A link that sets a password, for whoever runs the installation to hand over; the code of an app may go, too."""
    now = app.now()
    with app.store.write() as session:
        account = known(session, mail)
        secret = make_password_link(session, account, RESET, now)
        where = f"account:{account.uid}"
        audit_log.append_instance(session, now, str(SYSTEM), "account.reset_made", on=where)
        if drop_code and account.totp_on:
            passwords.end(session, account, now)
            audit_log.append_instance(session, now, str(SYSTEM), "account.code_ended", on=where)
            what = "The operator of this installation turned off two-step sign-in."
            mail_change(session, app, account, now, what)
    return Made(account.uid, account.mail, secret)


def open_reset(app: App, secret: str) -> PasswordLink:
    """Whose password the link sets, if it still works."""
    now = app.now()
    with app.store.read() as session:
        found, account = _found(session, secret)
        if account is None or not _works(found, account, now):
            raise LinkOver(LINK_OVER)
        return PasswordLink(account.mail, account.name, not account.password)


def use_reset(app: App, secret: str, password: str) -> None:
    """Set the password, once; every browser that was signed in is so no more."""
    now = app.now()
    passwords.check_new(password, open_reset(app, secret).mail)
    stored = passwords.hash_password(password)
    with app.store.write() as session:
        found, account = _found(session, secret, lock=True)
        if found is None or account is None or not _works(found, account, now):
            raise LinkOver(LINK_OVER)
        accounts.spend_codes(session, account.uid, (RESET, INVITE, MAIL), now)
        if found.mailed and not is_confirmed(account):
            # Whoever had the account so far never proved the address: what they set up goes.
            passwords.end(session, account, now)
            sign_in_limits.forget_all(session, account.uid)
            take_letter(session, account, now)
        account.password = stored
        account.serial += 1
        credentials.end_sign_ins(session, "account", account.uid, now)
        sign_in_limits.forget(session, app, account.mail)
        who = f"account:{account.uid}"
        audit_log.append_instance(session, now, who, "account.password", on=who, to="by link")
        mail_change(session, app, account, now, "The password of your account was set by a link.")


def _found(session: Session, secret: str, *, lock: bool = False) -> tuple[AccountCode | None, Account | None]:
    found = accounts.password_code(session, hash_of(secret), lock=lock)
    if found is None:
        return None, None
    account = accounts.locked(session, found.account) if lock else accounts.account(session, found.account)
    return found, account


def _works(found: AccountCode | None, account: Account, now: datetime) -> bool:
    return (
        found is not None
        and found.used_at is None
        and found.until is not None
        and now < found.until
        and account.state == OPEN
    )
