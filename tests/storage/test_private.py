"""The embedded database is its owner's alone, under whichever name it lies and however it was made."""

from __future__ import annotations

import os
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from deckcheck.store.private import NotPrivate, file_of, keep_private
from tests.cli.commands import PROGRAM, Said
from tests.desks import KEY
from tests.web.real_server import environment, serving

NOBODY = 65_534


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def modes(folder: Path) -> dict[str, int]:
    return {path.name: mode(path) for path in folder.iterdir() if path.is_file() and path.name != "served-at"}


@pytest.fixture
def usual_umask() -> Iterator[None]:
    """The umask with which most machines make files for everybody to read."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def command(url: str, home: Path, *args: str) -> Said:
    done = subprocess.run(
        [PROGRAM, *args], env=environment(url, home, KEY), capture_output=True, timeout=60, check=False
    )
    return Said(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.mark.usefixtures("usual_umask")
def test_a_named_database_its_logs_and_its_backups_are_private(tmp_path: Path) -> None:
    folder, home = tmp_path / "data", tmp_path / "home"
    folder.mkdir()
    url = f"sqlite:///{folder}/lists.db"
    with serving(url, home):
        assert command(url, home, "official", "add", "rosa@example.org").status == 0
        assert command(url, home, "db", "backup", str(folder / "one.backup")).status == 0
        found = modes(folder)
        assert {"lists.db", "lists.db-wal", "lists.db-shm", "one.backup"} <= found.keys()
    assert command(url, home, "db", "restore", str(folder / "one.backup")).status == 0
    assert command(url, home, "db", "tidy").status == 0
    found |= modes(folder)
    assert len(found) > 4
    assert set(found.values()) == {0o600}


@pytest.mark.usefixtures("usual_umask")
def test_a_database_that_others_could_read_is_closed_to_them_and_that_is_told_once(tmp_path: Path) -> None:
    file = tmp_path / "lists.db"
    url = f"sqlite:///{file}"
    command(url, tmp_path, "db", "upgrade")
    file.chmod(0o644)
    said = command(url, tmp_path, "db", "upgrade")
    assert (said.status, said.err) == (0, f"Warning: others could read {file}. Now only its owner can.\n")
    assert mode(file) == 0o600
    assert command(url, tmp_path, "db", "upgrade").err == ""


def test_logs_that_others_could_read_are_closed_to_them(tmp_path: Path) -> None:
    (tmp_path / "lists.db-wal").touch(0o660)
    (tmp_path / "lists.db-wal").chmod(0o660)
    assert keep_private(f"sqlite:///{tmp_path}/lists.db") == (tmp_path / "lists.db-wal",)
    assert modes(tmp_path) == {"lists.db": 0o600, "lists.db-wal": 0o600}


def test_a_database_of_another_owner_that_others_can_read_is_refused(tmp_path: Path) -> None:
    """A child process that owns nothing tries the file of passwords, which everybody can read and nobody may change."""
    child = os.fork()
    if child == 0:
        if os.geteuid() == 0:
            os.setuid(NOBODY)
        try:
            keep_private("sqlite:////etc/passwd")
        except NotPrivate as refused:
            os._exit(7 if str(refused).endswith("chmod 600 /etc/passwd.") else 8)
        os._exit(9)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7


def test_a_folder_that_is_not_there_is_told_in_a_sentence(tmp_path: Path) -> None:
    said = command(f"sqlite:///{tmp_path}/nowhere/lists.db", tmp_path, "db", "upgrade")
    assert said.is_refusal()
    assert str(tmp_path / "nowhere") in said.err


@pytest.mark.parametrize(
    ("url", "file"),
    [
        ("sqlite:////var/lists.db", "/var/lists.db"),
        ("sqlite:///lists.db?timeout=3", "lists.db"),
        ("sqlite:///:memory:", None),
        ("sqlite:///", None),
        ("sqlite:///file:lists?mode=memory&uri=true", None),
        ("postgresql://somebody@host/lists", None),
    ],
)
def test_only_an_embedded_database_has_a_file(url: str, file: str | None) -> None:
    assert file_of(url) == (Path(file) if file else None)
