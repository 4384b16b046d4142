"""Lists broken on purpose: a legal list goes in, and comes out with one rule broken and all others kept.

A way of breaking is a small function from a legal sheet and a source of chance to a broken one (None where the sheet
gives no hold); `ways()` collects them from this module and those beside it. What makes a card wrong is decided by facts
of the card here, not by asking the rule that is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from random import Random
from typing import Final, NamedTuple

from deckcheck.catalogue import open_sets
from deckcheck.decklist.cards import Card
from deckcheck.lists.list_checks import Terms
from tests.legal_lists import (
    COMPANIONS,
    CONDITIONS,
    all_cards,
    basics_of,
    built_companion,
    built_constructed,
    built_limited,
    built_pool,
    cards_with,
    draw,
    fits,
    has_one_face,
    is_land,
    is_plain,
    real_lists,
    surely,
)
from tests.sheets import Sheet

SIXTY: Final = ("standard", "pioneer", "modern", "legacy", "vintage", "pauper", "premodern")
HISTORIC: Final = Terms("historic", date(2026, 8, 1), "bo3", "arena")
HISTORIC_ONE: Final = Terms("historic", date(2026, 8, 1), "bo1", "arena")
HISTORIC_2020: Final = Terms("historic", date(2020, 7, 1), "bo3", "arena")
STANDARD_ONE: Final = Terms("standard", date(2019, 5, 20), "bo1", "arena")
TIMELESS: Final = Terms("timeless", date(2026, 8, 1), "bo3", "arena")
SEALED: Final = Terms("limited-sealed", date(2026, 8, 1), "bo3", "paper")
LEGACY_2023: Final = Terms("legacy", date(2023, 6, 1), "bo3", "paper")
FIVE_BASICS: Final = ("Plains", "Island", "Swamp", "Mountain", "Forest")
ANCIENT: Final = frozenset("ARN ATQ LEG DRK FEM HML ICE ALL MIR VIS WTH ME2 ME3 ME4 MED".split())
"""Sets that Standard, Pioneer and Modern never held in the years of the real lists."""


class Broken(NamedTuple):
    """A sheet with one rule broken, and what must be found: a problem of the rule that names one of the cards.

    `also` are rules that cannot but be broken as well. With the verdict `unclear` the problem is a question.
    """

    sheet: Sheet
    rule: str
    cards: tuple[str, ...] = ()
    verdict: str = "illegal"
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Way:
    """One way of breaking a rule: which sheets it starts from, and how."""

    rule: str
    name: str
    bases: Callable[[], Sequence[Sheet]]
    apply: Callable[[Sheet, Random], Broken | None]

    def broken(self, count: int, tries: int = 10) -> Iterator[tuple[Sheet, Broken]]:
        """So many broken sheets with the legal ones they come from, always the same."""
        bases, given = self.bases(), 0
        for number in range(count * tries):
            rng = Random(f"{self.name} {number}")
            base = bases[number % len(bases)]
            broken = self.apply(base, rng)
            if broken is not None:
                yield base, broken
                given += 1
                if given == count:
                    return


_WAYS: list[Way] = []


def breaks(
    rule: str, bases: Callable[[], Sequence[Sheet]]
) -> Callable[[Callable[[Sheet, Random], Broken | None]], Callable[[Sheet, Random], Broken | None]]:
    """Make a function a way of breaking the rule, starting from these sheets."""

    def note(apply: Callable[[Sheet, Random], Broken | None]) -> Callable[[Sheet, Random], Broken | None]:
        _WAYS.append(Way(rule, apply.__name__, bases, apply))
        return apply

    return note


def ways() -> list[Way]:
    """Every way of breaking a rule."""
    from tests import (  # noqa: F401  # Each adds its own ways when it is read.
        breaking_commanders,
        breaking_community,
        breaking_ga,
        breaking_pkm,
    )

    return list(_WAYS)


def real(*formats: str) -> Callable[[], Sequence[Sheet]]:
    """The real lists of these formats, those of different formats in turn."""

    def bases() -> Sequence[Sheet]:
        wanted = [[s for s in real_lists() if s.terms.format == f] for f in formats]
        return [sheet for together in zip(*wanted, strict=True) for sheet in together]

    return bases


def built(terms: Terms, side: int) -> Callable[[], Sequence[Sheet]]:
    return lambda: [built_constructed(terms, side, seed) for seed in range(8)]


def spells(sheet: Sheet, *sections: str) -> list[str]:
    """The names in these sections of which the format limits the copies, and nothing else does."""
    law = sheet.book.legality
    cards = [sheet.card(name) for name in sheet.names(*sections)]
    return [
        card.name
        for card in cards
        if not card.has("basic") and card.copies_allowed is None and law.status(card).word == "legal"
    ]


def a_basic(rng: Random) -> str:
    """A basic land: any list may hold more of them."""
    return rng.choice(FIVE_BASICS)


# --- Copies -------------------------------------------------------------------------------------------------------


@breaks("copies", real(*SIXTY))
def a_fifth_copy_in_the_main_deck(sheet: Sheet, rng: Random) -> Broken | None:
    name = rng.choice(spells(sheet, "main"))
    more = 5 - _copies(sheet, name)
    return Broken(sheet.plus("main", _written(sheet, name, "main"), more), "copies", (name,))


@breaks("copies", real(*SIXTY))
def a_fifth_copy_in_the_sideboard(sheet: Sheet, rng: Random) -> Broken | None:
    four = [n for n in spells(sheet, "main") if _copies(sheet, n) == 4]
    if not four or not sheet.rows.get("sideboard"):
        return None
    name = rng.choice(four)
    out = rng.choice(sheet.names("sideboard"))
    if sheet.card(out).name == name:
        return None
    return Broken(sheet.plus("sideboard", out, -1).plus("sideboard", name), "copies", (name,))


@breaks("copies", real(*SIXTY))
def a_fifth_copy_under_another_name(sheet: Sheet, rng: Random) -> Broken | None:
    other = [(n, alias) for n in spells(sheet, "main") for alias in sheet.card(n).also_known_as]
    if not other:
        return None
    name, alias = rng.choice(other)
    if sheet.cards.find(alias).cards != (sheet.card(name),) or alias in sheet.rows["main"]:
        return None
    return Broken(sheet.plus("main", alias, 5 - _copies(sheet, name)), "copies", (name,))


@breaks("copies", real("modern", "legacy", "vintage"))
def one_more_than_the_card_itself_allows(sheet: Sheet, rng: Random) -> Broken | None:
    name, most = rng.choice([("Seven Dwarves", 7), ("Nazgûl", 9)])
    return Broken(sheet.plus("main", name, most + 1 - _copies(sheet, name)), "copies", (name,))


def _copies(sheet: Sheet, name: str) -> int:
    """Copies of a card over all sections, whatever name stands in the list."""
    return sum(count for rows in sheet.rows.values() for n, count in rows.items() if sheet.card(n).name == name)


def _written(sheet: Sheet, name: str, section: str) -> str:
    return next(n for n in sheet.rows[section] if sheet.card(n).name == name)


# --- Sizes --------------------------------------------------------------------------------------------------------


@breaks("main-min", real(*SIXTY))
def the_fifty_ninth_card_is_the_last(sheet: Sheet, rng: Random) -> Broken | None:
    return _cut_to(sheet, rng, 59)


@breaks("main-min", lambda: [built_limited(SEALED, seed) for seed in range(10)])
def thirty_nine_cards_in_limited(sheet: Sheet, rng: Random) -> Broken | None:
    return _cut_to(sheet, rng, 39)


def _cut_to(sheet: Sheet, rng: Random, size: int) -> Broken:
    while sheet.size("main") > size:
        sheet = sheet.plus("main", rng.choice(sheet.names("main")), -1)
    return Broken(sheet, "main-min")


@breaks("sideboard-max", real(*SIXTY))
def a_sixteenth_sideboard_card(sheet: Sheet, rng: Random) -> Broken | None:
    return Broken(sheet.plus("sideboard", a_basic(rng), 16 - sheet.size("sideboard")), "sideboard-max")


@breaks("sideboard-max", built(HISTORIC_ONE, 7))
def an_eighth_sideboard_card_in_single_games(sheet: Sheet, rng: Random) -> Broken | None:
    return Broken(sheet.plus("sideboard", a_basic(rng)), "sideboard-max")


# --- What an announcement made of a card --------------------------------------------------------------------------


@breaks("banned", real(*SIXTY))
def a_banned_card(sheet: Sheet, rng: Random) -> Broken | None:
    return _with_status(sheet, rng, "banned")


@breaks("banned", built(STANDARD_ONE, 7))
def a_card_banned_in_single_games(sheet: Sheet, rng: Random) -> Broken | None:
    """Nexus of Fate was banned in Arena's single games of Standard since 2019-02-14."""
    return Broken(sheet.plus("main", "Nexus of Fate", rng.randint(1, 4)), "banned", ("Nexus of Fate",))


