"""Whatever is sent, a roster comes back or one sentence; how long it takes stands in the limits."""

from __future__ import annotations

import json
import re
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.decklist.list_text import UnreadableText
from deckcheck.roster.files.documents import LIMITS
from deckcheck.roster.files.model import Roster, roster_json
from deckcheck.roster.imports import NOBODY, read_roster
from tests.rosters.samples import samples

WIDE: Final = " " * 200_000
REFUSED: Final[dict[str, bytes | str]] = {
    "nothing": "",
    "blanks": "\ufeff \n\t\r\n",
    "five megabytes": "Anna Bee\n" * 600_000,
    "bytes beyond the limit": b"a" * (LIMITS.bytes + 1),
    "too many lines": "Anna\n" * (LIMITS.lines + 2),
    "a picture": b"\x89PNG\r\n\x1a\n",
    "a document": b"%PDF-1.7",
    "an old workbook": b"\xd0\xcf\x11\xe0" + bytes(100),
    "no text": bytes(range(8)) * 100,
    "JSON without end": '[{"name": "Anna"',
    "JSON in the deep": "[" * 200_000,
    "JSON objects in the deep": '{"a":' * 100_000,
    "a number beyond measure": '[{"id": ' + "9" * 10_000 + "}]",
    "no JSON of players": '{"a": {"b": [1, 2, 3]}}',
    "an empty list": "[]",
    "many empty objects": "{}" * 100_000,
    "markup that breaks off": "<event><person id='1'",
    "markup in the deep": "<event>" * 50_000,
    "an entity": '<!DOCTYPE event [<!ENTITY x "y">]><event><person id="1" first="&x;" last="B"/></event>',
    "an entity from outside": '<?xml version="1.0"?><!DOCTYPE event [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    '<event><participation><person id="1" first="&x;" last="B"/></participation></event>',
    "a page of nothing": "<html><body><script>Anna</script></body></html>",
    "comments without end": "<html>" + "<!--" * 50_000,
    "a deck list": "4 Lightning Bolt\n4 Ragavan, Nimble Pilferer\n2 Mountain\n20 Island\n3 Brazen Borrower\n",
    "only a heading": "Name;Vorname\n",
    "a report of nobody": "Player                  Table\n-------------------------\n\n",
    "commas": "," * 100_000,
    "quotes": '"' * 100_000,
    "one endless line": "1" * 100_000,
    "more players than there can be": "Rank Name Pod Points OMW% GW% OGW%\n-----------\n" + "1 A 1 1 1 1 1 " * 25_000,
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_no_roster_is_refused_in_one_sentence(what: str) -> None:
    with pytest.raises(UnreadableText) as refused:
        read_roster(REFUSED[what])
    assert re.fullmatch(r"[A-Z0-9][^\n]{10,300}\.", str(refused.value))


WIDE_TEXTS: Final = {
    "a report": f"EventLink Report: Player List Event: X{WIDE}y{WIDE}Event Date: 1/1/2026 Player Table\n"
    f"-----------\nAnna{WIDE}b{WIDE}\nBert   1\n",
    "pairings": f"1 a{WIDE}b (3 Points{WIDE}\n2 b (3 Points) c (1 Points)\n3 d (3 Points) e (1 Points)",
    "cells": f"Name,Points\na{WIDE}(,3\nb{WIDE}(,2",
    "an answer": f'[{{"name": "a{WIDE}(", "id": 1}}]',
    "many gaps in a line": ("a" + " " * 4_000 + "(") * 100,
    "scores": ("12/1/0" + " " * 2_000) * 100 + "%\nAnna",
    "prints": ("about:blank" + " " * 2_000) * 100 + "\nPlayer Table\n----------\nAnna",
    "marks": "\n".join("- " * 200 + "(a)" * 20 for _ in range(400)) + "\nAnna",
    "many columns": "\n".join(("a" + " " * 40) * 20 for _ in range(400)),
    "rules": ("Rank Name Points\n-----------\n") * 4_000 + "1 Anna 2",
}


@pytest.mark.parametrize("what", WIDE_TEXTS)
def test_wide_gaps_stop_no_reader(what: str) -> None:
    """Each of these took minutes where a pattern went over the same blanks again and again."""
    check(WIDE_TEXTS[what])


def check(data: bytes | str) -> Roster | None:
    """Read, and look whether what is told holds together; nothing if it is refused."""
    try:
        roster = read_roster(data)
    except UnreadableText:
        return None
    assert roster.people
    for player in roster.players:
        assert player.display.strip() == player.display != ""
        assert (player.first is None) == (player.last is None)
        assert not re.search(r"[\x00-\x1f\x7f\u202a-\u202e\ud800-\udfff]", player.display)
    for table in roster.tables:
        assert table.who
        assert len(set(table.who)) == len(table.who)
        assert table.players == tuple(roster.players[i].display for i in table.who)
    assert all(roster.players[s.who].display == s.display for s in roster.standings)
    json.dumps(roster_json(roster), ensure_ascii=False).encode()
    return roster


PIECES: Final = st.sampled_from(
    [
        *("Anna Bee", "Quill, Bart", "Łucja", "🤡", "mika t", "Jonas 2000", "O'Dwyer-Kemp", "BYE", "None"),
        *("Name", "Vorname", "Table", "Player 1", "Opponent", "Points", "Rank", "Status", "順位", "ID"),
        *(
            "1",
            "2.",
            "3)",
            "-",
            "9",
            "3-0-1",
            "55.6%",
            "124/0/055.6%",
            "(9 Points)",
            "(dropped)",
            "Waitlist:",
            "Round 3",
        ),
        *(
            ",",
            ";",
            "\t",
            "|",
            "  ",
            " ",
            "\n",
            "\n\n",
            "\r\n",
            '"',
            "'",
            "<td>",
            "<tr>",
            "&nbsp;",
            "vs",
            "-----------",
        ),
        *("\u00a0", "\ufeff", "\u202e", "\0", "\u2028", "~~", "**", "- [x] ", "✅", "<@183000000000000001>", "a@b.cd"),
        *("EventLink", "Report: Player List", "Event: X (1)", "Event Date: 1/2/2026", "sep=;"),
    ]
)


@given(st.lists(PIECES | st.text(max_size=10), max_size=60).map("".join))
def test_any_text_is_read_or_refused(text: str) -> None:
    check(text)


@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    check(data)


KEYS: Final = st.sampled_from(
    """name id username players standings rounds tables table round data Team Players Name ID Competitors TableNumber
    RoundNumber Rank Points participant active pairings pairing statsWins statsLosses statsScore statsByes status label
    matches player_match_relationships user_event_status user best_identifier table_number registration_status
    match_points player_id attributes type tournament_phases standing first last email rank points record""".split()
)
VALUES: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | PIECES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=6),
    max_leaves=25,
)


