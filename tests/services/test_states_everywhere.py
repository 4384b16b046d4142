"""Every act from every state: what the table has goes where it says, everything else is refused with a sentence."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.app.states import Act, Facts, Machine, StateRefused, Step, step, table
from deckcheck.store.states import Accepts, After, During, EntryState, EventState, ListState, Role, SealKind, StageState
from deckcheck.verdict.reports import Verdict
from tests.samples import examples
from tests.state_facts import DAY, STATES, WITH_ALL, ZONE, assert_calm, at, fitting
from tests.tables import every_row

TABLE: Final = """
event    -             event.made           planned
event    planned       event.opened         on
event    planned       event.changed        planned
event    on            event.changed        on
event    planned       event.ordered        planned
event    on            event.ordered        on
event    planned       event.deleted        gone
event    planned       event.cancelled      cancelled
event    on            event.cancelled      cancelled
event    cancelled     event.restored       on
event    on            event.completed      completed
event    completed     event.reopened       on
stage    ahead         stage.taking         taking
stage    taking        stage.closed         locked
stage    taking        stage.deadline       taking
stage    locked        stage.reopened       taking
stage    ahead         stage.members        ahead
stage    locked        stage.members        locked
stage    ahead         stage.begun          locked
stage    locked        stage.begun          locked
stage    locked        stage.ended          over
stage    over          stage.resumed        locked
entry    -             entry.added          on
entry    on            entry.withdrawn      withdrawn
entry    on            entry.dropped        dropped
entry    on            entry.disqualified   disqualified
entry    withdrawn     entry.returned       on
entry    dropped       entry.returned       on
entry    disqualified  entry.returned       on
entry    on            entry.merged         merged
entry    merged        entry.unmerged       on
entry    on            entry.replaced       withdrawn
entry    -             entry.replaced       on
list     open          list.sent            open
list     reopened      list.sent            reopened
list     open          list.sent_back       open
list     reopened      list.sent_back       reopened
list     open          list.accepted        accepted
list     closed        list.accepted        accepted
list     reopened      list.accepted        accepted
list     accepted      list.reopened        reopened
list     accepted      list.undone          closed
list     open          list.lifted          open
list     closed        list.lifted          reopened
list     closed        list.entered_late    closed
list     closed        list.corrected       accepted
list     accepted      list.corrected       accepted
list     open          list.withdrawn       open
list     reopened      list.withdrawn       reopened
list     open          stage.closed         closed
list     closed        stage.reopened       open
list     reopened      stage.reopened       open
list     reopened      list.closed          closed
publication c          publication.set       s
publication s          publication.set       s
publication a          publication.set       s
publication c          publication.effective s
publication a          publication.effective s
check    -             check.drawn          -
check    -             check.begun          begun
check    begun         check.joined         begun
check    begun         check.ticked         begun
check    begun         check.changed        begun
check    begun         check.finished       finished
check    begun         check.voided         void
check    finished      check.amended        finished
pool     waiting       pool.assigned        counting
pool     counting      pool.assigned        counting
pool     waiting       pool.registered      registered
pool     counting      pool.registered      registered
pool     registered    pool.confirmed       confirmed
pool     questioned    pool.confirmed       confirmed
pool     registered    pool.questioned      questioned
pool     confirmed     pool.questioned      questioned
pool     questioned    pool.questioned      questioned
pool     registered    pool.corrected       registered
pool     confirmed     pool.corrected       registered
pool     questioned    pool.corrected       registered
"""
"""The design's table again, as it is drawn there: machine, from, act, to."""

EXPECTED: Final = {
    (Machine(machine), "" if state == "-" else state, Act(act)): "" if to == "-" else to
    for machine, state, act, to in (line.split() for line in TABLE.strip().splitlines())
}
EVERYWHERE: Final = [(m, s, a) for m in Machine for s in STATES[m] for a in Act]
CODE: Final = re.compile(r"[a-z]+(-[a-z]+)*")


def needs(machine: Machine, state: str, act: Act) -> dict[str, object]:
    """A list sent from a reopened state has a deadline of its own."""
    return {"own_deadline": at("10:15")} if machine == Machine.LIST and state == ListState.REOPENED else {}


@every_row(("machine", "state", "act"), EVERYWHERE)
def test_an_act_goes_where_the_table_says_or_is_refused(machine: Machine, state: str, act: Act) -> None:
    facts = fitting(machine, act, **needs(machine, state, act))
    expected = EXPECTED.get((machine, state, act))
    if expected is None:
        with pytest.raises(StateRefused) as refused:
            step(machine, state, act, facts)
        assert_calm(str(refused.value))
        assert CODE.fullmatch(refused.value.code)
    else:
        taken = step(machine, state, act, facts)
        assert (taken.state, taken.audit) == (expected, act)


