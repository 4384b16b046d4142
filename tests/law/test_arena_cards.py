"""What is on Arena on a day: sets, single cards, rebalanced cards and Alchemy's windows, against the table of days."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta
from typing import Any

import pytest

from deckcheck.catalogue import open_index, open_sets
from deckcheck.decklist.decks import Deck, Entry, Line, LineKind, ParsedList
from deckcheck.verdict.judgement import check_deck, judge_list
from tests.law.law import admits, book, card, law, word
from tests.support import TESTS

ROWS: list[dict[str, Any]] = [
    json.loads(line) for line in (TESTS / "data" / "arena-days.jsonl").read_text("utf-8").splitlines()
]
KNOWN_ON = "2026-08-12"
OPENED = "2018-09-27"
OF_ARENA = ("historic", "timeless", "brawl", "alchemy", "explorer", "standard-brawl")
DAYS = ("2018-10-01", "2020-07-20", "2022-01-01", "2023-08-20", "2025-05-05", "2026-08-13")


def before(day: str) -> str:
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def known(name: str) -> str:
    """The catalogue's name for one of the table, which may be a front alone; empty where there is none."""
    found = open_index("mtg").find(name).cards
    return found[0].name if len(found) == 1 else ""


NOT_THERE = {
    *("Breeches, Brazen Plunderer", "Bridge from Below", "Dargo, the Shipwrecker", "Kalamax, the Stormsire"),
    *("Library of Leng", "Lord of Atlantis", "Lord Windgrace", "Malcolm, Keen-Eyed Navigator", "Mephidross Vampire"),
    *("Mirri, Weatherlight Duelist", "Star Compass"),
}
"""Special Guests that the table dates with their set, and the legality list of 2026-08-12 has in no pool of Arena."""

CERTAIN = [
    row
    for row in ROWS
    if row["arena_from"] and row["sure"] != "low" and known(row["name"]) and row["name"] not in NOT_THERE
]
OPEN = [row for row in ROWS if not (row["arena_from"] and row["sure"] != "low") and known(row["name"])]


def test_the_table_is_of_cards_that_are_known() -> None:
    assert {row["name"] for row in ROWS if not known(row["name"])} <= {"Enter the Eternities", "Salvaged Imitations"}


def test_special_guests_that_a_later_list_does_not_have_are_not_there() -> None:
    assert not [name for name in NOT_THERE if admits("timeless", name, KNOWN_ON).admitted]


def test_a_card_with_a_certain_day_is_there_from_that_day_and_not_before() -> None:
    wrong = []
    for row in CERTAIN:
        name, day = known(row["name"]), row["arena_from"]
        on, eve = admits("timeless", name, day), admits("timeless", name, before(day))
        if not on.admitted or on.doubt or (eve.admitted and day > OPENED):
            wrong.append((name, day, on, eve))
    assert not wrong


@pytest.mark.parametrize("day", ["2022-05-01", "2024-06-01", "2026-08-11"])
def test_a_card_without_a_certain_day_is_a_question_and_never_refused_for_a_doubtful_day(day: str) -> None:
    wrong = []
    arena = law().arena("mtg", "pools/arena")
    for row in OPEN:
        name = known(row["name"])
        answer, by_set = admits("timeless", name, day), arena.first_day(card(name))
        there = bool(by_set and by_set <= day) or (row.get("not_after") or "9") <= day
        printed = min(_releases(name), default="") <= day
        if (answer.admitted and not answer.doubt) != there or (printed and not answer.admitted):
            wrong.append((name, day, answer))
    assert not wrong


def _releases(name: str) -> list[str]:
    sets = open_sets("mtg")
    mine = (sets[p.set_code] for p in card(name).printings if p.set_code in sets)
    return [known_set.release for known_set in mine if known_set.kind != "promo"]


def test_few_cards_have_no_certain_day() -> None:
    arena = law().arena("mtg", "pools/arena")

    def without(format_id: str) -> list[str]:
        found = book(format_id, KNOWN_ON).legality
        names = [name for name in arena.unsure if not arena.first_day(card(name))]
        return [name for name in names if found.admits(card(name)).admitted]

    assert len(without("historic")) <= 85
    assert not without("alchemy")


@pytest.mark.parametrize(
    ("format_id", "name", "day"),
    [
        ("historic", "Thought-Knot Seer", "2023-03-01"),
        ("historic", "Honor the Past", "2026-08-20"),
        ("historic", "Preordain", "2025-10-28"),
        ("historic", "Winds of Abandon", "2025-10-31"),
        ("historic", "Bloodghast", "2024-07-08"),
        ("historic", "Hangarback Walker", "2024-07-08"),
        ("historic", "Zulaport Cutthroat", "2024-07-08"),
        ("historic", "The Gitrog Monster", "2021-09-07"),
        ("brawl", "Rhys the Redeemed", "2021-09-07"),
    ],
)
def test_a_card_that_was_there_is_admitted(format_id: str, name: str, day: str) -> None:
    answer = admits(format_id, name, day)
    assert (answer.admitted, answer.doubt) == (True, "")


