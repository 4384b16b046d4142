"""Decks that may change between matches: what the documents have, what an organizer chooses, and what follows."""

from __future__ import annotations

from datetime import date
from typing import Any, Final

import pytest

from deckcheck.app.construction import construction
from deckcheck.app.context import App
from deckcheck.app.event_heads import construction_said
from deckcheck.app.refusals import BadSettings
from deckcheck.checks.guidance import compare_presented
from deckcheck.events.plans import EventPlan
from deckcheck.events.settings import SettingsPatch, change_settings
from deckcheck.lists.event_terms import terms_of
from deckcheck.store.models import Event, Stage
from tests.deck_checks import all_there, an_op, begin, event_in_play, taps
from tests.desks import Clock
from tests.events import Made, make_event

SEALED: Final = "22 Remand\n1 Counterspell\n17 Island\n\nPool\n22 Remand\n2 Counterspell\n3 Lava Spike\n1 Wastes\n"
TABLE: Final = "19 Remand\n3 Lava Spike\n1 Wastes\n17 Mountain\n"
FREELY: Final = "You may change your deck between matches, from your pool; no list is needed (MTR 7.3)."
NOW: Final = date(2026, 6, 13)


def an_event(**more: Any) -> EventPlan:
    known: dict[str, Any] = {"name": "", "zone": "Europe/London", "day": NOW, "format": "limited-sealed"}
    return EventPlan(**(known | {"level": "regular", "digital": False} | more))


@pytest.mark.parametrize(
    ("event", "allowed", "source"),
    [
        ({}, True, "MTR 7.3"),
        ({"format": "limited-draft"}, True, "MTR 7.3"),
        ({"format": "two-headed-giant-limited"}, True, "MTR 7.3"),
        ({"format": "commander-draft"}, True, "MTR 7.3"),
        ({"level": "competitive"}, False, "MTR 7.3"),
        ({"level": "professional"}, False, "MTR 7.3"),
        ({"premier": True}, True, "MTR 7.3"),
        ({"digital": True}, True, "MDTR 7.3"),
        ({"digital": True, "level": "competitive"}, True, "MDTR 7.3"),
        ({"digital": True, "premier": True}, False, "MDTR 7.3"),
        ({"digital": True, "premier": True, "level": "competitive"}, False, "MDTR 7.3"),
        ({"digital": True, "level": "competitive", "day": date(2021, 6, 1)}, False, "MTR 7.3"),
        ({"day": date(2015, 6, 1)}, True, "MTR 7.3"),
    ],
)
def test_the_documents_choose_by_level_platform_and_premier_status(
    one_desk: App, event: dict[str, Any], allowed: bool, source: str
) -> None:
    found = construction(an_event(**event), one_desk)
    assert found is not None
    assert (found.allowed, found.usual, found.source) == (allowed, allowed, source)


@pytest.mark.parametrize("format", ["modern", "commander", "premodern", "ga-limited-sealed", "ga-standard"])
def test_decks_that_are_brought_along_never_change(one_desk: App, format: str) -> None:
    assert construction(an_event(format=format), one_desk) is None
    made = make_event(one_desk, format=format, game="ga" if format.startswith("ga") else "mtg")
    with pytest.raises(BadSettings, match=r"decks don’t change between matches: that is for Limited\."):
        change_settings(one_desk, made.as_account("organizer"), made.slug, SettingsPatch(continuous="allowed"))


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({}, FREELY),
        ({"level": "competitive"}, ""),
        (
            {"level": "competitive", "continuous": "allowed"},
            "Here you may change your deck between matches, from your pool, against MTR 7.3.",
        ),
        (
            {"continuous": "refused"},
            "Decks stay as registered here: no changes between matches, which MTR 7.3 would allow.",
        ),
        ({"level": "competitive", "continuous": "refused"}, ""),
        ({"continuous": "allowed"}, FREELY),
    ],
)
def test_what_is_chosen_is_told_and_against_the_document_it_says_so(
    one_desk: App, event: dict[str, Any], said: str
) -> None:
    found = construction(an_event(**event), one_desk)
    assert found is not None
    assert found.said == said


