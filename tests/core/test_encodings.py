"""Lists that do not say how their letters are kept: the names of cards tell it, in all languages and few lines."""

from __future__ import annotations

from typing import Final

from deckcheck.decklist.clean_text import clean
from deckcheck.decklist.encodings import CARDS, guess_text, unmangled
from deckcheck.decklist.list_text import decode
from deckcheck.decklist.names import fold
from tests.tables import every_row

LISTS: Final = {
    "English": "4 Lightning Bolt\n2 Lim-Dûl's Vault\n1 Lórien Revealed\n",
    "one accent": "4 Opt\n20 Island\n1 Jötun Grunt\n",
    "curly": "4 Urza’s Saga\n2 Mishra’s Bauble\n3 Jund “Em Out” – foil\n",
    "German": "4 Blitzschlag\n2 Schüler der Künste\n3 Weißer Drache\n",
    "French": "4 Éclair de foudre\n2 Île\n1 Chemin vers l’exil\n3 Forêt\n",
    "Spanish": "4 Relámpago\n2 Montaña\n1 Dragón anciano\n",
    "Italian": "4 Fulmine\n2 Città Sacra\n1 Realtà Virtuale\n",
    "Portuguese": "4 Raio\n2 Pântano\n1 Conversão da Maldição\n",
    "Japanese": "4 稲妻\n2 渦まく知識\n20 島\nサイドボード\n2 外科的摘出\n",
    "one Japanese": "4 Lightning Bolt\n20 Island\n2 渦まく知識\n",
    "Korean": "4 번개 화살\n2 마법의 소용돌이\n20 섬\n",
    "Chinese": "4 闪电击\n2 战争之神\n20 海岛\n",
    "traditional Chinese": "4 閃電擊\n2 戰爭之神\n20 海島\n",
    "Russian": "4 Удар Молнии\n2 Остров\n1 Дракон Вечного Огня\n",
    "one Russian": "4 Lightning Bolt\n20 Island\n1 Вечный Дракон\n",
}
WESTERN: Final = ("cp1252", "mac_roman")
KEPT: Final = {
    **dict.fromkeys(
        ("English", "one accent", "curly", "German", "French", "Spanish", "Italian", "Portuguese"), WESTERN
    ),
    **dict.fromkeys(("Japanese", "one Japanese"), ("cp932", "euc_jp")),
    "Korean": ("cp949",),
    "Chinese": ("gb18030",),
    "traditional Chinese": ("big5", "gb18030"),
    **dict.fromkeys(("Russian", "one Russian"), ("cp1251", "koi8_r")),
}
UNICODE: Final = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32")


@every_row(
    ("language", "encoding"), [(language, encoding) for language in LISTS for encoding in (*UNICODE, *KEPT[language])]
)
def test_a_list_is_read_in_the_encoding_that_it_was_saved_in(language: str, encoding: str) -> None:
    for ends in ("\n", "\r\n"):
        text = LISTS[language].replace("\n", ends)
        assert decode(text.encode(encoding)).removeprefix("\ufeff") == text


@every_row("encoding", ["utf-16-le", "utf-16-be"])
@every_row("text", ["4 Opt", "Opt\n", "4 島\n", "4 渦まく知識\n2 島", "Île\nÎle\n"])
def test_the_shortest_text_is_told_from_one_of_two_bytes_a_letter(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding)) == text


def test_a_line_in_another_encoding_spoils_no_other() -> None:
    data = "4 Lórien Revealed\n2 Jötun Grunt\n".encode() + "1 Lim-Dûl's Vault\n".encode("cp1252")
    assert decode(data) == "4 Lórien Revealed\n2 Jötun Grunt\n1 Lim-Dûl's Vault\n"


def test_a_text_cut_within_a_letter_is_read_to_there() -> None:
    whole = "4 Lórien Revealed\n2 Jötun Grunt\n1 Lim-Dû".encode()
    assert decode(whole[:-1]).startswith("4 Lórien Revealed\n2 Jötun Grunt\n1 Lim-D")


def test_bytes_in_any_order_become_some_text() -> None:
    for start in range(256):
        text, encoding = guess_text(bytes((start + at * 7) % 256 for at in range(64)), CARDS)
        assert text
        assert encoding in CARDS.encodings


def misread(text: str, encoding: str) -> str:
    """The text as it shows where its bytes of UTF-8 were taken for letters; a byte that means none shows as it is."""
    bytes_ = (bytes((byte,)) for byte in text.encode())
    return "".join(byte.decode(encoding, "ignore") or chr(byte[0]) for byte in bytes_)


NAMES: Final = sorted({line.partition(" ")[2] for text in LISTS.values() for line in text.split("\n") if " " in line})


@every_row("name", NAMES)
def test_a_name_that_was_read_in_the_wrong_encoding_is_read_again(name: str) -> None:
    for encoding in ("cp1252", "latin-1"):
        once = misread(name, encoding)
        assert unmangled(once) == unmangled(misread(once, encoding)) == name
    if name.encode("latin-1", "ignore").decode("latin-1") == name:
        assert unmangled(misread(name, "mac_roman")) == name


@every_row("name", [*NAMES, *map(str.upper, NAMES), "”Î–", "Ã", "MAÇÃ DOURADA", "4½ √2", "Ætherling’s", "Spaß”", "É”"])
def test_a_name_in_its_own_letters_stays_as_it_is(name: str) -> None:
    assert unmangled(name) == name


def test_a_space_without_break_may_have_become_a_plain_one() -> None:
    assert unmangled("CittÃ Sacra") == "Città Sacra".replace(" ", " ")


def test_only_the_part_that_was_read_twice_is_read_again() -> None:
    assert unmangled("Éclair, Lim-DÃ»l") == "Éclair, Lim-Dûl"
    assert clean("4&nbsp;Urzaâ€™s&#32;Saga") == "4 Urza’s Saga"


@every_row("mark", ["’", "‘", "´", "\u00ad'"])
def test_an_apostrophe_or_hidden_mark_is_told_from_a_letter_of_another_encoding(mark: str) -> None:
    text = f"4 Mishra{mark}s Factory\n4 Urza{mark}s Saga\n1 Akroma{mark}s Vengeance\n"
    assert decode(text.encode("cp1252")) == text
    assert fold(f"Urza{mark}s Saga".replace("\u00ad", "")) == "urzas saga"


def test_the_sign_of_a_price_is_no_letter() -> None:
    text = "2 Ponder (1,20 €)\n4 Opt £3\n"
    assert decode(text.encode("cp1252")) == text
