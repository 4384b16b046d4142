"""The address of an account in its owner's hands: a new one counts once the letter to it was followed."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from deckcheck.accounts.accounts import INVITE, LETTER, MAIL, RESET, read_mail
from deckcheck.accounts.mail_confirmed import confirm, is_confirmed, mail_change
from deckcheck.accounts.own_account import confirmed_owner, own
from deckcheck.accounts.resets import LINK_OVER, LinkOver
from deckcheck.app import audit_log, secret_mail, throttles
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import Refused
from deckcheck.app.secrets import hash_of
from deckcheck.app.throttles import Limit
from deckcheck.store.models import Account, AccountCode
from deckcheck.store.queries import accounts
from deckcheck.store.store import Session

LIFE: Final = timedelta(days=1)
ASKED: Final = Limit("mail-asked", 5, timedelta(hours=1))
"""So many letters for one account; and as many to one address, whoever has them sent."""


def ask_mail(app: App, who: Actor, password: str, mail: str) -> str:
    """Have a letter sent to a new address, and tell the old one; who else has it is not looked up. Returns it."""
    confirmed_owner(app, who, password)
    now, mail = app.now(), read_mail(mail)
    if not secret_mail.sends_mail(app.settings):
        raise Refused("No mail is sent from here. Ask whoever runs this installation.", code="not-now")
    with app.store.write() as session:
        account = own(session, who, lock=True)
        if mail == account.mail and is_confirmed(account):
            raise Refused("This is your address already.", code="not-now")
        counters = [throttles.counter(app, ASKED, of) for of in (account.uid, mail)]
        full = throttles.count_miss(session, counters, now)
        if not full:
            _write(session, app, account, mail, now)
    if full:
        raise throttles.too_many(full, now)
    return mail


def _write(session: Session, app: App, account: Account, mail: str, now: datetime) -> None:
    accounts.spend_codes(session, account.uid, (MAIL,), now)
    text = (
        f"{account.name} wants to use this address for an account on Deckcheck. If that is you, open this link in a "
        f"browser where you are signed in, within a day:\n"
        f"{secret_mail.address_for(app.settings, '/confirm/' + secret_mail.GAP)}\n\nIf not, ignore this letter.\n"
    )
    secret = secret_mail.write_letter(session, app.settings, now, mail, "Confirm your address for Deckcheck", text)
    session.add(
        AccountCode(account=account.uid, kind=MAIL, hash=hash_of(secret), until=now + LIFE, mailed=True, mail=mail)
    )
    where = f"account:{account.uid}"
    audit_log.append_instance(session, now, where, "account.mail_asked", on=where)
    if mail != account.mail:
        what = f"Somebody signed in to your account asked to change its address to {mail}. Until it is confirmed there"
        mail_change(session, app, account, now, f"{what}, you sign in with this one.")


def see_change(app: App, who: Actor, secret: str) -> str:
    """The address that a letter confirms, if its link still works and the account is that of whoever asks."""
    with app.store.read() as session:
        return _code(session, app, who, secret).mail


def _code(session: Session, app: App, who: Actor, secret: str) -> AccountCode:
    found = accounts.code(session, MAIL, hash_of(secret))
    over = found is None or found.used_at is not None or found.until is None or app.now() >= found.until
    if found is None or over or found.account != own(session, who).uid:
        raise LinkOver(LINK_OVER)
    return found


def confirm_mail(app: App, who: Actor, secret: str) -> str:
    """The letter was followed by whoever is signed in: this is the account's address from now on."""
    now = app.now()
    with app.store.write() as session:
        account = own(session, who, lock=True)
        mail = _code(session, app, who, secret).mail
        other = accounts.by_mail(session, mail)
        if other is not None and other.uid != account.uid:
            raise Refused(f"Another account has the address {mail}. Close one of them first.", code="account-there")
        accounts.spend_codes(session, account.uid, (MAIL, RESET, INVITE), now)
        if mail != account.mail:
            mail_change(session, app, account, now, f"The address of your account is {mail} now.")
            audit_log.append_instance(session, now, str(who), "account.mail", on=str(who))
            account.mail = mail
        confirm(session, account, LETTER, str(who), now)
        return mail
