"""Lists led by a commander, broken on purpose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from random import Random
from typing import Final

from deckcheck.decklist.cards import Card
from deckcheck.lists.list_checks import Terms
from tests.breaking import Broken, basics_within, breaks, real, spells
from tests.legal_lists import (
    all_cards,
    basics_of,
    built_commander,
    built_draft,
    built_oathbreaker,
    cards_with,
    draw,
    fits,
    identity,
    is_land,
    is_plain,
    leads_alone,
    surely,
)
from tests.sheets import BASICS, Sheet

COMMANDER: Final = Terms("commander", date(2026, 3, 1), None, "paper")
OLD_COMMANDER: Final = Terms("commander", date(2025, 3, 1), None, "paper")
BRAWL: Final = Terms("brawl", date(2026, 8, 1), None, "arena")
STANDARD_BRAWL: Final = Terms("standard-brawl", date(2025, 6, 1), None, "arena")
DRAFT: Final = Terms("commander-draft", date(2026, 8, 1), None, "paper")
OATHBREAKER: Final = Terms("oathbreaker", date(2022, 3, 1), None, "paper")
KINDS: Final = ((COMMANDER, 100), (BRAWL, 100), (STANDARD_BRAWL, 60))


def led(*kinds: tuple[Terms, int]) -> Callable[[], Sequence[Sheet]]:
    return lambda: [built_commander(terms, size, seed) for seed in range(8) for terms, size in kinds or KINDS]


def duels() -> Sequence[Sheet]:
    """The real Duel Commander lists led by one commander."""
    return [s for s in real("duel-commander")() if s.size("commander") == 1]


def all_led() -> Sequence[Sheet]:
    return [sheet for pair in zip(led()(), duels()[:24], strict=True) for sheet in pair]


def oaths() -> Sequence[Sheet]:
    return [built_oathbreaker(OATHBREAKER, seed) for seed in range(12)]


def swapped(sheet: Sheet, rng: Random, name: str, but: str = "") -> Sheet:
    """The sheet with one card of the main deck given up for another."""
    out = rng.choice([n for n in sheet.names("main") if n not in {name, but}])
    return sheet.plus("main", out, -1).plus("main", name)


def leader_of(sheet: Sheet) -> Card:
    return sheet.card(sheet.names("commander")[0])


def a_card_for(sheet: Sheet, rng: Random, cards: Sequence[Card], wanted: Callable[[Card], bool]) -> Card | None:
    """A card that the format allows in any deck and this one does not hold."""
    book, here = sheet.book, set(sheet.names())
    return draw(rng, cards, lambda c: wanted(c) and c.name not in here and c.front not in here and fits(c, book))


@breaks("singleton", all_led)
def a_second_copy_in_a_singleton_deck(sheet: Sheet, rng: Random) -> Broken | None:
    name = rng.choice(spells(sheet, "main"))
    written = next(n for n in sheet.rows["main"] if sheet.card(n).name == name)
    return Broken(swapped(sheet, rng, written), "singleton", (name,))


@breaks("singleton", all_led)
def the_commander_once_more_in_the_deck(sheet: Sheet, rng: Random) -> Broken | None:
    leader = leader_of(sheet)
    return Broken(swapped(sheet, rng, leader.name), "singleton", (leader.name,))


@breaks("main-exact", all_led)
def one_card_too_few(sheet: Sheet, rng: Random) -> Broken | None:
    return Broken(sheet.plus("main", rng.choice(sheet.names("main")), -1), "main-exact")


@breaks("main-exact", lambda: [*all_led(), *oaths()])
def one_card_too_many(sheet: Sheet, rng: Random) -> Broken | None:
    return Broken(sheet.plus("main", rng.choice(basics_within(sheet))), "main-exact")


@breaks("colour-identity", all_led)
def a_card_outside_the_colours(sheet: Sheet, rng: Random) -> Broken | None:
    colours = identity([leader_of(sheet)])

    def outside(card: Card) -> bool:
        return not colours.issuperset(card.values("identity")) and not card.has("basic")

    card = a_card_for(sheet, rng, all_cards("mtg"), outside)
    return Broken(swapped(sheet, rng, card.name), "colour-identity", (card.name,)) if card else None


@breaks("colour-identity", all_led)
def a_basic_land_outside_the_colours(sheet: Sheet, rng: Random) -> Broken | None:
    colours = identity([leader_of(sheet)])
    others = [land for colour, land in BASICS.items() if colour and colour not in colours]
    if not others:
        return None
    land = rng.choice(others)
    return Broken(swapped(sheet, rng, land), "colour-identity", (land,))


@breaks("commander-missing", led())
def no_commander(sheet: Sheet, rng: Random) -> Broken | None:
    return Broken(sheet.without("commander").plus("main", basics_within(sheet)[0]), "commander-missing")


def _led_by(sheet: Sheet, rng: Random, cards: Sequence[Card], wanted: Callable[[Card], bool]) -> Broken | None:
    """The sheet with another leader, who has the colours of the whole deck."""
    colours = identity(sheet.card(n) for n in sheet.names())
    card = a_card_for(sheet, rng, cards, lambda c: colours <= identity([c]) and wanted(c))
    if card is None:
        return None
    changed = sheet.without("commander").plus("commander", card.name)
    return Broken(changed, "commander-ineligible", (card.name,))


@breaks("commander-ineligible", all_led)
def a_commander_that_is_not_legendary(sheet: Sheet, rng: Random) -> Broken | None:
    return _led_by(sheet, rng, cards_with("mtg", "type:Creature"), lambda c: not c.has("super:Legendary"))


@breaks("commander-ineligible", led((COMMANDER, 100)))
def a_commander_that_is_no_creature(sheet: Sheet, rng: Random) -> Broken | None:
    def barred(card: Card) -> bool:
        kinds = {"Creature", "Planeswalker", "Artifact"}
        return kinds.isdisjoint(card.values("type")) and not card.values("leader") and not card.has("background")

    return _led_by(sheet, rng, cards_with("mtg", "super:Legendary"), barred)


@breaks("commander-ineligible", led((OLD_COMMANDER, 100)))
def a_vehicle_before_the_change(sheet: Sheet, rng: Random) -> Broken | None:
    return _led_by(sheet, rng, cards_with("mtg", "leader:vehicle"), lambda c: not c.has("type:Creature"))


@breaks("commander-ineligible", oaths)
def a_creature_as_oathbreaker(sheet: Sheet, rng: Random) -> Broken | None:
    return _led_by(sheet, rng, cards_with("mtg", "leader:creature"), lambda c: not c.has("type:Planeswalker"))


PAIRS: Final = ("partner", "chooses-background", "background", "doctors-companion", "time-lord-doctor")


def has_a_pair(card: Card) -> bool:
    return any(card.has(trait) for trait in PAIRS) or bool(card.values("partner-with") or card.values("partner-kind"))


@breaks("commander-pairing", all_led)
def a_second_commander_who_is_no_partner(sheet: Sheet, rng: Random) -> Broken | None:
    leader = leader_of(sheet)

    def alone(card: Card) -> bool:
        return not (has_a_pair(card) and has_a_pair(leader)) and not card.has("type:Planeswalker")

    other = a_card_for(sheet, rng, cards_with("mtg", "leader:creature"), alone)
    if other is None:
        return None
    out = rng.choice(sheet.names("main"))
    changed = sheet.plus("main", out, -1).plus("commander", other.name)
    return Broken(changed, "commander-pairing", (leader.name, other.name))


def pairs() -> Sequence[Sheet]:
    """Commander lists led by two, a pair of every kind in turn."""
    kinds = ("partner", "partner-with", "friends-forever", "character-select", "background", "doctor")
    return [_paired(kind, seed) for seed in range(4) for kind in kinds]


@cache
def _paired(kind: str, seed: int) -> Sheet:
    rng = Random(f"{kind} {seed}")
    sheet = Sheet(f"{kind}-{seed}", COMMANDER, {})
    first, second = _pair(sheet, rng, kind)
    colours = identity([first, second])

    def inside(card: Card) -> bool:
        return colours.issuperset(card.values("identity")) and not card.has("basic")

    rows: dict[str, int] = {}
    while len(rows) < 58:
        card = draw(rng, all_cards("mtg"), lambda c: inside(c) and fits(c, sheet.book))
        if card and card not in {first, second}:
            rows[card.name] = 1
    return Sheet(sheet.id, COMMANDER, {"commander": {first.name: 1, second.name: 1}, "main": rows}).plus(
        "main", basics_of(colours)[0], 40
    )


def _pair(sheet: Sheet, rng: Random, kind: str) -> tuple[Card, Card]:
    """Two cards that lead together (Comprehensive Rules 702.124)."""
    first_with, second_with = {
        "partner": ("partner", "partner"),
        "partner-with": ("partner-with:", "partner-with:"),
        "friends-forever": ("partner-kind:friends-forever", "partner-kind:friends-forever"),
        "character-select": ("partner-kind:character-select", "partner-kind:character-select"),
        "background": ("chooses-background", "background"),
        "doctor": ("time-lord-doctor", "doctors-companion"),
    }[kind]
    for _ in range(200):
        first = draw(rng, cards_with("mtg", first_with), lambda c: _leads(c, sheet))
        assert first is not None
        named = first.value("partner-with")
        mates = [c for c in cards_with("mtg", second_with) if kind != "partner-with" or c.name == named]
        second = draw(rng, mates, lambda c: _leads(c, sheet) or c.has("background"))
        if second is not None and second is not first:
            return first, second
    raise AssertionError(f"no pair of the kind {kind}")


def _leads(card: Card, sheet: Sheet) -> bool:
    """Whether the card may lead; a doubt about its day does not matter (friends forever are in a running set)."""
    law = sheet.book.legality
    allowed = is_plain(card) and law.admits(card).admitted and law.status(card).word == "legal"
    return allowed and bool(card.values("leader")) and not card.has("chooses-colour")


@breaks("commander-pairing", pairs)
def a_pair_of_two_kinds(sheet: Sheet, rng: Random) -> Broken | None:
    """The second of a pair gives way to one who pairs in another way, with all the colours that are needed."""
    first, second = (sheet.card(name) for name in sheet.names("commander"))
    needed = identity(sheet.card(n) for n in sheet.names()) - identity([first])

    def mismatched(card: Card) -> bool:
        if not card.values("leader") or not has_a_pair(card) or not needed <= identity([card]):
            return False
        return card.name not in sheet.names() and fits(card, sheet.book) and not _pair_up(first, card)

    other = draw(rng, [c for t in (*PAIRS, "partner-with:", "partner-kind:") for c in cards_with("mtg", t)], mismatched)
    if other is None:
        return None
    changed = sheet.plus("commander", second.name, -1).plus("commander", other.name)
    return Broken(changed, "commander-pairing", (first.name, other.name))


def _pair_up(one: Card, other: Card) -> bool:
    """Whether two cards share a way of pairing at all."""
    ways = [("chooses-background", "background"), ("time-lord-doctor", "doctors-companion"), ("partner", "partner")]
    for left, right in ways:
        if (one.has(left) and other.has(right)) or (one.has(right) and other.has(left)):
            return True
    kinds = set(one.values("partner-kind")) & set(other.values("partner-kind"))
    return bool(kinds) or other.name in one.values("partner-with")


@breaks("commander-pairing", pairs)
def three_commanders(sheet: Sheet, rng: Random) -> Broken | None:
    leaders = sheet.names("commander")
    third = a_card_for(sheet, rng, cards_with("mtg", "partner"), lambda c: bool(c.values("leader")))
    assert third is not None
    out = rng.choice(sheet.names("main"))
    return Broken(
        sheet.plus("main", out, -1).plus("commander", third.name), "commander-pairing", (*leaders, third.name)
    )


@breaks("colour-identity", pairs)
def a_card_outside_the_colours_of_both(sheet: Sheet, rng: Random) -> Broken | None:
    colours = identity(map(sheet.card, sheet.names("commander")))
    card = a_card_for(sheet, rng, all_cards("mtg"), lambda c: not colours.issuperset(c.values("identity")))
    return Broken(swapped(sheet, rng, card.name), "colour-identity", (card.name,)) if card else None


@breaks("banned", all_led)
def a_banned_card_under_a_commander(sheet: Sheet, rng: Random) -> Broken | None:
    law, colours = sheet.book.legality, identity([leader_of(sheet)])
    marked = [sheet.cards.card(name) for name in surely(law, "banned")]

    def wanted(card: Card) -> bool:
        inside = colours.issuperset(card.values("identity")) and not card.values("kind")
        return inside and law.admits(card).admitted and card.name not in sheet.names()

    card = draw(rng, [c for c in marked if c], wanted)
    return Broken(swapped(sheet, rng, card.name), "banned", (card.name,)) if card else None


@breaks("banned", duels)
def a_commander_who_is_banned_as_one(sheet: Sheet, rng: Random) -> Broken | None:
    law, colours = sheet.book.legality, identity(sheet.card(n) for n in sheet.names())
    here = set(map(sheet.card, sheet.names()))
    marked = [sheet.cards.card(name) for name in surely(law, "banned-as-commander")]
    card = draw(rng, [c for c in marked if c], lambda c: colours <= identity([c]) and c not in here)
    if card is None:
        return None
    return Broken(sheet.without("commander").plus("commander", card.name), "banned", (card.name,))


@breaks("sideboard-forbidden", led())
def a_sideboard_where_there_is_none(sheet: Sheet, rng: Random) -> Broken | None:
    return Broken(sheet.plus("sideboard", rng.choice(basics_within(sheet)), rng.randint(1, 15)), "sideboard-forbidden")


@breaks("sideboard-forbidden", oaths)
def a_sideboard_beside_an_oathbreaker(sheet: Sheet, rng: Random) -> Broken | None:
    return Broken(sheet.plus("sideboard", rng.choice(basics_within(sheet)), rng.randint(1, 15)), "sideboard-forbidden")


@breaks("signature-spell", oaths)
def a_signature_spell_that_is_no_spell(sheet: Sheet, rng: Random) -> Broken | None:
    colours = identity([leader_of(sheet)])
    inside = [c for c in cards_with("mtg", "type:Creature") if colours.issuperset(c.values("identity"))]
    card = a_card_for(
        sheet, rng, inside, lambda c: not is_land(c) and {"Instant", "Sorcery"}.isdisjoint(c.values("type"))
    )
    assert card is not None
    changed = sheet.without("signature_spell").plus("signature_spell", card.name)
    return Broken(changed, "signature-spell", (card.name,))


@breaks("signature-spell", oaths)
def no_signature_spell(sheet: Sheet, rng: Random) -> Broken | None:
    changed = sheet.without("signature_spell").plus("main", rng.choice(basics_within(sheet)))
    return Broken(changed, "signature-spell")


@breaks("signature-spell", oaths)
def two_signature_spells(sheet: Sheet, rng: Random) -> Broken | None:
    colours = identity([leader_of(sheet)])
    card = a_card_for(sheet, rng, cards_with("mtg", "type:Instant"), lambda c: colours.issuperset(c.values("identity")))
    assert card is not None
    out = rng.choice(sheet.names("main"))
    return Broken(sheet.plus("main", out, -1).plus("signature_spell", card.name), "signature-spell")


def with_stickers() -> Sequence[Sheet]:
    """Commander lists with ten sticker sheets beside them."""
    sheets = []
    for seed in range(6):
        sheet = built_commander(COMMANDER, 100, seed)
        for card in Random(seed).sample(cards_with("mtg", "kind:sticker"), 10):
            sheet = sheet.plus("stickers", card.name)
        sheets.append(sheet)
    return sheets


@breaks("supplementary-deck", with_stickers)
def nine_sticker_sheets(sheet: Sheet, rng: Random) -> Broken | None:
    return Broken(sheet.plus("stickers", rng.choice(sheet.names("stickers")), -1), "supplementary-deck")


@breaks("supplementary-deck", with_stickers)
def a_sticker_sheet_twice(sheet: Sheet, rng: Random) -> Broken | None:
    name = rng.choice(sheet.names("stickers"))
    return Broken(sheet.plus("stickers", name), "supplementary-deck", (name,))


# --- Commander Booster Draft --------------------------------------------------------------------------------------


def drafted(*codes: str, free: str = "") -> Callable[[], Sequence[Sheet]]:
    terms = replace(DRAFT, sets=codes)
    return lambda: [built_draft(terms, seed, free) for seed in range(8)]


@breaks("main-min", drafted("CMR"))
def the_fifty_ninth_card_of_a_draft_is_the_last(sheet: Sheet, rng: Random) -> Broken | None:
    return Broken(sheet.plus("main", rng.choice(sheet.names("main")), -1), "main-min")


@breaks("pool", drafted("CMR"))
def a_commander_that_was_not_drafted(sheet: Sheet, rng: Random) -> Broken | None:
    leader = leader_of(sheet)
    return Broken(sheet.plus("pool", leader.name, -1), "pool", (leader.name,))


@breaks("pool", drafted("CMM"))
def a_copy_of_the_deck_that_was_not_drafted(sheet: Sheet, rng: Random) -> Broken | None:
    name = rng.choice([n for n in sheet.names("main") if not sheet.card(n).has("basic")])
    return Broken(sheet.plus("main", name), "pool", (name,))


@breaks("pool", drafted("CLB", free="Faceless One"))
def the_free_commander_in_the_deck_as_well(sheet: Sheet, rng: Random) -> Broken | None:
    return Broken(sheet.plus("main", "Faceless One"), "pool", ("Faceless One",))


@breaks("pool", drafted("CMM", free="The Prismatic Piper"))
def the_free_commander_of_other_boosters(sheet: Sheet, rng: Random) -> Broken | None:
    terms = replace(sheet.terms, sets=(rng.choice(["CLB", "DOM"]),))
    return Broken(Sheet(sheet.id, terms, sheet.rows), "pool", ("The Prismatic Piper",))


@breaks("pool", drafted("CMR", free="The Prismatic Piper"))
def the_free_commander_of_boosters_that_nobody_names(sheet: Sheet, rng: Random) -> Broken | None:
    terms = replace(sheet.terms, sets=())
    return Broken(Sheet(sheet.id, terms, sheet.rows), "pool", ("The Prismatic Piper",), verdict="unclear")


def _two_of_one_colour(sheet: Sheet, rng: Random) -> tuple[Sheet, str] | None:
    """The sheet with a second commander of the same colour, drafted as well, that no ability of its own pairs."""
    colours = identity([leader_of(sheet)])

    def another(card: Card) -> bool:
        return leads_alone(card) and identity([card]) == colours and not sheet.copies(card.name)

    other = draw(rng, cards_with("mtg", "leader:creature"), another)
    if other is None:
        return None
    return sheet.plus("commander", other.name).plus("pool", other.name), other.name


@breaks("commander-pairing", drafted("CMR"))
def two_of_one_colour_without_the_boosters_that_pair_them(sheet: Sheet, rng: Random) -> Broken | None:
    made = _two_of_one_colour(sheet, rng)
    return Broken(made[0], "commander-pairing", (leader_of(sheet).name, made[1])) if made else None


@breaks("commander-pairing", drafted())
def two_of_one_colour_of_boosters_that_nobody_names(sheet: Sheet, rng: Random) -> Broken | None:
    made = _two_of_one_colour(sheet, rng)
    if made is None:
        return None
    return Broken(made[0], "commander-pairing", (leader_of(sheet).name, made[1]), verdict="unclear")


@breaks("commander-pairing", drafted("CMR"))
def one_card_twice_that_has_no_partner(sheet: Sheet, rng: Random) -> Broken | None:
    leader = leader_of(sheet)
    twice = sheet.plus("commander", leader.name).plus("pool", leader.name)
    return Broken(twice, "commander-pairing", (leader.name,))


@breaks("colour-identity", drafted("CMR"))
def a_drafted_card_outside_the_colours(sheet: Sheet, rng: Random) -> Broken | None:
    colours = identity([leader_of(sheet)])

    def outside(card: Card) -> bool:
        here = is_plain(card) and not card.has("digital-only") and not card.has("basic")
        return here and not colours.issuperset(card.values("identity")) and not sheet.copies(card.name)

    card = draw(rng, all_cards("mtg"), outside)
    assert card is not None
    return Broken(sheet.plus("main", card.name).plus("pool", card.name), "colour-identity", (card.name,))
