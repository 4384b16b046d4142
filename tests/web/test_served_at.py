"""Links without a public address begin where the application is really served, on pages, in the API and in commands."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

from deckcheck.app.context import App
from deckcheck.app.secret_mail import address_for
from deckcheck.app.served import USUAL, last_served, note_served
from tests.web.real_server import PROGRAM, environment, serving


def link_of(url: str, home: Path) -> str:
    """The link that a command prints for a new account."""
    command = [str(PROGRAM), "official", "add", f"rosa{len(list(home.iterdir()))}@example.org"]
    done = subprocess.run(command, env=environment(url, home), capture_output=True, text=True, timeout=60, check=True)
    return done.stdout.split()[-1]


def test_a_command_names_the_port_that_is_served(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/lists.db"
    assert link_of(url, tmp_path).startswith(f"{USUAL}/reset/")
    with serving(url, tmp_path) as server:
        assert link_of(url, tmp_path).startswith(f"{server.address}/reset/")
    with serving(url, tmp_path, "--host", "0.0.0.0") as server:
        assert last_served(tmp_path) == server.address


def test_what_is_noted_is_no_more_than_an_address(tmp_path: Path) -> None:
    note_served(tmp_path, "http://[::1]:8080")
    assert last_served(tmp_path) == "http://[::1]:8080"
    (tmp_path / "served-at").write_bytes(b"\xff\xfe")
    assert last_served(tmp_path) == USUAL
    (tmp_path / "served-at").write_text("javascript:1", "utf-8")
    assert last_served(tmp_path) == USUAL
    note_served(tmp_path / "served-at", "http://nowhere")  # A home that is no folder.


def test_the_public_address_goes_before_all(one_desk: App) -> None:
    settings = replace(one_desk.settings, address="https://lists.example.org", served="http://127.0.0.1:9")
    assert address_for(settings, "/r/x") == "https://lists.example.org/r/x"
