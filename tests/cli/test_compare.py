"""`deckcheck compare`: exit status, JSON and nothing else, plain words for people."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from tests.cli.commands import MODERN, Call, Said, run
from tests.cli.shapes import NOTE, PROBLEM, WAITING, faults

LIST: Final = "4 Lightning Bolt\n4 Goblin Guide\n52 Mountain\n\nSideboard\n4 Lava Spike\n"
SWAPPED: Final = "4 Lightning Bolt\n4 Lava Spike\n52 Mountain\n\nSideboard\n4 Goblin Guide\n"
FIFTY_NINE: Final = "3 Lightning Bolt\n4 Goblin Guide\n52 Mountain\n\nSideboard\n4 Lava Spike\n1 Lightning Bolt\n"
FOREIGN: Final = LIST.replace("52 Mountain", "51 Mountain\n1 Seal of Fire")
UNCLEAR: Final = LIST.replace("52 Mountain", "51 Mountain\n1 Quorblex of the Nineteenth Hexagon")
ANSWERS: Final = (
    (LIST, 1, 0, "matches"),
    (SWAPPED, 2, 0, "matches"),
    (SWAPPED, 1, 1, "differs"),
    (FOREIGN, 2, 1, "differs"),
    (FIFTY_NINE, 2, 1, "illegal"),
    (UNCLEAR, 2, 3, "unclear"),
)
COMPARISON: Final = frozenset(
    "verdict game moved_in moved_out missing extra free problems counts notes unresolved format on match".split()
)


def ask(call: Call, tmp_path: Path, presented: str, *more: str, registered: str = LIST) -> Said:
    """Compare two lists, the presented one from standard input."""
    file = tmp_path / "registered.txt"
    file.write_text(registered, "utf-8")
    return call("compare", str(file), "-", *MODERN, *more, stdin=presented.encode())


@pytest.mark.parametrize(("presented", "game", "status", "verdict"), ANSWERS)
def test_the_status_says_the_verdict(
    call: Call, tmp_path: Path, presented: str, game: int, status: int, verdict: str
) -> None:
    said = ask(call, tmp_path, presented, "--game", str(game), "--json")
    assert (said.status, said.json["verdict"], said.err) == (status, verdict, "")
    assert said.out.count("\n") == 1
    assert ask(call, tmp_path, presented, "--game", str(game)).status == status


@pytest.mark.parametrize("presented", [presented for presented, *_ in ANSWERS])
def test_json_has_the_shape_of_the_contract(call: Call, tmp_path: Path, presented: str) -> None:
    found: dict[str, Any] = ask(call, tmp_path, presented, "--json").json
    assert set(found) >= COMPARISON
    assert found["game"] == 1
    for key, shape in (("problems", PROBLEM), ("notes", NOTE), ("unresolved", WAITING)):
        assert not [row for row in found[key] if faults(row, shape) or row["list"] not in {"registered", "presented"}]


def test_rows_are_counts_names_and_sections(call: Call, tmp_path: Path) -> None:
    presented = SWAPPED.replace("52 Mountain", "52 Mountain\n1 Seal of Fire").replace("4 Goblin", "3 Goblin")
    found = ask(call, tmp_path, presented, "--game", "2", "--json").json
    assert (found["moved_in"], found["moved_out"]) == ([[4, "Lava Spike"]], [[3, "Goblin Guide"]])
    assert found["missing"] == [[1, "Goblin Guide", "main"]]
    assert found["extra"] == [[1, "Seal of Fire", "main"]]
    assert found["counts"]["presented"] == {"main": 61, "sideboard": 3}


def test_rules_broken_are_told_whatever_the_verdict(call: Call, tmp_path: Path) -> None:
    presented = FIFTY_NINE.replace("4 Lava Spike", "3 Lava Spike")
    found = ask(call, tmp_path, presented, "--game", "2", "--json").json
    assert found["verdict"] == "differs"
    assert {p["rule"] for p in found["problems"]} == {"presented-mismatch", "main-min"}


def test_a_line_of_the_registered_list_may_be_the_question(call: Call, tmp_path: Path) -> None:
    found = ask(call, tmp_path, LIST, "--json", registered=UNCLEAR).json
    assert found["verdict"] == "unclear"
    assert [(p["list"], p["rule"], p["lines"]) for p in found["problems"] if p["severity"] == "unclear"] == [
        ("registered", "unknown-card", [4])
    ]
    assert [row["list"] for row in found["unresolved"]] == ["registered"]


def test_an_empty_list_is_a_question(call: Call, tmp_path: Path) -> None:
    assert ask(call, tmp_path, "").status == 3
    assert ask(call, tmp_path, LIST, registered="\n\n").status == 3


def test_people_read_what_moved_is_missing_and_extra(call: Call, tmp_path: Path) -> None:
    presented = SWAPPED.replace("52 Mountain", "51 Mountain\n1 Seal of Fire\n1 Quorblex of the Nineteenth Hexagon")
    said = ask(call, tmp_path, presented, "--game", "2").out
    for words in (
        "Needs an answer, game 2, Modern on 1 March 2026",
        "On the list: Main deck 60 and sideboard 4.",
        "moved in      4 Lava Spike",
        "moved out     4 Goblin Guide",
        "missing       1 Mountain (main deck)",
        "extra         1 Seal of Fire (main deck)",
        'No card is called "Quorblex of the Nineteenth Hexagon".',
    ):
        assert words in said


def test_people_read_what_is_free_in_limited(call: Call, tmp_path: Path) -> None:
    deck = "24 Remand\n16 Island\n"
    file = tmp_path / "deck.txt"
    file.write_text(deck, "utf-8")
    terms = ("--format", "limited-sealed", "--on", "2026-08-01", "--game", "2")
    said = call("compare", str(file), "-", *terms, stdin=deck.replace("16 Island", "15 Island\n1 Swamp").encode())
    assert said.status == 0
    assert "free          1 Island fewer" in said.out
    assert "free          1 Swamp more" in said.out


def test_what_cannot_be_used_is_one_sentence(call: Call, tmp_path: Path) -> None:
    assert call("compare", "-", "-", *MODERN).is_refusal()
    assert call("compare", "no such file", "-", *MODERN).is_refusal()
    assert ask(call, tmp_path, LIST, "--game", "0").is_refusal()
    said = ask(call, tmp_path, "https://example.org/deck", "--json")
    assert said.is_refusal()
    assert said.json["error"].startswith("The presented list: This is a link.")


def test_the_program_compares_as_a_program_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "registered.txt"
    file.write_text(LIST, "utf-8")
    assert run("compare", str(file), "-", *MODERN, "--json", stdin=SWAPPED.encode()).status == 1
