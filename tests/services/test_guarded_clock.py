"""A clock that jumps ahead closes nothing until it is called right or the time has truly come."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from shutil import copyfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deckcheck.accounts.links import find
from deckcheck.app.clocks import LIMIT, GuardedClock, boot_of_machine, steady, take_known, watch_clock
from deckcheck.app.context import App
from deckcheck.app.refusals import Refused
from deckcheck.app.session import reading, settle
from deckcheck.app.staff_nav import staff_frame
from deckcheck.app.timestamps import moment_text
from deckcheck.audit.audit_views import verify_as_operator
from deckcheck.audit.retention_periods import tidy
from deckcheck.events.clock_confirmed import ahead_by, believe_everywhere, call_clock_right
from deckcheck.jobs.background import keep_house
from deckcheck.store.models import Link, Stage, StoredSeal
from deckcheck.store.queries import proof
from deckcheck.wiring import now
from tests.desks import START, Clock, desk_on
from tests.doors import a_link
from tests.events import DEADLINE, Made, make_event
from tests.registrations import accept, reopen, rows_of, send

JUMP = timedelta(hours=3, minutes=2)
SLUG = "northern-open"


class Machine:
    """A machine whose time passes and whose wall clock is set, with processes that each have a clock of their own."""

    def __init__(self, desk: App, boot: str = "a") -> None:
        self.wall = Clock()
        self.runs = timedelta(days=3)
        self.boot = boot
        self.base = desk

    def process(self) -> App:
        """A process that starts now, on the same database."""
        clock = GuardedClock(self.wall, lambda: self.runs, self.boot)
        desk = replace(self.base, clock=clock)
        take_known(desk)
        return desk

    def pass_(self, **parts: float) -> None:
        """Let time truly pass."""
        self.wall.pass_(**parts)
        self.runs += timedelta(**parts)

    def jump(self, by: timedelta = JUMP) -> None:
        """Set the wall clock."""
        self.wall.at += by

    def restart(self, boot: str) -> None:
        """Start the machine anew."""
        self.boot, self.runs = boot, timedelta(seconds=20)


@pytest.fixture
def machine(both_desk: App) -> Machine:
    return Machine(both_desk)


@pytest.fixture
def desk(machine: Machine) -> App:
    return machine.process()


@pytest.fixture
def made(desk: App) -> Made:
    return make_event(desk)


def stage_state(desk: App) -> str:
    with desk.store.read() as session:
        return session.query(Stage).one().state


def seals(desk: App) -> int:
    with desk.store.read() as session:
        return session.query(StoredSeal).count()


def notice(desk: App, made: Made, role: str) -> tuple[str, bool]:
    with reading(desk, made.as_account(role), SLUG) as work:
        frame = staff_frame(work)
    return frame.notice, bool(frame.clock)


def right(desk: App, made: Made, role: str = "organizer") -> str:
    with reading(desk, made.as_account(role), SLUG) as work:
        frame = staff_frame(work)
    clock = desk.clock
    assert isinstance(clock, GuardedClock)
    started = datetime.fromisoformat(frame.clock or moment_text(clock.seen()))
    return call_clock_right(desk, made.as_account(role), SLUG, started)


def test_a_jump_closes_and_seals_nothing_and_refuses_nobody(desk: App, made: Made, machine: Machine) -> None:
    machine.pass_(minutes=12)
    machine.jump()
    keep_house(desk)
    assert (stage_state(desk), seals(desk)) == ("taking", 0)
    receipt = send(made, desk)
    assert receipt.arrived == START + timedelta(minutes=12)
    told = "The server's clock jumped ahead by 3 h 2 min at 09:12. Until an organizer says that it is right,"
    for role, may in (("organizer", True), ("judge", False), ("scorekeeper", False)):
        words, button = notice(desk, made, role)
        assert words.startswith(told)
        assert button is may


def test_it_closes_once_the_time_has_truly_come(desk: App, made: Made, machine: Machine) -> None:
    machine.jump()
    machine.pass_(minutes=60, seconds=14)
    keep_house(desk)
    assert stage_state(desk) == "taking"
    with pytest.raises(Refused, match=r"Lists closed at 10:00; it is 10:00\."):
        send(made, desk)
    machine.pass_(seconds=1)
    keep_house(desk)
    assert (stage_state(desk), seals(desk)) == ("locked", 1)


def test_called_right_it_closes_at_once_and_names_what_came_too_late(desk: App, made: Made, machine: Machine) -> None:
    send(made, desk)
    machine.pass_(minutes=12)
    machine.jump()
    keep_house(desk)
    send(made, desk, who=made.as_person(1), number=2)
    assert right(desk, made) == "By this clock the list of entry 2 came after the deadline. Accept or refuse each."
    assert (stage_state(desk), seals(desk)) == ("locked", 1)
    with desk.store.read() as session:
        act = next(row for row in proof.audit_of(session, made.uid) if row.act == "event.clock")
        assert (act.from_, act.to) == ("2026-06-13T08:12:00.000Z", "2026-06-13T11:14:00.000Z")
    assert len(rows_of(desk)) == 2
    assert verify_as_operator(desk, SLUG).holds
    assert notice(desk, made, "judge") == ("", False)


def test_another_events_organizer_decides_for_their_own_event_alone(desk: App, made: Made, machine: Machine) -> None:
    other = make_event(desk, slug="weekly", join_code="LARK-1111")
    machine.jump()
    with reading(desk, other.as_account("organizer"), "weekly") as work:
        started = datetime.fromisoformat(staff_frame(work).clock)
    call_clock_right(desk, other.as_account("organizer"), "weekly", started)
    keep_house(desk)
    with desk.store.read() as session:
        assert dict(session.query(Stage.event, Stage.state).all()) == {made.uid: "taking", other.uid: "locked"}
    with pytest.raises(Refused):
        right(desk, made, "judge")


def test_set_right_again_the_jump_never_was(desk: App, made: Made, machine: Machine) -> None:
    machine.jump()
    keep_house(desk)
    machine.jump(-JUMP)
    assert notice(desk, made, "judge") == ("", False)
    machine.pass_(hours=1, seconds=15)
    keep_house(desk)
    assert stage_state(desk) == "locked"


def test_a_clock_that_went_back_and_comes_forward_again_did_not_jump(desk: App, made: Made, machine: Machine) -> None:
    machine.jump(-JUMP)
    machine.pass_(minutes=5)
    keep_house(desk)
    machine.jump(JUMP)
    assert notice(desk, made, "judge") == ("", False)


def test_what_runs_out_or_is_old_stays_while_the_clock_is_in_doubt(desk: App, made: Made, machine: Machine) -> None:
    link = a_link(desk, made.persons[0])
    send(made, desk)
    accept(made, desk)
    reopen(made, desk, DEADLINE + timedelta(minutes=20))
    machine.jump(timedelta(days=4000))
    assert tidy(desk).links == 0
    assert find(desk, link, "").subject == made.persons[0]
    keep_house(desk)
    with desk.store.read() as session:
        assert session.query(Link).count() >= 1
    assert stage_state(desk) == "taking"


def test_every_process_doubts_it_and_one_that_starts_in_between_too(desk: App, made: Made, machine: Machine) -> None:
    second = machine.process()
    keep_house(desk)
    machine.jump()
    for one in (desk, second, machine.process()):
        keep_house(one)
        assert notice(one, made, "organizer")[1]
        assert one.now() == START
    assert stage_state(desk) == "taking"
    right(second, made)
    for one in (desk, second, machine.process()):
        assert notice(one, made, "organizer") == ("", False)
    assert stage_state(desk) == "locked"


def test_the_operator_is_believed_by_all_processes(desk: App, made: Made, machine: Machine) -> None:
    keep_house(desk)
    machine.jump()
    keep_house(desk)
    command = machine.process()
    assert ahead_by(command) == JUMP
    assert believe_everywhere(command) == JUMP
    keep_house(desk)
    assert ahead_by(desk) is None
    assert desk.now() == START + JUMP
    keep_house(desk)
    assert stage_state(desk) == "locked"
    assert ahead_by(machine.process()) is None


def test_a_jump_while_nothing_ran_is_one_and_days_of_rest_are_none(desk: App, made: Made, machine: Machine) -> None:
    watch_clock(desk)
    machine.pass_(days=5)
    rested = machine.process()
    assert ahead_by(rested) is None
    watch_clock(rested)
    machine.jump()
    assert ahead_by(machine.process()) == JUMP


def test_a_machine_that_starts_again_after_days_is_not_stuck(desk: App, made: Made, machine: Machine) -> None:
    watch_clock(desk)
    machine.wall.pass_(days=3)
    machine.restart("b")
    if desk.store.is_sqlite:
        assert ahead_by(machine.process()) is None
        keep_house(machine.process())
        assert stage_state(desk) == "locked"


def ahead_of_now(ahead: timedelta) -> datetime:
    return now() + ahead


def test_after_a_start_of_the_machine_the_database_is_a_witness(postgres_url: str, tmp_path: Path) -> None:
    base = desk_on(postgres_url, Clock(), tmp_path)
    for ahead, doubted in ((timedelta(hours=5), True), (timedelta(minutes=9), False), (timedelta(hours=-5), False)):
        clock = GuardedClock(partial(ahead_of_now, ahead), steady, f"boot {ahead}")
        desk = replace(base, clock=clock)
        take_known(desk)
        assert (ahead_by(desk) is not None) is doubted
        assert not doubted or abs(desk.now() - now()) < timedelta(minutes=1)
    base.store.close()


def test_this_machine_counts_on_and_has_a_name() -> None:
    before = steady()
    assert timedelta() <= steady() - before < timedelta(minutes=5)
    assert boot_of_machine() == boot_of_machine()


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("pass"), st.integers(1, 40 * 60)),
        st.tuples(st.just("jump"), st.integers(-5 * 3600, 5 * 3600)),
        st.tuples(st.just("start"), st.just(0)),
        st.tuples(st.just("right"), st.just(0)),
    ),
    max_size=12,
)


@given(STEPS)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_jumps_nothing_closes_early_and_everything_in_the_end(
    migrated_file: Path, steps: list[tuple[str, int]]
) -> None:
    """Early is before the deadline by what has truly passed, by small steps that are believed, and by what was said."""
    with tempfile.TemporaryDirectory() as folder:
        copyfile(migrated_file, Path(folder) / "one.db")
        machine = Machine(desk_on(f"sqlite:///{folder}/one.db", Clock(), Path(folder)))
        processes = [machine.process()]
        make_event(processes[0])
        believed = START - machine.runs
        for kind, by in steps:
            if kind == "pass":
                machine.pass_(seconds=by)
            elif kind == "jump":
                machine.jump(timedelta(seconds=by))
            elif kind == "start":
                processes.append(machine.process())
            elif ahead_by(processes[-1]):
                believe_everywhere(processes[-1])
                believed = max(believed, machine.wall.at - machine.runs)
            if machine.wall.at - machine.runs - believed <= LIMIT:
                believed = max(believed, machine.wall.at - machine.runs)
            for one in processes:
                keep_house(one)
            assert stage_state(processes[0]) == "taking" or believed + machine.runs >= DEADLINE
        machine.jump(believed - (machine.wall.at - machine.runs))
        machine.pass_(hours=2)
        settle(processes[0], SLUG)
        assert stage_state(processes[0]) == "locked"
        machine.base.store.close()
