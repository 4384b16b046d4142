"""A deck check from its beginning to its record: what its judges see and nobody else, and what is never lost."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from deckcheck.app.context import App
from deckcheck.app.refusals import Refused
from deckcheck.audit.integrity import check_event
from deckcheck.checks.changes import ChangeCheck, change_check
from deckcheck.checks.check_views import look
from deckcheck.checks.end import AmendCheck, FinishCheck, VoidCheck, amend_check, finish_check, void_check
from deckcheck.checks.records import RecordsWanted, records, records_csv
from deckcheck.events.event_states import become
from deckcheck.lists.submit import correct
from deckcheck.store.models import CheckTick, Event
from deckcheck.store.queries import proof
from tests.deck_checks import TABLET, all_there, an_op, begin, event_in_play, join, pair, seen, taps
from tests.desks import Clock
from tests.events import Made
from tests.registrations import LEGAL, OTHER, an_order

RIDE = "main:Wild Ride"


def acts(desk: App, made: Made) -> list[tuple[str, str]]:
    """The acts on checks in the audit."""
    with desk.store.read() as session:
        rows = proof.audit_of(session, made.uid)
        return [(row.act, row.on.partition(" ")[0]) for row in rows if row.act.startswith("check.")]


def audit_holds(desk: App, made: Made) -> None:
    """The audit says what is kept, but for the beginning of Swiss, which the test wrote itself."""
    with desk.store.read() as session:
        event = session.get(Event, made.uid)
        assert event is not None
        faults = [fault for fault in check_event(session, event).faults if not fault.startswith("A stage (")]
    assert faults == []


def test_a_deck_that_is_all_there_is_in_order(both_desk: App, clock: Clock) -> None:
    made = event_in_play(both_desk, clock)
    view = begin(made, both_desk)
    assert [(part.section, part.listed, part.seen) for part in view.sections] == [("main", 60, 0), ("sideboard", 15, 0)]
    assert view.difference.to_count == 75
    told = taps(made, both_desk, view.head.uid, *all_there(view, clock()))
    assert (told.difference.to_count, told.difference.outlook) == (0, "in-order")
    assert told.done == ("main", "sideboard")
    record = finish_check(FinishCheck(made.as_account("judge"), made.slug, view.head.uid), both_desk)
    assert (record.head.state, record.head.result_words) == ("finished", "In order")
    assert record.counts == {"main": (60, 60), "sideboard": (15, 15)}
    assert acts(both_desk, made) == [("check.begun", "entry:1"), ("check.finished", "entry:1")]
    audit_holds(both_desk, made)


def test_two_judges_see_what_the_other_counts_and_a_row_both_counted_is_asked_about(
    both_desk: App, clock: Clock
) -> None:
    made = event_in_play(both_desk, clock)
    uid = begin(made, both_desk).head.uid
    view = join(made, both_desk, uid)
    assert [judge.initials for judge in view.head.judges] == ["RK", "BO"]
    ben = made.as_account("head-judge")
    taps(made, both_desk, uid, an_op(1, clock(), RIDE, set=4))
    told = taps(made, both_desk, uid, an_op(1, clock(), RIDE, set=4), who=ben, device=TABLET)
    assert told.rows[RIDE].conflict
    assert [(by.initials, by.count) for by in told.rows[RIDE].by] == [("RK", 4), ("BO", 4)]
    with pytest.raises(Refused, match=r"^1 row was counted by both of you\. Say whether") as refused:
        finish_check(FinishCheck(ben, made.slug, uid, result="partly"), both_desk)
    assert refused.value.code == "conflicts"
    never = datetime(9999, 12, 31, 23, tzinfo=timezone(timedelta(hours=-14)))
    assert taps(made, both_desk, uid, an_op(2, never, RIDE, decide="sum")).rows[RIDE].total == 8
    told = taps(made, both_desk, uid, an_op(3, clock(), RIDE, decide="same"))
    assert (told.rows[RIDE].total, told.rows[RIDE].conflict) == (4, False)
    assert acts(both_desk, made) == [("check.begun", "entry:1"), ("check.joined", "entry:1")]


def test_a_tap_sent_twice_counts_once_and_one_after_the_end_lies_beside_the_record(
    both_desk: App, clock: Clock
) -> None:
    made = event_in_play(both_desk, clock)
    uid = begin(made, both_desk).head.uid
    first, second = an_op(1, clock(), RIDE, delta=1), an_op(2, clock(), RIDE, delta=1)
    taps(made, both_desk, uid, first, second)
    assert taps(made, both_desk, uid, second, first, second).rows[RIDE].total == 2
    finish_check(FinishCheck(made.as_account("judge"), made.slug, uid, result="partly"), both_desk)
    late = an_op(3, clock(), RIDE, delta=1)
    for _ in range(2):
        with pytest.raises(Refused, match=r"^This check was finished at 10:05\.") as refused:
            taps(made, both_desk, uid, first, late)
        assert refused.value.status == 410
        assert refused.value.more["known"] == [first.op, late.op]
    record = records(both_desk, made.as_account("head-judge"), made.slug).records[0]
    assert [(tap.by, tap.row, tap.kind, tap.count) for tap in record.late_taps] == [("Rosa Kim", RIDE, "delta", 1)]
    assert (record.late, record.counts["main"][0]) == (1, 2)
    with both_desk.store.read() as session:
        assert sorted(row.late for row in session.query(CheckTick)) == [False, False, True]
    audit_holds(both_desk, made)


def test_only_judges_on_a_check_that_goes_on_are_given_the_list(one_desk: App, clock: Clock) -> None:
    made = event_in_play(one_desk, clock)
    uid = begin(made, one_desk).head.uid
    assert seen(made, one_desk, uid).sections
    for role in ("head-judge", "organizer"):
        assert seen(made, one_desk, uid, role).sections == ()
    with pytest.raises(Refused, match=r"^Join this check first\.$"):
        taps(made, one_desk, uid, an_op(1, clock(), RIDE, delta=1), who=made.as_account("head-judge"))
    for who in (made.as_person(0), made.as_stranger, made.as_account("scorekeeper")):
        with pytest.raises(Refused) as refused:
            look(one_desk, who, made.slug, uid)
        assert refused.value.status in {403, 404}
    finish_check(FinishCheck(made.as_account("judge"), made.slug, uid, result="not-done"), one_desk)
    assert seen(made, one_desk, uid).sections == ()


def test_a_second_check_of_the_deck_is_refused_and_the_first_is_given_back(both_desk: App, clock: Clock) -> None:
    made = event_in_play(both_desk, clock)
    first = begin(made, both_desk)
    assert begin(made, both_desk).head.uid == first.head.uid
    with pytest.raises(Refused, match=r"^Rosa Kim has been checking this deck since 10:05\. Join them\.$") as refused:
        begin(made, both_desk, role="head-judge")
    assert refused.value.code == "being-checked"
    void = void_check(VoidCheck(made.as_account("judge"), made.slug, first.head.uid, "wrong table"), both_desk)
    assert (void.head.state, void.note) == ("void", "wrong table")
    assert begin(made, both_desk, role="head-judge").head.uid != first.head.uid


def test_a_list_corrected_during_a_check_changes_nothing_in_it_and_is_told(both_desk: App, clock: Clock) -> None:
    made = event_in_play(both_desk, clock)
    view = begin(made, both_desk)
    clock.pass_(minutes=5)
    correct(
        an_order(made, both_desk, OTHER, who=made.as_account("head-judge"), reason="list differs", section="IPG 3.4"),
        both_desk,
    )
    again = seen(made, both_desk, view.head.uid)
    assert again.changed == "The list was changed at 10:10 (version 2). This check is against version 1."
    assert again.sections == view.sections
    assert taps(made, both_desk, view.head.uid).changed == again.changed


def test_an_event_does_not_end_while_a_deck_is_checked(both_desk: App, clock: Clock) -> None:
    made = event_in_play(both_desk, clock)
    uid = begin(made, both_desk).head.uid
    organizer = made.as_account("organizer")
    with pytest.raises(Refused, match=r"^Table 14 is still being checked\.$"):
        become(both_desk, organizer, made.slug, "completed")
    finish_check(FinishCheck(made.as_account("judge"), made.slug, uid, result="partly"), both_desk)
    become(both_desk, organizer, made.slug, "completed")
    record = amend_check(
        AmendCheck(made.as_account("judge"), made.slug, uid, "it was looked at again", changes={"result": "in-order"}),
        both_desk,
    )
    assert (record.first_result, record.head.result) == ("partly", "in-order")
    audit_holds(both_desk, made)


def test_the_clock_counts_from_what_is_kept_and_not_while_it_stands_still(one_desk: App, clock: Clock) -> None:
    made = event_in_play(one_desk, clock)
    uid, rosa = begin(made, one_desk).head.uid, made.as_account("judge")

    def change(**more: object) -> int:
        return change_check(ChangeCheck(rosa, made.slug, uid, **more), one_desk).record.clock.seconds  # type: ignore[arg-type]

    assert change(taken=True) == 0
    assert seen(made, one_desk, uid).record.clock.minutes == 3, "what comes on top of the time, from the first second"
    clock.pass_(minutes=4, seconds=12)
    assert change(paused=True) == 252
    clock.pass_(minutes=3)
    assert change(paused=False) == 252
    clock.pass_(seconds=8)
    assert change(given_back=clock() + timedelta(hours=1)) == 260
    clock.pass_(minutes=9)
    assert seen(made, one_desk, uid).record.clock.seconds == 260
    ends = (datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, tzinfo=UTC))
    far = [one.replace(tzinfo=timezone(timedelta(hours=hours))) for one in ends for hours in (-14, 14)]
    assert [change(given_back=moment) for moment in far] == [0, 0, 800, 800]


def test_a_card_of_the_opponents_is_told_and_the_audit_names_the_lists_it_was_looked_for_in(
    one_desk: App, clock: Clock
) -> None:
    made = event_in_play(one_desk, clock, texts=(LEGAL, LEGAL.replace("Poison Dart Frog", "Lava Dart")))
    pair(one_desk, made, 1, [(1, 2), (3, 4)])
    view = begin(made, one_desk)
    told = taps(made, one_desk, view.head.uid, an_op(1, clock(), "main:Lava Dart", delta=1))
    assert told.difference.extra == ((1, "Lava Dart", "main"),)
    assert told.difference.story.startswith("1 Lava Dart is not on this list but on that of Per Dahl")
    record = finish_check(FinishCheck(made.as_account("judge"), made.slug, view.head.uid), one_desk)
    assert (record.found.extra, record.found.story) == (told.difference.extra, "")
    with one_desk.store.read() as session:
        [entry] = [row for row in proof.audit_of(session, made.uid) if row.act == "check.begun"]
    assert entry.to.endswith(" target opponents:2")


def test_what_is_not_so_is_not_recorded_as_in_order(one_desk: App, clock: Clock) -> None:
    made = event_in_play(one_desk, clock)
    view = begin(made, one_desk)
    order = FinishCheck(made.as_account("judge"), made.slug, view.head.uid, result="in-order")
    with pytest.raises(Refused, match=r"^75 cards were not counted\. Finish as partly checked\.$"):
        finish_check(order, one_desk)
    taps(made, one_desk, view.head.uid, *all_there(view, clock()), an_op(99, clock(), RIDE, delta=1))
    with pytest.raises(Refused, match=r"^What was counted differs from the list\. Finish as differs\.$"):
        finish_check(order, one_desk)


def test_the_records_of_an_event_are_a_table_that_no_spreadsheet_takes_for_formulas(
    one_desk: App, clock: Clock
) -> None:
    made = event_in_play(one_desk, clock)
    judge = made.as_account("judge")
    for number in (1, 3):
        uid = begin(made, one_desk, number).head.uid
        finish_check(FinishCheck(judge, made.slug, uid, result="partly", note="=cmd|' /C calc'!A0"), one_desk)
    page = records(one_desk, made.as_account("organizer"), made.slug, RecordsWanted(number=3))
    assert [record.head.number for record in page.records] == [3]
    assert page.coverage.sentence == "2 of 4 decks checked; 10 % would be 1."
    told = records_csv(one_desk, judge, made.slug)
    lines = told.data.decode("utf-8-sig").splitlines()
    assert (told.name, len(lines)) == ("northern-open-deck-checks-2026-06-13.csv", 3)
    assert "'=cmd" in lines[1]


def test_minutes_to_give_and_sections_that_may_apply_come_with_their_source_and_no_penalty(
    one_desk: App, clock: Clock
) -> None:
    made = event_in_play(one_desk, clock, level="competitive")
    view = begin(made, one_desk)
    rosa = made.as_account("judge")
    change_check(ChangeCheck(rosa, made.slug, view.head.uid, taken=True, marks={"sleeves": "corners bent"}), one_desk)
    clock.pass_(minutes=4, seconds=12)
    taps(made, one_desk, view.head.uid, *all_there(view, clock()), an_op(99, clock(), RIDE, delta=1))
    again = seen(made, one_desk, view.head.uid)
    assert (again.record.clock.give, again.record.clock.source) == ("4:12 + 3:00: give back 8 min", "MTR 2.6")
    assert [guide.section for guide in again.guides] == ["IPG 3.5", "IPG 3.8"]
    record = finish_check(FinishCheck(rosa, made.slug, view.head.uid), one_desk)
    assert (record.head.result, record.clock.minutes, dict(record.decided)) == ("differs", 8, {})
