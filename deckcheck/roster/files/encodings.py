"""Which old encoding a file without any sign of one is in: the one whose letters fit the fewest alphabets."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import Final

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

_ENCODINGS: Final = (
    "cp1252", "cp1250", "mac_roman", "cp1251", "cp1254", "cp1257", "cp1253", "cp850", "cp852", "iso8859_2",
    "shift_jis", "euc_jp", "euc_kr", "gb2312", "big5",
)  # fmt: skip
"""Most likely first."""

_RARER: Final = 0.8
"""How much rarer its letters may be in an encoding than in the next less likely one, in places of an alphabet."""

_FAULT: Final = 3
_KANA: Final = re.compile("[\u3041-\u30ff]")
_HANGUL: Final = re.compile("[\uac00-\ud7a3]")
_HAN: Final = re.compile("[\u4e00-\u9fff]")
_ASIAN: Final = re.compile("[\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uffee]")
_LATIN: Final = re.compile("[A-Za-z\u00c0-\u024f]")
_OTHER: Final = re.compile("[\u0370-\u04ff\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3]")
_HARMLESS: Final = frozenset("’‘´“”„«»–—…·•©®™ \u00a0°º€")


def guess_text(data: bytes) -> tuple[str, str]:
    """The text of bytes that are no Unicode, and the encoding it was read in."""
    sample = data[:_SAMPLE]
    costs = {name: cost for name in _ENCODINGS if (cost := _cost(sample, name))}
    best = min(
        costs, key=lambda name: (costs[name][0], costs[name][1] + _RARER * _ENCODINGS.index(name)), default="cp1252"
    )
    return data.decode(best, "replace"), best


def _cost(sample: bytes, encoding: str) -> tuple[int, float] | None:
    """How ill an encoding fits: faults and alphabets, then how rare its letters are; nothing if it cannot be it."""
    reader = codecs.getincrementaldecoder(encoding)()
    try:
        # A sample cut from a longer file may end within a character.
        text = reader.decode(sample, final=len(sample) < _SAMPLE)
    except UnicodeDecodeError:
        return None
    letters = {c.lower() if len(c.lower()) == 1 else c for c in text if c.isalpha() and not c.isascii()}
    needed, rarity = _alphabets({c for c in letters if not _ASIAN.match(c)})
    return _FAULT * (sum(1 for _ in _faults(text)) + _foreign(encoding, text)) + needed, rarity


def _foreign(encoding: str, text: str) -> int:
    """Whether Asian signs stand in a text whose encoding belongs to another language; they share their bytes."""
    kana, hangul, han = (bool(signs.search(text)) for signs in (_KANA, _HANGUL, _HAN))
    match encoding:
        case "shift_jis" | "euc_jp":
            return int(not kana)
        case "euc_kr":
            return int(han or not hangul)
        case "gb2312" | "big5":
            return int(kana or not han)
        case _:
            return 0


def _faults(text: str) -> Iterator[str]:
    """Signs within words, capitals behind small letters, letters of two scripts side by side, signs that are none."""
    for found in re.finditer(r"[^\x00-\x7f]", text):
        sign, at = found[0], found.start()
        before, after = text[at - 1 : at], text[at + 1 : at + 2]
        if not sign.isalpha():
            if sign not in _HARMLESS and (before.isalpha() or after.isalpha() or not sign.isprintable()):
                yield sign
        elif _mixed(sign, before) or _mixed(sign, after) or (sign.isupper() and _within(before, after)):
            yield sign


def _mixed(sign: str, beside: str) -> bool:
    return bool(_OTHER.match(sign) and _LATIN.match(beside))


def _within(before: str, after: str) -> bool:
    """Whether a capital that stands between these two is none that a name would have."""
    return before.islower() or (before.isalpha() and after.islower())


def _alphabets(letters: set[str]) -> tuple[int, float]:
    """How many alphabets it takes to write these letters, and how rare these are in them on the whole."""
    left, needed, rarity, many = set(letters), 0, 0.0, max(len(letters), 1)
    while left:
        best = max(_ALPHABETS, key=lambda alphabet: len(left & set(alphabet + _ANYWHERE)))
        fitting = left & set(best + _ANYWHERE)
        if not fitting:
            return needed + _FAULT * len(left), rarity / many
        rarity += sum(best.index(c) if c in best else 0 for c in fitting)
        left -= fitting
        needed += 1
    return needed, rarity / many
