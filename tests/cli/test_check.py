"""`deckcheck check`: exit status, JSON and nothing else, plain words for people."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path
from typing import Any, Final

import pytest

from tests.cli.commands import ILLEGAL, LEGAL, MODERN, UNCLEAR, Call, run
from tests.cli.shapes import VERDICT, contradictions, faults
from tests.verdicts import records

BY_STATUS: Final = {0: LEGAL, 1: ILLEGAL, 3: UNCLEAR}
VERDICTS: Final = {0: "legal", 1: "illegal", 3: "unclear"}


@pytest.mark.parametrize("status", BY_STATUS)
def test_the_program_says_the_verdict_by_its_status(status: int, tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text(BY_STATUS[status], "utf-8")
    said = run("check", str(file), *MODERN)
    assert said.status == status
    assert said.out
    assert not said.err


@pytest.mark.parametrize("status", BY_STATUS)
def test_json_is_one_object_and_nothing_else(call: Call, status: int) -> None:
    said = call("check", "-", *MODERN, "--json", stdin=BY_STATUS[status].encode())
    assert said.status == status
    assert said.json["verdict"] == VERDICTS[status]
    assert said.out.count("\n") == 1
    assert not said.err


@pytest.mark.parametrize("case", records("peer-legality.jsonl")[::3], ids=lambda case: case["id"])
def test_json_has_the_shape_of_the_contract(call: Call, case: dict[str, Any]) -> None:
    terms = ("--format", case["format"], "--on", case["on"], "--platform", case["platform"])
    verdict = call("check", "-", *terms, "--json", stdin=case["input"].encode()).json
    assert faults(verdict, VERDICT) == []
    assert contradictions(verdict) == []
    assert verdict["on"] == case["on"]


def test_a_problem_names_its_cards_lines_numbers_and_source(call: Call) -> None:
    text = "3 Lightning Bolt\n57 Mountain\n\nSideboard\n2 lightning bolt\n"
    verdict = call("check", "-", *MODERN, "--json", stdin=text.encode()).json
    (problem,) = verdict["problems"]
    assert (problem["rule"], problem["severity"]) == ("copies", "error")
    assert (problem["cards"], problem["lines"], problem["section"]) == (["Lightning Bolt"], [1, 5], "main")
    assert "5 copies of Lightning Bolt" in problem["message"]
    assert "the limit is 4" in problem["message"]
    assert problem["source"].startswith("MTR 6.1")


def test_a_line_that_waits_counts_and_comes_with_suggestions(call: Call) -> None:
    text = "4 Jace\n56 Island\n"
    verdict = call("check", "-", *MODERN, "--json", stdin=text.encode()).json
    assert verdict["counts"]["main"] == 60
    assert verdict["sections"]["main"] == [{"count": 56, "name": "Island", "line": 2}]
    (waiting,) = verdict["unresolved"]
    assert (waiting["line"], waiting["section"], waiting["count"], waiting["text"]) == (1, "main", 4, "Jace")
    assert all("Jace" in suggestion["name"] for suggestion in waiting["suggestions"])


def test_what_was_read_differently_is_noted(call: Call) -> None:
    text = "4 lightning bolt\n4 Rakdos's Retrun\n4 Delver of Secrets\n48 Mountain\n"
    verdict = call("check", "-", *MODERN, "--json", stdin=text.encode()).json
    notes = {note["line"]: (note["kind"], note["name"]) for note in verdict["notes"]}
    assert notes[1] == ("case", "Lightning Bolt")
    assert notes[2] == ("typo", "Rakdos's Return")
    assert notes[3] == ("face", "Delver of Secrets // Insectile Aberration")


def test_an_empty_list_is_one_question(call: Call) -> None:
    for text in (b"", b"\n\n", b"Deck\n\nSideboard\n"):
        said = call("check", "-", *MODERN, "--json", stdin=text)
        assert said.status == 3
        assert [p["severity"] for p in said.json["problems"]] == ["unclear"]


def test_people_get_verdict_totals_sentence_and_remedy(call: Call) -> None:
    said = call("check", "-", *MODERN, stdin=ILLEGAL.encode())
    assert said.out.startswith("Illegal in Modern on 1 March 2026")
    assert "Main deck 61." in said.out
    assert "5 copies of Lightning Bolt" in said.out
    assert "Remove 1" in said.out
    assert "\x1b[" not in said.out


def test_a_format_answers_to_its_title_in_any_case(call: Call) -> None:
    text = "99 Forest\n\n1 Azusa, Lost but Seeking\n"
    said = call("check", "-", "--format", "DUEL commander", "--on", "2026-03-01", "--json", stdin=text.encode())
    assert said.json["format"] == "duel-commander"


def test_date_match_and_platform_choose_the_law(call: Call) -> None:
    sixty = b"4 Ledger Shredder\n56 Island\n"
    terms = ("check", "-", "--format", "standard", "--on", "2022-04-28")
    assert call(*terms, stdin=sixty).status == 1
    assert call(*terms, "--platform", "mtgo", stdin=sixty).status == 0
    side = b"60 Mountain\n\nSideboard\n8 Forest\n"
    terms = ("check", "-", "--format", "historic", "--on", "2026-08-01")
    assert call(*terms, stdin=side).status == 0
    assert call(*terms, "--match", "bo1", stdin=side).status == 1


def test_what_is_left_out_falls_to_today_and_to_the_formats_habits(call: Call) -> None:
    verdict = call(
        "check", "-", "--format", "commander", "--json", stdin=b"99 Forest\n\n1 Omnath, Locus of Mana\n"
    ).json
    assert (verdict["match"], verdict["platform"]) == ("bo1", "paper")
    verdict = call("check", "-", "--format", "historic", "--json", stdin=b"60 Forest\n").json
    assert (verdict["match"], verdict["platform"]) == ("bo3", "arena")


UNUSABLE: Final = {
    "no such file": ("check", "no-such-file.txt", *MODERN),
    "a folder": ("check", ".", *MODERN),
    "no such format": ("check", "-", "--format", "moderm"),
    "no format": ("check", "-"),
    "no file": ("check", *MODERN),
    "no date": ("check", "-", "--format", "modern", "--on", "yesterday"),
    "no day of any month": ("check", "-", "--format", "modern", "--on", "2026-02-30"),
    "no such match": ("check", "-", *MODERN, "--match", "bo5"),
    "no such platform": ("check", "-", *MODERN, "--platform", "xbox"),
    "no such option": ("check", "-", *MODERN, "--colour"),
    "no such command": ("chek", "-"),
    "a day and more": ("check", "-", "--format", "modern", "--on", "2026-03-01xyz"),
    "a format of no name": ("check", "-", "--format", ""),
}


@pytest.mark.parametrize("what", UNUSABLE)
def test_unusable_options_are_one_sentence_and_status_2(call: Call, what: str) -> None:
    said = call(*UNUSABLE[what], stdin=LEGAL.encode())
    assert said.is_refusal(), said
    assert not said.out


@pytest.mark.parametrize("what", UNUSABLE)
def test_with_json_the_refusal_is_json_too(call: Call, what: str) -> None:
    said = call(*UNUSABLE[what], "--json", stdin=LEGAL.encode())
    assert said.is_refusal(), said
    assert list(said.json) == ["error"]
    assert said.json["error"] in said.err


def test_no_command_at_all_is_one_sentence_too() -> None:
    assert run().is_refusal()


def test_a_misspelt_format_is_met_with_the_one_that_is_meant(call: Call) -> None:
    assert "Modern" in call("check", "-", "--format", "moderm").err


NO_LISTS: Final = {
    "noise": random.Random(1).randbytes(20_000),
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(500),
    "a packed file": b"\x1f\x8b\x08\x00" + bytes(500),
    "a document": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n",
    "a megabyte": b"4 Lightning Bolt\n" * 62_000,
    "ten thousand lines": b"".join(b"1 Mountain %d\n" % n for n in range(10_000)),
    "a page": b"<!doctype html><html><body>4 Lightning Bolt</body></html>",
    "nothing but zeros": bytes(3000),
}


@pytest.mark.parametrize("what", NO_LISTS)
def test_what_is_no_list_is_refused(call: Call, what: str) -> None:
    said = call("check", "-", *MODERN, "--json", stdin=NO_LISTS[what])
    assert said.is_refusal(), said
    assert said.json["error"]


GRAND_ARCHIVE: Final = (
    b"# Material Deck\n1 Spirit of Wind\n1 Backup Charger\n1 Tariff Ring\n\n"
    b"# Main Deck\n4 Calming Breeze\n4 Benediction Angel\n52 Windmill Engineer\n"
)
ODD_LISTS: Final = {
    "nul bytes": (b"4 Light\0ning Bolt\n56 Mountain\n\0\0\n", 0),
    "marks of right-to-left text": ("\u200f4 \u202eLightning Bolt\u202c\n\u200e56 Mountain\u200f\n".encode(), 0),
    "another encoding": ("4 Lim-Dûl's Vault\n56 Island\n".encode("latin-1"), 1),
    "two bytes a letter": ("4 Lightning Bolt\n56 Mountain\n".encode("utf-16"), 0),
    "a line of 200,000 letters": (b"60 Mountain\n4 " + b"A" * 200_000 + b"\n", 3),
    "broken letters": (b"4 Lightning Bolt\xff\xfe\n56 Mountain\n", 3),
    "800 names that are none": (b"".join(b"1 Mountan Goaat the %dth\n" % n for n in range(800)), 3),
    "huge counts": (b"99999999999999999999 Mountain\n", 3),
    "formulas and markup": (b"=cmd|' /C calc'!A0\n4 <script>alert(1)</script>\n60 Mountain\n", 3),
    "a list of Grand Archive": (GRAND_ARCHIVE, 3),
}


@pytest.mark.parametrize("what", ODD_LISTS)
def test_an_odd_list_is_answered_within_a_second(call: Call, what: str) -> None:
    data, status = ODD_LISTS[what]
    call("check", "-", *MODERN, stdin=UNCLEAR.encode())  # What is read once a process is read by now.
    began = time.process_time()
    said = call("check", "-", *MODERN, "--json", stdin=data)
    assert time.process_time() - began < 1
    assert said.status == status, said.json
    assert faults(said.json, VERDICT) == []
    assert not said.err


def test_the_program_itself_answers_hostile_input_without_a_traceback(tmp_path: Path) -> None:
    for name in ("noise", "a megabyte"):
        said = run("check", "-", *MODERN, stdin=NO_LISTS[name])
        assert said.is_refusal(), said


def test_a_list_of_the_wrong_game_is_told_as_one(call: Call) -> None:
    said = call("check", "-", *MODERN, stdin=GRAND_ARCHIVE)
    assert "Grand Archive" in said.out


def test_every_command_helps_with_an_example(call: Call) -> None:
    names = ("batch", "card", "check", "formats", "parse", "serve")
    for name in names:
        said = call(name, "--help")
        assert said.status == 0
        assert "Example: deckcheck " + name in " ".join(said.out.split())
    assert all(name in call("--help").out for name in names)


def test_letters_of_any_alphabet_come_out_whatever_the_locale(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text("60 Île\n", "utf-8")
    verdict = run("check", str(file), *MODERN, "--json").json
    assert json.dumps(verdict, ensure_ascii=False).count("Île") >= 1


KRENKO: Final = b"1 Krenko, Mob Boss\n\n99 Mountain\n\nThanks for organizing!\n"
COMMANDER: Final = ("--format", "commander", "--on", "2026-06-13")


def test_a_line_that_is_no_card_is_left_out(call: Call) -> None:
    said = call("check", "-", *COMMANDER, "--leave-out", "5", "--json", stdin=KRENKO)
    assert (said.status, said.json["ignored"]) == (0, [{"line": 5, "text": "Thanks for organizing!"}])
    told = call("check", "-", *COMMANDER, "--leave-out", "5", stdin=KRENKO)
    assert 'line 5        Left out: "Thanks for organizing!".' in told.out


def test_several_lines_are_left_out(call: Call) -> None:
    text = KRENKO + b"2x\n"
    assert call("check", "-", *COMMANDER, "--leave-out", "5", "--leave-out", "6", stdin=text).status == 0


@pytest.mark.parametrize(("line", "why"), [("2", "is empty or not in the list"), ("40", "is empty or not in the list")])
def test_a_line_that_is_none_cannot_be_left_out(call: Call, line: str, why: str) -> None:
    said = call("check", "-", *COMMANDER, "--leave-out", line, stdin=KRENKO)
    assert (said.status, said.err) == (2, f"deckcheck: Line {line} {why}, so it can't be left out.\n")
    assert call("check", "-", *COMMANDER, "--leave-out", "0", stdin=KRENKO).status == 2
