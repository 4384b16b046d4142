"""A pool from its assigning to its owner's answer: kept as counted, handed over once, corrected by a judge."""

from __future__ import annotations

from typing import Any

import pytest

from deckcheck.app.context import App
from deckcheck.app.refusals import Hidden, NotAllowed, ReasonNeeded, Refused
from deckcheck.lists.event_terms import pool_in_force
from deckcheck.lists.list_handles import Changed
from deckcheck.pools.countings import count_of
from deckcheck.pools.registration import AnswerPool, confirm_pool, question_pool
from deckcheck.pools.values import PoolSeen
from deckcheck.pools.views import my_pools, see_pool
from deckcheck.roster.entry_states import MoveEntry, move_entry
from deckcheck.roster.filters import View
from deckcheck.roster.merge import MergeEntries, PartEntries, merge_entries, unmerge_entry
from deckcheck.roster.staff_roster import roster_page
from deckcheck.store.models import AuditEntry, Entry, Event, PoolVersion, Stage
from deckcheck.store.queries import lists, proof
from deckcheck.store.states import EntryState, NamesShown
from tests.desks import Clock
from tests.events import Made
from tests.pools import (
    CARDS,
    COUNTED,
    DECK,
    TOO_MANY,
    a_who,
    assign,
    by_hand,
    counts,
    hand_over,
    sealed_event,
    set_pools,
    table,
)
from tests.registrations import accept, receipts_of, send
from tests.services.test_deck_checks import audit_holds


def acts(desk: App, made: Made) -> list[tuple[str, str, str]]:
    """The acts on pools in the audit: what, on whose, and what it became."""
    with desk.store.read() as session:
        found = [row for row in proof.audit_of(session, made.uid) if row.act.startswith("pool.")]
        return [(row.act, row.on.partition(" ")[0], row.to) for row in found]


def seen(desk: App, made: Made, owner: int, by: int | str, **more: Any) -> PoolSeen:
    """A pool as a player (by number) or somebody of the staff (by role) sees it."""
    who = made.as_account(by) if isinstance(by, str) else a_who(made, by)
    return see_pool(desk, who, made.slug, owner, **more)


def answer(desk: App, made: Made, owner: int, text: str = "", version: int | None = None) -> PoolSeen:
    """The owner confirms, or says what is wrong."""
    order = AnswerPool(made.as_person(owner - 1), made.slug, owner, "", text, version)
    return question_pool(order, desk) if text else confirm_pool(order, desk)


def verdict(desk: App, made: Made, number: int) -> str:
    """The last verdict on the list that an entry sent."""
    sent = receipts_of(made, desk, number)[-1].uid
    with desk.store.read() as session:
        report = lists.latest_report(session, sent)
        assert report is not None
        return report.verdict


def in_force(desk: App, made: Made, number: int) -> object:
    """The pool by which an entry's list is judged."""
    with desk.store.read() as session:
        stage, entry = session.get(Stage, made.stages["swiss"]), session.get(Entry, made.entries[number - 1])
        assert stage is not None
        assert entry is not None
        return pool_in_force(session, stage, entry)


def test_a_pool_is_assigned_counted_handed_over_and_confirmed(both_desk: App, clock: Clock) -> None:
    made = sealed_event(both_desk, size=24)
    done = assign(both_desk, made)
    assert done.sentence == "4 pools are assigned."
    (counter,) = (counter for owner, counter in done.pairs if owner == 1)
    kept = counts(both_desk, made, 1, "3x22", by=counter, tab="a", turn=1)
    assert (kept.version, count_of(a_who(made, counter), made.slug, 1, "", both_desk)) == (1, kept)
    receipt = hand_over(both_desk, made, 1, by=counter, key="handing-1")
    assert (receipt.state, receipt.total, receipt.pool_version, receipt.is_new) == ("registered", 24, 1, True)
    again = hand_over(both_desk, made, 1, by=counter, key="handing-1")
    assert (again.is_new, again.at) == (False, receipt.at)
    mine = seen(both_desk, made, 1, 1)
    assert tuple((card.count, card.name) for card in mine.cards) == CARDS
    assert (mine.me, mine.may, mine.counter and mine.counter.number) == ("owner", ("confirm", "question"), counter)
    assert in_force(both_desk, made, 1) == CARDS
    assert answer(both_desk, made, 1, version=mine.version).state == "confirmed"
    assert [act for act, on, _ in acts(both_desk, made) if on == "entry:1"] == [
        "pool.assigned",
        "pool.registered",
        "pool.confirmed",
    ]
    assert [(line.owner.number, line.state) for line in table(both_desk, made).lines][-1] == (1, "confirmed")
    assert (table(both_desk, made).missing, in_force(both_desk, made, 2)) == (3, None)
    shown = roster_page(made.as_account("scorekeeper"), made.slug, View(), both_desk).rows
    assert sorted(row.number for row in shown if row.no_pool) == [2, 3, 4]
    audit_holds(both_desk, made)


