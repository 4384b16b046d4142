"""`deckcheck update`: cards from a source that really answers, from files, taken back, and refused."""

from __future__ import annotations

import fcntl
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest

from deckcheck.app.actors import SYSTEM
from deckcheck.catalogue import open_index
from deckcheck.catalogue.building import read_facts
from deckcheck.law.card_facts import CardFacts
from deckcheck.law.differences import Difference, Kind
from deckcheck.updates.apply import keep_waiting
from deckcheck.wiring import build_running_desk
from scripts.gatcg_pages import pages
from tests.cli.commands import Call
from tests.listeners import Answer, Listener, listening, says
from tests.own_data import DAY, FORMAT, incoming
from tests.source_server import File, by_path

OURS: Final = read_facts(Path(__file__).parent.parent.parent / "data" / "ga")
NEW: Final = {
    **OURS.cards[0],
    "name": "A Card of Tomorrow",
    "slug": "a-card-of-tomorrow",
    "editions": [{"prefix": "TMR", "number": "001", "rarity": 1, "slug": "a-card-of-tomorrow-tmr"}],
    "as_of": "2026-09-01",
}
SET: Final = {"code": "TMR", "name": "Set of Tomorrow", "release": "2026-08-30", "type": "expansion"}
TOMORROW: Final = CardFacts([*OURS.cards, NEW], [*OURS.sets, SET], OURS.known_to)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installation of the test's own."""
    folder = tmp_path / "home"
    monkeypatch.setenv("DECKCHECK_HOME", str(folder))
    return folder


def served(facts: CardFacts, size: int = 500) -> dict[str, Answer]:
    """The card service with these facts, at the root of a mirror."""
    address = "/cards/search?sort=name&order=ASC&page_size=50&page={}"
    return {
        address.format(number): File(json.dumps(page).encode(), etag="", modified="")
        for number, page in enumerate(pages(facts, size), 1)
    }


def saved(path: Path, *values: Any) -> Path:
    path.write_text("\n".join(json.dumps(value) for value in values), "utf-8")
    return path


@dataclass
class Mirror:
    """A server that can be told what to answer."""

    server: Listener
    answers: dict[str, Answer]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.port}/"


@pytest.fixture
def mirror() -> Iterator[Mirror]:
    answers = served(TOMORROW)
    with listening(by_path(answers)) as server:
        yield Mirror(server, answers)


def knows(name: str) -> bool:
    """Whether the installation knows a card, as another process sees it."""
    app = build_running_desk()
    found = app.index("ga").card(name) is not None
    app.store.close()
    return found


def test_new_cards_come_from_a_source_and_are_in_use_at_once(call: Call, mirror: Mirror, home: Path) -> None:
    assert not knows(NEW["name"])
    said = call("update", "cards", "--source", "gatcg", "--from", mirror.address)
    assert (said.status, said.err) == (0, "")
    assert "2,479 cards of" in said.out
    assert "applied; 1 new card and 1 new set." in said.out
    assert "New set: Set of Tomorrow (TMR)" in said.out
    assert knows(NEW["name"])
    assert not (home / "updates" / "gatcg").exists()


def test_a_ban_that_a_source_brings_waits_until_somebody_confirms_it(call: Call, tmp_path: Path) -> None:
    banned = {**NEW, "legality": {"STANDARD": {"limit": 0}}}
    facts = CardFacts([*OURS.cards, banned], TOMORROW.sets, OURS.known_to)
    file = saved(tmp_path / "cards.jsonl", *pages(facts, 500))
    said = call("update", "--source", "gatcg", "--from", str(file))
    assert said.status == 3
    assert "wait for you to confirm (--yes)" in said.out
    assert "ga-standard: A Card of Tomorrow banned between 22 August 2026 and " in said.out
    assert not knows(NEW["name"])
    assert call("update", "--source", "gatcg", "--from", str(file), "--yes").status == 0
    assert knows(NEW["name"])
    assert "ga-standard: A Card of Tomorrow banned" in call("bans", "diff").out
    assert call("update", "--source", "gatcg", "--rollback").status == 0
    assert call("bans", "diff").out == "This server has no rules or bans of its own.\n"


