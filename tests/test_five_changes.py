"""Each of the five changes of CONTRIBUTING.md is made in a copy, in the places it names and nowhere else."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent.parent
TABLE: Final = re.compile(r"^\| (a [^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)

FORMAT: Final = """
title = "Kitchen Table"
inherits = "vintage"
banlist = "vintage"
starts = 2020-01-01
as_of = 2026-08-22
"""
ANNOUNCEMENT: Final = """
effective = 2026-11-16
source = "https://example.org/announcement"

[lists.modern]
"Island" = "banned"
"""
DIALECT: Final = '''
"""Counts behind a bar: "Island | 4"."""

from collections.abc import Mapping

from deckcheck.decklist.decks import ParsedList
from deckcheck.decklist.line_reader import read_lines
from deckcheck.decklist.list_reader import Dialect


def _recognise(text: str) -> int:
    return 90 if " | " in text else 0


def _read(text: str, words: Mapping[str, str]) -> ParsedList:
    turned = (" ".join(reversed(line.split(" | "))) for line in text.split("\\n"))
    return read_lines("\\n".join(turned), words, "barred")


BARRED = Dialect("barred", "Barred list", _recognise, _read)
'''
GAME: Final = '''
"""A game of one section."""

from deckcheck.decklist.lazy import Parts
from deckcheck.decklist.list_reader import Dialect, Section
from deckcheck.games.tiny.contents import make_contents
from deckcheck.law.games import Game
from deckcheck.law.games import Presentation
from deckcheck.law.rule import Rule

GAME = Game(
    id="tiny",
    title="Tiny",
    sections=(Section("main", "Main deck", ("main deck",)),),
    dialects=Parts(Dialect, "deckcheck.decklist.dialects"),
    rules=Parts(Rule, "deckcheck.law.rules"),
    trait_kinds=frozenset(("type",)),
    presentation=Presentation(sheet=("main",), totals=(), decks=(("main",),), blank=(("main", 5),)),
    contents=make_contents,
)
'''
FACTS: Final = {
    "cards.jsonl": '{"name": "Pebble"}\n{"name": "Leaf"}\n',
    "sets.json": "[]",
    "known.json": '{"to": "2026-11-01"}',
}
CONTENTS: Final = '''
"""The catalogue of Tiny."""

from deckcheck.decklist.cards import Card
from deckcheck.decklist.names import Standing
from deckcheck.law.card_facts import CardFacts, Contents


def make_contents(facts: CardFacts) -> Contents:
    """All of Tiny."""
    names = [record["name"] for record in facts.cards]
    cards = [(Card(name.lower(), "tiny", name, (), frozenset()), Standing.PAPER) for name in names]
    return Contents(cards, [], facts.known_to)
'''
TINY_FORMAT: Final = """
title = "Tiny Open"
inherits = "every"
starts = 2020-01-01
as_of = 2026-11-01

[clauses.section-known]
sections = ["main"]
cites = ["Deckcheck Lines"]

[clauses.main-exact]
rule = "section-size"
sections = ["main"]
exactly = 3
cites = ["Deckcheck Lines"]

[pool]
kind = "any"
"""


class Copy:
    """A copy of the product in which changes are made."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        unused = shutil.ignore_patterns("__pycache__", "static", "migrations", "vendor")
        for name in ("deckcheck", "formats", "banlists", "scripts"):
            shutil.copytree(ROOT / name, folder / name, ignore=unused)

    def add(self, change: str, path: str, text: str) -> None:
        """Write a file where CONTRIBUTING.md has one of this change."""
        places = [re.sub(r"<\w+>", "[^/]+", re.escape(place)) for place in places_of(change)]
        assert any(re.fullmatch(place, path) for place in places), f"{path} is none of {places}"
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text.lstrip("\n"), encoding="utf-8")

    def pack_law(self) -> None:
        """Pack the law, as CONTRIBUTING.md says."""
        built = self.run("scripts/build_catalogue.py", "law")
        assert (built.returncode, built.stderr) == (0, "")

    def run(self, *args: str, text: str = "") -> subprocess.CompletedProcess[str]:
        """Run Python in the copy."""
        env = {"PYTHONPATH": str(self.folder), "PATH": "", "PYTHONDONTWRITEBYTECODE": "1"}
        env["DECKCHECK_HOME"] = str(self.folder / "home")  # Never that of whoever runs the tests.
        called = [sys.executable, *args]
        return subprocess.run(called, cwd=self.folder, env=env, input=text, capture_output=True, text=True, check=False)

    def check(self, text: str, *options: str) -> tuple[int, str]:
        """The status and the answer of `deckcheck check`."""
        done = self.run("-m", "deckcheck", "check", "-", *options, text=text)
        assert done.stderr == ""
        return done.returncode, done.stdout


