"""An event of Commander Booster Draft: lists are held to the pool, the commanders to the boosters that were opened."""

from __future__ import annotations

from typing import Final

import pytest

from deckcheck.app.context import App
from deckcheck.app.refusals import Refused
from deckcheck.events.stage_states import Order
from deckcheck.events.stages import StagePatch, change_stage
from deckcheck.lists.editor import editor_of
from deckcheck.lists.judged import judge_for
from deckcheck.lists.list_comparisons import CompareLists, compare_lists
from deckcheck.pools.registration import RegisterPool, register_pool
from tests.events import Made, make_event
from tests.registrations import send
from tests.services.test_pools_judged import verdicts

POOL: Final = "3 Lightning Bolt\n1 Krenko, Mob Boss\n1 Isamaru, Hound of Konda\n"
PIPERS: Final = "Commander\n2 The Prismatic Piper\n\nDeck\n3 Lightning Bolt\n30 Mountain\n25 Plains\n"
PAIR: Final = (
    "Commander\n1 Krenko, Mob Boss\n1 Isamaru, Hound of Konda\n\nDeck\n3 Lightning Bolt\n30 Mountain\n25 Plains\n"
)
ALONE: Final = "Commander\n1 Krenko, Mob Boss\n\nDeck\n3 Lightning Bolt\n56 Mountain\n"


def drafted(desk: App, *sets: str, level: str = "regular") -> Made:
    made = make_event(desk, players=2, format="commander-draft", match="bo1", level=level)
    opened(made, desk, *sets)
    judge = made.as_account("judge")
    register_pool(RegisterPool(judge, made.slug, 1, "swiss", POOL, key="", as_opened=True), desk)
    return made


def opened(made: Made, desk: App, *sets: str, reason: str = "") -> None:
    patch = StagePatch(pools="own", pool_sets=sets)
    change_stage(desk, made.as_account("organizer"), made.slug, "swiss", patch, Order(reason=reason))


def told(made: Made, desk: App, text: str) -> list[tuple[str, str]]:
    """What is said of who leads and of the pool, as the player types; whether boosters hold a card is told apart."""
    terms = editor_of(made.as_person(0), made.slug, desk).window.terms
    found = judge_for(text, terms, desk).report.problems
    return [(p.clause, str(p.severity)) for p in found if p.clause != "pool-opened"]


def test_a_deck_of_sixty_with_copies_of_the_pool_is_legal_in_a_single_game(one_desk: App) -> None:
    made = drafted(one_desk)
    assert one_desk.reference.match(one_desk.reference.format("Commander Booster Draft")) == "bo1"
    assert send(made, one_desk, ALONE).verdict == "legal"
    assert send(made, one_desk, ALONE.replace("56 Mountain", "55 Mountain")).verdict == "illegal"
    assert told(made, one_desk, ALONE.replace("56 Mountain", "55 Mountain")) == [("main-min", "error")]
    assert told(made, one_desk, ALONE.replace("3 Lightning", "4 Lightning")) == [("pool", "error")]
    assert told(made, one_desk, ALONE.replace("56 Mountain", "56 Plains"))[0] == ("colour-identity", "error")


@pytest.mark.parametrize(
    ("text", "sets", "found"),
    [
        (PIPERS, ("CMR",), []),
        (PIPERS, ("CMM",), []),
        (PIPERS, ("CLB",), [("pool", "error")]),
        (PIPERS, (), [("pool", "unclear")]),
        (PAIR, ("CMM",), []),
        (PAIR, ("CMR", "CMM"), []),
        (PAIR, ("CMR",), [("commander-pairing", "error")]),
        (PAIR, (), [("commander-pairing", "unclear")]),
    ],
)
def test_the_boosters_of_the_event_say_who_leads(
    one_desk: App, text: str, sets: tuple[str, ...], found: list[tuple[str, str]]
) -> None:
    made = drafted(one_desk, *sets)
    assert told(made, one_desk, text) == found
    if not sets:
        assert send(made, one_desk, text).verdict == "unclear"


def test_lists_are_judged_again_when_the_event_says_which_boosters_were_opened(one_desk: App) -> None:
    made = drafted(one_desk)
    assert send(made, one_desk, PIPERS).verdict == "unclear"
    with pytest.raises(Refused, match="Say why: 1 list was judged under the old settings"):
        opened(made, one_desk, "CLB")
    opened(made, one_desk, "CLB", reason="The sets were left out")
    assert verdicts(made, one_desk) == [("unclear", "player"), ("illegal", "settings")]


def test_the_deck_on_the_table_is_that_of_the_list_and_held_to_its_pool(one_desk: App) -> None:
    made = drafted(one_desk, "CMM", level="competitive")
    terms = editor_of(made.as_person(0), made.slug, one_desk).window.terms
    same = compare_lists(CompareLists(PAIR, PAIR, terms), one_desk)
    swapped = compare_lists(CompareLists(PAIR, ALONE, terms), one_desk)
    assert swapped.verdict == "differs"
    assert ("commander", "Isamaru, Hound of Konda") in {(section, name) for _, name, section in swapped.missing}
    assert same.verdict == "matches"


def test_where_decks_change_the_pool_says_who_may_lead_the_next_match(one_desk: App) -> None:
    """MTR 7.3: commanders come from the pool as well, or are those that the boosters bring along (CR 903.13e)."""
    made = drafted(one_desk, "CMM")
    terms = editor_of(made.as_person(0), made.slug, one_desk).window.terms
    verdicts_on = {
        text: str(compare_lists(CompareLists(PAIR, text, terms), one_desk).verdict) for text in (ALONE, PIPERS)
    }
    assert verdicts_on == {ALONE: "matches", PIPERS: "matches"}
    strange = ALONE.replace("Krenko, Mob Boss", "Ragavan, Nimble Pilferer")
    assert compare_lists(CompareLists(PAIR, strange, terms), one_desk).verdict == "illegal"
