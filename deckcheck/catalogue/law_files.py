"""Reads the files of the law under one folder, and the histories of lists of bans in them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from deckcheck.catalogue.law_review import review_lists
from deckcheck.law.banlists import (
    Announcement,
    Named,
    check_history,
    read_announcement,
    read_baseline,
    read_known,
    read_product,
)
from deckcheck.law.calendar import Due, read_calendar
from deckcheck.law.formats import FormatError
from deckcheck.law.legality import Platform, Product


class LawFiles:
    """The TOML files of the law; each is read once, when it is first needed."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._tables: dict[Path, Mapping[str, Any]] = {}

    def where(self, path: Path) -> str:
        """The file's name for messages."""
        return path.relative_to(self.root).as_posix()

    def table(self, path: Path) -> Mapping[str, Any]:
        """What the file says."""
        if path not in self._tables:
            try:
                self._tables[path] = tomllib.loads(path.read_text(encoding="utf-8"))
            except tomllib.TOMLDecodeError as error:
                raise FormatError(f"{self.where(path)} is no TOML: {error}.") from error
        return self._tables[path]


class BanLists:
    """The histories of lists of bans, each read when it is first needed."""

    def __init__(self, files: LawFiles) -> None:
        self._files = files
        self._histories: dict[tuple[str, str], tuple[Announcement, ...]] = {}
        self._calendars: dict[str, tuple[Due, ...]] = {}

    def names(self, game: str) -> tuple[str, ...]:
        """The lists of a game."""
        return tuple(sorted(p.stem for p in (self._folder(game) / "baseline").glob("*.toml")))

    def history(self, game: str, banlist: str) -> tuple[Announcement, ...]:
        """The whole history of one list, checked."""
        key = (game, banlist)
        if key not in self._histories:
            self._histories[key] = self._read(game, banlist)
        return self._histories[key]

    def known(self, game: str, banlist: str, platform: Platform) -> date:
        """The last day up to which a list is known: what its first state says, or its last announcement if later."""
        first = self._first(game, banlist)
        stated = read_known(self._files.where(first), self._files.table(first), platform)
        return max(stated, *(a.window(platform)[0] for a in self.history(game, banlist)))

    def calendar(self, game: str) -> tuple[Due, ...]:
        """What was or is due of a game, by day."""
        if game not in self._calendars:
            path = self._folder(game) / "calendar.toml"
            table = self._files.table(path) if path.is_file() else {}
            self._calendars[game] = read_calendar(self._files.where(path), table, self.names(game))
        return self._calendars[game]

    def review(self, game: str) -> None:
        """Refuse files about lists that are not there."""
        for path in sorted(self._folder(game).glob("*-*-*.toml")):
            review_lists(self._files.where(path), self._files.table(path), self.names(game))

    def uncatalogued(self, game: str) -> frozenset[str]:
        """The cards of groups of which no facts are known."""
        path = self._folder(game) / "groups.toml"
        groups = self._files.table(path).values() if path.is_file() else ()
        return frozenset(name for facts in groups if facts.get("uncatalogued") for name in facts["cards"])

    def groups(self, game: str) -> Mapping[str, tuple[str, ...]]:
        """Groups of cards that announcements name as one (`@ante`)."""
        path = self._folder(game) / "groups.toml"
        table = self._files.table(path) if path.is_file() else {}
        return {name: tuple(facts["cards"]) for name, facts in table.items()}

    def products(self, game: str) -> Mapping[str, Product]:
        """The products that announcements leave out of a ban, by the name of their file."""
        paths = sorted((self._folder(game) / "products").glob("*.toml"))
        return {path.stem: read_product(self._files.where(path), self._files.table(path)) for path in paths}

    def _read(self, game: str, banlist: str) -> tuple[Announcement, ...]:
        where, table = self._files.where, self._files.table
        first = self._first(game, banlist)
        # Most files say nothing of a list, and reading their text is much cheaper than parsing it.
        paths = (first, *sorted(self._folder(game).glob("*-*-*.toml")))
        texts = {path: path.read_text(encoding="utf-8") for path in paths}
        mine = [path for path, text in texts.items() if path is first or f"[lists.{banlist}" in text]
        named = Named(
            self.groups(game) if any('"@' in texts[path] for path in mine) else {},
            self.products(game) if any(" unless = " in texts[path] for path in mine) else {},
        )
        found = list(read_baseline(where(first), banlist, table(first), named))
        arena_only = frozenset({banlist} if found[0].arena_only else ())
        for path in mine[1:]:
            found.extend(read_announcement(where(path), table(path), named, banlist, arena_only))
        check_history(found)
        return tuple(found)

    def _first(self, game: str, banlist: str) -> Path:
        return self._folder(game) / "baseline" / f"{banlist}.toml"

    def _folder(self, game: str) -> Path:
        return self._files.root / "banlists" / game
