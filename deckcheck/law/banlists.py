"""Announcements of bans and restrictions, and what they make of a list on a day."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from deckcheck.law.formats import FormatError
from deckcheck.law.legality import LEGAL, Bounds, Day, Platform, Product, Status, is_points, points_of

WORDS: Final = (
    "legal",
    "banned-as-companion",
    "banned-as-partner",
    "banned-as-commander",
    "restricted",
    "specialise-only",
    "conjure-only",
    "suspended",
    "banned",
)
"""Every status a card may have, the mildest first."""

ARENA_UNCERTAIN: Final = timedelta(days=3)
"""How long after its paper day a ban may begin on Arena where no source names Arena's own day."""

_SEVERITY: Final = {word: place for place, word in enumerate(WORDS)}


def is_status(word: str) -> bool:
    """Whether a card may have the status: one of WORDS, or a number of points."""
    return word in WORDS or is_points(word)


def _severity(word: str) -> float:
    """How severe a status is; points are milder than any ban, and the milder the fewer they are."""
    return _SEVERITY.get(word, (points_of(word) + points_of(word, companion=True)) / 100)


@dataclass(frozen=True, slots=True)
class Announcement:
    """What one announcement made of one list on one day.

    `effective` is the day in paper, or on Arena for a list that exists only there (`arena_only`). `option` is empty, or
    names the matches it is limited to (`arena_bo1`). A `baseline` is a list's first state. `bounds`: between which days
    the change of a card lies, where its own is not known. `unless`: the product that a ban leaves out as it was sold.
    """

    list: str
    effective: date
    statuses: Mapping[str, str]
    source: str
    where: str
    option: str = ""
    announced: date | None = None
    on_mtgo: date | None = None
    on_arena: date | None = None
    arena_only: bool = False
    baseline: bool = False
    bounds: Mapping[str, Bounds] = field(default_factory=dict)
    unless: Mapping[str, Product] = field(default_factory=dict)

    def window(self, platform: Platform) -> tuple[date, date]:
        """The first day on which lists under the new law are accepted, and the first on which no others are.

        Magic Online shows lists under either law on the very day; where Arena's day is not known, the days on which it
        may have begun accept both.
        """
        if self.baseline or self.arena_only or platform is Platform.PAPER:
            return self.effective, self.effective
        if platform is Platform.MTGO:
            day = self.on_mtgo or self.effective
            return day, day + timedelta(days=1)
        if self.on_arena is not None:
            return self.on_arena, self.on_arena
        return self.effective, self.effective + ARENA_UNCERTAIN + timedelta(days=1)

    def doubt(self, name: str, platform: Platform) -> Bounds | None:
        """Between which days the change of the card lies, where no day of its own is known on the platform."""
        stated = {Platform.MTGO: self.on_mtgo, Platform.ARENA: self.on_arena}.get(platform)
        return self.bounds.get(name) if stated is None else None


class _Step(NamedTuple):
    """What one announcement made of one card, and the days from which that may hold and surely holds."""

    name: str
    status: Status
    begun: date
    sure: date
    special: bool


def statuses_on(
    banlist: str, announcements: Iterable[Announcement], day: Day, options: frozenset[str] = frozenset()
) -> dict[str, Status]:
    """Every status in force that is not `legal`, by card; where two laws hold at once, the milder one.

    Where it is not known which of two laws holds, the stricter one with the days between which the change lies.
    """
    held: dict[tuple[str, bool], Status] = {}
    pending: dict[tuple[str, bool], list[Status]] = {}
    mine = (a for a in announcements if a.list == banlist and (not a.option or a.option in options))
    for step in _steps(mine, day.platform):
        key = (step.name, step.special)
        if step.sure <= day.date:
            held[key] = _settled(step.status)
            pending.pop(key, None)
        elif step.begun <= day.date and not _was_played(step.status, day.date):
            pending.setdefault(key, []).append(step.status)
    held.update({key: _either(held.get(key, LEGAL), steps) for key, steps in pending.items()})
    return {name: status for name, status in _layered(held).items() if status.word != "legal"}


