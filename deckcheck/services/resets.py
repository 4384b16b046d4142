"""Setting a password by a link: by mail for those who forgot theirs, or from whoever runs the installation."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from deckcheck.services import auditing, letters, passwords, second_steps, throttles, tries
from deckcheck.services.accounts import INVITE, RESET, Made, known, make_password_link
from deckcheck.services.desk import Desk
from deckcheck.services.refusals import Refused
from deckcheck.services.secrets_kept import hash_of
from deckcheck.services.sign_ins import OPEN, fold_mail
from deckcheck.services.throttles import Limit
from deckcheck.services.who import SYSTEM
from deckcheck.settings import Settings
from deckcheck.storage.models import Account, AccountCode
from deckcheck.storage.shelves import accounts, doors
from deckcheck.storage.store import Session

ASKED: Final = Limit("reset", 3, timedelta(hours=1))
ASKED_FROM: Final = Limit("reset-from", 30, timedelta(hours=1))
"""So often a link may be asked for, for one address of mail and from one network."""
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


def ask_reset(desk: Desk, mail: str, address: str = "") -> None:
    """Mail a link to whoever has an account with this address; whether anyone has is not told."""
    now, mail, settings = desk.now(), fold_mail(mail), desk.settings
    counters = (
        throttles.counter(desk, ASKED, mail),
        throttles.counter(desk, ASKED_FROM, throttles.network_of(address)),
    )
    with desk.store.write() as session:
        full = throttles.count_miss(session, counters, now)
        account = accounts.by_mail(session, mail)
        if account is not None and account.state == OPEN and not full:
            _mail_link(session, settings, account, now)
    if full:
        raise throttles.too_many(full, now)


def _mail_link(session: Session, settings: Settings, account: Account, now: datetime) -> None:
    text = (
        "Set a new password here. The link works once, for 30 minutes:\n"
        f"{letters.address_for(settings, '/reset/' + letters.GAP)}\n\n"
        "If it was not you who asked for it, leave it; nothing has changed.\n"
    )
    secret = letters.write_letter(session, settings, now, account.mail, "A new password for Deckcheck", text)
    make_password_link(session, account, RESET, now, secret)
    auditing.append_instance(session, now, str(SYSTEM), "account.reset_asked", on=f"account:{account.uid}")


def make_reset(desk: Desk, mail: str, *, drop_code: bool = False) -> Made:
    """A link that sets a password, for whoever runs the installation to hand over; the code of an app may go, too."""
    now = desk.now()
    with desk.store.write() as session:
        account = known(session, mail)
        secret = make_password_link(session, account, RESET, now)
        where = f"account:{account.uid}"
        auditing.append_instance(session, now, str(SYSTEM), "account.reset_made", on=where)
        if drop_code and account.totp_on:
            second_steps.end(session, account, now)
            auditing.append_instance(session, now, str(SYSTEM), "account.code_ended", on=where)
    return Made(account.uid, account.mail, secret)


def open_reset(desk: Desk, secret: str) -> PasswordLink:
    """Whose password the link sets, if it still works."""
    now = desk.now()
    with desk.store.read() as session:
        found, account = _found(session, secret)
        if account is None or not _works(found, account, now):
            raise LinkOver(LINK_OVER)
        return PasswordLink(account.mail, account.name, not account.password)


def use_reset(desk: Desk, secret: str, password: str) -> None:
    """Set the password, once; every browser that was signed in is so no more."""
    now = desk.now()
    passwords.check_new(password, open_reset(desk, secret).mail)
    stored = passwords.hash_password(password)
    with desk.store.write() as session:
        found, account = _found(session, secret, lock=True)
        if found is None or account is None or not _works(found, account, now):
            raise LinkOver(LINK_OVER)
        accounts.spend_codes(session, account.uid, (RESET, INVITE), now)
        account.password = stored
        account.serial += 1
        doors.end_sign_ins(session, "account", account.uid, now)
        tries.forget(session, desk, account.mail)
        who = f"account:{account.uid}"
        auditing.append_instance(session, now, who, "account.password", on=who, to="by link")
        letters.tell_account(
            session, desk, now, account.mail, "Your password was set", "Your password for Deckcheck was set by a link."
        )


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
