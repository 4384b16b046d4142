"""Lists with any number of faults at once: every fault is told, and none that is not there.

A few cards whose standing is plain are thrown together at random; what must be found is reckoned here from their
standing alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.lists.list_checks import Terms
from tests.ga_reference import faults
from tests.legal_lists import ga_lists
from tests.sheets import Sheet
from tests.verdicts import errors, of_severity, verdict_on

MODERN: Final = Terms("modern", date(2026, 3, 1))
VINTAGE: Final = Terms("vintage", date(2026, 3, 1))
COMMANDER: Final = Terms("commander", date(2026, 3, 1))

BASICS: Final = ("Mountain", "Snow-Covered Island", "Wastes")
ANY_NUMBER: Final = ("Relentless Rats", "Persistent Petitioners")
OWN_LIMIT: Final = {"Seven Dwarves": 7, "Nazgûl": 9}
PLAIN: Final = ("Lightning Bolt", "Counterspell", "Ornithopter", "Wear // Tear", "Delver of Secrets", "Llanowar Elves")
CASUAL: Final = ("Treasure", "Chaos Confetti", "Hanweir, the Writhing Township", "Urza, Planeswalker")
NO_CARDS: Final = ("Quorblex of the Nineteenth Hexagon", "Zyx Wvuqo Kraz")
BANNED: Final = {"modern": ("Birthing Pod", "Mental Misstep", "Ancient Den"), "vintage": ("Shahrazad", "Chaos Orb")}
RESTRICTED: Final = {"modern": (), "vintage": ("Black Lotus", "Ancestral Recall", "Monastery Mentor")}
OUTSIDE: Final = {"modern": ("Swords to Plowshares", "Psychatog", "Brainstorm"), "vintage": ()}
FREE: Final = (*BASICS, *ANY_NUMBER, *NO_CARDS)

Told = set[tuple[str, str]]


def rows_for(format: str) -> st.SearchStrategy[dict[str, dict[str, int]]]:
    names = (*BASICS, *ANY_NUMBER, *OWN_LIMIT, *PLAIN, *CASUAL, *NO_CARDS)
    known = (*names, *BANNED[format], *RESTRICTED[format], *OUTSIDE[format])
    some = st.dictionaries(st.sampled_from(known), st.integers(1, 12), min_size=1, max_size=12)
    few = st.dictionaries(st.sampled_from(known), st.integers(1, 5), max_size=6)
    return st.fixed_dictionaries({"main": some, "sideboard": few})


def reckoned(sheet: Sheet) -> Told:
    """Every error there must be, as rule and card."""
    both = Counter(sheet.rows["main"]) + Counter(sheet.rows.get("sideboard", {}))
    found = {fault for name, count in both.items() for fault in _faults(sheet.terms.format, name, count)}
    if sheet.size("main") < 60:
        found.add(("main-min", ""))
    if sheet.size("sideboard") - strangers(sheet) > 15:
        found.add(("sideboard-max", ""))
    return found


def strangers(sheet: Sheet) -> int:
    """How many cards of the sideboard are like none: they may be no cards, so that they make no list too large."""
    return sum(count for name, count in sheet.rows.get("sideboard", {}).items() if name in NO_CARDS)


def _faults(format: str, name: str, count: int) -> Iterator[tuple[str, str]]:
    """What is wrong with so many copies of a card."""
    standing = {"not-a-tournament-card": CASUAL, "banned": BANNED[format], "not-in-format": OUTSIDE[format]}
    yield from ((rule, name) for rule, names in standing.items() if name in names)
    if name in RESTRICTED[format]:
        if count > 1:
            yield "restricted", name
    elif name not in FREE and count > OWN_LIMIT.get(name, 4):
        yield "copies", name


def told(sheet: Sheet) -> Told:
    verdict = verdict_on(sheet.text(), sheet.terms)
    waiting = {row["text"] for row in verdict["unresolved"]}
    assert waiting == {name for name in sheet.names() if name in NO_CARDS}
    asked = {"unknown-card"} if waiting else set()
    asked |= {"sideboard-max"} if sheet.size("sideboard") - strangers(sheet) <= 15 < sheet.size("sideboard") else set()
    assert {p["rule"] for p in of_severity(verdict, "unclear")} == asked
    assert verdict["counts"].get("main", 0) == sheet.size("main")
    fronts = {"Delver of Secrets // Insectile Aberration": "Delver of Secrets"}
    return {(p["rule"], fronts.get(card, card)) for p in errors(verdict) for card in p["cards"] or [""]}


@settings(max_examples=400, deadline=None, derandomize=True)
@given(rows_for("modern"))
def test_a_modern_list_is_told_all_its_faults_and_no_other(rows: dict[str, dict[str, int]]) -> None:
    sheet = Sheet("any", MODERN, {section: here for section, here in rows.items() if here})
    assert told(sheet) == reckoned(sheet)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(rows_for("vintage"))
def test_a_vintage_list_is_told_all_its_faults_and_no_other(rows: dict[str, dict[str, int]]) -> None:
    sheet = Sheet("any", VINTAGE, {section: here for section, here in rows.items() if here})
    assert told(sheet) == reckoned(sheet)


RED: Final = ("Lightning Bolt", "Goblin Guide", "Sol Ring", "Command Tower", "Mogg Fanatic")
OTHER: Final = ("Counterspell", "Boros Signet", "Breeding Pool", "Fire // Ice", "Llanowar Elves", "Island")


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    st.dictionaries(st.sampled_from((*RED, *OTHER)), st.integers(1, 3), max_size=9),
    st.dictionaries(st.sampled_from((*RED, *OTHER)), st.integers(1, 3), max_size=2),
    st.integers(85, 101),
)
def test_a_commander_list_is_told_all_its_faults_and_no_other(
    main: dict[str, int], side: dict[str, int], lands: int
) -> None:
    rows = {"commander": {"Krenko, Mob Boss": 1}, "main": {**main, "Mountain": lands}, "sideboard": side}
    sheet = Sheet("any", COMMANDER, {section: here for section, here in rows.items() if here})
    wanted: Told = set() if sheet.size("main") == 99 else {("main-exact", "")}
    wanted |= {("sideboard-forbidden", "")} if side else set()
    wanted |= {("singleton", name) for name, count in main.items() if count > 1 and name != "Island"}
    wanted |= {("colour-identity", name) for name in main if name in OTHER}
    found = told(sheet)
    # What stands in a sideboard that may not be there at all is no second fault of its own.
    assert {fault for fault in found if fault[0] != "sideboard-forbidden"} == wanted - {("sideboard-forbidden", "")}
    assert bool(side) is any(rule == "sideboard-forbidden" for rule, _ in found)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    st.integers(0, 94),
    st.integers(0, 94),
    st.lists(st.tuples(st.sampled_from(("material", "main", "sideboard")), st.integers(0, 30), st.integers(-2, 3))),
)
def test_a_list_of_grand_archive_is_told_all_its_faults_and_no_other(
    one: int, other: int, changes: list[tuple[str, int, int]]
) -> None:
    """A registered list with cards of another thrown in, anywhere; a second reckoning says what is wrong with it."""
    sheet, names = ga_lists()[one], ga_lists()[other].names()
    for section, place, by in changes:
        name = names[place % len(names)]
        sheet = sheet.plus(section, name, max(by, -sheet.rows.get(section, {}).get(name, 0)))
    if sheet.size("main") and sheet.size("material"):
        verdict = verdict_on(sheet.text(), sheet.terms)
        assert {p["rule"] for p in errors(verdict)} == faults(sheet)