def places_of(change: str) -> list[str]:
    """The paths that CONTRIBUTING.md names for a change."""
    rows = {row[0]: row[1] + row[2] for row in TABLE.findall((ROOT / "CONTRIBUTING.md").read_text("utf-8"))}
    return [place for place in re.findall(r"`([^`]+)`", rows[change]) if "/" in place]


@pytest.fixture
def copy(tmp_path: Path) -> Iterator[Copy]:
    made = Copy(tmp_path)
    assert made.run("-c", "import deckcheck; print(deckcheck.__file__)").stdout.startswith(str(tmp_path))
    yield made
    shutil.rmtree(tmp_path)


def test_all_five_are_told() -> None:
    told = {row[0] for row in TABLE.findall((ROOT / "CONTRIBUTING.md").read_text("utf-8"))}
    assert told == {
        *("a new format", "a ban announcement", "a new dialect of lists", "a new rule", "a new game"),
    }


def test_a_new_format_is_a_file(copy: Copy) -> None:
    copy.add("a new format", "formats/mtg/kitchen-table.toml", FORMAT)
    copy.pack_law()
    assert "kitchen-table" in copy.run("-m", "deckcheck", "formats").stdout
    assert copy.check("60 Island", "--format", "kitchen-table", "--on", "2026-08-01")[0] == 0
    assert copy.check("59 Island", "--format", "Kitchen Table", "--on", "2026-08-01")[0] == 1


def test_a_ban_announcement_is_a_file(copy: Copy) -> None:
    copy.add("a ban announcement", "banlists/mtg/2026-11-16.toml", ANNOUNCEMENT)
    copy.pack_law()
    before, after = (copy.check("60 Island", "--format", "modern", "--on", f"2026-11-{day}") for day in (15, 16))
    assert (before[0], after[0]) == (0, 1)
    assert "banned" in after[1]


def test_a_new_dialect_is_a_file(copy: Copy) -> None:
    copy.add("a new dialect of lists", "deckcheck/games/mtg/dialects/barred.py", DIALECT)
    text = "Island | 4\nLightning Bolt | 2\n"
    parsed = copy.run("-m", "deckcheck", "parse", "-", "--game", "mtg", "--json", text=text)
    assert '"barred"' in parsed.stdout
    assert "Lightning Bolt" in parsed.stdout
    copy.add("a new dialect of lists", "deckcheck/decklist/dialects/barred.py", DIALECT)


@pytest.mark.parametrize(("options", "folder"), [((), "deckcheck/law"), (("--game", "mtg"), "deckcheck/games/mtg")])
def test_a_new_rule_is_begun_by_the_script(copy: Copy, options: tuple[str, ...], folder: str) -> None:
    made = copy.run("scripts/new_rule.py", "few-islands", *options)
    rule, cases = f"{folder}/rules/few_islands.py", "tests/rules/few-islands.toml"
    assert made.stdout.splitlines()[:2] == [f"wrote {rule}", f"wrote {cases}"]
    copy.add("a new rule", rule, (copy.folder / rule).read_text("utf-8"))
    copy.add("a new rule", cases, (copy.folder / cases).read_text("utf-8"))
    modern = (copy.folder / "formats/mtg/modern.toml").read_text("utf-8")
    clause = '[clauses.few-islands]\nsection = "main"\nat_most = 60\ncites = ["MTR 6.1"]\n\n[pool]\n'
    copy.add("a new rule", "formats/mtg/modern.toml", modern.replace("[pool]\n", clause, 1))
    copy.pack_law()
    assert copy.check("60 Island", "--format", "modern", "--on", "2026-08-01")[0] == 0
    assert copy.check("61 Island", "--format", "modern", "--on", "2026-08-01")[0] == 1


def test_a_new_game_is_a_package_its_facts_and_a_format(copy: Copy) -> None:
    copy.add("a new game", "deckcheck/games/tiny/__init__.py", GAME)
    copy.add("a new game", "deckcheck/games/tiny/contents.py", CONTENTS)
    for name, text in FACTS.items():
        copy.add("a new game", f"data/tiny/{name}", text)
    copy.add("a new game", "formats/tiny/tiny-open.toml", TINY_FORMAT)
    built = copy.run("scripts/build_catalogue.py", "tiny")
    assert (built.returncode, built.stderr) == (0, "")
    assert "tiny-open" in copy.run("-m", "deckcheck", "formats").stdout
    assert copy.check("2 Pebble\n1 Leaf", "--format", "tiny-open", "--on", "2026-10-01")[0] == 0
    assert copy.check("2 Pebble", "--format", "tiny-open", "--on", "2026-10-01")[0] == 1
    assert copy.check("3 Stone", "--format", "tiny-open", "--on", "2026-10-01")[0] == 3
