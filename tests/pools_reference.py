"""A small reckoning of Limited lists held to a pool that shares no code with the rules: piles of names, by hand.

Magic Tournament Rules 7.1: forty cards at least. 7.2: every card was opened, and the five basic lands alone are free.
3.3 and 7.2: no tokens, conspiracies, acorns, rebalanced and digital cards. 8.6: each card is on one player's list of a
team. 9.6: what is in neither deck of Two-Headed Giant is a sideboard of both. Comprehensive Rules 702.139: a companion
is a sideboard card whose condition the deck meets. 717.2b, 123.2b: three attractions or none, three sheets at most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from deckcheck.decklist.cards import Card
from tests.legal_lists import CONDITIONS, is_land
from tests.verdicts import the_desk

FREE: Final = frozenset({"Plains", "Island", "Swamp", "Mountain", "Forest"})
HELD: Final = ("main", "sideboard", "companion", "attractions", "stickers", "contraptions")
BARRED: Final = frozenset(
    {
        *("kind:token", "kind:meld-result", "kind:plane", "kind:scheme", "kind:vanguard", "kind:contraption"),
        *("kind:conspiracy", "silver-border", "acorn", "playtest", "nontournament"),
    }
)
DIGITAL: Final = frozenset({"rebalanced", "digital-only"})
"""What is no card on paper, and one on Arena."""

Piles = Mapping[str, Counter[str]]
"""Copies by section and catalogue name."""


@dataclass
class Case:
    """A list and the pool that it is held to.

    `kind`: `own` (registered), `named` (by the list alone), `team` or `giant` (registered, beside the lists of
    `mates`). `unread`: copies by section of a name that no card has. `lost`: copies in the registered pool of names
    that no card data know any more. `says`: the pool that a list names beside a registered one.
    """

    kind: str
    pool: Counter[str]
    piles: dict[str, Counter[str]]
    mates: list[Piles] = field(default_factory=list)
    platform: str = "paper"
    unread: Counter[str] = field(default_factory=Counter)
    lost: int = 0
    says: Counter[str] = field(default_factory=Counter)


@dataclass
class Right:
    """What is right to say: the verdict, and the rules that are broken with the cards that break them by themselves."""

    verdict: str
    errors: set[tuple[str, str]]
    differs: bool


def card(name: str) -> Card:
    """The card of a catalogue name."""
    found = the_desk().index("mtg").card(name)
    assert found is not None, name
    return found


def reckon(case: Case) -> Right:
    """The right answer."""
    short = _short(case)
    unknown = case.unread["pool"] if case.kind == "named" else case.lost
    errors = _shape(case.piles) | _barred(case) | _companion(case.piles)
    # As many copies as nobody could read may be those that are short; more than these are of no pool.
    surely = {name for name, count in short.items() if short.total() > unknown or count > unknown}
    errors |= {("pool", name) for name in surely}
    waits = case.unread.total() > 0 or bool(short.keys() - surely)
    differs = case.kind != "named" and bool(case.says) and (case.says != case.pool or bool(case.lost))
    return Right("illegal" if errors else "unclear" if waits else "legal", errors, differs)


def laid(piles: Piles) -> Counter[str]:
    """All cards of a list, once: a companion that the sideboard has, too, is one of its cards."""
    side = piles.get("sideboard", Counter()) | piles.get("companion", Counter())
    return sum((piles[s] for s in piles if s in HELD and s not in {"sideboard", "companion"}), Counter[str]()) + side


def _short(case: Case) -> Counter[str]:
    """Copies of each card on this list that the pool does not have, over all lists that are held to it."""
    here, others = laid(case.piles), Counter[str]()
    shared = {"sideboard", "companion"} if case.kind == "giant" else set()
    for mate in case.mates:
        others += laid({s: pile for s, pile in mate.items() if s not in shared})
    beyond = here + others - case.pool
    return Counter({name: count for name, count in beyond.items() if here[name] and name not in FREE})


def _shape(piles: Piles) -> set[tuple[str, str]]:
    count = {section: pile.total() for section, pile in piles.items()}
    attractions, sheets = count.get("attractions", 0), count.get("stickers", 0)
    broken = {
        "main-min": count.get("main", 0) < 40,
        "supplementary-deck": 0 < attractions < 3 or sheets > 3 or count.get("contraptions", 0) > 0,
    }
    return {(rule, "") for rule, is_broken in broken.items() if is_broken}


def _barred(case: Case) -> set[tuple[str, str]]:
    barred = BARRED if case.platform == "arena" else BARRED | DIGITAL
    # Contraptions are told as a pile.
    names = {name for s, pile in case.piles.items() if s in HELD and s != "contraptions" for name in pile}
    return {("not-a-tournament-card", name) for name in names if not barred.isdisjoint(card(name).traits)}


def _companion(piles: Piles) -> set[tuple[str, str]]:
    named, main = piles.get("companion", Counter[str]()), piles.get("main", Counter[str]())
    wrong = named.total() > 1
    for name in named:
        if name == "Yorion, Sky Nomad":
            wrong |= main.total() < 60
        elif name == "Lutri, the Spellchaser":
            wrong |= any(count > 1 and not is_land(card(one)) for one, count in main.items())
        elif name in CONDITIONS:
            wrong |= not all(CONDITIONS[name](card(one)) for one in main)
        else:
            wrong = True
    return {("companion", "")} if wrong else set()