def _was_played(status: Status, day: date) -> bool:
    """Whether lists of the day show that the change was not in force yet."""
    return status.between is not None and day in status.between.played


def _steps(announcements: Iterable[Announcement], platform: Platform) -> Iterator[_Step]:
    """Every change of every card, in the order in which they were made."""
    for a in sorted(announcements, key=lambda a: (a.effective, not a.baseline)):
        window = a.window(platform)
        for name, word in a.statuses.items():
            doubt = a.doubt(name, platform)
            begun, sure = window if doubt is None else (doubt.not_before or date.min, doubt.by or date.max)
            since = begun if doubt is None else sure
            status = Status(word, since, a.source, bool(a.option), between=doubt, unless=a.unless.get(name))
            yield _Step(name, status, begun, sure, bool(a.option))


def open_questions(banlist: str, announcements: Iterable[Announcement], day: Day) -> tuple[Announcement, ...]:
    """The announcements that may or may not be in force on the day, so that both laws are accepted."""
    found = []
    for announcement in announcements:
        begun, sure = announcement.window(day.platform)
        # A change of a card with bounds of its own is asked about where the card is.
        if (
            announcement.list == banlist
            and begun <= day.date < sure
            and not all(announcement.doubt(name, day.platform) for name in announcement.statuses)
        ):
            found.append(announcement)
    return tuple(found)


def status_days(announcements: Iterable[Announcement], platform: Platform) -> set[date]:
    """The days on which a status may be another than on the day before."""
    days = set[date]()
    for step in _steps(announcements, platform):
        days |= {step.begun, step.sure}
        for played in step.status.between.played if step.status.between else ():
            days |= {played, played + timedelta(days=1)}
    return days


def check_history(announcements: Iterable[Announcement], own: Iterable[Announcement] = ()) -> None:
    """Refuse a history that cannot be read by date alone.

    That is: two announcements of one list on one day, a first state dated after a change, one that changes nothing.
    `own`: those of an installation, which may stand beside others of their day.
    """
    beside = {a.where for a in own}
    ordered = sorted(announcements, key=lambda a: (a.effective, not a.baseline))
    state: dict[tuple[str, str], dict[str, str]] = {}
    seen: dict[tuple[str, str, date, bool], str] = {}
    for a in ordered:
        key = (a.list, a.option)
        twin = seen.setdefault((*key, a.effective, a.baseline), a.where)
        if twin is not a.where and not beside & {twin, a.where}:
            raise FormatError(f"{a.where} and {twin} both change {a.list} on {a.effective}; make them one.")
        if a.baseline and key in state:
            raise FormatError(f"{a.where}: the first state of {a.list} is dated after a change ({a.effective}).")
        _apply_strictly(a, state.setdefault(key, {}), state.get((a.list, ""), {}))


def _apply_strictly(a: Announcement, state: dict[str, str], plain: Mapping[str, str]) -> None:
    """Take the announcement into the state of its list; `plain` is that of all matches, above which an option lies."""
    before = {**plain, **state} if a.option else dict(state)
    state.update(a.statuses)
    # A group is announced as a whole, so some of its cards may have had the status before.
    if a.statuses and all(before.get(name, "legal") == word for name, word in a.statuses.items()):
        names = _some(a.statuses)
        raise FormatError(f"{a.where}: nothing changes in {a.list} on {a.effective}: {names} had that status.")


def _layered(held: Mapping[tuple[str, bool], Status]) -> dict[str, Status]:
    """The status of each card: what holds under options lies above the list."""
    found = {name: status for (name, special), status in held.items() if not special}
    for (name, special), status in held.items():
        if special and _severity(status.word) > _severity(found.get(name, LEGAL).word):
            found[name] = status
    return found


def _settled(status: Status) -> Status:
    """A status that surely holds by now, with the last day on which it may have begun."""
    return status if status.between is None else status._replace(between=None, at_latest=True)


