"""Presented decks made from real lists: swapped by the rules and against them, each way with what it must come to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from random import Random
from typing import Final, NamedTuple

from deckcheck.decklist.cards import Card
from deckcheck.games.mtg import CATEGORIES
from deckcheck.lists.list_checks import Terms
from tests.breaking_ga import another, is_first_champion
from tests.breaking_ga import lists as legal_ga
from tests.legal_lists import (
    CONDITIONS,
    all_cards,
    basics_of,
    built_companion,
    built_limited,
    built_pool,
    draw,
    fits,
    has_one_face,
    is_land,
    real_lists,
)
from tests.sheets import GA_HEADINGS, HEADINGS, Sheet

LIMITED: Final = Terms("limited-sealed", date(2026, 8, 1), None, "paper")
MATCHES: Final = ""
"""The word for a way that breaks no rule."""


@dataclass(frozen=True)
class Configuration:
    """A registered list, what is presented, and in which game."""

    way: str
    registered: Sheet
    presented: Sheet
    game: int


class Way(NamedTuple):
    """A way to present a deck; `rules` are those that it must break at the least, none where it must match."""

    name: str
    rules: tuple[str, ...]
    lists: Callable[[], Sequence[Sheet]]
    make: Callable[[Sheet, Random], Configuration | None]


_WAYS: Final[list[Way]] = []


def way(
    lists: Callable[[], Sequence[Sheet]], *rules: str
) -> Callable[[Callable[[Sheet, Random], tuple[Sheet, Sheet, int] | None]], None]:
    """Add a way to present one of these lists: it gives the list, the deck, and the number of the game."""

    def add(make: Callable[[Sheet, Random], tuple[Sheet, Sheet, int] | None]) -> None:
        def made(sheet: Sheet, rng: Random) -> Configuration | None:
            found = make(sheet, rng)
            return Configuration(make.__name__, *found) if found else None

        _WAYS.append(Way(make.__name__, rules, lists, made))

    return add


def ways() -> tuple[Way, ...]:
    """All ways."""
    return tuple(_WAYS)


def configurations(count: int, seed: str = "configurations") -> Iterator[tuple[Way, Configuration]]:
    """So many configurations, of every way as many as of each other."""
    rng, left = Random(seed), count
    while left:
        for one in _WAYS:
            made = next(filter(None, (one.make(rng.choice(one.lists()), rng) for _ in range(200))))
            yield one, made
            left -= 1
            if not left:
                return


def typed(sheet: Sheet, rng: Random) -> str:
    """The deck as somebody types it at the table: rows in any order, some of them in two parts.

    A card that is called like a group of cards ("Sacrifice") stands last, where no cards below could be meant.
    """
    headings = GA_HEADINGS if sheet.game == "ga" else HEADINGS
    parts = []
    for section, heading in headings.items():
        rows = [row for name, count in sheet.rows.get(section, {}).items() for row in _split(name, count, rng)]
        rng.shuffle(rows)
        rows.sort(key=lambda row: row.split(" ", 1)[1].casefold() in CATEGORIES)
        parts += ["\n".join([heading, *rows])] if rows else []
    return "\n\n".join(parts) + "\n"


def _split(name: str, count: int, rng: Random) -> list[str]:
    first = rng.randint(1, count - 1) if count > 1 and rng.random() < 0.1 else 0
    return [f"{n} {name}" for n in (first, count - first) if n]


# --- Lists --------------------------------------------------------------------------------------------------------


@cache
def constructed() -> tuple[Sheet, ...]:
    """Magic lists with a sideboard."""
    return tuple(s for s in real_lists() if s.terms.format != "duel-commander" and s.size("sideboard") >= 8)


@cache
def full() -> tuple[Sheet, ...]:
    """Those of exactly sixty and fifteen."""
    return tuple(s for s in constructed() if (s.size("main"), s.size("sideboard")) == (60, 15))


@cache
def commanders() -> tuple[Sheet, ...]:
    """Lists of Duel Commander with one commander."""
    return tuple(s for s in real_lists() if s.terms.format == "duel-commander" and s.size("commander") == 1)


@cache
def ga() -> tuple[Sheet, ...]:
    """Grand Archive lists with a sideboard."""
    return tuple(s for s in legal_ga() if s.size("sideboard") >= 4)


@cache
def ga_with_material_aside() -> tuple[Sheet, ...]:
    """Those with a champion or regalia in the sideboard."""
    return tuple(s for s in ga() if any(is_material(s.card(n)) for n in s.names("sideboard")))


@cache
def companions() -> tuple[Sheet, ...]:
    """Decks with a companion, and four cards each in the sideboard that meet and that break its condition."""
    names = ("Lurrus of the Dream-Den", "Jegantha, the Wellspring", "Keruga, the Macrosage", "Obosh, the Preypiercer")
    return tuple(_with_sideboard(built_companion(name, seed), Random(seed)) for name in names for seed in range(3))


def _with_sideboard(sheet: Sheet, rng: Random) -> Sheet:
    meets, book = CONDITIONS[sheet.names("companion")[0]], sheet.book

    def belongs(card: Card) -> bool:
        plain = fits(card, book) and has_one_face(card) and not is_land(card) and not card.has("companion")
        return plain and not sheet.copies(card.name)

    fitting = draw(rng, all_cards("mtg"), lambda c: belongs(c) and meets(c))
    breaking = draw(rng, all_cards("mtg"), lambda c: belongs(c) and not meets(c))
    assert fitting is not None
    assert breaking is not None
    return sheet.plus("sideboard", fitting.name, 4).plus("sideboard", breaking.name, 4)


@cache
def limited() -> tuple[Sheet, ...]:
    """Sealed decks with the rest of their pool."""
    return tuple(built_limited(LIMITED, seed) for seed in range(30))


@cache
def pools() -> tuple[Sheet, ...]:
    """Sealed decks with their pool."""
    return tuple(built_pool(LIMITED, seed) for seed in range(30))


# --- Moving cards -------------------------------------------------------------------------------------------------


def is_material(card: Card) -> bool:
    return card.has("zone:material")


def moved(sheet: Sheet, rng: Random, source: str, target: str, count: int, zone: str = "") -> Sheet:
    """The deck with so many cards, drawn copy by copy, in another section; in Grand Archive those of a zone."""
    for _ in range(count):
        names = [n for n in sheet.names(source) if not zone or sheet.card(n).has(zone)]
        copies = [n for n in names for _ in range(sheet.rows[source][n])]
        name = rng.choice(copies)
        sheet = sheet.plus(source, name, -1).plus(target, name)
    return sheet


def swapped(sheet: Sheet, rng: Random, came: int, went: int) -> Sheet:
    """The deck with cards out of the sideboard, and others that it had in the sideboard."""
    out = moved(Sheet(sheet.id, sheet.terms, {**sheet.rows, "sideboard": {}}), rng, "main", "sideboard", went)
    back = moved(sheet, rng, "sideboard", "main", came)
    for name, count in out.rows.get("sideboard", {}).items():
        back = back.plus("main", name, -count).plus("sideboard", name, count)
    return back


def later(rng: Random) -> int:
    return rng.choice([2, 2, 3, 4])


def foreign(sheet: Sheet, rng: Random) -> str:
    """A card that the format allows and the list does not hold."""
    here, book = {sheet.card(n) for n in sheet.names()}, sheet.book
    card = draw(rng, all_cards("mtg"), lambda c: fits(c, book) and c not in here and not c.has("digital-only"))
    assert card is not None
    return card.name


# --- Magic --------------------------------------------------------------------------------------------------------


@way(constructed, MATCHES)
def as_registered(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    return sheet, sheet, rng.randint(1, 3)


@way(constructed, MATCHES)
def a_swap_one_for_one(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    count = rng.randint(1, sheet.size("sideboard"))
    return sheet, swapped(sheet, rng, count, count), later(rng)


@way(constructed, MATCHES)
def more_in_than_out(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    came = rng.randint(1, sheet.size("sideboard"))
    return sheet, swapped(sheet, rng, came, rng.randint(0, came - 1)), later(rng)


@way(constructed, MATCHES)
def the_whole_sideboard_in(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    return sheet, moved(sheet, rng, "sideboard", "main", sheet.size("sideboard")), later(rng)


@way(constructed, "game-one-configuration")
def one_card_left_in_from_the_match_before(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    return sheet, moved(sheet, rng, "sideboard", "main", 1), 1


@way(constructed, "game-one-configuration")
def a_swap_before_the_first_game(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    count = rng.randint(1, 8)
    presented = swapped(sheet, rng, count, count)
    return (sheet, presented, 1) if set(presented.rows["main"]) != set(sheet.rows["main"]) else None


@way(constructed, "game-one-configuration")
def a_swap_in_a_single_game(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    single = Sheet(sheet.id, replace(sheet.terms, match="bo1"), sheet.rows)
    return single, moved(single, rng, "sideboard", "main", 1), rng.randint(1, 3)


@way(full, "main-min", "sideboard-max")
def fifty_nine_after_the_swap(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    came = rng.randint(0, 14)
    return sheet, swapped(sheet, rng, came, came + 1), later(rng)


@way(full, "sideboard-max")
def sixteen_in_the_sideboard(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    """A list of 61 and more, from which one card too many was taken out."""
    basic = rng.choice(["Plains", "Island", "Swamp", "Mountain", "Forest"])
    larger = sheet.plus("main", basic, rng.randint(1, 3))
    return larger, moved(larger, rng, "main", "sideboard", 1), later(rng)


@way(full, "presented-mismatch", "sideboard-max")
def a_sixteenth_sideboard_card_that_is_not_on_the_list(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    return sheet, sheet.plus("sideboard", foreign(sheet, rng)), rng.randint(1, 3)


@way(constructed, "presented-mismatch")
def a_foreign_card_in_the_place_of_one(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    section = rng.choice(["main", "sideboard"])
    gone = rng.choice(sheet.names(section))
    return sheet, sheet.plus(section, gone, -1).plus(section, foreign(sheet, rng)), rng.randint(1, 3)


@way(constructed, "presented-mismatch")
def a_foreign_card_beside_a_swap(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    count = rng.randint(1, 7)
    presented = swapped(sheet, rng, count, count)
    return sheet, presented.plus("main", foreign(sheet, rng)), later(rng)


@way(constructed, "presented-mismatch", "copies")
def a_copy_too_many(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    four = [n for n in sheet.names("main") if sheet.copies(n) == 4 and not sheet.card(n).has("basic")]
    if not four:
        return None
    return sheet, sheet.plus("main", rng.choice(four)), rng.randint(1, 3)


@way(constructed, "presented-mismatch")
def a_card_that_is_not_there(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    section = rng.choice(["main", "sideboard"])
    return sheet, sheet.plus(section, rng.choice(sheet.names(section)), -1), rng.randint(1, 3)


@way(constructed, "presented-mismatch")
def no_sideboard_on_the_table(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    return sheet, sheet.without("sideboard"), rng.randint(1, 3)


@way(commanders, MATCHES)
def a_commander_deck_as_registered(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    return sheet, sheet, rng.randint(1, 3)


@way(commanders, "presented-mismatch")
def a_basic_land_in_the_place_of_a_card(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    leader = sheet.card(sheet.names("commander")[0])
    gone = rng.choice([n for n in sheet.names("main") if not sheet.card(n).has("basic")])
    basic = rng.choice(basics_of(leader.values("identity")))
    return sheet, sheet.plus("main", gone, -1).plus("main", basic), rng.randint(1, 3)


@way(commanders, "presented-mismatch")
def another_commander_of_the_same_colours(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    name = sheet.names("commander")[0]
    was, book, here = sheet.card(name), sheet.book, {sheet.card(n) for n in sheet.names()}

    def alike(card: Card) -> bool:
        same = card.values("identity") == was.values("identity") and card.has("leader:creature")
        return same and card not in here and fits(card, book) and not card.has("digital-only")

    card = draw(rng, all_cards("mtg"), alike)
    return (sheet, sheet.plus("commander", name, -1).plus("commander", card.name), 1) if card else None


# --- Companions ---------------------------------------------------------------------------------------------------


def boarded(sheet: Sheet, rng: Random, breaks: bool) -> Sheet:
    """The deck with cards in that break the companion's condition, or with cards that meet it."""
    meets = CONDITIONS[sheet.names("companion")[0]]
    name = next(n for n in sheet.names("sideboard") if meets(sheet.card(n)) is not breaks)
    count, out = rng.randint(1, 4), rng.choice([n for n in sheet.names("main") if sheet.rows["main"][n] >= 4])
    swapped_in = sheet.plus("sideboard", name, -count).plus("main", name, count)
    return swapped_in.plus("main", out, -count).plus("sideboard", out, count)


