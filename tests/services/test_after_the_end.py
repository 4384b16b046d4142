"""After an event has ended: head judge and organizer correct a list with a reason, the seals show before and after."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

import pytest

from deckcheck.app.actors import STRANGER, Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import Refused
from deckcheck.audit.audit_views import audit_page
from deckcheck.audit.integrity import check_event
from deckcheck.decklist.hash_chain import signs
from deckcheck.lists.editor import SaveDraft, save_draft
from deckcheck.lists.official_acts import LockAct, LockList, change_lock
from deckcheck.lists.own_list import own_list, versions
from deckcheck.lists.proof_check import verify_proof
from deckcheck.lists.receipts import Receipt
from deckcheck.lists.submit import TakeBack, correct, enter, enter_late, send_list, take_back
from deckcheck.publication.listings import Query, lists_page
from deckcheck.publication.one_list import Wanted, one_list
from deckcheck.publication.proofs import proof_for
from deckcheck.roster.entry_states import MoveEntry, move_entry
from deckcheck.store.models import StoredSeal, Submission
from deckcheck.store.queries import events
from deckcheck.store.states import EntryState
from tests.desks import Clock
from tests.events import Made
from tests.published_events import a_locked_event, begin, call_off, complete, publish, reopen
from tests.registrations import LEGAL, OTHER, accept, an_order, list_row, receipts, rows_of, send

WHY: Final = {"reason": "the deck check of the final", "section": "IPG 3.4", "stage": "swiss"}
CORRECTS: Final = ("head-judge", "organizer", "token organizer")
OTHERS: Final = (
    "judge",
    "scorekeeper",
    "player",
    "team-mate",
    "stranger",
    "token judge",
    "token desk",
    "token overlay",
)
ENDED: Final = "Northern Open is over. Only its head judge or organizer can correct a list now."


def asker(made: Made, who: str) -> Actor:
    """Somebody of the event, or none of it, as they come in."""
    if who.startswith("token "):
        return made.as_token(who.removeprefix("token "))
    if who == "team":
        return made.as_team()
    people = {"player": made.as_person(0), "team-mate": made.as_person(1), "stranger": STRANGER}
    return people.get(who) or made.as_account(who)


def ended(desk: App, clock: Clock, **more: Any) -> Made:
    """An event of four that was played and completed; the list of the first was accepted, all are open to everyone."""
    made = a_locked_event(desk, clock, playoff=False, team_size=2, **more)
    begin(desk, made, "swiss")
    publish(desk, made, "swiss", "all")
    clock.pass_(hours=5)
    complete(desk, made)
    clock.pass_(hours=20)
    return made


def corrected(desk: App, made: Made, who: str = "head-judge", text: str = OTHER, **more: Any) -> Receipt:
    """The list of the first player, corrected by somebody."""
    return correct(an_order(made, desk, text, who=asker(made, who), **{**WHY, **more}), desk)


def all_seals(desk: App) -> list[StoredSeal]:
    with desk.store.read() as session:
        return session.query(StoredSeal).order_by(StoredSeal.number).all()


def holds(desk: App) -> bool:
    """Whether everything kept is what the audit says."""
    with desk.store.read() as session:
        return all(check_event(session, event).holds for event in events.all_events(session))


@pytest.mark.parametrize("who", CORRECTS)
def test_who_answers_for_the_event_corrects_a_list_with_a_reason(both_desk: App, clock: Clock, who: str) -> None:
    made = ended(both_desk, clock)
    before = rows_of(both_desk)
    done = corrected(both_desk, made, who)
    row, kept = list_row(both_desk, made), rows_of(both_desk)
    assert (row.state, row.current, row.accepted) == ("accepted", done.uid, done.uid)
    assert {uid: kept[uid] for uid in before} == before
    assert holds(both_desk)


@pytest.mark.parametrize("who", OTHERS)
def test_nobody_else_corrects_after_the_end(one_desk: App, clock: Clock, who: str) -> None:
    made = ended(one_desk, clock)
    before = rows_of(one_desk)
    with pytest.raises(Refused) as refused:
        corrected(one_desk, made, who)
    assert refused.value.status == (403 if who in {"judge", "scorekeeper", "token judge", "token desk"} else 404)
    if refused.value.status == 403:
        assert str(refused.value) == ENDED
    assert rows_of(one_desk) == before


@pytest.mark.parametrize("missing", [{"reason": "  "}, {"section": ""}])
def test_a_correction_after_the_end_says_why(one_desk: App, clock: Clock, missing: dict[str, str]) -> None:
    made = ended(one_desk, clock)
    with pytest.raises(Refused) as refused:
        corrected(one_desk, made, **missing)
    assert refused.value.code == "reason-needed"


def test_the_seals_show_before_and_after(both_desk: App, clock: Clock) -> None:
    made = ended(both_desk, clock)
    earlier = all_seals(both_desk)
    assert earlier[-1].kind == "final"
    old = receipts(made.as_person(), made.slug, 1, both_desk)[-1]
    new = corrected(both_desk, made)
    *same, last = all_seals(both_desk)
    assert [(s.statement, s.leaves) for s in same] == [(s.statement, s.leaves) for s in earlier]
    assert (last.kind, last.number) == ("change", len(earlier) + 1)
    player = made.as_person()
    before = proof_for(both_desk, player, made.slug, 1, seal=earlier[-1].number)
    after = proof_for(both_desk, player, made.slug, 1)
    assert [verify_proof(p, signs(s.hash)).holds for p, s in ((before, earlier[-1]), (after, last))] == [True, True]
    assert (verify_proof(before).receipt, verify_proof(after).receipt) == (old.number, new.number)
    assert before.list != after.list
    forged = replace(after, statement=earlier[-1].statement)
    assert not verify_proof(forged).holds
    neighbour = proof_for(both_desk, made.as_person(1), made.slug, 2)
    assert verify_proof(neighbour, signs(last.hash)).holds


def test_the_player_reads_who_changed_what_and_why(both_desk: App, clock: Clock) -> None:
    made = ended(both_desk, clock)
    corrected(both_desk, made, "organizer")
    page = own_list(made.as_person(), made.slug, both_desk, stage="swiss")
    assert page.lock == ("Corrected at 11:00 by Nora Lind.", "It can no longer be changed.")
    assert page.version is not None
    assert (page.version.receipt.by, page.version.reason) == ("Nora Lind", "IPG 3.4: the deck check of the final")
    found = versions(made.as_person(), made.slug, 1, both_desk, "swiss")
    assert [v.receipt.standing for v in found] == ["superseded", "accepted"]
    assert found[-1].receipt.seal == signs(all_seals(both_desk)[-1].hash)


def test_whoever_reads_open_lists_sees_the_new_one_and_that_it_was_corrected(both_desk: App, clock: Clock) -> None:
    made = ended(both_desk, clock)
    new = corrected(both_desk, made)
    shown = one_list(both_desk, STRANGER, made.slug, Wanted(1, "swiss"))
    assert (shown.origin, shown.listed.leaf) == ("correction", new.leaf)
    assert [p.seal.kind for p in shown.proofs] == ["change"]
    assert all(verify_proof(p.proof, p.seal.signs).holds for p in shown.proofs)
    page = lists_page(both_desk, STRANGER, made.slug, Query(stage="swiss"))
    assert page.matched is not None
    assert page.matched.sentence == (
        "2 of 3 lists match what was sealed at the deadline. "
        "1 came in or was corrected later: its proof names a later seal."
    )


def test_the_audit_tells_the_correction_with_its_reason(both_desk: App, clock: Clock) -> None:
    made = ended(both_desk, clock)
    corrected(both_desk, made, "organizer")
    page = audit_page(both_desk, made.as_account("head-judge"), made.slug, verify=True)
    assert page.check is not None
    assert page.check.holds
    told = next(row for row in page.rows if row.entry.act == "list.corrected")
    assert (told.who, told.reason) == ("Nora Lind", "IPG 3.4: the deck check of the final")


def test_a_list_is_corrected_again_and_the_event_can_be_opened_and_closed_around_it(
    both_desk: App, clock: Clock
) -> None:
    made = ended(both_desk, clock)
    corrected(both_desk, made)
    corrected(both_desk, made, "organizer", LEGAL)
    reopen(both_desk, made)
    corrected(both_desk, made, "judge")
    complete(both_desk, made)
    last = corrected(both_desk, made, "head-judge", LEGAL)
    assert list_row(both_desk, made).accepted == last.uid
    assert [s.kind for s in all_seals(both_desk)][-6:] == ["final", "change", "change", "change", "final", "change"]
    assert holds(both_desk)


def test_lists_of_who_dropped_are_corrected_and_what_was_never_sent_is_not(one_desk: App, clock: Clock) -> None:
    made = a_locked_event(one_desk, clock)
    begin(one_desk, made, "swiss")
    move_entry(MoveEntry(made.as_account("scorekeeper"), made.slug, 4, EntryState.DROPPED), one_desk)
    complete(one_desk, made)
    corrected(one_desk, made, number=4)
    with pytest.raises(Refused) as refused:
        corrected(one_desk, made, number=3)
    assert refused.value.code == "no-list"


def test_a_cancelled_event_stays_as_it_is(one_desk: App, clock: Clock) -> None:
    made = a_locked_event(one_desk, clock)
    call_off(one_desk, made)
    for who in ("head-judge", "judge"):
        with pytest.raises(Refused, match="Northern Open is not running"):
            corrected(one_desk, made, who)
    with pytest.raises(Refused):
        corrected(one_desk, made, "organizer")


def _order(made: Made, desk: App, who: Actor, **more: Any) -> Any:
    return an_order(made, desk, OTHER, who=who, reason="late", **more)


ACTS: Final[dict[str, Callable[[App, Made, Actor], object]]] = {
    "send": lambda desk, made, who: send_list(_order(made, desk, who), desk),
    "send for": lambda desk, made, who: enter(_order(made, desk, who), desk),
    "enter late": lambda desk, made, who: enter_late(_order(made, desk, who, number=3), desk),
    "take back": lambda desk, made, who: take_back(TakeBack(who, made.slug, 1, "swiss", desk.now()), desk),
    "draft": lambda desk, made, who: save_draft(SaveDraft(who, made.slug, 1, "swiss", "1 Island", 0), desk),
    **{
        str(act): lambda desk, made, who, act=act: change_lock(  # type: ignore[misc]
            LockList(
                who,
                made.slug,
                2,
                act,
                seen=list_row(desk, made, 1).current,
                until=desk.now() + timedelta(hours=1),
                reason="because",
            ),
            desk,
        )
        for act in LockAct
    },
    **{
        f"move to {to}": lambda desk, made, who, to=to: move_entry(  # type: ignore[misc]
            MoveEntry(who, made.slug, 2, to, reason="because"), desk
        )
        for to in (EntryState.DROPPED, EntryState.DISQUALIFIED)
    },
}
"""Everything else that changes a list or an entry."""


@pytest.mark.parametrize("act", ACTS)
def test_no_other_act_changes_a_list_after_the_end_whoever_tries(one_desk: App, clock: Clock, act: str) -> None:
    made = ended(one_desk, clock)
    before = [(s.uid, s.leaf) for s in submissions(one_desk)]
    row = list_row(one_desk, made, 1)
    for who in (*CORRECTS, *OTHERS):
        with pytest.raises(Refused):
            ACTS[act](one_desk, made, asker(made, who))
    assert [(s.uid, s.leaf) for s in submissions(one_desk)] == before
    after = list_row(one_desk, made, 1)
    assert (after.state, after.current, after.version) == (row.state, row.current, row.version)


def submissions(desk: App) -> list[Submission]:
    with desk.store.read() as session:
        return session.query(Submission).order_by(Submission.uid).all()


def test_an_acceptance_of_a_moment_ago_is_not_undone_once_the_event_is_over(one_desk: App, clock: Clock) -> None:
    made = a_locked_event(one_desk, clock)
    accept(made, one_desk, 2)
    complete(one_desk, made)
    with pytest.raises(Refused, match="Northern Open is not running"):
        change_lock(LockList(made.as_account("judge"), made.slug, 2, LockAct.UNDO), one_desk)
    with pytest.raises(Refused):
        send(made, one_desk, OTHER)
