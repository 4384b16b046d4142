"""How often signing in may go wrong: for an account from one network, for a known browser, for an account in all.

Strangers' wrong tries do not hold up browsers that have signed in before.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from deckcheck.app import secret_mail, throttles
from deckcheck.app.context import App
from deckcheck.app.secrets import hash_of, is_long_form, new_secret
from deckcheck.app.throttles import Counter, Limit
from deckcheck.app.time_words import utc_words
from deckcheck.store.models import Account, Device
from deckcheck.store.queries import accounts
from deckcheck.store.store import Session

PER_ACCOUNT: Final = Limit("sign-in", 5, timedelta(minutes=15))
"""For an account from one network, so that nobody elsewhere shuts its owner out."""
PER_ADDRESS: Final = Limit("sign-in-from", 60, timedelta(minutes=15))
"""For a network, over all accounts; far above the account's: a hall is one address."""
PER_DEVICE: Final = Limit("sign-in-known", 5, timedelta(minutes=15))
"""For a browser that has signed in to the account before; nobody else's tries count there."""
PER_SIGN_IN: Final = Limit("confirm", 5, timedelta(minutes=15))
"""For the password that a signed-in browser is asked for once more."""
IN_ALL: Final = Limit("sign-in-all", 100, timedelta(hours=1))
"""For an account over all networks; known browsers are let in all the same, and its owner gets a letter."""
CODES_IN_ALL: Final = Limit("sign-in-codes", 20, timedelta(hours=1))
"""For the codes of the second step, over all networks: whoever gets there has the password."""


def of_password(app: App, mail: str, address: str, device: str) -> tuple[Counter, ...]:
    """Where wrong passwords count; the first counter is cleared by a right one."""
    return _of(app, IN_ALL, mail, address, device)


def of_code(app: App, mail: str, address: str, device: str) -> tuple[Counter, ...]:
    """Where wrong codes of the second step count."""
    return _of(app, CODES_IN_ALL, mail, address, device)


def of_sign_in(app: App, sign_in: str) -> tuple[Counter, ...]:
    """Where wrong passwords of a browser count that is signed in: with it, whichever network it is in."""
    return (throttles.counter(app, PER_SIGN_IN, sign_in),)


def _of(app: App, in_all: Limit, mail: str, address: str, device: str) -> tuple[Counter, ...]:
    if device:
        return (throttles.counter(app, PER_DEVICE, device),)
    network = throttles.network_of(address)
    return (
        throttles.counter(app, PER_ACCOUNT, mail, within=network),
        throttles.counter(app, PER_ADDRESS, network),
        throttles.counter(app, in_all, mail),
    )


def forget(session: Session, app: App, mail: str) -> None:
    """The account's owner has shown in another way who they are: the misses of all networks are forgotten."""
    for limit in (PER_ACCOUNT, IN_ALL, CODES_IN_ALL):
        throttles.clear(session, throttles.counter(app, limit, mail))


def warn_owner(
    session: Session, app: App, counters: tuple[Counter, ...], account: Account | None, now: datetime
) -> None:
    """Write to the owner once the limit over all networks is reached, which is once an hour at most."""
    reached = [c for c in counters if c.limit in (IN_ALL, CODES_IN_ALL) and throttles.is_full(session, c, now)]
    if account is None or not reached:
        return
    what = "passwords" if reached[0].limit is IN_ALL else "codes after the right password"
    advice = (
        "Nobody got in. Browsers that signed in to the account before still let you in; others wait an hour.\n"
        "If you did not try this yourself, use a password you have nowhere else, and set up an authenticator app."
        if reached[0].limit is IN_ALL
        else "That person knows your password. If it wasn't you, change it now; nobody got in without a code."
    )
    text = f"{reached[0].limit.tries} wrong {what} were tried within an hour, until {utc_words(now)}.\n\n{advice}\n"
    secret_mail.tell_account(session, app, now, account.mail, "Somebody is trying to sign in to your account", text)


MOST: Final = 10
"""So many browsers of an account are known; the one not used for longest goes, so that nobody gathers them."""
KEPT: Final = timedelta(days=365)
"""A browser that did not sign in for so long is known no more."""


def key_of(session: Session, account: Account | None, secret: str) -> str:
    """The key of the browser with this secret, if it has signed in to this account before; else empty."""
    found = accounts.known_device(session, _hash(account.uid if account else "", secret))
    return found.uid if found and account else ""


def remember(session: Session, account: Account, secret: str, now: datetime) -> str:
    """Know a browser again from now on; returns its secret, a new one if it has none."""
    secret = secret if is_long_form(secret) else new_secret()
    wanted = _hash(account.uid, secret)
    found = accounts.known_device(session, wanted)
    if found is None:
        session.add(Device(account=account.uid, hash=wanted, made_at=now, used_at=now))
        session.flush()
        for old in accounts.devices_of(session, account.uid)[MOST:]:
            session.delete(old)
    else:
        found.used_at = now
    return secret


def forget_all(session: Session, account: str) -> None:
    """Know no browser of an account any more."""
    accounts.drop_devices(session, account)


def _hash(account: str, secret: str) -> str:
    """What is stored: nobody sees from it which accounts one browser has signed in to."""
    return hash_of(f"{account}:{secret}")