@way(companions, MATCHES)
def a_swap_that_fits_the_companion(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    return sheet, boarded(sheet, rng, breaks=False), later(rng)


@way(companions, "presented-companion")
def a_swap_against_the_companion_in_use(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    return sheet, boarded(sheet, rng, breaks=True), later(rng)


@way(companions, MATCHES)
def a_swap_against_a_companion_that_is_left_aside(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    name = sheet.names("companion")[0]
    return sheet, boarded(sheet, rng, breaks=True).without("companion").plus("sideboard", name), later(rng)


# --- Limited ------------------------------------------------------------------------------------------------------


def with_basics(sheet: Sheet, rng: Random) -> Sheet:
    """The deck with seventeen lands of two kinds."""
    return sheet.plus("main", "Plains", 9).plus("main", rng.choice(["Island", "Swamp"]), 8)


@way(limited, MATCHES)
def other_basic_lands_in_a_later_game(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    registered = with_basics(sheet, rng)
    presented = registered.plus("main", "Plains", -rng.randint(1, 5)).plus("main", "Forest", 6)
    return registered, swapped(presented, rng, 3, 2), later(rng)


@way(limited, "presented-mismatch")
def other_basic_lands_in_the_first_game(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    registered = with_basics(sheet, rng)
    return registered, registered.plus("main", "Plains", -1).plus("main", "Mountain"), 1


@way(limited, "presented-mismatch")
def snow_covered_lands_or_wastes_from_nowhere(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    registered = with_basics(sheet, rng)
    name = rng.choice(["Snow-Covered Plains", "Snow-Covered Island", "Wastes"])
    return registered, registered.plus("main", "Plains", -2).plus("main", name, 2), later(rng)


@way(limited, "main-min")
def thirty_nine_cards(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    registered = with_basics(sheet, rng)
    size = registered.size("main")
    out = [n for n in registered.names("main") if not registered.card(n).has("basic")]
    presented = registered
    for name in out:
        copies = min(registered.rows["main"][name], max(0, size - 39))
        presented, size = presented.plus("main", name, -copies).plus("sideboard", name, copies), size - copies
    return (registered, presented, later(rng)) if size == 39 else None


def rest_in_pool(sheet: Sheet, rng: Random) -> Sheet:
    """The list with its sideboard written down, in part, or not at all: what is left out stands in the pool alone."""
    for name in rng.sample(sheet.names("sideboard"), rng.choice([0, 5, len(sheet.names("sideboard"))])):
        sheet = sheet.plus("sideboard", name, -sheet.rows["sideboard"][name])
    return sheet


@way(pools, MATCHES)
def a_swap_with_the_rest_of_the_pool(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    presented = swapped(sheet.without("pool"), rng, rng.randint(0, 8), rng.randint(0, 3))
    return (rest_in_pool(sheet, rng), presented, later(rng)) if presented.size("main") >= 40 else None


@way(pools, MATCHES)
def the_rest_of_the_pool_not_laid_out(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    presented = swapped(sheet.without("pool"), rng, rng.randint(0, 8), rng.randint(0, 3)).without("sideboard")
    return (sheet.without("sideboard"), presented, later(rng)) if presented.size("main") >= 40 else None


@way(pools, "game-one-configuration")
def a_card_of_the_pool_in_the_first_game(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    return rest_in_pool(sheet, rng), moved(sheet.without("pool"), rng, "sideboard", "main", 1), 1


@way(pools, "presented-mismatch", "pool")
def a_card_that_is_not_of_the_pool(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    presented = sheet.without("pool").plus("main", foreign(sheet, rng))
    return rest_in_pool(sheet, rng), presented, rng.randint(1, 3)


@way(pools, "presented-mismatch", "pool")
def a_copy_more_than_the_pool_has(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    name = rng.choice([n for n in sheet.names("main", "sideboard") if not sheet.card(n).has("basic")])
    return rest_in_pool(sheet, rng), sheet.without("pool").plus("main", name), rng.randint(1, 3)


# --- Grand Archive ------------------------------------------------------------------------------------------------


def ga_swapped(sheet: Sheet, rng: Random, count: int, zone: str) -> Sheet:
    """The deck with cards of a zone swapped one for one."""
    deck = "material" if zone == "zone:material" else "main"
    aside = moved(Sheet(sheet.id, sheet.terms, {**sheet.rows, "sideboard": {}}), rng, deck, "sideboard", count)
    back = moved(sheet, rng, "sideboard", deck, count, zone)
    for name, copies in aside.rows["sideboard"].items():
        back = back.plus(deck, name, -copies).plus("sideboard", name, copies)
    return back


def size_of(sheet: Sheet, section: str, zone: str) -> int:
    return sum(n for name, n in sheet.rows.get(section, {}).items() if sheet.card(name).has(zone))


@way(ga, MATCHES)
def a_swap_in_the_main_deck(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    most = size_of(sheet, "sideboard", "zone:main")
    return (sheet, ga_swapped(sheet, rng, rng.randint(1, most), "zone:main"), later(rng)) if most else None


@way(ga_with_material_aside, MATCHES)
def a_swap_in_the_material_deck(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    out = rng.choice([n for n in sheet.names("material") if not is_first_champion(sheet.card(n))])
    back = moved(sheet, rng, "sideboard", "material", 1, "zone:material")
    relics = [n for n in back.names("material") if sheet.card(n).has("divine-relic") and n != out]
    return (sheet, back.plus("material", out, -1).plus("sideboard", out), later(rng)) if len(relics) < 2 else None


@way(ga_with_material_aside, "material-size")
def a_thirteenth_material_card_boarded_in(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    if sheet.size("material") != 12:
        return None
    return sheet, moved(sheet, rng, "sideboard", "material", 1, "zone:material"), later(rng)


@way(ga_with_material_aside, "material-champion")
def the_level_0_champion_swapped_out(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    back = moved(sheet, rng, "sideboard", "material", 1, "zone:material")
    for name in [n for n in back.names("material") if is_first_champion(back.card(n))]:
        back = back.plus("material", name, -1).plus("sideboard", name)
    return sheet, back, later(rng)


@way(ga, "sideboard-points")
def too_many_points_in_the_new_sideboard(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    aside = size_of(sheet, "sideboard", "zone:main") + 3 * size_of(sheet, "sideboard", "zone:material")
    names = [n for n in sheet.names("material") if not is_first_champion(sheet.card(n))]
    needed = (15 - aside) // 3 + 1
    if len(names) < needed:
        return None
    presented = sheet
    for name in rng.sample(names, needed):
        presented = presented.plus("material", name, -1).plus("sideboard", name)
    return sheet, presented, later(rng)


@way(ga, "wrong-deck")
def a_material_card_in_the_main_deck(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    aside = [n for n in sheet.names("sideboard") if is_material(sheet.card(n))]
    if not aside:
        return None
    name = rng.choice(aside)
    return sheet, sheet.plus("sideboard", name, -1).plus("main", name), later(rng)


@way(ga, "presented-mismatch", "material-copies")
def a_regalia_twice(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    names = [n for n in sheet.names("material") if not sheet.card(n).has("divine-relic")]
    return sheet, sheet.plus("material", rng.choice(names)), rng.randint(1, 3)


@way(ga, "presented-mismatch")
def a_foreign_card_of_ga(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    gone = rng.choice(sheet.names("main"))
    return sheet, sheet.plus("main", gone, -1).plus("main", another(sheet, rng, "zone:main").name), rng.randint(1, 3)


@way(ga, "game-one-configuration")
def a_ga_swap_before_the_first_game(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    most = size_of(sheet, "sideboard", "zone:main")
    presented = ga_swapped(sheet, rng, rng.randint(1, most), "zone:main") if most else sheet
    return (sheet, presented, 1) if set(presented.rows["main"]) != set(sheet.rows["main"]) else None


@way(ga, "main-min")
def fifty_nine_cards_of_ga(sheet: Sheet, rng: Random) -> tuple[Sheet, Sheet, int] | None:
    count = sheet.size("main") - 59
    return (sheet, moved(sheet, rng, "main", "sideboard", count), later(rng)) if count < 4 else None