ENDED_ANYWHERE: Final = {Act.LIST_CLOSED, Act.CHECK_FINISHED, Act.CHECK_VOIDED, Act.CHECK_AMENDED}
IN_EVENT: Final = [
    e for e in EXPECTED if e[0] not in {Machine.EVENT, Machine.PUBLICATION} and e[2] not in ENDED_ANYWHERE
]
NOT_RUNNING: Final = [
    (*e, state)
    for e in IN_EVENT
    for state in sorted(set(EventState) - {EventState.ON})
    if (e[2], state) != (Act.LIST_CORRECTED, EventState.COMPLETED)
]
CORRECTED: Final = [e for e in IN_EVENT if e[2] == Act.LIST_CORRECTED]
OVER: Final = "Northern Open is over. Only its head judge or organizer can correct a list now."


@every_row(("machine", "state", "act", "event"), NOT_RUNNING)
def test_an_event_that_is_not_running_refuses_every_act(
    machine: Machine, state: str, act: Act, event: EventState
) -> None:
    with pytest.raises(StateRefused, match=r"^Northern Open is not running\.$"):
        step(machine, state, act, fitting(machine, act, event_state=event, **needs(machine, state, act)))


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize(("machine", "state", "act"), CORRECTED)
def test_after_the_end_head_judge_and_organizer_correct_with_a_reason(
    machine: Machine, state: str, act: Act, role: Role
) -> None:
    ended = {"event_state": EventState.COMPLETED, "stage_state": StageState.OVER, "visible_ever": True}
    facts = fitting(machine, act, roles=frozenset({role}), **ended)
    if role not in {Role.HEAD_JUDGE, Role.ORGANIZER}:
        with pytest.raises(StateRefused) as refused:
            step(machine, state, act, facts)
        assert (str(refused.value), refused.value.status) == (OVER, 403)
        return
    assert step(machine, state, act, facts) == Step(ListState.ACCEPTED, act, SealKind.CHANGE, superseded=True)
    for missing in ({"reason": " "}, {"section": ""}):
        with pytest.raises(StateRefused) as refused:
            step(machine, state, act, fitting(machine, act, roles=frozenset({role}), **ended, **missing))
        assert refused.value.code == "reason-needed"


@pytest.mark.parametrize(("event", "sees"), [("planned", "c"), ("cancelled", "c"), ("completed", "s"), ("on", "s")])
@pytest.mark.parametrize("state", STATES[Machine.PUBLICATION])
def test_publication_is_set_in_any_event(state: str, event: str, sees: str) -> None:
    facts = fitting(Machine.PUBLICATION, Act.PUBLICATION_SET, event_state=EventState(event))
    assert step(Machine.PUBLICATION, state, Act.PUBLICATION_SET, facts).state == sees


@pytest.mark.parametrize("act", [Act.PUBLICATION_SET, Act.PUBLICATION_EFFECTIVE])
def test_an_event_that_is_gone_is_not_there(act: Act) -> None:
    facts = fitting(Machine.PUBLICATION, act, event_state=EventState.GONE)
    with pytest.raises(StateRefused) as refused:
        step(Machine.PUBLICATION, "a", act, facts)
    assert refused.value.code == "nothing-here"


def test_opening_lists_after_the_event_closes_those_still_reopened() -> None:
    facts = fitting(Machine.LIST, Act.LIST_CLOSED, event_state=EventState.COMPLETED)
    assert step(Machine.LIST, ListState.REOPENED, Act.LIST_CLOSED, facts).state == ListState.CLOSED


def test_the_code_has_no_row_that_the_design_lacks() -> None:
    rows = {(m, s, a) for m in Machine for a, row in table(m).items() for s in row.sources}
    assert rows - set(EXPECTED) == {(Machine.PUBLICATION, "s", Act.PUBLICATION_EFFECTIVE)}  # Nothing changes there.
    assert set(EXPECTED) <= rows


def test_every_act_belongs_to_a_machine() -> None:
    assert {a for m in Machine for a in table(m)} == set(Act)


