"""Every route for everybody in every state of publication: the right it asks decides, and nothing else.

Where the table has the same letters for all states, a route is asked while lists are closed, what is read also while
they are open to the stage; `--full` asks in every state. Only there it would show that such a route lets in somebody
else, or refuses, in another state.
"""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any, Final

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from deckcheck.app.permissions import NOTHING_HERE
from tests.access.rows import Row, columns, routes_of, rows
from tests.access.world import PEOPLE, PLAYER, PROGRAMS, PUBLISHED, SECRET_CARD, World, make_world

TABLE: Final = columns()
ROWS: Final = rows()
PLAYERS: Final = frozenset({"own", "same", "other", "dropped"})
STAFF: Final = frozenset("KJHO")
OPEN_TO_SOME: Final = frozenset({"account", "signed-in", "player", "organizer"})


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "row" in metafunc.fixturenames:
        full = bool(metafunc.config.getoption("--full"))
        pairs = [(state, row) for state in PUBLISHED for row in ROWS if full or tells_more_in(state, row)]
        names = [f"{state}-{row.name}" for state, row in pairs]
        metafunc.parametrize(("world", "row"), pairs, indirect=["world"], ids=names, scope="session")


def tells_more_in(state: str, row: Row) -> bool:
    """Whether a route can answer otherwise in a state than in the ones before."""
    rights = {row.right, str(row.given.get("holds", row.right))} - OPEN_TO_SOME - {"everyone"}
    differs = any(len(set(letters)) > 1 for right in rights for letters in TABLE[right].values())
    return differs or state == "c" or (state == "s" and row.method == "GET")


@pytest.fixture(scope="session")
def world(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, migrated_file: Path) -> World:
    return make_world(tmp_path_factory.mktemp(f"world_{request.param}"), migrated_file, request.param)


@pytest.fixture
def published(request: pytest.FixtureRequest) -> str:
    return str(request.node.callspec.params["world"])


def test_every_route_has_a_row(tmp_path: Path, migrated_file: Path) -> None:
    app: Flask = make_world(tmp_path, migrated_file, "c").app
    assert routes_of(app) == {row.name for row in ROWS}


def test_a_route_lets_in_whoever_has_its_right(row: Row, world: World, published: str) -> None:
    wrong = []
    for who in [*PEOPLE, *(PROGRAMS if row.is_api else ())]:
        letter = expected(row, who, published)
        if row.method != "GET":
            world.put_back()
        answer = world.ask(who, row.method, row.path(world), **row.body())
        if not fits(answer, letter, row):
            told = text_of(answer)
            wrong.append(f"{who}: {letter} was expected, {answer.status_code} came: {told[:160]!r}")
        if shows_what_is_closed(answer, row, who, published):
            wrong.append(f"{who}: what is closed to them is in the answer")
    assert wrong == []


def text_of(answer: TestResponse) -> str:
    """All that an answer tells; of an archive what is packed in it."""
    data = answer.get_data()
    if answer.mimetype == "application/zip":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            data = b"\n".join(archive.read(name) for name in archive.namelist())
    return data.decode("utf-8", "replace")


def shows_what_is_closed(answer: TestResponse, row: Row, who: str, published: str) -> bool:
    """Whether somebody who may not see the list finds a card of it, or, where names are shown, its player."""
    told = text_of(answer)
    column = {**PEOPLE, **PROGRAMS}[who]
    if TABLE["see-list"][column]["csa".index(published)] in "nh" and SECRET_CARD in told:
        return True
    holds = str(row.given.get("holds", ""))
    return bool(holds) and TABLE[holds][column]["csa".index(published)] in "nh" and PLAYER in told


def expected(row: Row, who: str, published: str) -> str:
    """The letter of the table: y, v, l, r let in, n is told no, h sees nothing there."""
    if row.right == "everyone":
        return "y"
    if row.right in OPEN_TO_SOME:
        if _is_some(row.right, who):
            return "y"
        return "h" if row.right == "player" and who not in STAFF else "n"
    column = {**PEOPLE, **PROGRAMS}[who]
    return TABLE[row.right][column]["csa".index(published)]


def _is_some(right: str, who: str) -> bool:
    accounts = {"nobody", "elsewhere", "K", "J", "H", "O"}
    players = PLAYERS | {"link own", "link same", "link other"}
    return {
        "account": who in accounts,
        "signed-in": who in accounts | players | {"player elsewhere"},
        "player": who in players,
        "organizer": who == "O",
    }[right]


def fits(answer: TestResponse, letter: str, row: Row) -> bool:
    """Whether an answer is what the letter says."""
    status = answer.status_code
    if status >= 500:
        return False
    if letter in "yvlr":
        return status not in {401, 403, 404} or _word(answer) in row.given.get("codes", ())
    location = answer.headers.get("Location", "")
    to_sign_in = status in {302, 303} and ("/sign-in" in location or location.endswith("/join"))
    if letter == "n":
        return status in {401, 403} or to_sign_in or _word(answer) in row.given.get("codes", ())
    return to_sign_in or (status == 404 and (row.is_api or NOTHING_HERE in text_of(answer)))


def _word(answer: TestResponse) -> Any:
    told = answer.get_json(silent=True)
    return told.get("code") if isinstance(told, dict) else answer.status_code
