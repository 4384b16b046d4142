"""The only place that picks parts: which law, which cards, which clock, which database, which key."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

from deckcheck.app.context import App
from deckcheck.app.live import Data, LiveData, Own
from deckcheck.app.refusals import BrokenLaw, UnusableInput
from deckcheck.catalogue import HERE as CATALOGUE
from deckcheck.catalogue import Catalogue, open_catalogue
from deckcheck.catalogue.law_layers import PACKED_LAW, Folder, LawFiles, Layer, Packed, strange_files, with_own
from deckcheck.catalogue.reference import Reference, find_root
from deckcheck.games import find_games
from deckcheck.law.formats import FormatError
from deckcheck.settings import DATABASE, MIRRORS, Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from deckcheck.app.session import EventSession
    from deckcheck.catalogue.numbers import SetLists
    from deckcheck.law.games import Game
    from deckcheck.store.store import Store


LAYERED: Final = ("formats", "banlists", "catalogue", "templates")
"""What a folder of an installation's own may hold."""


def build_desk(settings: Settings | None = None, *, checked: bool = True) -> App:
    """The context of an installation: its own law, the catalogue that travels with the product, the real clock.

    Its database is `checked` when it is opened, but for a restore: that is to heal what is wrong with it.
    """
    settings = settings or Settings.from_env()
    if not checked:
        return _desk(settings, partial(open_store, settings), own=False)
    return _desk(settings, partial(usable_store, settings, current=True))


def build_library(data_folder: Path | None = None) -> App:
    """The context of a program that uses Deckcheck: no environment, no database, the law and cards of the package.

    Files of a `data_folder` stand beside them or take the place of single ones, as those of DECKCHECK_DATA do.
    """
    settings = Settings(data_root=find_root(), data_folder=data_folder, data_named="`data`")
    return _desk(settings, partial(open_store, settings), own=False)


def _desk(settings: Settings, opened: Callable[[], Store], *, own: bool = True) -> App:
    open_kept, games = cache(opened), find_games(*settings.games)
    if settings.data_folder is not None:
        check_folder(settings.data_folder, games, settings.data_named)
    if settings.mirrors:
        check_mirrors(settings.mirrors, games.values())

    def is_there() -> bool:
        return own and _has_database(settings)

    return App(
        live=LiveData(
            lambda: read_revision(open_kept()) if is_there() else 0,
            lambda: read_own(open_kept()) if is_there() and not _is_untouched(settings) else Own(),
            DataMaker(settings, games),
        ),
        clock=now,
        settings=settings,
        open_store=open_kept,
        do_due=do_due,
        has_store=is_there,
    )


def check_folder(folder: Path, games: Iterable[str], named: str = "DECKCHECK_DATA") -> None:
    """Refuse a folder of an installation's own in which something, or everything, is read by nothing."""
    if not any((folder / name).is_dir() for name in LAYERED):
        raise UnusableInput(f"{named} names {folder}, which holds none of {', '.join(LAYERED)}.")
    if strange := strange_files(folder, list(games)):
        raise BrokenLaw(f"{strange[0]} (in {named}) is read by nothing. docs/running.md says what is.")


def check_mirrors(mirrors: Iterable[str], games: Iterable[Game]) -> None:
    """Refuse a mirror of a source that there is not: it would never be asked."""
    known = sorted(source.id for game in games for source in game.sources)
    if strange := sorted(set(mirrors) - set(known)):
        raise UnusableInput(f"{MIRRORS} names {strange[0]}, which is no source. There are {', '.join(known)}.")


def _has_database(settings: Settings) -> bool:
    """Whether there is a database that may hold cards and law; to look makes none."""
    path = settings.database_url.removeprefix("sqlite:///")
    return path == settings.database_url or (Path(path).is_file() and Path(path).stat().st_size > 0)


def _is_untouched(settings: Settings) -> bool:
    """Whether an embedded database surely holds neither cards nor law: then a command loads nothing to read it."""
    if not settings.database_url.startswith("sqlite:///"):
        return False
    import sqlite3
    from contextlib import closing

    address = f"{Path(settings.database_url.removeprefix('sqlite:///')).absolute().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True)) as raw:
            return bool(raw.execute("SELECT number FROM data_revision").fetchone() == (0,))
    except sqlite3.Error:
        return False


