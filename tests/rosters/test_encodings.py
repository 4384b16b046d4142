"""Files that say nothing of their encoding: the letters tell it, and a person is asked."""

from __future__ import annotations

import pytest

from deckcheck.decklist.encodings import guess_text
from deckcheck.roster.imports import read_roster

TEXTS = {
    "cp1252": [
        "Jürgen Weißgerber\nJosé Muñoz\nFrançois",
        "Søren Kierkegård",
        "Renée Saint-Clairval",
        "Ðorður Þór Jónsson",
        "João Conceição",
        "GÜNTHER MÜLLER",
        "Zoë Châtelain",
        "Siobhán O’Dwyer – Kemp",
    ],
    "cp1250": [
        "Łucja Brzozowska\nPaweł Wiśniewski",
        "Jiří Dvořák\nTomáš Němec",
        "Ödön Kertész\nŐry Béla",
        "Miloš Đurđevinac\nJürgen",
    ],
    "iso8859_2": ["Łucja Wiśniewska"],
    "cp852": ["Łucja Wiśniewska\nJiří"],
    "cp850": ["Jürgen Weißgerber;José", "Müller"],
    "mac_roman": ["Jürgen Weißgerber\nJosé"],
    "cp1251": ["Иван Петров\nЁлкин"],
    "cp1253": ["Γιώργος Παπαδόπουλος"],
    "cp1254": ["Çağla Yıldırımer\nİbrahim Şahin"],
    "cp1257": ["Jānis Bērziņš\nŽydrūnas"],
    "shift_jis": ["順位,名前\n1,南風 春人\n2,ミナミ"],
    "euc_jp": ["順位,名前\n1,南風 春人\nミナミ"],
    "euc_kr": ["이름,순위\n김철수"],
    "gb2312": ["姓名\n张伟\n李娜"],
    "big5": ["姓名\n張偉\n李娜"],
}


@pytest.mark.parametrize(("encoding", "text"), [(name, text) for name, texts in TEXTS.items() for text in texts])
def test_the_letters_tell_the_encoding(encoding: str, text: str) -> None:
    assert guess_text(text.encode(encoding))[0] == text


def test_the_sample_may_end_within_a_character() -> None:
    text = "ミナミ," + "南" * 60_000
    assert guess_text(text.encode("shift_jis"))[0] == text


def test_a_guess_is_asked_if_names_have_letters_that_could_be_others() -> None:
    roster = read_roster("Jürgen W\nAnna B\n".encode("cp1252"))
    assert [ask.about for ask in roster.ask] == ["letters"]
    assert read_roster("Jürgen W\nAnna B\n".encode()).ask == ()
    assert read_roster("Anna B;£5\nCarl D;£5\n".encode("cp1252")).ask[0].about != "letters"
