"""A normal history verifies clean on both databases; anchors are found; what was deleted by an act is no fault."""

from __future__ import annotations

import cProfile
import pstats
from pathlib import Path

import pytest

from deckcheck.app.context import App
from deckcheck.app.refusals import NotAllowed, UnusableInput
from deckcheck.audit.audit_views import AuditPage, audit_after, audit_check, audit_page, check_all
from deckcheck.audit.integrity import check_event
from deckcheck.decklist.hash_chain import signs
from deckcheck.events.event_states import become
from deckcheck.events.events import make_event
from deckcheck.lists.rechecks import recheck_event
from deckcheck.store.models import Submission
from deckcheck.store.queries import events, proof
from tests.desks import Clock, desk_on
from tests.histories import SLUG, a_full_history, begin, close, play_off, register
from tests.organizing import a_plan


def faults(desk: App) -> dict[str, tuple[str, ...]]:
    """What is found wrong, by event; nothing for those that hold."""
    return {slug: check.faults for slug, check in check_all(desk).items() if check.faults}


def test_every_step_of_a_normal_history_verifies(both_desk: App, clock: Clock) -> None:
    history = begin(both_desk, clock)
    assert faults(both_desk) == {}
    for chapter in (register, close, play_off):
        chapter(history)
        assert faults(both_desk) == {}
    for state in ("completed", "on", "completed"):
        history.become(state)
        assert faults(both_desk) == {}
    recheck_event(both_desk, history.staff["head-judge"], SLUG)
    assert faults(both_desk) == {}


def test_a_planned_event_that_was_deleted_verifies(both_desk: App, clock: Clock) -> None:
    history = begin(both_desk, clock)
    made = make_event(both_desk, history.staff["organizer"], a_plan(name="Other", opens=False))
    become(both_desk, history.staff["organizer"], made.slug, "gone", confirmed=True)
    assert faults(both_desk) == {}


def test_a_cancelled_event_that_was_restored_verifies(both_desk: App, clock: Clock) -> None:
    history = begin(both_desk, clock)
    history.send(1)
    history.become("cancelled")
    assert faults(both_desk) == {}
    history.become("on")
    assert faults(both_desk) == {}


def test_every_anchor_that_people_hold_lies_in_the_chain(both_desk: App, clock: Clock) -> None:
    history = a_full_history(both_desk, clock)
    head_judge = history.staff["head-judge"]
    with both_desk.store.read() as session:
        anchors = [row.anchor for row in session.query(Submission)]
        sealed = [
            line.split(" ")[1] for row in proof.seals_of(session, _uid(both_desk)) for line in [_audit(row.statement)]
        ]
    for anchor in {*anchors, *sealed}:
        found = audit_check(both_desk, head_judge, SLUG, signs(anchor))
        assert found.holds
        assert found.found_at is not None
    assert audit_check(both_desk, head_judge, SLUG, "0123 4567 89AB").faults == (
        "The head you hold is nowhere in this chain.",
    )


def _audit(statement: str) -> str:
    return next(line for line in statement.splitlines() if line.startswith("audit "))


def _uid(desk: App) -> str:
    with desk.store.read() as session:
        event = events.by_slug(session, SLUG)
        assert event is not None
        return event.uid


def test_a_head_of_too_few_signs_is_refused(one_desk: App, clock: Clock) -> None:
    history = begin(one_desk, clock)
    with pytest.raises(UnusableInput):
        audit_check(one_desk, history.staff["head-judge"], SLUG, "7F3A 91C2")


def test_the_page_tells_acts_in_turn_and_leaves_out_the_binding_of_rows(both_desk: App, clock: Clock) -> None:
    history = a_full_history(both_desk, clock)
    page: AuditPage | None = None
    seen: list[int] = []
    before: int | None = None
    while page is None or before is not None:
        page = audit_page(both_desk, history.staff["organizer"], SLUG, before)
        seen += [row.seq for row in page.rows]
        before = page.older
    assert seen == sorted(seen, reverse=True)
    assert len(seen) == len(set(seen))
    with both_desk.store.read() as session:
        kept = proof.chain_of(session, _uid(both_desk))
        assert seen[::-1] == [row.seq for row in kept if row.act != proof.ROWS]


def test_one_kind_of_act_can_be_looked_for(both_desk: App, clock: Clock) -> None:
    history = a_full_history(both_desk, clock)
    page = audit_page(both_desk, history.staff["head-judge"], SLUG, act="list.accepted")
    assert {row.entry.act for row in page.rows} == {"list.accepted"}
    assert {row.who for row in page.rows} == {"Rosa Kim"}
    reopened = audit_page(both_desk, history.staff["head-judge"], SLUG, act="list.reopened").rows
    assert [row.reason for row in reopened] == ["Ada Okonkwo swapped sleeves"]


def test_programs_get_the_whole_chain_in_order(both_desk: App, clock: Clock) -> None:
    history = begin(both_desk, clock)
    organizer = history.staff["organizer"]
    first = audit_after(both_desk, organizer, SLUG, 0, 10)
    rest = audit_after(both_desk, organizer, SLUG, first[-1].seq, 1000)
    assert [row.seq for row in (*first, *rest)] == list(range(1, len(first) + len(rest) + 1))
    assert [b.entry.previous for b in (*first, *rest)][1:] == [a.hash for a in (*first, *rest)][:-1]


@pytest.mark.parametrize("role", ["judge", "scorekeeper"])
def test_other_staff_does_not_read_the_audit(one_desk: App, clock: Clock, role: str) -> None:
    history = begin(one_desk, clock)
    for ask in (audit_page, audit_check):
        with pytest.raises(NotAllowed):
            ask(one_desk, history.staff[role], SLUG)


def test_a_recheck_is_in_the_audit_before_lists_are_read(both_desk: App, clock: Clock) -> None:
    history = begin(both_desk, clock)
    history.send(1)
    history.send(2)
    recheck_event(both_desk, history.staff["judge"], SLUG)
    with both_desk.store.read() as session:
        last = proof.audit_of(session, _uid(both_desk))[-1]
    assert (last.act, last.on, last.to, last.by) == (
        "lists.read",
        "stage:swiss",
        "2 lists",
        str(history.staff["judge"]),
    )


def test_checking_an_event_takes_no_more_for_each_list_the_more_there_are(tmp_path: Path, sqlite_url: str) -> None:
    """Counted in calls, not in time: four times the players take about four times the work."""
    clock = Clock()
    desk = desk_on(sqlite_url, clock, tmp_path)
    few, many = _calls(desk, clock, "few", 12), _calls(desk, clock, "many", 48)
    assert many < 4.4 * few
    desk.store.close()


def _calls(desk: App, clock: Clock, slug: str, players: int) -> float:
    history = begin(desk, clock, slug=slug, name=slug, players=players)
    for number in history.players:
        history.send(number)
    with desk.store.read() as session:
        event = events.by_slug(session, slug)
        assert event is not None
        profile = cProfile.Profile()
        profile.enable()
        assert check_event(session, event).holds
        profile.disable()
    return float(pstats.Stats(profile).total_calls)  # type: ignore[attr-defined]
