"""Files become text in whatever encoding, and what is no list is called by its name."""

from __future__ import annotations

import pytest

from deckcheck.decklist.list_reader import read_list
from deckcheck.decklist.list_text import LIMITS, Limits, UnreadableText, bounded, decode, looks_like_game, what_is_this
from deckcheck.games import GAMES
from deckcheck.verdict.fixes import apply_edits
from deckcheck.verdict.reports import Edit
from deckcheck.web.pages.check.edits import split_lines

LIST = "4 Lórien Revealed\r\n2 Urza’s Saga\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"])
def test_a_list_is_read_in_its_encoding(encoding: str) -> None:
    assert decode(LIST.encode(encoding)) == LIST


def test_a_byte_that_no_encoding_has_does_not_stop_the_reading() -> None:
    assert decode(b"4 L\x81rien Revealed\xff") == "4 L\ufffdrien Revealedÿ"


def test_a_few_NULs_are_no_reason_to_refuse() -> None:  # noqa: N802  NUL is a name
    assert decode(b"4 Lightning Bolt\0\n" * 3) == "4 Lightning Bolt\0\n" * 3


def test_an_empty_file_is_an_empty_list() -> None:
    assert decode(b"") == ""


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "a picture"),
        (b"\xff\xd8\xff\xe0JFIF", "a picture"),
        (b"%PDF-1.7\n", "a PDF document"),
        (b"PK\x03\x04\x14\0[Content_Types].xml word/document.xml", "a Word document"),
        (b"PK\x03\x04\x14\0[Content_Types].xml xl/workbook.xml", "a spreadsheet"),
        (b"PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "a spreadsheet"),
        (b"PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.text", "a text document"),
        (b"PK\x03\x04lists/one.txt", "an office document or a packed file"),
        (b"\xd0\xcf\x11\xe0" + "WordDocument".encode("utf-16-le"), "a Word document"),
        (b"\xd0\xcf\x11\xe0" + "Workbook".encode("utf-16-le"), "a spreadsheet"),
        (b"PK\x03\x04xl/workbook.xml" + bytes(1_000_000), "a spreadsheet"),
        (b"\x1f\x8b\x08rest", "a packed file"),
        (b"4 Lightning Bolt" + bytes(range(32)) * 4, "no text"),
        (bytes(1000), "no text"),
    ],
)
def test_a_file_that_is_no_text_is_named(data: bytes, what: str) -> None:
    with pytest.raises(UnreadableText, match=f"{what}. Open it, copy the list as text, and paste that."):
        decode(data)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("a" * 1_000_000, "1,000,000 characters"),
        ("4 Opt\n" * 10_000, "10,000 lines"),
        ("4 Opt\r" * 2_500, "2,500 lines"),
    ],
)
def test_a_text_longer_than_any_list_is_refused(text: str, size: str) -> None:
    with pytest.raises(UnreadableText, match=size):
        bounded(text)


def test_a_file_longer_than_any_list_is_refused() -> None:
    with pytest.raises(UnreadableText, match=r"3\.0 MB"):
        decode(b"4 Lightning Bolt\n" * 176_471)


def test_the_longest_list_is_not_refused() -> None:
    text = "1 Lightning Bolt\n" * LIMITS.lines
    assert bounded(text) == text


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("https://example.org/decks/1", "This is a link."),
        (" www.example.org/decks/1 \n", "This is a link."),
        ("<!DOCTYPE html>\n<html>", "This is the source of a web page."),
        ("<!DOCTYPE html><html><script>1</script><ul><li>4 Opt</li></ul></html>", "This is the source of a web page."),
        ("%PDF-1.7\n%\u00e2\u00e3", "This is a PDF document."),
        ("PK\x03\x04\x14\0\x06\0[Content_Types].xml word/document.xml", "This is a Word document."),
        ("PK!\ufffd[Content_Types].xml \ufffd xl/workbook.xml", "This is a spreadsheet."),
        ("data:image/png;base64,AAAA", "This is a picture."),
    ],
)
def test_what_is_no_list_is_named(text: str, start: str) -> None:
    assert what_is_this(text).startswith(start)


@pytest.mark.parametrize(
    "text",
    [
        *("", "4 Opt", "https://example.org\n4 Opt", '<?xml version="1.0"?>\n<Deck>', "<Deck>", "PK Fire\n4 Opt"),
        *("<div class='list'>4 Opt</div>", "<html><body><p>4 Opt</p></body></html>", "{\\rtf1 4 Opt\\par}"),
    ],
)
def test_a_list_is_not_called_anything_else(text: str) -> None:
    assert what_is_this(text) == ""


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("# Material Deck\n1 A\n# Main Deck\n4 B", "ga"),
        ("Material:\n1 A\nMain:\n4 B", "ga"),
        ("Commander\n1 A\n\nDeck\n1 B", "mtg"),
        ("// Creatures (4)\n4 A\n// Lands\n4 B", "mtg"),
        ("4 A\n\n2 B", ""),
        ("Main\n4 A\nSideboard\n2 B", ""),
        ("", ""),
    ],
)
def test_headings_tell_the_game(text: str, game: str) -> None:
    assert looks_like_game(text, GAMES) == game


def test_formatted_text_is_read_where_a_list_is_meant_and_named_elsewhere() -> None:
    data = b"{\\rtf1 4 Lightning Bolt}"
    assert decode(data) == data.decode()
    with pytest.raises(UnreadableText, match="This is a formatted document"):
        decode(data, Limits(what="player list"))


ENDS = ["\n", "\r\n", "\r", "\v", "\f", "\x85", "\u2028", "\u2029", "\n\f", "\f\n"]


@pytest.mark.parametrize("end", ENDS)
def test_a_line_ends_however_it_is_written(end: str) -> None:
    text = end.join(["Deck", "4 Opt", "20 Island", "Sideboard", "2 Duress"])
    lines = read_list(text, GAMES["mtg"]).lines
    assert [(line.number, line.section, line.count, line.name) for line in lines] == [
        *((1, "main", 0, ""), (2, "main", 4, "Opt"), (3, "main", 20, "Island")),
        *((4, "sideboard", 0, ""), (5, "sideboard", 2, "Duress")),
    ]
    assert [line.strip() for line in split_lines(text)] == ["Deck", "4 Opt", "20 Island", "Sideboard", "2 Duress"]
    assert apply_edits(text, [Edit(2, "3 Opt")]).split("\n")[1].strip() == "3 Opt"


def test_a_line_may_end_within_the_strings_of_data() -> None:
    data = '{"meta": {}, "data": {"name": "One\u2028Two", "mainBoard": [{"count": 4, "name": "Opt"}]}}'
    (card,) = [line for line in read_list(data, GAMES["mtg"]).lines if line.kind.value == "card"]
    assert (card.count, card.name) == (4, "Opt")


@pytest.mark.parametrize("first", ["{", "[{", "<Deck>"])
def test_a_file_that_holds_far_more_than_its_list_is_asked_for_as_text(first: str) -> None:
    for much in (first + " " * 300_000, first + "\n" * 2_000):
        with pytest.raises(UnreadableText, match=r"Export the list as text and paste that\.$"):
            bounded(much)
        with pytest.raises(UnreadableText, match=r"Export the list as text and paste that\.$"):
            decode(much.encode())
