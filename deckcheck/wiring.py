"""The only place that picks parts: which law, which cards, which clock, which database, which key."""

from __future__ import annotations

import os
import secrets
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Final

from deckcheck.catalogue import cards_known, has_card, open_index, open_sets
from deckcheck.core.formats import FormatError
from deckcheck.reference import load_reference
from deckcheck.services.desk import Desk
from deckcheck.services.refusals import UnusableInput
from deckcheck.settings import DATABASE, Settings

if TYPE_CHECKING:
    from pathlib import Path

    from deckcheck.core.cards import CardSet
    from deckcheck.core.set_lists import SetList
    from deckcheck.storage.store import Store

KEY_FILE: Final = "secret.key"


def build_desk(settings: Settings | None = None) -> Desk:
    """The desk of an installation: its own law, the catalogue that travels with the product, the real clock."""
    settings = settings or Settings.from_env()
    return Desk(
        reference=load_reference(settings.data_root, open_sets, cards_known, has_card),
        index=open_index,
        clock=now,
        settings=settings,
        open_store=cache(lambda: open_store(settings)),
        set_list=open_set_list,
        sets_opened=open_sets_opened,
    )


def build_running_desk(settings: Settings | None = None) -> Desk:
    """The desk with a key to sign by and a database at this release's schema: what serving and `db` commands need."""
    desk = build_desk(with_key(settings or Settings.from_env()))
    from deckcheck.storage.upgrade import upgrade

    upgrade(desk.store)
    desk.store.close()  # No connection is shared over a fork.
    return desk


def review_law(desk: Desk) -> None:
    """Refuse to go on under a law that can't be used; the sentence names the file and the line."""
    try:
        desk.reference.review()
    except FormatError as error:
        raise UnusableInput(str(error)) from error


def open_store(settings: Settings) -> Store:
    """The database of the settings; the folder of an embedded one is made if need be."""
    from deckcheck.storage.store import Store

    if settings.database_url == f"sqlite:///{settings.home / DATABASE}":
        settings.home.mkdir(mode=0o700, parents=True, exist_ok=True)
        (settings.home / DATABASE).touch(mode=0o600)  # Lists that are closed lie in it: nobody else reads it.
    return Store(settings.database_url)


def open_set_list(game: str, code: str) -> SetList | None:
    """A set to count pools by; what reads it is loaded when the first pool is counted."""
    from deckcheck.catalogue.numbers import open_set_list as opened

    return opened(game, code)


def open_sets_opened(game: str) -> tuple[CardSet, ...]:
    """The sets that come in boosters, likewise."""
    from deckcheck.catalogue.numbers import sets_opened

    return sets_opened(game)


def with_key(settings: Settings) -> Settings:
    """The settings with a secret key: their own, or one kept beside the embedded database, made once."""
    if settings.secret_key:
        return settings
    if not settings.is_embedded:
        raise UnusableInput(
            "DECKCHECK_SECRET_KEY is not set. Every host of one PostgreSQL database needs the same one; "
            "make it with: python3 -c 'import secrets; print(secrets.token_hex(32))'."
        )
    return replace(settings, secret_key=_kept_key(settings.home))


def _kept_key(home: Path) -> str:
    """The key beside the embedded database; of two processes that make it at once, both take the first."""
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = home / KEY_FILE
    if not path.exists():
        fresh = home / f"{KEY_FILE}.{os.getpid()}"
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_hex(32), "ascii")
        try:
            os.link(fresh, path)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_text("ascii").strip()


def now() -> datetime:
    """The moment, in UTC."""
    return datetime.now(UTC)
