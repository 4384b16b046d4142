"""`deckcheck convert`: a list in the form that another program takes."""

from __future__ import annotations

from pathlib import Path

from tests.cli.commands import Call

LED = b"Commander\n1 Lurrus of the dream-den\n\nDeck\n99 plains\n"


def test_a_list_is_written_with_its_cards_full_names(call: Call) -> None:
    said = call("convert", "-", "--format", "commander", "--as", "forge", stdin=LED)
    assert said.status == 0
    assert "[Commander]\n1 Lurrus of the Dream-Den\n[Main]\n99 Plains\n" in said.out
    assert not said.err


def test_what_has_no_place_is_said_on_the_error_stream(call: Call, tmp_path: Path) -> None:
    said = call("convert", "-", "--format", "commander", "--as", "cod", "-o", str(tmp_path / "deck.cod"), stdin=LED)
    assert "no place for the commander. 1 Lurrus of the Dream-Den stands in the sideboard" in said.err
    assert (tmp_path / "deck.cod").read_text().startswith("<?xml")


def test_json_has_the_text_with_what_could_not_go(call: Call) -> None:
    found = call("convert", "-", "--format", "modern", "--as", "mtgo", "--json", stdin=b"4 Jace\n56 Island\n").json
    assert (found["as"], found["waiting"]) == ("mtgo", [1])
    assert "4 Jace" in found["text"]


def test_a_form_that_is_none_is_refused_with_those_there_are(call: Call) -> None:
    said = call("convert", "-", "--format", "ga-standard", "--as", "arena", stdin=b"4 Fireball\n")
    assert said.status == 2
    assert "Use omnidex, text," in said.err
