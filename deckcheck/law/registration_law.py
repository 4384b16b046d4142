"""What the documents say of registered lists as of a day: who sees them, when they are due, what may change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import product
from typing import Any, Final

from deckcheck.law.formats import FormatError


class Level(StrEnum):
    """The rules enforcement level of an event."""

    REGULAR = "regular"
    COMPETITIVE = "competitive"
    PROFESSIONAL = "professional"


class StageKind(StrEnum):
    """What kind of stage is played."""

    SWISS = "swiss"
    DAY_TWO = "day-2"
    PLAYOFF = "playoff"


class PoolKind(StrEnum):
    """Whether decks are brought along or built from what is opened there."""

    CONSTRUCTED = "constructed"
    LIMITED = "limited"


_VALUES: Final[Mapping[str, tuple[str, frozenset[str]]]] = {
    "during": ("opens", frozenset({"closed", "stage", "all"})),
    "after": ("opens", frozenset({"closed", "all"})),
    "due": ("before", frozenset({"round-1", "first-round-played"})),
    "officials_play": ("", frozenset({""})),
    "alike": ("", frozenset({""})),
    "continuous": ("allowed", frozenset({"yes", "no"})),
}
"""The tables of the file, the word that holds a fact's value in each, and the values it may have."""

_SCOPES: Final[Mapping[str, frozenset[str]]] = {
    "levels": frozenset(Level),
    "stages": frozenset(StageKind),
    "kind": frozenset(PoolKind),
    "played": frozenset({"paper", "digital"}),
    "premier": frozenset({"yes", "no"}),
}
"""The words that limit a fact, and what they may be limited to."""


@dataclass(frozen=True, slots=True)
class ListFact:
    """One dated fact with its source; empty scopes hold everywhere."""

    since: date
    source: str
    note: str
    value: str = ""
    levels: frozenset[str] = frozenset()
    stages: frozenset[str] = frozenset()
    kind: frozenset[str] = frozenset()
    played: frozenset[str] = frozenset()
    premier: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ListLaw:
    """The facts about lists, in the order in which later ones overrule earlier ones."""

    during: tuple[ListFact, ...]
    after: tuple[ListFact, ...]
    due: tuple[ListFact, ...]
    officials_play: tuple[ListFact, ...]
    alike: tuple[ListFact, ...]
    continuous: tuple[ListFact, ...]

    def seen_during(self, level: str, stage_kind: str, day: date) -> ListFact:
        """Who sees a stage's lists while the event runs."""
        return _last(self.during, day, levels=level, stages=stage_kind)

    def seen_after(self, day: date) -> ListFact:
        """Who sees them once the event is completed."""
        return _last(self.after, day)

    def due_before(self, pool_kind: str, day: date) -> ListFact:
        """Before which round they are due."""
        return _last(self.due, day, kind=pool_kind)

    def officials_who_play(self, day: date) -> ListFact:
        """At which levels an official may play in the event."""
        return _last(self.officials_play, day)

    def decks_may_change(self, pool_kind: str, level: str, day: date, *, digital: bool, premier: bool) -> ListFact:
        """Whether decks may change between matches, which the documents call continuous construction."""
        where = {"played": "digital" if digital else "paper", "premier": "yes" if premier else "no"}
        return _last(self.continuous, day, kind=pool_kind, levels=level, **where)


def read_list_law(where: str, table: Mapping[str, Any]) -> ListLaw:
    """The law in a table as it stands in `formats/publication.toml`; unknown words are refused."""
    if set(table) != set(_VALUES):
        raise FormatError(f"{where}: it holds the tables {', '.join(_VALUES)}, no more and no fewer.")
    law = ListLaw(**{name: tuple(_fact(where, name, row) for row in table[name]) for name in _VALUES})
    _check_answers(where, law)
    return law


def _check_answers(where: str, law: ListLaw) -> None:
    """Refuse a law that leaves a question without an answer."""
    asked: dict[str, Mapping[str, Iterable[str]]] = {
        "during": {"levels": Level, "stages": StageKind},
        "due": {"kind": PoolKind},
        "continuous": {"kind": PoolKind, "levels": Level, "played": _SCOPES["played"], "premier": _SCOPES["premier"]},
    }
    for name in ("during", "after", "due", "officials_play", "continuous"):
        scopes = asked.get(name, {})
        for words in product(*scopes.values()):
            if not _fitting(getattr(law, name), dict(zip(scopes, words, strict=True))):
                raise FormatError(f"{where}: `{name}` says nothing for {', '.join(words) or 'any event'}.")


def _fact(where: str, table: str, row: Mapping[str, Any]) -> ListFact:
    word, values = _VALUES[table]
    unknown = set(row) - {"from", "source", "note", word, *_SCOPES}
    if unknown:
        raise FormatError(f"{where}, [[{table}]]: unknown word {min(unknown)!r}.")
    if type(row.get("from")) is not date:
        raise FormatError(f"{where}, [[{table}]]: `from` must be a day such as 2019-05-03.")
    if not row.get("source") or not row.get("note"):
        raise FormatError(f"{where}, [[{table}]]: `source` and `note` must say where it stands and what it says.")
    value = str(row.get(word, ""))
    if value not in values:
        raise FormatError(f"{where}, [[{table}]]: `{word}` is {value!r}; known are {', '.join(sorted(values))}.")
    scopes = {name: _scope(where, table, name, row.get(name, ())) for name in _SCOPES}
    return ListFact(row["from"], str(row["source"]), str(row["note"]), value, **scopes)


def _scope(where: str, table: str, name: str, value: str | Iterable[str]) -> frozenset[str]:
    found = frozenset([value] if isinstance(value, str) else value)
    if found - _SCOPES[name]:
        raise FormatError(f"{where}, [[{table}]]: `{name}` holds {min(found - _SCOPES[name])!r}, which is unknown.")
    return found


def _last(facts: tuple[ListFact, ...], day: date, **asked: str) -> ListFact:
    """The last fact that fits and holds on the day; before the first edition known, what that edition says."""
    fitting = _fitting(facts, asked)
    first = min(f.since for f in fitting)
    return [f for f in fitting if f.since <= max(day, first)][-1]


def _fitting(facts: tuple[ListFact, ...], asked: Mapping[str, str]) -> list[ListFact]:
    """The facts whose scopes hold what is asked."""
    return [
        f for f in facts if all(not getattr(f, scope) or word in getattr(f, scope) for scope, word in asked.items())
    ]
