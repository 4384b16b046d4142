"""A third game is code of its own alone: every page, act, print, export, command and answer works for it.

Tidewrights is made up (tests/games/tide). It comes in as any installation's own game does: its package is named by
DECKCHECK_GAMES, its formats and its catalogue are in the folder that DECKCHECK_DATA names.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import uuid
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, Final
from urllib.parse import urljoin

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from deckcheck.app.context import App
from deckcheck.app.session import settle
from deckcheck.games import GAMES, find_games
from deckcheck.publication.exports.shape import list_forms, shapes
from deckcheck.settings import Settings
from deckcheck.web import create_app
from deckcheck.wiring import build_desk, open_store
from tests.deck_checks import pair
from tests.desks import KEY, Clock
from tests.events import DEADLINE, Made, make_event
from tests.games.tide.cards import ILLEGAL, LEGAL, OTHER, PACKAGE, install
from tests.organizing import an_organizer, the_event
from tests.pools import by_hand, hand_over, sealed_event
from tests.published_events import CLOSED, complete, inherit, stand
from tests.registrations import accept, send
from tests.sheets_read import pages_of
from tests.web.pages import Page
from tests.web.test_api_registration import Program
from tests.web.test_organizer_pages import get, post, text_of
from tests.web.visitors import player, sign_in_as, visitor

E: Final = "/e/northern-open"
MOST_PAGES: Final = 90
ELSEWHERE: Final = ("/static", "/api", "//", "/formats", "/rules", "/cards", "/docs", "/sign-in")
"""Where pages lead out of an event; these have tests of their own."""
ROWS: Final = {
    "ship": [[1, "Gull's Errand"]],
    "main": [[3, name] for name in ("Able Hand", "Bosun's Mate", "Cabin Scholar", "Drowned Oarsman")]
    + [[3, name] for name in ("Eel Fisher", "Long Swell", "Mackerel Sky")],
    "sideboard": [[2, "Salt Barrels"]],
}


@pytest.fixture(scope="module")
def law(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of an installation that has the game."""
    root = install(tmp_path_factory.mktemp("tide") / "data")
    return {"DECKCHECK_DATA": str(root), "DECKCHECK_GAMES": PACKAGE}


@pytest.fixture(scope="module")
def installed(law: dict[str, str]) -> App:
    """Its law and its cards, read once."""
    return build_desk(Settings.from_env(law))


@pytest.fixture
def desk(installed: App, sqlite_url: str, clock: Clock, tmp_path: Path) -> Iterator[App]:
    """The installation on a database of the test's own."""
    settings = replace(installed.settings, home=tmp_path, database_url=sqlite_url, secret_key=KEY)
    store = open_store(settings)
    yield replace(installed, clock=clock, settings=settings, open_store=lambda: store)
    store.close()


@pytest.fixture
def app(desk: App) -> APIFlask:
    return create_app(desk.settings, desk)


@pytest.fixture
def guest(app: APIFlask) -> FlaskClient:
    return visitor(app)


def an_event(desk: App, clock: Clock, **more: Any) -> Made:
    """Four players: 1 (accepted), 2 and 4 have lists; Swiss is locked and round 1 is paired."""
    made = make_event(desk, **{"players": 4, "playoff": True, "game": "tide", "format": "tide-open", **more})
    for number, text in {1: LEGAL, 2: OTHER, 4: ILLEGAL}.items():
        send(made, desk, text, who=made.as_person(number - 1), number=number)
    accept(made, desk)
    inherit(desk, made)
    clock.set(CLOSED)
    settle(desk, made.slug)
    pair(desk, made, 1, [(1, 2), (3, 4)])
    return made


def test_it_comes_in_beside_the_others_which_are_what_they_were() -> None:
    assert list(find_games(PACKAGE)) == [*GAMES, "tide"]


def test_the_law_of_it_is_sound(installed: App) -> None:
    installed.reference.review()


# Pages that anybody reads.


