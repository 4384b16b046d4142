"""Whatever anybody does in one event, another one in which the same people play stays as it was, to the byte."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import pytest
from werkzeug.test import TestResponse

from tests.access.across import (
    BEARERS,
    BROWSERS,
    HERE,
    MARKS,
    ONLY_THERE,
    THERE,
    Across,
    Rows,
    make_across,
    secrets_in,
    text_of,
)
from tests.access.rows import Row, rows

NAMED: Final = [row for row in rows() if row.rule.startswith(("/e/<slug>", "/api/v1/e/<slug>"))]
WRITES: Final = [row for row in NAMED if row.method != "GET"]
READS: Final = [row for row in NAMED if row.method == "GET"]
OWN: Final = frozenset({"own", "same", "link own"})
WAYS_IN: Final = ("my/link", "my/mail-link", "/link")
"""Where players make or end ways in of their own, which are theirs in each event that they tied together."""
LOOKS: Final = frozenset({"O", "J", "own", "token O"})
"""After whose acts the player looks at the other event and sends there; nobody of the rest does anything else."""
PLAYER: Final = {"last": "Dahl", "first": "Per", "mail": "per@example.org"}
BOTH: Final = {"last": "Okonkwo", "first": "Ada", "mail": "ada@example.org"}
OTHERWISE: Final = {
    "last": "Lund",
    "first": "Eva",
    "mail": "eva@example.org",
    "pronouns": "they",
    "external": "44",
    "stream_ok": "no",
}
THEIRS: Final = {"last": ONLY_THERE, "first": "Sarn Vale", "mail": "only-there@example.net"}
TABLE: Final = "table: "
ROSTER: Final = (
    "Last,First,Email\nDahl,Per,per@example.org\nOkonkwo,Ada,ada@example.org\n"
    f"{ONLY_THERE},Sarn Vale,only-there@example.net\n"
)
UNDONE: Final = ("act=team", "act=drop", "/replace", "/forget", "forget ", "become/completed")
"""What cannot be done while lists are taken, or in no event without teams, or is a question first."""


@dataclass(frozen=True, slots=True)
class Act:
    """A request that writes to the one event, told by its route and what is sent; and those that follow on it."""

    name: str
    method: str
    path: str
    body: dict[str, Any]
    then: tuple[Act, ...] = ()


def form(path: str, **fields: str) -> Act:
    told = ", ".join(f"{key}={value}" for key, value in fields.items())
    return Act(f"POST {path}: {told}", "POST", f"/e/{HERE}/{path}", {"data": fields})


def api(method: str, path: str, version: str = "", **fields: Any) -> Act:
    body = {"json": fields, "version": version} if version else {"json": fields}
    return Act(f"{method} api {path}: {fields}", method, f"/api/v1/e/{HERE}/{path}", body)


def on_people(world: Across) -> Iterator[Act]:
    """Every act on the person of an entry, and every way to bring the same person in again."""
    yield from _brought_in(world)
    for number in (1, 2):
        yield from _on_one(world, number)
    yield form("roster/6/confirm")
    for twin in ("1", "3"):
        yield form("roster/6/same", other=twin)
        yield form("roster/6/same", apart=twin)
    yield form("roster/links")
    yield form("roster/remind", confirmed="yes")
    yield form("my/mail-link", mail="another@example.org")
    for to in ("completed", "cancelled"):
        yield form(f"become/{to}", reason="it is over", confirmed="yes")
    yield form("staff", mail="organizer@southern-open.example", role="judge", who="somebody")
    yield form("staff", mail="per@example.org", role="judge", who="somebody")


def _brought_in(world: Across) -> Iterator[Act]:
    """Every way to bring somebody in who is in the other event."""
    for known in (PLAYER, BOTH, THEIRS):
        yield form("roster/add", **known, confirmed="yes", stream_ok="no", pronouns="they")
        yield api("POST", "entries", **known, confirmed=True)
        yield form("join", **known, code="KITE-4719", same="yes")
        yield form("join", **known, code="KITE-4719", same="no")
        yield api("POST", "join", **known, code="KITE-4719", same=True)
    digest = world.digest(ROSTER)
    for known in (PLAYER, THEIRS):
        steps = (
            form("roster/7/link", act="new"),
            form("roster/7/player", **OTHERWISE),
            form("roster/7/link", act="end"),
        )
        for later in steps:
            first = form("roster/add", **known, confirmed="yes")
            yield replace(first, name=f"{first.name}, then {later.name}", then=(later,))
    yield api("POST", "entries/import", text=ROSTER, apply=digest)


def _on_one(world: Across, number: int) -> Iterator[Act]:
    """Every act on one entry."""
    place = f"roster/{number}"
    yield form(f"{place}/player", **OTHERWISE)
    yield form(f"{place}/player", last="Nobody", first="", mail="", pronouns="", external="", stream_ok="")
    yield api("PATCH", f"entries/{number}", world.version_here(number), **OTHERWISE)
    for act in ("new", "end", "team"):
        yield form(f"{place}/link", act=act)
        yield form(f"{place}/link", act=act, keep="yes")
    yield api("POST", f"entries/{number}/link")
    yield api("DELETE", f"entries/{number}/link")
    for into, keep in (("3", "3"), ("3", str(number)), ("6", "6"), ("6", str(number))):
        yield form(f"{place}/merge", into=into, keep=keep, confirmed="yes")
        yield form(f"{place}/merge", into=into, keep=keep, confirmed="yes", someone_else="yes")
    for act in ("withdraw", "drop", "disqualify"):
        yield form(f"{place}/move", act=act, reason="as asked", confirmed="yes")
    yield form(f"{place}/replace", **OTHERWISE, confirmed="yes")
    yield form(f"people/{number}/forget", reason="asked for it", confirmed="yes", sure="yes")
    yield Act(f"forget {number}", "DELETE", f"/api/v1/e/{HERE}/entries/{number}/person", {"json": {"reason": "asked"}})
    yield form(f"{place}/enter", text="60 Island", reason="brought it", do="hand-in")


def of_the_table(world: Across) -> Iterator[Act]:
    """Every write of the table of routes, about both of the players who are in both events."""
    for row in WRITES:
        for number in (1, 2) if "<int:number>" in row.rule and "number" not in row.given.get("values", {}) else (1,):
            given = {**row.given, "values": {"number": number, **row.given.get("values", {})}}
            again = Row(row.name, row.method, row.rule, row.right, given)
            yield Act(f"{TABLE}{row.name} [{number}]", row.method, again.path(world), again.body())  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def over(tmp_path_factory: pytest.TempPathFactory, migrated_file: Any) -> Across:
    return make_across(tmp_path_factory.mktemp("over"), migrated_file, over=True)


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory, migrated_file: Any) -> Across:
    return make_across(tmp_path_factory.mktemp("across"), migrated_file)


def is_for(who: str, act: Act) -> bool:
    """Whether somebody is to try an act: programs come to the API alone, and players' own links are their affair."""
    return not (who in OWN and act.path.endswith(WAYS_IN)) and (who not in BEARERS or act.path.startswith("/api/"))


