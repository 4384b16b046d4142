"""Formats as named clauses: inherited, amended on stated days and under options, and able to say who gave each."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from deckcheck.law.legality import Platform
from deckcheck.translations import gettext_noop

if TYPE_CHECKING:
    from deckcheck.law.own_format_files import OwnFormat


class FormatError(ValueError):
    """Law as written that cannot be used: the sentence names the file, the clause and what is wrong."""


class UnknownFormat(FormatError):
    """No format has the name that was asked for: nothing is wrong with the law."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A rule with one format's numbers and citation; its name is the published rule id.

    `like`: the clause whose numbers it has, where it asks the same of a deck that is presented.
    """

    name: str
    rule: str
    params: Mapping[str, Any]
    cites: tuple[str, ...]
    given_by: str
    like: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """What one place of a format file gives: the format's own words (no day), a dated change, or an option.

    `clauses` hold only the fields that are amended; `drop` names clauses that go; `settings` and `pool` replace single
    keys of what came before. `banned`: cards an option bars on top of the list, each with `from`, `source` and `by`.
    `since_mtgo`: the first day of the change's pool on Magic Online, where it differs.
    """

    given_by: str
    since: date | None = None
    source: str = ""
    clauses: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    drop: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    pool: Mapping[str, Any] = field(default_factory=dict)
    banned: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    since_mtgo: date | None = None

    def pool_since(self, platform: Platform) -> date | None:
        """The first day of the change's pool on a platform."""
        return self.since_mtgo if platform is Platform.MTGO and self.since_mtgo else self.since


SETTINGS: Final[Mapping[str, Any]] = {
    "title": "",
    "also": (),
    "banlist": "",
    "starts": None,
    "older": False,
    "as_of": None,
    "as_of_mtgo": None,
    "as_of_arena": None,
    "banlist_under": "",
    "platform": "paper",
    "platform_from": None,
    "only_on": (),
    "match": "bo3",
    "companion": "",
    "leaders": False,
    "beside_leaders": {},
    "lists": "constructed",
    "warnings": (),
    "group": "",
    "kept_by": "",
    "one_source": False,
    "ends": None,
}
"""What a format file may set besides clauses and pool, with what holds where no file sets it.

`also`: other titles. `starts`, `as_of`: the first day of the format and the last for which its pool and clauses are
known; `as_of_mtgo`, `as_of_arena`: that day on a platform where it differs. `older`: it was played
before `starts`, too, the first day on which its list is known.
`platform`: whose days count when none is named, from `platform_from` on, before it those of paper; `only_on`: the
platforms it is played on, where not all.
`banlist_under`: a list whose bans hold as well. `companion`: `sideboard`,
`outside` the deck, or none. `leaders`: whether the deck has commanders.
`beside_leaders`: the section of cards with a trait that are written among the commanders and stand beside them.
`lists`: whose day of registration holds, that of `constructed` or of `limited` decks (formats/publication.toml).
`warnings`: sentences that every verdict of the format carries. `group`: where it stands among the formats of its
game, one of GROUPS. `kept_by`: who keeps its rules and lists; `one_source`: they are known from one source alone,
which every verdict says. `ends`: the last day of its sanctioned events, of a format that was retired: its last law
holds for good.
"""

GROUPS: Final[Mapping[str, str]] = {
    "": "",
    "community": gettext_noop("Community formats"),
    "block": gettext_noop("Block Constructed"),
    "retired": gettext_noop("Retired formats"),
}
"""The groups of formats in the order in which they are shown, with their headings."""

_OWN: Final = frozenset({"title", "also"})  # Never inherited: two formats of one title could not be told apart.


WithSets = Callable[[Mapping[str, Any], str], dict[str, Any]]
"""The words of a pool with what the entries of single sets say, for the format of that id (`SetEntries.words`)."""


