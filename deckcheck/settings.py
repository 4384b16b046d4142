"""Settings of an installation, from its environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from deckcheck.app.refusals import UnusableInput
from deckcheck.catalogue.reference import find_root

DATABASE: Final = "deckcheck.db"
TLS: Final = ("starttls", "tls", "none")
UPDATE: Final = ("off", "daily", "weekly")
WARN_DAYS: Final = 60
MOST_DAYS: Final = 36_500
MOST_PROXIES: Final = 20
MOST_SECONDS: Final = 63_072_000
"""Two years, the longest that anyone recommends for https alone."""
AGE: Final = "DECKCHECK_AGE_WARNING_DAYS"
OFTEN: Final = "DECKCHECK_UPDATE"
MIRRORS: Final = "DECKCHECK_UPDATE_FROM"
FEWEST_CONNECTIONS: Final = 2
MOST_CONNECTIONS: Final = 100
JUDGING: Final = 300
FEWEST_JUDGING: Final = 10
MOST_JUDGING: Final = 100_000


class BadSetting(UnusableInput):
    """A variable of the environment holds what it cannot; the sentence names it and says what it takes."""

    CODE = "bad-setting"


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
    statement: int = 365
    tick: int = 90
    outbox: int = 7
    account: int = 730


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the data lie, which database is used, and what this installation may do.

    `data_root` holds the product's `formats/`, `banlists/` and `templates/`; `data_folder` files of the installation
    that take the place of single ones there, or stand beside them. `home` holds the embedded database and the key that
    was made for it; `database_url` names another database. `secret_key` signs cookies and derives secrets, `older_keys`
    are still honoured. `address` is the public address for links in mail; without one, `served` is how a request came
    here. `games` are packages that hold further games. `proxies`: how many of them stand in front. `local_webhooks`
    lets webhooks go to this very machine, in plain http too: for trying them out. `age_warning_days`: from how many
    days on the operator is warned of the age of the data; none where an operator says so. `hsts`: for how many seconds
    browsers are told to come by https alone. `connections`: how many each worker may open to PostgreSQL. `judging`: how
    many milliseconds of each second are spent on checks for one network whose people have not signed in. `update`: how
    often cards and law are brought up to date unasked; empty where an operator says so. `mirrors`: from where, by the
    source's id, if not from its own address. `fetch_decks`: whether a deck is fetched from a site that hands decks to
    programs, once somebody who pasted its link asks for it. `card_pictures`: whether the page of a card offers its
    picture, which the reader's browser then asks the card database for. `run_by` is who runs the installation and
    `contact` their mail address, for the page on privacy. `data_named` is what messages call the name of `data_folder`.
    """

    data_root: Path
    data_folder: Path | None = None
    data_named: str = "DECKCHECK_DATA"
    home: Path = Path()
    database_url: str = ""
    secret_key: str = field(default="", repr=False)
    older_keys: tuple[str, ...] = field(default=(), repr=False)
    address: str = ""
    served: str = ""
    games: tuple[str, ...] = ()
    proxies: int = 0
    local_webhooks: bool = False
    age_warning_days: int | None = None
    hsts: int = 0
    connections: int = 10
    judging: int = JUDGING
    fetch_decks: bool = False
    card_pictures: bool = False
    update: str = ""
    mirrors: Mapping[str, str] = field(default_factory=dict)
    run_by: str = ""
    contact: str = ""
    source: str = ""
    mail: Mail = Mail()
    keeping: Keeping = Keeping()

    @classmethod
    def from_env(cls, env: Mapping[str, str] | None = None) -> Settings:
        """The settings that the variables named `DECKCHECK_…` give; docs/running.md lists them."""
        env = os.environ if env is None else env
        home = Path(env.get("DECKCHECK_HOME") or _share(env) / "deckcheck")
        return cls(
            data_root=find_root(),
            data_folder=_folder(env, "DECKCHECK_DATA"),
            home=home,
            database_url=_database(env) or f"sqlite:///{home / DATABASE}",
            secret_key=env.get("DECKCHECK_SECRET_KEY", ""),
            older_keys=tuple(k for k in env.get("DECKCHECK_OLDER_SECRET_KEYS", "").split(",") if k),
            address=_address(env, "DECKCHECK_ADDRESS"),
            games=tuple(name.strip() for name in env.get("DECKCHECK_GAMES", "").split(",") if name.strip()),
            proxies=_number(env, "DECKCHECK_PROXIES", 0, MOST_PROXIES),
            age_warning_days=_number(env, AGE, WARN_DAYS, MOST_DAYS) if env.get(AGE, "").strip() else None,
            hsts=_number(env, "DECKCHECK_HSTS", 0, MOST_SECONDS),
            judging=_number(env, "DECKCHECK_JUDGING", JUDGING, MOST_JUDGING, FEWEST_JUDGING),
            connections=_number(env, "DECKCHECK_CONNECTIONS", 10, MOST_CONNECTIONS, FEWEST_CONNECTIONS),
            update=_choice(env, OFTEN, UPDATE) if env.get(OFTEN, "").strip() else "",
            mirrors=_mirrors(env),
            fetch_decks=_choice(env, "DECKCHECK_FETCH_DECKS", ("no", "yes")) == "yes",
            card_pictures=_choice(env, "DECKCHECK_CARD_PICTURES", ("no", "yes")) == "yes",
            run_by=" ".join(env.get("DECKCHECK_RUN_BY", "").split()),
            contact=env.get("DECKCHECK_CONTACT", "").strip(),
            source=_address(env, "DECKCHECK_SOURCE"),
            local_webhooks=_choice(env, "DECKCHECK_LOCAL_WEBHOOKS", ("no", "yes")) == "yes",
            mail=_mail(env),
            keeping=Keeping(
                **{name: _number(env, f"DECKCHECK_KEEP_{name.upper()}", days, MOST_DAYS) for name, days in _kept()}
            ),
        )

    @property
    def is_embedded(self) -> bool:
        """Whether the database is a file of this machine."""
        return self.database_url.startswith("sqlite")


