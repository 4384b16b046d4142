"""What is on Arena, and since when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final, NamedTuple

from deckcheck.decklist.cards import Card, CardSet
from deckcheck.law.formats import FormatError
from deckcheck.law.legality import Admission

ADMITTED: Final = Admission(True)
NOT_ON_ARENA: Final = Admission(False, "not-on-arena")

_OF_CARDS: Final = frozenset({"from", "not_before", "by", "set", "came", "names"})


def iso(day: date | str | None) -> str:
    """A day as text, so that days compare as sets give them; empty for none."""
    return day.isoformat() if isinstance(day, date) else (day or "")


class Came(NamedTuple):
    """When a card came to Arena: surely not before the one day (empty: none known), and by the other."""

    not_before: str
    by: str

    def __str__(self) -> str:
        return f"between {self.not_before} and {self.by}" if self.not_before else f"by {self.by}"


@dataclass(frozen=True, slots=True)
class ArenaCards:
    """What is on Arena: whole sets from their day, and single cards that came another way.

    `cards` came on a day that is known, `unsure` on one that is known within bounds; `codes` are the sets on Arena that
    brought single cards. `rebalanced` gives Arena's own versions of paper cards with their first day, `twins` the name
    in force for the other name of such a card, until `rebalanced_until`: from then on all cards are played as printed.
    From `known_on` on it is known of every card whether it is there.
    """

    known_on: str = ""
    sets: Mapping[str, str] = field(default_factory=dict)
    absent: Mapping[str, frozenset[str]] = field(default_factory=dict)
    cards: Mapping[str, str] = field(default_factory=dict)
    unsure: Mapping[str, Came] = field(default_factory=dict)
    codes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rebalanced: Mapping[str, str] = field(default_factory=dict)
    twins: Mapping[str, str] = field(default_factory=dict)
    rebalanced_until: str = ""

    def admits(self, card: Card, day: str) -> Admission:
        """Whether the card is on Arena on the day."""
        first = self.first_day(card)
        if first and first <= day:
            return ADMITTED
        came = self.unsure.get(card.name)
        if came is None:
            return Admission(False, "not-yet", detail=first) if first else NOT_ON_ARENA
        if day < came.not_before:
            return Admission(False, "came-later")
        return ADMITTED if day >= came.by else Admission(True, doubt="arena-day", detail=str(came))

    def first_day(self, card: Card) -> str:
        """The first day on which the card is surely on Arena by a set or by itself; empty if there is none."""
        if card.name in self.rebalanced:
            return self.rebalanced[card.name]
        days = [
            self.sets[p.set_code]
            for p in card.printings
            if p.set_code in self.sets and card.name not in self.absent.get(p.set_code, ())
        ]
        own = self.cards.get(card.name)
        return min([*days, own] if own else days, default="")

    def names(self, card: Card) -> bool:
        """Whether the card is one that came to Arena by itself."""
        return card.name in self.cards or card.name in self.unsure or card.name in self.rebalanced

    def codes_of(self, card: Card, day: str) -> Iterator[str]:
        """The sets that have brought the card to Arena by the day."""
        yield from self.codes.get(card.name, ())
        for printing in card.printings:
            code = printing.set_code
            if self.sets.get(code, "~") <= day and card.name not in self.absent.get(code, ()):
                yield code

    def twins_on(self, day: str) -> dict[str, str]:
        """The name in force for the other name of a card that Arena has in two versions.

        Before a rebalanced card came, and since all were given up, the card is played as printed.
        """
        if self.rebalanced_until and day >= self.rebalanced_until:
            return {name: plain_name(name, self.twins) for name in self.rebalanced}
        coming = {name for name, first in self.rebalanced.items() if day < first}
        came = {name: other for name, other in self.twins.items() if other not in coming}
        return came | {name: plain_name(name, self.twins) for name in coming}


def plain_name(name: str, twins: Mapping[str, str]) -> str:
    """The name of the card as printed for a rebalanced one."""
    return next((paper for paper, ours in twins.items() if ours == name), twins.get(name, name))


def read_arena(where: str, table: Mapping[str, Any]) -> ArenaCards:
    """Arena's cards as their file gives them."""
    known_on, sets = iso(table["known_on"]), table["sets"]
    cards: dict[str, str] = {}
    unsure: dict[str, Came] = {}
    codes: dict[str, tuple[str, ...]] = {}
    for group in table["cards"]:
        _check(where, group)
        for name in group["names"]:
            if "from" in group:
                cards[name] = iso(group["from"])
            else:
                unsure[name] = Came(iso(group.get("not_before")), iso(group.get("by")))
            if "set" in group:
                codes[name] = (str(group["set"]),)
    for code, names in table.get("rebalanced_sets", {}).items():
        for name in names:
            codes[name] = (*codes.get(name, ()), code)
    return ArenaCards(
        known_on=known_on,
        sets={code: iso(facts["from"]) for code, facts in sets.items()},
        absent={code: frozenset(facts["absent"]) for code, facts in sets.items() if "absent" in facts},
        cards=cards,
        unsure=unsure,
        codes=codes,
        rebalanced={name: iso(group["not_before"]) for group in table["rebalanced"] for name in group["names"]},
        twins=_twins(table),
        rebalanced_until=iso(table.get("rebalanced_until")),
    )