def test_nobody_sees_a_pool_before_or_after_their_time(one_desk: App) -> None:
    made = sealed_event(one_desk)
    by_hand(one_desk, made, (1, 2))
    counts(one_desk, made, 1, "3x2")

    def closed_to(*people: int) -> None:
        for number in people:
            with pytest.raises(Hidden):
                seen(one_desk, made, 1, number)

    assert seen(one_desk, made, 1, 2).count is not None
    closed_to(1, 3, 4)
    with pytest.raises(Hidden):
        count_of(made.as_person(0), made.slug, 1, "", one_desk)
    hand_over(one_desk, made, 1)
    assert seen(one_desk, made, 1, 2).me == "counter"
    assert seen(one_desk, made, 1, 1).cards
    closed_to(3, 4)
    answer(one_desk, made, 1)
    closed_to(2, 3, 4)
    assert seen(one_desk, made, 1, 1).cards
    assert [one.owner.number for one in my_pools(one_desk, made.as_person(1), made.slug).counting] == []


def test_officials_read_a_pool_on_record_and_scorekeepers_do_not(one_desk: App) -> None:
    made = sealed_event(one_desk)
    hand_over(one_desk, made, 1, by=made.as_account("scorekeeper"))
    assert [act for act, _, _ in acts(one_desk, made)] == ["pool.registered"]
    assert seen(one_desk, made, 1, "judge").me == "official"
    assert acts(one_desk, made)[-1] == ("pool.read", "entry:1", "registered")
    with pytest.raises(NotAllowed):
        seen(one_desk, made, 1, "scorekeeper")
    confirmed = confirm_pool(AnswerPool(made.as_account("judge"), made.slug, 1, ""), one_desk)
    assert (confirmed.state, confirmed.cards) == ("confirmed", ())


def test_an_official_who_plays_says_why_before_reading_the_pool_of_another(one_desk: App) -> None:
    made = sealed_event(one_desk)
    with one_desk.store.write() as session:
        own = session.get(Entry, made.entries[3])
        assert own is not None
        own.account = made.accounts["organizer"]
    hand_over(one_desk, made, 1, by=made.as_account("scorekeeper"))
    with pytest.raises(ReasonNeeded):
        seen(one_desk, made, 1, "organizer")
    assert seen(one_desk, made, 1, "organizer", reason="asked at the table").cards


def test_what_was_counted_is_kept_as_drafts_are(one_desk: App) -> None:
    made = sealed_event(one_desk)
    by_hand(one_desk, made, (1, 2))
    first = counts(one_desk, made, 1, "3", tab="phone", turn=2)
    assert counts(one_desk, made, 1, "3x9", tab="phone", turn=1) == first, "what was sent earlier comes too late"
    assert counts(one_desk, made, 1, "3x2", tab="phone", turn=3).text == "3x2"
    with pytest.raises(Changed) as changed:
        counts(one_desk, made, 1, "3x4", tab="tablet", turn=1, version=first.version)
    assert changed.value.theirs.text == "3x2"
    assert counts(one_desk, made, 1, "3x4", tab="tablet", turn=1, version=2).version == 3
    assert hand_over(one_desk, made, 1, None, key="handing-1").total == 4
    with pytest.raises(Refused, match=r"^This pool was handed over"):
        counts(one_desk, made, 1, "3x5", tab="tablet", turn=2)


def test_a_pool_of_another_size_or_with_lines_unread_is_asked_about(one_desk: App) -> None:
    made = sealed_event(one_desk, size=84)
    by_hand(one_desk, made, (1, 2))
    with pytest.raises(Refused, match=r"^24 cards are counted; a pool has 84\.") as asked:
        hand_over(one_desk, made, 1)
    assert asked.value.code == "confirm"
    with pytest.raises(Refused, match=r"^1 line is not read") as unread:
        hand_over(one_desk, made, 1, COUNTED + "xxqq zzt", confirmed=True)
    assert [(one["line"], one["text"]) for one in unread.value.more["unread"]] == [(3, "xxqq zzt")]
    done = hand_over(one_desk, made, 1, COUNTED + "xxqq zzt", confirmed=True, leave_unread=True)
    assert done.warnings == ("24 cards; a pool has 84.", "Not read and left out: xxqq zzt.")