@breaks("suspended", built(HISTORIC_2020, 15))
def a_suspended_card(sheet: Sheet, rng: Random) -> Broken | None:
    return _with_status(sheet, rng, "suspended")


@breaks("restricted", real("vintage"))
def a_second_copy_of_a_restricted_card(sheet: Sheet, rng: Random) -> Broken | None:
    return _with_status(sheet, rng, "restricted", 2)


@breaks("restricted", built(TIMELESS, 15))
def a_second_copy_of_a_restricted_card_on_arena(sheet: Sheet, rng: Random) -> Broken | None:
    return _with_status(sheet, rng, "restricted", 2)


@breaks("restricted", real("vintage"))
def a_restricted_card_in_main_deck_and_sideboard(sheet: Sheet, rng: Random) -> Broken | None:
    law = sheet.book.legality
    here = [n for n in sheet.names("main") if law.status(sheet.card(n)).word == "restricted"]
    if not here or not sheet.rows.get("sideboard"):
        return None
    name = rng.choice(here)
    sheet = sheet.plus("sideboard", rng.choice(sheet.names("sideboard")), -1)
    return Broken(sheet.plus("sideboard", name), "restricted", (name,))


def _with_status(sheet: Sheet, rng: Random, word: str, count: int = 1) -> Broken | None:
    """The sheet with copies of a card of that status that the format's pool holds."""
    law = sheet.book.legality
    marked = [sheet.cards.card(name) for name in surely(law, word)]
    card = draw(rng, (c for c in marked if c), lambda c: law.admits(c).admitted and is_plain(c))
    if card is None or sheet.copies(card.name):
        return None
    return Broken(sheet.plus("main", card.name, count), word, (card.name,))


