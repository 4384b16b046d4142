"""Decks on the table where decks may change between matches: any deck of the pool begins one, and no other does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from random import Random
from typing import Final, NamedTuple

from deckcheck.lists.list_checks import Terms
from tests.breaking_ga import another as another_ga
from tests.breaking_ga import is_first_champion
from tests.legal_lists import all_cards, built_pool, draw, is_plain
from tests.sheets import Sheet

FREE: Final = ("Plains", "Island", "Swamp", "Mountain", "Forest")
FORMATS: Final = ("limited-sealed", "limited-draft", "two-headed-giant-limited")
GRAND: Final = ("ga-limited-sealed", "ga-limited-draft")
LEAST: Final = {"mtg": 40, "ga": 30}


@dataclass(frozen=True)
class Table:
    """A registered list with its pool, the deck that is presented, and in which game."""

    registered: Sheet
    presented: Sheet
    game: int = 1


class Way(NamedTuple):
    """What a table must come to, and the rules that must be told broken."""

    name: str
    verdict: str
    rules: tuple[str, ...]
    make: Callable[[Sheet, Random], Table | None]


_WAYS: Final[list[Way]] = []


def ways() -> list[Way]:
    """All ways."""
    return list(_WAYS)


def way(verdict: str, *rules: str) -> Callable[[Callable[[Sheet, Random], Table | None]], None]:
    def note(make: Callable[[Sheet, Random], Table | None]) -> None:
        _WAYS.append(Way(make.__name__, verdict, rules, make))

    return note


@cache
def registered(number: int) -> Sheet:
    """A deck of Limited with the pool it was built from, registered apart or named by the list."""
    every = (*FORMATS, *GRAND)
    name = every[number % len(every)]
    sheet = _grand(name, number) if name in GRAND else _magic(name, number)
    if number % 2:
        return sheet
    pool = tuple((count, card) for card, count in sheet.rows["pool"].items())
    return Sheet(sheet.id, replace(sheet.terms, pool=pool), sheet.without("pool").rows)


def _magic(name: str, number: int) -> Sheet:
    match = "bo1" if name.startswith("two") else "bo3"
    return built_pool(Terms(name, date(2026, 8, 1), match, "paper", continuous=True), number)


def _grand(name: str, number: int) -> Sheet:
    """Grand Archive needs no setting: there decks are always built again."""
    rng, sheet = Random(f"{name} {number}"), Sheet(f"{name}-{number}", Terms(name, date(2026, 6, 20)), {})
    for _ in range(2):
        sheet = sheet.plus("material", another_ga(sheet, rng, "level:0").name)
    for _ in range(8):
        sheet = sheet.plus("material", another_ga(sheet, rng, "zone:material", lambda c: not is_first_champion(c)).name)
    for _ in range(14):
        sheet = sheet.plus("main", another_ga(sheet, rng, "zone:main").name, 4)
    pool = {name: count for section in ("main", "material") for name, count in sheet.rows[section].items()}
    main = dict(list(sheet.rows["main"].items())[:8])
    return Sheet(sheet.id, sheet.terms, {"main": main, "material": sheet.rows["material"], "pool": pool})


def pool_of(sheet: Sheet) -> dict[str, int]:
    """What was opened."""
    rows = sheet.terms.pool or tuple((count, name) for name, count in sheet.rows["pool"].items())
    return {name: count for count, name in rows}


def anew(sheet: Sheet, rng: Random) -> Sheet:
    """Another deck from the pool, of a legal size, with as many basic lands as it takes."""
    least, pool = LEAST[sheet.game], pool_of(sheet)
    if sheet.game == "ga":
        names = [n for n in pool if sheet.card(n).has("zone:main")]
        eight = {name: pool[name] for name in rng.sample(names, 8)}
        return Sheet(sheet.id, sheet.terms, {"main": eight, "material": sheet.rows["material"]})
    copies = [n for n, count in pool.items() for _ in range(count) if n not in FREE]
    main: dict[str, int] = {}
    for name in rng.sample(copies, min(len(copies), 23)):
        main[name] = main.get(name, 0) + 1
    main[rng.choice(FREE)] = least - sum(main.values()) + rng.randint(0, 2)
    return Sheet(sheet.id, sheet.terms, {"main": main})


def foreign(sheet: Sheet, rng: Random) -> str:
    """A card that was not opened."""
    if sheet.game == "ga":
        whole = Sheet(sheet.id, sheet.terms, {"main": pool_of(sheet)})
        return another_ga(whole, rng, "zone:main").name
    pool = pool_of(sheet)
    card = draw(rng, all_cards("mtg"), lambda c: is_plain(c) and not c.has("digital-only") and c.name not in pool)
    assert card is not None
    return card.name


@way("matches")
def another_deck_begins_the_match(sheet: Sheet, rng: Random) -> Table | None:
    return Table(sheet, anew(sheet, rng))


@way("matches")
def another_deck_in_a_later_game(sheet: Sheet, rng: Random) -> Table | None:
    return Table(sheet, anew(sheet, rng), rng.randint(2, 3))


@way("matches")
def as_registered(sheet: Sheet, rng: Random) -> Table | None:
    return Table(sheet, sheet.without("pool").without("sideboard"))


@way("differs", "presented-mismatch")
def a_card_that_was_not_opened(sheet: Sheet, rng: Random) -> Table | None:
    return Table(sheet, anew(sheet, rng).plus("main", foreign(sheet, rng)), rng.randint(1, 3))


@way("differs", "presented-mismatch")
def a_copy_more_than_was_opened(sheet: Sheet, rng: Random) -> Table | None:
    deck, pool = anew(sheet, rng), pool_of(sheet)
    name = rng.choice([n for n in deck.names("main") if n not in FREE])
    return Table(sheet, deck.plus("main", name, pool[name] - deck.rows["main"][name] + 1))


@way("differs", "presented-mismatch")
def a_snow_covered_land_from_nowhere(sheet: Sheet, rng: Random) -> Table | None:
    if sheet.game == "ga":
        return None
    return Table(sheet, anew(sheet, rng).plus("main", "Snow-Covered Plains"))


@way("illegal", "main-min")
def a_card_too_few(sheet: Sheet, rng: Random) -> Table | None:
    deck = anew(sheet, rng)
    name = max(deck.rows["main"], key=lambda one: (one in FREE, deck.rows["main"][one]))
    over = deck.size("main") - LEAST[sheet.game] + 1
    return Table(sheet, deck.plus("main", name, -over)) if deck.rows["main"][name] >= over else None


@way("illegal", "material-champion")
def no_champion_to_begin_with(sheet: Sheet, rng: Random) -> Table | None:
    if sheet.game != "ga":
        return None
    deck = anew(sheet, rng)
    for name in [n for n in deck.names("material") if is_first_champion(deck.card(n))]:
        deck = deck.plus("material", name, -1)
    return Table(sheet, deck)


@way("differs", "presented-mismatch", "game-one-configuration")
def another_deck_where_decks_stay(sheet: Sheet, rng: Random) -> Table | None:
    """The same where the event keeps decks as they are."""
    if sheet.game == "ga":
        return None
    deck = anew(sheet, rng)
    stays = Sheet(sheet.id, replace(sheet.terms, continuous=False), sheet.rows)
    differ = any(deck.rows["main"].get(n, 0) < c for n, c in sheet.rows["main"].items() if n not in FREE)
    came = any(sheet.rows["main"].get(n, 0) < c for n, c in deck.rows["main"].items() if n not in FREE)
    return Table(stays, deck) if differ and came else None
