"""What the law says of single sets: days and formats that do not follow from the catalogue, one entry a set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

from deckcheck.decklist.cards import CardSet
from deckcheck.law.arena_cards import iso
from deckcheck.law.formats import FormatError

_DAYS: Final = ("from", "mtgo", "arena")
_FORMATS: Final = ("in", "not_in")
_WORDS: Final = frozenset({*_DAYS, *_FORMATS, "leaves", "places", "source", "note"})
_OF_A_FILE: Final = frozenset({"source", "note", "sets", "windows"})
_OF_A_WINDOW: Final = ("from", "mtgo", "places")


@dataclass(frozen=True, slots=True)
class SetEntries:
    """The entries of a game by the set's code, as written; `windows` are first days in pools of that kind alone."""

    sets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    windows: Mapping[str, date] = field(default_factory=dict)

    def words(self, pool: Mapping[str, Any], format_id: str) -> dict[str, Any]:
        """The words of a format's pool, with what the entries say of its sets; its own words win."""
        within, without = self._named("in", format_id), self._named("not_in", format_id)
        told = dict(pool)
        if days := self._days(str(pool.get("kind")), format_id):
            told["days"] = {**days, **pool.get("days", {})}
        if within:
            told |= _taking(pool, within)
        if without:
            told["not_sets"] = [*dict.fromkeys((*pool.get("not_sets", ()), *without))]
        return told

    def on_arena(self) -> dict[str, str]:
        """The sets that are whole on Arena, with their first day there."""
        return {code: own["arena"].isoformat() for code, own in self.sets.items() if "arena" in own}

    def formats(self) -> Iterator[str]:
        """Every format that an entry names."""
        return (name for own in self.sets.values() for key in (*_FORMATS, "leaves") for name in own.get(key, ()))

    def _named(self, key: str, format_id: str) -> dict[str, Mapping[str, Any]]:
        return {code: own for code, own in self.sets.items() if format_id in own.get(key, ())}

    def _days(self, kind: str, format_id: str) -> dict[str, Mapping[str, Any]]:
        """The days that are not the catalogue's, and where a set counts if not everywhere."""
        days: dict[str, Mapping[str, Any]] = {}
        if kind == "windows":
            days |= {code: {"from": day} for code, day in self.windows.items()}
        for code, own in self.sets.items():
            facts = {k: own[k] for k in _OF_A_WINDOW if k in own} | _left(own.get("leaves", {}).get(format_id, {}))
            if facts:
                days[code] = {**days.get(code, {}), **facts}
        return days


NO_ENTRIES: Final = SetEntries()


def _left(row: Mapping[str, Any]) -> dict[str, Any]:
    """The day on which a set leaves, and from when that is not sure."""
    return {key: row[word] for key, word in (("until", "on"), ("leaving", "not_before")) if word in row}


def _taking(pool: Mapping[str, Any], within: Mapping[str, Any]) -> dict[str, Any]:
    """A pool with sets that it does not take by their kind."""
    if rotations := pool.get("rotations"):
        newest = {**rotations[-1], "sets": [*dict.fromkeys((*rotations[-1]["sets"], *within))]}
        return {"rotations": [*rotations[:-1], newest]}
    return {"sets": {**{code: {} for code in within}, **pool.get("sets", {})}}


def read_set_entries(files: Iterable[tuple[str, Mapping[str, Any]]], known: Mapping[str, CardSet]) -> SetEntries:
    """The entries in the files of a game, by name for messages; what several say of a set must not differ."""
    sets: dict[str, Mapping[str, Any]] = {}
    windows: dict[str, date] = {}
    for where, table in files:
        if unknown := set(table) - _OF_A_FILE:
            raise FormatError(f"{where}: unknown word {min(unknown)!r}; known are {', '.join(sorted(_OF_A_FILE))}.")
        for code, own in table.get("sets", {}).items():
            before = sets.get(code, {})
            if any(before[key] != own[key] for key in set(before) & set(own) & {*_DAYS, "places"}):
                raise FormatError(f"{where}: the set {code!r} has another entry, which says something else.")
            sets[code] = {**before, **own, **{key: _both(before, own, key) for key in (*_FORMATS, "leaves")}}
            _check(f"{where}, set {code!r}", own, own.get("source", table.get("source")))
        windows |= table.get("windows", {})
        if strange := {*sets, *windows} - set(known):
            raise FormatError(f"{where}: there is no set {min(strange)!r}.")
    return SetEntries(sets, windows)