def test_a_ban_gets_its_day_and_is_confirmed_by_commands(call: Call, tmp_path: Path) -> None:
    banned = {**NEW, "legality": {"STANDARD": {"limit": 0}}}
    file = saved(tmp_path / "cards.jsonl", *pages(CardFacts([*OURS.cards, banned], TOMORROW.sets, OURS.known_to), 500))
    assert call("update", "--source", "gatcg", "--from", str(file)).status == 3
    waits = call("update", "waiting").out
    assert "Banned in Grand Archive Standard: A Card of Tomorrow. Some time between 22 August 2026 and " in waits
    assert "--format 'ga-standard' --card 'A Card of Tomorrow'" in waits
    about = ("--format", "ga-standard", "--card", NEW["name"])
    assert call("update", "day", *about, "--on", "2026-01-01").status == 2
    assert call("update", "day", "--format", "ga-standard", "--card", "Nobody", "--on", "2026-09-07").status == 2
    assert call("update", "day", *about, "--on", "2026-09-07").status == 0
    # Looking again takes nothing back of what a person said.
    assert call("update", "--source", "gatcg", "--from", str(file)).status == 3
    (row,) = json.loads(call("update", "waiting", "--json").out)
    assert [one["days"] for one in row["changes"] if one["card"]] == [{"paper": "2026-09-07"}]
    assert call("update", "confirm").status == 0
    assert call("update", "confirm").status == 2
    assert "banlists/ga/2026-09-07.toml" in call("bans", "diff").out
    assert call("update", "waiting").out == "Nothing waits.\n"


def test_a_question_is_answered_by_a_command(call: Call) -> None:
    days = (date(2026, 11, 20), DAY)
    asked = Difference(
        Kind.QUESTION, FORMAT, *days, set_code="ALC", why="4 of its 9 new cards are legal", legal=4, new=9
    )
    app = build_running_desk()
    keep_waiting(app, replace(incoming(), report={"differences": [asked.facts()]}), SYSTEM)
    app.store.close()
    assert (
        "4 of its 9 new cards are legal, says the source.\n    --format 'ga-standard' --set 'ALC'"
        in call("update", "waiting").out
    )
    about = ("--format", FORMAT, "--set", "ALC")
    assert call("update", "answer", "keep", *about).status == 2
    assert call("update", "answer", "yes", "--format", FORMAT, "--set", "XXX").status == 2
    assert call("update", "answer", "no", *about).status == 0
    assert call("update", "confirm", "--source", "scryfall").status == 2
    assert call("update", "confirm").status == 0
    assert 'ALC = { not_in = ["ga-standard"] }' in call("bans", "diff").out
    assert call("update", "answer", "yes", *about, "--on", "2026-11-27").status == 0
    assert 'ALC = { from = 2026-11-27, in = ["ga-standard"] }' in call("bans", "diff").out
    assert call("update", "answer", "later", *about).status == 0
    assert "ALC" not in call("bans", "diff").out


def test_what_the_package_knows_better_stays(call: Call, mirror: Mirror) -> None:
    """The service has another day of one set, and no Japanese names."""
    assert call("update", "--source", "gatcg", "--from", mirror.address).status == 0
    app = build_running_desk()
    with app.live.bound():
        index = app.index("ga")
        before = open_index("ga")
        for name in before.names():
            ours, now = before.card(name), index.card(name)
            assert ours is not None
            assert now is not None
            assert (ours.traits, ours.also_known_as) == (now.traits, now.also_known_as)
            assert [p for p in ours.printings if p.earliest] == [p for p in now.printings if p.earliest]
        assert index.find("アブネゲーション").cards == before.find("アブネゲーション").cards


def test_a_dry_run_changes_nothing(call: Call, mirror: Mirror) -> None:
    said = call("update", "--source", "gatcg", "--from", mirror.address, "--dry-run", "--json")
    told = json.loads(said.out)
    assert said.status == 0
    assert (told["applied"], told["new_names"]) == (False, [NEW["name"]])
    assert not knows(NEW["name"])
    assert call("update", "--list").out == ""


def test_an_update_is_listed_and_rolled_back(call: Call, mirror: Mirror) -> None:
    call("update", "--source", "gatcg", "--from", mirror.address)
    (row,) = json.loads(call("update", "--list", "--json").out)
    assert (row["source"], row["state"], row["origin"]) == ("gatcg", "applied", mirror.address.rstrip("/"))
    assert "applied; by Deckcheck, from http://127.0.0.1" in call("update", "--list").out
    said = call("update", "--source", "gatcg", "--rollback")
    assert (said.status, "Rolled back" in said.out) == (0, True)
    assert not knows(NEW["name"])
    assert "rolled back" in call("update", "--list").out
    assert call("update", "--source", "gatcg", "--rollback").status == 2