def build_running_desk(settings: Settings | None = None, *, new: bool = False) -> App:
    """The context with a key to sign by and a database at this release's schema: what serving and `db` commands need.

    The key is made last: where there is one, there was a database. `new` begins anew all the same.
    """
    from deckcheck.app.secrets import KEY_FILE

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
    from deckcheck.store.usable import in_words, upgrade

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
        raise BrokenLaw(str(error)) from error


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
        import logging

        logging.getLogger("deckcheck").warning("Warning: others could read %s. Now only its owner can.", found[0])
    return Store(settings.database_url, settings.connections)


def read_revision(store: Store) -> int:
    """The number that goes up whenever the database's cards or law change."""
    from deckcheck.updates import in_force

    return in_force.read_revision(store)


def read_own(store: Store) -> Own:
    """What a database holds beyond the package."""
    from deckcheck.updates import in_force

    return in_force.read_own(store)


class DataMaker:
    """Makes the data of what lies in the package, in the installation's folder and in its database."""

    def __init__(self, settings: Settings, games: Mapping[str, Game]) -> None:
        self._settings = settings
        self._games = games
        self._brought: WeakValueDictionary[str, Catalogue] = WeakValueDictionary()

    def __call__(self, own: Own) -> Data:
        """The data in force with these of the database."""
        catalogues = {game: self._catalogue(game, own) for game in self._games}
        law = self._law(own)
        sets = cache(lambda game: _set_lists(self._games[game], catalogues[game]))
        return Data(
            reference=Reference(
                law,
                self._games,
                lambda game: catalogues[game].sets,
                lambda game: catalogues[game].known_to,
                lambda game, name: catalogues[game].index.has(name),
                reviewed=law.is_packed and all(catalogues[game] is open_catalogue(game) for game in self._games),
            ),
            index=lambda game: catalogues[game].index,
            set_list=lambda game, code: sets(game).set_list(code),
            sets_opened=lambda game: sets(game).opened(),
            revision=own.revision,
            catalogues=catalogues,
            review_sets=lambda: _review_sets(map(sets, catalogues)),
        )

    def _law(self, own: Own) -> LawFiles:
        root = self._settings.data_root
        layers: list[Layer] = [Packed(root, PACKED_LAW) if root == find_root() else Folder(root)]
        if self._settings.data_folder is not None:
            layers.append(Folder(self._settings.data_folder, f"in {self._settings.data_named}"))
        return with_own(LawFiles(*layers), layers, own.law)

    def _catalogue(self, game: str, own: Own) -> Catalogue:
        """The newest cards of a game: an update's, or those that lie in a folder."""
        lying = open_catalogue(game, self._place(game))
        uid, brought = own.cards.get(game, ("", b""))
        if not brought:
            return lying
        found = self._brought.get(uid) or Catalogue(game, brought, lying.folder)
        if found.known_to < Catalogue(game, lying.folder / f"{game}.catalogue").known_to:
            return lying
        self._brought[uid] = found
        return found

    def _place(self, game: str) -> Path:
        """The folder of a game's catalogue: the installation's own where that has one."""
        own = self._settings.data_folder
        is_own = own is not None and (own / "catalogue" / f"{game}.catalogue").is_file()
        return own / "catalogue" if own is not None and is_own else CATALOGUE


def _set_lists(game: Game, catalogue: Catalogue) -> SetLists:
    """The sets to count pools by; what reads them is loaded when the first pool is counted."""
    from deckcheck.catalogue.numbers import SetLists

    return SetLists(game, catalogue)


def _review_sets(found: Iterable[SetLists]) -> None:
    for one in found:
        one.boosters  # noqa: B018  # Reading it refuses what does not go with the cards.


def do_due(work: EventSession) -> None:
    """What is due in an event, once an event is opened at all."""
    from deckcheck.jobs.background import do_due as done

    done(work)


def with_key(settings: Settings) -> Settings:
    """The settings with a secret key: their own, or one kept beside the embedded database, made once."""
    from deckcheck.app.secrets import MAKE_ONE, kept_key

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
    from deckcheck.app.secrets import check_key

    for key in settings.older_keys:
        check_key(key, "A key in DECKCHECK_OLDER_SECRET_KEYS")
    if settings.secret_key:
        check_key(settings.secret_key, "DECKCHECK_SECRET_KEY")


def now() -> datetime:
    """The moment, in UTC."""
    return datetime.now(UTC)
