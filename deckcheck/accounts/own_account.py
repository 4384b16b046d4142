"""An account in its owner's hands: password, code from an app, sign-ins, the end of it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from deckcheck.accounts import passwords
from deckcheck.accounts.close import close
from deckcheck.accounts.recognition import IDLE
from deckcheck.accounts.resets import LINK_OVER, LinkOver
from deckcheck.accounts.sign_ins import OPEN, Browser, NoFit, SignedIn, admit, confirm_password
from deckcheck.accounts.staff_accounts import INVITE, LETTER, MAIL, RESET, confirm, is_confirmed, mail_change, read_mail
from deckcheck.app import audit_log, secret_mail, throttles
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import Hidden, NotSignedIn, Refused
from deckcheck.app.secret_mail import sends_mail
from deckcheck.app.secrets import hash_of
from deckcheck.app.throttles import Limit
from deckcheck.store.models import Account, AccountCode
from deckcheck.store.queries import accounts, credentials
from deckcheck.store.store import Session

NOT_IN: Final = "Sign in with mail and password first."
NO_CODE: Final = "This code does not fit. Scan the picture again, or set the phone's clock."


@dataclass(frozen=True, slots=True)
class SignInRow:
    """A browser that is signed in."""

    uid: str
    browser: str
    made_at: datetime
    used_at: datetime
    is_here: bool


@dataclass(frozen=True, slots=True)
class OwnAccount:
    """What its owner sees of an account. `code`: "", "begun" or "on"; `app_address` and `app_secret` while begun.

    `mail` is what they sign in with, `claimed` an address that nobody confirmed, `waiting` one that a letter went to;
    `mails`: whether letters are sent here at all.
    """

    mail: str
    name: str
    may_organize: bool
    code: str
    spares: int
    app_address: str
    app_secret: str
    sign_ins: tuple[SignInRow, ...]
    confirmed: bool
    claimed: str
    waiting: str
    mails: bool


@dataclass(frozen=True, slots=True)
class CodeOn:
    """The code is asked for from now on; `spares` are shown once."""

    signed_in: SignedIn
    spares: tuple[str, ...]


def see_account(app: App, who: Actor) -> OwnAccount:
    """The account of whoever is signed in."""
    now = app.now()
    with app.store.read() as session:
        account = own(session, who)
        begun = bool(account.totp_nonce) and not account.totp_on
        rows = credentials.sign_ins_of(session, "account", account.uid, now)
        return OwnAccount(
            mail=account.mail,
            name=account.name,
            may_organize=account.may_organize,
            code="on" if account.totp_on else "begun" if begun else "",
            spares=len(accounts.unused_codes(session, account.uid, passwords.SPARE)),
            app_address=passwords.address_of(account, app.settings) if begun else "",
            app_secret=passwords.secret_of(account, app.settings) if begun else "",
            sign_ins=tuple(
                SignInRow(r.uid, r.agent, r.made_at, r.used_at, r.uid == who.sign_in)
                for r in rows
                if r.serial == account.serial and now - r.used_at < IDLE
            ),
            confirmed=is_confirmed(account),
            claimed=account.claimed_mail,
            waiting=accounts.waiting_mail(session, account.uid, now),
            mails=sends_mail(app.settings),
        )


def own(session: Session, who: Actor, *, lock: bool = False) -> Account:
    """The account of whoever is signed in."""
    if who.kind != "account":
        raise NotSignedIn(NOT_IN)
    account = accounts.locked(session, who.uid) if lock else accounts.account(session, who.uid)
    if account is None or account.state != OPEN:
        raise NotSignedIn(NOT_IN)
    return account


def confirmed_owner(app: App, who: Actor, password: str) -> Account:
    """The account of its owner, who has given the password once more; misses are counted for this sign-in."""
    with app.store.read() as session:
        account = own(session, who)
    confirm_password(app, account, password, who.sign_in)
    return account


def _renew(session: Session, account: Account, now: datetime, browser: Browser, *, strong: bool) -> SignedIn:
    """Every browser is signed out but this one, which goes on under a new secret."""
    account.serial += 1
    credentials.end_sign_ins(session, "account", account.uid, now)
    return admit(session, account, now, browser, strong=strong)


def change_name(app: App, who: Actor, name: str) -> None:
    """How the others read the owner's name."""
    with app.store.write() as session:
        account = own(session, who, lock=True)
        account.name = " ".join(name.split())[:80] or account.name


