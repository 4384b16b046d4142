"""Settings of an installation, from its environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from deckcheck.reference import find_root

DATABASE: Final = "deckcheck.db"


@dataclass(frozen=True, slots=True)
class Mail:
    """How mail is sent: `host:port`, as whom, and whether the connection is encrypted from its start."""

    host: str = ""
    port: int = 587
    user: str = ""
    password: str = field(default="", repr=False)
    sender: str = ""
    encrypted: str = "starttls"


@dataclass(frozen=True, slots=True)
class Keeping:
    """For how many days personal data are kept; each is a setting of its own."""

    name: int = 730
    mail: int = 90
    link: int = 30
    draft: int = 7
    superseded: int = 365
    outbox: int = 7
    account: int = 730


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the data lie, which database is used, and what this installation may do.

    `data_root` holds `formats/`, `banlists/` and `templates/`; `home` the embedded database and the key that was made
    for it; `database_url` names another database. `secret_key` signs cookies and derives secrets, `older_keys` are
    still honoured. `address` is the public address for links in mail. `proxies`: how many of them stand in front.
    """

    data_root: Path
    home: Path = Path()
    database_url: str = ""
    secret_key: str = field(default="", repr=False)
    older_keys: tuple[str, ...] = field(default=(), repr=False)
    address: str = ""
    proxies: int = 0
    mail: Mail = Mail()
    keeping: Keeping = Keeping()

    @classmethod
    def from_env(cls, env: Mapping[str, str] | None = None) -> Settings:
        """The settings that the variables named `DECKCHECK_…` give; docs/running.md lists them."""
        env = os.environ if env is None else env
        home = Path(env.get("DECKCHECK_HOME") or _share(env) / "deckcheck")
        return cls(
            data_root=find_root(env),
            home=home,
            database_url=env.get("DECKCHECK_DATABASE_URL") or f"sqlite:///{home / DATABASE}",
            secret_key=env.get("DECKCHECK_SECRET_KEY", ""),
            older_keys=tuple(k for k in env.get("DECKCHECK_OLDER_SECRET_KEYS", "").split(",") if k),
            address=env.get("DECKCHECK_ADDRESS", "").rstrip("/"),
            proxies=_number(env, "DECKCHECK_PROXIES", 0),
            mail=_mail(env),
            keeping=Keeping(**{k: _number(env, f"DECKCHECK_KEEP_{k.upper()}", v) for k, v in _kept().items()}),
        )

    @property
    def is_embedded(self) -> bool:
        """Whether the database is a file of this machine."""
        return self.database_url.startswith("sqlite")


def _share(env: Mapping[str, str]) -> Path:
    return Path(env.get("XDG_DATA_HOME") or Path(env.get("HOME") or Path.home()) / ".local" / "share")


def _mail(env: Mapping[str, str]) -> Mail:
    host, _, port = env.get("DECKCHECK_SMTP", "").partition(":")
    return Mail(
        host=host,
        port=int(port) if port.isdecimal() else 587,
        user=env.get("DECKCHECK_SMTP_USER", ""),
        password=env.get("DECKCHECK_SMTP_PASSWORD", ""),
        sender=env.get("DECKCHECK_MAIL_FROM", ""),
        encrypted=env.get("DECKCHECK_SMTP_TLS", "starttls"),
    )


def _kept() -> dict[str, int]:
    defaults = Keeping()
    return {name: int(getattr(defaults, name)) for name in Keeping.__dataclass_fields__}


def _number(env: Mapping[str, str], name: str, usual: int) -> int:
    value = env.get(name, "")
    if value and not value.isdecimal():
        raise ValueError(f"{name} is a number, and {value[:40]!r} is none.")
    return int(value) if value else usual
