"""`deckcheck db` upgrades, backs up, restores and tidies the installation's database, and says what it did."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import select

from deckcheck.app.context import App
from deckcheck.store.models import Entry
from deckcheck.store.usable import newest_revision, revision_of
from tests.cli.commands import Call, run
from tests.desks import Clock
from tests.events import make_event
from tests.histories import begin
from tests.next_release import install_next_release


@pytest.fixture(autouse=True)
def installation(one_desk: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands work on the desk's own database."""
    monkeypatch.setenv("DECKCHECK_DATABASE_URL", one_desk.settings.database_url)
    monkeypatch.setenv("DECKCHECK_HOME", str(one_desk.settings.home))
    monkeypatch.setenv("DECKCHECK_SECRET_KEY", one_desk.settings.secret_key)


def test_an_upgrade_brings_the_schema_up(
    one_desk: App, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_next_release(monkeypatch, tmp_path)
    assert revision_of(one_desk.store) != newest_revision()
    said = call("db", "upgrade")
    assert (said.status, said.err) == (0, "")
    assert revision_of(one_desk.store) == newest_revision()


def test_a_backup_says_what_is_in_it_and_a_restore_what_it_did(
    one_desk: App, clock: Clock, call: Call, tmp_path: Path
) -> None:
    history = begin(one_desk, clock)
    file = tmp_path / "one.backup"
    said = call("db", "backup", str(file))
    assert said.status == 0
    assert said.out.startswith(f"{file}: 1 event, ")
    assert said.out.endswith("Its rows, chains and seals were verified.\n")
    receipt = history.send(1)
    one_desk.store.close()
    said = call("db", "restore", str(file))
    assert said.status == 0
    first, sent = said.out.splitlines()
    assert first.startswith("Restored 1 event, ended 0 sign-ins. The database before is kept as ")
    assert sent == (
        f"Submitted since the backup: Northern Open, entry 1, swiss, Sat 13 June 2026 09:00:00, {receipt.number}"
    )


def test_both_tell_programs_the_same(one_desk: App, clock: Clock, call: Call, tmp_path: Path) -> None:
    history = begin(one_desk, clock)
    file = tmp_path / "one.backup"
    assert call("db", "backup", str(file), "--json").json["verified"] is True
    history.send(1)
    one_desk.store.close()
    done = call("db", "restore", str(file), "--json").json
    assert (done["events"], len(done["younger"])) == (1, 1)
    assert done["younger"][0]["arrived"] == "2026-06-13T08:00:00.000Z"


def test_what_cannot_be_done_is_one_sentence(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "there"
    file.write_text("x")
    for command in (
        ("db", "backup", str(file)),
        ("db", "restore", str(tmp_path / "missing")),
        ("db", "restore", str(file)),
        ("db", "backup", str(tmp_path / "no" / "folder" / "one")),
    ):
        assert call(*command).is_refusal()


def test_tidying_says_what_was_deleted(one_desk: App, call: Call, clock: Clock) -> None:
    assert call("db", "tidy").out == "Nothing was old enough.\n"
    clock.set(datetime(2000, 1, 1, tzinfo=UTC))
    make_event(one_desk, state="cancelled", stage_state="locked", day=clock.at.date())
    with one_desk.store.write() as session:
        for entry in session.scalars(select(Entry)):
            entry.mail = "ada@example.org"
    said = call("db", "tidy")
    assert "3 mail addresses and pronouns deleted; 3 names shortened to initials; 3 links deleted" in said.out
    path = Path(one_desk.settings.database_url.removeprefix("sqlite:///"))
    one_desk.store.close()
    assert b"Okonkwo" not in path.read_bytes()
    assert call("db", "tidy", "--json").json["names"] == 0


def test_the_command_itself_backs_up(one_desk: App, clock: Clock, tmp_path: Path) -> None:
    begin(one_desk, clock)
    said = run("db", "backup", str(tmp_path / "one.backup"))
    assert said.status == 0
    with one_desk.store.read() as session:
        assert len(session.scalars(select(Entry)).all()) == 6
