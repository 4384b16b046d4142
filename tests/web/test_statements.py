"""One request, one session: how many transactions and SELECTs each journey takes, whatever the number of players.

`pytest -s tests/web/test_statements.py -k bounds` prints the table.
"""

from __future__ import annotations

import shutil
import sys
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from deckcheck.app.context import App
from deckcheck.store.models import Event
from deckcheck.web import create_app
from tests.deck_checks import begin, event_in_play
from tests.desks import Clock, desk_on
from tests.doors import MAIL, PASSWORD, an_account
from tests.events import Made, make_event
from tests.published_events import publish
from tests.registrations import LEGAL, OTHER, send
from tests.statements import Cost, cost_of
from tests.web.pages import Page
from tests.web.visitors import give, player, sign_in_as, visitor

E: Final = "/e/northern-open"
API: Final = "/api/v1"
TAB: Final = "tab-of-ada-1"


@dataclass(frozen=True)
class World:
    """An application on a fresh database."""

    app: APIFlask
    desk: App
    clock: Clock


Ask = Callable[[], TestResponse]
Journey = Callable[[World, int], Ask]


class Bound(NamedTuple):
    """So much a journey may take; None where nothing is promised."""

    transactions: int
    selects: int
    modules: int | None = None
    hops: int | None = None
    judged: int = 0


