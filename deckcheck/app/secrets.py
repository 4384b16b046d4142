"""Secrets: random ones are kept as hashes; those that must be known again follow from the installation's key."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import string
from pathlib import Path
from typing import Final

from deckcheck.app.refusals import Refused, UnusableInput
from deckcheck.decklist import lazy
from deckcheck.settings import Settings
from deckcheck.store.private import PRIVATE, is_open_to_others

SIGNS: Final = string.ascii_letters + string.digits
"""Letters and digits only, so that no mail program cuts a link at its end."""
LINK: Final = 22
"""So many signs hold 128 random bits."""
LONG: Final = 43
"""So many signs hold 256 random bits."""
TOKEN_MARK: Final = "dkc_"  # noqa: S105  # the beginning of every token, no token
_LINK_FORM: Final = lazy.regex(rf"[A-Za-z0-9]{{{LINK}}}")
_LONG_FORM: Final = lazy.regex(rf"[A-Za-z0-9]{{{LONG}}}")
_TOKEN_FORM: Final = lazy.regex(rf"{TOKEN_MARK}[A-Za-z0-9]{{{LONG}}}")


class KeyGone(Refused):
    """A secret was made under a key that this installation no longer has."""

    CODE = "key-gone"
    STATUS = 409


def new_link_secret() -> str:
    """The secret of a player's link."""
    return _signs(LINK)


def new_secret() -> str:
    """The secret behind a sign-in, or of a link that sets a password."""
    return _signs(LONG)


def new_token_secret() -> str:
    """The secret of a program."""
    return TOKEN_MARK + _signs(LONG)


def _signs(count: int) -> str:
    return "".join(secrets.choice(SIGNS) for _ in range(count))


def is_link_form(text: str) -> bool:
    """Whether a text could be the secret of a player's link."""
    return _LINK_FORM.fullmatch(text) is not None


def is_long_form(text: str) -> bool:
    """Whether a text could be the secret by which a browser is known."""
    return _LONG_FORM.fullmatch(text) is not None


def is_token_form(text: str) -> bool:
    """Whether a text could be a program's token."""
    return _TOKEN_FORM.fullmatch(text) is not None


def hash_of(secret: str) -> str:
    """What is stored of a random secret: nobody can guess one, so a fast hash is enough."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def key_id(key: str) -> str:
    """How a secret key is named beside what was made with it."""
    return hashlib.sha256(b"deckcheck-key/1\n" + key.encode()).hexdigest()[:8]


def new_nonce(settings: Settings) -> str:
    """What is stored of a secret that must be known again: which key, and what it is mixed with."""
    return f"{key_id(settings.secret_key)}.{secrets.token_hex(16)}"


def derive(settings: Settings, purpose: str, nonce: str) -> bytes:
    """The secret of 256 bits that a nonce stands for; the database alone does not tell it."""
    wanted = nonce.partition(".")[0]
    for key in (settings.secret_key, *settings.older_keys):
        if key and hmac.compare_digest(key_id(key), wanted):
            return hmac.digest(key.encode(), f"deckcheck-{purpose}/1\n{nonce}".encode(), "sha256")
    raise KeyGone("This was set up under a secret key that is no longer among the installation's; set it up again.")


def derived_text(settings: Settings, purpose: str, nonce: str) -> str:
    """The same as signs that fit into an address."""
    number = int.from_bytes(derive(settings, purpose, nonce), "big")
    found = []
    for _ in range(LONG):
        number, rest = divmod(number, len(SIGNS))
        found.append(SIGNS[rest])
    return "".join(found)


def same(one: str, other: str) -> bool:
    """Whether two texts are equal, in a time that does not tell how far they are."""
    return hmac.compare_digest(one.encode("utf-8", "surrogatepass"), other.encode("utf-8", "surrogatepass"))


KEY_FILE: Final = "secret.key"
SHORTEST: Final = 32
FEWEST: Final = 8
"""So many different characters: a random key of the shortest length has fewer once in a hundred billion times."""
MAKE_ONE: Final = "make it with: python3 -c 'import secrets; print(secrets.token_hex(32))'"


def check_key(key: str, name: str) -> None:
    """Refuse a key that somebody could guess; nothing of it is repeated."""
    if len(key) < SHORTEST or len(set(key)) < FEWEST:
        raise UnusableInput(
            f"{name} can be guessed: a key has at least {SHORTEST} characters, {FEWEST} different ones; {MAKE_ONE}."
        )


def kept_key(home: Path) -> str:
    """The key beside the embedded database, made once; of two processes that make it, both take the first."""
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = home / KEY_FILE
    if not path.exists():
        _make(path)
    try:
        if is_open_to_others(path):
            raise UnusableInput(f"Others can read the key {path}. Run: chmod 600 {path}.")
        key = path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UnusableInput(f"The key {path} cannot be read. Put it right, or restore it from your backup.") from error
    if not key:
        raise UnusableInput(f"The key {path} is empty. Restore it from your backup, or delete it: then one is made.")
    check_key(key, f"The key {path}")
    return key


def _make(path: Path) -> None:
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    fresh.touch(mode=PRIVATE)
    fresh.write_text(secrets.token_hex(32), "ascii")
    try:
        os.link(fresh, path)
    except FileExistsError:
        pass
    finally:
        fresh.unlink()