def _both(before: Mapping[str, Any], own: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """What two entries of a set say of formats; the later one wins."""
    said = [one.get(key, {}) for one in (before, own)]
    return {
        k: v for one in said for k, v in (one.items() if isinstance(one, Mapping) else dict.fromkeys(one, True).items())
    }


def _check(where: str, own: Mapping[str, Any], source: Any) -> None:
    if unknown := set(own) - _WORDS:
        raise FormatError(f"{where}: unknown word {min(unknown)!r}; known are {', '.join(sorted(_WORDS))}.")
    if not all(type(own[key]) is date for key in _DAYS if key in own):
        raise FormatError(f"{where}: {', '.join(_DAYS)} must be days such as 2026-08-10.")
    if not all(isinstance(row, Mapping) and type(row.get("on")) is date for row in own.get("leaves", {}).values()):
        raise FormatError(f"{where}: `leaves` must hold, for a format, {{ on, not_before }}, where `on` is a day.")
    if not isinstance(source, str) or not source:
        raise FormatError(f"{where}: `source` must say where it was read.")


def sets_taken(
    where: str, spec: Mapping[str, Any], sets: Mapping[str, CardSet]
) -> Iterator[tuple[CardSet, Mapping[str, Any]]]:
    """The sets of a pool with their days, the eldest first: those that it names, and those of the kinds it takes."""
    named = spec.get("sets", {})
    if strange := set(named) - set(sets):
        raise FormatError(f"{where}: the pool names the set {min(strange)!r}, which is not known.")
    takes = _taker(spec)
    leaves, days, opens = _leaves(where, spec, sets), spec.get("days", {}), iso(spec.get("opens"))
    found = []
    for code, known in sets.items():
        if code in named or takes(known):
            own = {"from": known.paper_from or known.release, **days.get(code, {}), **named.get(code, {})}
            found.append((max(iso(own["from"]), opens), code, {**leaves.get(code, {}), **own}))
    for first, code, own in sorted(found, key=lambda one: one[:2]):
        yield sets[code], {**own, "from": first}


def _taker(spec: Mapping[str, Any]) -> Callable[[CardSet], bool]:
    """Says whether the pool takes a set by its kind and the day of its release."""
    bounds = spec.get("released", {})
    first, last = iso(bounds.get("from")) or "0", iso(bounds.get("to")) or "~"
    kinds, never = frozenset(spec.get("takes", ())), frozenset(spec.get("not_sets", ()))

    def takes(known: CardSet) -> bool:
        return known.kind in kinds and first <= known.release <= last and known.code not in never

    return takes


def _leaves(where: str, spec: Mapping[str, Any], sets: Mapping[str, CardSet]) -> dict[str, Mapping[str, Any]]:
    """The day on which each set leaves, and from when sources differ on that."""
    found: dict[str, Mapping[str, Any]] = {}
    for row in spec.get("leaves", ()):
        if set(row) - {"on", "not_before", "sets"} or type(row.get("on")) is not date:
            raise FormatError(f"{where}: a row of `leaves` needs `on`, a day, and `sets`, and may have `not_before`.")
        if strange := set(row["sets"]) - set(sets):
            raise FormatError(f"{where}: the pool names the set {min(strange)!r}, which is not known.")
        if twice := set(row["sets"]) & set(found):
            raise FormatError(f"{where}: the set {min(twice)!r} leaves twice.")
        found |= dict.fromkeys(row["sets"], _left(row))
    return found
