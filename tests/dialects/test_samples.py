"""Every sample of every dialect gives the sections it must give, and loses no line in any form."""

from __future__ import annotations

import json
import string
from pathlib import Path
from typing import Any

from deckcheck.decklist.list_reader import read_list
from deckcheck.games import GAMES
from tests.lists import front, non_blank, read_rows, rows_of, sections_of
from tests.tables import every_row

HERE = Path(__file__).parent
EXPECTED = sorted(HERE.glob("*/*.expected.json"))


def sample(path: Path) -> tuple[str, dict[str, Any]]:
    stem = path.name.removesuffix(".expected.json")
    source = next(p for p in path.parent.glob(f"{stem}.*") if p != path)
    return source.read_text(encoding="utf-8"), json.loads(path.read_text(encoding="utf-8"))


@every_row("path", EXPECTED, ids=lambda path: path.name)
def test_a_sample_is_read_by_its_dialect(path: Path) -> None:
    text, expected = sample(path)
    assert read_list(text, GAMES[expected["game"]]).dialect == path.parent.name


@every_row("path", EXPECTED, ids=lambda path: path.name)
def test_a_dialect_that_names_its_first_characters_knows_no_text_with_another(path: Path) -> None:
    text, expected = sample(path)
    game = GAMES[expected["game"]]
    for dialect in game.dialects:
        if dialect.begins and dialect.recognise(text):
            assert read_list("\n \t" + text, game).dialect == path.parent.name
            others = set(string.printable + "\u00e9\u200b\ufeff") - set(string.whitespace + dialect.begins)
            assert not [character for character in others if dialect.recognise(character + text)]


@every_row("path", EXPECTED, ids=lambda path: path.name)
def test_a_sample_gives_its_sections(path: Path) -> None:
    text, expected = sample(path)
    found = sections_of(read_list(text, GAMES[expected["game"]]))
    if "counts" in expected:
        assert {section: cards.total() for section, cards in found.items()} == expected["counts"]
    else:
        sections = ("main", "sideboard", "commander", "companion")
        assert dict(found) == {s: rows_of(expected[s]) for s in sections if expected[s]}


@every_row("path", EXPECTED, ids=lambda path: path.name)
def test_a_sample_gives_the_name_of_its_deck(path: Path) -> None:
    text, expected = sample(path)
    assert read_list(text, GAMES[expected["game"]]).title == (expected["name"] or "")


@every_row("path", EXPECTED, ids=lambda path: path.name)
def test_an_ignored_line_is_no_card_of_the_deck(path: Path) -> None:
    text, expected = sample(path)
    ignored = set(expected.get("ignored_lines", ()))
    parsed = read_list(text, GAMES[expected["game"]])
    assert not [line for line in parsed.lines if line.text in ignored and line.kind.value == "card"]


@every_row("ends", ["\n", "\r\n", "\r"])
@every_row("mark", ["", "\ufeff"])
@every_row("path", EXPECTED, ids=lambda path: path.name)
def test_a_sample_loses_no_line_in_any_form(path: Path, mark: str, ends: str) -> None:
    text, expected = sample(path)
    game = GAMES[expected["game"]]
    sent = mark + text.replace("\n", ends)
    parsed = read_list(sent, game)
    assert read_rows(parsed) == non_blank(sent)
    assert sections_of(parsed) == sections_of(read_list(text, game))


def test_every_dialect_has_a_sample() -> None:
    ids = {dialect.id for game in GAMES.values() for dialect in game.dialects}
    assert ids == {path.parent.name for path in EXPECTED}


def test_names_are_compared_on_their_front() -> None:
    assert front("Lórien Revealed") == front("lorien revealed")
    assert front("Fire // Ice") == front("Fire/Ice") == "fire"
