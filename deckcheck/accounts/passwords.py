"""Passwords, by Argon2id, and the second step of a sign-in: a code from an app (RFC 6238), or one that works once.

A few are worked on at once, and the work is the same whether or not there is somebody to whom a password belongs.
"""

from __future__ import annotations

import base64
import re
import secrets
import threading
import unicodedata
from datetime import datetime
from functools import cache
from typing import Final

import pyotp
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from deckcheck.app.refusals import UnusableInput
from deckcheck.app.secrets import derive, hash_of, new_nonce, same
from deckcheck.law.sentences import counted
from deckcheck.settings import Settings
from deckcheck.store.models import Account, AccountCode
from deckcheck.store.queries import accounts
from deckcheck.store.store import Session

AT_ONCE: Final = 4
"""Each takes 64 MiB while it is made."""
SHORTEST: Final = 10
LONGEST: Final = 200
FEWEST_SIGNS: Final = 5

_HASHER: Final = PasswordHasher()
_SLOTS: Final = threading.BoundedSemaphore(AT_ONCE)


def hash_password(password: str) -> str:
    """What is stored of a password. Slow on purpose: never within a transaction."""
    with _SLOTS:
        return _HASHER.hash(_plain(password))


def fits(stored: str, password: str) -> bool:
    """Whether it is the password; where none is stored the work is done all the same, and the answer is no."""
    against = stored or _nobody()
    with _SLOTS:
        try:
            _HASHER.verify(against, _plain(password))
        except (VerificationError, InvalidHashError):
            return False
    return bool(stored)


def renewed(stored: str, password: str) -> str:
    """A new hash of a password that fits, if today's costs are others than when it was stored; else the same."""
    return hash_password(password) if _HASHER.check_needs_rehash(stored) else stored


@cache
def _nobody() -> str:
    """The hash of a password that nobody has, at today's costs."""
    return hash_password(secrets.token_hex(16))


def _plain(password: str) -> bytes:
    """The same letters are the same password, whatever keyboard wrote them."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")


def check_new(password: str, mail: str) -> None:
    """Refuse a password that others would guess."""
    length = len(password)
    if length < SHORTEST:
        raise UnusableInput(f"That is {counted(length, 'character')}; use at least {SHORTEST}.")
    if length > LONGEST:
        raise UnusableInput(f"That is {counted(length, 'character')}; the limit is {LONGEST}.")
    if len(set(password.casefold())) < FEWEST_SIGNS:
        raise UnusableInput(
            f"Only {counted(len(set(password.casefold())), 'different character')}; use at least {FEWEST_SIGNS}."
        )
    if password.casefold() in {mail.casefold(), mail.casefold().partition("@")[0]}:
        raise UnusableInput("Others know your address. Three or four random words work well as a password.")


SPAN: Final = 30
"""A code of the app is for so many seconds; the one before and the one after are taken, too."""
ISSUER: Final = "Deckcheck"
SPARE: Final = "spare"
"""The kind of the codes for the day on which the phone with the app is lost."""
SPARES: Final = 10
_SPARE_SIGNS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_SPARE_LENGTH: Final = 16
_SECRET_BYTES: Final = 20


def begin(account: Account, settings: Settings) -> None:
    """Give the account a new secret for an app; it counts once a code of it was seen."""
    account.totp_nonce = new_nonce(settings)
    account.totp_on = False
    account.totp_step = 0


def secret_of(account: Account, settings: Settings) -> str:
    """The secret as an app takes it by hand."""
    return base64.b32encode(derive(settings, "totp", account.totp_nonce)[:_SECRET_BYTES]).decode()


def address_of(account: Account, settings: Settings) -> str:
    """The secret as an app takes it from a QR code."""
    return pyotp.TOTP(secret_of(account, settings)).provisioning_uri(name=account.mail, issuer_name=ISSUER)


def end(session: Session, account: Account, now: datetime) -> None:
    """Turn off two-step sign-in."""
    account.totp_nonce, account.totp_on, account.totp_step = "", False, 0
    accounts.spend_codes(session, account.uid, (SPARE,), now)


def takes(session: Session, account: Account, code: str, settings: Settings, now: datetime) -> bool:
    """Whether the code is right; then it is never right again. The account is locked by whoever calls."""
    written = re.sub(r"[\s-]", "", code).upper()
    if re.fullmatch(r"[0-9]{6}", written):
        return takes_app_code(account, written, settings, now)
    return _takes_spare(session, account, written, now)


def takes_app_code(account: Account, code: str, settings: Settings, now: datetime) -> bool:
    """Whether the app shows this code now; a code of a step that was used, or of an earlier one, is refused."""
    totp = pyotp.TOTP(secret_of(account, settings))
    present = int(now.timestamp()) // SPAN
    fitting = [step for step in (present - 1, present, present + 1) if same(totp.generate_otp(step), code)]
    fresh = [step for step in fitting if step > account.totp_step]
    if fresh:
        account.totp_step = min(fresh)
    return bool(fresh)


def _takes_spare(session: Session, account: Account, code: str, now: datetime) -> bool:
    found = accounts.locked_code(session, (SPARE,), _spare_hash(account, code))
    if found is None or found.used_at is not None:
        return False
    found.used_at = now
    return True


def make_spares(session: Session, account: Account, now: datetime) -> tuple[str, ...]:
    """Ten new codes that work once, to be shown once; older ones work no more."""
    accounts.spend_codes(session, account.uid, (SPARE,), now)
    made = tuple("".join(secrets.choice(_SPARE_SIGNS) for _ in range(_SPARE_LENGTH)) for _ in range(SPARES))
    for code in made:
        session.add(AccountCode(account=account.uid, kind=SPARE, hash=_spare_hash(account, code)))
    return tuple("-".join(code[i : i + 4] for i in range(0, _SPARE_LENGTH, 4)) for code in made)


def _spare_hash(account: Account, code: str) -> str:
    return hash_of(f"{account.uid}:{code}")
