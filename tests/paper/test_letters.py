"""Names in every script: which font prints them, how their letters are shaped, and that they can be read back."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from typing import Final

import pytest

from deckcheck.games import GAMES
from deckcheck.printing.pdf.faces import COVERS, EMOJI, FOLDER, PLAIN, UNKNOWN, Piece, font_of, pieces, width_of
from deckcheck.printing.pdf.sheets_file import write_sheets
from deckcheck.printing.sheets.flow import before_mark
from deckcheck.printing.sheets.sheet_contents import PAPERS, Sheet, SheetEvent, SheetPile, SheetRow, SheetSection
from tests.sheets_read import fonts_of, pages_of

A4: Final = PAPERS["a4"]
ARABIC: Final = ("محمد علي", "مريم", "عبد الله", "اردو زبان")
HEBREW: Final = ("יעל כהן", "שָׁלוֹם")
UPRIGHT: Final = (
    *("प्रिया शर्मा", "क्षत्रिय श्री", "ਗੁਰਪ੍ਰੀਤ", "ગુજરાતી", "தமிழ்ச்செல்வி", "తెలుగు శ్రీ", "ಕನ್ನಡ", "മലയാളം"),
    *("สมชาย ใจดี", "น้ำผึ้ง", "ພາສາລາວ", "မြန်မာ", "ខ្មែរ", "ኢትዮጵያ", "გიორგი", "Հայկ", "ⵜⴰⵎⴰⵣⵉⵖⵜ", "ᐃᓄᒃᑎᑐᑦ"),
    *("Ọlá Adébáyọ̀ẹ́", "Ştefan Łódź", "Ўладзімір", "Νίκος", "佐藤", "𠮷田", "김민준", "🐉 Dragon", "♥", "ßen"),
)
OTHERS: Final = ("বাংলা প্রিয়া", "ଓଡ଼ିଆ", "ශ්‍රී ලංකා", "ދިވެހި", "ߒߞߏ", "می‌خواهم", "👩‍💻🇬🇧👍🏽❤️", "辻\U000e0100")
"""Names that the reader of these tests does not put together again as other programs do."""


def sheet_with(*names: str, last: str = "Okonkwo", first: str = "Ada") -> Sheet:
    rows = tuple(SheetRow(1, name) for name in names)
    part = SheetSection("main", "Main deck", len(rows), (SheetPile("", rows),))
    return Sheet(
        SheetEvent(GAMES["mtg"], "Open"), "Ada Okonkwo", last, first, totals=(("Main", len(rows)),), sections=(part,)
    )


def shapes(text: str) -> tuple[Piece, ...]:
    made = pieces(text)
    assert all(piece.glyphs for piece in made)
    return made


def test_names_in_every_script_can_be_read_back_from_the_file() -> None:
    (page,) = pages_of(write_sheets([sheet_with(*ARABIC, *HEBREW, *UPRIGHT)], A4, "x"))
    for name in (*ARABIC, *HEBREW, *UPRIGHT):
        assert unicodedata.normalize("NFC", name) in page, name


@pytest.mark.parametrize("name", [*ARABIC, *HEBREW, *UPRIGHT, *OTHERS])
def test_no_letter_of_a_name_is_left_without_a_shape(name: str) -> None:
    for piece in pieces(name):
        assert UNKNOWN not in piece.text
        assert all(glyph.number for glyph in piece.glyphs)
        assert piece.glyphs or all(font_of(piece.font).has(letter) for letter in piece.text)
    assert width_of(name) > 0


def test_every_font_here_prints_something_and_is_put_into_the_file() -> None:
    files = {path.stem for path in FOLDER.glob("*.ttf")}
    assert files == {PLAIN, f"{PLAIN}-Bold", *(cover.font for cover in COVERS)}
    fonts = fonts_of(write_sheets([sheet_with(*ARABIC, *HEBREW, *UPRIGHT, *OTHERS)], A4, "x"))
    assert {name.removesuffix("-Regular") for name in fonts} == files
    assert all(fonts.values())
    assert set(fonts_of(write_sheets([sheet_with("Island")], A4, "x"))) == {PLAIN, f"{PLAIN}-Bold"}


def test_arabic_letters_join_and_stand_from_right_to_left() -> None:
    (name,) = shapes("محمد")
    assert [glyph.letters for glyph in name.glyphs if glyph.letters] == list("دمحم")
    alone = {shapes(letter)[0].glyphs[0].number for letter in "محمد"}
    first, second = (glyph.number for glyph in name.glyphs if glyph.letters == "م")
    assert first != second
    assert not {first, second} & alone
    apart, joined = shapes("می‌خواهم"), shapes("میخواهم")
    assert [glyph.number for glyph in apart[0].glyphs] != [glyph.number for glyph in joined[0].glyphs]


def test_a_name_in_two_directions_stands_from_the_side_of_its_first_letter() -> None:
    assert [(piece.text.strip(), piece.leftwards) for piece in pieces("Adam محمد")] == [
        ("Adam", False),
        ("محمد", True),
    ]
    assert [piece.text.strip() for piece in pieces("محمد Adam")] == ["Adam", "محمد"]
    sheet = sheet_with("Island", last="علي", first="محمد")
    (page,) = pages_of(write_sheets([sheet], A4, "x"))
    assert page.index("علي") < page.index("محمد")


def test_conjuncts_and_marks_of_southern_scripts_are_set_as_they_are_written() -> None:
    (ksha,) = shapes("क्ष")
    assert len(ksha.glyphs) == 1
    vowel_first = shapes("कि")[0].glyphs
    assert vowel_first[-1].number == shapes("क")[0].glyphs[0].number
    mark = shapes("ผึ้")[0].glyphs
    assert [glyph.advance for glyph in mark[1:]] == [0, 0]
    assert shapes("👍🏽")[0].font == EMOJI
    assert len(shapes("👩‍💻")[0].glyphs) == len(shapes("🇬🇧")[0].glyphs) == 1


def test_an_accent_without_a_letter_of_its_own_stands_over_its_letter() -> None:
    (piece,) = pieces("ọ̀")
    letter, accent = piece.glyphs
    assert accent.advance == 0
    assert letter.letters == "ọ"


def test_what_no_font_has_is_marked_and_what_cannot_be_seen_is_left_out() -> None:
    assert pieces("a\u202eb\ud800\x07c\u200f") == pieces("abc")
    assert pieces("ᠮᠣᠩ\u1823")[0].text == UNKNOWN * 4
    assert pieces("e\u0301") == pieces("é")
    assert [piece.text for piece in pieces("𝕵𝖔𝖍𝖓")] == ["John"]
    assert pieces("") == ()


def test_the_same_names_give_the_same_bytes_whatever_was_printed_before() -> None:
    first = write_sheets([sheet_with(*ARABIC)], A4, "x")
    write_sheets([sheet_with("بتث", "لا", *OTHERS)], A4, "x")
    assert write_sheets([sheet_with(*ARABIC)], A4, "x") == first


def test_the_letter_to_file_a_sheet_under_is_one_that_is_printed() -> None:
    for last, letter in (("გიორგი", "გ"), ("ßen", "S"), ("łódź", "Ł"), ("علي", "ع"), ("शर्मा", "श")):
        initial = replace(sheet_with(), last=last).initial
        assert initial[0] == letter
        assert UNKNOWN not in pieces(initial)[0].text


def test_a_name_is_not_cut_between_a_letter_and_its_marks() -> None:
    assert [before_mark("กำผึ้ง", length) for length in (3, 4, 5)] == [2, 2, 5]
    assert before_mark("e\u0301e\u0301", 3) == 2
    assert before_mark("a👩\u200d💻", 2) == 1
    assert before_mark("abc", 2) == 2


def test_a_name_of_nothing_but_joiners_prints_nothing_and_breaks_nothing() -> None:
    assert all(not piece.glyphs for piece in pieces("\u200d"))
    assert width_of("\u200c\u200d") == 0
    assert pages_of(write_sheets([sheet_with("\u200d")], A4, "x"))
