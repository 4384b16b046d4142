"""Sealed decks registered with their pool: sent, judged, laid out for a deck check, compared after a swap."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from deckcheck.app.context import App
from deckcheck.checks.changes import ChangeCheck, change_check
from deckcheck.checks.guidance import compare_presented
from tests.deck_checks import all_there, an_op, begin, event_in_play, seen, taps
from tests.desks import Clock
from tests.registrations import receipts_of

SEALED: Final = "22 Remand\n1 Counterspell\n17 Island\n\nPool\n22 Remand\n2 Counterspell\n3 Lava Spike\n1 Wastes\n"
BEYOND: Final = SEALED.replace("1 Counterspell\n17", "3 Counterspell\n17")


def test_a_pool_is_checked_when_a_list_is_sent(one_desk: App, clock: Clock) -> None:
    made = event_in_play(one_desk, clock, players=2, texts=(SEALED, BEYOND), format="limited-sealed")
    assert [receipts_of(made, one_desk, number)[0].verdict for number in (1, 2)] == ["legal", "illegal"]


def test_the_rest_of_a_pool_is_the_sideboard_of_a_deck_check(one_desk: App, clock: Clock) -> None:
    """Every card lies on the table once, and is there to be counted once."""
    made = event_in_play(one_desk, clock, players=2, texts=(SEALED,), format="limited-sealed")
    view = begin(made, one_desk)
    assert [(part.section, part.listed) for part in view.sections] == [("main", 40), ("sideboard", 5)]
    aside = {row.name: row.listed for pile in view.sections[1].piles for row in pile.rows}
    assert aside == {"Counterspell": 1, "Lava Spike": 3, "Wastes": 1}
    told = taps(made, one_desk, view.head.uid, *all_there(view, clock()))
    assert (told.difference.to_count, told.difference.outlook) == (0, "in-order")


def test_a_card_of_the_pool_comes_in_after_the_first_game(one_desk: App, clock: Clock) -> None:
    made = event_in_play(one_desk, clock, players=2, texts=(SEALED,), format="limited-sealed")
    judge, table = made.as_account("judge"), "22 Remand\n1 Counterspell\n1 Wastes\n17 Swamp"
    uid = begin(made, one_desk).head.uid
    found = compare_presented(one_desk, judge, made.slug, uid, table, 2)
    assert (found.verdict, found.moved_in) == ("matches", ((1, "Wastes"),))
    assert found.unlaid == 4, "a Counterspell and three Lava Spikes; the lands that went are free"
    foreign = compare_presented(one_desk, judge, made.slug, uid, table + "\n1 Snow-Covered Swamp", 2)
    assert (foreign.verdict, foreign.extra) == ("differs", ((1, "Snow-Covered Swamp", "main"),))


def test_basic_lands_come_and_go_from_the_second_game_on(one_desk: App, clock: Clock) -> None:
    """MTR 7.2: in game 1 the same lands are too many."""
    made = event_in_play(one_desk, clock, players=2, texts=(SEALED,), format="limited-sealed", level="competitive")
    view, judge = begin(made, one_desk), made.as_account("judge")
    ops = [replace(op, set=14) if op.row == "main:Island" else op for op in all_there(view, clock())]
    told = taps(made, one_desk, view.head.uid, *ops, an_op(99, clock(), "main:Swamp", set=3))
    assert (told.difference.outlook, told.difference.extra) == ("differs", ((3, "Swamp", "main"),))
    change_check(ChangeCheck(judge, made.slug, view.head.uid, game_number=2, boarded=True), one_desk)
    again = seen(made, one_desk, view.head.uid)
    assert (again.difference.outlook, again.difference.extra, again.guides) == ("in-order", (), ())
