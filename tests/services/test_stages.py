"""The stages of an event: added, changed, and who is in them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from deckcheck.app.actors import STRANGER
from deckcheck.app.context import App
from deckcheck.events.plans import StagePlan
from deckcheck.events.stage_members import set_members
from deckcheck.events.stage_states import become
from deckcheck.events.stages import StagePatch, add_stage, change_stage, see_stages
from deckcheck.publication.listings import Query, lists_page
from deckcheck.store.models import Entry, Publication, StageMember
from deckcheck.store.states import During
from tests.desks import Clock
from tests.events import DEADLINE
from tests.events import make_event as an_event
from tests.organizing import acts, rank, refused, stage_row
from tests.registrations import OTHER, send

SLUG = "northern-open"
SIX = datetime(2026, 6, 13, 17, 0, tzinfo=UTC)


def test_a_stage_is_added_behind_the_others_with_what_the_documents_choose(both_desk: App) -> None:
    made = an_event(both_desk, level="professional")
    plan = StagePlan("Day 2", "day-2", lists_from="swiss")
    added = add_stage(both_desk, made.as_account("organizer"), SLUG, plan)
    assert (added.slug, added.state, added.lists_from, added.during, added.after) == (
        "day-2",
        "ahead",
        "swiss",
        "stage",
        "all",
    )
    with both_desk.store.read() as session:
        rows = session.query(Publication).filter_by(stage=stage_row(both_desk, "day-2").uid).all()
    assert [(row.during, row.after, row.by) for row in rows] == [("stage", "all", "sys")]
    assert acts(both_desk)[-1] == ("stage.added", "stage:day-2", "", "kind=day-2 match=bo3 lists=swiss")


def test_a_stage_with_lists_of_its_own_may_have_a_deadline_of_its_own(one_desk: App) -> None:
    made = an_event(one_desk)
    evening = datetime.fromisoformat("2026-06-13T18:00")
    added = add_stage(one_desk, made.as_account("organizer"), SLUG, StagePlan("Final", "playoff", deadline=evening))
    assert added.deadline == SIX


@pytest.mark.parametrize(
    ("plan", "sentence"),
    [
        (StagePlan("Swiss"), "Two stages would be called Swiss. Give one another title."),
        (StagePlan("  "), "A title is missing."),
        (StagePlan("Cut", "knockout"), '"knockout" is not among swiss, day-2, playoff.'),
        (StagePlan("Cut", lists_from="cut"), "Cut cannot be played with lists of a stage that is not before it."),
    ],
)
def test_a_stage_that_cannot_be_is_refused(one_desk: App, plan: StagePlan, sentence: str) -> None:
    made = an_event(one_desk)
    with refused("bad-settings", sentence):
        add_stage(one_desk, made.as_account("organizer"), SLUG, plan)


def test_stages_have_an_end(one_desk: App) -> None:
    made = an_event(one_desk)
    who = made.as_account("organizer")
    for number in range(2, 9):
        add_stage(one_desk, who, SLUG, StagePlan(f"Stage {number}", lists_from="swiss"))
    with refused("bad-settings", "9 stages; the limit is 8."):
        add_stage(one_desk, who, SLUG, StagePlan("Stage 9"))


def test_title_and_match_of_a_stage_change_and_its_address_stays(both_desk: App) -> None:
    made = an_event(both_desk, playoff=True)
    patch = StagePatch(title="Top 8", match="bo1")
    changed = change_stage(both_desk, made.as_account("organizer"), SLUG, "playoff", patch).stage
    assert (changed.slug, changed.title, changed.match) == ("playoff", "Top 8", "bo1")
    with refused("bad-settings", "Another stage is called Swiss. Give one another title."):
        change_stage(both_desk, made.as_account("organizer"), SLUG, "playoff", StagePatch(title="Swiss"))


def test_whose_lists_a_stage_plays_changes_before_it_took_any(both_desk: App) -> None:
    made = an_event(both_desk, playoff=True)
    who = made.as_account("organizer")
    assert change_stage(both_desk, who, SLUG, "playoff", StagePatch(lists_from="swiss")).stage.lists_from == "swiss"
    assert change_stage(both_desk, who, SLUG, "playoff", StagePatch(lists_from="")).stage.lists_from == ""
    with refused("not-now", "Swiss has begun or took lists; whose lists it plays stays so."):
        change_stage(both_desk, who, SLUG, "swiss", StagePatch(lists_from="playoff"))
    add_stage(both_desk, who, SLUG, StagePlan("Final", lists_from="playoff"))
    with refused("not-now", "Another stage is played with the lists of the playoff. Change that first."):
        change_stage(both_desk, who, SLUG, "playoff", StagePatch(lists_from="swiss"))


def test_the_deadline_of_a_stage_that_is_ahead_is_a_plan(both_desk: App) -> None:
    made = an_event(both_desk, playoff=True)
    changed = change_stage(both_desk, made.as_account("organizer"), SLUG, "playoff", StagePatch(deadline=SIX))
    assert (changed.stage.deadline, changed.told) == (SIX, None)
    assert acts(both_desk)[-1] == ("stage.deadline", "stage:playoff", "", "2026-06-13T17:00:00.000Z")


def test_the_deadline_of_a_stage_that_takes_lists_moves_for_everyone_and_is_told(both_desk: App) -> None:
    made = an_event(both_desk)
    changed = change_stage(both_desk, made.as_account("organizer"), SLUG, "swiss", StagePatch(deadline=SIX))
    assert changed.told is not None
    assert changed.told.text == "Lists for Swiss of Northern Open close at 18:00 (Leeds time)."
    assert stage_row(both_desk).deadline == SIX


def test_a_stage_that_plays_anothers_lists_has_no_deadline(one_desk: App) -> None:
    made = an_event(one_desk, playoff=True)
    who = made.as_account("organizer")
    change_stage(one_desk, who, SLUG, "playoff", StagePatch(lists_from="swiss"))
    with refused("not-now", "The playoff is played with the lists of Swiss."):
        change_stage(one_desk, who, SLUG, "playoff", StagePatch(deadline=SIX))


def test_stages_are_the_organizers_and_not_changed_over_another(both_desk: App) -> None:
    made = an_event(both_desk, playoff=True)
    who = made.as_account("organizer")
    for role in ("head-judge", "judge", "scorekeeper"):
        with refused("not-allowed"):
            add_stage(both_desk, made.as_account(role), SLUG, StagePlan("Cut"))
        with refused("not-allowed"):
            change_stage(both_desk, made.as_account(role), SLUG, "swiss", StagePatch(title="Rounds"))
    version = see_stages(both_desk, who, SLUG)[1].version
    change_stage(both_desk, who, SLUG, "playoff", StagePatch(title="Cut"), seen=version)
    with refused("changed"):
        change_stage(both_desk, who, SLUG, "playoff", StagePatch(title="Top 8"), seen=version)
    with refused("nothing-here"):
        change_stage(both_desk, who, SLUG, "final", StagePatch(title="Top 8"))


def test_a_completed_event_gets_no_more_stages(one_desk: App) -> None:
    made = an_event(one_desk, state="completed", stage_state="over")
    with refused("not-now", "Northern Open is not running."):
        add_stage(one_desk, made.as_account("organizer"), SLUG, StagePlan("Cut"))


def test_stages_are_seen_by_all_but_who_is_in_them_by_staff(one_desk: App) -> None:
    made = an_event(one_desk, playoff=True)
    assert [stage.members for stage in see_stages(one_desk, STRANGER, SLUG)] == [None, None]
    assert [stage.members for stage in see_stages(one_desk, made.as_person(), SLUG)] == [None, None]
    assert [stage.members for stage in see_stages(one_desk, made.as_account("judge"), SLUG)] == [None, (1, 2)]


# Who is in a stage.


def test_members_are_set_by_number_and_those_without_a_list_are_named(both_desk: App, clock: Clock) -> None:
    made = an_event(both_desk, players=4, playoff=True)
    who = made.as_account("scorekeeper")
    change_stage(both_desk, made.as_account("organizer"), SLUG, "playoff", StagePatch(lists_from="swiss"))
    send(made, both_desk)
    clock.set(DEADLINE + timedelta(minutes=1))
    version = see_stages(both_desk, who, SLUG)[1].version
    found = set_members(both_desk, who, SLUG, "playoff", [3, 1], seen=version)
    assert (found.numbers, found.warnings) == ((1, 3), ("1 of 2 has no list in force.",))
    assert see_stages(both_desk, who, SLUG)[1].version == version + 1
    assert acts(both_desk)[-1] == ("stage.members", "stage:playoff", "2", "1 3")


def test_members_are_the_best_of_the_standings_who_are_still_in(both_desk: App) -> None:
    made = an_event(both_desk, players=5, playoff=True)
    who = made.as_account("organizer")
    with refused("no-such-entry", "There are no standings; import them, or name the players by number."):
        set_members(both_desk, who, SLUG, "playoff", top=2)
    rank(both_desk, made, (4, 5, 1), round=4)
    rank(both_desk, made, (5, 2, 4, 1, 3), round=5)
    assert set_members(both_desk, who, SLUG, "playoff", top=3).numbers == (2, 4, 5)
    with both_desk.store.write() as session:
        session.query(Entry).filter_by(number=2).update({"state": "dropped"})
    assert set_members(both_desk, who, SLUG, "playoff", top=3).numbers == (1, 4, 5)
    with refused("no-such-entry"):
        set_members(both_desk, who, SLUG, "playoff", top=8)


@pytest.mark.parametrize("numbers", [[9], [0], [-1], [10**30]])
def test_a_number_that_nobody_has_is_refused(one_desk: App, numbers: list[int]) -> None:
    made = an_event(one_desk, playoff=True)
    with refused("no-such-entry"):
        set_members(one_desk, made.as_account("organizer"), SLUG, "playoff", numbers)
    assert see_stages(one_desk, made.as_account("organizer"), SLUG)[1].members == (1, 2)


def test_everyone_is_in_the_first_stage(one_desk: App) -> None:
    made = an_event(one_desk)
    with refused("not-now", "Everyone is in Swiss."):
        set_members(one_desk, made.as_account("organizer"), SLUG, "swiss", [1])


def test_a_team_goes_whole(one_desk: App) -> None:
    made = an_event(one_desk, players=6, team_size=3, playoff=True)
    assert set_members(one_desk, made.as_account("organizer"), SLUG, "playoff", [5]).numbers == (4, 5, 6)


def test_no_one_moves_up_after_the_cut_unseen_mtr_2_10(both_desk: App, clock: Clock) -> None:
    made = an_event(both_desk, players=3, playoff=True)
    who = made.as_account("organizer")
    change_stage(both_desk, who, SLUG, "playoff", StagePatch(lists_from="swiss"))
    clock.set(DEADLINE + timedelta(minutes=1))
    become(both_desk, who, SLUG, "playoff", "begun")
    with refused("reason-needed", "Say why: the playoff has begun."):
        set_members(both_desk, who, SLUG, "playoff", [1, 3])
    found = set_members(both_desk, who, SLUG, "playoff", [1, 3], reason="the wrong Per was named")
    assert found.warnings[0] == "No one moves up after the cut (MTR 2.10)."


def test_one_who_was_in_a_stage_that_began_stays_so_on_record(both_desk: App, clock: Clock) -> None:
    made = an_event(both_desk, players=3, playoff=True)
    who = made.as_account("organizer")
    change_stage(both_desk, who, SLUG, "playoff", StagePatch(lists_from="swiss"))
    clock.set(DEADLINE + timedelta(minutes=1))
    become(both_desk, who, SLUG, "playoff", "begun")
    set_members(both_desk, who, SLUG, "playoff", [1], reason="out")
    with both_desk.store.read() as session:
        rows = {row.entry: row.until_at for row in session.query(StageMember)}
    assert rows[made.entries[0]] is None
    assert rows[made.entries[1]] is not None


def test_one_named_by_a_slip_never_was_in_the_stage_and_sees_nothing_of_it(both_desk: App, clock: Clock) -> None:
    made = an_event(both_desk, players=3, playoff=True, during="stage")
    who = made.as_account("organizer")
    change_stage(both_desk, who, SLUG, "playoff", StagePatch(lists_from="swiss"))
    for place, text in enumerate((None, OTHER, None)):
        kept = {"text": text} if text else {}
        send(made, both_desk, who=made.as_person(place), number=place + 1, **kept)
    with both_desk.store.write() as session:
        session.merge(stage_row(both_desk)).during = During.CLOSED
    clock.set(DEADLINE + timedelta(minutes=1))
    set_members(both_desk, who, SLUG, "playoff", [1, 3])
    become(both_desk, who, SLUG, "playoff", "begun")
    seen = [lists_page(both_desk, made.as_person(p), SLUG, Query(stage="playoff")).found for p in range(3)]
    assert seen == [2, 0, 2]