# --- Cards that are not in the format -----------------------------------------------------------------------------


@breaks("not-in-format", real("standard", "pioneer", "modern"))
def a_card_of_old_sets_only(sheet: Sheet, rng: Random) -> Broken | None:
    return _foreign(sheet, rng, lambda c: bool(c.printings) and all(p.set_code in ANCIENT for p in c.printings))


@breaks("not-in-format", real("premodern"))
def a_card_younger_than_the_format(sheet: Sheet, rng: Random) -> Broken | None:
    return _foreign(sheet, rng, lambda c: _first_out(c) >= "2004-01-01")


@breaks("not-in-format", real("legacy", "vintage", "pioneer", "modern", "standard", "pauper"))
def a_card_of_a_set_to_come(sheet: Sheet, rng: Random) -> Broken | None:
    on = sheet.terms.on
    assert on is not None
    later = date(on.year + 1, 1, 1).isoformat()
    return _foreign(sheet, rng, lambda c: _first_out(c) >= later)


@breaks("not-in-format", real("pauper"))
def a_card_that_was_never_common(sheet: Sheet, rng: Random) -> Broken | None:
    def rare(card: Card) -> bool:
        return bool(card.printings) and all(set(p.rarity) <= {"R", "M", "U"} for p in card.printings)

    return _foreign(sheet, rng, rare)


@breaks("not-in-format", built(HISTORIC, 15))
def a_card_that_is_not_on_arena(sheet: Sheet, rng: Random) -> Broken | None:
    return _foreign(sheet, rng, lambda c: bool(c.printings) and all(p.set_code in ANCIENT for p in c.printings))


def _foreign(sheet: Sheet, rng: Random, wanted: Callable[[Card], bool]) -> Broken | None:
    law = sheet.book.legality
    card = draw(rng, all_cards("mtg"), lambda c: is_plain(c) and _on_paper(c) and wanted(c))
    if card is None or law.status(card).word != "legal" or "basic" in card.traits:
        return None
    section = rng.choice(["main", "sideboard"]) if sheet.size("sideboard") < 15 else "main"
    return Broken(sheet.plus(section, card.name), "not-in-format", (card.name,))


def _on_paper(card: Card) -> bool:
    return not card.has("digital-only") and not card.has("super:Basic")


