"""Signing in with mail and password, and knowing again whoever is signed in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from deckcheck.accounts import passwords, sign_in_limits
from deckcheck.app import throttles
from deckcheck.app.context import App
from deckcheck.app.refusals import Refused, UnusableInput
from deckcheck.app.secrets import hash_of, new_secret
from deckcheck.app.throttles import Counter
from deckcheck.store.models import Account, AccountCode, SignIn
from deckcheck.store.queries import accounts, credentials
from deckcheck.store.store import Session

STAFF_DAYS: Final = 7
PLAYER_DAYS: Final = 30
STEP_KIND: Final = "step"
STEP_MINUTES: Final = 5
"""So long a right password waits for its code."""
OPEN: Final = "open"

NO_FIT: Final = "That e-mail and password don't match."
NO_CODE: Final = "This code does not fit. The app shows a new one every 30 seconds."


class NoFit(UnusableInput):
    """Mail and password, or a code, do not fit; which of them is never told."""

    CODE = "no-fit"


@dataclass(frozen=True, slots=True)
class Browser:
    """Where a sign-in comes from: its network address, what it is called, the sign-in it had before.

    `device`: the secret by which a browser is known that has signed in before.
    """

    address: str = ""
    name: str = ""
    former: str = ""
    device: str = ""


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A browser is signed in: the secret for its cookie, which is stored nowhere else.

    `device`: by which it is known from now on, also once it is signed out; empty for players.
    """

    secret: str
    device: str = ""


@dataclass(frozen=True, slots=True)
class CodeNeeded:
    """The password was right and a code is asked for; the secret goes with it."""

    secret: str


def fold_mail(mail: str) -> str:
    """An address in the form in which it is kept: without space around it, in small letters."""
    return mail.strip().lower()


def sign_in(app: App, mail: str, password: str, browser: Browser = Browser()) -> SignedIn | CodeNeeded:
    """Sign in with mail and password; an unknown mail costs the same work and gets the same words."""
    now, mail = app.now(), fold_mail(mail)
    with app.store.read() as session:
        account = accounts.by_mail(session, mail)
        limits = sign_in_limits.of_password(
            app, mail, browser.address, sign_in_limits.key_of(session, account, browser.device)
        )
        _refuse_if_full(session, limits, now)
    stored = account.password if account and account.state == OPEN else ""
    fits = passwords.fits(stored, password)
    kept = passwords.renewed(stored, password) if fits else ""
    with app.store.write() as session:
        found = accounts.locked(session, account.uid) if account and fits else None
        if found is None or found.password != stored or found.state != OPEN:
            result: SignedIn | CodeNeeded | Refused = _missed(session, app, (limits, account), now, NO_FIT)
        else:
            found.password = kept
            result = _admitted(session, found, limits, browser, now)
    return _told(result)


def confirm_password(app: App, account: Account, password: str, sign_in: str) -> None:
    """Ask somebody who is signed in for the password once more; misses count for this sign-in alone."""
    now, counters = app.now(), sign_in_limits.of_sign_in(app, sign_in or account.uid)
    with app.store.read() as session:
        _refuse_if_full(session, counters, now)
    fits = passwords.fits(account.password, password)
    with app.store.write() as session:
        if fits:
            full = throttles.blocked_until(session, counters, now, lock=True)
        else:
            full = throttles.count_miss(session, counters, now)
    if full:
        raise throttles.too_many(full, now)
    if not fits:
        raise NoFit("This is not the password of the account.")


def give_code(app: App, step: str, code: str, browser: Browser = Browser()) -> SignedIn:
    """The second step: a code from the app or one that works once; `step` is the secret of the first."""
    now = app.now()
    with app.store.write() as session:
        waiting = accounts.locked_code(session, (STEP_KIND,), hash_of(step))
        account = accounts.locked(session, waiting.account) if waiting else None
        if waiting is None or account is None or not _still_waits(waiting, account, now):
            result: SignedIn | CodeNeeded | Refused = NoFit("5 minutes are over. Give mail and password once more.")
        else:
            device = sign_in_limits.key_of(session, account, browser.device)
            counters = sign_in_limits.of_code(app, account.mail, browser.address, device)
            result = _second(session, app, (waiting, account), counters, (code, browser, now))
    found = _told(result)
    assert isinstance(found, SignedIn)
    return found


