"""The text of bytes that do not say how their letters are kept, by the letters that they would give.

Names of cards and of players are short and hold few letters beyond ASCII.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from functools import cache, partial
from typing import Final, NamedTuple

from deckcheck.decklist import lazy

_SAMPLE: Final = 65_536
_ANYWHERE: Final = "éüöäèñá"
"""Letters that names bring into the lists of any country."""

_ALPHABETS: Final = (
    "éüöäßèà",
    "éèçëêïâàîôûùœæü",
    "éáíóñúãçõâêôàü",
    "éèàòùìçïíóúü",
    "åøæöäéü",
    "íáðóþéöúýæ",
    "łśńżąćęóźü",
    "éáíšřčěžýůúťňóďľĺŕôä",
    "éáöőóíüúű",
    "ćčšžđ",
    "ăășțâîşţ",
    "ışçğüöİâî",
    "āšēėūžīčļņķģąęįųõäöü",
    "аоеинвтрлскмдпуягьыбзчйхжшюцщэфёъіїєґўј",
    "ασοηιτερνκςλπμυάδγίόώχωθέήύφβζξψϊϋΐΰ",
)
"""The letters beyond ASCII of an alphabet, frequent ones first."""

_KANA_LETTERS: Final = (
    "のーンスル者リライクドりアなるいト、フれッしきカヴレシたィロ魔マ士人タウゴ大オムグ戦ジガブ神サァ霊地ナら・すエみ血ェ師テ生道ャダ手使くかけ死コ兵火デを"
    "術悪もニ精ミえ天力まワ気モケつバズ撃び空不さ光護め石ち動キ騎プ破長体パ無う命炎聖ギ巨物獣的"
)
_HANGUL_LETTERS: Final = (
    "의자사리스기는이한수지대가라마인드로아르신하시도장주전고무거정비불성적부조소을나술공령어화에다보제미크타은영관파구오꾼용원우물치트그개카병선상식단호생유"
    "격린니발포동명악진레야귀운들방투음피모해군복길문바괴재심천노폭광속서망계분행일살예프집날"
)
_SIMPLIFIED: Final = (
    "师者人的灵兽龙巨地斯士之神拉法护魔鬼生兵击火战血怪客天克手妖力卡大恶使卫林术空魂亚心行光精尔风长无族圣焰野石暴狂守群食身骑体军咒猎秘命化裂西洛塔斗阿"
    "复怒海欧像影徒头破树流金教死王维狼特家队马会探掠亡游尸先雷奇艾尼伊不翼信水飞僧波动墓领幻符利"
)
_TRADITIONAL: Final = (
    "師的者人靈龍獸斯巨士拉地之神護生法魔鬼血擊客兵戰火天怪手妖克力卡惡衛使林聖空長行魂狂爾大心光無術體暴群野亞焰風軍族騎守食獵塔命石屍身精秘阿洛裂復海狼"
    "徒化鬥咒歐教怒特馬遊西隊頭墓僧尼破金亡死像伊符掠影先安奇機家翼領會流艾雷利茲娜路境不樹夫角德"
)
_FREQUENT: Final = {
    "shift_jis": _KANA_LETTERS,
    "cp932": _KANA_LETTERS,
    "euc_jp": _KANA_LETTERS,
    "euc_kr": _HANGUL_LETTERS,
    "gb2312": _SIMPLIFIED,
    "gb18030": _SIMPLIFIED + _TRADITIONAL,
    "big5": _TRADITIONAL,
}
"""The letters that names of cards hold most often, by the encodings of their languages."""


class Names(NamedTuple):
    """What names are written in: encodings, most likely first, and the letters beyond ASCII of each alphabet."""

    encodings: tuple[str, ...]
    alphabets: tuple[str, ...]


PEOPLE: Final = Names(
    (
        *("cp1252", "cp1250", "mac_roman", "cp1251", "cp1254", "cp1257", "cp1253", "cp850", "cp852", "iso8859_2"),
        *("shift_jis", "euc_jp", "euc_kr", "gb2312", "big5"),
    ),
    _ALPHABETS,
)
CARDS: Final = Names(
    ("cp1252", "mac_roman", "cp1251", "cp932", "gb2312", "euc_kr", "big5", "euc_jp", "koi8_r", "gb18030"),
    ("éûöúáíóëäæï", *_ALPHABETS[:4], "аоеинтрслквдпмйуыязгьбчцжщхшфюэъё"),
)
"""In the languages in which cards are printed; the first alphabet is that of English names."""

_RARER: Final = 0.8
"""How much rarer its letters may be in an encoding than in the next less likely one, in places of an alphabet."""

_FAULT: Final = 3
_KANA: Final = lazy.regex("[\u3041-\u30ff]")
_HANGUL: Final = lazy.regex("[\uac00-\ud7a3]")
_HAN: Final = lazy.regex("[\u4e00-\u9fff]")
_ASIAN: Final = lazy.regex("[\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e]")
_LATIN: Final = lazy.regex("[A-Za-z\u00c0-\u024f]")
_OTHER: Final = lazy.regex("[\u0370-\u04ff\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff66-\uff9f]")
_JOINING: Final = {"’": 0, "‘": 0, "\u00ad": 0, "´": 0.4, "\u00a0": 0.4, "–": 1, "—": 1, "·": 1}
_OPENING: Final = frozenset("“„«¡¿")
_APART: Final = frozenset("€£¥")
_CLOSING: Final = frozenset("”»…™®©º°•")


def guess_text(data: bytes, names: Names = PEOPLE) -> tuple[str, str]:
    """The text of bytes that are no Unicode and hold such names, and the encoding it was read in."""
    sample = data[:_SAMPLE]
    costs = {name: cost for name in names.encodings if (cost := _cost(sample, name, names.alphabets))}
    places = {name: place for place, name in enumerate(costs)}
    best = min(costs, key=lambda name: (costs[name][0], costs[name][1] + _RARER * places[name]), default="cp1252")
    return data.decode(best, "replace"), best


def _cost(sample: bytes, encoding: str, alphabets: tuple[str, ...]) -> tuple[float, float] | None:
    """How ill an encoding fits: faults and alphabets, then how rare its letters are; nothing if it cannot be it."""
    # Of the most likely encoding a stray byte is a fault and no more: some text there must be.
    reader = codecs.getincrementaldecoder(encoding)("replace" if encoding == "cp1252" else "strict")
    try:
        # A sample cut from a longer file may end within a character.
        text = reader.decode(sample, final=len(sample) < _SAMPLE)
    except UnicodeDecodeError:
        return None
    letters = {c.lower() if len(c.lower()) == 1 else c for c in text if c.isalpha() and not c.isascii()}
    asian = {c for c in letters if _ASIAN.match(c)}
    needed, rarity = _alphabets(letters - asian, alphabets)
    return _FAULT * sum(_faults(text)) + needed + (_strangeness(encoding, asian) if asian else 0), rarity


def _strangeness(encoding: str, letters: set[str]) -> float:
    """How little these Asian letters are those of the encoding's language; languages share their bytes."""
    kana, hangul, han = (any(map(signs.match, letters)) for signs in (_KANA, _HANGUL, _HAN))
    match encoding:
        case "shift_jis" | "cp932" | "euc_jp":
            foreign = hangul or 0.4 * (not kana)
        case "euc_kr":
            foreign = han or kana or not hangul
        case _:
            foreign = hangul or kana or not han or 0.5 * (encoding == "gb18030")
    frequent = _FREQUENT.get(encoding, "")
    return 1 + _FAULT * foreign + _FAULT * sum(c not in frequent for c in letters) / len(letters)


