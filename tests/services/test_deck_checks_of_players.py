"""An official who plays: checks others with a reason that the audit keeps, and never a deck of their own match."""

from __future__ import annotations

import pytest

from deckcheck.app.context import App
from deckcheck.app.refusals import NotAllowed, ReasonNeeded
from deckcheck.checks.check_views import look
from deckcheck.checks.end import FinishCheck, VoidCheck, finish_check, void_check
from deckcheck.checks.records import records
from deckcheck.checks.start import WAYS, BeginAsked, begin_page, join_check
from deckcheck.checks.suggestions import chooser
from deckcheck.roster.players import EditEntry, Given, edit_entry
from tests.deck_checks import begin, event_in_play, pair, taps
from tests.desks import Clock
from tests.events import Made
from tests.organizing import reasons_in
from tests.services.test_deck_checks import audit_holds

OWN = r"^You play in this match, so somebody else checks its decks\.$"


def a_playing_judge(desk: App, clock: Clock) -> Made:
    """Rosa judges and plays as the third of six at a store's event; round 2 is on."""
    made = event_in_play(desk, clock, players=6, level="regular")
    given = Given(account=made.accounts["judge"])
    edit_entry(EditEntry(made.as_account("organizer"), made.slug, 3, given), desk)
    pair(desk, made, 1, [(3, 1), (2, 4), (5, 6)])
    pair(desk, made, 2, [(3, 2), (1, 5), (4, 6)])
    return made


def reasons(desk: App, made: Made) -> list[str]:
    """The reasons that the audit keeps."""
    with desk.store.read() as session:
        return reasons_in(session, made.uid)


def test_they_say_why_and_the_audit_keeps_it(both_desk: App, clock: Clock) -> None:
    made = a_playing_judge(both_desk, clock)
    with pytest.raises(ReasonNeeded, match=r"^Say why\. The head judge of Northern Open can read it\.$"):
        begin(made, both_desk, 1, round=2, table="2", how="suspicion")
    view = begin(made, both_desk, 1, round=2, table="2", how="suspicion", why="the opponent saw a fifth copy")
    assert view.sections
    taps(made, both_desk, view.head.uid)
    finish_check(FinishCheck(made.as_account("judge"), made.slug, view.head.uid, result="partly"), both_desk)
    assert reasons(both_desk, made) == ["the opponent saw a fifth copy"]
    record = records(both_desk, made.as_account("head-judge"), made.slug).records[0]
    assert (record.head.how, record.why) == ("suspicion", "the opponent saw a fifth copy")
    assert set(WAYS) >= {"request", "suspicion", "target", "cut"}
    audit_holds(both_desk, made)


def test_they_join_with_a_reason(one_desk: App, clock: Clock) -> None:
    made = a_playing_judge(one_desk, clock)
    uid, rosa = begin(made, one_desk, 4, role="head-judge", round=2, table="3").head.uid, made.as_account("judge")
    assert look(one_desk, rosa, made.slug, uid).reason_needed
    with pytest.raises(ReasonNeeded):
        join_check(one_desk, rosa, made.slug, uid)
    assert join_check(one_desk, rosa, made.slug, uid, why="Ben is called away").sections
    assert reasons(one_desk, made) == ["Ben is called away"]


@pytest.mark.parametrize("number", [3, 2], ids=["their own", "their opponent's"])
def test_of_their_own_match_they_check_nothing_whatever_they_say(one_desk: App, clock: Clock, number: int) -> None:
    made = a_playing_judge(one_desk, clock)
    rosa = made.as_account("judge")
    with pytest.raises(NotAllowed, match=OWN):
        begin(made, one_desk, number, round=1, why="nobody else is here")
    with pytest.raises(NotAllowed, match=OWN):
        begin_page(one_desk, rosa, made.slug, BeginAsked(number))
    uid = begin(made, one_desk, number, role="head-judge", round=2, table="1").head.uid
    view = look(one_desk, rosa, made.slug, uid)
    assert (view.sections, view.may_tick) == ((), False)
    for act in (
        lambda: join_check(one_desk, rosa, made.slug, uid, why="to help"),
        lambda: void_check(VoidCheck(rosa, made.slug, uid, "no need"), one_desk),
    ):
        with pytest.raises(NotAllowed, match=OWN):
            act()
    assert reasons(one_desk, made) == []


def test_they_are_offered_no_deck_of_their_match_and_asked_why_for_others(one_desk: App, clock: Clock) -> None:
    made = a_playing_judge(one_desk, clock)
    found = chooser(one_desk, made.as_account("judge"), made.slug)
    assert (found.reason_needed, found.own) == (True, frozenset({2, 3}))
    assert "1" not in [one.table.table for one in found.suggestions]
    page = begin_page(one_desk, made.as_account("judge"), made.slug, BeginAsked(1))
    assert (page.table, page.round, [s.number for s in page.against], page.reason_needed) == ("2", 2, [5], True)
    others = chooser(one_desk, made.as_account("head-judge"), made.slug)
    assert (others.reason_needed, others.own) == (False, frozenset())
    assert "1" in [one.table.table for one in others.suggestions]
    assert not begin_page(one_desk, made.as_account("head-judge"), made.slug, BeginAsked(3)).reason_needed