def is_done(answer: TestResponse) -> bool:
    return answer.status_code < 400


def changed(before: Rows, after: Rows) -> list[str]:
    """The tables whose rows are not the same."""
    return [name for name in before if before[name] != after[name]]


def opened(world: Across, who: str, answer: TestResponse) -> list[str]:
    """The secrets of an answer that open anything of the other event."""
    found = []
    for secret in secrets_in(answer) - set(world.bearers.values()):
        world.bearers["found"] = secret
        told = world.ask("found", "GET", f"/api/v1/e/{THERE}/entries/1")
        browser = world.client("stranger")
        browser.post(f"/r/{secret}")
        browser.get(f"/r/{secret}")
        page = browser.get(f"/e/{THERE}/my")
        if told.status_code == 200 or (page.status_code == 200 and who not in OWN):
            found.append(secret)
    world.bearers.pop("found", None)
    return found


def faults(world: Across, who: str, act: Act) -> list[str]:
    """What of the other event an act has moved, told or opened."""
    world.put_back()
    for one in (act, *act.then):
        answer = world.ask(who, one.method, one.path, **one.body)
    told = text_of(answer)
    after = world.all_there() if world.is_written() else world.rows
    found = [f"changed {name}" for name in changed(world.rows, after)]
    found += [f"told {mark}" for mark in MARKS if mark in told and mark not in str(act.body)]
    if world.is_written() and is_done(answer):
        found += [f"opened by {secret}" for secret in opened(world, who, answer)]
    if world.is_written() and who in LOOKS and not act.name.startswith(TABLE):
        found += ["changed a page"] * (world.pages_there() != world.pages)
        found += [f"{one} cannot send" for one in ("own", "there own", "there same") if not world.can_send_there(one)]
    return [f"{who}: {act.name} ({answer.status_code}): {one}" for one in found]


@pytest.mark.parametrize("who", [*BROWSERS, *BEARERS])
def test_no_act_in_one_event_moves_another(world: Across, who: str) -> None:
    mine = [act for act in (*of_the_table(world), *on_people(world)) if is_for(who, act)]
    assert [fault for act in mine for fault in faults(world, who, act)] == []


@pytest.mark.parametrize("who", ["O", "H", "own", "token O"])
def test_no_act_in_an_event_that_is_over_moves_another(over: Across, who: str) -> None:
    mine = [act for act in on_people(over) if is_for(who, act)]
    assert [fault for act in mine for fault in faults(over, who, act)] == []


@pytest.mark.parametrize("who", [*BROWSERS, *BEARERS])
def test_no_read_in_one_event_shows_another(world: Across, who: str) -> None:
    world.put_back()
    found = []
    for row in READS:
        if who in BEARERS and not row.is_api:
            continue
        for number in (1, 2, 3):
            path = re.sub(r"<(?:int:)?number>", str(number), row.rule)
            path = Row(row.name, row.method, path, row.right, row.given).path(world)  # type: ignore[arg-type]
            told = text_of(world.ask(who, "GET", path))
            found += [f"{who}: {row.name} ({path}): {mark}" for mark in MARKS if mark in told]
            if "<int:number>" not in row.rule:
                break
    assert found == []


def undone(world: Across, word: str = "") -> list[str]:
    """The acts on people that nobody gets done, of those that hold a word in their name."""
    missing = []
    for act in (act for act in on_people(world) if word in act.name):
        for who in ("O", "H", "stranger", "own"):
            world.put_back()
            before = world.acts_here()
            for one in (act, *act.then):
                world.ask(who, one.method, one.path, **one.body)
            if world.acts_here() >= before + 1 + len(act.then):
                break
        else:
            missing.append(act.name)
    return missing


def test_the_acts_are_done_by_somebody(world: Across, over: Across) -> None:
    """Acts that nobody gets done would prove nothing."""
    assert [name for name in undone(world) if not any(word in name for word in UNDONE)] == []
    assert undone(over, "forget") == []