def _first_out(card: Card) -> str:
    """The release of the card's first set as far as it is known, else the earliest day there is."""
    sets = open_sets("mtg")
    days = [sets[p.set_code].release if p.set_code in sets else "" for p in card.printings]
    return min(days, default="")


@breaks("not-a-tournament-card", real("legacy", "vintage", "modern", "pioneer", "standard"))
def a_card_that_is_none_for_tournaments(sheet: Sheet, rng: Random) -> Broken | None:
    kinds = ("kind:token", "kind:plane", "kind:meld-result", "kind:scheme", "kind:vanguard")
    trait = rng.choice([*kinds, "silver-border", "acorn", "playtest", "digital-only", "kind:contraption"])
    cards = cards_with("mtg", trait)
    card = draw(rng, cards, lambda c: sheet.cards.find(c.name).cards == (c,) and not c.has("basic"))
    if card is None or card.has("kind:sticker") or card.has("kind:attraction"):
        return None
    return Broken(sheet.plus("main", card.name), "not-a-tournament-card", (card.name,))


# --- Names and lines ----------------------------------------------------------------------------------------------

CONSONANTS: Final = "bcdfghjklmnpqrstvwxz"


@breaks("unknown-card", real(*SIXTY))
def a_name_that_is_no_card(sheet: Sheet, rng: Random) -> Broken | None:
    words = ["".join(rng.choice(CONSONANTS) + rng.choice("aeiou") for _ in range(rng.randint(3, 5))) for _ in range(3)]
    return Broken(sheet.plus("main", " ".join(words).title()), "unknown-card", verdict="unclear")


@breaks("section-known", real(*SIXTY))
def a_commander_in_a_format_without_one(sheet: Sheet, rng: Random) -> Broken | None:
    name = rng.choice(sheet.names("main"))
    here = sheet.rows["main"][name]
    sheet = sheet.plus("main", name, -1).plus("main", a_basic(rng)) if here > 1 else sheet.plus("main", name, -1)
    sheet = sheet.plus("main", a_basic(rng), max(0, 60 - sheet.size("main")))
    return Broken(sheet.plus("commander", name), "section-known", (sheet.card(name).name,))


@breaks("ambiguous-card", real(*SIXTY))
def a_name_of_several_cards(sheet: Sheet, rng: Random) -> Broken | None:
    name, meant = rng.choice(shared_names())
    return Broken(sheet.plus("main", name), "ambiguous-card", meant, verdict="unclear")


_SHARED: list[tuple[str, tuple[str, ...]]] = []


def shared_names() -> list[tuple[str, tuple[str, ...]]]:
    """Names of faces that two real cards share and that are the whole name of none, with those cards."""
    if not _SHARED:
        owners: dict[str, set[str]] = {}
        for card in all_cards("mtg"):
            for face in card.name.split(" // ")[1:]:
                owners.setdefault(face, set()).add(card.name)
        whole = {face for card in all_cards("mtg") for face in (card.name, card.front)}
        _SHARED.extend((n, tuple(sorted(of))) for n, of in owners.items() if len(of) > 1 and n not in whole)
    return _SHARED


# --- Companions ---------------------------------------------------------------------------------------------------


def companions(*names: str) -> Callable[[], Sequence[Sheet]]:
    return lambda: [built_companion(name, seed) for seed in range(6) for name in names]


@breaks("companion", companions(*CONDITIONS))
def a_card_against_the_companions_condition(sheet: Sheet, rng: Random) -> Broken | None:
    name = sheet.names("companion")[0]
    against = CONDITIONS[name]
    book = sheet.book

    def wanted(card: Card) -> bool:
        return fits(card, book) and not is_land(card) and has_one_face(card) and not against(card)

    card = draw(rng, all_cards("mtg"), wanted)
    if card is None or card.has("companion"):
        return None
    return Broken(sheet.plus("main", "Island", -1).plus("main", card.name), "companion", (name, card.name))


@breaks("companion", companions("Lutri, the Spellchaser"))
def two_of_a_card_beside_lutri(sheet: Sheet, rng: Random) -> Broken | None:
    name = rng.choice([n for n in sheet.names("main") if not is_land(sheet.card(n))])
    return Broken(sheet.plus("main", name), "companion", (name, "Lutri, the Spellchaser"))