def _either(settled: Status, pending: list[Status]) -> Status:
    """What holds while changes may or may not be in force: the milder law, or a question where only one law holds."""
    laws = sorted((settled, *pending), key=lambda status: _severity(status.word))
    doubtful = [status.between for status in pending if status.between is not None]
    if laws[0].word == laws[-1].word:
        return settled
    if not doubtful:
        return laws[0]
    stricter = laws[-1]
    return stricter._replace(
        between=stricter.between or doubtful[0], begins=stricter.between is not None, otherwise=laws[0].word
    )


def _some(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)[:3])


FACTS: Final = frozenset(
    {
        "announced",
        "effective",
        "effective_mtgo",
        "effective_arena",
        "source",
        "not_before",
        "by",
        "played",
        "note",
        "arena_bo1",
    }
)
"""The words of a table that are no card names."""
_OF_A_FILE: Final = frozenset(
    {"announced", "effective", "effective_mtgo", "effective_arena", "source", "note", "lists"}
)
_OF_A_CARD: Final = frozenset({"status", "not_before", "by", "played", "unless"})


@dataclass(frozen=True, slots=True)
class Named:
    """What the files of a game's lists may name: groups of cards, and products that a ban may leave out."""

    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    products: Mapping[str, Product] = field(default_factory=dict)


class _Cards(NamedTuple):
    """What one table says of cards."""

    statuses: dict[str, str]
    bounds: dict[str, Bounds]
    unless: dict[str, Product]


_KNOWN: Final = frozenset({"as_of", "as_of_mtgo", "as_of_arena"})


def read_known(where: str, table: Mapping[str, Any], platform: Platform) -> date:
    """The last day up to which a list is known on a platform, as its first state says: `as_of` or `as_of_arena`."""
    stated = table.get(f"as_of_{platform}", table.get("as_of"))
    if type(stated) is not date:
        raise FormatError(f"{where}: `as_of` must say up to which day the list is known.")
    return stated


def read_looked_at(where: str, table: Mapping[str, Any], platform: Platform) -> Mapping[str, date]:
    """By format, the day up to which its pool and lists were held against a source; a table for each platform."""
    _check_words(where, set(table) - {"source", "note", *Platform})
    if table:
        _source(where, table)
    return {name: _day(where, table[platform], name) for name in table.get(platform, {})}


def read_announcement(
    where: str,
    table: Mapping[str, Any],
    named: Named,
    only: str = "",
    arena_only: frozenset[str] = frozenset(),
) -> tuple[Announcement, ...]:
    """The announcements in one file: one a list it changed, and one more where single games differ.

    `only` reads one list's table alone; `arena_only` names the lists whose days are Arena's.
    """
    _check_words(where, set(table) - _OF_A_FILE)
    found: list[Announcement] = []
    for name, own in table.get("lists", {}).items():
        if only and name != only:
            continue
        facts = {**{k: v for k, v in table.items() if k != "lists"}, **own}
        arena = name in arena_only
        found.extend(_announcements(f"{where}, list {name}", name, facts, own, named, arena_only=arena))
    return tuple(found)


def read_baseline(where: str, banlist: str, table: Mapping[str, Any], named: Named) -> tuple[Announcement, ...]:
    """A list's first state: `on`, `source`, `[cards]`, and `[arena_bo1]` for single games."""
    _check_words(where, set(table) - {"on", "source", "note", "arena_only", "cards", "arena_bo1", *_KNOWN})
    facts = {"source": table.get("source"), "effective": table.get("on")}
    own = dict(table.get("cards", {}))
    if "arena_bo1" in table:
        own["arena_bo1"] = table["arena_bo1"]
    arena_only = bool(table.get("arena_only", False))
    return tuple(_announcements(where, banlist, facts, own, named, baseline=True, arena_only=arena_only))


def read_product(where: str, table: Mapping[str, Any]) -> Product:
    """A product as it was sold: `title`, `source`, and a table of counts for each section."""
    _source(where, table)
    sections = {key: value for key, value in table.items() if isinstance(value, Mapping)}
    _check_words(where, set(table) - {"title", "source", *sections})
    counts = [count for cards in sections.values() for count in cards.values()]
    if not counts or not all(type(count) is int and count > 0 for count in counts) or not table.get("title"):
        raise FormatError(f"{where}: a product needs `title` and, for each section, cards with their counts.")
    return Product(str(table["title"]), {name: dict(cards) for name, cards in sections.items()})


