"""Legal lists: real ones of tournaments, and built ones for formats of which no real lists are at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from functools import cache
from random import Random
from typing import Final

from deckcheck.catalogue import open_index
from deckcheck.decklist.cards import Card
from deckcheck.law.legality import Legality
from deckcheck.law.rulebooks import Rulebook
from deckcheck.lists.list_checks import Terms
from tests.sheets import BASICS, Rows, Sheet, rows_of_record
from tests.verdicts import records

Wanted = Callable[[Card], bool]

CASUAL: Final = (
    *("kind:", "silver-border", "acorn", "playtest", "nontournament", "funny", "ante"),
    *("unknown:types", "unknown:identity"),
)
MODERN_2021: Final = Terms("modern", date(2021, 6, 30), "bo3", "paper")
"""A day on which all ten companions were legal in Modern."""


@cache
def all_cards(game: str) -> tuple[Card, ...]:
    return tuple(open_index(game).cards())


@cache
def cards_with(game: str, trait: str) -> tuple[Card, ...]:
    """The cards with a trait; a trait that ends in a colon means its whole kind."""
    if trait.endswith(":"):
        return tuple(c for c in all_cards(game) if any(t.startswith(trait) for t in c.traits))
    return tuple(c for c in all_cards(game) if trait in c.traits)


def surely(law: Legality, word: str) -> list[str]:
    """The names of the cards that surely have this status on the day, sorted."""
    return sorted(name for name, status in law.statuses.items() if status.word == word and not status.between)


def draw(rng: Random, cards: Iterable[Card], wanted: Wanted, tries: int = 4000) -> Card | None:
    """A card that is wanted, by chance; None where none is met."""
    known = tuple(cards)
    picks = rng.sample(known, len(known)) if len(known) <= tries else (rng.choice(known) for _ in range(tries))
    return next((card for card in picks if wanted(card)), None)


def is_plain(card: Card) -> bool:
    """Whether the card is an ordinary card of tournaments that brings no other deck along."""
    return not any(t.startswith(CASUAL) for t in card.traits) and card.copies_allowed is None and not _rebalanced(card)


def _rebalanced(card: Card) -> bool:
    return any(t.startswith(("rebalanced", "has-rebalanced")) for t in card.traits)


DEAREST: Final = {"tiny-leaders": 3}
"""The highest mana value of formats that have one."""


def fits(card: Card, book: Rulebook) -> bool:
    """Whether the card may be in any deck of the format on the day, beyond doubt."""
    if not is_plain(card) or book.legality.status(card).word != "legal":
        return False
    if float(card.value("mana-value") or 0) > DEAREST.get(book.format, 99):
        return False
    admission = book.legality.admits(card)
    return admission.admitted and not admission.doubt


def identity(cards: Iterable[Card]) -> set[str]:
    return {colour for card in cards for colour in card.values("identity")}


def basics_of(colours: Iterable[str]) -> list[str]:
    """The basic lands within these colours; Wastes where there are none."""
    return [BASICS[c] for c in sorted(colours) if c in BASICS] or [BASICS[""]]


@cache
def real_lists() -> tuple[Sheet, ...]:
    """The lists of Magic Online, with the commander of those that have one under its heading."""
    return tuple(_real(r) for r in records("lists/mtgo.jsonl"))


def _real(record: dict[str, object]) -> Sheet:
    title = str(record["format"])
    terms = Terms(title.lower().replace(" ", "-"), date.fromisoformat(str(record["date"])), None, "mtgo")
    rows = rows_of_record(record)
    if title == "Duel Commander":
        rows["commander"] = rows.pop("sideboard")
    return Sheet(str(record["id"]), terms, rows)


@cache
def ga_lists() -> tuple[Sheet, ...]:
    """The registered lists of Grand Archive, legal or not."""
    return tuple(
        Sheet(r["id"], Terms(r["format"], date.fromisoformat(r["date"])), rows_of_record(r))
        for r in records("lists/ga.jsonl")
    )


@cache
def built_commander(terms: Terms, size: int, seed: int) -> Sheet:
    """A singleton deck under a commander chosen by chance; about two thirds spells, the rest basic lands."""
    rng = Random(f"{terms} {seed}")
    sheet = Sheet(f"{terms.format}-{seed}", terms, {})
    book = sheet.book
    leader = draw(rng, cards_with("mtg", "leader:creature"), lambda c: fits(c, book) and bool(identity([c])))
    assert leader is not None
    colours = identity([leader])

    def belongs(card: Card) -> bool:
        return fits(card, book) and "basic" not in card.traits and colours.issuperset(card.values("identity"))

    spells = _different(rng, belongs, size * 6 // 10, {leader})
    lands = _shared_out(basics_of(colours), size - 1 - len(spells))
    return Sheet(sheet.id, terms, {"commander": {leader.name: 1}, "main": {**dict.fromkeys(spells, 1), **lands}})


@cache
def built_highlander(terms: Terms, size: int, seed: int) -> Sheet:
    """One of each card, two thirds of them spells without points, the rest basic lands."""
    rng = Random(f"{terms} {seed}")
    sheet = Sheet(f"{terms.format}-{seed}", terms, {})
    book = sheet.book
    spells = _different(rng, lambda c: fits(c, book) and "basic" not in c.traits, size * 6 // 10, set())
    return Sheet(sheet.id, terms, {"main": {**dict.fromkeys(spells, 1), "Island": size - len(spells)}})


@cache
def built_oathbreaker(terms: Terms, seed: int) -> Sheet:
    """Sixty cards under a planeswalker with its signature spell."""
    rng = Random(f"{terms} {seed}")
    sheet = Sheet(f"{terms.format}-{seed}", terms, {})
    book = sheet.book

    def leads(card: Card) -> bool:
        return fits(card, book) and bool(identity([card])) and not card.has("partner") and " // " not in card.name

    leader = draw(rng, cards_with("mtg", "type:Planeswalker"), leads)
    assert leader is not None
    colours = identity([leader])

    def belongs(card: Card) -> bool:
        return fits(card, book) and "basic" not in card.traits and colours.issuperset(card.values("identity"))

    spell = draw(rng, cards_with("mtg", "type:Sorcery"), lambda c: belongs(c) and c.values("type") == ("Sorcery",))
    assert spell is not None
    spells = _different(rng, belongs, 35, {leader, spell})
    return Sheet(
        sheet.id,
        terms,
        {
            "commander": {leader.name: 1},
            "signature_spell": {spell.name: 1},
            "main": {**dict.fromkeys(spells, 1), **_shared_out(basics_of(colours), 23)},
        },
    )


@cache
def built_constructed(terms: Terms, side: int, seed: int) -> Sheet:
    """Sixty cards, four of each spell, and a sideboard."""
    rng = Random(f"{terms} {seed}")
    sheet = Sheet(f"{terms.format}-{seed}", terms, {})
    book = sheet.book
    spells = _different(rng, lambda c: fits(c, book) and "basic" not in c.traits, 9 + (side + 3) // 4, set())
    rows: dict[str, dict[str, int]] = {"main": {**dict.fromkeys(spells[:9], 4), "Island": 12, "Mountain": 12}}
    if side:
        rows["sideboard"] = dict.fromkeys(spells[9:], 4)
        rows["sideboard"][spells[-1]] = side - 4 * (len(spells) - 10)
    return Sheet(sheet.id, terms, rows)


@cache
def built_limited(terms: Terms, seed: int) -> Sheet:
    """Forty cards, some of them often, and the rest of the pool."""
    rng = Random(f"{terms} {seed}")
    spells = _different(rng, lambda c: is_plain(c) and "basic" not in c.traits and not c.has("digital-only"), 30, set())
    main = {name: rng.choice([1, 1, 1, 2, 5]) for name in spells[:15]}
    main["Plains"] = 40 - sum(main.values()) if sum(main.values()) < 40 else 1
    return Sheet(f"{terms.format}-{seed}", terms, {"main": main, "sideboard": dict.fromkeys(spells[15:], 1)})


@cache
def built_pool(terms: Terms, seed: int) -> Sheet:
    """A Limited deck with its sideboard and the pool they were built from, which holds some basic lands, too."""
    rng = Random(f"pool {terms} {seed}")
    sheet = built_limited(terms, seed).plus("main", "Island", 5)
    pool = dict.fromkeys(rng.sample(["Snow-Covered Forest", "Wastes", "Swamp", "Island"], 2), 1)
    for section in ("main", "sideboard"):
        for name, count in sheet.rows[section].items():
            if not sheet.card(name).has("basic"):
                pool[name] = pool.get(name, 0) + count
    names = rng.sample(list(pool), len(pool))
    return Sheet(f"pool-{sheet.id}", terms, {**sheet.rows, "pool": {name: pool[name] for name in names}})


@cache
def built_draft(terms: Terms, seed: int, free: str = "") -> Sheet:
    """Sixty cards under a commander, some of them often, with the rest and the pool that they were drafted into.

    `free`: the card that the boosters bring along, which leads the deck twice instead.
    """
    rng = Random(f"draft {terms} {seed} {free}")
    sheet = Sheet(f"{terms.format}-{seed}", terms, {})
    leader = sheet.card(free) if free else draw(rng, cards_with("mtg", "leader:creature"), leads_alone)
    assert leader is not None
    colours = identity([leader]) or {"R"}

    def belongs(card: Card) -> bool:
        plain = is_plain(card) and not card.has("digital-only") and "basic" not in card.traits
        return plain and colours.issuperset(card.values("identity")) and not card.has("kind:conspiracy")

    spells = _different(rng, belongs, 40, {leader})
    main = {name: rng.choice([1, 1, 2, 3]) for name in spells[:20]}
    rest = dict.fromkeys(spells[20:], 1)
    leaders = {leader.name: 2 if free else 1}
    lands = _shared_out(basics_of(colours), 60 - sum(leaders.values()) - sum(main.values()))
    pool = {**main, **rest, **({} if free else leaders)}
    return Sheet(sheet.id, terms, {"commander": leaders, "main": {**main, **lands}, "sideboard": rest, "pool": pool})


def leads_alone(card: Card) -> bool:
    """Whether the card leads a deck of one colour, with no ability that pairs it."""
    pairs = ("partner", "partner-with:", "partner-kind:", "chooses", "doctors-companion", "time-lord-doctor")
    alone = is_plain(card) and not any(trait.startswith(pairs) for trait in card.traits)
    return alone and len(identity([card])) == 1 and not card.has("digital-only") and " // " not in card.name


def _different(rng: Random, wanted: Wanted, count: int, but: set[Card]) -> list[str]:
    """The names of so many different cards that are wanted, by chance."""
    found: dict[str, None] = {}
    for _ in range(200_000):
        card = rng.choice(all_cards("mtg"))
        if card not in but and wanted(card):
            found[card.name] = None
            if len(found) == count:
                return list(found)
    raise AssertionError(f"only {len(found)} of {count} cards found")


def _shared_out(names: list[str], count: int) -> dict[str, int]:
    """So many cards shared out among the names."""
    return {name: count // len(names) + (place < count % len(names)) for place, name in enumerate(names)}


def permanent(card: Card) -> bool:
    return not {"Instant", "Sorcery"} >= set(card.values("type"))


def is_land(card: Card) -> bool:
    return card.has("type:Land")


def mana_value(card: Card) -> int:
    return int(float(card.value("mana-value") or 0))


KAHEERA: Final = frozenset({"Cat", "Elemental", "Nightmare", "Dinosaur", "Beast"})


def _symbols_differ(card: Card) -> bool:
    symbols = card.value("cost").replace("}", "").split("{")[1:]
    return len(symbols) == len(set(symbols))


def _kind_of_kaheera(card: Card) -> bool:
    return (
        not card.has("type:Creature")
        or not KAHEERA.isdisjoint(card.values("subtype"))
        or card.has("every-creature-type")
    )


CONDITIONS: Final[dict[str, Wanted]] = {
    "Gyruda, Doom of Depths": lambda c: mana_value(c) % 2 == 0,
    "Jegantha, the Wellspring": _symbols_differ,
    "Kaheera, the Orphanguard": _kind_of_kaheera,
    "Keruga, the Macrosage": lambda c: is_land(c) or mana_value(c) >= 3,
    "Lurrus of the Dream-Den": lambda c: not permanent(c) or mana_value(c) <= 2,
    "Obosh, the Preypiercer": lambda c: is_land(c) or mana_value(c) % 2 == 1,
    "Umori, the Collector": lambda c: is_land(c) or c.has("type:Creature"),
    "Zirda, the Dawnwaker": lambda c: not permanent(c) or c.has("activated"),
}
"""What each card of the starting deck must be (Comprehensive Rules 702.139); for Umori the type chosen is creature."""
COMPANIONS: Final = (*CONDITIONS, "Lutri, the Spellchaser", "Yorion, Sky Nomad")


def has_one_face(card: Card) -> bool:
    return " // " not in card.name


@cache
def built_companion(name: str, seed: int) -> Sheet:
    """A Modern deck that meets the condition of its companion; the companion is its whole sideboard."""
    terms = MODERN_2021
    rng = Random(f"{name} {seed}")
    book = Sheet("", terms, {}).book
    condition = CONDITIONS.get(name, is_plain)

    def belongs(card: Card) -> bool:
        return fits(card, book) and not is_land(card) and has_one_face(card) and not card.has("companion")

    copies = 1 if name.startswith("Lutri") else 4
    spells = _different(rng, lambda c: belongs(c) and condition(c), 36 // copies, set())
    lands = 44 if name.startswith("Yorion") else 24
    main = {**dict.fromkeys(spells, copies), **_shared_out(["Island", "Swamp"], lands)}
    rows: Rows = {"companion": {name: 1}, "main": main}
    return Sheet(f"{name}-{seed}", terms, rows)