def test_a_questioned_pool_is_corrected_by_a_judge_and_nothing_is_overwritten(both_desk: App) -> None:
    made = sealed_event(both_desk)
    by_hand(both_desk, made, (1, 2))
    hand_over(both_desk, made, 1)
    assert answer(both_desk, made, 1, "1 Shivan Dragon is not mine").question == "1 Shivan Dragon is not mine"
    assert next((line.owner.number, line.state) for line in table(both_desk, made).lines) == (1, "questioned")
    told = {role: table(both_desk, made, role).lines[0].question for role in ("judge", "scorekeeper")}
    assert told == {"judge": "1 Shivan Dragon is not mine", "scorekeeper": ""}
    fixed = COUNTED.replace("Shivan Dragon\n", "")
    with pytest.raises(Refused, match=r"^This pool was handed over at 09:00 by Per Dahl\. Tell"):
        hand_over(both_desk, made, 1, fixed, by=2)
    with pytest.raises(NotAllowed, match=r"^Correcting a pool is for a judge\.$"):
        hand_over(both_desk, made, 1, fixed, by=made.as_account("scorekeeper"), reason="no dragon")
    judge = made.as_account("judge")
    with pytest.raises(Refused, match=r"^Say why\.$"):
        hand_over(both_desk, made, 1, fixed, by=judge)
    done = hand_over(both_desk, made, 1, fixed, by=judge, reason="the dragon lay in another box", key="fix-no-1")
    assert (done.state, done.pool_version, done.total) == ("registered", 2, 23)
    mine = seen(both_desk, made, 1, 1)
    assert [(one.number, one.total, one.why) for one in mine.versions] == [
        (1, 24, ""),
        (2, 23, "the dragon lay in another box"),
    ]
    with both_desk.store.read() as session:
        assert [row.text for row in session.query(PoolVersion).order_by(PoolVersion.number)] == [COUNTED, fixed]
    assert answer(both_desk, made, 1).question == ""
    audit_holds(both_desk, made)


def test_a_counter_who_drops_gives_way_to_another_who_begins_anew_unless_staff_says_else(one_desk: App) -> None:
    made = sealed_event(one_desk)
    by_hand(one_desk, made, (1, 2), (3, 4))
    counts(one_desk, made, 1, "3x2")
    move_entry(MoveEntry(made.as_account("scorekeeper"), made.slug, 2, EntryState.WITHDRAWN), one_desk)
    (line,) = (line for line in table(one_desk, made).lines if line.owner.number == 1)
    assert line.counter_out
    with pytest.raises(Hidden):
        seen(one_desk, made, 1, 2)
    by_hand(one_desk, made, (1, 3))
    assert count_of(made.as_person(2), made.slug, 1, "", one_desk).text == ""
    (before,) = seen(one_desk, made, 1, "judge").other_counts
    assert (before.by.number, before.count.text) == (2, "3x2")
    by_hand(one_desk, made, (1, 4), keep=True)
    assert count_of(made.as_person(3), made.slug, 1, "", one_desk).text == "3x2"
    counts(one_desk, made, 1, "3x7", by=4)
    by_hand(one_desk, made, (1, 3), keep=True)
    assert count_of(made.as_person(2), made.slug, 1, "", one_desk).text == "3x7"
    audit_holds(one_desk, made)


def test_own_pools_need_no_assigning_and_are_confirmed_with_the_handing_over(both_desk: App) -> None:
    made = sealed_event(both_desk, way="own")
    with pytest.raises(Refused, match=r"^Everybody registers their own pool here"):
        assign(both_desk, made)
    counts(both_desk, made, 1, "3x22", by=1)
    audit_holds(both_desk, made)
    (mine,) = my_pools(both_desk, made.as_person(0), made.slug).mine
    assert (mine.me, mine.may) == ("own", ("count", "register"))
    with pytest.raises(Hidden):
        counts(both_desk, made, 1, "3x1", by=2)
    assert hand_over(both_desk, made, 1, by=1, key="handing-1").state == "confirmed"
    assert not hand_over(both_desk, made, 1, by=1, key="handing-1").is_new, "whoever lost the answer asks again"
    assert seen(both_desk, made, 1, 1).me == "owner"
    audit_holds(both_desk, made)


def test_a_list_is_held_to_the_pool_and_judged_again_once_it_is_corrected(one_desk: App) -> None:
    made = sealed_event(one_desk)
    for number, text in ((1, DECK), (3, TOO_MANY)):
        send(made, one_desk, text, who=made.as_person(number - 1), number=number)
    assert [verdict(one_desk, made, n) for n in (1, 3)] == ["legal", "legal"]
    staff = made.as_account("scorekeeper")
    hand_over(one_desk, made, 1, by=staff)
    hand_over(one_desk, made, 3, by=staff)
    assert [verdict(one_desk, made, n) for n in (1, 3)] == ["legal", "illegal"]
    more = COUNTED + "12"
    hand_over(one_desk, made, 3, more, by=made.as_account("judge"), reason="two of them stuck together")
    assert verdict(one_desk, made, 3) == "legal"
    audit_holds(one_desk, made)


