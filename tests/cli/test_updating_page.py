"""Every command of docs/updating.md does what it says, in the order of the page and on one installation.

A small source stands for all: in the place of each source's address and files are pages of Grand Archive's.
"""

from __future__ import annotations

import json
import re
import shlex
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest

from deckcheck.app.actors import SYSTEM
from deckcheck.catalogue import HERE as CATALOGUE
from deckcheck.law.differences import Difference, Kind
from deckcheck.updates import update
from deckcheck.updates.apply import Incoming, keep_waiting
from deckcheck.updates.statuses import make_statuses
from deckcheck.wiring import build_running_desk
from scripts.gatcg_pages import pages
from tests.cli.commands import Call
from tests.cli.test_update import NEW, TOMORROW, saved

PAGE = (Path(__file__).parent.parent.parent / "docs" / "updating.md").read_text("utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
COMMANDS = [shlex.split(line, comments=True) for block in BLOCKS for line in block.splitlines()]


def sources_of(words: list[str]) -> list[str]:
    return [words[place + 1] for place, word in enumerate(words) if word == "--source" and words[1] == "update"]


def with_one_source(words: list[str], file: Path) -> list[str]:
    """The words of an update from any source, as one from the small source; other commands as they are."""
    if words[1] != "update" or words[2:3] in (["waiting"], ["answer"], ["day"], ["confirm"]):
        return words[1:]
    text = re.sub(r"--source \S+|--from \S+", "", " ".join(words[1:]))
    fetches = not {"--list", "--rollback"} & set(words)
    return [*text.split(), *(() if "--list" in words else ("--source", "gatcg")), *("--from", str(file)) * fetches]


def an_update_waits() -> None:
    """One that brings what the page says that something is said to."""
    days = (date(2026, 11, 20), date(2026, 12, 10))
    differences = (
        Difference(Kind.QUESTION, "modern", *days, set_code="FIN", why="4 of its 9 new cards are legal", new=9),
        Difference(Kind.NEW_SET, "modern", *days, set_code="TLA"),
        Difference(Kind.BANNED, "modern", *days, card="Opt"),
    )
    app = build_running_desk()
    cards = (CATALOGUE / "mtg.catalogue").read_bytes()
    report = {"differences": [one.facts() for one in differences]}
    keep_waiting(app, Incoming("mtg", "scryfall", "x", days[1], cards, make_statuses([]), {}, report), SYSTEM)
    app.store.close()


def test_every_command_of_the_page_does_what_it_says(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DECKCHECK_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    file = saved(tmp_path / "gatcg-20260901.jsonl", *pages(TOMORROW, 500))
    an_update_waits()
    done = {" ".join(words): call(*with_one_source(words, file)) for words in COMMANDS}
    assert {words: said.err for words, said in done.items() if said.status != 0} == {}
    assert all(said.out for said in done.values())
    app = build_running_desk()
    assert app.index("ga").card(NEW["name"]) is not None
    assert (tmp_path / "contribution" / "banlists" / "mtg" / "2026-12-07.toml").exists()
    app.store.close()


def test_every_block_of_the_page_is_tried_and_names_sources_that_there_are() -> None:
    assert len(COMMANDS) >= 15
    assert PAGE.count("```") == 2 * len(BLOCKS)
    assert all(words[0] == "deckcheck" for words in COMMANDS)
    known = set(update.all_sources(build_running_desk()))
    assert {one for words in COMMANDS for one in sources_of(words)} == known


@pytest.mark.parametrize("words", [words for words in COMMANDS if "--from" in words], ids=" ".join)
def test_the_files_of_the_page_are_those_that_a_source_wants(
    words: list[str], call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are known by their names, and found to hold no cards: nothing else is wrong with them."""
    monkeypatch.setenv("DECKCHECK_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    for word, name in pairwise(words):
        if word == "--from":
            (tmp_path / name).write_text(json.dumps({"data": []}), "utf-8")
    said = call(*words[1:])
    assert said.status == 2
    assert not re.search(r"no file|also needs|Traceback|not known by its name", said.err), said.err