@dataclass(frozen=True, slots=True)
class Format:
    """One format of one game through all its days. `own`: what an account wrote that made it, on top of its parent."""

    id: str
    game: str
    parent: Format | None
    abstract: bool
    base: Change
    changes: tuple[Change, ...] = ()
    options: Mapping[str, Change] = field(default_factory=dict)
    pool_like: Format | None = None
    with_sets: WithSets | None = None
    own: OwnFormat | None = None
    _kept: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def base_id(self) -> str:
        """The format of the law that it is built on; most are that themselves."""
        return self.parent.id if self.own and self.parent else self.id

    @property
    def title(self) -> str:
        """The format's name for people."""
        return str(self.base.settings.get("title") or self.id)

    @property
    def titles(self) -> tuple[str, ...]:
        """Every name the format answers to: id, title and other titles."""
        return (self.id, self.title, *self.base.settings.get("also", ()))

    def lineage(self) -> tuple[Format, ...]:
        """The format and its parents, the eldest first."""
        return (*(self.parent.lineage() if self.parent else ()), self)

    def change_days(self) -> tuple[date, ...]:
        """The days on which the format's own law or that of a parent changes, ascending."""
        kept: tuple[date, ...] | None = self._kept.get("days")
        if kept is None:
            days = {c.since for f in self.lineage() for c in f.changes if c.since is not None}
            if self.pool_like is not None:
                days.update(self.pool_like.change_days())
            kept = self._kept["days"] = tuple(sorted(days))
        return kept

    def pool_days(self, platform: Platform) -> list[date]:
        """The days on which the words of the pool change on a platform, ascending."""
        days = {since for f in self.lineage() for c in f.changes if (since := c.pool_since(platform)) is not None}
        for fmt in self.lineage():
            days.update(fmt.pool_like.pool_days(platform) if fmt.pool_like is not None else ())
        return sorted(days)

    def ban_days(self) -> set[date]:
        """The first days of the bans of options."""
        layers = (layer for f in self.lineage() for layer in (f.base, *f.changes, *f.options.values()))
        return {facts["from"] for layer in layers for facts in layer.banned.values()}

    def option_names(self) -> frozenset[str]:
        """The options an event may choose."""
        return frozenset(name for f in self.lineage() for name in f.options)

    def layers(self, day: date, options: frozenset[str] = frozenset()) -> Iterator[Change]:
        """What holds on the day, the eldest first: each format and its changes, then the options."""
        for fmt in self.lineage():
            yield fmt.base
            yield from (c for c in fmt.changes if c.since is not None and c.since <= day)
        for fmt in self.lineage():
            yield from (change for name, change in fmt.options.items() if name in options)

    def clauses_on(self, day: date, options: frozenset[str] = frozenset()) -> dict[str, Clause]:
        """The clauses in force, in the order in which they were first given."""
        drafts: dict[str, dict[str, Any]] = {}
        for layer in self.layers(day, options):
            _drop(drafts, layer)
            for name, fields in layer.clauses.items():
                drafts[name] = {**drafts.get(name, {}), **fields, "given_by": layer.given_by}
        return {name: _clause(name, draft, drafts) for name, draft in drafts.items()}

    def setting_on(self, key: str, day: date = date.max, options: frozenset[str] = frozenset()) -> Any:
        """The value of one setting on the day."""
        settings = self._settings_on(day) if not options else self._settings(day, options)
        return settings[key]

    def _settings_on(self, day: date) -> Mapping[str, Any]:
        """All settings without options, put together once for the days from one change to the next."""
        days = self.change_days()
        kept = self._kept.setdefault("settings", {})
        at = len(days) if day == date.max else bisect_right(days, day)
        found: Mapping[str, Any] | None = kept.get(at)
        if found is None:
            found = kept[at] = self._settings(day)
        return found

    def _settings(self, day: date, options: frozenset[str] = frozenset()) -> Mapping[str, Any]:
        found = dict(SETTINGS)
        for layer in self.layers(day, options):
            own = layer.given_by == self.base.given_by
            found.update({key: value for key, value in layer.settings.items() if own or key not in _OWN})
        return found

    def banned_on(self, day: date, options: frozenset[str]) -> dict[str, Mapping[str, Any]]:
        """The cards that options bar on top of the format's list, with the facts of each."""
        named = (item for layer in self.layers(day, options) for item in layer.banned.items())
        return {name: facts for name, facts in named if facts["from"] <= day}

    def pool_on(self, day: date, platform: Platform = Platform.PAPER) -> dict[str, Any]:
        """What the format says of its pool on the day, on a platform.

        A format that states a pool replaces its parent's as a whole; one like another format's begins with that one.
        """
        pool: dict[str, Any] = {}
        for fmt in self.lineage():
            if fmt.pool_like is not None:
                pool = fmt.pool_like.pool_on(day, platform)
            elif fmt.base.pool:
                pool = {}
            pool.update(fmt.base.pool)
            for change in fmt.changes:
                since = change.pool_since(platform)
                if since is not None and since <= day:
                    pool.update(change.pool)
            if pool and fmt.with_sets is not None:
                pool = fmt.with_sets(pool, fmt.id)
        return pool

    def is_retired(self, day: date = date.max) -> bool:
        """Whether its sanctioned events have ended by the day."""
        ends: date | None = self.setting_on("ends")
        return ends is not None and day > ends

    def is_played(self, day: date) -> bool:
        """Whether people may mean it on the day: a format that was retired only while it lasted."""
        ends, starts = self.setting_on("ends"), self.setting_on("starts")
        return ends is None or ((starts is None or starts <= day) and day <= ends)

    def platforms(self, day: date = date.max) -> tuple[Platform, ...]:
        """Where the format is played, the usual place of the day first."""
        since = self.setting_on("platform_from")
        usual = Platform.PAPER if since is not None and day < since else Platform(self.setting_on("platform"))
        only = tuple(Platform(p) for p in self.setting_on("only_on"))
        return only or (usual, *(p for p in Platform if p is not usual))

    def known_on(self, platform: Platform) -> date | None:
        """The last day for which the format's pool and clauses are known on a platform; None if no end is stated."""
        own: date | None = self.setting_on(f"as_of_{platform}") if platform is not Platform.PAPER else None
        stated: date | None = own or self.setting_on("as_of")
        return stated

    def day_platform(self, platform: Platform) -> Platform:
        """Whose days count when a platform is named: the usual one's where the format is not played there."""
        places = self.platforms()
        return platform if platform in places else places[0]


