"""What a pool may hold past the last day for which it is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from deckcheck.decklist.cards import Card, CardSet
from deckcheck.decklist.days import earlier
from deckcheck.law.legality import LAW_UNKNOWN, Admission, Day, Platform

PRERELEASE_LEAD: Final = timedelta(days=7)
"""How long before its release a set may count: no newer data say whether it has a prerelease day of its own."""

CAME_SINCE: Final = "came-since"
"""The doubt of a card that counts only since our data end, though no newer set has it."""

Admit = Callable[[Card], Admission]
Begins = Callable[[CardSet], str]


def aged(now: Admit, then: Admit, newer: Callable[[Card], str], named: frozenset[str] = frozenset()) -> Admit:
    """A pool past its last known day, `then`: a card that was in it stays, or leaves on a day that is known; one that
    was not may have come in with a newer set. `named`: newer sets of which it is known that they are in.
    """

    def admits(card: Card) -> Admission:
        today = now(card)
        if then(card).admitted or (named and any(p.set_code in named for p in card.printings)):
            return today
        came = newer(card)
        if came:
            return Admission(True, doubt=LAW_UNKNOWN, detail=came)
        return Admission(True, doubt=CAME_SINCE) if today.admitted else today

    return admits


def before_first_day(now: Admit, first: Admit, starts: str) -> Admit:
    """A pool before the format's first day: a card without a day that was in it then is a question."""

    def admits(card: Card) -> Admission:
        today = now(card)
        if today.admitted or today.reason != "no-set" or not first(card).admitted:
            return today
        return Admission(True, doubt="not-begun", detail=starts)

    return admits


def after_rotation(pool: Admit, rotation: str, lasting: frozenset[str]) -> Admit:
    """A pool past a rotation of which nothing is known: what was in it may have left, but for `lasting` traits."""

    def admits(card: Card) -> Admission:
        answer = pool(card)
        if not answer.admitted or answer.doubt or not lasting.isdisjoint(card.traits):
            return answer
        return Admission(True, doubt="rotation", detail=rotation)

    return admits


def newer_set(
    spec: Mapping[str, Any], sets: Mapping[str, CardSet], day: Day, to: date, begins: Begins
) -> Callable[[Card], str]:
    """Of each card, the set of a kind that the pool takes and that came out after the last known day, by this one.

    `begins`: a set's first day on the platform.
    """
    kinds = frozenset((*spec.get("takes", spec.get("kinds", ())), *spec.get("asks", ())))
    never = frozenset(spec.get("not_sets", ()))
    platforms, rarity = {"", day.platform}, str(spec.get("rarity", ""))
    found: dict[str, str] = {}
    after, last = to.isoformat(), str(spec.get("released", {}).get("to", "~"))
    for code, known in sets.items():
        taken = known.kind in kinds and code not in never and known.platform in platforms
        if taken and after < known.release <= last:
            told = begins(known)
            first = min(told, _prerelease(known)) if day.platform is Platform.PAPER else told
            if first <= day.date.isoformat():
                found[code] = f"{known.name} ({told})"

    def newer(card: Card) -> str:
        mine = [p for p in card.printings if p.set_code in found]
        # Of a card that only newer sets have, too little is known to say that it is no common.
        fitting = [p for p in mine if rarity in p.rarity or not p.rarity or len(mine) == len(card.printings)]
        return found[fitting[0].set_code] if fitting else ""

    return newer


def _prerelease(known: CardSet) -> str:
    """The first day on which it may have been played in paper."""
    lead = earlier(known.release, PRERELEASE_LEAD)
    return min(lead, known.earliest) if known.earliest else lead


class FirstDay(NamedTuple):
    """From `sure` on something is out, and not before `possible`: one day where it is known; empty where there is none.

    Days are ISO strings.
    """

    possible: str = ""
    sure: str = ""


def known_day(day: str) -> FirstDay:
    """A first day that is known."""
    return FirstDay(day, day)


def first_day(card: Card, products: Mapping[str, FirstDay], rarity: str = "") -> FirstDay:
    """The first day of the card's printings in these products, if one is named of this rarity.

    A printing with a day of its own goes by that. One whose day is known within bounds makes the card no older than
    another whose day is known, unless it was surely out before.
    """
    days = [
        FirstDay(p.earliest, p.latest) if p.latest else products[p.set_code]
        for p in card.printings
        if p.set_code in products and (not rarity or rarity in p.rarity)
    ]
    if not days:
        return FirstDay()
    if len(days) == 1:
        return days[0]
    known = min((d.sure for d in days if d.possible == d.sure), default="~")
    earlier = [d for d in days if d.sure < known]
    if not earlier:
        return known_day(known)
    return FirstDay(min(d.possible for d in earlier), min(d.sure for d in earlier))


def of_no_known_rarity(card: Card, products: Mapping[str, FirstDay], day: str) -> bool:
    """Whether a printing of the card that may be out by the day has a rarity that is not known."""
    mine = (p for p in card.printings if not p.rarity and p.set_code in products)
    return any(products[p.set_code].possible <= day for p in mine)
