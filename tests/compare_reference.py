"""A small reckoning of presented decks that shares no code with the comparison: by hand, as a judge would do it.

Magic Tournament Rules 3.15, 6.1, 7.1 and 7.2, Grand Archive's Sideboarding: the first game is played as registered, a
single game too; later cards go between deck and sideboard, one for one or not; all cards are those of the list, but
that the five basic lands come and go in Limited, where the rest of a registered pool is sideboard; then sizes, copies
and a companion's condition hold. Grand Archive's own limits are those of `ga_reference`. The lists themselves are taken
to be legal.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from tests.ga_reference import faults
from tests.legal_lists import CONDITIONS
from tests.sheets import Sheet

FREE_IN_LIMITED: Final = frozenset({"Plains", "Island", "Swamp", "Mountain", "Forest"})
ANY_NUMBER: Final = frozenset(
    {
        *FREE_IN_LIMITED,
        *(f"Snow-Covered {name}" for name in FREE_IN_LIMITED),
        *("Wastes", "Relentless Rats", "Shadowborn Apostle", "Rat Colony", "Persistent Petitioners"),
        *("Dragon's Approach", "Slime Against Humanity", "Hare Apparent", "Tempest Hawk", "Templar Knight"),
    }
)
DECK: Final = ("main", "material")
APART: Final = ("commander",)

Odd = Counter[tuple[str, str]]
"""Copies by name and section."""
Counts = dict[str, Counter[str]]
"""Copies by section and name."""


@dataclass
class Reckoned:
    """What is right to say of a presented deck."""

    verdict: str = "matches"
    rules: set[str] = field(default_factory=set)
    moved_in: Counter[str] = field(default_factory=Counter)
    moved_out: Counter[str] = field(default_factory=Counter)
    missing: Odd = field(default_factory=Counter)
    extra: Odd = field(default_factory=Counter)


def reckon(registered: Sheet, presented: Sheet, game: int) -> Reckoned:
    """The right answer."""
    found, was, now = Reckoned(), _counted(registered), _counted(presented)
    limited = registered.terms.format.startswith("limited")
    single = registered.terms.match == "bo1" or registered.terms.format == "duel-commander"
    bound = single or game == 1
    free = FREE_IN_LIMITED if limited and not bound else frozenset()
    pool = was["pool"]
    _put_the_rest_aside(pool, was, now, bound)
    for name in {name for counts in (was, now) for s in (*DECK, "sideboard") for name in counts[s]} - free:
        _reckon_card(name, was, now, found)
    for section in APART:
        gone, come = was[section] - now[section], now[section] - was[section]
        found.missing += Counter({(name, section): count for name, count in gone.items()})
        found.extra += Counter({(name, section): count for name, count in come.items()})
    found.rules = _rules(presented, now, limited) | _beyond(pool, _counted(presented))
    if found.missing or found.extra:
        found.rules.add("presented-mismatch")
    if bound and (found.moved_in or found.moved_out):
        found.rules.add("game-one-configuration")
    if found.rules & {"presented-mismatch", "game-one-configuration"}:
        found.verdict = "differs"
    elif found.rules:
        found.verdict = "illegal"
    return found


def _put_the_rest_aside(pool: Counter[str], was: Counts, now: Counts, bound: bool) -> None:
    """Lay what was opened and is not on the list beside the deck; what of it is not on the table lies there still.

    With no sideboard on the list nor on the table, what left the deck after the first game lies there, too.
    """
    if not pool:
        return
    rest = pool - was["main"] - was["sideboard"]
    nothing_aside = not was["sideboard"] and not now["sideboard"]
    was["sideboard"] += rest
    unseen = was["main"] + was["sideboard"] - now["main"] - now["sideboard"]
    now["sideboard"] += unseen if nothing_aside and not bound else unseen & rest


def _beyond(pool: Counter[str], there: Counts) -> set[str]:
    """The rule about the pool, if a card that is not free is there more often than it was opened."""
    beyond = (there["main"] + there["sideboard"] - pool).keys() - FREE_IN_LIMITED
    return {"pool"} if pool and beyond else set()


def _reckon_card(name: str, was: Counts, now: Counts, found: Reckoned) -> None:
    """What came in and went out, and by how much the whole is more or less than the list."""
    deck_was, deck_is = (sum(counts[s][name] for s in DECK) for counts in (was, now))
    side_was, side_is = was["sideboard"][name], now["sideboard"][name]
    came = min(max(deck_is - deck_was, 0), max(side_was - side_is, 0))
    went = min(max(deck_was - deck_is, 0), max(side_is - side_was, 0))
    if came:
        found.moved_in[name] = came
    if went:
        found.moved_out[name] = went
    home = "material" if was["material"][name] or now["material"][name] else "main"
    more = deck_is - deck_was - came + went, side_is - side_was + came - went
    for section, count in zip((home, "sideboard"), more, strict=True):
        if count > 0:
            found.extra[name, section] = count
        elif count < 0:
            found.missing[name, section] = -count


def _rules(presented: Sheet, now: Counts, limited: bool) -> set[str]:
    """The rules of the format that the presented deck breaks; what the list held was legal."""
    if presented.game == "ga":
        return faults(presented)
    main, side = now["main"].total(), now["sideboard"].total()
    if presented.terms.format == "duel-commander":
        counts = now["main"] + now["commander"]
        broken = {"main-exact": main + presented.size("commander") != 100, "sideboard-forbidden": side > 0}
        return {r for r, b in broken.items() if b} | _too_many(counts, 1, "singleton")
    counts = now["main"] + now["sideboard"]
    found = {"main-min"} if main < (40 if limited else 60) else set()
    if limited:
        return found
    found |= {"presented-companion"} if _breaks_its_companion(presented) else set()
    return found | ({"sideboard-max"} if side > 15 else set()) | _too_many(counts, 4, "copies")


def _breaks_its_companion(presented: Sheet) -> bool:
    """Whether a card of the main deck is against the companion that is named on the table."""
    named = [CONDITIONS[name] for name in presented.names("companion")]
    return any(not fits(presented.card(name)) for fits in named for name in presented.names("main"))


def _too_many(counts: Counter[str], most: int, rule: str) -> set[str]:
    return {rule for name, count in counts.items() if count > most and name not in ANY_NUMBER}


def _counted(sheet: Sheet) -> Counts:
    """The copies of each section by catalogue name."""
    counts: Counts = {section: Counter() for section in (*DECK, "sideboard", *APART, "pool")}
    for section, rows in sheet.rows.items():
        for name, count in rows.items():
            # A companion is one of the sideboard cards (Comprehensive Rules 702.139a).
            counts["sideboard" if section == "companion" else section][sheet.card(name).name] += count
    return counts
