"""Lists of Grand Archive, broken on purpose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import cache
from random import Random
from typing import Final

from deckcheck.decklist.cards import Card
from deckcheck.lists.list_checks import Terms
from tests.breaking import Broken, breaks
from tests.ga_reference import faults, is_in_doubt
from tests.legal_lists import cards_with, draw, ga_lists, surely
from tests.sheets import Sheet

MOST_MATERIAL, MOST_POINTS = 12, 15


def lists() -> Sequence[Sheet]:
    """The registered lists that the reference check has nothing against, nor asks about."""
    return [sheet for sheet in ga_lists() if not faults(sheet) and not is_in_doubt(sheet)]


def is_plain(card: Card) -> bool:
    """Whether any Standard deck may hold the card."""
    barred = ("pantheon-only", "limited-only", "divine-relic", "unknown", "material-bonus", "kind:")
    return not any(t.startswith(barred) for t in card.traits)


def another(sheet: Sheet, rng: Random, zone: str, wanted: Callable[[Card], bool] = is_plain) -> Card:
    """A card of the zone that the list does not hold and the format allows."""
    law, here = sheet.book.legality, set(map(sheet.card, sheet.names()))

    def free(card: Card) -> bool:
        return wanted(card) and card not in here and law.status(card).word == "legal" and _out(sheet, card)

    card = draw(rng, cards_with("ga", zone), free)
    assert card is not None
    return card


def _out(sheet: Sheet, card: Card) -> bool:
    admission = sheet.book.legality.admits(card)
    return admission.admitted and not admission.doubt


def is_first_champion(card: Card) -> bool:
    return card.has("type:Champion") and card.has("level:0")


def replaceable(sheet: Sheet, but: Iterable[str] = ()) -> list[str]:
    """The material cards that the deck can do without."""
    return [n for n in sheet.names("material") if not is_first_champion(sheet.card(n)) and n not in but]


def put(sheet: Sheet, rng: Random, name: str, but: Iterable[str] = ()) -> Sheet:
    """The sheet with one more material card, in the place of another where the deck is full."""
    if sheet.size("material") >= MOST_MATERIAL:
        sheet = sheet.plus("material", rng.choice(replaceable(sheet, [name, *but])), -1)
    return sheet.plus("material", name)


@breaks("material-size", lists)
def a_thirteenth_material_card(sheet: Sheet, rng: Random) -> Broken | None:
    while sheet.size("material") <= MOST_MATERIAL:
        sheet = sheet.plus("material", another(sheet, rng, "zone:material").name)
    return Broken(sheet, "material-size")


@breaks("material-copies", lists)
def a_material_card_twice(sheet: Sheet, rng: Random) -> Broken | None:
    name = rng.choice([n for n in sheet.names("material") if not sheet.card(n).has("divine-relic")])
    return Broken(put(sheet, rng, name), "material-copies", (name,))


@breaks("material-copies", lists)
def a_material_card_once_more_in_the_sideboard(sheet: Sheet, rng: Random) -> Broken | None:
    name = rng.choice(sheet.names("material"))
    return Broken(sheet.without("sideboard").plus("sideboard", name), "material-copies", (name,))


@breaks("material-champion", lists)
def no_champion_of_level_zero(sheet: Sheet, rng: Random) -> Broken | None:
    for name in sheet.names("material"):
        if is_first_champion(sheet.card(name)):
            sheet = sheet.plus("material", name, -sheet.rows["material"][name])
            other = another(sheet, rng, "zone:material", lambda c: is_plain(c) and not is_first_champion(c))
            sheet = sheet.plus("material", other.name)
    return Broken(sheet, "material-champion")


@breaks("wrong-deck", lists)
def a_main_deck_card_in_the_material_deck(sheet: Sheet, rng: Random) -> Broken | None:
    name = another(sheet, rng, "zone:main").name
    return Broken(put(sheet, rng, name), "wrong-deck", (name,))


@breaks("wrong-deck", lists)
def a_material_card_in_the_main_deck(sheet: Sheet, rng: Random) -> Broken | None:
    name = another(sheet, rng, "zone:material").name
    return Broken(sheet.plus("main", name), "wrong-deck", (name,))


@breaks("divine-relic", lists)
def two_divine_relics(sheet: Sheet, rng: Random) -> Broken | None:
    relics = [c for c in cards_with("ga", "divine-relic") if _out(sheet, c) and not sheet.copies(c.name)]
    two = rng.sample([c.name for c in relics], 2)
    for name in two:
        sheet = put(sheet, rng, name, two)
    return Broken(sheet, "divine-relic", tuple(two))


@breaks("sideboard-points", lists)
def sixteen_points_in_the_sideboard(sheet: Sheet, rng: Random) -> Broken | None:
    sheet, points = sheet.without("sideboard"), 0
    for _ in range(rng.randint(1, 5)):
        sheet = sheet.plus("sideboard", another(sheet, rng, "zone:material").name)
        points += 3
    while points <= MOST_POINTS:
        sheet = sheet.plus("sideboard", another(sheet, rng, "zone:main").name)
        points += 1
    return Broken(sheet, "sideboard-points")


@breaks("sideboard-max", lists)
def sixteen_cards_in_the_sideboard(sheet: Sheet, rng: Random) -> Broken | None:
    """Each is worth a point at least, so the points are too many as well."""
    sheet = sheet.without("sideboard")
    for _ in range(4):
        sheet = sheet.plus("sideboard", another(sheet, rng, "zone:main").name, 4)
    return Broken(sheet, "sideboard-max", also=("sideboard-points",))


@breaks("copies", lists)
def a_fifth_copy_over_main_deck_and_sideboard(sheet: Sheet, rng: Random) -> Broken | None:
    four = [n for n in sheet.names("main") if sheet.rows["main"][n] == 4]
    if not four:
        return None
    name = rng.choice(four)
    return Broken(sheet.without("sideboard").plus("sideboard", name), "copies", (name,))


@breaks("copies", lists)
def a_fifth_copy_in_the_main_deck_of_ga(sheet: Sheet, rng: Random) -> Broken | None:
    name = rng.choice(sheet.names("main"))
    return Broken(sheet.plus("main", name, 5 - sheet.copies(name)), "copies", (name,))


@breaks("main-min", lists)
def the_fifty_ninth_card_of_ga(sheet: Sheet, rng: Random) -> Broken | None:
    while sheet.size("main") >= 60:
        sheet = sheet.plus("main", rng.choice(sheet.names("main")), -1)
    return Broken(sheet, "main-min")


@breaks("banned", lists)
def a_banned_card_of_ga(sheet: Sheet, rng: Random) -> Broken | None:
    law = sheet.book.legality
    name = rng.choice(surely(law, "banned"))
    card = sheet.card(name)
    if sheet.copies(name) or not _out(sheet, card):
        return None
    changed = put(sheet, rng, name) if card.has("zone:material") else sheet.plus("main", name)
    return Broken(changed, "banned", (name,))


@breaks("not-in-format", lists)
def a_card_of_another_format(sheet: Sheet, rng: Random) -> Broken | None:
    trait = rng.choice(["pantheon-only", "limited-only"])
    card = draw(rng, cards_with("ga", trait), lambda c: c.has("zone:main"))
    return Broken(sheet.plus("main", card.name), "not-in-format", (card.name,)) if card else None


@breaks("not-a-tournament-card", lists)
def a_card_made_during_a_game(sheet: Sheet, rng: Random) -> Broken | None:
    card = draw(rng, cards_with("ga", "zone:none"), lambda c: sheet.cards.find(c.name).cards == (c,))
    assert card is not None
    return Broken(sheet.plus("main", card.name), "not-a-tournament-card", (card.name,))


@breaks("unknown-card", lists)
def a_name_that_is_no_card_of_ga(sheet: Sheet, rng: Random) -> Broken | None:
    words = ["".join(rng.choice("bdgkmprtvz") + rng.choice("aeiou") for _ in range(4)).title() for _ in range(3)]
    return Broken(sheet.plus("main", " ".join(words)), "unknown-card", verdict="unclear")


# Pantheon: one copy of each card, exactly twelve in the material deck, a Lesser and a Greater Boon, no sideboard.

PANTHEON: Final = Terms("ga-pantheon", date(2026, 6, 20))
DRAFT: Final = Terms("ga-limited-draft", date(2026, 6, 20))
SEEDS: Final = 12


def _some(sheet: Sheet, rng: Random, count: int, *traits: str, wanted: Callable[[Card], bool] = is_plain) -> list[str]:
    """The names of so many different cards with these traits that the format has."""

    def is_clear(card: Card) -> bool:
        return sheet.cards.find(card.name).cards == (card,)

    def fits(card: Card) -> bool:
        return all(map(card.has, traits)) and wanted(card) and _out(sheet, card) and is_clear(card)

    cards = [card for card in cards_with("ga", traits[0]) if fits(card)]
    return [card.name for card in rng.sample(cards, count)]


def is_of_pantheon(card: Card) -> bool:
    return is_plain(card) or (card.has("pantheon-only") and not card.has("divine-relic"))


def _material(sheet: Sheet, rng: Random, count: int) -> dict[str, int]:
    first = _some(sheet, rng, 1, "type:Champion", "level:0")
    others = _some(sheet, rng, count - 1, "zone:material", wanted=lambda c: is_plain(c) and not is_first_champion(c))
    return dict.fromkeys([*first, *others], 1)


@cache
def pantheon_lists() -> Sequence[Sheet]:
    """Decks of Pantheon made by chance."""
    found = []
    for seed in range(SEEDS):
        rng, sheet = Random(f"pantheon {seed}"), Sheet(f"pantheon-{seed}", PANTHEON, {})
        boons = [
            *_some(sheet, rng, 1, "type:Lesser Boon", wanted=is_of_pantheon),
            *_some(sheet, rng, 1, "type:Greater Boon", wanted=is_of_pantheon),
        ]
        rows = {
            "material": _material(sheet, rng, 12),
            "main": dict.fromkeys(_some(sheet, rng, 60, "zone:main", wanted=is_of_pantheon), 1),
            "boons": dict.fromkeys(boons, 1),
        }
        found.append(Sheet(sheet.id, PANTHEON, rows))
    return found


@cache
def draft_lists() -> Sequence[Sheet]:
    """Decks of a draft made by chance, with the pool they come from beside a Spirit that is free."""
    found = []
    for seed in range(SEEDS):
        rng, sheet = Random(f"draft {seed}"), Sheet(f"draft-{seed}", DRAFT, {})
        names = _some(sheet, rng, 14, "zone:main")
        main = {name: rng.randint(2, 4) for name in names[:10]}
        main[names[10]] = max(1, min(4, 30 - sum(main.values())))
        main[names[11]] = max(1, min(4, 30 - sum(main.values())))
        others = _some(sheet, rng, 7, "zone:material", wanted=lambda c: is_plain(c) and not is_first_champion(c))
        material = dict.fromkeys(["Spirit of Wind", *others[:6]], 1)
        pool = {**main, **dict.fromkeys(others, 1), **dict.fromkeys(names[12:], 1)}
        found.append(Sheet(sheet.id, DRAFT, {"material": material, "main": main, "pool": pool}))
    return found


@breaks("lesser-boon", pantheon_lists)
def no_lesser_boon(sheet: Sheet, rng: Random) -> Broken | None:
    lesser = next(name for name in sheet.names("boons") if sheet.card(name).has("type:Lesser Boon"))
    return Broken(sheet.plus("boons", lesser, -1), "lesser-boon")


@breaks("greater-boon", pantheon_lists)
def two_lesser_boons(sheet: Sheet, rng: Random) -> Broken | None:
    greater = next(name for name in sheet.names("boons") if sheet.card(name).has("type:Greater Boon"))
    lesser = another(sheet, rng, "type:Lesser Boon", is_of_pantheon).name
    return Broken(sheet.plus("boons", greater, -1).plus("boons", lesser), "greater-boon")


@breaks("boons", pantheon_lists)
def a_third_boon(sheet: Sheet, rng: Random) -> Broken | None:
    return Broken(sheet.plus("boons", another(sheet, rng, "zone:boon", is_of_pantheon).name), "boons")


@breaks("wrong-deck", pantheon_lists)
def a_boon_in_the_main_deck(sheet: Sheet, rng: Random) -> Broken | None:
    name = another(sheet, rng, "zone:boon", is_of_pantheon).name
    return Broken(sheet.plus("main", name), "wrong-deck", (name,))


@breaks("material-size", pantheon_lists)
def eleven_or_thirteen_material_cards_of_pantheon(sheet: Sheet, rng: Random) -> Broken | None:
    if rng.random() < 0.5:
        return Broken(sheet.plus("material", rng.choice(replaceable(sheet)), -1), "material-size")
    return Broken(sheet.plus("material", another(sheet, rng, "zone:material").name), "material-size")


@breaks("singleton", pantheon_lists)
def a_card_of_pantheon_twice(sheet: Sheet, rng: Random) -> Broken | None:
    name = rng.choice(sheet.names("main"))
    return Broken(sheet.plus("main", name), "singleton", (name,))


@breaks("sideboard-forbidden", pantheon_lists)
def a_sideboard_in_pantheon(sheet: Sheet, rng: Random) -> Broken | None:
    return Broken(sheet.plus("sideboard", another(sheet, rng, "zone:main").name), "sideboard-forbidden")


@breaks("not-in-format", pantheon_lists)
def a_card_of_limited_in_pantheon(sheet: Sheet, rng: Random) -> Broken | None:
    card = draw(rng, cards_with("ga", "limited-only"), lambda c: c.has("zone:material") and not c.has("level:0"))
    assert card is not None
    changed = sheet.plus("material", rng.choice(replaceable(sheet)), -1).plus("material", card.name)
    return Broken(changed, "not-in-format", (card.name,))


@breaks("main-min", draft_lists)
def the_twenty_ninth_card_of_a_draft(sheet: Sheet, rng: Random) -> Broken | None:
    while sheet.size("main") >= 30:
        sheet = sheet.plus("main", rng.choice(sheet.names("main")), -1)
    return Broken(sheet, "main-min")


@breaks("pool", draft_lists)
def a_card_that_was_not_drafted(sheet: Sheet, rng: Random) -> Broken | None:
    name = another(sheet, rng, "zone:main").name
    return Broken(sheet.plus("main", name), "pool", (name,))


@breaks("material-copies", draft_lists)
def a_material_card_of_a_draft_twice(sheet: Sheet, rng: Random) -> Broken | None:
    name = rng.choice(replaceable(sheet))
    return Broken(sheet.plus("material", name).plus("pool", name), "material-copies", (name,))


@breaks("copies", draft_lists)
def a_fifth_copy_in_a_draft(sheet: Sheet, rng: Random) -> Broken | None:
    name = rng.choice(sheet.names("main"))
    more = 5 - sheet.rows["main"][name]
    return Broken(sheet.plus("main", name, more).plus("pool", name, more), "copies", (name,))