def continuous(made: Made, desk: App) -> tuple[bool, str]:
    """Whether lists of the event are judged as decks that may change, and what its players are told."""
    with desk.store.read() as session:
        event, stage = session.get(Event, made.uid), session.get(Stage, made.stages["swiss"])
        assert event is not None
        assert stage is not None
        return terms_of(event, stage, desk).continuous, construction_said(event, desk)[:12]


def test_the_setting_of_an_event_is_that_of_its_law(one_desk: App) -> None:
    made = make_event(one_desk, format="limited-sealed")
    organizer = made.as_account("organizer")
    assert continuous(made, one_desk) == (True, "You may chan")
    change_settings(one_desk, organizer, made.slug, SettingsPatch(level="competitive"))
    assert continuous(made, one_desk) == (False, "")
    change_settings(one_desk, organizer, made.slug, SettingsPatch(continuous="allowed"))
    assert continuous(made, one_desk) == (True, "Here you may")
    change_settings(one_desk, organizer, made.slug, SettingsPatch(level="regular", continuous="refused"))
    assert continuous(made, one_desk) == (False, "Decks stay a")


def test_any_deck_from_the_pool_begins_a_match(one_desk: App, clock: Clock) -> None:
    made = event_in_play(one_desk, clock, players=2, texts=(SEALED,), format="limited-sealed")
    judge, uid = made.as_account("judge"), begin(made, one_desk).head.uid
    found = compare_presented(one_desk, judge, made.slug, uid, TABLE, 1)
    assert (found.verdict, found.moved_in) == ("matches", ((3, "Lava Spike"), (1, "Wastes")))
    beyond = TABLE.replace("3 Lava Spike", "4 Lava Spike")
    assert compare_presented(one_desk, judge, made.slug, uid, beyond, 1).verdict == "differs"
    small = TABLE.replace("17 Mountain", "16 Mountain")
    assert compare_presented(one_desk, judge, made.slug, uid, small, 1).verdict == "illegal"


def test_where_decks_stay_the_same_deck_differs(one_desk: App, clock: Clock) -> None:
    made = event_in_play(one_desk, clock, players=2, texts=(SEALED,), format="limited-sealed", level="competitive")
    judge, uid = made.as_account("judge"), begin(made, one_desk).head.uid
    assert compare_presented(one_desk, judge, made.slug, uid, TABLE, 1).verdict == "differs"
    assert compare_presented(one_desk, judge, made.slug, uid, TABLE, 2).verdict == "matches"


def test_a_deck_check_counts_the_deck_and_asks_for_no_card_that_is_not_played(one_desk: App, clock: Clock) -> None:
    made = event_in_play(one_desk, clock, players=2, texts=(SEALED,), format="limited-sealed")
    uid, at = begin(made, one_desk).head.uid, clock()
    played = {"Remand": 19, "Lava Spike": 3, "Wastes": 1, "Mountain": 17}
    ops = [an_op(place, at, f"main:{name}", set=count) for place, (name, count) in enumerate(played.items(), 1)]
    told = taps(made, one_desk, uid, *ops).difference
    assert (told.outlook, told.extra) == ("partly", ())
    told = taps(made, one_desk, uid, an_op(90, at, section="main", done=True)).difference
    assert (told.outlook, told.missing, told.extra, told.to_count) == ("in-order", (), (), 0)
    told = taps(made, one_desk, uid, an_op(91, at, "main:Lava Spike", set=4)).difference
    assert (told.outlook, told.extra) == ("differs", ((1, "Lava Spike", "main"),))


def test_a_deck_check_where_decks_stay_misses_what_is_not_played(one_desk: App, clock: Clock) -> None:
    made = event_in_play(one_desk, clock, players=2, texts=(SEALED,), format="limited-sealed", level="competitive")
    view = begin(made, one_desk)
    ops = all_there(view, clock(), section="main")
    told = taps(made, one_desk, view.head.uid, *ops, an_op(90, clock(), "main:Remand", set=19)).difference
    assert (told.outlook, told.missing) == ("differs", ((3, "Remand", "main"),))
