"""Whose address is known to be theirs: they followed a letter to it, or whoever runs the installation vouches for it.

A link that was shown to a person confirms nothing: anybody could have shown it to themselves.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from deckcheck.accounts.accounts import LETTER, OPERATOR, known, read_mail
from deckcheck.app import audit_log, secret_mail
from deckcheck.app.actors import SYSTEM
from deckcheck.app.context import App
from deckcheck.app.refusals import Refused
from deckcheck.app.time_words import utc_words
from deckcheck.store.models import Account
from deckcheck.store.queries import accounts
from deckcheck.store.store import Session


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
        "can't get in, ask whoever runs this installation.\n"
    )
    secret_mail.tell_account(session, app, now, account.mail, SUBJECT, text)