def test_a_list_is_checked_on_the_page(guest: FlaskClient) -> None:
    page = Page(guest.get("/check?format=tide-open"))
    assert "Tidewrights" in page.response.text
    legal = Page(guest.post("/check", data={"format": "tide-open", "text": LEGAL, "do": "check"}))
    assert "Legal in Tidewrights Open" in legal.verdict()
    for words in ("Crew", "Ship", "Hold", "Gull", "Ebb"):
        assert words in legal.response.text
    illegal = Page(guest.post("/check", data={"format": "tide-open", "text": ILLEGAL, "do": "check"}))
    assert "4 copies of Able Hand in the crew; the limit is 3." in illegal.response.text
    one_tide = LEGAL.replace("Bosun's Mate", "Drowned Oarsman").replace("Eel Fisher", "Gannet Keeper")
    waits = guest.post("/check", data={"format": "tide-open", "text": one_tide + "\nsome thing", "do": "check"})
    assert waits.status_code == 200
    example = Page(guest.post("/check", data={"format": "tide-open", "text": "", "do": "example"}))
    assert "Able Hand" in example.list_text
    misread = guest.post("/check", data={"format": "modern", "text": LEGAL, "do": "check"})
    assert "This looks like a Tidewrights Open deck" in misread.text


def test_two_lists_are_compared_on_the_page(guest: FlaskClient) -> None:
    assert "Tidewrights" in guest.get("/compare").text
    sent = {"format": "tide-open", "registered": LEGAL, "presented": LEGAL.replace("3 Able Hand", "2 Able Hand")}
    answer = guest.post("/compare", data={**sent, "game": "2"})
    assert answer.status_code == 200
    assert "Able Hand" in answer.text


def test_formats_rules_and_cards_have_their_pages(guest: FlaskClient) -> None:
    assert "Tidewrights Open" in guest.get("/formats").text
    told = guest.get("/formats/tide-open?on=2026-06-13")
    assert told.status_code == 200
    assert "Cards of one tide in the crew: at most 12." in told.text
    assert "spring-tide" in guest.get("/rules").text
    assert "Tidewrights Open" in guest.get("/rules/spring-tide").text
    found = guest.get("/cards?q=Ulva's Anchor")
    assert found.headers["Location"].endswith("?game=tide")
    card = text_of(Page(guest.get(found.headers["Location"])))
    for words in ("Ülva's Anchor", "Tidewrights", "Tidewrights Open", "First Tide"):
        assert words in card
    assert "Slack" in text_of(Page(guest.get("/cards/cabin-scholar?game=tide")))


def test_a_pool_is_counted(guest: FlaskClient) -> None:
    assert "Deep Water" in guest.get("/pool").text
    counting = Page(guest.get("/pool?set=tide:TW1"))
    assert "Bosun's Mate" in text_of(counting)
    sent = {"set": "tide:TW1", "text": "1x2\n2", "do": "next"}
    assert "2 Able Hand" in guest.post("/pool", data=sent).text.replace("&#39;", "'")
    checklist = guest.get("/sheet.pdf?set=tide:TW1")
    assert "Bosun's Mate" in " ".join(pages_of(checklist.data))


# Programs and the command line.


def test_programs_get_verdicts(guest: FlaskClient) -> None:
    formats = guest.get("/api/v1/formats").get_json()
    assert "tide-open" in json.dumps(formats)
    assert guest.get("/api/v1/formats/tide-open").status_code == 200
    asked = {"format": "tide-open", "date": "2026-06-13"}
    by_text = guest.post("/api/v1/check", json={**asked, "text": LEGAL}).get_json()
    by_rows = guest.post("/api/v1/check", json={**asked, **ROWS}).get_json()
    assert (by_text["verdict"], by_rows["verdict"]) == ("legal", "legal"), (by_text, by_rows)
    assert by_rows["counts"] == {"ship": 1, "main": 21, "sideboard": 2}
    assert guest.post("/api/v1/check", json={**asked, "ship": ROWS["ship"]}).get_json()["verdict"] == "illegal"
    compared = guest.post("/api/v1/compare", json={**asked, "game": 2, "registered": LEGAL, "presented": ROWS})
    assert compared.status_code == 200, compared.text


