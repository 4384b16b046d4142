"""Lists that only newer data could decide are taken by events for legal lists, and staff checks them by hand."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Final

import pytest

from deckcheck.app.context import App
from deckcheck.app.refusals import Refused
from deckcheck.events.my_events import my_events
from deckcheck.lists.bulk_locks import AcceptMany, accept_many
from deckcheck.lists.editor import editor_of
from deckcheck.lists.judged import judge_for
from deckcheck.lists.official_acts import LockAct, LockList, change_lock
from deckcheck.lists.rechecks import recheck_event
from deckcheck.lists.submit import correct
from deckcheck.roster.filters import EVERYBODY, View
from deckcheck.roster.roster_rows import RosterRow
from deckcheck.roster.staff_roster import roster_page
from deckcheck.store.models import StoredReport
from tests.desks import Clock
from tests.events import Made, make_event
from tests.registrations import an_order, receipts_of, send

LATER: Final = date(2026, 11, 28)
TEN: Final = datetime(2026, 11, 28, 10, 0, tzinfo=UTC)
NEW_SET: Final = "4 Captain James T. Kirk\n56 Plains"
"""A card of a set that came out after the last day of our Standard data."""
NEW_CARD: Final = "4 Zorblax the Unheard\n56 Plains"
"""A name that no card we have resembles."""
STANDARD_ENDS: Final = "our Standard data end on 22 August 2026"


def legal_only(desk: App, clock: Clock, *, accepts: str = "legal", day: date = LATER) -> Made:
    """A Standard event past our data."""
    clock.set(TEN)
    return make_event(desk, format="standard", day=day, accepts=accepts, deadline=TEN.replace(hour=11))


def row_of(made: Made, desk: App, number: int = 1) -> RosterRow:
    page = roster_page(made.as_account("judge"), made.slug, EVERYBODY, desk)
    return next(row for row in page.rows if row.number == number)


@pytest.mark.parametrize("text", [NEW_SET, NEW_CARD])
@pytest.mark.parametrize("accepts", ["legal", "decided"])
def test_a_list_that_only_newer_data_could_decide_is_taken_and_marked(
    both_desk: App, clock: Clock, text: str, accepts: str
) -> None:
    made = legal_only(both_desk, clock, accepts=accepts)
    told = send(made, both_desk, text)
    assert (told.verdict, told.to_mend, told.by_hand) == ("unclear", 0, STANDARD_ENDS)
    row = row_of(made, both_desk)
    assert (row.mark, row.by_hand, row.is_ready) == ("undecided", STANDARD_ENDS, False)
    with both_desk.store.read() as session:
        assert session.query(StoredReport).one().verdict == "unclear"
    [mine] = my_events(made.as_person(0), both_desk).entries
    assert "Your list is in, to be checked by hand." in mine.sentence


@pytest.mark.parametrize("text", [NEW_SET, NEW_CARD])
def test_the_page_to_write_on_lets_it_be_sent(one_desk: App, clock: Clock, text: str) -> None:
    made = legal_only(one_desk, clock)
    window = editor_of(made.as_person(0), made.slug, one_desk, 1, "swiss").window
    judged = judge_for(text, window.terms, one_desk)
    assert window.why_not(judged.verdict, 1, by_hand=judged.report.asks_age_only) == ""


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("4 Captain James T. Kirk\n55 Plains", "2 things need fixing"),  # too small as well
        ("4 Reality Smith\n56 Plains", "1 thing needs fixing"),  # like a name that is known
        ("4 Jace\n56 Plains", "1 thing needs fixing"),  # several cards
        ("4 Captain James T. Kirk\n55 Plains\nZorblax the Unheard", "2 things need fixing"),  # a line without a count
        ("4 Zorblax the Unheard\n4 Jace\n52 Plains", "2 things need fixing"),
        ("4 Force of Will\n56 Plains", "1 thing needs fixing"),  # of no newer set
    ],
)
def test_whatever_else_is_open_or_wrong_is_for_the_player_as_before(
    one_desk: App, clock: Clock, text: str, left: str
) -> None:
    made = legal_only(one_desk, clock)
    with pytest.raises(Refused, match=left) as refused:
        send(made, one_desk, text)
    assert refused.value.code == "not-admitted"


def test_on_a_day_that_our_data_cover_an_unknown_name_is_the_players_to_settle(one_desk: App, clock: Clock) -> None:
    made = legal_only(one_desk, clock, day=date(2026, 8, 22))
    with pytest.raises(Refused, match="1 thing needs fixing") as refused:
        send(made, one_desk, NEW_CARD)
    assert refused.value.code == "not-admitted"


def test_the_bulk_act_leaves_it_for_a_judge_who_looks(one_desk: App, clock: Clock) -> None:
    made = legal_only(one_desk, clock)
    told = send(made, one_desk, NEW_SET)
    send(made, one_desk, "60 Plains", who=made.as_person(1), number=2)
    judge = made.as_account("judge")
    assert roster_page(judge, made.slug, EVERYBODY, one_desk).ready == 1
    done = accept_many(AcceptMany(judge, made.slug, ((1, told.uid),)), one_desk)
    assert (done.done, [left.code for left in done.left]) == ((), ["reason-needed"])
    change_lock(
        LockList(judge, made.slug, 1, LockAct.ACCEPT, seen=told.uid, reason="Checked by hand"),
        one_desk,
    )
    row = row_of(made, one_desk)
    assert (row.accepted, row.by_hand) == (True, "")


def test_filters_keep_what_staff_checks_apart_from_what_players_answer(one_desk: App, clock: Clock) -> None:
    made = legal_only(one_desk, clock, accepts="any")
    send(made, one_desk, NEW_SET)
    send(made, one_desk, "4 Jace\n56 Plains", who=made.as_person(1), number=2)
    judge = made.as_account("judge")
    shown = {
        key: [row.number for row in roster_page(judge, made.slug, View(show=key), one_desk).rows]
        for key in ("undecided", "by-hand", "unclear")
    }
    assert shown == {"undecided": [2], "by-hand": [1], "unclear": [2, 1]}


def test_judging_again_past_our_data_says_what_to_check_by_hand(one_desk: App, clock: Clock) -> None:
    made = legal_only(one_desk, clock, accepts="any")
    send(made, one_desk, "4 Virtue of Loyalty\n56 Plains")
    done = recheck_event(one_desk, made.as_account("organizer"), made.slug, date(2027, 2, 1))
    [row] = done.changed
    assert row.change.sentence.startswith("Check by hand now, legal before: Sources differ on the day Virtue of")


def test_a_correction_by_staff_may_hold_such_a_card(one_desk: App, clock: Clock) -> None:
    made = legal_only(one_desk, clock)
    send(made, one_desk, "60 Plains")
    clock.set(TEN.replace(hour=12))
    order = an_order(
        made, one_desk, NEW_SET, who=made.as_account("head-judge"), reason="written wrong", section="IPG 3.4"
    )
    correct(order, one_desk)
    assert receipts_of(made, one_desk)[-1].by_hand == STANDARD_ENDS
