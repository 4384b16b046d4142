"""Who may what: every right for everybody in every state of publication, against the table of tests/data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from deckcheck.app.permissions import (
    NOTHING_HERE,
    STRANGER,
    Answer,
    Asker,
    EntryStanding,
    Right,
    may,
    may_make_events,
    may_operate,
)
from deckcheck.app.permissions.rights import TABLE as DECIDED
from deckcheck.app.refusals import Hidden, NotAllowed, ReasonNeeded
from deckcheck.store.states import ActorKind, After, During, EntryState, EventState, Role, StageState
from tests.services.scenes_made import (
    ADA,
    BOTH,
    ELSEWHERE,
    PEOPLE,
    PLAYER,
    PUBLISHED,
    letter_of,
    scene_for,
    scene_of,
    without_list,
)
from tests.tables import every_row

TABLE: Final = Path(__file__).parents[1] / "data" / "permissions.txt"
ABOUT_LISTS: Final = (Right.SEE_LIST, Right.SEE_LIST_STATE, Right.COUNT_LISTS, Right.SEE_SHARES, Right.SEARCH_CARDS)


def _written() -> dict[Right, dict[str, str]]:
    lines = [line.split() for line in TABLE.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    (_, *columns), *rows = lines
    return {Right(name): dict(zip(columns, cells, strict=True)) for name, *cells in rows}


WRITTEN: Final = _written()


def _cases() -> Iterator[tuple[Right, str, str, str]]:
    for right, cells in WRITTEN.items():
        for who, letters in cells.items():
            yield from ((right, who, published, letter) for published, letter in zip("csa", letters, strict=True))


def test_every_right_and_everybody_is_in_the_table() -> None:
    assert set(WRITTEN) == set(Right)
    assert all(set(cells) == set(PEOPLE) for cells in WRITTEN.values())


@every_row("right", list(Right))
def test_everybody_may_what_the_table_says(right: Right) -> None:
    found = {}
    expected = {}
    for _, who, published, letter in (case for case in _cases() if case[0] == right):
        actor, access = scene_for(who, published)
        found[who, published] = letter_of(may(actor, right, access, "playoff"))
        expected[who, published] = letter
    assert found == expected


@every_row("right", list(Right))
def test_after_a_completed_event_that_opens_its_lists_all_is_as_if_open_to_all(right: Right) -> None:
    for who, letters in WRITTEN[right].items():
        actor, me = PEOPLE[who]
        access = scene_of(During.CLOSED, After.ALL, EventState.COMPLETED, StageState.OVER, me)
        assert letter_of(may(actor, right, access, "playoff")) == letters[2], who


@every_row("right", list(Right))
@every_row("stage", [StageState.AHEAD, StageState.TAKING])
def test_nothing_is_open_before_the_stage_is_locked(right: Right, stage: StageState) -> None:
    for who, letters in WRITTEN[right].items():
        actor, me = PEOPLE[who]
        access = scene_of(During.ALL, After.ALL, stage=stage, me=me)
        assert letter_of(may(actor, right, access, "playoff")) == letters[0], who


@every_row("right", list(Right))
def test_a_cancelled_event_is_seen_and_its_lists_are_closed(right: Right) -> None:
    for who, letters in WRITTEN[right].items():
        actor, me = PEOPLE[who]
        access = scene_of(During.ALL, After.ALL, EventState.CANCELLED, me=me)
        assert letter_of(may(actor, right, access, "playoff")) == letters[0], who


@every_row("right", list(Right))
@every_row("state", [EventState.PLANNED, EventState.GONE])
def test_a_planned_event_is_there_for_its_staff_only(right: Right, state: EventState) -> None:
    for who, letters in WRITTEN[right].items():
        actor, me = PEOPLE[who]
        found = may(actor, right, scene_of(During.ALL, After.ALL, state, me=me), "playoff")
        assert letter_of(found) == (letters[0] if actor.is_staff else "h"), who
        assert actor.is_staff or found.sentence == NOTHING_HERE


@pytest.mark.parametrize("state", [EntryState.WITHDRAWN, EntryState.MERGED])
def test_entries_that_never_took_part_are_in_no_publication(state: EntryState) -> None:
    gone = replace(ADA, state=state)
    for who in ("stranger", "same", "K", "overlay"):
        actor, me = PEOPLE[who]
        access = scene_of(During.ALL, After.ALL, me=me, subject=gone)
        assert not may(actor, Right.SEE_LIST, access, "playoff").allowed
    assert may(PEOPLE["J"][0], Right.SEE_LIST, scene_of(During.ALL, After.ALL, subject=gone), "playoff").log
    assert letter_of(may(PLAYER, Right.SEE_LIST, scene_of(me=gone, subject=gone), "playoff")) == "y"


@pytest.mark.parametrize("state", [EntryState.DROPPED, EntryState.DISQUALIFIED])
def test_who_dropped_or_was_disqualified_is_published_like_others_and_sees_the_own_list_only(state: EntryState) -> None:
    out = replace(ADA, state=state)
    open_to_stage = scene_of(*PUBLISHED["s"], me=PEOPLE["same"][1], subject=out)
    assert letter_of(may(PLAYER, Right.SEE_LIST, open_to_stage, "playoff")) == "v"
    mine = scene_of(*PUBLISHED["s"], me=out, subject=out)
    assert letter_of(may(PLAYER, Right.SEE_LIST, mine, "playoff")) == "y"
    assert letter_of(may(PLAYER, Right.SEE_LIST, replace(mine, subject=PEOPLE["same"][1]), "playoff")) == "h"


@pytest.mark.parametrize("right", ABOUT_LISTS)
@pytest.mark.parametrize("published", ["s", "a"])
def test_a_player_without_a_list_in_force_sees_no_other_list(right: Right, published: str) -> None:
    actor, me = PEOPLE["same"]
    assert me is not None
    access = scene_of(*PUBLISHED[published], me=without_list(me))
    assert letter_of(may(actor, right, access, "playoff")) == "h"
    assert letter_of(may(actor, right, replace(access, me=me), "playoff")) == "v"


def test_a_player_without_a_list_sees_names_and_what_an_ended_event_shows_to_all() -> None:
    actor, me = PEOPLE["same"]
    assert me is not None
    access = scene_of(*PUBLISHED["s"], me=without_list(me))
    assert may(actor, Right.SEE_NAMES, access, "playoff").allowed
    ended = replace(access, state=EventState.COMPLETED)
    assert letter_of(may(actor, Right.SEE_LIST, ended, "playoff")) == "v"
    stays = scene_of(During.STAGE, After.CLOSED, EventState.COMPLETED, StageState.OVER, without_list(me))
    assert letter_of(may(actor, Right.SEE_LIST, stays, "playoff")) == "h"


def test_who_is_not_confirmed_is_no_player_of_the_stage() -> None:
    actor, me = PEOPLE["same"]
    assert me is not None
    access = scene_of(*PUBLISHED["s"], me=replace(me, confirmed=False))
    assert letter_of(may(actor, Right.SEE_LIST, access, "playoff")) == "h"
    assert letter_of(may(actor, Right.COUNT_LISTS, access, "playoff")) == "h"


def test_a_list_is_open_in_the_stages_it_was_played_in_only() -> None:
    swiss_only = replace(ADA, stages=frozenset({"swiss"}))
    access = scene_of(*PUBLISHED["a"], subject=swiss_only)
    assert letter_of(may(STRANGER, Right.SEE_LIST, access, "playoff")) == "h"


def test_an_entry_or_stage_that_does_not_exist_is_answered_like_a_closed_one() -> None:
    closed = may(STRANGER, Right.SEE_LIST, scene_of(*PUBLISHED["c"]), "playoff")
    absent = may(STRANGER, Right.SEE_LIST, scene_of(*PUBLISHED["a"], subject=EntryStanding(999)), "playoff")
    no_stage = may(STRANGER, Right.SEE_LIST, scene_of(*PUBLISHED["a"]), "day-3")
    assert closed == absent == no_stage


def test_without_a_stage_the_answer_is_what_holds_in_every_stage() -> None:
    access = scene_of(*PUBLISHED["a"])
    assert letter_of(may(STRANGER, Right.SEE_LIST, access)) == "h"
    assert letter_of(may(STRANGER, Right.COUNT_LISTS, access)) == "h"
    open_everywhere = replace(access, stages=tuple(replace(s, during=During.ALL) for s in access.stages))
    assert letter_of(may(STRANGER, Right.COUNT_LISTS, open_everywhere)) == "v"
    assert letter_of(may(PEOPLE["J"][0], Right.SEE_LIST, access)) == "l"
    playoff_only = replace(ADA, stages=frozenset({"playoff"}))
    assert letter_of(may(STRANGER, Right.SEE_LIST, replace(access, subject=playoff_only))) == "v"
    assert letter_of(may(STRANGER, Right.SEE_LIST, replace(access, stages=()))) == "h"


def test_who_was_replaced_in_a_team_sees_no_list_of_it() -> None:
    _, me = PEOPLE["mate"]
    assert me is not None
    access = scene_of(me=replace(me, state=EntryState.WITHDRAWN))
    assert letter_of(may(PLAYER, Right.SEE_LIST, access, "playoff")) == "h"


def test_a_teams_link_is_no_entry_of_its_own() -> None:
    team, me = PEOPLE["team"]
    access = scene_of(me=me, subject=replace(ADA, number=0, team="blue"))
    assert letter_of(may(team, Right.SEE_DRAFT, access, "playoff")) == "h"
    assert letter_of(may(team, Right.SEND, replace(access, subject=replace(ADA, team="")), "playoff")) == "h"


def test_putting_back_who_withdrew_is_staffs_and_who_dropped_the_head_judges() -> None:
    for state, letters in {EntryState.WITHDRAWN: "yyyy", EntryState.DROPPED: "nnyn"}.items():
        access = scene_of(subject=replace(ADA, state=state))
        found = "".join(letter_of(may(PEOPLE[who][0], Right.RETURN_ENTRY, access)) for who in "KJHO")
        assert found == letters


@pytest.mark.parametrize("who", ["J", "H", "O"])
def test_an_official_who_plays_says_why_before_reading_another_list(who: str) -> None:
    official = PEOPLE[who][0]
    me = EntryStanding(5, stages=BOTH, lists=BOTH)
    access = scene_of(*PUBLISHED["c"], me=me)
    assert letter_of(may(official, Right.SEE_LIST, access, "playoff")) == "r"
    assert letter_of(may(official, Right.SEARCH_CARDS, access, "playoff")) == "r"
    assert letter_of(may(official, Right.SEE_SHARES, access, "playoff")) == "r"
    assert letter_of(may(official, Right.PRINT_PAIR, access, "playoff")) == "r"
    assert letter_of(may(official, Right.SEE_LIST, replace(access, subject=me), "playoff")) == "y"
    withdrew = replace(access, me=replace(me, state=EntryState.WITHDRAWN))
    assert letter_of(may(official, Right.SEE_LIST, withdrew, "playoff")) == "l"
    shared = scene_of(*PUBLISHED["s"], me=me)
    assert letter_of(may(official, Right.SEE_LIST, shared, "playoff")) == "y"


@pytest.mark.parametrize("who", ["J", "H"])
def test_an_official_who_plays_checks_others_with_a_reason_and_nobody_of_their_own_match(who: str) -> None:
    official = PEOPLE[who][0]
    me = EntryStanding(5, team="blue", stages=BOTH, lists=BOTH)
    mate, other = EntryStanding(6, team="blue", stages=BOTH), EntryStanding(7, team="green", stages=BOTH)
    access = scene_of(me=me, subject=other)
    assert letter_of(may(official, Right.BEGIN_CHECK, access, "playoff")) == "r"
    assert letter_of(may(official, Right.CHECK_DECK, access, "playoff")) == "y"
    for own in (replace(access, subject=me), replace(access, subject=mate), replace(access, meets=frozenset({7}))):
        for right in (Right.BEGIN_CHECK, Right.CHECK_DECK):
            answer = may(official, right, own, "playoff")
            assert letter_of(answer) == "n"
            assert answer.sentence == "You play in this match, so somebody else checks its decks."
        assert letter_of(may(official, Right.READ_CHECKS, own, "playoff")) == "y"
    dropped = replace(access, me=replace(me, state=EntryState.DROPPED))
    assert letter_of(may(official, Right.BEGIN_CHECK, dropped, "playoff")) == "y"
    assert letter_of(may(official, Right.BEGIN_CHECK, replace(access, subject=None))) == "r"


@pytest.mark.parametrize("who", PEOPLE)
def test_a_draw_is_everybodys_once_the_round_is_over(who: str) -> None:
    actor, access = scene_for(who, "a")
    judging = who in {"J", "H", "O", "tok-J", "tok-O"}
    assert may(actor, Right.SEE_SEED, access, "playoff").allowed == judging
    assert letter_of(may(actor, Right.SEE_SEED, replace(access, round_over=True), "playoff")) == "y"
    planned = replace(access, state=EventState.PLANNED, round_over=True)
    assert may(actor, Right.SEE_SEED, planned, "playoff").allowed == actor.is_staff


def test_several_hats_add_up() -> None:
    both = Asker(ActorKind.ACCOUNT, "a", "Rosa Kim", frozenset({Role.SCOREKEEPER, Role.JUDGE}))
    access = scene_of()
    assert letter_of(may(both, Right.SEE_LIST, access, "playoff")) == "l"
    assert letter_of(may(both, Right.MERGE, access)) == "y"
    assert letter_of(may(both, Right.LIFT, access)) == "n"


def test_the_application_may_do_its_own_acts() -> None:
    assert all(may(Asker(ActorKind.SYS), right, scene_of()).allowed for right in Right)


@pytest.mark.parametrize("kind", list(ActorKind))
def test_the_installation_is_looked_after_by_its_operators_alone(kind: ActorKind) -> None:
    rights = {right for right, row in DECIDED.items() if row.cells["A"] == "Y"}
    assert rights == {Right.UPDATE_DATA}
    for right in Right:
        may_now = may_operate(Asker(kind, operates=True, may_organize=True), right)
        assert may_now.allowed == (kind in {ActorKind.ACCOUNT, ActorKind.SYS} and right in rights)
        assert kind == ActorKind.SYS or not may_operate(Asker(kind, may_organize=True), right).allowed
        assert may_now.allowed or may_now.answer is Answer.HIDDEN


def test_events_are_made_by_accounts_that_may_organize() -> None:
    assert may_make_events(ELSEWHERE).allowed
    found = may_make_events(PEOPLE["O"][0])
    assert found.answer is Answer.NO
    assert found.sentence == "Events are made by accounts that may organize. You are signed in as Rosa Kim."
    assert not may_make_events(Asker(ActorKind.TOKEN, may_organize=True)).allowed


@pytest.mark.parametrize(
    ("who", "right", "sentence"),
    [
        ("stranger", Right.READ_CHANGES, "This is for staff of Northern Open. You are not signed in."),
        ("own", Right.READ_CHANGES, "This is for staff of Northern Open. You are signed in as Per Dahl."),
        ("K", Right.SEE_LIST, "This is for the organizer and judges of Northern Open. You are signed in as Rosa Kim."),
        ("J", Right.DISQUALIFY, "This is for the head judge of Northern Open. You are signed in as Rosa Kim."),
        ("J", Right.SETTINGS, "This is for the organizer of Northern Open. You are signed in as Rosa Kim."),
        (
            "H",
            Right.BEGIN,
            "This is for the organizer and scorekeepers of Northern Open. You are signed in as Rosa Kim.",
        ),
        ("O", Right.LIFT, "Only the head judge of Northern Open can lift the deadline."),
        ("K", Right.ACCEPT_NOT_LEGAL, "Accepting a list that is not legal is for a judge."),
        ("tok-K", Right.REOPEN, "This is for judges of Northern Open. This token is for the desk."),
        ("tok-O", Right.ROLES, "This is for the organizer of Northern Open, signed in; no token does it."),
        ("tok-else", Right.SETTINGS, "This is for the organizer of Northern Open. This token is for another event."),
        ("stranger", Right.SEE_LIST, NOTHING_HERE),
    ],
)
def test_a_refusal_says_whom_it_is_for(who: str, right: Right, sentence: str) -> None:
    actor, access = scene_for(who, "c")
    assert may(actor, right, access, "playoff").sentence == sentence


def test_refusals_are_raised_as_what_the_answer_is() -> None:
    access = scene_of()
    with pytest.raises(Hidden) as hidden:
        may(STRANGER, Right.SEE_LIST, access, "playoff").or_refuse("I wish to see it")
    assert (hidden.value.status, hidden.value.code, str(hidden.value)) == (404, "nothing-here", NOTHING_HERE)
    with pytest.raises(NotAllowed) as refused:
        may(STRANGER, Right.SETTINGS, access).or_refuse()
    assert refused.value.status == 403
    old = may(PEOPLE["J"][0], Right.SEE_OLD_VERSION, access, "playoff")
    with pytest.raises(ReasonNeeded) as asked:
        old.or_refuse("  ")
    assert (asked.value.status, asked.value.code) == (422, "reason-needed")
    assert str(asked.value) == "Say why. The head judge of Northern Open can read it."
    old.or_refuse("The player asked at the table")
    may(PEOPLE["J"][0], Right.SEE_LIST, access, "playoff").or_refuse()
