"""Whom to check: tables and what was checked before, suggestions with their reason, draws anybody can repeat."""

from __future__ import annotations

import pytest

from deckcheck.app.context import App
from deckcheck.checks.draws import DrawTables, draw, draw_tables, draws
from deckcheck.checks.end import FinishCheck, finish_check
from deckcheck.checks.suggestions import ChooserWanted, chooser
from deckcheck.store.models import Event, Stage
from deckcheck.store.queries import proof
from deckcheck.store.states import During, EventState, StageState
from tests.deck_checks import begin, event_in_play, pair, stand
from tests.desks import Clock
from tests.events import Made
from tests.services.test_deck_checks import audit_holds

ROUND_1 = [(1, 2), (3, 4), (5, 6), (7, 8)]
ROUND_2 = [(1, 3), (5, 7), (2, 4), (6, 8)]


@pytest.fixture
def hall(one_desk: App, clock: Clock) -> Made:
    """Round 2 of eight players; the deck of entry 1 was checked in round 1."""
    made = event_in_play(one_desk, clock, players=8, playoff=True)
    pair(one_desk, made, 1, ROUND_1)
    uid = begin(made, one_desk, 1, table="1").head.uid
    finish_check(FinishCheck(made.as_account("judge"), made.slug, uid, result="partly"), one_desk)
    stand(one_desk, made, 1, (3, 0, 3, 0, 3, 0, 3, 0))
    pair(one_desk, made, 2, ROUND_2)
    return made


def test_the_chooser_names_tables_with_what_was_checked_and_why_one_is_suggested(one_desk: App, hall: Made) -> None:
    found = chooser(one_desk, hall.as_account("judge"), hall.slug)
    assert (found.round, found.rounds, found.may_check) == (2, (1, 2), True)
    first = found.tables[0]
    assert [(seat.listed, seat.points, seat.checked) for seat in first.seats] == [
        ("Okonkwo, Ada", 3, (1,)),
        ("Dąbrowska, Zofia", 3, ()),
    ]
    assert found.coverage.sentence == "1 of 8 decks checked; 10 % would be 1."
    top = found.suggestions[0]
    assert (top.table.table, top.kind, top.reason, top.decks) == ("2", "cut", "neither checked yet, 3 points", (5, 7))
    assert found.reminder == "Don't start a check after opening hands have been kept or mulliganed."


def test_a_table_or_a_player_is_found_by_number_or_by_words_of_the_name(one_desk: App, hall: Made) -> None:
    def found(q: str) -> list[str]:
        return [one.table for one in chooser(one_desk, hall.as_account("judge"), hall.slug, ChooserWanted(q=q)).found]

    assert found("2") == ["2"]
    assert found("dabrowska") == ["1"]
    assert found("nobody") == []


def test_a_deck_that_is_being_checked_is_told_and_its_table_not_suggested(one_desk: App, hall: Made) -> None:
    uid = begin(hall, one_desk, 5, round=2, table="2").head.uid
    found = chooser(one_desk, hall.as_account("organizer"), hall.slug)
    assert [head.uid for head in found.going_on] == [uid]
    assert "2" not in [one.table.table for one in found.suggestions]
    assert not found.may_check


def test_a_draw_can_be_repeated_by_anybody_and_a_second_one_leaves_the_first_on_record(
    both_desk: App, clock: Clock
) -> None:
    made = event_in_play(both_desk, clock, players=8)
    pair(both_desk, made, 1, ROUND_1)
    judge = made.as_account("judge")
    first = draw_tables(DrawTables(judge, made.slug, 1, 2, seed="4471"), both_desk)
    second = draw_tables(DrawTables(judge, made.slug, 1, 2), both_desk)
    assert first.drawn == draw("4471", ("1", "2", "3", "4"), 2)
    assert second.drawn == draw(second.seed, second.tables, 2)
    kept = draws(both_desk, made.as_account("organizer"), made.slug)
    assert [(one.seed, one.again) for one in kept] == [("4471", 0), (second.seed, 1)]
    with both_desk.store.read() as session:
        told = [row.to for row in proof.audit_of(session, made.uid) if row.act == "check.drawn"]
    assert told[0] == "2 of 4 round 1 seed 4471"
    audit_holds(both_desk, made)


