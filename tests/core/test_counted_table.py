"""At any moment of a check the difference says what was seen, and the story says why perhaps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.games import GAMES
from deckcheck.verdict.counted_table import SIDE, Difference, Moved, Off, difference
from deckcheck.verdict.layout import Listed, row_id
from deckcheck.verdict.likely_cause import Boarding, OtherList, tell_story
from tests.verdicts import records

MTG: Final = GAMES["mtg"]
BURN: Final = (
    Listed("main", 4, "Lightning Bolt"),
    Listed("main", 4, "Spell Pierce"),
    Listed("main", 20, "Mountain"),
    Listed("sideboard", 1, "Lightning Bolt"),
    Listed("sideboard", 2, "Pyroblast"),
    Listed("sideboard", 2, "Abrade"),
)
BOTH: Final = ("main", "sideboard")
WHOLE: Final = {row_id(line.section, line.name): line.count for line in BURN}


def seen(**changes: int) -> dict[str, int]:
    """The whole list as it should lie there, with other counts in some rows: `main_Lightning_Bolt=5`."""
    found = dict(WHOLE)
    for key, count in changes.items():
        section, _, name = key.partition("_")
        found[row_id(section, name.replace("_", " "))] = count
    return found


def compare(counts: Mapping[str, int], done: tuple[str, ...] = BOTH, *, boarded: bool = False) -> Difference:
    return difference(BURN, counts, done, boarded=boarded)


def story(found: Difference, opponents: tuple[OtherList, ...] = (), boarding: Boarding | None = None) -> str:
    return tell_story(found, MTG, opponents=opponents, boarding=boarding).text


def test_a_deck_that_is_all_there_is_in_order_and_has_no_story() -> None:
    found = compare(WHOLE)
    assert (found.missing, found.extra, found.wrong_section, found.to_count) == ((), (), (), 0)
    assert found.outlook == "in-order"
    assert story(found) == ""


def test_what_was_not_seen_is_to_be_counted_until_its_section_is_counted_whole() -> None:
    early = compare({"main:Lightning Bolt": 3}, ())
    assert (early.missing, early.to_count, early.outlook) == ((), 30, "partly")
    assert story(early) == ""
    late = compare({"main:Lightning Bolt": 3}, ("main",))
    assert late.missing == (
        Off(1, "Lightning Bolt", "main"),
        Off(4, "Spell Pierce", "main"),
        Off(20, "Mountain", "main"),
    )
    assert (late.to_count, late.outlook) == (5, "differs")
    assert [(s.id, s.listed, s.seen, s.to_count, s.done) for s in late.sections] == [
        ("main", 28, 3, 0, True),
        ("sideboard", 5, 0, 5, False),
    ]


def test_an_extra_card_whose_fellow_was_not_seen_in_the_sideboard_was_perhaps_not_swapped_back() -> None:
    early = compare(seen(main_Lightning_Bolt=5, sideboard_Lightning_Bolt=0), ("main",))
    assert (early.extra, early.wrong_section) == ((Off(1, "Lightning Bolt", "main"),), ())
    assert story(early) == (
        "1 Lightning Bolt too many in the main deck. The list has 1 in the sideboard: perhaps not swapped back."
    )
    late = compare(seen(main_Lightning_Bolt=5, sideboard_Lightning_Bolt=0))
    assert (late.extra, late.missing) == ((), ())
    assert late.wrong_section == (Moved(1, "Lightning Bolt", "main", "sideboard"),)
    assert story(late) == story(early)


def test_four_cards_not_swapped_back_are_one_story() -> None:
    counts = seen(main_Pyroblast=2, main_Abrade=2, sideboard_Pyroblast=0, sideboard_Abrade=0)
    counts |= {"main:Spell Pierce": 0, "sideboard:Spell Pierce": 4}
    found = compare(counts)
    assert (found.missing, found.extra) == ((), ())
    told = "4 cards of the sideboard are in the main deck and 4 of the main deck are in the sideboard"
    assert story(found) == f"{told}: perhaps not swapped back."
    known = Boarding("game 2 of round 3", frozenset({"Pyroblast", "Abrade", "Fury"}))
    assert story(found, boarding=known) == f"{told}: boarded in for game 2 of round 3 and perhaps not swapped back."


def test_in_a_boarded_configuration_the_same_move_is_a_swap() -> None:
    counts = seen(main_Pyroblast=2, main_Spell_Pierce=1, sideboard_Pyroblast=0) | {"sideboard:Spell Pierce": 3}
    found = compare(counts, boarded=True)
    assert (found.differs, found.outlook) == (False, "in-order")
    assert story(found) == "2 cards in from the sideboard, 3 out to it. Boarding is allowed from game 2."
    assert compare(counts).differs


def test_a_boarded_configuration_with_a_foreign_card_differs() -> None:
    found = compare(seen(main_Fury=1), boarded=True)
    assert found.outlook == "differs"


def test_a_material_card_in_the_main_deck_is_no_swap_even_when_boarding_is_allowed() -> None:
    listed = (Listed("material", 1, "Tariff Ring"), Listed("main", 4, "Fireball"))
    found = difference(listed, {"main:Tariff Ring": 1, "main:Fireball": 4}, ("material", "main"), boarded=True)
    assert found.wrong_section == (Moved(1, "Tariff Ring", "main", "material"),)
    assert found.differs
    assert tell_story(found, GAMES["ga"]).text == (
        "1 Tariff Ring of the material deck lies in the main deck: perhaps mixed when the cards were put away."
    )


def test_a_card_of_the_opponent_is_told_as_theirs() -> None:
    theirs = (OtherList("Dahl, Per", frozenset({"Fury"})), OtherList("Ruiz, Eva (round 2)", frozenset({"Ragavan"})))
    found = compare(seen(main_Ragavan=1))
    assert story(found, theirs) == (
        "1 Ragavan is not on this list but on that of Ruiz, Eva (round 2): perhaps left from their match."
    )
    assert tell_story(found, MTG).kind == "foreign"
    assert tell_story(found, MTG).text.endswith("compared with. Ask whose it is.")
    assert tell_story(compare(seen(main_Ragavan=2)), MTG).text.endswith("compared with. Ask whose they are.")


def test_names_that_read_alike_are_looked_at_again() -> None:
    found = compare(seen(main_Spell_Snare=1, main_Spell_Pierce=3))
    assert story(found) == (
        "1 Spell Snare too many, and Spell Pierce is short of as many or more: the names read alike. "
        "Look at the card again."
    )


def test_one_card_off_is_perhaps_a_slip_in_counting() -> None:
    assert story(compare(seen(main_Mountain=21))) == (
        "1 Mountain too many and nothing else is off: perhaps counted twice. Count it again."
    )
    assert tell_story(compare(seen(main_Mountain=19)), MTG).kind == "off-by-one"
    assert tell_story(compare(seen(main_Mountain=22)), MTG).kind == ""


def test_a_card_in_place_of_another_was_perhaps_changed_after_the_list_was_sent() -> None:
    assert story(compare(seen(sideboard_Fury=2, sideboard_Abrade=0))) == (
        "2 Fury where the list has 2 Abrade: perhaps changed after the list was submitted."
    )
    assert tell_story(compare(seen(main_Mountain=21, main_Lightning_Bolt=3)), MTG).kind == "slip-of-list"


def test_missing_cards_are_looked_for() -> None:
    assert story(compare(seen(main_Mountain=17))) == (
        "3 cards missing and none too many. Look in the box, in the opponent's deck and with the last opponent."
    )


def test_a_deck_that_is_mostly_foreign_is_another_deck() -> None:
    counts = {"main:Forest": 9, "main:Lightning Bolt": 2}
    found = compare(counts, ())
    assert story(found) == (
        "9 of 11 cards counted are not on this list: perhaps it is another deck, or not the list that was meant."
    )
    assert story(found, (OtherList("Dahl, Per", frozenset({"Forest"})),)) == (
        "9 of 11 cards counted are on the list of Dahl, Per, not on this one: perhaps it is the other deck."
    )
    assert tell_story(compare({"main:Forest": 7, "main:Lightning Bolt": 2}, ()), MTG).kind != "another-deck"


def test_a_row_that_is_no_row_is_left_out() -> None:
    assert compare(WHOLE | {"nothing": 3, "main:Fury": 0, "main:Abrade": -2}).outlook == "in-order"


NAMES: Final = ("Lightning Bolt", "Spell Pierce", "Mountain", "Pyroblast", "Abrade", "Fury")
counts_of_rows = st.dictionaries(
    st.builds(row_id, st.sampled_from(BOTH), st.sampled_from(NAMES)), st.integers(0, 25), max_size=9
)


@settings(max_examples=150, deadline=None)
@given(counts_of_rows, st.sets(st.sampled_from(BOTH)), st.booleans())
def test_every_card_seen_or_listed_is_accounted_for_once(counts: dict[str, int], done: set[str], boarded: bool) -> None:
    found = compare(counts, tuple(done), boarded=boarded)
    for section in BOTH:
        listed = sum(line.count for line in BURN if line.section == section)
        there = sum(n for key, n in counts.items() if key.startswith(f"{section}:"))
        gone = sum(off.count for off in found.missing if off.section == section)
        more = sum(off.count for off in found.extra if off.section == section)
        here = sum(move.count for move in found.wrong_section if move.found == section)
        home = sum(move.count for move in found.wrong_section if move.listed == section)
        waits = sum(state.to_count for state in found.sections if state.id == section)
        assert listed + more + here == there + gone + home + waits
    both = Counter(off.name for off in found.missing) & Counter(off.name for off in found.extra)
    assert not both or not done.issuperset(BOTH), "a card is missing and extra though both sections were counted"
    assert len(tell_story(found, MTG).text) <= 160


@pytest.mark.parametrize("kind", ["main", "sideboard"])
def test_a_section_counted_whole_has_nothing_left_to_count(kind: str) -> None:
    found = compare({}, (kind,))
    assert {state.id: state.to_count for state in found.sections}[kind] == 0


def real_lists(name: str, sections: Mapping[str, str], least: int) -> list[tuple[Listed, ...]]:
    """Real lists with a sideboard, by the sections of the file."""
    found = []
    for record in records(f"lists/{name}.jsonl"):
        rows = tuple(Listed(sections[key], n, card) for key in sections for n, card in record.get(key, ()))
        if sum(row.count for row in rows if row.section == SIDE) >= least:
            found.append(rows)
    return Random(7).sample(found, min(150, len(found)))


def counted(rows: tuple[Listed, ...]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for row in rows:
        counts[row_id(row.section, row.name)] += row.count
    return dict(counts)


def move(counts: dict[str, int], random: Random, there: str, home: str) -> None:
    """Take one card of a section and put it into another."""
    key = random.choice([key for key, n in counts.items() if n and key.startswith(f"{home}:")])
    counts[key] -= 1
    other = f"{there}:{key.partition(':')[2]}"
    counts[other] = counts.get(other, 0) + 1


@pytest.mark.parametrize(
    ("name", "sections", "game"),
    [
        ("mtgo", {"main": "main", "side": "sideboard"}, "mtg"),
        ("ga", {"material": "material", "main": "main", "side": "sideboard"}, "ga"),
    ],
)
def test_what_happens_to_real_decks_is_told_as_what_happened(name: str, sections: Mapping[str, str], game: str) -> None:
    random = Random(11)
    lists = real_lists(name, sections, 8)
    assert len(lists) > 50
    done = tuple(sections.values())
    for place, rows in enumerate(lists):
        boarded = counted(rows)
        for _ in range(random.randint(1, 4)):
            move(boarded, random, "main", SIDE)
            move(boarded, random, SIDE, "main")
        same = boarded == counted(rows) or not difference(rows, boarded, done).wrong_section
        kinds = [tell_story(difference(rows, boarded, done, boarded=late), GAMES[game]).kind for late in (False, True)]
        assert kinds == (["", ""] if same else ["not-swapped-back", "swap"])

        other = lists[place - 1]
        mine = {row.name for row in rows}
        theirs = next((row.name for row in other if row.section == "main" and row.name not in mine), "")
        found = difference(rows, {**counted(rows), row_id("main", theirs): 1}, done)
        opponent = OtherList("Dahl, Per", frozenset(row.name for row in other))
        assert tell_story(found, GAMES[game], opponents=(opponent,)).kind == ("card-of-another" if theirs else "")

        once = counted(rows)
        once[random.choice(list(once))] += random.choice((-1, 1))
        assert tell_story(difference(rows, once, done), GAMES[game]).kind == "off-by-one"
        assert tell_story(difference(rows, once, ()), GAMES[game]).kind in {"off-by-one", ""}
