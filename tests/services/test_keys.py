"""An installation starts under a key that nobody guesses, or it does not start and says why."""

from __future__ import annotations

import os
import secrets
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.app.refusals import UnusableInput
from deckcheck.app.secrets import check_key, kept_key
from deckcheck.cli import main
from tests.cli.commands import PROGRAM, Said

GOOD = "4f1c0a6be29d83574f1c0a6be29d8357"
GUESSED = {"one letter": "x", "short": "4f1c0a6be29d8357", "repeated": "k" * 64, "a word": "password" * 2}


def serve(home: Path, more: Mapping[str, str]) -> Said:
    """Start a server; it has to leave by itself."""
    env = {**os.environ, "DECKCHECK_HOME": str(home), **more}
    done = subprocess.run([PROGRAM, "serve", "--port", "0"], env=env, capture_output=True, timeout=60, check=False)
    return Said(done.returncode, done.stdout.decode(), done.stderr.decode())


Upgrade = Callable[[Mapping[str, str]], Said]


@pytest.fixture
def upgrade(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Upgrade:
    """Call the command that brings a database up, in a home of the test's own."""

    def called(more: Mapping[str, str]) -> Said:
        for name, value in {"DECKCHECK_HOME": str(tmp_path), **more}.items():
            monkeypatch.setenv(name, value)
        with pytest.raises(SystemExit) as left:
            main(["db", "upgrade"])
        assert isinstance(left.value.code, int)
        return Said(left.value.code, *capsys.readouterr())

    return called


@pytest.mark.parametrize("key", GUESSED.values(), ids=GUESSED)
@pytest.mark.parametrize("name", ["DECKCHECK_SECRET_KEY", "DECKCHECK_OLDER_SECRET_KEYS", "secret.key"])
def test_a_key_that_can_be_guessed_is_refused_and_not_repeated(
    name: str, key: str, tmp_path: Path, upgrade: Upgrade
) -> None:
    env = {name: key} if name.startswith("DECKCHECK") else {}
    if not env:
        (tmp_path / name).touch(0o600)
        (tmp_path / name).write_text(key, "ascii")
    said = upgrade(env)
    assert (said.status, said.err.count("\n"), said.err.startswith("deckcheck: ")) == (2, 1, True)
    assert name in said.err
    assert "secrets.token_hex(32)" in said.err
    assert len(key) == 1 or key not in said.err
    assert not (tmp_path / "deckcheck.db").exists()


def test_an_older_key_is_held_to_the_same(tmp_path: Path) -> None:
    said = serve(tmp_path, {"DECKCHECK_SECRET_KEY": GOOD, "DECKCHECK_OLDER_SECRET_KEYS": f"{GOOD},x"})
    assert said.status == 2
    assert "DECKCHECK_OLDER_SECRET_KEYS" in said.err


def an_empty_file(path: Path) -> None:
    path.touch(0o600)


def bytes_of_no_text(path: Path) -> None:
    path.touch(0o600)
    path.write_bytes(b"\xff" * 64)


def a_folder(path: Path) -> None:
    path.mkdir(0o700)


def a_key_for_others_to_read(path: Path) -> None:
    path.write_text(GOOD, "ascii")
    path.chmod(0o640)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (an_empty_file, "is empty"),
        (bytes_of_no_text, "cannot be read"),
        (a_folder, "cannot be read"),
        (a_key_for_others_to_read, "chmod 600"),
    ],
    ids=lambda one: one if isinstance(one, str) else one.__name__,
)
def test_a_key_file_that_is_not_right_stops_the_start_with_one_sentence(
    make: Callable[[Path], None], words: str, tmp_path: Path
) -> None:
    make(tmp_path / "secret.key")
    said = serve(tmp_path, {})
    assert said.is_refusal()
    assert words in said.err
    assert str(tmp_path / "secret.key") in said.err


def test_without_a_key_one_is_made_that_is_good_and_kept(tmp_path: Path) -> None:
    before = kept_key(tmp_path)
    check_key(before, "it")
    assert kept_key(tmp_path) == before


@given(st.integers(16, 64))
def test_a_random_key_is_never_refused(size: int) -> None:
    check_key(secrets.token_hex(size), "it")


@given(st.text(max_size=31) | st.text(alphabet="abcdefg", min_size=32))
def test_a_short_key_and_one_of_few_characters_always_is(key: str) -> None:
    with pytest.raises(UnusableInput):
        check_key(key, "it")
