"""Accounts of the staff: made by whoever runs the installation, or by an invitation taken up; closed for good."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from deckcheck.accounts import passwords
from deckcheck.accounts.sign_ins import OPEN, fold_mail
from deckcheck.app import audit_log, secret_mail
from deckcheck.app.actors import SYSTEM
from deckcheck.app.context import App
from deckcheck.app.refusals import Refused, UnusableInput
from deckcheck.app.secrets import hash_of, new_secret
from deckcheck.app.time_words import utc_words
from deckcheck.decklist import lazy
from deckcheck.store.models import Account, AccountCode
from deckcheck.store.queries import accounts
from deckcheck.store.store import Session

CLOSED: Final = "closed"
LETTER: Final = "letter"
OPERATOR: Final = "operator"
"""By what an address is confirmed: its owner followed a letter, or whoever runs the installation vouches for it."""
RESET: Final = "reset"
INVITE: Final = "invite"
MAIL: Final = "mail"
"""The kinds of links that set a password, and that confirm another address."""
LIVES: Final = {RESET: timedelta(minutes=30), INVITE: timedelta(days=7)}
"""So long a link works that sets a password."""
CLOSED_NAME: Final = "Closed account"
_MAIL: Final = lazy.regex(r"[^@\s\x00-\x1f\x7f<>,;:\"()\[\]\\]{1,64}@[^@\s\x00-\x1f\x7f<>,;:\"()\[\]\\]{1,189}")


ORGANIZES: Final = {True: "may organize", False: "may not organize"}
OPERATES: Final = {True: "may operate", False: "may not operate"}
"""What an account may do in the whole installation, as the audit has it."""


@dataclass(frozen=True, slots=True)
class Made:
    """An account that was made. `secret`: of the link that sets its password, none if it has one."""

    uid: str
    mail: str
    secret: str = ""


@dataclass(frozen=True, slots=True)
class AccountRow:
    """An account as a list tells it. `mail` is what its owner signs in with; `claimed`: an address not confirmed."""

    uid: str
    mail: str
    name: str
    may_organize: bool
    operates: bool
    has_code: bool
    has_password: bool
    state: str
    used_at: datetime | None
    confirmed_by: str = ""
    claimed: str = ""


def read_mail(text: str) -> str:
    """An address of mail; refused if it is none."""
    mail = fold_mail(text)
    if not _MAIL.fullmatch(mail):
        raise UnusableInput(f'"{text.strip()[:60]}" is no address of mail. Write it like rosa@example.org.')
    return mail


def read_name(text: str, mail: str) -> str:
    """A name for people; where none is given, the first part of the address."""
    return " ".join(text.split())[:80] or mail.partition("@")[0]


def add_account(
    app: App, mail: str, name: str = "", *, organizer: bool = False, operator: bool = False, password: str = ""
) -> Made:
    """Make an account for the installation's own people, with a password or with a link that sets one."""
    mail, now = read_mail(mail), app.now()
    if password:
        passwords.check_new(password, mail)
    stored = passwords.hash_password(password) if password else ""
    with app.store.write() as session:
        if accounts.by_mail(session, mail):
            raise Refused(f"There is an account for {mail} already.", code="account-there")
        account = Account(
            mail=mail,
            name=read_name(name, mail),
            may_organize=organizer,
            operates=operator,
            state=OPEN,
            serial=0,
            made_at=now,
            password=stored,
            confirmed_at=now,
            confirmed_by=OPERATOR,
        )
        session.add(account)
        session.flush()
        made = [OPEN, *[ORGANIZES[True]] * organizer, *[OPERATES[True]] * operator]
        on = f"account:{account.uid}"
        audit_log.append_instance(session, now, str(SYSTEM), "account.made", on, to=" ".join(made))
        secret = "" if stored else make_password_link(session, account, INVITE, now)
    return Made(account.uid, mail, secret)


def let_organize(app: App, mail: str, allowed: bool) -> None:
    """Let an account make events, or no more."""
    with app.store.write() as session:
        account = known(session, mail)
        if account.may_organize != allowed:
            account.may_organize = allowed
            _note_change(app, session, account, ORGANIZES, allowed)