def _announcements(
    where: str,
    banlist: str,
    facts: Mapping[str, Any],
    own: Mapping[str, Any],
    named: Named,
    *,
    baseline: bool = False,
    arena_only: bool = False,
) -> list[Announcement]:
    found = []
    for option, cards in (("", own), ("arena_bo1", own.get("arena_bo1", {}))):
        effective = _day(where, facts, "effective")
        told = _cards(where, cards, _bounds(where, facts, effective), effective, named)
        if not told.statuses and not (baseline and not option):
            continue
        found.append(
            Announcement(
                list=banlist,
                effective=effective,
                statuses=told.statuses,
                source=_source(where, facts),
                where=where,
                option=option,
                announced=facts.get("announced"),
                on_mtgo=facts.get("effective_mtgo"),
                on_arena=facts.get("effective_arena"),
                arena_only=arena_only,
                baseline=baseline,
                bounds=told.bounds,
                unless=told.unless,
            )
        )
    return found


def _cards(where: str, cards: Mapping[str, Any], usual: Bounds | None, effective: date, named: Named) -> _Cards:
    """The statuses of a table, with `usual` bounds for cards that have none of their own."""
    told = _Cards({}, {}, {})
    for key, value in cards.items():
        if key in FACTS:
            continue
        own = value if isinstance(value, Mapping) else {"status": value}
        _check_words(f"{where}, {key!r}", set(own) - _OF_A_CARD)
        word = str(own.get("status"))
        if not is_status(word):
            known = ", ".join((*WORDS, "2 points", "2 points as companion"))
            raise FormatError(f"{where}: {key!r} has the unknown status {word!r}; known are {known}.")
        bounds = _bounds(f"{where}, {key!r}", own, effective) or usual
        for name in _members(where, key, named.groups):
            told.statuses[name] = word
            if bounds is not None:
                told.bounds[name] = bounds
            if "unless" in own:
                told.unless[name] = _product(where, str(own["unless"]), named)
    return told


def _bounds(where: str, facts: Mapping[str, Any], effective: date) -> Bounds | None:
    """The days between which a change lies, around the day it is filed under."""
    if "not_before" not in facts and "by" not in facts:
        return None
    first, last = (_day(where, facts, key) if key in facts else None for key in ("not_before", "by"))
    if (first or effective) > effective or (last or effective) < effective or first == last:
        raise FormatError(f"{where}: {effective} must lie between `not_before` and `by`, two different days.")
    played = tuple(facts.get("played", ()))
    if not all(type(day) is date and (first or day) <= day < (last or date.max) for day in played):
        raise FormatError(f"{where}: `played` must hold days between `not_before` and `by`.")
    return Bounds(first, last, played)


def _product(where: str, name: str, named: Named) -> Product:
    if name not in named.products:
        raise FormatError(f"{where}: there is no product {name!r} in the folder `products`.")
    return named.products[name]


def _day(where: str, facts: Mapping[str, Any], key: str) -> date:
    value = facts.get(key)
    if type(value) is not date:
        raise FormatError(f"{where}: `{key}` must be a day such as 2026-08-10.")
    return value


def _source(where: str, facts: Mapping[str, Any]) -> str:
    source = facts.get("source")
    if not isinstance(source, str) or not source:
        raise FormatError(f"{where}: `source` must say who announced it, or where it was read.")
    return source


def _members(where: str, key: str, groups: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    if not key.startswith("@"):
        return (key,)
    if key[1:] not in groups:
        raise FormatError(f"{where}: there is no card group {key!r}.")
    return groups[key[1:]]


def _check_words(where: str, unknown: Iterable[str]) -> None:
    for word in sorted(unknown):
        raise FormatError(f"{where}: unknown word {word!r}.")