def change_password(app: App, who: Actor, old: str, new: str, browser: Browser) -> SignedIn:
    """Another password; every other browser is signed out."""
    mail, now = confirmed_owner(app, who, old).mail, app.now()
    passwords.check_new(new, mail)
    stored = passwords.hash_password(new)
    with app.store.write() as session:
        account = own(session, who, lock=True)
        account.password = stored
        accounts.spend_codes(session, account.uid, (RESET, INVITE, MAIL), now)
        audit_log.append_instance(session, now, str(who), "account.password", on=str(who), to="by its owner")
        mail_change(session, app, account, now, "The password of your account was changed.")
        return _renew(session, account, now, browser, strong=who.strong)


def begin_code(app: App, who: Actor) -> None:
    """Make a secret for an app; it counts once a code of it was seen."""
    with app.store.write() as session:
        account = own(session, who, lock=True)
        if account.totp_on:
            raise Refused("A code is asked for already. Stop that first to use another app.", code="not-now")
        passwords.begin(account, app.settings)


def confirm_code(app: App, who: Actor, password: str, code: str, browser: Browser) -> CodeOn:
    """The app shows the right code: from now on one is asked for, and this browser is signed in with one."""
    confirmed_owner(app, who, password)
    now = app.now()
    with app.store.write() as session:
        account = own(session, who, lock=True)
        if account.totp_on or not account.totp_nonce:
            raise Refused("There is no app to confirm. Start again.", code="not-now")
        if not passwords.takes_app_code(account, "".join(code.split()), app.settings, now):
            raise NoFit(NO_CODE)
        account.totp_on = True
        audit_log.append_instance(session, now, str(who), "account.code_on", on=str(who))
        mail_change(session, app, account, now, "Signing in asks for a code from an authenticator app now.")
        spares = passwords.make_spares(session, account, now)
        return CodeOn(_renew(session, account, now, browser, strong=True), spares)


def new_spares(app: App, who: Actor, password: str, browser: Browser) -> tuple[str, ...]:
    """Ten new codes that work once; the older ones work no more."""
    confirmed_owner(app, who, password)
    now = app.now()
    with app.store.write() as session:
        account = own(session, who, lock=True)
        if not account.totp_on:
            raise Refused("No code is asked for yet. Set up an authenticator app first.", code="not-now")
        audit_log.append_instance(session, now, str(who), "account.spares", on=str(who))
        what = "Ten new codes that work once were made for your account; the older ones work no more."
        mail_change(session, app, account, now, what)
        return passwords.make_spares(session, account, now)


def end_code(app: App, who: Actor, password: str, browser: Browser) -> SignedIn:
    """Turn off two-step sign-in, and forget an app that was begun with."""
    confirmed_owner(app, who, password)
    now = app.now()
    with app.store.write() as session:
        account = own(session, who, lock=True)
        if not account.totp_on:
            passwords.end(session, account, now)
            return _renew(session, account, now, browser, strong=who.strong)
        passwords.end(session, account, now)
        audit_log.append_instance(session, now, str(who), "account.code_ended", on=str(who))
        what = "Two-step sign-in was turned off: signing in asks for no code any more."
        mail_change(session, app, account, now, what)
        return _renew(session, account, now, browser, strong=False)


def end_sign_in(app: App, who: Actor, uid: str) -> None:
    """Sign one of one's own browsers out."""
    now = app.now()
    with app.store.write() as session:
        account = own(session, who)
        row = next((r for r in credentials.sign_ins_of(session, "account", account.uid, now) if r.uid == uid), None)
        if row is None:
            raise Hidden("This browser is signed out already.")
        row.ended_at = now
        audit_log.append_instance(session, now, str(who), "account.sign_in_ended", on=str(who))


def end_other_sign_ins(app: App, who: Actor, browser: Browser) -> SignedIn:
    """Sign every browser out but this one."""
    now = app.now()
    with app.store.write() as session:
        account = own(session, who, lock=True)
        audit_log.append_instance(session, now, str(who), "account.sign_ins_ended", on=str(who))
        return _renew(session, account, now, browser, strong=who.strong)


def close_own(app: App, who: Actor, password: str, keep: Collection[str] = ()) -> None:
    """Close one's own account, for good; what it made in events ends, but for what is to be kept."""
    close(app, who, confirmed_owner(app, who, password).uid, keep)


LIFE: Final = timedelta(days=1)
ASKED: Final = Limit("mail-asked", 5, timedelta(hours=1))
"""So many letters for one account; and as many to one address, whoever has them sent."""


def ask_mail(app: App, who: Actor, password: str, mail: str) -> str:
    """Have a letter sent to a new address, and tell the old one; who else has it is not looked up. Returns it."""
    confirmed_owner(app, who, password)
    now, mail = app.now(), read_mail(mail)
    if not secret_mail.sends_mail(app.settings):
        raise Refused("No mail is sent from here. Ask the operator of this installation.", code="not-now")
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