def let_operate(app: App, mail: str, allowed: bool) -> None:
    """Let an account look after the installation, or no more."""
    with app.store.write() as session:
        account = known(session, mail)
        if account.operates != allowed:
            account.operates = allowed
            _note_change(app, session, account, OPERATES, allowed)


def _note_change(app: App, session: Session, account: Account, words: Mapping[bool, str], allowed: bool) -> None:
    on, was, now = f"account:{account.uid}", words[not allowed], words[allowed]
    audit_log.append_instance(session, app.now(), str(SYSTEM), "account.changed", on, was, now)


def known(session: Session, mail: str) -> Account:
    """The open account with this address, locked; refused if there is none."""
    found = accounts.by_mail(session, fold_mail(mail))
    account = accounts.locked(session, found.uid) if found else None
    if account is None or account.state != OPEN:
        raise UnusableInput(f'There is no account for "{mail.strip()[:60]}".')
    return account


def make_password_link(session: Session, account: Account, kind: str, now: datetime, letter: str = "") -> str:
    """The secret of a link that sets the account's password once; those before it work no more.

    `letter`: the secret that was put into a letter to the account's address, and shown to nobody.
    """
    accounts.spend_codes(session, account.uid, (RESET, INVITE), now)
    secret = letter or new_secret()
    session.add(
        AccountCode(account=account.uid, kind=kind, hash=hash_of(secret), until=now + LIVES[kind], mailed=bool(letter))
    )
    return secret


def list_accounts(app: App) -> tuple[AccountRow, ...]:
    """Every account that is open, by address."""
    with app.store.read() as session:
        rows = accounts.all_accounts(session)
    return tuple(
        AccountRow(
            uid=row.uid,
            mail=row.mail,
            name=row.name,
            may_organize=row.may_organize,
            operates=row.operates,
            has_code=row.totp_on,
            has_password=bool(row.password),
            state=row.state,
            used_at=row.used_at,
            confirmed_by=row.confirmed_by,
            claimed=row.claimed_mail,
        )
        for row in rows
        if row.state == OPEN
    )


def shown_mail(account: Account) -> str:
    """The address that others read: the one that is confirmed, else the one that somebody says it is."""
    return account.claimed_mail or account.mail


def is_confirmed(account: Account) -> bool:
    """Whether the address that others read is known to be the owner's."""
    return bool(account.confirmed_by) and not account.claimed_mail


def confirm(session: Session, account: Account, how: str, by: str, now: datetime) -> None:
    """The account's address is its owner's."""
    account.confirmed_at, account.confirmed_by, account.claimed_mail = now, how, ""
    audit_log.append_instance(session, now, by, "account.confirmed", on=f"account:{account.uid}", to=how)


def take_letter(session: Session, account: Account, now: datetime) -> None:
    """Whoever uses the account read a letter to its address."""
    if not is_confirmed(account):
        confirm(session, account, LETTER, f"account:{account.uid}", now)


def vouch(app: App, mail: str, address: str = "") -> str:
    """Vouch for an account's address as whoever runs the installation, or give it another; returns it.

    `mail` is what the owner signs in with.
    """
    now = app.now()
    with app.store.write() as session:
        account = known(session, mail)
        wanted = read_mail(address or shown_mail(account))
        other = accounts.by_mail(session, wanted)
        if other is not None and other.uid != account.uid:
            raise Refused(f"Another account has the address {wanted}. Close one of them first.", code="account-there")
        if wanted != account.mail:
            account.mail = wanted
            accounts.spend_codes(session, account.uid, ("reset", "invite", "mail"), now)
        confirm(session, account, OPERATOR, str(SYSTEM), now)
        return wanted


SUBJECT: Final = "Your Deckcheck account was changed"


def mail_change(session: Session, app: App, account: Account, now: datetime, what: str) -> None:
    """Write to the address that the account has now; call it before the address changes."""
    text = (
        f"{what}\n\nWhen: {utc_words(now)}.\n\n"
        "If it was you, there is nothing to do. If not, somebody has your password: set a new one at "
        f"{secret_mail.address_for(app.settings, '/reset')} and sign out everywhere else on your account page. If you "
        "can't get in, ask the operator of this installation.\n"
    )
    secret_mail.tell_account(session, app, now, account.mail, SUBJECT, text)