@pytest.mark.parametrize("name", ["Path to Exile", "Reanimate", "Chain Lightning", "Force Spike", "Fog"])
def test_a_card_that_arenas_jumpstarts_replaced_is_not_there_by_them(name: str) -> None:
    assert admits("historic", name, "2021-09-07").reason == "came-later"
    assert admits("historic", name, "2023-01-01").doubt == "arena-day"


@pytest.mark.parametrize("format_id", OF_ARENA)
@pytest.mark.parametrize("day", DAYS)
def test_no_sentence_lacks_its_day(format_id: str, day: str) -> None:
    arena = law().arena("mtg", "pools/arena")
    names = {*arena.cards, *arena.unsure, *arena.rebalanced, *arena.twins, "Black Lotus"}
    lines = tuple(Line(n, name, LineKind.CARD, "main", 1, name) for n, name in enumerate(sorted(names), 1))
    deck = Deck(Entry(line, "main", 1, card(line.name)) for line in lines)
    found = book(format_id, day)
    pool = tuple(b for b in found.clauses if b.rule.id == "card-pool")
    faulty = re.compile(r" [.;,]| {2}|\b(before|from|between|by|and|on|or)[.;,]|\{")
    problems = check_deck(deck, ParsedList("x", lines), found, pool)
    assert problems
    assert not [p.text for p in problems if faulty.search(p.text)]


def test_a_question_about_arena_names_the_days() -> None:
    found = judge_list("1 Academy Manufactor", book("historic", "2024-01-01"), open_index("mtg"))
    assert (
        "Whether Academy Manufactor was on Arena on 1 January 2024 is not known; "
        "it came between 25 November 2019 and 12 August 2026."
    ) in [p.text for p in found.problems]


@pytest.mark.parametrize(
    ("name", "day", "expected"),
    [
        ("Llanowar Elves", "2026-08-12", (True, "")),
        ("Sheoldred, the Apocalypse", "2022-08-31", (False, "")),
        ("Sheoldred, the Apocalypse", "2024-01-01", (True, "")),
        ("Sheoldred, the Apocalypse", "2024-07-30", (True, "")),  # a day of rotation accepts both laws
        ("Sheoldred, the Apocalypse", "2024-07-31", (False, "")),
        ("Esika's Chariot", "2021-12-09", (True, "")),
        ("Esika's Chariot", "2022-08-31", (True, "")),
        ("Esika's Chariot", "2022-09-02", (False, "")),
        ("Wedding Announcement // Wedding Festivity", "2023-08-01", (True, "")),
        ("Wedding Announcement // Wedding Festivity", "2023-08-20", (True, "rotated")),
        ("Wedding Announcement // Wedding Festivity", "2023-09-06", (False, "")),
        ("Ace Flockbringer", "2024-08-19", (False, "")),
        ("Ace Flockbringer", "2024-08-20", (True, "")),
        ("Thought-Knot Seer", "2024-01-01", (False, "")),
        ("Clifftop Retreat", "2026-08-11", (True, "window-unknown")),
        ("Clifftop Retreat", "2026-08-12", (True, "")),
    ],
)
def test_alchemy_is_a_window_of_sets(name: str, day: str, expected: tuple[bool, str]) -> None:
    answer = admits("alchemy", name, day)
    assert (answer.admitted, answer.doubt) == expected


@pytest.mark.parametrize("format_id", ["historic", "brawl", "alchemy"])
def test_all_cards_are_played_as_printed_since_the_end_of_rebalanced_cards(format_id: str) -> None:
    eve, since = (book(format_id, day).twins for day in ("2026-09-21", "2026-09-22"))
    assert eve["Acererak the Archlich"] == "A-Acererak the Archlich"
    assert since["A-Acererak the Archlich"] == "Acererak the Archlich"
    assert not [name for name in since.values() if name.startswith("A-")]
    assert all(card(name) for name in since.values())


def test_a_rebalanced_name_is_read_as_the_printed_card_with_a_note() -> None:
    found = judge_list("4 A-Acererak the Archlich", book("historic", "2026-09-22"), open_index("mtg"))
    assert [note.name for note in found.deck.notes] == ["Acererak the Archlich"]


@pytest.mark.parametrize(
    ("format_id", "name", "eve", "since", "barred"),
    [
        ("historic", "Teferi, Time Raveler", "2022-01-24", "2022-01-25", "banned"),
        ("alchemy", "Cori-Steel Cutter", "2025-06-30", "2026-08-12", "suspended"),
    ],
)
def test_a_card_is_played_as_printed_until_its_rebalanced_version_comes(
    format_id: str, name: str, eve: str, since: str, barred: str
) -> None:
    before, after = (book(format_id, day) for day in (eve, since))
    assert name not in before.twins
    assert before.twins[f"A-{name}"] == name
    assert word(format_id, name, eve) == barred
    assert after.twins[name] == f"A-{name}"
    assert word(format_id, name, since) == "legal"


def test_whether_a_card_was_still_suspended_is_asked_until_it_is_known_to_be_rebalanced() -> None:
    status = book("alchemy", "2025-07-01").legality.status(card("Cori-Steel Cutter"))
    assert (status.word, status.between is not None) == ("suspended", True)