def _check(where: str, group: Mapping[str, Any]) -> None:
    unknown = set(group) - _OF_CARDS
    if unknown:
        raise FormatError(f"{where}: unknown word {min(unknown)!r}; known are {', '.join(sorted(_OF_CARDS))}.")
    if ("from" in group) == ("by" in group):
        raise FormatError(f"{where}: cards need either `from`, their day, or `by`, a day on which they were there.")


def _twins(table: Mapping[str, Any]) -> dict[str, str]:
    twins: dict[str, str] = {}
    for group in table["rebalanced"]:
        for name in group["names"]:
            paper = " // ".join(face.removeprefix(table["prefix"]) for face in name.split(" // "))
            twins.update({paper: name} if group["in_force"] else {name: paper})
    return twins


_WORDS: Final = frozenset({"from", "or_from", "sets", "source", "note"})


class Rotation(NamedTuple):
    """The sets of one window, and the day from which they count; `or_from`: that day by another source, if earlier."""

    first: str
    or_first: str
    sets: frozenset[str]

    @property
    def begins(self) -> str:
        """The day on which it may have begun."""
        return self.or_first or self.first


def read_rotations(where: str, spec: Mapping[str, Any], sets: Mapping[str, CardSet]) -> tuple[Rotation, ...]:
    """The windows of a pool's words, in the order of their days; unknown sets are refused."""
    found = []
    for row in spec.get("rotations", ()):
        if unknown := set(row) - _WORDS:
            raise FormatError(f"{where}: unknown word {min(unknown)!r}; known are {', '.join(sorted(_WORDS))}.")
        if strange := set(row["sets"]) - set(sets):
            raise FormatError(f"{where}: the pool names the set {min(strange)!r}, which is not known.")
        found.append(Rotation(iso(row["from"]), iso(row.get("or_from")), frozenset(row["sets"])))
    return tuple(sorted(found))


def leaving_sets(rotations: tuple[Rotation, ...], day: str) -> frozenset[str]:
    """The sets that leave on the day, which accepts lists with them and without."""
    windows = _possible([r for r in rotations if r.begins <= day], day)
    return windows[0].sets - windows[-1].sets if windows and windows[-1].first == day else frozenset()


def _possible(begun: list[Rotation], day: str) -> list[Rotation]:
    """The windows that may hold: the one that surely did the day before, and what may have begun since."""
    sure = [n for n, r in enumerate(begun) if r.first < day]
    return begun[sure[-1] :] if sure else begun


def in_rotation(
    card: Card, rotations: tuple[Rotation, ...], singles: frozenset[str], arena: ArenaCards, day: str
) -> Admission:
    """Whether the window of the day has a set that brought the card; where two windows may hold, both must agree.

    The day of a rotation itself accepts both.
    """
    codes = set(arena.codes_of(card, day))
    begun = [r for r in rotations if r.begins <= day]
    possible = _possible(begun, day)
    held = [not codes.isdisjoint(r.sets) for r in possible]
    if possible and (all(held) or (possible[-1].first == day and any(held))):
        return ADMITTED
    if any(held):
        return Admission(True, doubt="rotated", detail=f"{possible[-1].begins} or {possible[-1].first}")
    if card.name in singles:
        return ADMITTED if day >= arena.known_on else Admission(True, doubt="window-unknown", detail=arena.known_on)
    return Admission(False, "left" if any(not codes.isdisjoint(r.sets) for r in begun) else "no-set")
