"""Lists of teams, broken on purpose: legal decks of all seats go in, and come out with one rule of teams broken.

What must be found is said for each seat: a card that two decks share is told to both players, each with the other's
seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache
from random import Random
from string import ascii_uppercase
from typing import Any, Final, NamedTuple

from deckcheck.law.rulebooks import TWO_HEADED, UNIFIED
from deckcheck.lists.list_checks import Terms
from tests.breaking_ga import another, is_first_champion
from tests.breaking_ga import is_plain as is_plain_ga
from tests.legal_lists import all_cards, built_constructed, draw, fits, is_plain, surely
from tests.sheets import Sheet
from tests.verdicts import verdict_on

ON: Final = date(2026, 8, 1)
TRIOS: Final = "trios"
"""Each seat plays a format of its own."""
GRAND: Final = "grand-archive"
FORMATS: Final = ("modern", "legacy", "pauper", "pioneer")
SEATS: Final = ("standard", "modern", "legacy")
SIZES: Final = {UNIFIED: 3, TWO_HEADED: 2, TRIOS: 3, GRAND: 3}


@dataclass(frozen=True)
class Team:
    """The decks of a team, of the seats A, B and so on."""

    kind: str
    sheets: tuple[Sheet, ...]
    unseated: frozenset[int] = frozenset()
    """The places of players whose seat nobody knows."""

    def verdict(self, at: int) -> dict[str, Any]:
        """The verdict on the deck of a seat, beside those of the others."""
        sheet, kind = self.sheets[at], {GRAND: UNIFIED, TRIOS: None}.get(self.kind, self.kind)
        mates = tuple(
            (f"seat {ascii_uppercase[place]}", section, count, name)
            for place, other in enumerate(self.sheets)
            for section, rows in other.rows.items()
            for name, count in rows.items()
            if place != at and kind
        )
        seats = SEATS if at in self.unseated else ()
        return verdict_on(sheet.text(), replace(sheet.terms, team=kind, mates=mates, seats=seats))

    def put(self, at: int, sheet: Sheet) -> Team:
        """The team with another deck in a seat."""
        return replace(self, sheets=(*self.sheets[:at], sheet, *self.sheets[at + 1 :]))


class Told(NamedTuple):
    """What one player must be told: a rule, the card, the seats that the message names; a question where `unclear`."""

    rule: str
    card: str = ""
    seats: tuple[int, ...] = ()
    verdict: str = "illegal"


@dataclass(frozen=True)
class BrokenTeam:
    """A team with what each place must be told; the others are legal as before."""

    team: Team
    told: Mapping[int, Told] = field(default_factory=dict)


Break = Callable[[Team, Random], BrokenTeam | None]
_WAYS: Final[list[tuple[str, Break]]] = []


def ways() -> list[tuple[str, Break]]:
    """Every kind of team with a way to break its rules."""
    return list(_WAYS)


def breaks(*kinds: str) -> Callable[[Break], Break]:
    def note(make: Break) -> Break:
        _WAYS.extend((kind, make) for kind in kinds)
        return make

    return note


def broken(kind: str, make: Break, count: int) -> Iterator[tuple[Team, BrokenTeam]]:
    """So many broken teams with the legal ones that they come from, always the same."""
    given = 0
    for number in range(count * 6):
        team = legal_team(kind, number % 8)
        found = make(team, Random(f"{make.__name__} {number}"))
        if found is not None:
            yield team, found
            given += 1
            if given == count:
                return


# --- Legal teams --------------------------------------------------------------------------------------------------


@cache
def legal_team(kind: str, number: int) -> Team:
    """A team whose decks share nothing but basic lands."""
    if kind == GRAND:
        return _grand_team(number)
    formats = SEATS if kind == TRIOS else (FORMATS[number % len(FORMATS)],) * SIZES[kind]
    side = 0 if kind == TWO_HEADED else 15
    for seed in range(number, 1000, 50):
        decks = [
            built_constructed(Terms(name, ON, None, "paper"), side, 10 * seed + at) for at, name in enumerate(formats)
        ]
        own = [set(spells(sheet)) for sheet in decks]
        if len(set().union(*own)) == sum(map(len, own)):
            return Team(kind, tuple(decks))
    raise AssertionError(kind)


def _grand_team(number: int) -> Team:
    """Three decks of Grand Archive without sideboards."""
    rng, terms = Random(f"team {number}"), Terms("ga-standard", date(2026, 6, 20))
    taken, decks = Sheet("taken", terms, {}), []
    for seat in range(SIZES[GRAND]):
        sheet, taken = _grand_deck(Sheet(f"ga-team-{number}-{seat}", terms, {}), taken, rng)
        decks.append(sheet)
    return Team(GRAND, tuple(decks))


def _grand_deck(sheet: Sheet, taken: Sheet, rng: Random) -> tuple[Sheet, Sheet]:
    """A deck of cards that are not taken, and all that are taken by then."""
    spirits = {_spirit(taken, name) for name in taken.names("material")}
    champion = another(taken, rng, "level:0", lambda c: is_plain_ga(c) and _counts_as(c) not in spirits)
    sheet, taken = sheet.plus("material", champion.name), taken.plus("material", champion.name)
    for _ in range(4):
        card = another(taken, rng, "zone:material", lambda c: is_plain_ga(c) and not is_first_champion(c))
        sheet, taken = sheet.plus("material", card.name), taken.plus("material", card.name)
    for _ in range(15):
        card = another(taken, rng, "zone:main")
        sheet, taken = sheet.plus("main", card.name, 4), taken.plus("main", card.name)
    return sheet, taken


def _counts_as(card: Any) -> str:
    return card.value("spirit-alias-of") or str(card.name)


def _spirit(sheet: Sheet, name: str) -> str:
    return _counts_as(sheet.card(name))


def spells(sheet: Sheet, *sections: str) -> list[str]:
    """The names that are no basic lands."""
    return [name for name in sheet.names(*sections) if not sheet.card(name).has("basic")]


def two(team: Team, rng: Random) -> tuple[int, int]:
    one, other = rng.sample(range(len(team.sheets)), 2)
    return one, other


def instead(sheet: Sheet, name: str, count: int = 1) -> Sheet:
    """The deck with a card in the place of basic lands."""
    return sheet.plus("main", "Island", -count).plus("main", name, count)


# --- Ways to break it ---------------------------------------------------------------------------------------------


@breaks(UNIFIED, TWO_HEADED)
def a_card_of_one_mate(team: Team, rng: Random) -> BrokenTeam | None:
    one, other = two(team, rng)
    name = rng.choice(spells(team.sheets[other], "main"))
    changed = team.put(one, instead(team.sheets[one], name, rng.randint(1, 4)))
    return BrokenTeam(changed, {one: Told("unified", name, (other,)), other: Told("unified", name, (one,))})


@breaks(UNIFIED)
def a_card_of_all_three(team: Team, rng: Random) -> BrokenTeam | None:
    name = rng.choice(spells(team.sheets[0], "main"))
    for at in (1, 2):
        team = team.put(at, instead(team.sheets[at], name))
    return BrokenTeam(team, {at: Told("unified", name, tuple({0, 1, 2} - {at})) for at in range(3)})


@breaks(UNIFIED)
def a_card_of_a_mate_in_the_sideboard(team: Team, rng: Random) -> BrokenTeam | None:
    one, other = two(team, rng)
    name, out = rng.choice(spells(team.sheets[other])), rng.choice(team.sheets[one].names("sideboard"))
    changed = team.put(one, team.sheets[one].plus("sideboard", out, -1).plus("sideboard", name))
    return BrokenTeam(changed, {one: Told("unified", name, (other,)), other: Told("unified", name, (one,))})


@breaks(UNIFIED, TWO_HEADED)
def a_card_that_lifts_its_limit_in_two_decks(team: Team, rng: Random) -> BrokenTeam | None:
    """It does so for one deck of the team (MTR 8.4)."""
    one, other = two(team, rng)
    name = rng.choice(["Relentless Rats", "Rat Colony", "Persistent Petitioners", "Shadowborn Apostle"])
    admitted = team.sheets[one].book.legality.admits(team.sheets[one].card(name))
    if not admitted.admitted or admitted.doubt:
        return None
    changed = team.put(one, instead(team.sheets[one], name, 8)).put(other, instead(team.sheets[other], name, 1))
    return BrokenTeam(changed, {one: Told("unified", name, (other,)), other: Told("unified", name, (one,))})


@breaks(UNIFIED, TWO_HEADED)
def a_banned_card_in_one_deck(team: Team, rng: Random) -> BrokenTeam | None:
    """A matter of that player alone."""
    at = rng.randrange(len(team.sheets))
    sheet = team.sheets[at]
    law = sheet.book.legality
    plain = [n for n in surely(law, "banned") if is_plain(sheet.card(n)) and law.admits(sheet.card(n)).admitted]
    name = rng.choice(plain)
    return BrokenTeam(team.put(at, instead(sheet, name)), {at: Told("banned", name)})


@breaks(TWO_HEADED)
def a_sideboard_of_one_head(team: Team, rng: Random) -> BrokenTeam | None:
    at = rng.randrange(2)
    card = draw(
        rng, all_cards("mtg"), lambda c: fits(c, team.sheets[at].book) and c.name not in team.sheets[1 - at].names()
    )
    assert card is not None
    return BrokenTeam(team.put(at, team.sheets[at].plus("sideboard", card.name)), {at: Told("sideboard-forbidden")})


@breaks(TWO_HEADED)
def a_card_that_is_banned_in_two_headed_giant(team: Team, rng: Random) -> BrokenTeam | None:
    at, name = rng.randrange(2), "Erayo, Soratami Ascendant // Erayo's Essence"
    law = team.sheets[at].book.legality
    if not law.admits(team.sheets[at].card(name)).admitted or law.status(team.sheets[at].card(name)).word != "legal":
        return None
    return BrokenTeam(team.put(at, instead(team.sheets[at], name)), {at: Told("banned", name)})


@breaks(TWO_HEADED)
def a_companion_of_one_head(team: Team, rng: Random) -> BrokenTeam | None:
    at, name = rng.randrange(2), "Kaheera, the Orphanguard"
    sheet = team.sheets[at]
    if sheet.terms.format == "pauper" or not fits(sheet.card(name), sheet.book):
        return None
    lands = Sheet(sheet.id, sheet.terms, {"main": {"Island": 60}, "companion": {name: 1}})
    return BrokenTeam(team.put(at, lands), {at: Told("companion-place", name, verdict="unclear")})


@breaks(TRIOS)
def a_card_that_only_the_format_of_another_seat_has(team: Team, rng: Random) -> BrokenTeam | None:
    at = rng.randrange(2)
    mine, legacy = team.sheets[at].book, team.sheets[2].book
    card = draw(rng, all_cards("mtg"), lambda c: fits(c, legacy) and not mine.legality.admits(c).admitted)
    assert card is not None
    if mine.legality.status(card).word != "legal" or mine.legality.admits(card).doubt:
        return None
    changed = team.put(at, instead(team.sheets[at], card.name)).put(2, instead(team.sheets[2], card.name))
    return BrokenTeam(changed, {at: Told("not-in-format", card.name)})


@breaks(TRIOS)
def a_card_in_decks_of_several_formats(team: Team, rng: Random) -> BrokenTeam | None:
    """Legal: decks are unified only where all play one format."""
    name = next((n for n in spells(team.sheets[0], "main") if all(fits(s.card(n), s.book) for s in team.sheets)), "")
    if not name:
        return None
    return BrokenTeam(team.put(1, instead(team.sheets[1], name)).put(2, instead(team.sheets[2], name)))


@breaks(TRIOS)
def a_player_whose_seat_nobody_knows(team: Team, rng: Random) -> BrokenTeam | None:
    at = rng.randrange(3)
    return BrokenTeam(replace(team, unseated=frozenset({at})), {at: Told("seat-chosen", verdict="unclear")})


@breaks(GRAND)
def a_fifth_copy_over_the_team(team: Team, rng: Random) -> BrokenTeam | None:
    one, other = two(team, rng)
    name = rng.choice(team.sheets[other].names("main"))
    changed = team.put(one, team.sheets[one].plus("main", name))
    return BrokenTeam(changed, {one: Told("unified", name, (other,)), other: Told("unified", name, (one,))})


@breaks(GRAND)
def a_material_card_of_one_mate(team: Team, rng: Random) -> BrokenTeam | None:
    one, other = two(team, rng)
    name = rng.choice([n for n in team.sheets[other].names("material") if not _is_champion(team.sheets[other], n)])
    changed = team.put(one, team.sheets[one].plus("material", name))
    both = {one: Told("unified-material", name, (other,)), other: Told("unified-material", name, (one,))}
    return BrokenTeam(changed, both)


def _is_champion(sheet: Sheet, name: str) -> bool:
    return sheet.card(name).has("type:Champion")


@breaks(GRAND)
def a_spirit_that_counts_as_a_mates(team: Team, rng: Random) -> BrokenTeam | None:
    one, other = two(team, rng)
    theirs = next(n for n in team.sheets[other].names("material") if is_first_champion(team.sheets[other].card(n)))
    wanted = _spirit(team.sheets[other], theirs)
    alike = [c for c in all_cards("ga") if _counts_as(c) == wanted and c.name != theirs and is_plain_ga(c)]
    law = team.sheets[one].book.legality
    alike = [c for c in alike if law.admits(c).admitted and not law.admits(c).doubt and law.status(c).word == "legal"]
    if not alike:
        return None
    name = rng.choice(alike).name
    changed = team.put(one, team.sheets[one].plus("material", name))
    both = {one: Told("unified-material", name, (other,)), other: Told("unified-material", theirs, (one,))}
    return BrokenTeam(changed, both)


@breaks(GRAND)
def a_sideboard_of_one_seat(team: Team, rng: Random) -> BrokenTeam | None:
    at = rng.randrange(3)
    card = another(team.sheets[at], rng, "zone:main")
    if any(card.name in sheet.names() for sheet in team.sheets):
        return None
    return BrokenTeam(team.put(at, team.sheets[at].plus("sideboard", card.name)), {at: Told("sideboard-max")})
