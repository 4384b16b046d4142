"""The places for prints: how many at once, for whom, how long one may take, and what whoever finds none is told."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from dataclasses import replace
from functools import cache, partial
from typing import Final

import pytest
from apiflask import APIFlask

from deckcheck.app.actors import STRANGER, SYSTEM, Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import NOTHING_HERE
from deckcheck.app.print_limits import Places, Press, Size
from deckcheck.app.refusals import Hidden, NotNow
from deckcheck.printing.prints import print_lists
from deckcheck.printing.sheet_values import Printing
from deckcheck.store.states import ActorKind
from deckcheck.web import create_app
from deckcheck.web.serving.server import THREADS
from tests.desks import Clock
from tests.events import Made
from tests.published_events import a_locked_event, audit_of
from tests.registrations import LEGAL
from tests.sheets_read import pages_of
from tests.web.events_served import browser
from tests.web.visitors import visitor

JUDGE: Final = Actor(ActorKind.ACCOUNT, "j")
PLAYER: Final = Actor(ActorKind.ENTRY, "p")


def taken(press: Press, stack: ExitStack, who: Actor, size: Size) -> bool:
    """Whether there was a place, which is kept until the stack ends."""
    try:
        stack.enter_context(press.turn(who, size))
    except NotNow:
        return False
    return True


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ([(JUDGE, Size.MANY)] * 4, [True, True, False, False]),
        ([(JUDGE, Size.ONE)] * 4, [True, True, True, False]),
        ([(STRANGER, Size.MANY), (PLAYER, Size.MANY), (JUDGE, Size.MANY)], [True, False, True]),
        ([(PLAYER, Size.ONE)] * 3 + [(JUDGE, Size.ONE)], [True, True, False, True]),
        (
            [(STRANGER, Size.MANY), (STRANGER, Size.ONE), (STRANGER, Size.ONE), (JUDGE, Size.MANY)],
            [True, True, False, True],
        ),
        ([(JUDGE, Size.MANY), (JUDGE, Size.MANY), (STRANGER, Size.ONE), (JUDGE, Size.ONE)], [True, True, True, False]),
    ],
)
def test_the_public_never_has_all_places_and_prints_of_many_leave_one(
    asked: list[tuple[Actor, Size]], found: list[bool]
) -> None:
    press = Press()
    with ExitStack() as stack:
        assert [taken(press, stack, who, size) for who, size in asked] == found
    with ExitStack() as stack:
        assert taken(press, stack, JUDGE, Size.MANY), "Places are free again."


def test_prints_never_take_every_thread_of_the_server() -> None:
    assert Places().all < THREADS


def test_a_place_is_free_again_whatever_became_of_the_print() -> None:
    press = Press(Places(all=1))
    with pytest.raises(Hidden), press.turn(STRANGER, Size.ONE):
        raise Hidden(NOTHING_HERE)
    with press.turn(STRANGER, Size.ONE):
        pass


def test_of_many_threads_at_once_no_more_print_than_there_are_places() -> None:
    press, lock = Press(), threading.Lock()
    now, most, refused = [0], [0], [0]
    start, leave = threading.Barrier(24), threading.Event()

    def ask() -> None:
        start.wait()
        try:
            with press.turn(JUDGE, Size.MANY):
                with lock:
                    now[0] += 1
                    most[0] = max(most[0], now[0])
                leave.wait(10)
                with lock:
                    now[0] -= 1
        except NotNow:
            with lock:
                refused[0] += 1
                if refused[0] == 22:
                    leave.set()

    threads = [threading.Thread(target=ask) for _ in range(24)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert (most[0], refused[0], now[0]) == (2, 22, 0)


def test_whoever_finds_no_place_is_told_at_once_when_to_come_again_and_keeps_the_text(one_desk: App) -> None:
    desk = replace(one_desk, open_press=cache(partial(Press, Places(all=0))))
    app = create_app(desk.settings, desk)
    answer = visitor(app).post("/sheet.pdf", data={"format": "modern", "text": LEGAL})
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert "Other sheets are being printed. Try again in 2 seconds." in answer.text
    assert LEGAL.splitlines()[3] in answer.text


@pytest.fixture
def made(one_desk: App, clock: Clock) -> Made:
    return a_locked_event(one_desk, clock)


def test_a_full_press_refuses_before_the_audit_has_anything(one_desk: App, made: Made) -> None:
    desk = replace(one_desk, open_press=cache(partial(Press, Places(many=0))))
    app: APIFlask = create_app(desk.settings, desk)
    judge = browser(app, desk, made.as_account("judge"))
    answer = judge.post(f"/e/{made.slug}/sheets/lists.pdf?stage=swiss", data={"reason": "to be filed"})
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "15")
    program = browser(app, desk, made.as_token("judge"))
    told = program.get(f"/api/v1/e/{made.slug}/sheets?stage=swiss&reason=backup")
    assert (told.status_code, told.get_json()["code"], told.headers["Retry-After"]) == (503, "busy", "15")
    assert not audit_of(desk, made, "lists.exported")


def test_a_print_that_takes_too_long_is_given_up_in_a_sentence(one_desk: App, made: Made) -> None:
    desk = replace(one_desk, open_press=cache(partial(Press, Places(seconds=-1, seconds_many=-1))))
    with pytest.raises(NotNow, match="Print one stage or fewer tables at a time"):
        print_lists(desk, made.as_account("judge"), made.slug, Printing(reason="to be filed"))
    app = create_app(desk.settings, desk)
    answer = visitor(app).post("/sheet.pdf", data={"format": "modern", "text": LEGAL})
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "60")
    assert "was stopped. Print a shorter list" in answer.text
    assert LEGAL.splitlines()[3] in answer.text


def test_whoever_runs_the_machine_waits_for_no_place_and_has_all_the_time(one_desk: App, made: Made) -> None:
    desk = replace(one_desk, open_press=cache(partial(Press, Places(all=0, seconds_many=-1))))
    assert len(pages_of(print_lists(desk, SYSTEM, made.slug, Printing()).content)) == 3
