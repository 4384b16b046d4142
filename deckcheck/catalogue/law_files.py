"""Holds the law against the known cards, sets and rules, and builds the histories of bans."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from typing import Any, Final

from deckcheck.catalogue.law_layers import OWN, LawFiles, is_announcement
from deckcheck.decklist.cards import CardSet
from deckcheck.law.arena_cards import ArenaCards
from deckcheck.law.banlists import (
    Announcement,
    Named,
    check_history,
    read_announcement,
    read_baseline,
    read_known,
    read_looked_at,
    read_product,
)
from deckcheck.law.calendar import Due, read_calendar
from deckcheck.law.formats import Change, Format, FormatError
from deckcheck.law.games import Game
from deckcheck.law.legality import Platform, Product
from deckcheck.law.own_law import Against, Compared, compare_announcement, compare_set, join_announcements
from deckcheck.law.rulebooks import bind_clauses


class BanLists:
    """The histories of lists of bans, each read when it is first needed."""

    def __init__(self, files: LawFiles) -> None:
        self._files = files
        self._histories: dict[tuple[str, str], tuple[Announcement, ...]] = {}
        self._calendars: dict[str, tuple[Due, ...]] = {}

    def names(self, game: str) -> tuple[str, ...]:
        """The lists of a game."""
        return tuple(map(_stem, self._files.names(f"banlists/{game}/baseline")))

    def history(self, game: str, banlist: str) -> tuple[Announcement, ...]:
        """The whole history of one list, checked."""
        key = (game, banlist)
        if key not in self._histories:
            self._histories[key] = self._read(game, banlist)
        return self._histories[key]

    def known(self, game: str, banlist: str, platform: Platform) -> date:
        """The last day up to which a list is known: what its first state says, or its last announcement if later."""
        first = self._first(game, banlist)
        stated = read_known(first, self._files.table(first), platform)
        return max(stated, *(a.window(platform)[0] for a in self.history(game, banlist)))

    def looked_at(self, game: str, platform: Platform) -> Mapping[str, date]:
        """By format, the day up to which its pool and lists were held against a source, where that is noted."""
        path = f"banlists/{game}/known.toml"
        table = self._files.table(path) if self._files.has(path) else {}
        return read_looked_at(path, table, platform)

    def calendar(self, game: str) -> tuple[Due, ...]:
        """What was or is due of a game, by day."""
        if game not in self._calendars:
            path = f"banlists/{game}/calendar.toml"
            table = self._files.table(path) if self._files.has(path) else {}
            self._calendars[game] = read_calendar(path, table, self.names(game))
        return self._calendars[game]

    def review(self, game: str) -> None:
        """Refuse files about lists that are not there."""
        for path in self._announced(game):
            _review_lists(path, self._files.table(path), self.names(game))

    def uncatalogued(self, game: str) -> frozenset[str]:
        """The cards of groups of which no facts are known."""
        groups = self._groups(game).values()
        return frozenset(name for facts in groups if facts.get("uncatalogued") for name in facts["cards"])

    def groups(self, game: str) -> Mapping[str, tuple[str, ...]]:
        """Groups of cards that announcements name as one (`@ante`)."""
        return {name: tuple(facts["cards"]) for name, facts in self._groups(game).items()}

    def products(self, game: str) -> Mapping[str, Product]:
        """The products that announcements leave out of a ban, by the name of their file."""
        paths = self._files.names(f"banlists/{game}/products")
        return {_stem(path): read_product(path, self._files.table(path)) for path in paths}

    def _read(self, game: str, banlist: str) -> tuple[Announcement, ...]:
        table = self._files.table
        first = self._first(game, banlist)
        named = Named(self.groups(game), self.products(game))
        found = list(read_baseline(first, banlist, table(first), named))
        arena_only = frozenset({banlist} if found[0].arena_only else ())
        own: list[Announcement] = []
        for path in (path for path in self._announced(game) if self._files.speaks_of(path, banlist)):
            layer = own if self._files.layer(path) == OWN else found
            layer.extend(read_announcement(path, table(path), named, banlist, arena_only))
        joined = join_announcements(found, own) if own else found
        check_history(joined, own)
        return tuple(joined)

    def compare(self, game: str, path: str, table: Mapping[str, Any]) -> Iterator[Compared]:
        """Each statement of an announcement of an installation's own beside these histories."""
        named = Named(self.groups(game), self.products(game))
        for name in table.get("lists", {}):
            history = self.history(game, name)
            arena_only = frozenset({name} if history[0].arena_only else ())
            for own in read_announcement(path, table, named, name, arena_only):
                yield from compare_announcement(own, history)

    def _groups(self, game: str) -> Mapping[str, Any]:
        path = f"banlists/{game}/groups.toml"
        return self._files.table(path) if self._files.has(path) else {}

    def _announced(self, game: str) -> list[str]:
        """The files of announcements, which have a day for a name."""
        return [path for path in self._files.names(f"banlists/{game}") if is_announcement(path)]

    def _first(self, game: str, banlist: str) -> str:
        return f"banlists/{game}/baseline/{banlist}.toml"