@breaks("companion", companions("Yorion, Sky Nomad"))
def seventy_nine_cards_beside_yorion(sheet: Sheet, rng: Random) -> Broken | None:
    return Broken(sheet.plus("main", rng.choice(sheet.names("main")), -1), "companion", ("Yorion, Sky Nomad",))


@breaks("companion", lambda: [built_limited(SEALED, seed) for seed in range(10)])
def fifty_nine_cards_beside_yorion_in_limited(sheet: Sheet, rng: Random) -> Broken | None:
    sheet = sheet.plus("main", "Plains", 59 - sheet.size("main")).plus("companion", "Yorion, Sky Nomad")
    return Broken(sheet, "companion", ("Yorion, Sky Nomad",))


@breaks("companion", companions(*COMPANIONS))
def a_companion_that_is_none(sheet: Sheet, rng: Random) -> Broken | None:
    book = sheet.book
    card = draw(rng, cards_with("mtg", "type:Creature"), lambda c: fits(c, book) and not c.has("companion"))
    assert card is not None
    return Broken(sheet.without("companion").plus("companion", card.name), "companion", (card.name,))


@breaks("companion", companions(*COMPANIONS))
def two_companions(sheet: Sheet, rng: Random) -> Broken | None:
    """A card of the same companion twice, so that no condition but the number is broken."""
    name = sheet.names("companion")[0]
    return Broken(sheet.plus("companion", name), "companion", (name,))


# --- Decks beside the deck ----------------------------------------------------------------------------------------


def with_attractions() -> Sequence[Sheet]:
    """Legacy lists with cards that open attractions, and an attraction deck."""
    return [_attractions(built_constructed(LEGACY_2023, 15, seed), Random(seed)) for seed in range(6)]


def _attractions(sheet: Sheet, rng: Random) -> Sheet:
    for card in rng.sample([c for c in cards_with("mtg", "kind:attraction") if not c.has("acorn")], 10):
        sheet = sheet.plus("attractions", card.name)
    return sheet.plus("main", "Ride Guide", 4)


@breaks("supplementary-deck", with_attractions)
def nine_attractions(sheet: Sheet, rng: Random) -> Broken | None:
    return Broken(sheet.plus("attractions", rng.choice(sheet.names("attractions")), -1), "supplementary-deck")


@breaks("supplementary-deck", with_attractions)
def an_attraction_twice(sheet: Sheet, rng: Random) -> Broken | None:
    name = rng.choice(sheet.names("attractions"))
    return Broken(sheet.plus("attractions", name), "supplementary-deck", (name,))


# --- The registered pool ------------------------------------------------------------------------------------------


def pools() -> Sequence[Sheet]:
    """Sealed decks with the pool they were built from."""
    return [built_pool(SEALED, seed) for seed in range(10)]


@breaks("pool", pools)
def a_copy_more_than_was_opened(sheet: Sheet, rng: Random) -> Broken | None:
    name = rng.choice([n for n in sheet.names("main", "sideboard") if n not in FIVE_BASICS])
    return Broken(sheet.plus(rng.choice(["main", "sideboard"]), name), "pool", (name,))


@breaks("pool", pools)
def a_copy_that_the_pool_has_not(sheet: Sheet, rng: Random) -> Broken | None:
    name = rng.choice([n for n in sheet.names("main", "sideboard") if n not in FIVE_BASICS])
    return Broken(sheet.plus("pool", name, -1), "pool", (name,))


@breaks("pool", pools)
def a_card_that_was_not_opened(sheet: Sheet, rng: Random) -> Broken | None:
    card = draw(rng, all_cards("mtg"), lambda c: is_plain(c) and _on_paper(c) and not sheet.copies(c.name))
    assert card is not None
    return Broken(sheet.plus(rng.choice(["main", "sideboard"]), card.name, rng.randint(1, 4)), "pool", (card.name,))


@breaks("pool", pools)
def a_basic_land_that_is_not_free(sheet: Sheet, rng: Random) -> Broken | None:
    name = rng.choice([f"Snow-Covered {basic}" for basic in FIVE_BASICS] + ["Wastes"])
    return Broken(sheet.plus("main", name, 1 + sheet.rows["pool"].get(name, 0)), "pool", (name,))


def basics_within(sheet: Sheet) -> list[str]:
    """The basic lands that fit the leaders' colours."""
    return basics_of(colour for name in sheet.names("commander") for colour in sheet.card(name).values("identity"))
