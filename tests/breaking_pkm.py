"""Lists of Pokémon, broken on purpose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import cache
from random import Random
from typing import Final

from deckcheck.decklist.cards import Card
from deckcheck.lists.list_checks import Terms
from tests.breaking import Broken, breaks
from tests.legal_lists import all_cards, cards_with, draw, surely
from tests.sheets import Sheet
from tests.verdicts import records, the_desk

SIZE: Final = 60
MOST: Final = 4
MARKS: Final = {"2023-04-14": "E", "2024-04-05": "F", "2025-04-11": "G", "2026-04-10": "H"}
"""The oldest mark that Standard has since a day; D before."""
GLC: Final = Terms("pkm-glc", date(2026, 6, 1))
UNLIMITED: Final = Terms("pkm-unlimited", date(2026, 6, 1))
EXPANDED: Final = Terms("pkm-expanded", date(2026, 6, 1))
FIRE, FIGHTING = "Basic Fire Energy", "Basic Fighting Energy"


@cache
def lists() -> Sequence[Sheet]:
    """The registered lists of Standard in which every card is known by its printing."""
    return [sheet for record in records("lists/pkm.jsonl") if record["legal"] and (sheet := _sheet(record))]


def _sheet(record: dict[str, object]) -> Sheet | None:
    from scripts.judge_pokemon import Judge

    report = Judge().rows(record["cards"], "standard", str(record["date"]))  # type: ignore[arg-type]
    if report.verdict != "legal":
        return None
    rows: dict[str, int] = {}
    for entry in report.deck.entries:
        assert entry.card is not None
        rows[entry.card.name] = rows.get(entry.card.name, 0) + entry.count
    if any(_card(name).may_be for name in rows):
        return None
    return Sheet(str(record["id"]), Terms("pkm-standard", date.fromisoformat(str(record["date"]))), {"main": rows})


def _card(name: str) -> Card:
    found = the_desk().index("pkm").card(name)
    assert found is not None
    return found


def built(terms: Terms, energy: str, *traits: str) -> Callable[[], Sequence[Sheet]]:
    """Decks of ten different Pokémon with these traits and basic Energy."""

    @cache
    def made() -> Sequence[Sheet]:
        found = []
        for seed in range(8):
            rng, sheet = Random(f"{terms} {seed}"), Sheet(f"{terms.format}-{seed}", terms, {})
            for _ in range(10):
                card = another(sheet, rng, "basic-pokemon", lambda c: all(map(c.has, traits)) and _is_plain(c))
                sheet = sheet.plus("main", card.name)
            found.append(sheet.plus("main", energy, SIZE - sheet.size("main")))
        return found

    return made


def _is_plain(card: Card) -> bool:
    return not card.may_be and not any(
        t.startswith(("cap:", "family:", "rule-box", "no-tournament")) for t in card.traits
    )


def is_in(sheet: Sheet, card: Card) -> bool:
    """Whether the format surely has the card, and nothing bars it."""
    law = sheet.book.legality
    answer = law.admits(card)
    return answer.admitted and not answer.doubt and law.status(card).word == "legal"


def another(sheet: Sheet, rng: Random, trait: str, wanted: Callable[[Card], bool] = _is_plain) -> Card:
    """A card of the format with a name that the list does not hold."""
    here = {_called(_card(name)) for name in sheet.names()}

    def fits(card: Card) -> bool:
        return not card.may_be and wanted(card) and _called(card) not in here and is_in(sheet, card)

    card = draw(rng, cards_with("pkm", trait), fits, 40_000)
    assert card is not None
    return card


def _called(card: Card) -> str:
    return card.counts_as or card.name


def copies_called(sheet: Sheet, name: str) -> int:
    """Copies of all cards that count as this one."""
    return sum(n for other, n in sheet.rows["main"].items() if _called(_card(other)) == _called(_card(name)))


def instead(sheet: Sheet, rng: Random, name: str, count: int = 1, but: Sequence[str] = ()) -> Sheet:
    """The sheet with these copies in the place of as many that it can do without."""
    for _ in range(count):
        free = [n for n in sheet.names("main") if not _card(n).has("basic-pokemon") and n not in (name, *but)]
        sheet = sheet.plus("main", rng.choice(free), -1)
    return sheet.plus("main", name, count)


@breaks("deck-size", lists)
def fifty_nine_or_sixty_one_cards_of_pokemon(sheet: Sheet, rng: Random) -> Broken | None:
    if rng.random() < 0.5:
        name = rng.choice([n for n in sheet.names("main") if not _card(n).has("basic-pokemon")])
        return Broken(sheet.plus("main", name, -1), "deck-size")
    return Broken(sheet.plus("main", FIRE), "deck-size")


@breaks("copies", lists)
def a_fifth_copy_of_pokemon(sheet: Sheet, rng: Random) -> Broken | None:
    several = [n for n in sheet.names("main") if _card(n).copies_allowed is None and not _capped(n)]
    name = rng.choice(several)
    return Broken(instead(sheet, rng, name, MOST + 1 - copies_called(sheet, name)), "copies", (name,))


def _capped(name: str) -> bool:
    return any(t.startswith("cap:") for t in _card(name).traits)


@breaks("copies", lists)
def a_fifth_copy_that_is_another_card_of_the_name(sheet: Sheet, rng: Random) -> Broken | None:
    index = the_desk().index("pkm")
    pairs = []
    for name in sheet.names("main"):
        alone = index.card(_card(name).printed_as) if _card(name).printed_as else None
        others = [o for o in (alone.may_be if alone else ()) if o.name != name and is_in(sheet, o)]
        pairs += [(name, other.name) for other in others if other.name not in sheet.names("main")]
    if not pairs:
        return None
    name, other = rng.choice(pairs)
    return Broken(instead(sheet, rng, other, MOST + 1 - copies_called(sheet, name), (name,)), "copies", (other,))


@breaks("copies", built(UNLIMITED, FIRE))
def two_of_a_card_that_allows_one(sheet: Sheet, rng: Random) -> Broken | None:
    """Prism Star, Shining Pokémon and Miracle Energy: one of each by name."""
    card = draw(rng, all_cards("pkm"), lambda c: c.copies_allowed == 1 and not c.may_be and is_in(sheet, c), 40_000)
    if card is None or copies_called(sheet, card.name):
        return None
    return Broken(instead(sheet, rng, card.name, 2), "copies", (card.name,))


@breaks("basic-pokemon", lists)
def no_basic_pokemon(sheet: Sheet, rng: Random) -> Broken | None:
    for name in [n for n in sheet.names("main") if _card(n).has("basic-pokemon")]:
        count = sheet.rows["main"][name]
        sheet = sheet.plus("main", name, -count).plus("main", FIRE, count)
    return Broken(sheet, "basic-pokemon")


def _two_of(cap: str, rule: str) -> Callable[[Sheet, Random], Broken | None]:
    def two(sheet: Sheet, rng: Random) -> Broken | None:
        have = [n for n in sheet.names("main") if _card(n).has(cap)]
        fitting = [c for c in cards_with("pkm", cap) if is_in(sheet, c) and c.name not in have and not c.may_be]
        if len(fitting) + len(have) < 2:
            return None
        more = rng.sample([c.name for c in fitting], 2 - len(have))
        for name in more:
            sheet = instead(sheet, rng, name, 1, (*have, *more))
        return Broken(sheet, rule, (*have, *more))

    return two


@breaks("ace-spec", lists)
def two_ace_specs(sheet: Sheet, rng: Random) -> Broken | None:
    return _two_of("cap:ACE SPEC", "ace-spec")(sheet, rng)


@breaks("radiant", lists)
def two_radiant_pokemon(sheet: Sheet, rng: Random) -> Broken | None:
    return _two_of("cap:Radiant", "radiant")(sheet, rng)


@breaks("pokemon-star", built(UNLIMITED, FIRE))
def two_pokemon_star(sheet: Sheet, rng: Random) -> Broken | None:
    return _two_of("cap:Star", "pokemon-star")(sheet, rng)


@breaks("unown", built(UNLIMITED, FIRE))
def five_unown_of_neo(sheet: Sheet, rng: Random) -> Broken | None:
    names = rng.sample([c.name for c in cards_with("pkm", "family:Unown")], 5)
    for name in names:
        sheet = instead(sheet, rng, name, 1, names)
    return Broken(sheet, "unown", tuple(names))


@breaks("not-in-format", lists)
def a_card_whose_mark_has_left(sheet: Sheet, rng: Random) -> Broken | None:
    oldest = max((mark for day, mark in MARKS.items() if day <= str(sheet.terms.on)), default="D")

    def left(card: Card) -> bool:
        marks = {p.mark for p in card.printings}
        return _is_plain(card) and all("" < mark < oldest for mark in marks)

    here = {_called(_card(name)) for name in sheet.names()}
    card = draw(rng, cards_with("pkm", "basic-pokemon"), lambda c: left(c) and _called(c) not in here, 40_000)
    return Broken(instead(sheet, rng, card.name), "not-in-format", (card.name,)) if card else None


@breaks("not-in-format", lists)
def a_card_of_a_set_that_is_not_out(sheet: Sheet, rng: Random) -> Broken | None:
    sets, today = the_desk().reference.sets("pkm"), str(sheet.terms.on)

    def to_come(card: Card) -> bool:
        return _is_plain(card) and all(sets[p.set_code].release > today for p in card.printings)

    here = {_called(_card(name)) for name in sheet.names()}
    card = draw(rng, cards_with("pkm", "basic-pokemon"), lambda c: to_come(c) and _called(c) not in here, 40_000)
    return Broken(instead(sheet, rng, card.name), "not-in-format", (card.name,)) if card else None


@breaks("not-in-format", built(GLC, FIRE, "energy:Fire"))
def a_card_with_a_rule_box(sheet: Sheet, rng: Random) -> Broken | None:
    here = {_called(_card(name)) for name in sheet.names()}
    fire = [
        c for c in cards_with("pkm", "rule-box") if c.has("energy:Fire") and not c.may_be and _called(c) not in here
    ]
    name = rng.choice(fire).name
    return Broken(instead(sheet, rng, name), "not-in-format", (name,))


@breaks("banned", built(EXPANDED, FIGHTING))
def a_banned_printing(sheet: Sheet, rng: Random) -> Broken | None:
    name = rng.choice(surely(sheet.book.legality, "banned"))
    if copies_called(sheet, name):
        return None
    return Broken(instead(sheet, rng, name), "banned", (name,))


@breaks("which-card", built(EXPANDED, FIGHTING))
def a_name_without_its_printing(sheet: Sheet, rng: Random) -> Broken | None:
    name = rng.choice(["Archeops", "Marshadow", "Milotic", "Mismagius", "Oranguru", "Sableye", "Flapple", "Dragapult"])
    if copies_called(sheet, name):
        return None
    return Broken(instead(sheet, rng, name), "which-card", (name,), verdict="unclear")


@breaks("singleton", built(GLC, FIRE, "energy:Fire"))
def two_of_a_name_in_gym_leader_challenge(sheet: Sheet, rng: Random) -> Broken | None:
    name = rng.choice([n for n in sheet.names("main") if n != FIRE])
    return Broken(instead(sheet, rng, name), "singleton", (name,))


@breaks("one-type", built(GLC, FIRE, "energy:Fire"))
def a_pokemon_of_another_type(sheet: Sheet, rng: Random) -> Broken | None:
    card = another(sheet, rng, "energy:Water", lambda c: _is_plain(c) and not c.has("energy:Fire"))
    return Broken(instead(sheet, rng, card.name), "one-type", (card.name,))


@breaks("unknown-card", lists)
def a_name_that_is_no_card_of_pokemon(sheet: Sheet, rng: Random) -> Broken | None:
    words = ["".join(rng.choice("bdgkmprtvz") + rng.choice("aeiou") for _ in range(4)).title() for _ in range(3)]
    name = " ".join(words)
    free = rng.choice([n for n in sheet.names("main") if not _card(n).has("basic-pokemon")])
    return Broken(sheet.plus("main", free, -1).plus("main", name), "unknown-card", verdict="unclear")
