"""Browsers that have signed in to an account before: strangers' wrong tries do not hold them up."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from deckcheck.app.secrets import hash_of, is_long_form, new_secret
from deckcheck.store.models import Account, Device
from deckcheck.store.queries import known_devices
from deckcheck.store.store import Session

MOST: Final = 10
"""So many browsers of an account are known; the one not used for longest goes, so that nobody gathers them."""
KEPT: Final = timedelta(days=365)
"""A browser that did not sign in for so long is known no more."""


def key_of(session: Session, account: Account | None, secret: str) -> str:
    """The key of the browser with this secret, if it has signed in to this account before; else empty."""
    found = known_devices.by_hash(session, _hash(account.uid if account else "", secret))
    return found.uid if found and account else ""


def remember(session: Session, account: Account, secret: str, now: datetime) -> str:
    """Know a browser again from now on; returns its secret, a new one if it has none."""
    secret = secret if is_long_form(secret) else new_secret()
    wanted = _hash(account.uid, secret)
    found = known_devices.by_hash(session, wanted)
    if found is None:
        session.add(Device(account=account.uid, hash=wanted, made_at=now, used_at=now))
        session.flush()
        for old in known_devices.of_account(session, account.uid)[MOST:]:
            session.delete(old)
    else:
        found.used_at = now
    return secret


def forget_all(session: Session, account: str) -> None:
    """Know no browser of an account any more."""
    known_devices.drop(session, account)


def _hash(account: str, secret: str) -> str:
    """What is stored: nobody sees from it which accounts one browser has signed in to."""
    return hash_of(f"{account}:{secret}")