def by_group(formats: Iterable[Format]) -> list[tuple[str, list[Format]]]:
    """The formats under the heading of their group, in the order of the groups; blocks from the latest on."""
    grouped: dict[str, list[Format]] = {group: [] for group in GROUPS}
    for fmt in formats:
        grouped[fmt.setting_on("group")].append(fmt)
    grouped["block"].sort(key=lambda fmt: fmt.setting_on("starts"), reverse=True)
    return [(GROUPS[group], members) for group, members in grouped.items() if members]


def _drop(drafts: dict[str, dict[str, Any]], layer: Change) -> None:
    for name in layer.drop:
        if name not in drafts:
            raise FormatError(f"{layer.given_by} drops the clause {name!r}, which is not there.")
        del drafts[name]


def _clause(name: str, given: Mapping[str, Any], others: Mapping[str, Mapping[str, Any]]) -> Clause:
    draft = {key: value for key, value in given.items() if key not in _OF_A_CLAUSE}
    given_by, cites, like = str(given["given_by"]), given.get("cites", ()), str(given.get("like", ""))
    if like and like not in others:
        raise FormatError(f"{given_by}, clause {name!r} is like {like!r}, which is not there.")
    if like:
        draft = {key: value for key, value in others[like].items() if key not in _OF_A_CLAUSE} | draft
    if not isinstance(cites, list | tuple) or not cites or not all(isinstance(c, str) for c in cites):
        raise FormatError(f"{given_by}, clause {name!r}: `cites` must name at least one section of a document.")
    return Clause(name, str(given.get("rule", name)), draft, tuple(cites), given_by, like)


