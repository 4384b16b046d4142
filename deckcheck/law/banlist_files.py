"""Reads the files of announcements and of the first states of lists, strictly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final, NamedTuple

from deckcheck.law.banlists import WORDS, Announcement
from deckcheck.law.formats import FormatError
from deckcheck.law.legality import Bounds, Platform, Product

_FACTS: Final = frozenset(
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
        if key in _FACTS:
            continue
        own = value if isinstance(value, Mapping) else {"status": value}
        _check_words(f"{where}, {key!r}", set(own) - _OF_A_CARD)
        word = str(own.get("status"))
        if word not in WORDS:
            raise FormatError(f"{where}: {key!r} has the unknown status {word!r}; known are {', '.join(WORDS)}.")
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
