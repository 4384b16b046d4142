"""The only place that picks parts: which law, which cards, which clock, which database, which key."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache, partial
from typing import TYPE_CHECKING

from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.secrets import KEY_FILE, MAKE_ONE, check_key, kept_key
from deckcheck.catalogue import HERE as CATALOGUE
from deckcheck.catalogue import cards_known, has_card, open_index, open_sets
from deckcheck.catalogue.reference import load_reference
from deckcheck.games import GAMES, find_games
from deckcheck.law.formats import FormatError
from deckcheck.settings import DATABASE, Settings

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from deckcheck.app.session import EventSession
    from deckcheck.decklist.cards import CardSet
    from deckcheck.law.games import Game
    from deckcheck.store.store import Store
    from deckcheck.verdict.set_lists import SetList

log = logging.getLogger("deckcheck")


def build_desk(settings: Settings | None = None, *, checked: bool = True) -> App:
    """The context of an installation: its own law, the catalogue that travels with the product, the real clock.

    Its database is `checked` when it is opened, but for a restore: that is to heal what is wrong with it.
    """
    settings = settings or Settings.from_env()
    return _desk(settings, lambda: usable_store(settings, current=True) if checked else open_store(settings))


def _desk(settings: Settings, opened: Callable[[], Store]) -> App:
    games, at = find_games(*settings.games), partial(_catalogue_of, settings.data_root)
    return App(
        reference=load_reference(
            settings.data_root,
            lambda game: open_sets(game, at(game)),
            lambda game: cards_known(game, at(game)),
            lambda game, name: has_card(game, name, at(game)),
            games,
        ),
        index=lambda game: open_index(game, at(game)),
        clock=now,
        settings=settings,
        open_store=cache(opened),
        set_list=lambda game, code: open_set_list(games[game], code, at(game)),
        sets_opened=lambda game: open_sets_opened(game, at(game)),
        do_due=do_due,
    )


def build_running_desk(settings: Settings | None = None, *, new: bool = False) -> App:
    """The context with a key to sign by and a database at this release's schema: what serving and `db` commands need.

    The key is made last: where there is one, there was a database. `new` begins anew all the same.
    """
    settings = settings or Settings.from_env()
    _check_given_keys(settings)  # Before anything is made.
    if settings.secret_key or not settings.is_embedded or (settings.home / KEY_FILE).exists():
        settings = with_key(settings)
    app = _desk(settings, partial(usable_store, settings, new=new))
    _bring_up(app.store)
    return guarded(replace(app, settings=with_key(settings)))


def guarded(app: App) -> App:
    """The context with a clock whose jumps ahead are not believed at once; what is known of this machine's is taken."""
    from deckcheck.app.clocks import GuardedClock, boot_of_machine, take_known

    app = replace(app, clock=GuardedClock(app.clock, boot=boot_of_machine()))
    take_known(app)
    app.store.close()  # No connection is shared over a fork.
    return app


def _bring_up(store: Store) -> None:
    from deckcheck.store.upgrade import upgrade
    from deckcheck.store.usable import in_words

    try:
        upgrade(store)
    except Exception as error:
        if not (sentence := in_words(error, store.url)):
            raise
        raise UnusableInput(sentence) from error
    finally:
        store.close()  # No connection is shared over a fork.


def usable_store(settings: Settings, *, new: bool = False, current: bool = False) -> Store:
    """The database of the settings, once nothing stands against its use."""
    from deckcheck.store.usable import NotUsable, check, check_place

    try:
        check_place(settings.database_url, settings.home, new=new)  # Before an empty file is made.
        store = open_store(settings)
        check(store, current=current)
    except NotUsable as error:
        raise UnusableInput(str(error)) from error
    return store


def review_law(app: App) -> None:
    """Refuse to go on under a law that can't be used; the sentence names the file and the line."""
    try:
        app.reference.review()
    except FormatError as error:
        raise UnusableInput(str(error)) from error


def open_store(settings: Settings) -> Store:
    """The database of the settings, which its owner alone can read; the usual folder of it is made if need be."""
    from deckcheck.store.private import NoFolder, NotPrivate, keep_private
    from deckcheck.store.store import Store

    if settings.database_url == f"sqlite:///{settings.home / DATABASE}":
        settings.home.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        found = keep_private(settings.database_url)
    except (NoFolder, NotPrivate) as error:
        raise UnusableInput(str(error)) from error
    if found:  # The files beside it are not told one by one.
        log.warning("Warning: others could read %s. Now only its owner can.", found[0])
    return Store(settings.database_url, settings.connections)


def _catalogue_of(root: Path, game: str) -> Path:
    """The folder of a game's catalogue: that of the product, or one beside the law for a game of the installation."""
    return CATALOGUE if game in GAMES else root / "catalogue"


def open_set_list(game: Game, code: str, folder: Path) -> SetList | None:
    """A set to count pools by; what reads it is loaded when the first pool is counted."""
    from deckcheck.catalogue.numbers import open_set_list as opened

    return opened(game, code, folder)


def open_sets_opened(game: str, folder: Path) -> tuple[CardSet, ...]:
    """The sets that come in boosters, likewise."""
    from deckcheck.catalogue.numbers import sets_opened

    return sets_opened(game, folder)


def do_due(work: EventSession) -> None:
    """What is due in an event, once an event is opened at all."""
    from deckcheck.jobs.due import do_due as done

    done(work)


def with_key(settings: Settings) -> Settings:
    """The settings with a secret key: their own, or one kept beside the embedded database, made once."""
    _check_given_keys(settings)
    if settings.secret_key:
        return settings
    if not settings.is_embedded:
        raise UnusableInput(
            f"DECKCHECK_SECRET_KEY is not set. Every host of one PostgreSQL database needs the same one; {MAKE_ONE}."
        )
    return replace(settings, secret_key=kept_key(settings.home))


def _check_given_keys(settings: Settings) -> None:
    """Refuse a key of the environment that can be guessed."""
    for key in settings.older_keys:
        check_key(key, "A key in DECKCHECK_OLDER_SECRET_KEYS")
    if settings.secret_key:
        check_key(settings.secret_key, "DECKCHECK_SECRET_KEY")


def now() -> datetime:
    """The moment, in UTC."""
    return datetime.now(UTC)