MOMENTS: Final = st.sampled_from([at("09:59:59"), at("10:00"), at("10:00:15"), at("10:15"), at("11:00"), at("09:00")])
MAYBE: Final = st.none() | MOMENTS
WORDS: Final = st.sampled_from(["", "because"])
RANDOM_FACTS: Final = st.builds(
    Facts,
    now=MOMENTS,
    arrived=MAYBE,
    zone=st.sampled_from([ZONE, "UTC", "Australia/Lord_Howe"]),
    by_player=st.booleans(),
    roles=st.frozensets(st.sampled_from(Role)),
    reason=WORDS,
    confirmed=st.booleans(),
    stage=st.sampled_from(["Swiss", "the playoff"]),
    lists_from=st.sampled_from(["", "Swiss"]),
    first_round=st.sampled_from(["Round 1", "the playoff"]),
    who=st.sampled_from(["", "Ada Okonkwo"]),
    event_state=st.sampled_from(EventState),
    missing=st.sampled_from([(), ("name",), ("day", "zone")]),
    day=st.none() | st.sampled_from([DAY, DAY - timedelta(days=400), DAY + timedelta(days=1)]),
    stages=st.integers(0, 2),
    lists=st.integers(0, 2),
    taking=st.sampled_from(["", "Swiss"]),
    being_checked=st.sampled_from(["", "Table 14"]),
    stage_state=st.sampled_from(StageState),
    stage_begun=st.booleans(),
    deadline=MAYBE,
    new_deadline=MAYBE,
    source_state=st.none() | st.sampled_from(StageState),
    visible_ever=st.booleans(),
    members=st.just(8),
    members_without_list=st.integers(0, 2),
    entry_state=st.sampled_from(EntryState),
    first_stage_begun=st.booleans(),
    later_stage_begun=st.booleans(),
    in_team=st.booleans(),
    code=st.just("KITE-4719"),
    code_fits=st.booleans(),
    like_name=st.sampled_from(["", "Ada Okonkwo, entry 7,"]),
    other_state=st.sampled_from(EntryState),
    both_accepted=st.booleans(),
    own_deadline=MAYBE,
    until=MAYBE,
    current=st.sampled_from([None, "first", "second"]),
    current_at=MAYBE,
    seen=st.sampled_from([None, "first", "second"]),
    verdict=st.none() | st.sampled_from(Verdict),
    left=st.integers(0, 3),
    accepts=st.sampled_from(Accepts),
    section=WORDS,
    accepted_at=MAYBE,
    accepted_by=st.sampled_from(["", "Rosa Kim"]),
    same_person=st.booleans(),
    state_before=st.none() | st.sampled_from(ListState),
    unsealed=st.booleans(),
    opening=st.booleans(),
    checked_by=st.sampled_from(["", "Ben Ott"]),
    checked_since=MAYBE,
    on_check=st.booleans(),
    conflicts=st.integers(0, 2),
    result=st.sampled_from(["", "in-order"]),
    taps=st.integers(0, 3),
    ended_at=MAYBE,
    pools=st.sampled_from(["own", "other"]),
    counter=st.sampled_from(["", "Per Dahl"]),
    own_pool=st.booleans(),
    counts=st.booleans(),
    total=st.integers(0, 90),
    expected=st.sampled_from([None, 84]),
    list_accepted=st.booleans(),
    handed_at=MAYBE,
    handed_by=st.sampled_from(["", "Per Dahl"]),
    during=st.sampled_from(During),
    after=st.sampled_from(After),
    lists_here=st.integers(0, 212),
    names_shown=st.sampled_from(["full", "initials", "number"]),
)


@settings(max_examples=examples(500, nightly=1500), deadline=None)
@given(where=st.sampled_from(EVERYWHERE), facts=RANDOM_FACTS)
def test_any_facts_lead_to_a_state_of_the_table_or_to_a_calm_sentence(
    where: tuple[Machine, str, Act], facts: Facts
) -> None:
    machine, state, act = where
    taken = outcome(machine, state, act, facts)
    if isinstance(taken, StateRefused):
        assert_calm(str(taken))
        assert CODE.fullmatch(taken.code)
        assert taken.status in {403, 404, 409, 410, 422}
        return
    assert (machine, state, act) in EXPECTED or act == Act.PUBLICATION_EFFECTIVE
    assert taken.state in STATES[machine]
    for warning in taken.warnings:
        assert_calm(warning)


def outcome(machine: Machine, state: str, act: Act, facts: Facts) -> Step[str] | StateRefused:
    try:
        return step(machine, state, act, facts)
    except StateRefused as refused:
        return refused


def test_the_facts_that_let_everything_through_name_only_facts_there_are() -> None:
    assert WITH_ALL.keys() <= set(Facts.__dataclass_fields__)