@given(VALUES)
def test_any_answer_is_read_or_refused(value: Any) -> None:
    check(json.dumps(value))


@given(st.sampled_from(samples()), st.data())
def test_a_damaged_sample_is_read_or_refused(sample: Any, data: st.DataObject) -> None:
    content = bytearray(sample.path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content)))
        content[at : at + data.draw(st.integers(0, 20))] = data.draw(st.binary(max_size=6))
    check(bytes(content))


def test_an_answer_damaged_by_odd_values_is_read_or_refused() -> None:
    odd = ["null", "true", "-1", "1e308", '""', f'"{"x" * 300}"', "[]", "{}", "[[]]", '{"a": 1}', "9" * 20]
    for sample in samples():
        if sample.path.suffix == ".json":
            text = sample.path.read_text("utf-8")
            for value in odd:
                for key in sorted(set(re.findall(r'"(\w+)":', text))):
                    check(re.sub(rf'(?<="{key}": )(?:\d+|"[^"]*"|null)', value, text))


def test_a_terminal_is_safe_from_names() -> None:
    roster = check("Name,ID\n\x1b[31mAnna\x07,1\nCarl \u202eeeD,2\n")
    assert roster is not None
    assert [player.display for player in roster.players] == ["[31mAnna", "Carl eeD"]


def test_the_sentence_for_nobody_says_what_to_bring() -> None:
    with pytest.raises(UnreadableText, match="No player was found"):
        read_roster("<html><p></p></html>")
    assert NOBODY.count(".") == 2