def _stem(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(".toml")


HasCard = Callable[[str], bool]

_NAMES: Final = ("plus", "minus", "out_by", "current_cards")
_SETS: Final = ("sets", "not_sets", "running", "since", "mtgo_from")


def review_announcements(announcements: Iterable[Announcement], uncatalogued: frozenset[str], has: HasCard) -> None:
    """Refuse announcements about cards that are not known; `uncatalogued` are known not to be."""
    for a in announcements:
        names = (*a.statuses, *(n for p in a.unless.values() for cards in p.sections.values() for n in cards))
        for name in names:
            if name not in uncatalogued and not has(name):
                raise FormatError(f"{a.where}: there is no card {name!r}.")


def review_pool(fmt: Format, sets: Mapping[str, CardSet], has: HasCard) -> None:
    """Refuse a format without a pool, and pools that name cards or sets which are not known."""
    if not fmt.pool_on(date.max):
        raise FormatError(f"{fmt.base.given_by}: {fmt.title} has no pool; it needs the table [pool].")
    for layer in _pool_layers(fmt):
        _review_layer(layer, sets, has)


def _pool_layers(fmt: Format) -> Iterator[Change]:
    for one in fmt.lineage():
        if one.pool_like is not None:
            yield from _pool_layers(one.pool_like)
        yield from (one.base, *one.changes)


def _review_layer(layer: Change, sets: Mapping[str, CardSet], has: HasCard) -> None:
    for code in (code for key in _SETS for code in layer.pool.get(key, ())):
        if code not in sets:
            raise FormatError(f"{layer.given_by}: the pool names the set {code!r}, which is not known.")
    for name in (name for key in _NAMES for name in layer.pool.get(key, ())):
        if not has(name):
            raise FormatError(f"{layer.given_by}: the pool names the card {name!r}, which is not known.")


def review_arena(where: str, arena: ArenaCards, has: HasCard) -> None:
    """Refuse single cards on Arena that are not known."""
    absent = (name for names in arena.absent.values() for name in names)
    for name in (*arena.cards, *arena.unsure, *arena.rebalanced, *absent):
        if not has(name):
            raise FormatError(f"{where}: there is no card {name!r}.")


def review_clauses(fmt: Format, game: Game) -> None:
    """Refuse clauses that no rule knows, on whatever day and under whatever option they hold."""
    options = {name for one in fmt.lineage() for name in one.options}
    for day in (date.min, *fmt.change_days()):
        for chosen in ((), *((option,) for option in options)):
            bind_clauses(fmt.clauses_on(day, frozenset(chosen)), game)


def _review_lists(where: str, table: Mapping[str, Any], lists: Iterable[str]) -> None:
    """Refuse a file of announcements about a list that is not there."""
    if strange := set(table.get("lists", {})) - set(lists):
        raise FormatError(f"{where}: there is no list {min(strange)!r}.")


def set_files(law: LawFiles, game: str) -> list[tuple[str, Mapping[str, Any]]]:
    """The files of sets; what an installation's own entries say of a set counts instead of the package's."""
    files = [(path, law.table(path)) for path in law.names(f"formats/{game}/sets")]
    own = {path: table.get("sets", {}) for path, table in files if law.layer(path) == OWN}
    known = {code: facts for path, table in files if path not in own for code, facts in table.get("sets", {}).items()}
    contained = {
        code
        for sets in own.values()
        for code, facts in sets.items()
        if compare_set(code, facts, known.get(code)).against is Against.CONTAINED
    }
    replaced = {code for sets in own.values() for code in sets} - contained
    return [(path, _without_sets(table, contained if path in own else replaced)) for path, table in files]


def _without_sets(table: Mapping[str, Any], codes: set[str]) -> Mapping[str, Any]:
    sets = table.get("sets", {})
    return {**table, "sets": {code: own for code, own in sets.items() if code not in codes}} if sets else table


def with_seasons(law: LawFiles, game: str, pool: Mapping[str, Any]) -> dict[str, Any]:
    """The words of a pool; where it names the file of its seasons, with what that says."""
    told = dict(pool)
    named = told.pop("seasons", "")
    return {**told, "season": law.table(f"formats/{game}/{named}.toml")["season"]} if named else told
