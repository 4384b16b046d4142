"""An installation whose law was edited and can't be used says so with file and line, at every door."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from deckcheck.catalogue.reference import find_root
from tests.cli.commands import run

DECK = b"4 Lightning Bolt\n56 Mountain\n"


@pytest.fixture
def edited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the law, which the commands read."""
    for folder in ("formats", "banlists"):
        shutil.copytree(find_root() / folder, tmp_path / folder)
    monkeypatch.setenv("DECKCHECK_DATA", str(tmp_path))
    monkeypatch.setenv("DECKCHECK_HOME", str(tmp_path / "home"))
    return tmp_path


def edit(path: Path, old: str, new: str) -> int:
    """Change the file; the number of the first changed line."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    return text[: text.index(old)].count("\n") + 1


FAULTS = {
    "a ban of a card that does not exist": (
        "banlists/mtg/2024-12-16.toml",
        '"Amped Raptor" = "banned"',
        '"Amped Rapture" = "banned"',
        "there is no card 'Amped Rapture'",
    ),
    "a clause that no rule knows": (
        "formats/mtg/modern.toml",
        "[pool]\n",
        '[clauses.wishes]\nrule = "wishing"\ncites = ["MTR 6.1"]\n\n[pool]\n',
        "there is no rule 'wishing'",
    ),
    "an unknown set": (
        "formats/mtg/sets/history.toml",
        "\nMH3 = ",
        "\nMH33 = ",
        "there is no set 'MH33'",
    ),
}


@pytest.mark.parametrize("fault", sorted(FAULTS))
@pytest.mark.parametrize("door", ["check", "formats", "serve"])
def test_law_that_cannot_be_used_is_refused_with_file_and_line(edited: Path, fault: str, door: str) -> None:
    file, old, new, told = FAULTS[fault]
    line = edit(edited / file, old, new)
    said = {
        "check": lambda: run("check", "-", "--format", "modern", "--on", "2026-08-12", stdin=DECK),
        "formats": lambda: run("formats"),
        "serve": lambda: run("serve", "--port", "0"),
    }[door]()
    assert said.status == 2
    assert told in said.err
    found = re.search(rf"{re.escape(file)}, line (\d+) \(in DECKCHECK_DATA\)", said.err)
    assert found, said.err
    assert line <= int(found[1]) <= line + 2
    assert "Traceback" not in said.err
    assert len(said.err.strip().splitlines()) == 1


@pytest.mark.parametrize("door", [("check", "-", "--format", "modern"), ("formats",)])
def test_a_format_without_a_pool_is_refused_with_its_file(edited: Path, door: tuple[str, ...]) -> None:
    path = edited / "formats/mtg/modern.toml"
    text = path.read_text("utf-8")
    path.write_text(text[: text.index("[pool]")], "utf-8")
    said = run(*door, stdin=DECK)
    assert said.status == 2
    assert "formats/mtg/modern.toml (in DECKCHECK_DATA): Modern has no pool" in said.err


def test_a_format_that_the_fault_is_not_about_is_judged(edited: Path) -> None:
    edit(edited / "banlists/mtg/2024-12-16.toml", '"Amped Raptor" = "banned"', '"Amped Rapture" = "banned"')
    assert run("check", "-", "--format", "pauper", "--on", "2026-08-12", stdin=DECK).status in {0, 1}


def test_a_file_about_a_list_that_is_not_there_is_refused(edited: Path) -> None:
    edit(edited / "banlists/mtg/2024-12-16.toml", "[lists.modern]", "[lists.modren]")
    assert "there is no list 'modren'" in run("formats").err


def test_the_law_as_it_travels_is_not_refused(edited: Path) -> None:
    assert edited.is_dir()
    assert run("formats").status == 0