def _faults(text: str) -> Iterator[float]:
    """Signs within words, capitals behind small letters, letters of two scripts side by side, signs that are none."""
    for found in re.finditer(r"[^\x00-\x7f]", text):
        sign, at = found[0], found.start()
        before, after = text[at - 1 : at], text[at + 1 : at + 2]
        if not sign.isalpha():
            yield _oddness(sign, before, after)
        elif _mixed(sign, before) or _mixed(sign, after) or (sign.isupper() and _within(before, after)):
            yield 1
        elif _OTHER.match(sign) and not (_ASIAN.match(sign) or before.isalpha() or after.isalpha()):
            yield 0.4


def _oddness(sign: str, before: str, after: str) -> float:
    """How much a sign, letters or not beside it, looks like a letter of another encoding."""
    if _ASIAN.match(sign):
        return bool(_LATIN.match(before) or _LATIN.match(after))
    if sign in _JOINING:
        return _JOINING[sign] * (before.isalpha() and after.islower())
    if sign in _OPENING:
        return float(before.isalpha())
    if sign in _CLOSING:
        return float(after.isalpha())
    if before.isalpha() or after.isalpha() or not sign.isprintable():
        return 1
    return 0 if sign in _APART else 0.4


def _mixed(sign: str, beside: str) -> bool:
    return bool(_OTHER.match(sign) and _LATIN.match(beside))


