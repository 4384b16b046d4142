"""The automatic update: once a day or week for all processes, never on an event's day, and only what is certain."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest

from deckcheck.app import live
from deckcheck.app.actors import SYSTEM
from deckcheck.app.context import App
from deckcheck.catalogue.building import read_facts
from deckcheck.catalogue.reference import find_root
from deckcheck.law.card_facts import CardFacts
from deckcheck.store.queries import proof, updates
from deckcheck.store.states import UpdateState
from deckcheck.updates import automatic
from deckcheck.updates.apply import discard, roll_back
from deckcheck.updates.automatic import CLAIM, PERIODS, ROUND, SOONEST, Round, events_today, last_round, update_unasked
from deckcheck.updates.update import all_sources
from deckcheck.updates.views import see_updates
from scripts.gatcg_pages import pages
from tests.desks import Clock
from tests.events import make_event
from tests.listeners import Answer, Listener, listening, says
from tests.own_data import GAME, NEW, live_desk, small_law
from tests.source_server import File, by_path

OURS: Final = read_facts(find_root() / "data" / GAME)
BEGIN: Final = datetime(2026, 11, 29, 3, 0, tzinfo=UTC)
PAGE: Final = "/cards/search?sort=name&order=ASC&page_size=50&page={}"


def card(name: str, **more: Any) -> dict[str, Any]:
    """A card that is not ours yet."""
    slug = name.lower().replace(" ", "-")
    edition = {"prefix": "TMR", "number": "001", "rarity": 1, "slug": f"{slug}-tmr"}
    return {**OURS.cards[0], "name": name, "slug": slug, "editions": [edition], "as_of": "2026-09-01", **more}


def answers_with(*new: dict[str, Any]) -> dict[str, Answer]:
    """The pages of the card service with further cards."""
    sets = [*OURS.sets, {"code": "TMR", "name": "Set of Tomorrow", "release": "2026-08-30", "type": "expansion"}]
    facts = CardFacts([*OURS.cards, *new], sets, OURS.known_to)
    told = enumerate(pages(facts, 500), 1)
    return {PAGE.format(n): File(json.dumps(page).encode(), etag="", modified="") for n, page in told}


@dataclass
class Mirror:
    """A server of which the test says what it answers."""

    server: Listener
    answers: dict[str, Answer]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.port}/"

    @property
    def looks(self) -> int:
        """How often somebody began to look."""
        return sum(PAGE.format(1) in one.line for one in self.server.asked)

    def serve(self, answers: dict[str, Answer]) -> None:
        self.answers.clear()
        self.answers.update(answers)


@pytest.fixture
def mirror() -> Iterator[Mirror]:
    answers = answers_with(card(NEW))
    with listening(by_path(answers)) as server:
        yield Mirror(server, answers)


@pytest.fixture
def clock() -> Clock:
    return Clock(BEGIN)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(live, "PAUSE", 0.0)
    monkeypatch.setattr(automatic, "usual_sources", lambda app: [all_sources(app)["gatcg"]])  # the mirror has no other
    return small_law(tmp_path / "law")


def installation(url: str, clock: Clock, root: Path, often: str = "daily", home: str = "one") -> App:
    desk = live_desk(url, clock, root)
    (root / home).mkdir(exist_ok=True)
    return replace(desk, settings=replace(desk.settings, update=often, home=root / home))


@pytest.fixture
def desk(database_url: str, clock: Clock, root: Path) -> Iterator[App]:
    found = installation(database_url, clock, root)
    yield found
    found.store.close()


@pytest.fixture
def other(database_url: str, clock: Clock, root: Path) -> Iterator[App]:
    """The same installation on another host, with a home of its own."""
    found = installation(database_url, clock, root, home="other")
    yield found
    found.store.close()


def unasked(app: App, mirror: Mirror) -> bool:
    """One try of a process whose settings name the mirror."""
    return update_unasked(replace(app, settings=replace(app.settings, mirrors={"gatcg": mirror.address})))


def knows(app: App, name: str = NEW) -> bool:
    with app.live.bound():
        return app.index(GAME).card(name) is not None


def states(app: App) -> list[UpdateState]:
    """What became of the updates, the newest first."""
    with app.store.read() as session:
        return [row.state for row in updates.updates(session, GAME)]


def round_of(app: App) -> Round:
    with app.store.read() as session:
        return last_round(session)


def test_nothing_comes_by_itself_unless_that_is_set(desk: App, mirror: Mirror) -> None:
    off = replace(desk, settings=replace(desk.settings, update="off"))
    assert not unasked(off, mirror)
    assert mirror.looks == 0


@pytest.mark.parametrize("often", sorted(PERIODS))
def test_once_a_period_is_looked_and_new_cards_are_in_use(
    often: str, desk: App, other: App, mirror: Mirror, clock: Clock
) -> None:
    desk, other = (replace(one, settings=replace(one.settings, update=often)) for one in (desk, other))
    assert unasked(desk, mirror)
    assert knows(other)
    clock.set(BEGIN + PERIODS[often] - timedelta(seconds=1))
    assert not unasked(desk, mirror)
    assert not unasked(other, mirror)
    clock.set(BEGIN + PERIODS[often])
    assert unasked(other, mirror)
    assert not unasked(desk, mirror)
    assert mirror.looks == 2


def test_of_two_hosts_that_begin_at_once_one_looks(desk: App, other: App, mirror: Mirror) -> None:
    barrier = threading.Barrier(2)

    def begin(app: App) -> bool:
        barrier.wait(10)
        return unasked(app, mirror)

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(begin, (desk, other))) == [False, True]
    assert (mirror.looks, states(desk)) == (1, [UpdateState.APPLIED])


def test_who_waits_for_another_to_begin_does_not_begin_as_well(
    desk: App, other: App, mirror: Mirror, clock: Clock
) -> None:
    with ThreadPoolExecutor(1) as pool, desk.store.write() as session:
        fact = proof.locked_fact(session, ROUND)
        waits = pool.submit(unasked, other, mirror)
        time.sleep(1)  # By now it waits for the lock.
        clock.pass_(seconds=1)
        fact.value = Round().claimed(clock(), PERIODS["daily"], ["gatcg"]).model_dump_json()
    assert not waits.result()
    assert mirror.looks == 0


def test_who_was_killed_leaves_it_to_another_after_a_while(
    desk: App, other: App, mirror: Mirror, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: Any, **__: Any) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(automatic, "look", killed)
        with pytest.raises(SystemExit):
            unasked(desk, mirror)
    clock.pass_(seconds=CLAIM.total_seconds() - 1)
    assert not unasked(other, mirror)
    clock.pass_(seconds=1)
    assert unasked(other, mirror)
    assert knows(other)


LEEDS: Final = datetime(2026, 6, 13, tzinfo=UTC) - timedelta(hours=1)
"""When the day of the event begins there, in summer time."""
WINTER: Final = datetime(2026, 11, 30, tzinfo=UTC)
"""When that of another begins there."""


@pytest.mark.parametrize("state", ["on", "planned"])
def test_nothing_changes_on_the_day_of_an_event(state: str, desk: App, mirror: Mirror, clock: Clock) -> None:
    make_event(desk, state=state, day=WINTER.date())
    for at in (WINTER, WINTER + timedelta(hours=24, seconds=-1)):
        clock.set(at)
        assert not unasked(desk, mirror)
    assert round_of(desk) == Round()
    clock.set(WINTER + timedelta(hours=24))
    assert unasked(desk, mirror)
    assert knows(desk)


@pytest.mark.parametrize("state", ["cancelled", "completed"])
def test_an_event_that_has_ended_or_is_not_held_stops_nothing(state: str, desk: App, clock: Clock) -> None:
    make_event(desk, state=state, day=date(2026, 6, 13))
    clock.set(LEEDS + timedelta(hours=9))
    with desk.store.read() as session:
        assert not events_today(session, clock())


def test_before_its_day_an_event_stops_nothing(desk: App, clock: Clock) -> None:
    make_event(desk, day=date(2026, 6, 13))
    for seconds, stopped in ((-1, False), (0, True)):
        clock.set(LEEDS + timedelta(seconds=seconds))
        with desk.store.read() as session:
            assert bool(events_today(session, clock())) is stopped


def test_an_event_whose_day_begins_meanwhile_puts_it_off(desk: App, mirror: Mirror, clock: Clock) -> None:
    make_event(desk, day=WINTER.date())
    clock.set(WINTER - timedelta(minutes=1))
    first = mirror.answers[PAGE.format(1)]

    def midnight(connection: Any, asked: Any) -> None:
        clock.set(WINTER)
        first(connection, asked)

    mirror.answers[PAGE.format(1)] = midnight
    assert unasked(desk, mirror)
    assert (states(desk), round_of(desk).failed) == ([], {})
    clock.set(WINTER + timedelta(hours=24))
    mirror.answers[PAGE.format(1)] = first
    assert unasked(desk, mirror)
    assert knows(desk)


def test_a_ban_waits_for_the_operator_and_is_asked_once(desk: App, mirror: Mirror, clock: Clock) -> None:
    mirror.serve(answers_with(card(NEW, legality={"STANDARD": {"limit": 0}})))
    for _ in range(2):
        assert unasked(desk, mirror)
        assert states(desk) == [UpdateState.WAITING]
        clock.pass_(days=1)
    assert not knows(desk)
    mirror.serve(answers_with(card(NEW, legality={"STANDARD": {"limit": 0}}), card("A Second One")))
    assert unasked(desk, mirror)
    assert states(desk) == [UpdateState.WAITING, UpdateState.REFUSED]
    (waiting,) = see_updates(SYSTEM, desk).waiting
    discard(desk, waiting.uid, SYSTEM, "left by the operator")
    clock.pass_(days=1)
    assert unasked(desk, mirror)
    assert states(desk) == [UpdateState.REFUSED, UpdateState.REFUSED]


def test_what_was_rolled_back_is_not_applied_again(desk: App, mirror: Mirror, clock: Clock) -> None:
    assert unasked(desk, mirror)
    roll_back(desk, GAME, SYSTEM)
    clock.pass_(days=1)
    assert unasked(desk, mirror)
    assert states(desk) == [UpdateState.ROLLED_BACK]
    assert not knows(desk)
    mirror.serve(answers_with(card(NEW), card("A Second One")))
    clock.pass_(days=1)
    assert unasked(desk, mirror)
    assert knows(desk, "A Second One")


def test_a_failure_is_told_once_kept_and_tried_again_more_and_more_rarely(
    desk: App, mirror: Mirror, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    good = dict(mirror.answers)
    mirror.serve({PAGE.format(1): says(404)})
    for hours in (1, 2, 4):
        assert unasked(desk, mirror)
        clock.pass_(hours=hours, seconds=-1)
        assert not unasked(desk, mirror)
        clock.pass_(seconds=1)
    told = [record.getMessage() for record in caplog.records if "automatic update" in record.getMessage()]
    assert len(told) == 1
    assert told[0].startswith("The automatic update from Grand Archive Index failed. ")
    page = see_updates(SYSTEM, desk)
    assert page.round.failed.keys() == {"Grand Archive Index"}
    assert told[0].endswith(page.round.failed["Grand Archive Index"])
    mirror.serve(good)
    assert unasked(desk, mirror)
    assert (knows(desk), round_of(desk).failed) == (True, {})
    assert round_of(desk).next == BEGIN + timedelta(days=1)


def test_what_nobody_expected_is_a_failure_too(
    desk: App, mirror: Mirror, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: Any, **__: Any) -> None:
        raise RuntimeError("private")

    monkeypatch.setattr(automatic, "look", fails)
    assert unasked(desk, mirror)
    assert round_of(desk).failed == {"Grand Archive Index": "It could not be done (RuntimeError)."}
    assert round_of(desk).next == BEGIN + SOONEST
    assert caplog.records[-1].exc_info is not None


def test_a_clock_that_was_put_back_does_not_stop_it(desk: App, mirror: Mirror, clock: Clock) -> None:
    clock.pass_(days=400)
    assert unasked(desk, mirror)
    clock.set(BEGIN)
    assert unasked(desk, mirror)
