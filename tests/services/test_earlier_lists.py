"""A player's lists of other events: whose they are, of which game, and that each event answers for itself."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from deckcheck.app.actors import STRANGER, Actor
from deckcheck.app.context import App
from deckcheck.lists.earlier_lists import MOST, earlier_lists
from deckcheck.lists.submit import TakeBack, take_back
from deckcheck.store.models import Entry, Event
from tests.events import Made, make_event
from tests.registrations import LEGAL, OTHER, send


def weekly(desk: App, made: Made, n: int = 1, **more: Any) -> Made:
    """An event of an earlier week with the same players."""
    known: dict[str, Any] = {"slug": f"weekly-{n}", "name": f"Weekly {n}", "join_code": f"WOLF-{n:04}"}
    return make_event(desk, day=date(2026, 5, n), persons=made.persons, accounts={}, **(known | more))


def told(desk: App, made: Made, who: Actor) -> list[tuple[str, str]]:
    return [(one.head.name, one.text) for one in earlier_lists(who, made.slug, desk)]


def test_a_player_has_the_lists_of_their_other_events_the_latest_first(both_desk: App) -> None:
    made = make_event(both_desk)
    first, second = weekly(both_desk, made, 1), weekly(both_desk, made, 2)
    send(first, both_desk, deck="Burn")
    send(second, both_desk, OTHER)
    send(second, both_desk, LEGAL, number=2, who=second.as_person(1))
    send(made, both_desk)
    assert told(both_desk, made, made.as_tied()) == [("Weekly 2", OTHER), ("Weekly 1", LEGAL)]
    assert [one.deck for one in earlier_lists(made.as_tied(), made.slug, both_desk)] == ["", "Burn"]


def test_what_stands_counts_and_a_list_that_was_taken_back_does_not(one_desk: App) -> None:
    made = make_event(one_desk)
    first, second = weekly(one_desk, made, 1), weekly(one_desk, made, 2)
    send(first, one_desk)
    send(first, one_desk, OTHER)
    send(second, one_desk)
    take_back(TakeBack(second.as_person(), second.slug, 1, "swiss", one_desk.now()), one_desk)
    assert told(one_desk, made, made.as_tied()) == [("Weekly 1", OTHER)]


def test_nobody_else_has_them(one_desk: App) -> None:
    made = make_event(one_desk)
    send(weekly(one_desk, made), one_desk)
    others = (STRANGER, made.as_tied(1), made.as_person(0), made.as_account("organizer"), made.as_token("organizer"))
    assert [told(one_desk, made, who) for who in others] == [[]] * len(others)


def test_a_teams_link_brings_no_list_of_its_players(one_desk: App) -> None:
    made = make_event(one_desk, team_size=3)
    send(weekly(one_desk, made), one_desk)
    assert told(one_desk, made, made.as_team()) == []
    assert told(one_desk, made, made.as_tied()) == [("Weekly 1", LEGAL)]


@pytest.mark.parametrize("more", [{"state": "planned"}, {"game": "ga", "format": "ga-standard"}])
def test_an_event_that_is_not_open_or_of_another_game_gives_none(one_desk: App, more: dict[str, Any]) -> None:
    made = make_event(one_desk)
    earlier = weekly(one_desk, made)
    send(earlier, one_desk)
    with one_desk.store.write() as session:
        event = session.get_one(Event, earlier.uid)
        for name, value in more.items():
            setattr(event, name, value)
    assert told(one_desk, made, made.as_tied()) == []


def test_an_official_who_plays_has_the_lists_of_their_own_entries(one_desk: App) -> None:
    made = make_event(one_desk)
    earlier = weekly(one_desk, made)
    send(earlier, one_desk)
    with one_desk.store.write() as session:
        session.get_one(Entry, earlier.entries[0]).account = made.accounts["judge"]
    assert told(one_desk, made, made.as_account("judge")) == [("Weekly 1", LEGAL)]
    assert told(one_desk, made, made.as_account("organizer")) == []


def test_only_the_latest_few_are_offered(one_desk: App) -> None:
    made = make_event(one_desk)
    for n in range(1, MOST + 2):
        send(weekly(one_desk, made, n), one_desk)
    names = [name for name, _ in told(one_desk, made, made.as_tied())]
    assert names == [f"Weekly {n}" for n in range(MOST + 1, 1, -1)]
