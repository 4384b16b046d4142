"""Comparing in the core: what no real list shows, and what must hold of any two decks."""

from __future__ import annotations

from collections import Counter
from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.catalogue import open_index
from deckcheck.decklist.list_reader import read_list
from deckcheck.law.event_law import apply_house
from deckcheck.law.event_rules import HouseRules
from deckcheck.law.rulebooks import Rulebook
from deckcheck.verdict.comparison import Comparison, compare
from deckcheck.verdict.pool_law import hold_to_pool
from tests.law.law import book

DAY: Final = "2026-08-01"
MODERN: Final = book("modern", DAY, "", None)
NAMES: Final = ("Lightning Bolt", "Goblin Guide", "Island", "Mountain", "Remand")
LURRUS: Final = "Companion\n1 Lurrus of the Dream-Den\n\n"
decks = st.dictionaries(st.tuples(st.sampled_from(["main", "side"]), st.sampled_from(NAMES)), st.integers(1, 5))
Deck = dict[tuple[str, str], int]


def compared(registered: str, presented: str, game: int = 2, under: Rulebook = MODERN) -> Comparison:
    listed, laid = read_list(registered, under.game), read_list(presented, under.game)
    return compare(listed, laid, under, open_index(under.game.id), game)


def text_of(deck: Deck) -> str:
    main, side = (
        [f"{count} {name}" for (section, name), count in deck.items() if section == wanted]
        for wanted in ("main", "side")
    )
    return "\n".join(["Deck", *main, "", "Sideboard", *side])


def told(found: Comparison) -> list[str]:
    return [p.clause for p in found.problems if p.severity == "error"]


@settings(max_examples=60, deadline=None)
@given(decks, decks)
def test_the_other_way_round_what_is_missing_is_extra_and_what_came_in_went_out(one: Deck, other: Deck) -> None:
    there, back = (compared(text_of(a), text_of(b)) for a, b in ((one, other), (other, one)))
    assert Counter(there.missing) == Counter(back.extra)
    assert Counter(there.moved_in) == Counter(back.moved_out)


@settings(max_examples=60, deadline=None)
@given(decks, decks)
def test_the_list_less_what_is_missing_and_with_what_is_extra_is_the_deck(one: Deck, other: Deck) -> None:
    found = compared(text_of(one), text_of(other))
    whole, laid = (Counter[str](), Counter[str]())
    for counts, deck in ((whole, one), (laid, other)):
        for (_, name), count in deck.items():
            counts[name] += count
    for count, name, _ in found.missing:
        whole[name] -= count
    for count, name, _ in found.extra:
        whole[name] += count
    assert +whole == laid
    assert not {name for _, name, _ in found.missing} & {name for _, name, _ in found.extra}


def test_a_name_in_doubt_leaves_the_verdict_to_a_person_even_where_cards_differ() -> None:
    found = compared("60 Island", "55 Island\n1 Jace\n1 Remand\n3 Mountain")
    assert found.verdict == "unclear"
    assert [p.clause for p in found.presented.questions] == ["ambiguous-card"]
    assert found.extra == ((1, "Remand", "main"), (3, "Mountain", "main"))


def test_a_line_that_cannot_be_read_is_a_question_too() -> None:
    assert compared("60 Island\n4", "60 Island").registered.questions
    assert compared("60 Island\n4", "60 Island").verdict == "unclear"


def test_a_companion_counts_once_under_its_heading_and_in_the_sideboard() -> None:
    registered = LURRUS + "Deck\n60 Swamp\n\nSideboard\n1 Lurrus of the Dream-Den\n4 Remand\n10 Swamp"
    under = book("modern", "2021-06-30", "", None)
    presented = "Deck\n60 Swamp\n\nSideboard\n4 Remand\n10 Swamp\n1 Lurrus of the Dream-Den"
    assert compared(registered, presented, 1, under).verdict == "matches"
    assert compared(presented, registered, 1, under).verdict == "matches"
    assert compared(registered, registered, 1, under).problems == ()