def test_everybody_sees_a_draw_once_its_round_is_over_and_nobody_but_judges_before(one_desk: App, hall: Made) -> None:
    first = draw_tables(DrawTables(hall.as_account("judge"), hall.slug, 2, 1), one_desk)
    others = (hall.as_person(3), hall.as_stranger, hall.as_account("scorekeeper"))
    with one_desk.store.write() as session:
        swiss = session.get(Stage, hall.stages["swiss"])
        assert swiss is not None
        # Open lists make no draw known ahead of the check.
        swiss.during = During.ALL
    for who in others:
        assert draws(one_desk, who, hall.slug) == draws(one_desk, who, hall.slug, "swiss") == ()
    (mine,) = draws(one_desk, hall.as_account("organizer"), hall.slug)
    assert (mine.by, mine.role, mine.public) == ("Rosa Kim", "a judge", False)
    pair(one_desk, hall, 3, ROUND_1)
    draw_tables(DrawTables(hall.as_account("head-judge"), hall.slug, 3, 1), one_desk)
    for who in others:
        (seen,) = draws(one_desk, who, hall.slug)
        assert (seen.round, seen.seed, seen.drawn, seen.public) == (2, first.seed, first.drawn, True)
        assert (seen.by, seen.role) == ("", "a judge")
        assert seen.drawn == draw(seen.seed, seen.tables, seen.size)
        assert draws(one_desk, who, hall.slug, "playoff") == ()


@pytest.mark.parametrize("ends", ["standings", "stage", "event"])
def test_a_round_is_over_with_its_standings_its_stage_or_the_event(one_desk: App, clock: Clock, ends: str) -> None:
    made = event_in_play(one_desk, clock, players=8)
    pair(one_desk, made, 1, ROUND_1)
    draw_tables(DrawTables(made.as_account("head-judge"), made.slug, 1, 2), one_desk)
    assert draws(one_desk, made.as_stranger, made.slug) == ()
    if ends == "standings":
        stand(one_desk, made, 1, (3, 0, 3, 0, 3, 0, 3, 0))
    else:
        with one_desk.store.write() as session:
            if ends == "stage":
                session.get_one(Stage, made.stages["swiss"]).state = StageState.OVER
            else:
                session.get_one(Event, made.uid).state = EventState.COMPLETED
    (seen,) = draws(one_desk, made.as_stranger, made.slug)
    assert seen.role == "the head judge"


def test_rounds_that_were_there_before_a_draw_do_not_make_its_round_over(one_desk: App, clock: Clock) -> None:
    """Pairings of all rounds may come at the start, and a playoff may count its rounds anew."""
    made = event_in_play(one_desk, clock, players=8)
    for number in (1, 2, 3):
        pair(one_desk, made, number, ROUND_1)
    stand(one_desk, made, 2, (3, 0, 3, 0, 3, 0, 3, 0))
    draw_tables(DrawTables(made.as_account("judge"), made.slug, 1, 1), one_desk)
    for who in (made.as_person(3), made.as_stranger):
        assert draws(one_desk, who, made.slug) == ()
    stand(one_desk, made, 1, (3, 0, 3, 0, 3, 0, 3, 0))
    assert [one.public for one in draws(one_desk, made.as_stranger, made.slug)] == [True]


def test_without_pairings_players_are_there_to_be_chosen_and_drawn(one_desk: App, clock: Clock) -> None:
    made = event_in_play(one_desk, clock, players=4)
    found = chooser(one_desk, made.as_account("judge"), made.slug)
    assert (found.tables, [seat.number for seat in found.players]) == ((), [4, 3, 2, 1])
    drawn = draw_tables(DrawTables(made.as_account("judge"), made.slug, size=9), one_desk)
    assert sorted(drawn.drawn) == ["Player 1", "Player 2", "Player 3", "Player 4"]
