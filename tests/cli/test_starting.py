"""Starting is quick: a command that needs no database loads none of it."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import deckcheck
from deckcheck.games import GAMES

LIST: Final = "4 Lightning Bolt\n56 Mountain\n"
HEAVY: Final = frozenset(
    {
        *("sqlalchemy", "alembic", "psycopg", "flask", "apiflask", "argon2", "requests", "gunicorn", "pydantic"),
        *("openpyxl", "reportlab", "logging", "sqlite3", "tomllib", "rapidfuzz", "urllib.request"),
    }
)
"""What a command that judges or reads a list needs none of."""
OWN: Final = {"check": 110, "compare": 118, "parse": 99, "formats": 75}
"""So many modules of deckcheck's own, those of games apart, each of these commands loads at most."""
OF_A_GAME: Final = 4
"""So many modules a game that no list is judged in brings at most, its dialects apart: each game more costs so much."""


def loaded_by(*command: str) -> set[str]:
    """The modules that a command has loaded at its end."""
    told = "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
    code = f"{told}from deckcheck.cli import main\nmain({list(command)!r})"
    done = subprocess.run([sys.executable, "-c", code], input=LIST, capture_output=True, text=True, check=False)
    assert done.returncode in {0, 1}
    return set(done.stderr.splitlines()[-1].split())


@pytest.mark.parametrize(
    "command",
    [
        ("check", "-", "--format", "modern"),
        ("compare", "{list}", "-", "--format", "modern"),
        ("parse", "-"),
        ("formats",),
    ],
)
def test_a_command_loads_what_it_needs(command: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text(LIST, "utf-8")
    found = loaded_by(*(part.format(list=tmp_path / "list.txt") for part in command))
    assert sorted(HEAVY & found) == []
    own = sorted(name for name in found if name.startswith("deckcheck."))
    games = [name.split(".")[2:] for name in own if name.startswith("deckcheck.games.")]
    assert len(own) - len(games) <= OWN[command[0]], own
    other = Counter(parts[0] for parts in games if parts[0] != "mtg" and "dialects" not in parts)
    assert set(other) == GAMES.keys() - {"mtg"}
    assert max(other.values()) <= OF_A_GAME, games
    if "modern" in command:
        assert [parts for parts in games if parts[0] != "mtg" and "dialects" in parts] == []


@pytest.mark.parametrize("command", ["batch", "card", "serve"])
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


def test_no_module_compiles_a_regular_expression_when_it_is_imported() -> None:
    package = Path(deckcheck.__file__).parent
    compiled = [
        f"{path.relative_to(package)}:{node.lineno}"
        for path in package.rglob("*.py")
        for node in at_import(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "re.compile"
    ]
    assert compiled == [], "deckcheck.decklist.lazy.regex compiles at the first use"


def at_import(node: ast.AST) -> Iterator[ast.AST]:
    """What is run when the module is imported: all but the bodies of functions."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield child
            yield from at_import(child)
