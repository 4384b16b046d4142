"""A pool for everybody after each step of it: being counted, handed over, confirmed. Entry 2 counts that of entry 1."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from werkzeug.test import TestResponse

from deckcheck.pools.registration import AnswerPool, confirm_pool
from deckcheck.web import create_app
from tests.access.rows import rows
from tests.access.test_matrix import text_of
from tests.access.world import PEOPLE, PROGRAMS, World, bearers_of, cookies_of
from tests.databases import PutBack
from tests.desks import Clock, desk_on
from tests.events import make_event
from tests.pools import COUNTED, by_hand, counts, hand_over, sealed_event

POOL: Final = "/api/v1/e/northern-open/entries/1/pool"
STAGE: Final = "/api/v1/e/northern-open/stages/swiss/pools"
SECRET: Final = "Condemn"
"""A Special Guest that only the pool of entry 1 has, and that no checklist of the sets opened would show."""
STATES: Final = ("counting", "registered", "confirmed")
ASKED: Final[dict[str, tuple[str, str, dict[str, Any] | None]]] = {
    "see": ("GET", POOL, None),
    "read": ("GET", f"{POOL}/count", None),
    "count": ("PUT", f"{POOL}/count", {"text": "3x2"}),
    "hand": ("PUT", POOL, {"text": "3x2", "reason": "asked"}),
    "confirm": ("POST", f"{POOL}/confirm", {}),
    "question": ("POST", f"{POOL}/question", {"text": "one is missing"}),
    "table": ("GET", STAGE, None),
    "assign": ("POST", f"{STAGE}/assign", {"how": "roster"}),
}
TABLE: Final = """
                     counter owner other K J H O
counting   see       y       h     h     n y y y
counting   read      y       h     h     n n n n
counting   count     y       h     h     n n n n
counting   hand      y       h     h     y y y y
counting   confirm   h       h     h     n y y n
counting   question  h       h     h     n y y n
registered see       y       y     h     n y y y
registered read      y       h     h     n n n n
registered count     y       h     h     n n n n
registered hand      y       h     h     n y y n
registered confirm   h       y     h     n y y n
registered question  h       y     h     n y y n
confirmed  see       h       y     h     n y y y
confirmed  read      h       h     h     n n n n
confirmed  count     h       h     h     n n n n
confirmed  hand      h       h     h     n y y n
confirmed  confirm   h       y     h     n y y n
confirmed  question  h       y     h     n y y n
any        table     h       h     h     y y y y
any        assign    h       h     h     y y y y
"""
"""By state of the pool and request: y let in, n told that it is not for them, h as if nothing were there."""
HATS: Final = {
    "same": "counter",
    "link same": "counter",
    "own": "owner",
    "link own": "owner",
    "token O": "O",
    "token J": "J",
    "token K": "K",
    "K": "K",
    "J": "J",
    "H": "H",
    "O": "O",
}
"""What each of those who ask is to the pool; whoever is not named is nobody to it."""


def expected() -> dict[tuple[str, str], dict[str, str]]:
    """The table by state and request."""
    head, *lines = (line.split() for line in TABLE.strip("\n").splitlines())
    found = {}
    for state, asked, *letters in lines:
        for one in STATES if state == "any" else (state,):
            found[one, asked] = dict(zip(head, letters, strict=True))
    return found


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory, migrated_file: Path) -> Iterator[dict[str, World]]:
    folder = tmp_path_factory.mktemp("pools")
    file = folder / "deckcheck.db"
    shutil.copyfile(migrated_file, file)
    desk = desk_on(f"sqlite:///{file}", Clock(), folder)
    made = sealed_event(desk, players=5)
    elsewhere = make_event(desk, players=1, slug="southern-open", name="Southern Open", join_code=None)
    ways_in = cookies_of(desk, made, elsewhere), bearers_of(desk, made, elsewhere)
    app, database, found = create_app(desk.settings, desk), PutBack(file, desk.store), {}
    for state in STATES:
        if state == "counting":
            by_hand(desk, made, (1, 2))
            counts(desk, made, 1, f"{COUNTED}{SECRET}")
        elif state == "registered":
            hand_over(desk, made, 1, None)
        else:
            confirm_pool(AnswerPool(made.as_person(0), made.slug, 1, ""), desk)
        kept = folder / f"{state}.db"
        desk.store.close()
        shutil.copyfile(file, kept)
        found[state] = World(desk, app, made, database, kept, *ways_in)
    yield found
    desk.store.close()


def letter_of(answer: TestResponse) -> str:
    """What an answer says: let in, told no, or nothing there."""
    return {401: "n", 403: "n", 404: "h"}.get(answer.status_code, "y")


@pytest.mark.parametrize(("state", "asked"), list(expected()))
def test_a_pool_is_open_to_whom_the_table_says(state: str, asked: str, worlds: dict[str, World]) -> None:
    world, (method, path, body) = worlds[state], ASKED[asked]
    wrong = []
    world.put_back()
    for who in (*PEOPLE, *PROGRAMS):
        if method != "GET":
            world.put_back()
        answer = world.ask(who, method, path, **({} if body is None else {"json": body}))
        assert answer.status_code < 500
        letter = expected()[state, asked][HATS.get(who, "other")]
        if letter_of(answer) != letter:
            wrong.append(f"{who}: {letter} was expected, {answer.status_code} came: {text_of(answer)[:160]}")
        if letter != "y" and SECRET in text_of(answer):
            wrong.append(f"{who}: a card of the pool is in the answer")
    assert wrong == []


CLOSED: Final = {
    "counting": ("other", "own", "K"),
    "registered": ("other",),
    "confirmed": ("same", "K"),
}


@pytest.mark.parametrize("state", STATES)
def test_no_page_and_no_file_tells_a_card_of_the_pool_to_whom_it_is_closed(
    state: str, worlds: dict[str, World]
) -> None:
    world = worlds[state]
    world.put_back()
    about = [row for row in rows() if row.method == "GET" and "<slug>" in row.rule]
    told = [
        f"{row.name} tells {who}"
        for row in about
        for who in CLOSED[state]
        if SECRET in text_of(world.ask(who, "GET", row.path(world).replace("playoff", "swiss")))
    ]
    assert told == []
