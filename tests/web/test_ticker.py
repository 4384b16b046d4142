"""Beside all requests mail is sent, stages close and what is old goes; nothing of it stops the rest or the worker."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from pathlib import Path

import pytest
from sqlalchemy import select

from deckcheck.app.context import App
from deckcheck.app.notify import tell_by_mail
from deckcheck.jobs.background import JOBS, close_due, keep_house
from deckcheck.store.models import Instance, Outgoing, Stage, StoredSeal
from deckcheck.web.serving.server import Ticker
from tests.cli.commands import PROGRAM
from tests.desks import KEY, Clock
from tests.events import DEADLINE, make_event
from tests.listeners import taking_mail


def until(holds: Callable[[], bool], seconds: float = 30.0) -> bool:
    """Whether it comes to hold within some seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.05)
    return holds()


@pytest.fixture
def ticking() -> Iterator[list[Ticker]]:
    """Tickers that are stopped in the end."""
    made: list[Ticker] = []
    yield made
    for one in made:
        one.stop(5)


def test_a_job_is_done_again_and_again_until_it_is_stopped(one_desk: App, ticking: list[Ticker]) -> None:
    done: list[App] = []

    def job(desk: App) -> bool:
        done.append(desk)
        return False

    ticker = Ticker(one_desk, {"job": job}, pause=0.01)
    ticking.append(ticker)
    ticker.start()
    assert until(lambda: len(done) > 3)
    ticker.stop(5)
    count = len(done)
    time.sleep(0.1)
    assert len(done) == count
    assert done[0] is one_desk


def test_what_goes_wrong_in_one_job_stops_neither_it_nor_another(
    one_desk: App, ticking: list[Ticker], caplog: pytest.LogCaptureFixture
) -> None:
    tries: Counter[str] = Counter()

    def fails(_: App) -> bool:
        tries["fails"] += 1
        raise OSError("secret-text")

    def works(_: App) -> bool:
        tries["works"] += 1
        return False

    ticking.append(Ticker(one_desk, {"fails": fails, "works": works}, pause=0.01))
    ticking[0].start()
    assert until(lambda: tries["fails"] >= 3 and tries["works"] >= 10)
    assert "OSError" in caplog.text


def test_a_job_that_is_held_up_holds_up_no_other(one_desk: App, ticking: list[Ticker]) -> None:
    held, count = threading.Event(), Counter[str]()

    def waits(_: App) -> bool:
        held.wait(30)
        return False

    def works(_: App) -> bool:
        count["works"] += 1
        return False

    ticking.append(Ticker(one_desk, {"waits": waits, "works": works}, pause=0.01))
    ticking[0].start()
    assert until(lambda: count["works"] > 5)
    held.set()


def test_a_stage_whose_time_is_over_closes_though_nobody_asks(both_desk: App, clock: Clock) -> None:
    made, later = make_event(both_desk), make_event(both_desk, slug="later", join_code=None, deadline=DEADLINE)
    clock.set(DEADLINE + timedelta(seconds=14.999))
    close_due(both_desk)
    with both_desk.store.read() as session:
        assert {stage.state for stage in session.scalars(select(Stage))} == {"taking"}
    clock.set(DEADLINE + timedelta(seconds=15))
    keep_house(both_desk)
    with both_desk.store.read() as session:
        assert {stage.state for stage in session.scalars(select(Stage))} == {"locked"}
        assert {seal.event for seal in session.scalars(select(StoredSeal))} == {made.uid, later.uid}
        assert session.get(Instance, "tidied_at") is not None


def test_an_event_that_is_not_held_is_left_alone(both_desk: App, clock: Clock) -> None:
    make_event(both_desk, state="cancelled")
    clock.set(DEADLINE + timedelta(days=1))
    close_due(both_desk)
    with both_desk.store.read() as session:
        assert [stage.state for stage in session.scalars(select(Stage))] == ["taking"]


def test_every_job_runs_on_an_empty_database(both_desk: App) -> None:
    assert [job(both_desk) for job in JOBS.values()] == [False] * len(JOBS)


def test_the_served_application_sends_each_mail_once_with_several_workers(one_desk: App, tmp_path: Path) -> None:
    url = one_desk.settings.database_url
    with taking_mail() as box:
        env = {
            **os.environ,
            "DECKCHECK_HOME": str(tmp_path),
            "DECKCHECK_DATABASE_URL": url,
            "DECKCHECK_SECRET_KEY": KEY,
            "DECKCHECK_SMTP": f"127.0.0.1:{box.port}",
            "DECKCHECK_SMTP_TLS": "none",
        }
        command = [str(PROGRAM), "serve", "--port", "0", "--workers", "3"]
        with subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True, start_new_session=True) as server:
            assert server.stderr is not None
            assert "Deckcheck is served" in server.stderr.readline()
            now = datetime.now(UTC)
            with one_desk.store.write() as session:
                for number in range(30):
                    tell_by_mail(session, None, now, f"player{number}@example.org", "In", "Your list is in.")
            arrived = until(lambda: len(box.letters) >= 30, 60)
            time.sleep(1)
            os.killpg(server.pid, signal.SIGTERM)
            assert server.wait(60) == 0
            rest = server.stderr.read()
    assert arrived
    assert Counter(message_from_bytes(letter)["To"] for letter in box.letters).most_common(1)[0][1] == 1
    with one_desk.store.read() as session:
        assert all(row.done_at for row in session.scalars(select(Outgoing)))
    assert "Error" not in rest
