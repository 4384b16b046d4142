"""`deckcheck parse`: sections and counts of a list, without any card data."""

from __future__ import annotations

import pytest

from tests.cli.commands import Call, run

HEADED = "// Elves\nDeck\n4 Llanowar Elves (DOM) 168\n56 Forest\nTotal: 60\n\nSideboard\n2x Naturalize\n"


def test_sections_counts_and_lines_left_out_are_told(call: Call) -> None:
    said = call("parse", "-", "--json", stdin=HEADED.encode())
    assert said.status == 0
    found = said.json
    assert found["sections"]["main"] == [
        {"count": 4, "name": "Llanowar Elves", "line": 3},
        {"count": 56, "name": "Forest", "line": 4},
    ]
    assert found["sections"]["sideboard"] == [{"count": 2, "name": "Naturalize", "line": 8}]
    assert [(row["line"], row["text"]) for row in found["ignored"]] == [(1, "// Elves"), (5, "Total: 60")]
    assert isinstance(found["dialect"], str)


def test_people_see_the_same(call: Call) -> None:
    said = call("parse", "-", stdin=HEADED.encode())
    assert "4 Llanowar Elves" in said.out
    assert "line 5 is no card" in said.out


def test_no_card_data_is_opened(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(game: str) -> None:
        raise AssertionError(game)

    monkeypatch.setattr("deckcheck.catalogue.open_index", refuse)
    assert call("parse", "-", "--json", stdin=b"4 Nobody Knows This\n").json["sections"]["main"][0]["count"] == 4


def test_a_list_of_grand_archive_is_told_by_its_headings(call: Call) -> None:
    text = b"# Material Deck\n1 Spirit of Wind\n\n# Main Deck\n4 Reclaim\n"
    assert set(call("parse", "-", "--json", stdin=text).json["sections"]) >= {"material", "main"}
    assert "material" not in call("parse", "-", "--game", "mtg", "--json", stdin=text).json["counts"]


def test_every_line_is_a_row_or_is_told_as_left_out(call: Call) -> None:
    text = "Deck\n4 Forest\n2x\n???\n// remark\n0 Blood Moon\n"
    found = call("parse", "-", "--json", stdin=text.encode()).json
    rows = {row["line"] for section in found["sections"].values() for row in section}
    assert rows | {row["line"] for row in found["ignored"]} == {2, 3, 4, 5, 6}


def test_an_empty_list_has_empty_sections(call: Call) -> None:
    said = call("parse", "-", "--json", stdin=b"")
    assert said.status == 0
    assert said.json["sections"] == {"main": [], "sideboard": []}


def test_what_is_no_text_is_refused() -> None:
    said = run("parse", "-", "--json", stdin=b"\x89PNG\r\n\x1a\n" + bytes(100))
    assert said.is_refusal()
    assert list(said.json) == ["error"]


def test_a_file_that_is_not_there_is_refused(call: Call) -> None:
    assert call("parse", "no-such-file").is_refusal()
