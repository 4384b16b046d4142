"""Starting is quick: a command that needs no database loads none of it."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize("command", ["check", "batch", "parse", "card", "formats", "serve"])
def test_a_command_loads_neither_the_database_nor_the_web(command: str) -> None:
    code = (
        f"import sys, deckcheck.cli.{command}\n"
        "heavy = {'sqlalchemy', 'alembic', 'psycopg', 'flask', 'argon2', 'requests', 'gunicorn'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_package_runs_as_the_command() -> None:
    wanted = ["check", "-", "--format", "modern", "--on", "2026-03-01"]
    called = [sys.executable, "-m", "deckcheck", *wanted]
    done = subprocess.run(called, check=False, input="5 Lightning Bolt\n55 Mountain\n", capture_output=True, text=True)
    assert done.returncode == 1
    assert "Lightning Bolt" in done.stdout
    assert done.stderr == ""