def run(law: dict[str, str], home: Path, *args: str, text: str = "") -> tuple[int, str]:
    """The command as a program of its own: its status and what it says."""
    env = {**os.environ, **law, "DECKCHECK_HOME": str(home), "PYTHONPATH": str(Path(__file__).parents[2])}
    code = [sys.executable, "-c", "from deckcheck.cli import main; main()", *args]
    done = subprocess.run(code, input=text, capture_output=True, text=True, env=env, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("args", "text", "status", "says"),
    [
        (("check", "-", "--format", "tide-open", "--on", "2026-06-13"), LEGAL, 0, "Legal"),
        (("check", "-", "--format", "tide-open", "--on", "2026-06-13"), ILLEGAL, 1, "in the crew; the limit is 3"),
        (("parse", "-"), LEGAL, 0, "sideboard 3"),
        (("parse", "-", "--game", "chess"), LEGAL, 2, "tide"),
        (("card", "Cabin Scholar", "--game", "tide", "--on", "2026-06-13"), "", 0, "Tidewrights Open"),
        (("formats",), "", 0, "Tidewrights Open"),
        (("pool", "--set", "TW1"), "1x2", 0, "2 Able Hand"),
    ],
)
def test_commands_know_it(
    law: dict[str, str], tmp_path: Path, args: tuple[str, ...], text: str, status: int, says: str
) -> None:
    code, said = run(law, tmp_path, *args, text=text)
    assert code == status, said
    assert says in said


# An event, from set-up to records.


def test_it_is_set_up_by_form(app: APIFlask, desk: App) -> None:
    organizer = sign_in_as(app, desk, an_organizer(desk).uid)
    page = post(organizer, "/organize/new", get(organizer, "/organize/new"), use="tide")
    assert "Tidewrights Open" in page.response.text
    typed = {"name": "Harbour Open", "day": "2026-06-19", "zone": "Europe/London", "format": "tide-open"}
    made = post(organizer, "/organize/new", page, **typed, round_1="19:00")
    assert made.response.status_code == 303, text_of(made)
    event = the_event(desk, "harbour-open")
    assert event.game == "tide"
    for path in ("settings", "stages", "publication", "order", "roster", "sheets", "staff", "code"):
        assert organizer.get(f"/e/harbour-open/{path}").status_code == 200, path
    assert "by wages" in text_of(get(organizer, "/e/harbour-open/settings"))
    order = get(organizer, "/e/harbour-open/order")
    assert "Lands" not in text_of(order)
    assert post(organizer, "/e/harbour-open/order", order, list_order="colour").response.status_code == 303
    assert "by tide" in text_of(get(organizer, "/e/harbour-open/order"))


def test_it_is_set_up_and_played_by_programs(app: APIFlask, desk: App, guest: FlaskClient) -> None:
    organizer = sign_in_as(app, desk, an_organizer(desk).uid)
    plan = {"name": "Harbour Open", "day": "2026-06-13", "zone": "Europe/London", "format": "tide-open"}
    answer = organizer.post("/api/v1/events", json={**plan, "round_1": "19:00", "open": True})
    assert answer.status_code == 201, answer.text
    assert answer.get_json()["game"] == "tide"
    api = "/api/v1/e/harbour-open"
    joined = guest.post(f"{api}/join", json={"code": answer.get_json()["join_code"], "first": "Ada", "last": "Okonkwo"})
    assert joined.status_code == 201, joined.text
    ada = Program(visitor(app), joined.get_json()["link"], api)
    status, sent = ada.call("POST", "/entries/1/submissions", {"text": LEGAL})
    assert (status, sent["verdict"]) == (201, "legal"), sent
    seen = {"act": "accept", "submission": sent["uid"]}
    version = {"If-Match": str(sent["list_version"])}
    accepted = organizer.post(f"{api}/entries/1/lock", json=seen, headers=version)
    assert accepted.status_code == 200, accepted.text
    assert [one["name"] for one in organizer.get(f"{api}/entries").get_json()["entries"]] == ["Ada Okonkwo"]


