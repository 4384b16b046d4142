"""What machines ask: whether the process answers, whether it can do its work, and how old cards and law are."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from deckcheck.app.ages import ages, old_in_words, outdated_in_words
from deckcheck.app.context import App
from deckcheck.settings import Settings
from deckcheck.store.store import Store
from deckcheck.web import create_app
from deckcheck.wiring import build_desk

DECKCHECK = Path(sys.executable).with_name("deckcheck")
LATER = datetime(2026, 11, 28, 9, 0, tzinfo=UTC)


def client_of(desk: App) -> FlaskClient:
    return create_app(Settings.from_env({}), desk).test_client()


def no_store() -> Store:
    raise RuntimeError("the database is gone")


@pytest.fixture
def later(desk: App) -> App:
    return replace(desk, clock=lambda: LATER)


def test_the_process_answers_without_a_database(desk: App) -> None:
    client = client_of(replace(desk, open_store=no_store))
    assert (client.get("/livez").status_code, client.get("/livez").json) == (200, {"status": "ok"})
    for path in ("/readyz", "/healthz"):
        answer = client.get(path)
        assert (answer.status_code, answer.json) == (503, {"status": "failing", "error": "RuntimeError"})


def test_a_database_without_tables_is_not_ready(desk: App, tmp_path: Path) -> None:
    empty = Store(f"sqlite:///{tmp_path / 'empty.db'}")
    assert client_of(replace(desk, open_store=lambda: empty)).get("/readyz").status_code == 503


def test_readiness_tells_the_age_of_law_and_cards_by_game(later: App) -> None:
    client = client_of(later)
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json == client.get("/healthz").json
    told: Any = answer.json
    magic = told["known_to"]["mtg"]
    assert (magic["law"], magic["law_days"]) == ("2026-08-22", 98)
    assert (magic["cards"], magic["cards_days"]) == ("2026-08-22", 98)
    assert {"format": "explorer", "law": "2025-01-01", "law_days": 696} in magic["behind"]
    assert told["known_to"].keys() == {"mtg", "ga", "pkm"}
    assert magic["outdated"]
    assert {one["kind"] for one in magic["missed"]} <= {"announcement", "rotation", "season"}
    due = [one.day.isoformat() for one in later.reference.calendar("mtg")]
    assert [one["day"] for one in magic["missed"]] == [day for day in due if magic["law"] < day <= "2026-11-28"]


def test_readiness_calls_data_of_today_up_to_date(desk: App) -> None:
    told: Any = client_of(replace(desk, clock=lambda: datetime(2026, 8, 22, tzinfo=UTC))).get("/readyz").json
    assert (told["known_to"]["mtg"]["outdated"], told["known_to"]["mtg"]["missed"]) == (False, [])


def test_the_formats_of_the_usual_day_and_those_behind_are_all_there_are(later: App) -> None:
    for one in ages(later):
        mine = [fmt for fmt in later.reference.formats.values() if fmt.game == one.game.id and not fmt.is_retired()]
        assert one.formats + len(one.behind) == len(mine)
        assert all(day < one.law for day, _ in one.behind)


def test_the_operator_is_warned_once_the_data_are_older_than_the_setting(later: App) -> None:
    said = old_in_words(later)
    magic, archive, pokemon = (next(one for one in said if of in one) for of in ("Magic", "Grand Archive", "Pokémon"))
    assert magic.startswith("Our Magic: The Gathering data end on 22 August 2026, 98 days ago (")
    older = magic.partition(" Older still: ")[2]
    assert "Explorer on 1 January 2025" in older
    assert archive.startswith("Our Grand Archive data end on ")
    assert pokemon.startswith("Our Pokémon data end on 21 August 2026, 99 days ago")
    assert old_in_words(replace(later, settings=replace(later.settings, age_warning_days=100))) == ()
    assert len(old_in_words(replace(later, settings=replace(later.settings, age_warning_days=97)))) == 3


@pytest.mark.parametrize("days", ["0", "9999"])
def test_serving_tells_it_behind_the_address(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, days: str) -> None:
    """Data that are too old, and an announcement day that passed, however young the data may be."""
    monkeypatch.setenv("DECKCHECK_HOME", str(tmp_path))
    monkeypatch.setenv("DECKCHECK_AGE_WARNING_DAYS", days)
    expected = [f"Warning: {sentence}" for sentence in outdated_in_words(build_desk())]
    assert expected
    command = [str(DECKCHECK), "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith("Deckcheck is served at ")
        told = [process.stderr.readline().rstrip() for _ in expected]
        process.terminate()
        assert process.wait(timeout=60) == 0
    assert told == expected