def test_what_was_rolled_back_is_applied_again_when_somebody_asks_for_it(call: Call, mirror: Mirror) -> None:
    for step in ((), ("--rollback",), ()):
        given = step or ("--from", mirror.address)
        assert call("update", "--source", "gatcg", *given).status == 0
    assert knows(NEW["name"])


def test_a_carried_file_does_without_a_network(call: Call, tmp_path: Path) -> None:
    path = saved(tmp_path / "gatcg-20260901.jsonl", *pages(TOMORROW))
    said = call("update", "--source", "gatcg", "--from", str(path))
    assert (said.status, "of 1 September 2026 applied" in said.out) == (0, True)
    assert knows(NEW["name"])
    assert path.exists()


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        (CardFacts(OURS.cards[:2400], OURS.sets, OURS.known_to), "More than 1 % would be lost."),
        (CardFacts(OURS.cards[1:], OURS.sets, OURS.known_to), "Abnegation is missing from the file"),
    ],
)
def test_cards_that_would_be_lost_are_refused(facts: CardFacts, sentence: str, call: Call, mirror: Mirror) -> None:
    mirror.answers.clear()
    mirror.answers.update(served(facts))
    said = call("update", "--source", "gatcg", "--from", mirror.address)
    assert said.status == 2
    assert "update refused, nothing has changed." in said.err
    assert sentence in said.err


def test_an_older_file_is_refused(call: Call, tmp_path: Path) -> None:
    newer = saved(tmp_path / "gatcg-20260902.jsonl", *pages(TOMORROW))
    older = saved(tmp_path / "gatcg-20260823.jsonl", *pages(OURS))
    assert call("update", "--source", "gatcg", "--from", str(newer)).status == 0
    said = call("update", "--source", "gatcg", "--from", str(older))
    assert said.status == 2
    assert "The file is older (23 August 2026) than what is in use (2 September 2026)." in said.err
    assert knows(NEW["name"])


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b"<html>Sign in", "is no JSON"),
        (b"[", "cut off"),
        (b"\x1f\x8b\x08\x00", "ends half-way"),
        (b"[{}]", "has no uuid, which every card has"),
        (b"", "holds no cards"),
    ],
)
def test_a_file_that_is_none_is_refused(body: bytes, sentence: str, call: Call, tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_bytes(body)
    said = call("update", "--source", "gatcg", "--from", str(path))
    assert (said.status, sentence in said.err) == (2, True), said.err
    assert "Traceback" not in said.err


def test_a_source_that_breaks_off_is_refused_and_gone_on_with(call: Call, mirror: Mirror) -> None:
    """The pages that came are not asked for again, but for the first."""
    last = next(path for path in mirror.answers if path.endswith("page=4"))
    kept = mirror.answers[last]
    mirror.answers[last] = says(404)
    said = call("update", "--source", "gatcg", "--from", mirror.address)
    assert (said.status, "has no file at this address" in said.err) == (2, True)
    assert not knows(NEW["name"])
    mirror.answers[last] = kept
    asked = len(mirror.server.asked)
    assert call("update", "--source", "gatcg", "--from", mirror.address).status == 0
    assert len(mirror.server.asked) - asked == 3


def test_what_is_not_there_is_refused(call: Call, tmp_path: Path) -> None:
    assert 'There is no source "x"' in call("update", "--source", "x").err
    assert "There is no file" in call("update", "--source", "gatcg", "--from", str(tmp_path / "none")).err
    assert "Say which with --source" in call("update", "--from", "x").err
    assert "Say which with --source" in call("update", "--rollback").err


def test_a_second_update_from_a_source_waits_for_nothing(call: Call, mirror: Mirror, home: Path) -> None:
    (home / "updates").mkdir(parents=True)
    with (home / "updates" / "gatcg.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        said = call("update", "--source", "gatcg", "--from", mirror.address)
    assert (said.status, "Another update from Grand Archive Index is running" in said.err) == (2, True)