def test_a_player_types_sends_and_takes_a_receipt(app: APIFlask, desk: App, clock: Clock) -> None:
    made = make_event(desk, players=4, game="tide", format="tide-open")
    own = player(app, desk, made.entries[0])
    page = get(own, f"{E}/my")
    assert "Tidewrights Open" in page.response.text
    bearer = Program(visitor(app), made.links[0], f"/api/v1{E}")
    status, draft = bearer.call("PUT", "/entries/1/draft", {"text": ILLEGAL})
    assert status in {200, 201}, draft
    status, receipt = bearer.call("POST", "/entries/1/submissions", {"text": LEGAL}, Idempotency_Key="same-key-1")
    assert status == 201, receipt
    for path in ("my", "my/list", "my/versions", "my/large"):
        assert own.get(f"{E}/{path}").status_code == 200, path
    assert "Crew" in text_of(get(own, f"{E}/my/list"))
    assert "Able Hand" in " ".join(pages_of(own.get(f"{E}/my/list.pdf").data))


def test_it_is_run_from_the_roster_to_the_acceptance(app: APIFlask, desk: App, clock: Clock) -> None:
    made = an_event(desk, clock)
    judge = sign_in_as(app, desk, made.accounts["judge"])
    told = text_of(get(judge, f"{E}/roster"))
    for words in ("Okonkwo", "illegal", "accepted"):
        assert words.lower() in told.lower()
    for path in ("roster/4", "roster/4/player", "roster/3/enter", "roster.csv", "roster/accept"):
        assert judge.get(f"{E}/{path}").status_code == 200, path
    review = text_of(get(judge, f"{E}/roster/4"))
    for words in ("Crew", "Hold", "Able Hand", "the limit is 3"):
        assert words in review
    page = get(judge, f"{E}/roster/3/enter")
    entered = post(judge, f"{E}/roster/3/enter", page, text=LEGAL, reason="bus broke down", do="send")
    assert entered.response.status_code in {200, 303}, text_of(entered)


def test_it_is_published_and_taken_away_in_every_form(app: APIFlask, desk: App, clock: Clock) -> None:
    made = an_event(desk, clock)
    stand(desk, made, {2: 1, 1: 2})
    complete(desk, made)
    guest, game = visitor(app), desk.reference.games["tide"]
    event = get(guest, f"{E}/lists")
    assert "Flood" in event.response.text
    one = text_of(get(guest, f"{E}/lists/1"))
    for words in ("Ship1", "Crew21", "Hold3", "Able Hand"):
        assert words in one
    assert "Wages 0 to 3" in get(guest, f"{E}/lists/1").response.text
    for path in ("", "/seals", "/draws", "/export", "/lists?q=Able+Hand"):
        assert guest.get(E + path).status_code == 200, path
    assert "Tidewrights" in guest.get("/events").text
    assert guest.get("/events?game=tide").status_code == 200
    for name in shapes(game):
        taken = guest.get(f"{E}/export?shape={name}")
        assert taken.status_code == 200, (name, taken.text)
        by_program = guest.get(f"/api/v1{E}/export?shape={name}")
        assert by_program.status_code == 200, (name, by_program.text)
    for name in (*list_forms(game), "txt"):
        text = guest.get(f"{E}/lists/1.{name}").text
        again = guest.post("/api/v1/check", json={"format": "tide-open", "date": "2026-06-13", "text": text}).get_json()
        assert again["verdict"] == "legal", text
        assert {(row["count"], row["name"]) for row in again["sections"]["main"]} >= {
            (3, "Able Hand"),
            (3, "Eel Fisher"),
        }
    assert guest.get(f"{E}/lists/1.dek").status_code == 422
    proof = guest.get(f"{E}/lists/1/proof.json")
    checked = guest.post("/verify", data={"proof": proof.text, "copy": OTHER})
    assert "in the crew" in checked.text
    for path in ("lists", "entries/1/list", "seals", "stages", "", "entries/1/list?as=text", "entries/1/list?as=pdf"):
        assert guest.get(f"/api/v1{E}/{path}".rstrip("/")).status_code == 200, path


