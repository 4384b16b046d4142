"""`deckcheck batch`: a verdict for each record, in their order, whatever a record holds."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any, Final

import pytest

from tests.cli.commands import Call, Said, run
from tests.cli.shapes import VERDICT, contradictions, faults
from tests.verdicts import records

GOOD: Final[dict[str, Any]] = {"id": "good", "format": "modern", "date": "2026-03-01", "main": [[60, "Forest"]]}


def lines(*given: Any) -> bytes:
    """Records as lines; bytes are lines as they stand."""
    return b"".join((r if isinstance(r, bytes) else json.dumps(r).encode()) + b"\n" for r in given)


def verdicts(said: Said) -> list[Any]:
    assert said.status == 0, said
    assert not said.err
    return [json.loads(line) for line in said.out.splitlines()]


def test_verdicts_come_in_the_order_of_the_records(call: Call) -> None:
    given = records("lists/mtgo.jsonl")[::8]
    found = verdicts(call("batch", "-", "--platform", "mtgo", stdin=lines(*given)))
    assert [v["id"] for v in found] == [r["id"] for r in given]
    assert {v["verdict"] for v in found} == {"legal"}
    assert [v["on"] for v in found] == [r["date"] for r in given]
    for verdict in found:
        assert faults(verdict, VERDICT) == []
        assert contradictions(verdict) == []


def test_two_processes_say_the_same_as_one(tmp_path: Path) -> None:
    file = tmp_path / "lists.jsonl.gz"
    broken = [b"no JSON", {"id": 1, "format": "modern"}]
    given = [r for pair in zip(records("lists/paper.jsonl"), records("lists/ga.jsonl"), strict=False) for r in pair]
    file.write_bytes(gzip.compress(lines(*given[:90], *broken, *given[90:])))
    one, two = run("batch", str(file)), run("batch", str(file), "--jobs", "2")
    assert one == two
    assert len(verdicts(one)) == len(given) + len(broken)


def test_plain_packed_and_piped_records_are_judged_alike(call: Call, tmp_path: Path) -> None:
    data = lines(GOOD, {**GOOD, "main": [[59, "Forest"]]})
    plain, packed = tmp_path / "lists.jsonl", tmp_path / "packed.jsonl"
    plain.write_bytes(data)
    packed.write_bytes(gzip.compress(data))
    piped = call("batch", "-", stdin=data)
    assert call("batch", str(plain)) == call("batch", str(packed)) == piped
    assert [v["verdict"] for v in verdicts(piped)] == ["legal", "illegal"]


BROKEN: Final[dict[str, Any]] = {
    "no JSON": b"{",
    "no JSON at all": b"\xff\xfe\x00broken",
    "no object": [1, 2],
    "nothing": b"null",
    "deep brackets": b"[" * 100_000,
    "a number that is none": b'{"id": NaN, "format": "modern", "main": [[60, "Forest"]]}',
    "a number without an end": b'{"format": "modern", "main": [[' + b"9" * 5000 + b', "Forest"]]}',
    "a line of five megabytes": b'{"format": "modern", "text": "' + b"4 Forest\\n" * 600_000 + b'"}',
    "no format": {**GOOD, "format": None},
    "a format that is none": {**GOOD, "format": "Martian Highlander"},
    "a format in a list": {**GOOD, "format": ["modern"]},
    "a date that is none": {**GOOD, "date": "2026-02-30"},
    "a match that is none": {**GOOD, "match": "bo5"},
    "a platform that is none": {**GOOD, "platform": ["arena"]},
    "no list": {"id": "good", "format": "modern"},
    "rows as an object": {**GOOD, "main": {}},
    "rows as text": {**GOOD, "side": "4 Forest"},
    "a row that is short": {**GOOD, "main": [[60, "Forest"], [4]]},
    "a count as text": {**GOOD, "main": [["60", "Forest"]]},
    "a count that is true": {**GOOD, "main": [[True, "Forest"]]},
    "a count beyond measure": {**GOOD, "main": [[10**40, "Forest"]]},
    "a count in parts": {**GOOD, "main": [[1.5, "Forest"]]},
    "a name that is none": {**GOOD, "main": [[60, " "]]},
    "a text that is too long": {"id": "good", "format": "modern", "text": "4 Forest\n" * 5000},
    "a text that is a page": {"id": "good", "format": "modern", "text": "<html><body>4 Forest</body></html>"},
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_record_gives_an_error_and_never_a_stop(call: Call, what: str) -> None:
    found = verdicts(call("batch", "-", stdin=lines(GOOD, BROKEN[what], {**GOOD, "id": "after"})))
    assert [v["verdict"] for v in (found[0], found[2])] == ["legal", "legal"]
    assert found[2]["id"] == "after"
    broken = BROKEN[what]
    assert set(found[1]) == ({"id", "error"} if isinstance(broken, dict) else {"error"})
    assert found[1]["error"].endswith((".", "?", "]", "}"))


ODD: Final[dict[str, tuple[Any, Any]]] = {
    "half a character": (b'{"id": "\\ud800", "format": "modern", "main": [[60, "Forest\\ud800"]]}', "\ud800"),
    "an id in parts": (b'{"id": {"a": [1]}, "format": "modern", "main": [[60, "Forest"]]}', {"a": [1]}),
    "an id of nothing": (b'{"id": null, "format": "modern", "main": [[60, "Forest"]]}', None),
    "fields of others": ({**GOOD, "player": "x", "tags": [1], "pick": {}}, "good"),
    "a mark of order": (b"\xef\xbb\xbf" + json.dumps(GOOD).encode(), "good"),
}


@pytest.mark.parametrize("what", ODD)
def test_an_odd_record_is_judged_under_its_own_id(call: Call, what: str) -> None:
    record, own = ODD[what]
    (verdict,) = verdicts(call("batch", "-", stdin=lines(record)))
    assert verdict["verdict"] == "legal"
    assert verdict["id"] == own


def test_a_record_may_hold_its_list_as_text(call: Call) -> None:
    text = "4 Lightning Bolt\n56 Mountain\n\nSideboard\n1 Lightning Bolt\n"
    record = {"id": 7, "format": "Modern", "date": "2026-03-01", "text": text}
    (verdict,) = verdicts(call("batch", "-", stdin=lines(record)))
    checked = call("check", "-", "--format", "modern", "--on", "2026-03-01", "--json", stdin=text.encode()).json
    assert verdict == {"id": 7, **checked}


def test_options_stand_for_what_records_leave_out_and_the_format_for_all(call: Call) -> None:
    record = {"main": [[4, "Psychatog"], [56, "Island"]], "format": "modern"}
    terms = ("--on", "2026-08-01", "--platform", "mtgo", "--match", "bo1")
    (verdict,) = verdicts(call("batch", "-", *terms, stdin=lines(record)))
    assert (verdict["on"], verdict["platform"], verdict["match"]) == ("2026-08-01", "mtgo", "bo1")
    assert verdict["verdict"] == "illegal"
    (verdict,) = verdicts(call("batch", "-", *terms, "--format", "premodern", stdin=lines(record)))
    assert (verdict["format"], verdict["verdict"]) == ("premodern", "legal")


def test_a_side_of_one_is_the_commander_and_a_note_says_so(call: Call) -> None:
    record = {**GOOD, "format": "Commander", "main": [[99, "Forest"]], "side": [[1, "Omnath, Locus of Mana"]]}
    (verdict,) = verdicts(call("batch", "-", stdin=lines(record)))
    assert verdict["verdict"] == "legal"
    assert verdict["counts"] == {"main": 99, "commander": 1}
    assert [note["name"] for note in verdict["notes"]] == ["Omnath, Locus of Mana"]


def test_a_row_of_zero_copies_is_left_out_with_a_note(call: Call) -> None:
    (verdict,) = verdicts(call("batch", "-", stdin=lines({**GOOD, "main": [[60, "Forest"], [0, "Blood Moon"]]})))
    assert verdict["counts"]["main"] == 60
    assert [note["kind"] for note in verdict["notes"]] == ["ignored"]


def test_blank_lines_are_no_records_and_no_input_gives_no_output(call: Call) -> None:
    assert verdicts(call("batch", "-", stdin=b"")) == []
    assert len(verdicts(call("batch", "-", stdin=b"\n" + lines(GOOD) + b"  \n\n"))) == 1


@pytest.mark.parametrize(
    ("name", "data"), [("cut.gz", gzip.compress(lines(*[GOOD] * 300))[:-20]), ("bad.gz", b"\x1f\x8b\x08broken")]
)
def test_input_that_breaks_off_is_unusable(call: Call, tmp_path: Path, name: str, data: bytes) -> None:
    file = tmp_path / name
    file.write_bytes(data)
    assert call("batch", str(file)).is_refusal()


@pytest.mark.parametrize(
    "args", [("no-such.jsonl",), (".",), ("-", "--format", "moderm"), ("-", "--on", "2026-13-01"), ("-", "--jobs", "0")]
)
def test_options_that_cannot_be_used_are_refused(call: Call, args: tuple[str, ...]) -> None:
    said = call("batch", *args, stdin=lines(GOOD))
    assert said.is_refusal(), said
    assert not said.out


def test_a_record_leaves_lines_out_and_one_that_cannot_is_told_so(call: Call) -> None:
    thanks = {**GOOD, "text": "60 Forest\nThanks for organizing!"}
    del thanks["main"]
    given = [{**thanks, "leave_out": [2]}, {**thanks, "leave_out": [3]}, {**GOOD, "leave_out": [1]}, GOOD]
    legal, broken, empty, plain = verdicts(call("batch", "-", stdin=lines(*given)))
    assert (legal["verdict"], legal["ignored"]) == ("legal", [{"line": 2, "text": "Thanks for organizing!"}])
    assert broken == {"id": "good", "error": "Line 3 is empty or not in the list, so it can't be left out."}
    assert (empty["counts"], empty["ignored"]) == ({"main": 0}, [{"line": 1, "text": "60 Forest"}])
    assert plain["ignored"] == []