def _still_waits(waiting: AccountCode, account: Account, now: datetime) -> bool:
    in_time = waiting.until is not None and now < waiting.until
    return waiting.used_at is None and in_time and account.state == OPEN and account.totp_on


def _second(
    session: Session,
    app: App,
    known: tuple[AccountCode, Account],
    counters: tuple[Counter, ...],
    given: tuple[str, Browser, datetime],
) -> SignedIn | Refused:
    (waiting, account), (code, browser, now) = known, given
    full = throttles.blocked_until(session, counters, now, lock=True)
    if full:
        return throttles.too_many(full, now)
    if not passwords.takes(session, account, code, app.settings, now):
        return _missed(session, app, (counters, account), now, NO_CODE)
    waiting.used_at = now
    throttles.clear(session, counters[0])
    return admit(session, account, now, browser, strong=True)


def _refuse_if_full(session: Session, counters: tuple[Counter, ...], now: datetime) -> None:
    full = throttles.blocked_until(session, counters, now)
    if full:
        raise throttles.too_many(full, now)


def _missed(
    session: Session,
    app: App,
    tried: tuple[tuple[Counter, ...], Account | None],
    now: datetime,
    sentence: str,
) -> Refused:
    counters, account = tried
    full = throttles.count_miss(session, counters, now)
    if full:
        return throttles.too_many(full, now)
    sign_in_limits.warn_owner(session, app, counters, account, now)
    return NoFit(sentence)


def _admitted(
    session: Session, account: Account, counters: tuple[Counter, ...], browser: Browser, now: datetime
) -> SignedIn | CodeNeeded | Refused:
    """The password fits: whether that is enough, and still may be told."""
    full = throttles.blocked_until(session, counters, now, lock=True)
    if full:
        return throttles.too_many(full, now)
    if account.totp_on:
        # The misses stay until the code is right, too; else each right password would give five more codes.
        secret = new_secret()
        until = now + timedelta(minutes=STEP_MINUTES)
        session.add(AccountCode(account=account.uid, kind=STEP_KIND, hash=hash_of(secret), until=until))
        return CodeNeeded(secret)
    throttles.clear(session, counters[0])
    return admit(session, account, now, browser, strong=False)


def admit(session: Session, account: Account, now: datetime, browser: Browser, *, strong: bool) -> SignedIn:
    """Sign a browser in to an account, and know it again from now on."""
    account.used_at = now
    secret = start(session, "account", account.uid, now, browser, serial=account.serial, strong=strong)
    return SignedIn(secret, sign_in_limits.remember(session, account, browser.device, now))


def _told(result: SignedIn | CodeNeeded | Refused) -> SignedIn | CodeNeeded:
    """The result, once what led to it is kept: a refusal within the transaction would undo its count."""
    if isinstance(result, Refused):
        raise result
    return result


def start(
    session: Session,
    kind: str,
    subject: str,
    now: datetime,
    browser: Browser,
    *,
    serial: int = 0,
    strong: bool = False,
    link: str | None = None,
    until: datetime | None = None,
) -> str:
    """Sign a browser in under a new secret, and end the sign-in it had before."""
    end(session, browser.former, now)
    secret = new_secret()
    longest = now + timedelta(days=STAFF_DAYS if kind == "account" else PLAYER_DAYS)
    session.add(
        SignIn(
            hash=hash_of(secret),
            kind=kind,
            subject=subject,
            link=link,
            serial=serial,
            strong=strong,
            agent=browser.name[:80],
            made_at=now,
            used_at=now,
            until=min(longest, until) if until else longest,
        )
    )
    return secret


def end(session: Session, secret: str, now: datetime) -> None:
    """End the sign-in with this secret, if there is one."""
    found = credentials.sign_in(session, hash_of(secret)) if secret else None
    if found is not None and found.ended_at is None:
        found.ended_at = now


def sign_out(app: App, secret: str) -> None:
    """This browser is signed in no more."""
    if secret:
        with app.store.write() as session:
            end(session, secret, app.now())