def test_everything_prints(app: APIFlask, desk: App, clock: Clock) -> None:
    made = an_event(desk, clock)
    judge = sign_in_as(app, desk, made.accounts["judge"])
    assert "Lands" not in text_of(get(judge, f"{E}/sheets"))
    prints = {
        "lists.pdf": ("Able Hand", "Crew", "Hold weight", "By wages."),
        "lists.pdf?order=type": ("Sailors", "Storms"),
        "lists.pdf?order=colour": ("Flood", "Ebb"),
        "packs.pdf?round=1": ("Able Hand",),
        "tables.pdf?round=1": ("Able Hand",),
        "slips.pdf?round=1": ("ship / crew / hold",),
        "blank.pdf?copies=2": ("Ship", "Crew", "Hold"),
        "blank.pdf?sets=TW1,TW2": ("First Tide", "Lantern Boy"),
        "missing.pdf": ("Ship", "Crew", "Hold"),
    }
    for path, words in prints.items():
        answer = judge.post(f"{E}/sheets/{path}", data={"reason": "decks"}) if "slips" not in path else None
        if answer is None or answer.status_code == 405:
            answer = judge.get(f"{E}/sheets/{path}")
        assert answer.mimetype == "application/pdf", (path, answer.text)
        text = " ".join(pages_of(answer.data))
        for word in words:
            assert word in text, (path, word, text)
    guest = visitor(app)
    blank = " ".join(pages_of(guest.get("/sheet.pdf?format=tide-open").data))
    assert "Crew" in blank
    checked = guest.post("/sheet.pdf", data={"format": "tide-open", "text": LEGAL})
    assert "Hold weight" in " ".join(pages_of(checked.data))


def test_decks_are_checked_and_recorded(app: APIFlask, desk: App, clock: Clock) -> None:
    made = an_event(desk, clock, level="competitive")
    clock.set(DEADLINE + timedelta(minutes=5))
    judge = sign_in_as(app, desk, made.accounts["judge"])
    begin = get(judge, f"{E}/checks/begin?number=1&round=1&table=1")
    assert begin.response.status_code == 200
    assert judge.get(f"{E}/checks").status_code == 200
    api = f"/api/v1{E}/checks"
    body = judge.post(api, json={"number": 1, "round": 1, "table": "1", "how": "request"}).get_json()
    here, uid = f"{E}/checks/{body['record']['head']['uid']}", body["record"]["head"]["uid"]
    assert [part["section"] for part in body["sections"]] == ["ship", "main", "sideboard"]
    page = get(judge, here)
    for words in ("Wages 1", "Able Hand", "Sailor", "Looks like"):
        assert (words in page.response.text) == (words != "Looks like"), words
    assert "Lands" not in text_of(page)
    for order in ("mana-value", "name", "type", "colour", "registered"):
        assert judge.get(f"{here}?order={order}").status_code == 200
    rows = [row for part in body["sections"] for pile in part["piles"] for row in pile["rows"]]
    ticked = judge.post(f"{api}/{uid}/ticks", json={"device": "phone", "ops": list(taps_on(rows[1:]))})
    assert ticked.status_code == 200, ticked.text
    assert sorted(ticked.get_json()["done"]) == ["main", "ship", "sideboard"]
    tapped = post(judge, f"{here}/count", None, do="one:main:Able Hand", key=str(uuid.uuid4()))
    assert tapped.response.status_code == 303, text_of(tapped)
    assert "3 cards in the hold." in text_of(get(judge, f"{here}/opponent"))
    for path in ("configuration", "result", "void"):
        assert judge.get(f"{here}/{path}").status_code == 200, path
    laid = judge.post(f"{here}/configuration", data={"text": LEGAL, "game": "2"})
    assert laid.status_code in {200, 303}, laid.text
    version = str(judge.get(f"{api}/{uid}").get_json()["record"]["head"]["version"])
    said: dict[str, Any] = {"result": "differs", "decided": {"section": "TIDE 6"}, "note": "see the head judge"}
    ended = judge.post(f"{api}/{uid}/finish", json=said, headers={"If-Match": version})
    assert ended.status_code == 200, ended.text
    assert "Okonkwo" in text_of(get(judge, f"{E}/checks/records"))
    assert "Okonkwo" in judge.get(f"{E}/checks.csv").text
    assert "Gull's Errand" in text_of(get(judge, here))


