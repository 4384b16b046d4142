"""Pools opened from real sets, decks built from them, and every way to go beyond them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Final, NamedTuple

from deckcheck.decklist.cards import Card
from tests.legal_lists import CONDITIONS, all_cards, cards_with, is_land, is_plain
from tests.pools_reference import FREE, Case, card, laid
from tests.verdicts import the_desk

NUMBERED: Final = ("FDN", "KHM", "SPM", "NEO", "IKO", "BRO", "MH3", "MOM", "TMT", "DFT", "2X2", "MID")
"""Snow-covered lands (KHM, MH3), a second name for every card (SPM, TMT), two faces (NEO, MID, MOM), melding (BRO)."""
NAMED: Final = ("UNF", "CN2", "UST")
"""Sets with attractions and acorns, conspiracies, contraptions."""
SNOW: Final = ("Snow-Covered Plains", "Snow-Covered Island", "Snow-Covered Forest", "Wastes", "Snow-Covered Wastes")
NOBODY: Final = "Xyzzyq Wvutrk"
APART: Final = ("kind:attraction", "kind:sticker", "kind:contraption")

Break = Callable[[Case, Random], Case | None]


class Way(NamedTuple):
    """A way to change a legal case; `rules` are those that it must break at the least, none where it stays as it is."""

    name: str
    verdict: str
    rules: tuple[str, ...]
    kinds: tuple[str, ...]
    make: Break


_WAYS: Final[list[Way]] = []
ALL: Final = ("own", "named", "team", "giant")
REGISTERED: Final = ("own", "team", "giant")
TEAMS: Final = ("team", "giant")


def way(verdict: str, *rules: str, kinds: tuple[str, ...] = ALL) -> Callable[[Break], Break]:
    """Add a way that comes to a verdict and breaks these rules."""

    def add(make: Break) -> Break:
        _WAYS.append(Way(make.__name__, verdict, rules, kinds, make))
        return make

    return add


def ways() -> tuple[Way, ...]:
    """All ways."""
    return tuple(_WAYS)


def cases(count: int, seed: str = "pools") -> Iterator[tuple[Way, Case]]:
    """So many cases, of every way and kind of pool as many as of each other."""
    rng = Random(seed)
    both = [(one, kind) for one in _WAYS for kind in one.kinds]
    for number in range(count):
        one, kind = both[number % len(both)]
        yield one, next(filter(None, (one.make(a_legal_case(kind, rng), rng) for _ in range(60))))


# --- Pools and decks ------------------------------------------------------------------------------------------------


@cache
def opened(code: str) -> tuple[Card, ...]:
    """What boosters of a set hold, without the five lands."""
    found = the_desk().set_list("mtg", code)
    assert found is not None, code
    return tuple(one for one in found.cards if one.name not in FREE)


def a_pool(rng: Random, packs: int) -> Counter[str]:
    """Boosters of a set, sometimes of two, with some basic lands among them."""
    codes = rng.choices([*NUMBERED * 4, *NAMED], k=1 + (rng.random() < 0.2))
    pool = Counter(rng.choice(opened(rng.choice(codes))).name for _ in range(packs * 14))
    pool += Counter(rng.choices(["Island", "Forest", *(SNOW if rng.random() < 0.2 else ())], k=rng.randint(0, 3)))
    return pool


@cache
def may_be_played(name: str) -> bool:
    """Whether a card of the pool belongs into a deck on paper; an eternal card of a funny set does."""
    casual = ("kind:", "silver", "acorn", "playtest", "nontour")
    return is_plain(card(name)) or not any(t.startswith(casual) for t in card(name).traits)


def deck_of(left: Counter[str], rng: Random) -> dict[str, Counter[str]]:
    """A deck of forty and more, taken from what is left; its sideboard is written down, in part, or not."""
    copies = [name for name in left.elements() if may_be_played(name) and name not in FREE]
    main = Counter(rng.sample(copies, min(len(copies), rng.randint(20, 25))))
    lands = rng.choices(sorted(FREE), k=40 - main.total() + rng.choice([0, 0, 0, 1, 3]))
    left -= main
    rest = [name for name in left.elements() if may_be_played(name)]
    side = Counter(rng.sample(rest, rng.choice([0, len(rest) // 2, len(rest)]) // 2))
    left -= side
    return {"main": main + Counter(lands), "sideboard": side}


def a_legal_case(kind: str, rng: Random) -> Case:
    """A deck within its pool; in a team beside one or two mates, of whom one may have sent nothing yet."""
    if kind not in TEAMS:
        pool = a_pool(rng, 6)
        return Case(kind, pool, deck_of(Counter(pool), rng))
    many = 2 if kind == "giant" else 3
    pool = a_pool(rng, 4 * many)
    left = Counter(pool)
    lists = [deck_of(left, rng) for _ in range(many)]
    if kind == "giant" and rng.random() < 0.5:
        # Both write the same sideboard down.
        lists[1]["sideboard"] = lists[0]["sideboard"]
    mates = [mate for mate in lists[1:] if rng.random() < 0.8]
    return Case(kind, pool, lists[0], list(mates))


def more(case: Case, section: str, name: str, count: int = 1) -> Case:
    """The case with so many more copies on the list."""
    case.piles[section] = case.piles.get(section, Counter()) + Counter({name: count})
    return case


def beside(case: Case) -> Counter[str]:
    """What all lists that are held to the pool have."""
    return sum((laid(piles) for piles in (case.piles, *case.mates)), Counter[str]())


def a_plain(case: Case, rng: Random, wanted: Callable[[Card], bool] = lambda _: True) -> str:
    """A card of tournaments that was not opened."""
    while True:
        one = rng.choice(all_cards("mtg"))
        plain = is_plain(one) and one.traits.isdisjoint(("digital-only", "basic"))
        if plain and one.name not in case.pool and wanted(one):
            return one.name


def apart(kind: str) -> list[str]:
    """The cards of tournaments that lie in a deck of their own."""
    return [one.name for one in cards_with("mtg", kind) if not one.has("acorn")]


def spells(case: Case) -> list[str]:
    """The names in the deck that are not free."""
    return sorted(name for name in case.piles["main"] if name not in FREE)


# --- Ways that stay legal -------------------------------------------------------------------------------------------


@way("legal")
def as_it_was_built(case: Case, rng: Random) -> Case | None:
    return case


@way("legal")
def more_basic_lands_than_anybody_opens(case: Case, rng: Random) -> Case | None:
    return more(more(case, "main", rng.choice(sorted(FREE)), 20), "sideboard", rng.choice(sorted(FREE)), 30)


@way("legal")
def snow_covered_lands_of_the_pool(case: Case, rng: Random) -> Case | None:
    name = rng.choice(SNOW)
    case.pool[name] = beside(case)[name] + 2
    return more(case, "main", name, 2)


@way("legal")
def ten_copies_where_ten_were_opened(case: Case, rng: Random) -> Case | None:
    name = a_plain(case, rng)
    case.pool[name] = 10
    return more(more(case, "main", name, 7), "sideboard", name, 3)


@way("legal", kinds=REGISTERED)
def the_same_pool_on_the_list(case: Case, rng: Random) -> Case | None:
    case.says = Counter(case.pool)
    return case


@way("legal", kinds=REGISTERED)
def another_pool_on_the_list(case: Case, rng: Random) -> Case | None:
    case.says = case.pool - Counter(rng.choices(list(case.pool), k=2)) + Counter({a_plain(case, rng): 9})
    return case


@way("legal")
def attractions_of_the_pool(case: Case, rng: Random) -> Case | None:
    names = rng.choices(apart("kind:attraction"), k=rng.randint(3, 6))
    case.pool += Counter(names)
    return [more(case, "attractions", name) for name in names][-1]


@way("legal")
def sticker_sheets_of_the_pool(case: Case, rng: Random) -> Case | None:
    names = rng.choices(apart("kind:sticker"), k=rng.randint(1, 3))
    case.pool += Counter(names)
    return [more(case, "stickers", name) for name in names][-1]


@way("legal")
def a_companion_that_the_deck_fits(case: Case, rng: Random) -> Case | None:
    """The deck is built of cards that meet the condition; the companion is written once or under both headings."""
    name = rng.choice(sorted(CONDITIONS))

    def fits(one: Card) -> bool:
        return CONDITIONS[name](one) and not is_land(one) and " // " not in one.name

    fitting: set[str] = set()
    while len(fitting) < 12:
        fitting.add(a_plain(case, rng, fits))
    case.piles["main"] = Counter({**dict.fromkeys(sorted(fitting), 2), "Island": 16})
    case.pool += Counter(dict.fromkeys(sorted(fitting), 2))
    case.pool[name] = beside(case)[name] + 1
    return more(more(case, "companion", name), "sideboard", name, rng.randint(0, 1))


@way("legal")
def yorion_over_sixty(case: Case, rng: Random) -> Case | None:
    name = "Yorion, Sky Nomad"
    case.pool[name] = beside(case)[name] + 1
    return more(more(case, "companion", name), "main", "Island", 60 - case.piles["main"].total())


@way("legal", kinds=("giant",))
def a_sideboard_that_both_write_down(case: Case, rng: Random) -> Case | None:
    name = a_plain(case, rng)
    case.pool[name] = 1
    case.mates = [{**mate, "sideboard": mate["sideboard"] + Counter({name: 1})} for mate in case.mates]
    return more(case, "sideboard", name)


@way("legal", kinds=TEAMS)
def basic_lands_of_all_players(case: Case, rng: Random) -> Case | None:
    case.mates = [{**mate, "main": mate["main"] + Counter({"Swamp": 30})} for mate in case.mates]
    return more(case, "main", "Swamp", 30)
