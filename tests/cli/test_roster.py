"""`deckcheck roster`: the object of the contract, or one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from tests.cli.commands import Call, run
from tests.rosters.samples import FOLDER, STRICT, Sample, samples
from tests.rosters.workbooks import workbook

KEYS: Final = {
    *("kind", "players", "tables", "standings", "ask", "left_out", "left_out_why", "event", "needs", "questions"),
    "source",
}
ALWAYS: Final = {"kind", "players", "source"}


def is_place(value: Any) -> bool:
    return value is None or isinstance(value, str) or (type(value) is int and value > 0)


def is_player(value: Any) -> bool:
    texts = [value["display"], *(value[key] for key in ("first", "last", "id") if value[key] is not None)]
    return all(isinstance(text, str) and text for text in texts) and value.get("dropped", True) is True


def is_standing(value: Any) -> bool:
    return (
        type(value["rank"]) is int
        and isinstance(value["display"], str)
        and set(value) <= {"rank", "display", "points", "record"}
    )


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.name)
def test_a_sample_gives_the_object_of_the_contract(call: Call, sample: Sample) -> None:
    needs = [str(FOLDER / need) for need in sample.expected.get("needs", ())]
    said = call("roster", *needs, str(sample.path), "--json")
    assert (said.status, said.err) == (0, "")
    told = said.json
    assert {key: told.get(key) for key in STRICT if key in sample.expected} == sample.wanted
    assert told.keys() <= KEYS
    assert told.keys() >= ALWAYS
    assert all(is_player(player) for player in told["players"])
    assert all(is_place(t["round"]) and is_place(t["table"]) and t["players"] for t in told.get("tables", ()))
    assert all(is_standing(standing) for standing in told.get("standings", ()))


def test_a_file_and_the_same_by_pipe_give_the_same(call: Call) -> None:
    file = FOLDER / "topdeck-tournament.json"
    by_name, by_pipe = call("roster", str(file), "--json"), call("roster", "-", "--json", stdin=file.read_bytes())
    assert by_name == by_pipe


def test_the_program_reads_a_workbook(tmp_path: Path) -> None:
    file = tmp_path / "players.xlsx"
    file.write_bytes(workbook({"Players": [["Name", "ID"], ["Łucja Brzozowska-Lis", 7]]}))
    said = run("roster", str(file), "--json")
    assert said.status == 0
    assert said.json["players"] == [{"first": None, "last": None, "display": "Łucja Brzozowska-Lis", "id": "7"}]


def test_a_person_is_told_in_lines(call: Call) -> None:
    said = call("roster", "-", stdin=b"Table,Player,Opponent\n1,Anna Bee,Carl Dee\n2,Eva Eff,BYE\n")
    assert said.out.splitlines() == ["Pairings: 3 players", "     1  Anna Bee, Carl Dee", "     2  Eva Eff (bye)"]
    said = call("roster", str(FOLDER / "numbered-list.txt"))
    assert "  Łucja Brzozowska-Lis (dropped)" in said.out.splitlines()
    assert said.out.splitlines()[-1] == "Not among the players: Haruto Minamikaze (waiting list)."
    said = call("roster", str(FOLDER / "omnidex-standings.json"))
    assert said.out.splitlines()[1] == "     1     9  3-0-0   7002"
    assert said.out.splitlines()[-1].startswith("  ? Names are missing here.")
    said = call("roster", str(FOLDER / "eventlink-player-list-seated.txt"))
    assert said.out.splitlines()[:2] == ["Roster of Modern RCQ: 5 players", "    12  Anneliese Vogtländer"]


def test_one_player_is_one_player(call: Call) -> None:
    assert call("roster", "-", stdin=b"Cosima\n").out.splitlines() == ["Roster: 1 player", "  Cosima"]


UNUSABLE: Final = {
    "nothing": b"",
    "a picture": b"\x89PNG\r\n\x1a\n",
    "a broken answer": b'[{"name": "Anna"',
    "a deep answer": b"[" * 100_000,
    "an entity": b'<!DOCTYPE e [<!ENTITY x "y">]><event><person id="1" first="&x;" last="B"/></event>',
    "a broken workbook": b"PK\x03\x04" + bytes(40),
    "a deck list": b"4 Lightning Bolt\n4 Ragavan, Nimble Pilferer\n2 Mountain\n20 Island\n3 Brazen Borrower\n",
}


@pytest.mark.parametrize("what", UNUSABLE)
@pytest.mark.parametrize("as_json", [False, True])
def test_what_is_no_roster_is_refused_in_one_sentence(call: Call, what: str, as_json: bool) -> None:
    said = call("roster", "-", *(["--json"] if as_json else []), stdin=UNUSABLE[what])
    assert said.is_refusal(), said
    assert said.err == f"deckcheck: {said.json['error']}\n" if as_json else not said.out


def test_a_file_that_is_not_there_and_no_file_are_refused(call: Call, tmp_path: Path) -> None:
    assert call("roster", str(tmp_path / "none.csv")).is_refusal()
    assert call("roster").is_refusal()


def test_its_help_has_an_example(call: Call) -> None:
    said = call("roster", "--help")
    assert said.status == 0
    assert "Example: deckcheck roster" in said.out