def _share(env: Mapping[str, str]) -> Path:
    return Path(env.get("XDG_DATA_HOME") or Path(env.get("HOME") or Path.home()) / ".local" / "share")


def _database(env: Mapping[str, str]) -> str:
    """The address of the database; nothing of it is repeated, since a password may stand in it."""
    url = env.get("DECKCHECK_DATABASE_URL", "")
    if url and not url.startswith(("sqlite:///", "postgresql://")):
        raise BadSetting("DECKCHECK_DATABASE_URL begins with sqlite:/// or postgresql://, and this one does not.")
    return url


def _address(env: Mapping[str, str], name: str) -> str:
    address = env.get(name, "").rstrip("/")
    if not address:
        return ""
    if not _is_address(address):
        raise BadSetting(f"{name} is an address like https://lists.example.org, and {_shown(address)} is none.")
    return address


def _is_address(address: str) -> bool:
    """Whether it is an address of the web, without a question or a place in the page."""
    try:
        from urllib.parse import urlsplit

        parts = urlsplit(address)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.hostname) and not parts.query and not parts.fragment


def _mirrors(env: Mapping[str, str]) -> dict[str, str]:
    """Addresses of mirrors by source: scryfall=https://mirror.example.org/scryfall/, with spaces between several."""
    found = {}
    for told in env.get(MIRRORS, "").split():
        source, _, address = told.partition("=")
        if not source or not _is_address(address):
            like = "scryfall=https://mirror.example.org/scryfall/"
            raise BadSetting(f"{MIRRORS} names mirrors like {like}, and {_shown(told)} is none.")
        found[source] = f"{address.rstrip('/')}/"
    return found


def _mail(env: Mapping[str, str]) -> Mail:
    host, port = _server(env)
    return Mail(
        host=host,
        port=port,
        user=env.get("DECKCHECK_SMTP_USER", ""),
        password=env.get("DECKCHECK_SMTP_PASSWORD", ""),
        sender=env.get("DECKCHECK_MAIL_FROM", ""),
        encrypted=_choice(env, "DECKCHECK_SMTP_TLS", TLS),
    )


def _server(env: Mapping[str, str]) -> tuple[str, int]:
    """Host and port of the mail server: mail.example.org, mail.example.org:465 or [2001:db8::1]:25."""
    value = env.get("DECKCHECK_SMTP", "").strip()
    try:
        from urllib.parse import urlsplit

        parts = urlsplit(f"//{value}")
        host, port = parts.hostname or "", 587 if parts.port is None else parts.port
        whole = parts.netloc == value and "@" not in value
    except ValueError:
        whole, host, port = False, "", 0
    if value and not (whole and host and port):
        raise BadSetting(f"DECKCHECK_SMTP is a server like mail.example.org:587, and {_shown(value)} is none.")
    return host, port


def _kept() -> list[tuple[str, int]]:
    defaults = Keeping()
    return [(name, int(getattr(defaults, name))) for name in Keeping.__dataclass_fields__]


def _number(env: Mapping[str, str], name: str, usual: int, most: int, least: int = 0) -> int:
    value = env.get(name, "").strip()
    if not value:
        return usual
    if not (value.isascii() and value.isdecimal() and len(value) < 10 and least <= int(value) <= most):
        raise BadSetting(f"{name} is a whole number from {least} to {most}, and {_shown(value)} is none.")
    return int(value)


def _folder(env: Mapping[str, str], name: str) -> Path | None:
    """A folder that is there, if one is named."""
    value = env.get(name, "")
    if value and not Path(value).is_dir():
        raise BadSetting(f"{name} names a folder, and {_shown(value)} is none.")
    return Path(value) if value else None


def _choice(env: Mapping[str, str], name: str, choices: tuple[str, ...]) -> str:
    """One of several words; the first one where nothing is set."""
    value = env.get(name, "").strip().lower() or choices[0]
    if value not in choices:
        *first, last = choices
        raise BadSetting(f"{name} is {', '.join(first)} or {last}, and {_shown(value)} is none of them.")
    return value


def _shown(value: str) -> str:
    return f'"{" ".join(value.split())[:40]}"'
