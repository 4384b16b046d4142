"""`deckcheck official`: accounts of the staff from the command line."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

import pytest
from sqlalchemy import text

from deckcheck.accounts.resets import use_reset
from deckcheck.accounts.sign_ins import SignedIn, sign_in
from deckcheck.settings import Settings
from deckcheck.store.store import Store
from deckcheck.wiring import build_running_desk
from tests.cli.commands import Call

MAIL = "rosa@example.org"
WORDS = "correct horse battery"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installation of the test's own."""
    folder = tmp_path / "home"
    monkeypatch.setenv("DECKCHECK_HOME", str(folder))
    monkeypatch.setenv("DECKCHECK_ADDRESS", "https://lists.example.org")
    return folder


def signs_in(password: str) -> bool:
    return isinstance(sign_in(build_running_desk(), MAIL, password), SignedIn)


def link_in(out: str) -> str:
    found = re.search(r"https://lists\.example\.org/reset/(\w{43})\b", out)
    assert found, out
    return found[1]


def test_the_first_account_makes_the_database_and_a_link_that_sets_its_password(call: Call, home: Path) -> None:
    said = call("official", "add", "Rosa@Example.org", "--name", "Rosa Kim", "--organizer")
    assert said.status == 0
    use_reset(build_running_desk(), link_in(said.out), WORDS)
    assert signs_in(WORDS)
    assert {p.name for p in home.iterdir()} >= {"deckcheck.db", "secret.key"}
    assert stat.S_IMODE((home / "secret.key").stat().st_mode) == 0o600
    assert stat.S_IMODE(home.stat().st_mode) == 0o700


def test_a_password_is_read_from_standard_input_to_the_end_of_its_line(call: Call) -> None:
    said = call("official", "add", MAIL, "--password-stdin", stdin=f"{WORDS}\r\n".encode())
    assert (said.status, "/reset/" in said.out) == (0, False)
    assert signs_in(WORDS)


@pytest.mark.parametrize("stdin", [b"", b"\n", b"short\n"])
def test_no_password_and_one_that_others_would_guess_are_refused(call: Call, stdin: bytes) -> None:
    assert call("official", "add", MAIL, "--password-stdin", stdin=stdin).is_refusal()
    assert call("official", "list").out == ""


def test_an_account_that_is_there_is_told_and_can_be_changed(call: Call) -> None:
    call("official", "add", MAIL)
    again = call("official", "add", MAIL, "--organizer")
    assert again.is_refusal()
    assert call("official", "change", MAIL, "--organizer").out == "rosa@example.org may make events.\n"
    assert call("official", "list", "--json").json["accounts"][0]["organizer"] is True
    call("official", "change", MAIL, "--no-organizer")
    assert call("official", "list", "--json").json["accounts"][0]["organizer"] is False


def test_the_list_tells_who_may_do_what_and_no_secret(call: Call) -> None:
    call("official", "add", "ben@example.org", "--password-stdin", stdin=WORDS.encode())
    call("official", "add", MAIL, "--name", "Rosa Kim", "--organizer")
    lines = call("official", "list").out.splitlines()
    assert [line.split() for line in lines] == [
        ["ben@example.org", "ben"],
        [MAIL, "Rosa", "Kim", "may", "make", "events,", "no", "password", "yet"],
    ]


def test_an_address_is_vouched_for_or_given_another(call: Call) -> None:
    call("official", "add", MAIL, "--password-stdin", stdin=WORDS.encode())
    assert call("official", "list", "--json").json["accounts"][0]["confirmed"] == "operator"
    assert call("official", "confirm", MAIL, "--mail", "Rosa.Kim@example.org").out == (
        "rosa.kim@example.org is confirmed.\n"
    )
    assert [row["mail"] for row in call("official", "list", "--json").json["accounts"]] == ["rosa.kim@example.org"]
    assert call("official", "confirm", MAIL).is_refusal()


def test_a_reset_ends_the_password_before_it(call: Call) -> None:
    call("official", "add", MAIL, "--password-stdin", stdin=WORDS.encode())
    said = call("official", "reset", MAIL, "--json")
    assert said.json["mail"] == MAIL
    use_reset(build_running_desk(), link_in(said.json["link"]), "a longer sentence")
    assert signs_in("a longer sentence")


def test_who_looks_after_the_installation_is_said_and_taken_back(call: Call) -> None:
    call("official", "add", MAIL, "--operator")
    told = [call("official", "list", "--json").json["accounts"][0][word] for word in ("operator", "organizer")]
    assert told == [True, False]
    assert call("official", "change", MAIL, "--no-operator").out == (
        "rosa@example.org may no more bring cards and bans up to date.\n"
    )
    assert call("official", "list", "--json").json["accounts"][0]["operator"] is False
    assert call("official", "change", MAIL).is_refusal()


@pytest.mark.parametrize("act", [["reset"], ["close"], ["change", "--organizer"], ["change", "--operator"]])
def test_nothing_is_done_for_an_account_that_is_not_there(call: Call, act: list[str]) -> None:
    said = call("official", *act, MAIL)
    assert said.is_refusal()
    assert "There is no account" in said.err


def test_a_closed_account_is_gone(call: Call) -> None:
    call("official", "add", MAIL, "--password-stdin", stdin=WORDS.encode())
    assert call("official", "close", MAIL).out == "The account of rosa@example.org is closed.\n"
    assert call("official", "list").out == ""


def test_what_is_done_stands_in_the_installations_own_audit(call: Call, home: Path) -> None:
    call("official", "add", MAIL)
    call("official", "reset", MAIL)
    call("official", "close", MAIL)
    store = Store(Settings.from_env(os.environ).database_url)
    with store.read() as session:
        rows = session.execute(text("SELECT act, by FROM audit WHERE event = 'instance' ORDER BY seq")).all()
    store.close()
    assert [tuple(row) for row in rows] == [
        ("account.made", "sys"),
        ("account.reset_made", "sys"),
        ("account.closed", "sys"),
    ]


def test_without_an_address_links_begin_with_that_of_the_machine(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DECKCHECK_ADDRESS")
    assert "http://127.0.0.1:8000/reset/" in call("official", "add", MAIL).out


def test_without_a_command_the_commands_are_named(call: Call) -> None:
    said = call("official")
    assert said.is_refusal()
    assert "Name a command: add, change, close, confirm, list, reset." in said.err
