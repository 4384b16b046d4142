"""No text of a player or an organizer becomes a command, a path, a header or markup in what is exported."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from datetime import date

import pytest
from defusedxml.ElementTree import fromstring
from hypothesis import example, given
from hypothesis import strategies as st
from werkzeug.datastructures import Headers

from deckcheck.app.safe_text import (
    LONGEST,
    cell,
    content_disposition,
    csv_bytes,
    file_name,
    json_bytes,
    numbered,
    one_line,
    slug,
    xml_text,
    zip_bytes,
)

PLAIN = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
TRIGGERS = "=+-@\t\r\n＝＋－＠﹢﹣−"
any_text = st.text() | st.text(st.sampled_from("=+-@\t\r\n\",'＝＋－＠\0 \ufeff\u200eab1"))


def table(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


@given(st.lists(st.lists(any_text, min_size=1, max_size=4), min_size=1, max_size=5))
def test_a_table_read_back_gives_each_cell_with_at_most_an_apostrophe(rows: list[list[str]]) -> None:
    data = csv_bytes(rows)
    assert data.startswith(b"\xef\xbb\xbf")
    assert data.endswith(b"\r\n")
    read = table(data)
    assert [len(row) for row in read] == [len(row) for row in rows]
    for given_row, read_row in zip(rows, read, strict=True):
        for text, found in zip(given_row, read_row, strict=True):
            assert found in (text, f"'{text}")


@given(st.sampled_from(TRIGGERS), any_text)
def test_a_cell_that_begins_like_a_formula_gets_an_apostrophe(sign: str, rest: str) -> None:
    assert cell(sign + rest) == f"'{sign}{rest}"


@pytest.mark.parametrize("text", [" =1+1", "\u200e=1+1", "\ufeff@SUM(A1)", "\0=1", "\u00a0＝1"])
def test_what_hides_in_front_of_a_formula_does_not_save_it(text: str) -> None:
    assert cell(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "Ada", "'t Hooft", "5-1", "a=b", "Æther Adept", "1 + 1", "  "])
def test_an_ordinary_cell_stays_as_it_is(text: str) -> None:
    assert cell(text) == text


def test_numbers_are_no_formulas() -> None:
    assert (cell(-1), cell(0.5), cell(None)) == ("-1", "0.5", "")


@given(st.text(), st.none() | st.dates(), st.text(max_size=8))
@example("con", None, "txt")
@example("../../etc/passwd", None, "..")
@example("a\r\nSet-Cookie: b=c", None, "txt\r\n")
def test_a_file_name_is_plain_whatever_it_is_made_from(name: str, day: date | None, ending: str) -> None:
    made = file_name(name, day, ending)
    stem, _, last = made.rpartition(".")
    assert PLAIN.fullmatch(stem)
    assert PLAIN.fullmatch(last)
    assert stem not in {"con", "prn", "aux", "nul", "com1", "lpt9"}
    assert len(stem) <= LONGEST + 11
    assert day is None or stem.endswith(f"-{day.isoformat()}")


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("Vriesland, Fenna de", "vriesland-fenna-de"),
        ("O’Brien, Zoë", "obrien-zoe"),
        ("Łukasz Żółć", "lukasz-zolc"),
        ("Straße der Ærøskøbing", "strasse-der-aeroskobing"),
        ("Щукина Юлия", "shchukina-yuliya"),
        ("Йордан Ёлкин", "yordan-yolkin"),
        ("Ελένη Παπαδοπούλου", "eleni-papadopoyloy"),
        ("김민준", "gimminjun"),
        ("さくら", "sakura"),
        ("Ｆｕｌｌ Ｗｉｄｔｈ", "full-width"),
        ("王小明", "list"),
        ("\u202egnp.exe", "gnp-exe"),
        ("C:\\nul", "c-nul"),
        ("nul", "nul-list"),
        ("LPT1", "lpt1-list"),
        ("", "list"),
    ],
)
def test_a_name_is_spelt_in_plain_letters(name: str, made: str) -> None:
    assert slug(name, "list") == made


@given(st.lists(st.text(max_size=12), max_size=30))
def test_numbered_names_are_all_different_and_sort_by_their_place(names: list[str]) -> None:
    made = numbered(names)
    assert len(set(made)) == len(names)
    assert sorted(made) == list(made)


def test_a_thousand_names_have_wider_numbers() -> None:
    assert numbered(["a"] * 1000)[0] == "0001-a"


@given(st.text())
@example('x.txt"; filename="evil.exe')
@example("x\r\nSet-Cookie: a=b\r\n\r\n<html>")
def test_a_header_of_a_download_holds_one_plain_name(filename: str) -> None:
    header = content_disposition(filename)
    assert re.fullmatch(r'attachment; filename="[a-z0-9-]+\.[a-z0-9-]+"', header)
    assert Headers({"Content-Disposition": header})["Content-Disposition"] == header


def test_a_good_name_stands_in_the_header_as_it_is() -> None:
    name = file_name("Blue Lantern", date(2026, 3, 14), "zip")
    assert content_disposition(name) == 'attachment; filename="blue-lantern-2026-03-14.zip"'


@given(st.text() | st.text(st.sampled_from("<>&\"'\0\x08\x1b\r\n\t\ufffe\uffff\ud800a")))
def test_any_text_stays_text_in_xml(text: str) -> None:
    escaped = xml_text(text)
    root = fromstring(f'<a b="{escaped}">{escaped}</a>')
    assert not list(root)
    kept = re.sub("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "", text)
    assert (root.text or "") == kept
    assert root.attrib == {"b": re.sub("[\t\n]", " ", kept)}


@given(st.text())
def test_one_line_is_one_line_without_anything_hidden(text: str) -> None:
    made = one_line(text)
    assert made == " ".join(made.split())
    assert not re.search("[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]", made)
    assert one_line(made) == made


def test_one_line_keeps_the_joiners_that_names_need() -> None:
    assert one_line("علی‌رضا") == "علی‌رضا"


@given(st.recursive(st.text() | st.integers() | st.none(), lambda inner: st.lists(inner, max_size=3)))
def test_json_read_back_is_what_was_written(value: object) -> None:
    data = json_bytes(value)
    assert data.endswith(b"\n")
    assert json.loads(data) == value


def test_json_holds_no_sign_that_a_terminal_would_obey() -> None:
    data = json_bytes("\x1b[31m\x9b31m\u202e\u2028\ud800").decode()
    assert data == '"\\u001b[31m\\u009b31m\\u202e\\u2028\ufffd"\n'


@pytest.mark.parametrize("name", ["../a.txt", "/a.txt", "a\\b.txt", "a/b/c.txt", "A.txt", "a", ".txt", "a\n.txt", ""])
def test_a_zip_takes_no_path(name: str) -> None:
    with pytest.raises(ValueError, match="plain name"):
        zip_bytes([(name, b"")])


def test_a_zip_takes_no_name_twice() -> None:
    with pytest.raises(ValueError, match="plain name"):
        zip_bytes([("a.txt", b"1"), ("a.txt", b"2")])


def test_a_zip_is_the_same_bytes_for_the_same_files() -> None:
    files = [("lists/a.txt", b"4 Lightning Bolt\n"), ("index.csv", b"x")]
    data = zip_bytes(files)
    assert data == zip_bytes(iter(files))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert archive.read("lists/a.txt") == b"4 Lightning Bolt\n"