def test_a_companion_left_aside_is_told_and_changes_no_verdict() -> None:
    under = book("modern", "2021-06-30", "", None)
    registered = LURRUS + "Deck\n60 Swamp\n\nSideboard\n4 Kitchen Finks"
    presented = "Deck\n60 Swamp\n1 Kitchen Finks\n\nSideboard\n1 Lurrus of the Dream-Den\n3 Kitchen Finks"
    found = compared(registered, presented, 2, under)
    assert found.verdict == "matches"
    assert [(p.clause, p.severity) for p in found.problems] == [("presented-companion", "warning")]


def test_a_companion_in_use_is_held_to_its_condition_once() -> None:
    under = book("modern", "2021-06-30", "", None)
    registered = LURRUS + "Deck\n60 Swamp\n\nSideboard\n4 Kitchen Finks"
    found = compared(registered, LURRUS + "Deck\n60 Swamp\n4 Kitchen Finks", 2, under)
    assert found.verdict == "illegal"
    assert told(found) == ["presented-companion"]


def test_a_companion_of_a_commander_deck_that_is_not_there_is_missing() -> None:
    deck = "Commander\n1 Krenko, Mob Boss\n\nDeck\n99 Mountain"
    under = book("commander", DAY, "", None)
    found = compared("Companion\n1 Lurrus of the Dream-Den\n\n" + deck, deck, 1, under)
    assert found.missing == ((1, "Lurrus of the Dream-Den", "companion"),)
    assert found.verdict == "differs"


def test_a_commander_in_another_place_is_another_commander() -> None:
    deck = "Commander\n1 Krenko, Mob Boss\n\nDeck\n1 Goblin Guide\n98 Mountain"
    found = compared(deck, "1 Krenko, Mob Boss\n1 Goblin Guide\n98 Mountain", 1, book("commander", DAY, "", None))
    assert found.missing == ((1, "Krenko, Mob Boss", "commander"),)
    assert "presented-mismatch" in told(found)


def test_grand_archive_is_compared_without_headings_as_with_them() -> None:
    under = book("ga-standard", DAY, "", None)
    headed = "# Material Deck\n1 Spirit of Fire\n\n# Main Deck\n4 Art of War\n56 Crowd's Favor\n"
    assert compared(headed, "56 Crowd's Favor\n1 Spirit of Fire\n4 Art of War", 1, under).moved_out == ()
    assert not compared(headed, "56 Crowd's Favor\n1 Spirit of Fire\n4 Art of War", 1, under).missing


def test_a_fact_sheet_holds_on_the_table_and_cannot_leave_comparing_out() -> None:
    rules = HouseRules(sizes={"main-min": 40}, drop=("presented-mismatch", "game-one-configuration"))
    under = apply_house(MODERN, rules, open_index("mtg"))
    swapped = compared("40 Island\n\nSideboard\n4 Remand", "40 Island\n4 Remand", 1, under)
    assert swapped.verdict == "matches"
    assert compared("40 Island", "39 Island\n1 Remand", 1, under).verdict == "differs"


def test_a_companion_follows_the_size_that_a_fact_sheet_gives() -> None:
    yorion = "Companion\n1 Yorion, Sky Nomad\n\nDeck\n60 Plains"
    plain = book("modern", "2021-06-30", "", None)
    smaller = apply_house(plain, HouseRules(sizes={"main-min": 40}), open_index("mtg"))
    assert told(compared(yorion, yorion, 1, plain)) == ["presented-companion"]
    assert told(compared(yorion, yorion, 1, smaller)) == []


def test_what_is_open_about_the_list_itself_does_not_keep_a_deck_from_matching_it() -> None:
    """A registered pool has a card that nobody knows: the Remand beyond it may be that one."""
    held = hold_to_pool(book("limited-sealed", DAY, "", None), ((22, "Remand"), (1, "Zzyzx")), None, open_index("mtg"))
    text = "23 Remand\n17 Island"
    found = compared(text, text, 2, held)
    assert [(p.clause, p.severity) for p in found.problems] == [("pool", "unclear")]
    assert found.verdict == "matches"
    more = compared("22 Remand\n18 Island", "22 Remand\n1 Opt\n18 Island", 2, held)
    assert more.verdict == "differs"