def taps_on(rows: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every row counted as listed, and every section as done."""
    for n, row in enumerate(rows, 1):
        yield {**a_tap(n), "row": row["row"], "set": row["listed"]}
    for n, section in enumerate(("ship", "main", "sideboard"), 90):
        yield {**a_tap(n), "section": section, "done": True}


def a_tap(n: int) -> dict[str, Any]:
    """A tap with a key of its own."""
    return {"op": str(uuid.uuid4()), "n": n, "at": "2026-06-13T09:06:00Z"}


def test_pools_are_counted_registered_and_printed(app: APIFlask, desk: App, clock: Clock) -> None:
    made = sealed_event(desk, game="tide", format="tide-sealed", sets=("TW1",), size=20)
    by_hand(desk, made, (1, 2), (2, 3), (3, 4), (4, 1))
    opened = "1x3\n2x3\n3x3\n4x2\nRust Lugger\n8x5\n"
    hand_over(desk, made, 1, opened, by=2, confirmed=True)
    own, judge = player(app, desk, made.entries[0]), sign_in_as(app, desk, made.accounts["judge"])
    for client, paths in ((own, ("pool", "pool/deck", "pool/4", "my")), (judge, ("pools", "pools/1", "pools/2/count"))):
        for path in paths:
            answer = client.get(f"{E}/{path}", follow_redirects=True)
            assert answer.status_code == 200, (path, answer.text)
    assert "Able Hand" in text_of(get(own, f"{E}/pool/deck"))
    deck = "Ship\n1 Rust Lugger\n\nCrew\n3 Able Hand\n3 Bosun's Mate\n3 Cabin Scholar\n4 Quiet Hour\n"
    send(made, desk, deck, who=made.as_person(0))
    accept(made, desk, 1)
    told = text_of(get(judge, f"{E}/roster/1"))
    assert "Quiet Hour" in told
    for path, words in (("pools.pdf", "Cabin Scholar"), ("to-count.pdf", "Bosun's Mate"), ("lists.pdf", "Able Hand")):
        answer = judge.post(f"{E}/sheets/{path}", data={"reason": "decks"})
        answer = judge.get(f"{E}/sheets/{path}") if answer.status_code == 405 else answer
        assert answer.mimetype == "application/pdf", (path, answer.text)
        assert words in " ".join(pages_of(answer.data)), path
    assert "Able Hand" in " ".join(pages_of(own.get(f"{E}/my/pool.pdf").data))


def pages_from(client: FlaskClient, *starts: str) -> dict[str, int]:
    """Every page that links lead to, from some of them on, with its status."""
    found: dict[str, int] = {}
    ahead = list(starts)
    while ahead and len(found) < MOST_PAGES:
        path = ahead.pop(0)
        if path in found:
            continue
        answer = client.get(path)
        found[path] = answer.status_code
        leads = [answer.headers["Location"]] if "Location" in answer.headers else []
        if answer.mimetype == "text/html":
            page = Page(answer)
            leads += [urljoin(path, e.attrs["href"]) for e in page.all if e.tag == "a" and e.attrs.get("href")]
        ahead += [lead.partition("#")[0] for lead in leads if lead.startswith("/") and not lead.startswith(ELSEWHERE)]
    return found


@pytest.mark.parametrize("ended", [False, True])
def test_no_link_of_an_event_leads_to_a_fault(app: APIFlask, desk: App, clock: Clock, ended: bool) -> None:
    made = an_event(desk, clock, level="competitive")
    stand(desk, made, {2: 1, 1: 2})
    if ended:
        complete(desk, made)
    staff = {role: sign_in_as(app, desk, made.accounts[role]) for role in ("organizer", "judge")}
    clients = {**staff, "player": player(app, desk, made.entries[0]), "stranger": visitor(app)}
    for who, client in clients.items():
        found = pages_from(client, E, f"{E}/my", f"{E}/roster", f"{E}/lists", f"{E}/checks", f"{E}/settings")
        assert len(found) > 8, who
        assert {path: status for path, status in found.items() if status >= 500} == {}, who
        assert [path for path, status in found.items() if status == 404] == [], who