def test_once_a_list_is_accepted_a_pool_is_an_officials_act_with_a_reason(one_desk: App) -> None:
    made = sealed_event(one_desk)
    by_hand(one_desk, made, (1, 2))
    send(made, one_desk, DECK, number=1)
    accept(made, one_desk)
    with pytest.raises(Refused, match=r"^The list built from this pool is accepted\. A judge"):
        hand_over(one_desk, made, 1)
    staff = made.as_account("judge")
    with pytest.raises(Refused, match=r"^Say why: the list built from this pool is accepted\.$"):
        hand_over(one_desk, made, 1, by=staff)
    assert hand_over(one_desk, made, 1, by=staff, reason="was on paper").state == "registered"


def test_a_team_has_one_pool_that_each_of_its_players_counts_and_answers(one_desk: App) -> None:
    made = sealed_event(one_desk, team_size=2)
    done = assign(one_desk, made)
    assert sorted(done.pairs) == [(1, 3), (3, 1)]
    counts(one_desk, made, 2, "3x22", by=4)
    assert hand_over(one_desk, made, 1, by=made.as_team(1)).player == "Team 1"
    assert in_force(one_desk, made, 2) == CARDS
    assert seen(one_desk, made, 2, 2).may == ("confirm", "question")
    assert confirm_pool(AnswerPool(made.as_person(1), made.slug, None, ""), one_desk).state == "confirmed"
    audit_holds(one_desk, made)


def test_two_entries_that_are_one_have_one_pool_and_count_on(one_desk: App) -> None:
    made = sealed_event(one_desk)
    by_hand(one_desk, made, (1, 2), (3, 1))
    counts(one_desk, made, 3, "12", by=1)
    hand_over(one_desk, made, 1)
    scorekeeper = made.as_account("scorekeeper")
    merge_entries(MergeEntries(scorekeeper, made.slug, 1, 4, keep=4, confirmed=True), one_desk)
    assert in_force(one_desk, made, 4) == CARDS
    assert seen(one_desk, made, 4, 4).owner.number == 4
    assert hand_over(one_desk, made, 3, None, by=4).total == 1
    assert sorted(line.owner.number for line in table(one_desk, made).lines) == [2, 3, 4]
    unmerge_entry(PartEntries(made.as_account("head-judge"), made.slug, 1, "two of them"), one_desk)
    assert (in_force(one_desk, made, 1), in_force(one_desk, made, 4)) == (CARDS, None)
    audit_holds(one_desk, made)


def test_players_are_named_across_the_table_as_the_event_shows_names(one_desk: App) -> None:
    made = sealed_event(one_desk)
    with one_desk.store.write() as session:
        event = session.get(Event, made.uid)
        assert event is not None
        event.names_shown = NamesShown.INITIALS
    by_hand(one_desk, made, (1, 2))
    assert seen(one_desk, made, 1, 2).owner.name == "A. O."
    hand_over(one_desk, made, 1)
    mine = seen(one_desk, made, 1, 1)
    assert (mine.owner.name, mine.handed_by) == ("Ada Okonkwo", "P. D.")
    assert seen(one_desk, made, 1, "judge").handed_by == "Per Dahl"


def test_a_stage_without_pools_and_other_formats_have_none(one_desk: App) -> None:
    made = sealed_event(one_desk)
    set_pools(one_desk, made, pools="")
    with pytest.raises(Refused, match=r"^No pools are registered here\."):
        table(one_desk, made)
    with pytest.raises(Hidden):
        my_pools(one_desk, made.as_person(0), made.slug)
    with pytest.raises(Hidden):
        counts(one_desk, made, 1, by=1)


def test_the_audit_tells_of_a_pool_that_was_changed_beside_it(one_desk: App) -> None:
    made = sealed_event(one_desk)
    hand_over(one_desk, made, 1, by=made.as_account("scorekeeper"))
    with one_desk.store.write() as session:
        (version,) = session.query(PoolVersion)
        version.rows = [[99, "Shivan Dragon", "FDN", "206"]]
    with pytest.raises(AssertionError, match="A version of a pool"):
        audit_holds(one_desk, made)
    with one_desk.store.write() as session:
        session.query(PoolVersion).delete()
        assert session.query(AuditEntry).filter_by(act="pool.registered").count() == 1
    with pytest.raises(AssertionError, match=r"A version of a pool \(.*is missing"):
        audit_holds(one_desk, made)