def _taking(world: World, players: int, sent: int | None = None) -> tuple[Made, FlaskClient]:
    """An event that takes lists, half of which are in; the browser of its first player, which was used before."""
    made = make_event(world.desk, players=players)
    for place in range(players // 2 if sent is None else sent):
        send(made, world.desk, who=made.as_person(place), number=place + 1)
    ada = player(world.app, world.desk, made.entries[0])
    assert ada.get("/me").status_code == 200
    return made, ada


def _fields(text: str, **more: Any) -> dict[str, Any]:
    return {"text": text, "entry": "1", "stage": "swiss", "tab": TAB, "do": "check", **more}


LIVE: Final = {"HX-Request": "true"}


def type_on_the_page(world: World, players: int) -> Ask:
    _, ada = _taking(world, players)
    ada.post(f"{E}/my", data=_fields(OTHER[:-3], turn="1"), headers=LIVE)
    return lambda: ada.post(f"{E}/my", data=_fields(OTHER, turn="2", draft="1"), headers=LIVE)


def type_over_the_api(world: World, players: int) -> Ask:
    made, _ = _taking(world, players)
    client, bearer = visitor(world.app), {"Authorization": f"Bearer {made.links[0]}"}
    path = f"{API}{E}/entries/1/draft"
    client.put(path, json={"text": LEGAL, "version": 0}, headers=bearer)
    return lambda: client.put(path, json={"text": OTHER, "version": 1}, headers=bearer)


def submit_on_the_page(world: World, players: int) -> Ask:
    _, ada = _taking(world, players)
    page = Page(ada.get(f"{E}/my"))
    fields = {**page.fields(), "text": OTHER, "do": "send"}
    ada.post(f"{E}/my", data=fields, headers=LIVE)
    return lambda: ada.post(f"{E}/my/send", data=fields)


def submit_over_the_api(world: World, players: int) -> Ask:
    made, _ = _taking(world, players)
    client, bearer = visitor(world.app), {"Authorization": f"Bearer {made.links[0]}"}
    headers = bearer | {"Idempotency-Key": str(uuid.uuid4())}
    path = f"{API}{E}/entries/1/submissions"
    return lambda: client.post(path, json={"text": OTHER}, headers=headers)


def take_back(world: World, players: int) -> Ask:
    _, ada = _taking(world, players)
    return lambda: ada.post(f"{E}/my/take-back", data={"entry": "1", "stage": "swiss"})


def _rosa(world: World, made: Made, role: str = "judge") -> FlaskClient:
    client = sign_in_as(world.app, world.desk, made.accounts[role])
    client.get("/me")
    return client


def roster_page(world: World, players: int) -> Ask:
    made, _ = _taking(world, players)
    rosa = _rosa(world, made)
    return lambda: rosa.get(f"{E}/roster")


def roster_poll(world: World, players: int) -> Ask:
    made, _ = _taking(world, players)
    rosa = _rosa(world, made)
    with world.desk.store.read() as session:
        revision = session.get_one(Event, made.uid).revision
    return lambda: rosa.get(f"{E}/roster/rows?since={revision}")


def roster_poll_after_a_list(world: World, players: int) -> Ask:
    made, _ = _taking(world, players)
    rosa = _rosa(world, made)
    assert rosa.get(f"{E}/roster").status_code == 200
    with world.desk.store.read() as session:
        revision = session.get_one(Event, made.uid).revision
    send(made, world.desk, OTHER, who=made.as_person(0), number=1)
    return lambda: rosa.get(f"{E}/roster/rows?since={revision}")


def overview_page(world: World, players: int) -> Ask:
    made, _ = _taking(world, players)
    nora = _rosa(world, made, "organizer")
    return lambda: nora.get(f"{E}/overview")


def overview_poll(world: World, players: int) -> Ask:
    made, _ = _taking(world, players)
    nora = _rosa(world, made, "organizer")
    since = Page(nora.get(f"{E}/overview")).by_id("since").attrs["value"]
    return lambda: nora.get(f"{E}/overview/figures?since={since}")


def overview_poll_after_a_list(world: World, players: int) -> Ask:
    made, _ = _taking(world, players)
    nora = _rosa(world, made, "organizer")
    since = Page(nora.get(f"{E}/overview")).by_id("since").attrs["value"]
    send(made, world.desk, OTHER, who=made.as_person(0), number=1)
    return lambda: nora.get(f"{E}/overview/figures?since={since}")


def accept(world: World, players: int) -> Ask:
    made, _ = _taking(world, players)
    rosa = _rosa(world, made)
    seen = Page(rosa.get(f"{E}/roster/1"))
    key = next(e.attrs["value"] for e in seen.all if e.attrs.get("name") == "seen")
    return lambda: rosa.post(f"{E}/roster/1/lock", data={"act": "accept", "seen": key})


def public_lists(world: World, players: int) -> Ask:
    made = event_in_play(world.desk, world.clock, players=players)
    publish(world.desk, made, "swiss", "all")
    client = visitor(world.app)
    assert LEGAL.split("\n")[0] in client.get(f"{E}/lists/1").text
    return lambda: client.get(f"{E}/lists")


def _check(world: World, players: int) -> tuple[FlaskClient, str, str]:
    made = event_in_play(world.desk, world.clock, players=players)
    view = begin(made, world.desk)
    row = view.sections[0].piles[0].rows[0].row
    return _rosa(world, made), view.head.uid, row


def tap_without_script(world: World, players: int) -> Ask:
    rosa, uid, row = _check(world, players)
    rosa.post(f"{E}/checks/{uid}/count", data={"do": f"one:{row}", "key": str(uuid.uuid4())})
    return lambda: rosa.post(f"{E}/checks/{uid}/count", data={"do": f"one:{row}", "key": str(uuid.uuid4())})


def _op(world: World, n: int, row: str) -> dict[str, Any]:
    return {"op": str(uuid.uuid4()), "n": n, "at": world.clock().isoformat(), "row": row, "delta": 1}


def tap_with_script(world: World, players: int) -> Ask:
    rosa, uid, row = _check(world, players)
    path = f"{API}{E}/checks/{uid}/ticks"
    rosa.post(path, json={"device": "phone-of-rosa", "ops": [_op(world, 1, row)]})
    return lambda: rosa.post(path, json={"device": "phone-of-rosa", "ops": [_op(world, 2, row)]})


def sign_in(world: World, players: int) -> Ask:
    del players
    an_account(world.desk)
    client = visitor(world.app)
    return lambda: give(client, MAIL, PASSWORD)


BOUNDS: Final[dict[Journey, Bound]] = {
    type_on_the_page: Bound(2, 15, judged=1),
    type_over_the_api: Bound(2, 15),
    submit_on_the_page: Bound(2, 25, modules=115, judged=1),
    submit_over_the_api: Bound(2, 25, modules=110, judged=1),
    take_back: Bound(2, 15),
    roster_page: Bound(1, 15),
    roster_poll: Bound(1, 8),
    roster_poll_after_a_list: Bound(1, 14),
    overview_page: Bound(1, 18),
    overview_poll: Bound(1, 8),
    overview_poll_after_a_list: Bound(1, 14),
    public_lists: Bound(1, 15),
    accept: Bound(2, 20),
    tap_without_script: Bound(2, 30, hops=1000),
    tap_with_script: Bound(2, 20),
    sign_in: Bound(2, 15),
}
NAMES: Final = {journey: journey.__name__.replace("_", " ") for journey in BOUNDS}


@pytest.fixture
def cost_with(migrated_file: Path, tmp_path: Path) -> Callable[[Journey, int], Cost]:
    """What a journey costs in an event of so many players, alone in a database."""

    def measured(journey: Journey, players: int) -> Cost:
        path, clock = tmp_path / f"{players}.db", Clock()
        shutil.copyfile(migrated_file, path)
        desk = desk_on(f"sqlite:///{path}", clock, tmp_path)
        try:
            return _cost(journey, World(create_app(desk.settings, desk), desk, clock), players)
        finally:
            desk.store.close()

    return measured


def _cost(journey: Journey, world: World, players: int) -> Cost:
    cost = cost_of(world.desk.store, journey(world, players))
    assert cost.status < 400, cost
    sys.stdout.write(f"\n{NAMES[journey]:<20} {players} players: {cost}")
    return cost


@pytest.mark.parametrize("journey", BOUNDS, ids=NAMES.get)
def test_a_request_stays_within_its_bounds(journey: Journey, cost_with: Callable[[Journey, int], Cost]) -> None:
    cost, bound = cost_with(journey, 4), BOUNDS[journey]
    assert cost.transactions <= bound.transactions, cost
    assert cost.selects <= bound.selects, cost
    assert bound.modules is None or cost.modules <= bound.modules, cost
    assert bound.hops is None or cost.hops <= bound.hops, cost
    assert cost.judged == bound.judged, cost
    more = cost_with(journey, 8)
    assert (more.transactions, more.selects) == (cost.transactions, cost.selects), "It grows with the players."


@pytest.mark.parametrize("poll", [roster_poll_after_a_list, overview_poll_after_a_list])
def test_a_poll_costs_what_changed(cost_with: Callable[[Journey, int], Cost], poll: Journey) -> None:
    few, many = (cost_with(poll, players) for players in (20, 40))
    assert many.hops <= few.hops * 1.05, (few, many)