_OF_A_CLAUSE: Final = frozenset({"rule", "cites", "given_by", "like"})
"""The words of a clause that are no numbers of its rule."""
_WORDS: Final = frozenset({"inherits", "abstract", "drop", "clauses", "pool", "change", "options", "note"})


def read_format(
    where: str,
    id: str,
    game: str,
    table: Mapping[str, Any],
    *,
    parent: Format | None = None,
    pool_like: Format | None = None,
    with_sets: WithSets | None = None,
) -> Format:
    """A format as its file gives it; `where` is the file's name for messages and for `given_by`."""
    _only(where, table, _WORDS | set(SETTINGS))
    changes = tuple(_change(where, change) for change in table.get("change", ()))
    if list(changes) != sorted(changes, key=lambda c: c.since or date.min):
        raise FormatError(f"{where}: the changes stand in the order of their days.")
    return Format(
        id=id,
        game=game,
        parent=parent,
        abstract=bool(table.get("abstract", False)),
        base=_layer(where, table),
        changes=changes,
        options={
            name: _layer(f"{where} (option {name})", option, _OPTION_WORDS)
            for name, option in table.get("options", {}).items()
        },
        pool_like=pool_like,
        with_sets=with_sets,
    )


_OPTION_WORDS: Final = frozenset({"clauses", "drop", "note", "banned"})
_BAN_WORDS: Final = frozenset({"from", "source", "by"})
_CHANGE_WORDS: Final = frozenset(
    {"from", "mtgo", "source", "clauses", "drop", "pool", "note", "companion", "match", "warnings"}
)


def _change(where: str, table: Mapping[str, Any]) -> Change:
    since, source = table.get("from"), table.get("source")
    if type(since) is not date or not isinstance(source, str) or not source:
        raise FormatError(f"{where}: a change needs `from`, a day, and `source`.")
    return _layer(f"{where} since {since}", table, _CHANGE_WORDS, since)


def _layer(
    given_by: str, table: Mapping[str, Any], words: frozenset[str] = frozenset(), since: date | None = None
) -> Change:
    if words:
        _only(given_by, table, words)
    clauses = table.get("clauses", {})
    for name, fields in clauses.items():
        if not isinstance(fields, Mapping):
            raise FormatError(f"{given_by}, clause {name!r}: write its fields as a table.")
    return Change(
        given_by=given_by,
        since=since,
        source=str(table.get("source", "")),
        clauses=clauses,
        drop=tuple(table.get("drop", ())),
        settings={key: _setting(given_by, key, table[key]) for key in SETTINGS if key in table},
        pool={k: v for k, v in table.get("pool", {}).items() if k != "like"},
        banned={name: _ban(given_by, name, facts) for name, facts in table.get("banned", {}).items()},
        since_mtgo=table.get("mtgo") if since else None,
    )


def _ban(given_by: str, name: str, facts: Any) -> Mapping[str, Any]:
    fits = isinstance(facts, Mapping) and set(facts) == _BAN_WORDS and type(facts["from"]) is date
    if not fits or not all(isinstance(facts[word], str) and facts[word] for word in ("source", "by")):
        raise FormatError(f"{given_by}: the ban of {name!r} needs `from`, a day, `source` and `by`.")
    return dict(facts)


def _setting(where: str, key: str, value: Any) -> Any:
    usual = SETTINGS[key]
    kind: type = date if usual is None else list if isinstance(usual, tuple) else type(usual)
    if type(value) is not kind:
        raise FormatError(f"{where}: `{key}` must be a {'day' if kind is date else kind.__name__}.")
    if key == "group" and value not in GROUPS:
        raise FormatError(f"{where}: there is no group {value!r}; there are {', '.join(filter(None, GROUPS))}.")
    return tuple(value) if isinstance(value, list) else value


def _only(where: str, table: Mapping[str, Any], words: frozenset[str] | set[str]) -> None:
    unknown = set(table) - words
    if unknown:
        raise FormatError(f"{where}: unknown word {min(unknown)!r}; known are {', '.join(sorted(words))}.")
