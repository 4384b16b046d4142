"""Passwords: Argon2id, a few at once, and the same work whether or not there is somebody to whom one belongs."""

from __future__ import annotations

import secrets
import threading
import unicodedata
from functools import cache
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from deckcheck.app.refusals import UnusableInput

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
        raise UnusableInput(f"{length} signs in the password; {SHORTEST} is the least. A few words in a row do well.")
    if length > LONGEST:
        raise UnusableInput(f"{length} signs in the password; {LONGEST} is the most.")
    if len(set(password.casefold())) < FEWEST_SIGNS:
        raise UnusableInput(f"{len(set(password.casefold()))} different signs in the password; 5 is the least.")
    if password.casefold() in {mail.casefold(), mail.casefold().partition("@")[0]}:
        raise UnusableInput("The password is your address, which others know. A few words in a row do well.")
