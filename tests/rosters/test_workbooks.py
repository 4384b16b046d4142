"""Workbooks of Excel: read like sheets, and no file of a kilobyte takes the process with it."""

from __future__ import annotations

import io
import re
import zipfile
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.decklist.list_text import UnreadableText
from deckcheck.roster.files.workbooks import read_workbook
from deckcheck.roster.imports import read_roster
from tests.rosters.workbooks import pack, parts, workbook

ROWS: list[list[str | float | bool]] = [
    ["Rank", "Name", "ID", "Paid"],
    [1, "Anna Bee", 1001.0, True],
    [2, "Łucja & Co", 7.5, False],
]
SHEET = "xl/worksheets/sheet1.xml"


def changed(part: str, *pairs: tuple[str, str]) -> bytes:
    """The small workbook with something replaced in one part."""
    files: dict[str, str | bytes] = {**parts({"Players": ROWS})}
    text = str(files[part])
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return pack({**files, part: text})


def test_cells_are_read_as_people_see_them() -> None:
    rows = (("Rank", "Name", "ID", "Paid"), ("1", "Anna Bee", "1001", "yes"), ("2", "Łucja & Co", "7.5", "no"))
    assert read_workbook(workbook({"Players": ROWS})) == {"Players": rows}


def test_the_first_sheet_with_players_is_read_and_others_are_told() -> None:
    roster = read_roster(workbook({"Prices": [[1, 2], [3, 4]], "Players": ROWS, "Empty": [], "More": [["Carl Dee"]]}))
    assert [player.display for player in roster.players] == ["Anna Bee", "Łucja & Co"]
    assert [(ask.about, "Prices" in ask.text, "More" in ask.text) for ask in roster.ask] == [("sheets", True, True)]


def test_names_in_one_column_are_read_like_a_list() -> None:
    roster = read_roster(workbook({"S": [["Anna Bee"], ["Quill, Bart (dropped)"], ["Waitlist"], ["Carl Dee"]]}))
    assert [(p.display, p.dropped) for p in roster.players] == [("Anna Bee", False), ("Bart Quill", True)]
    assert [(one.player.display, str(one.why)) for one in roster.left_out] == [("Carl Dee", "waiting")]


def test_hidden_sheets_are_not_read() -> None:
    data = changed("xl/workbook.xml", ("sheetId='1'", "sheetId='1' state='hidden'"))
    with pytest.raises(UnreadableText, match="nothing in this workbook"):
        read_roster(data)


def test_rich_text_is_one_text_and_readings_are_none_of_it() -> None:
    rich = "<si><r><t>Anna</t></r><r><t> Bee</t></r><rPh><t>no</t></rPh></si>"
    data = changed("xl/sharedStrings.xml", ('<si><t xml:space="preserve">Anna Bee</t></si>', rich))
    assert read_workbook(data)["Players"][1][1] == "Anna Bee"


def test_cells_without_places_follow_one_another() -> None:
    files: dict[str, str | bytes] = {**parts({"Players": ROWS})}
    files[SHEET] = re.sub(r'<c r="\w+"', "<c", str(files[SHEET]))
    assert read_workbook(pack(files))["Players"][1] == ("1", "Anna Bee", "1001", "yes")


FAR = {
    "a cell beyond the last column": ('r="C2"', 'r="XFD2"'),
    "columns without measure": ('r="C2"', 'r="AAAAAAAAAA2"'),
    "a row beyond the last": ('<row r="2">', '<row r="+99999999">'),
    "a place beyond the last row": ('r="C2"', 'r="C99999999"'),
    "a place that is none": ('r="C2"', 'r="&#67;2"'),
}


@pytest.mark.parametrize("what", FAR)
def test_cells_far_apart_make_nothing_grow(what: str) -> None:
    """A reader that lays the sheet out asks for terabytes here, and the process ends."""
    data = changed(SHEET, FAR[what])
    if what == "a cell beyond the last column":
        with pytest.raises(UnreadableText, match="columns"):
            read_workbook(data)
    else:
        assert [row[:2] for row in read_workbook(data)["Players"][1:]] == [("1", "Anna Bee"), ("2", "Łucja & Co")]


def lying(data: bytes, name: str, size: int) -> bytes:
    """The archive with a false size for one part, in both places that state it."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        true = archive.getinfo(name).file_size.to_bytes(4, "little")
    return data.replace(true, size.to_bytes(4, "little"))


BOMBS = {
    "zeros": lambda: changed(SHEET, ("<sheetData>", f"<sheetData><!--{' ' * 60_000_000}-->")),
    "one long text in many cells": lambda: pack(
        {
            **parts({"S": [["x" * 40_000]]}),
            SHEET: "<worksheet><sheetData><row>" + '<c t="s"><v>0</v></c>' * 190 + "</row></sheetData></worksheet>",
        }
    ),
    "rows": lambda: pack(
        {**parts({"S": [["x"]]}), SHEET: "<w><sheetData>" + "<row><c><v>1</v></c></row>" * 30_000 + "</sheetData></w>"}
    ),
    "entities": lambda: changed(SHEET, ("<worksheet", '<!DOCTYPE w [<!ENTITY a "b">]><worksheet')),
    "a part that says it is small": lambda: lying(workbook({"S": [["Anna Bee"]] * 50}), SHEET, 10),
    "half of it": lambda: workbook({"S": [["Anna Bee"]]})[:400],
    "an archive of something else": lambda: pack({"word/document.xml": "<a/>"}),
    "an empty archive": lambda: pack({}),
    "no sheet at all": lambda: pack({"xl/workbook.xml": "<workbook/>"}),
    "markup that breaks off": lambda: changed(SHEET, ("</worksheet>", "")),
    "no markup": lambda: changed(SHEET, ("<?xml", "\0<?xml")),
    "an encoding of nobody": lambda: changed(SHEET, ('version="1.0"', 'version="1.0" encoding="x-nobody"')),
    "too many parts": lambda: pack({"xl/workbook.xml": "<workbook/>"} | {f"a{n}": "" for n in range(2_100)}),
    "a file beyond the limit": lambda: b"PK\x03\x04" + bytes(5_000_000),
}


@pytest.mark.parametrize("what", BOMBS)
def test_a_bomb_is_refused_in_one_sentence(what: str) -> None:
    with pytest.raises(UnreadableText) as refused:
        read_roster(BOMBS[what]())
    assert re.fullmatch(r"[A-Z][^\n]{10,250}\.", str(refused.value))


@given(st.sampled_from(sorted(parts({"S": ROWS}))), st.data())
def test_a_damaged_workbook_is_read_or_refused(part: str, data: st.DataObject) -> None:
    files: dict[str, str | bytes] = {**parts({"S": ROWS})}
    content = bytearray(str(files[part]).encode())
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(content)))
        content[at : at + data.draw(st.integers(0, 12))] = data.draw(st.binary(max_size=5))
    with suppress(UnreadableText):
        assert read_roster(pack({**files, part: bytes(content)})).players
