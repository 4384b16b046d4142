"""Announcements of bans and restrictions, and what they make of a list on a day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, Final

from deckcheck.core.formats import FormatError
from deckcheck.core.legality import LEGAL, Day, Platform, Status

WORDS: Final = (
    "legal",
    "banned-as-companion",
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


@dataclass(frozen=True, slots=True)
class Announcement:
    """What one announcement made of one list on one day.

    `effective` is the day in paper, or on Arena for a list that exists only there (`arena_only`). `option` is empty, or
    names the matches it is limited to (`arena_bo1`). A `baseline` is a list's first state.
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
    approximate: frozenset[str] = field(default_factory=frozenset)

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


def statuses_on(
    banlist: str, announcements: Iterable[Announcement], day: Day, options: frozenset[str] = frozenset()
) -> dict[str, Status]:
    """Every status in force that is not `legal`, by card; where two laws hold at once, the milder one."""
    mine = [a for a in announcements if a.list == banlist and (not a.option or a.option in options)]
    begun = _fold([a for a in mine if a.window(day.platform)[0] <= day.date], day.platform)
    sure = [a for a in mine if a.window(day.platform)[1] <= day.date]
    if sum(a.window(day.platform)[0] <= day.date for a in mine) == len(sure):
        return {name: status for name, status in begun.items() if status.word != "legal"}
    settled = _fold(sure, day.platform)
    both = {name: _milder(begun.get(name, LEGAL), settled.get(name, LEGAL)) for name in {**settled, **begun}}
    return {name: status for name, status in both.items() if status.word != "legal"}


def open_questions(banlist: str, announcements: Iterable[Announcement], day: Day) -> tuple[Announcement, ...]:
    """The announcements that may or may not be in force on the day, so that both laws are accepted."""
    found = []
    for announcement in announcements:
        begun, sure = announcement.window(day.platform)
        if announcement.list == banlist and begun <= day.date < sure:
            found.append(announcement)
    return tuple(found)


def check_history(announcements: Iterable[Announcement]) -> None:
    """Refuse a history that cannot be read by date alone.

    That is: two announcements of one list on one day, a first state dated after a change, one that changes nothing.
    """
    ordered = sorted(announcements, key=lambda a: (a.effective, not a.baseline))
    state: dict[tuple[str, str], dict[str, str]] = {}
    seen: dict[tuple[str, str, date, bool], str] = {}
    for a in ordered:
        key = (a.list, a.option)
        twin = seen.setdefault((*key, a.effective, a.baseline), a.where)
        if twin is not a.where:
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


def _fold(announcements: list[Announcement], platform: Platform) -> dict[str, Status]:
    """The last status of each card, in the order in which the announcements began; options lie above the list."""
    plain: dict[str, Status] = {}
    special: dict[str, Status] = {}
    for a in sorted(announcements, key=lambda a: (a.window(platform)[0], a.effective, not a.baseline)):
        layer = special if a.option else plain
        since = a.window(platform)[0]
        for name, word in a.statuses.items():
            layer[name] = Status(word, since, a.source, bool(a.option), name in a.approximate)
    for name, status in special.items():
        if _SEVERITY[status.word] > _SEVERITY[plain.get(name, LEGAL).word]:
            plain[name] = status
    return plain


def _milder(one: Status, other: Status) -> Status:
    return one if _SEVERITY[one.word] <= _SEVERITY[other.word] else other


def _some(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)[:3])


_FACTS: Final = frozenset(
    {"announced", "effective", "effective_mtgo", "effective_arena", "source", "approximate", "note", "arena_bo1"}
)
"""The words of a table that are no card names."""


def read_announcement(
    where: str,
    table: Mapping[str, Any],
    groups: Mapping[str, tuple[str, ...]],
    only: str = "",
    arena_only: frozenset[str] = frozenset(),
) -> tuple[Announcement, ...]:
    """The announcements in one file: one a list it changed, and one more where single games differ.

    `only` reads one list's table alone; `arena_only` names the lists whose days are Arena's.
    """
    unknown = set(table) - {"announced", "effective", "effective_mtgo", "effective_arena", "source", "note", "lists"}
    if unknown:
        raise FormatError(f"{where}: unknown word {_some(unknown)!r}.")
    found: list[Announcement] = []
    for name, own in table.get("lists", {}).items():
        if only and name != only:
            continue
        facts = {**{k: v for k, v in table.items() if k != "lists"}, **own}
        arena = name in arena_only
        found.extend(_announcements(f"{where}, list {name}", name, facts, own, groups, arena_only=arena))
    return tuple(found)


def read_baseline(
    where: str, banlist: str, table: Mapping[str, Any], groups: Mapping[str, tuple[str, ...]]
) -> tuple[Announcement, ...]:
    """A list's first state: `on`, `source`, `[cards]`, and `[arena_bo1]` for single games."""
    unknown = set(table) - {"on", "source", "approximate", "note", "arena_only", "cards", "arena_bo1"}
    if unknown:
        raise FormatError(f"{where}: unknown word {_some(unknown)!r}.")
    facts = {k: table[k] for k in ("source", "approximate") if k in table}
    facts["effective"] = table.get("on")
    own = dict(table.get("cards", {}))
    if "arena_bo1" in table:
        own["arena_bo1"] = table["arena_bo1"]
    arena_only = bool(table.get("arena_only", False))
    return tuple(_announcements(where, banlist, facts, own, groups, baseline=True, arena_only=arena_only))


def _announcements(
    where: str,
    banlist: str,
    facts: Mapping[str, Any],
    own: Mapping[str, Any],
    groups: Mapping[str, tuple[str, ...]],
    *,
    baseline: bool = False,
    arena_only: bool = False,
) -> list[Announcement]:
    found = []
    for option, cards in (("", own), ("arena_bo1", own.get("arena_bo1", {}))):
        statuses, approximate = _statuses(where, cards, bool(facts.get("approximate")), groups)
        if not statuses and not (baseline and not option):
            continue
        found.append(
            Announcement(
                list=banlist,
                effective=_day(where, facts, "effective"),
                statuses=statuses,
                source=_source(where, facts),
                where=where,
                option=option,
                announced=facts.get("announced"),
                on_mtgo=facts.get("effective_mtgo"),
                on_arena=facts.get("effective_arena"),
                arena_only=arena_only,
                baseline=baseline,
                approximate=approximate,
            )
        )
    return found


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


def _statuses(
    where: str, cards: Mapping[str, Any], approximate: bool, groups: Mapping[str, tuple[str, ...]]
) -> tuple[dict[str, str], frozenset[str]]:
    statuses: dict[str, str] = {}
    vague: set[str] = set()
    for key, value in cards.items():
        if key in _FACTS:
            continue
        word = str(value.get("status") if isinstance(value, Mapping) else value)
        if word not in _SEVERITY:
            raise FormatError(f"{where}: {key!r} has the unknown status {word!r}; known are {', '.join(WORDS)}.")
        names = _members(where, key, groups)
        statuses.update(dict.fromkeys(names, word))
        if approximate or (isinstance(value, Mapping) and value.get("approximate")):
            vague.update(names)
    return statuses, frozenset(vague)


def _members(where: str, key: str, groups: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    if not key.startswith("@"):
        return (key,)
    if key[1:] not in groups:
        raise FormatError(f"{where}: there is no card group {key!r}.")
    return groups[key[1:]]