def _within(before: str, after: str) -> bool:
    """Whether a capital that stands between these two is none that a name would have."""
    return before.islower() or (before.isalpha() and after.islower())


def _alphabets(letters: set[str], alphabets: tuple[str, ...]) -> tuple[int, float]:
    """How many alphabets it takes to write these letters, and how rare these are in them on the whole."""
    left, needed, rarity, many = set(letters), 0, 0.0, max(len(letters), 1)
    while left:
        best = max(alphabets, key=lambda alphabet: len(left & set(alphabet + _ANYWHERE)))
        fitting = left & set(best + _ANYWHERE)
        if not fitting:
            return needed + _FAULT * len(left), rarity / many
        rarity += sum(best.index(c) if c in best else 0 for c in fitting)
        left -= fitting
        needed += 1
    return needed, rarity / many


@cache
def _shown_as(encoding: str) -> dict[int, str]:
    """The letters that the bytes from 128 on give in an encoding; what it does not know is shown as it is."""
    return {byte: bytes((byte,)).decode(encoding, "ignore") or chr(byte) for byte in range(0x80, 0x100)}


@cache
def _misread(encoding: str) -> re.Pattern[str]:
    """What letters of two and of three bytes, given by the first, look like where each byte was taken for one."""
    letters, (twos, threes, *others) = _shown_as(encoding), _TWOS_AND_THREES[encoding]
    behind = "".join(map(re.escape, (letters[byte] for byte in range(0x80, 0xC0))))
    behind += "\x80-\x9f"
    return re.compile(f"{''.join(others)}[{twos}][{behind}]|[{threes}][{behind}]{{2}}")


@cache
def _bytes_of(encoding: str) -> dict[str, int]:
    """The byte of each letter in an encoding."""
    letters = {letter: byte for byte, letter in _shown_as(encoding).items()}
    return letters | {chr(byte): byte for byte in range(0x80, 0xA0)}


_TWOS_AND_THREES: Final = {"cp1252": ("ÂÃÄÅÐÑ", "âãäåæçèéêëìíï", "Æ’|Ë†|Ëœ|Ê¼|"), "mac_roman": ("¬√", "‚")}
"""Of these first bytes alone names hold letters, and no name holds what they look like."""
_GRAVE: Final = lazy.regex("(?<![A-ZÀ-Þ])Ã (?=.)")
"""The "à" of which the second byte, a space without break, became a plain space."""
_OFTEN: Final = 3


def unmangled(text: str) -> str:
    """The text without the traces of having been UTF-8 that was read as Windows-1252 or Mac Roman, even several times.

    "Lim-DÃ»l" is "Lim-Dûl". What is no such trace stays as it is.
    """
    if text.isascii():
        return text
    for _ in range(_OFTEN):
        encoding = next((name for name in _TWOS_AND_THREES if _misread(name).search(text)), "")
        if not encoding:
            break
        text = _reread(encoding, text) or _misread(encoding).sub(partial(_reread_part, encoding), text)
    return _GRAVE.sub("à ", text)


def _reread(encoding: str, text: str) -> str:
    """The text if its letters were bytes of UTF-8; empty if they cannot be."""
    known = _bytes_of(encoding)
    try:
        return bytes(known[letter] if letter > "\x7f" else ord(letter) for letter in text).decode("utf-8")
    except (KeyError, UnicodeDecodeError):
        return ""


def _reread_part(encoding: str, found: re.Match[str]) -> str:
    return _reread(encoding, found[0]) or found[0]
