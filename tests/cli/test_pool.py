"""`deckcheck pool`: a counted pool as the Pool of a list, or as the object of the contract."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.commands import Call, run


def test_numbers_come_out_as_a_pool_that_the_check_reads(call: Call, tmp_path: Path) -> None:
    said = call("pool", "--set", "fdn", stdin=b"12x2 13\nLightnig Bolt\n12\n")
    assert said.status == 0
    assert said.out == "Pool\n3 Felidar Savior (FDN) 12\n1 Fleeting Flight (FDN) 13\n1 Lightning Bolt\n"
    assert said.err.splitlines() == [
        "5 cards.",
        '  ~ line 2: read as Lightning Bolt, written "Lightnig Bolt".',
        "  x Lightning Bolt is in no booster of Foundations.",
    ]
    deck = tmp_path / "deck.txt"
    deck.write_text(f"3 Felidar Savior\n2 Fleeting Flight\n35 Plains\n\n{said.out}", "utf-8")
    checked = call("check", str(deck), "--format", "limited-sealed", "--on", "2026-08-01", "--json")
    assert (checked.status, [p["cards"] for p in checked.json["problems"]]) == (1, [["Fleeting Flight"]])


def test_cards_that_no_booster_holds_are_told_and_where_that_is_not_known_it_is_asked(call: Call) -> None:
    said = call("pool", "--set", "FDN", stdin=b"1 Black Lotus\n1 Condemn\n9 Plains\n")
    assert (said.status, said.err.splitlines()[1:]) == (0, ["  x Black Lotus is in no booster of Foundations."])
    asked = call("pool", "--set", "M19", "--json", stdin=b"1 Black Lotus\n")
    told = "Whether a booster of Core Set 2019 holds Black Lotus is not known here."
    assert asked.json["foreign"] == [{"count": 1, "name": "Black Lotus", "known": False, "message": told}]


def test_what_is_not_counted_is_named_with_its_line(call: Call) -> None:
    said = call("pool", "--set", "FDN", "-", stdin=b"12 9999\nShivan Drogon Xq\n")
    assert (said.status, said.out) == (0, "Pool\n1 Felidar Savior (FDN) 12\n")
    head, number, name = said.err.splitlines()
    assert head == "1 card."
    assert number == '  ? line 1: "9999" is not counted. Foundations has no card with the number 9999.'
    assert name.startswith('  ? line 2: "Shivan Drogon Xq" is not counted. No card is called so. Perhaps Shivan Dragon')


def test_the_object_of_the_contract(tmp_path: Path) -> None:
    file = tmp_path / "pool.txt"
    file.write_text("1\nEOS 1x2\nshivan dragn\nXyzzyq\n", "utf-8")
    said = run("pool", "--set", "EOE", "--set", "eos", str(file), "--json")
    assert (said.status, said.err) == (0, "")
    told = said.json
    assert (told["game"], told["sets"], told["total"]) == ("mtg", ["EOE", "EOS"], 4)
    assert told["rows"] == [
        {"count": 1, "name": "Anticausal Vestige", "set": "EOE", "number": "1"},
        {"count": 2, "name": "Ancient Tomb", "set": "EOS", "number": "1"},
        {"count": 1, "name": "Shivan Dragon", "set": "", "number": ""},
    ]
    (unread,) = told["unread"]
    assert (unread["line"], unread["text"], unread["why"]) == (4, "Xyzzyq", "No card is called so.")
    assert [(note["kind"], note["name"]) for note in told["notes"]] == [("typo", "Shivan Dragon")]


def test_the_game_follows_from_the_sets(call: Call) -> None:
    assert call("pool", "--set", "DTR", stdin=b"1\n").out == "Pool\n1 Spirit of Fire (DTR) 001\n"


@pytest.mark.parametrize(
    ("args", "stdin"),
    [
        (("--set", "XX"), b"12"),
        (("--set", "FDN", "--game", "ga"), b"12"),
        ((), b"12"),
        (("--set", "FDN", "none.txt"), b""),
        (("--set", "FDN"), b"%PDF-1.7"),
        (("--set", "FDN"), b"1\n" * 1001),
    ],
)
def test_what_cannot_be_counted_is_refused_in_a_sentence(call: Call, args: tuple[str, ...], stdin: bytes) -> None:
    assert call("pool", *args, stdin=stdin).is_refusal()


def test_a_code_that_is_cut_short_is_asked_with_those_that_begin_so(call: Call) -> None:
    done = call("pool", "--game", "ga", "--set", "doa", "-", stdin=b"1")
    assert done.status == 2
    assert '"doa". Perhaps "DOA 1st" or "DOA Alter"' in done.err
