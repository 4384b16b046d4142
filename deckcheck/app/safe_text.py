"""What keeps an export harmless: text of players and organizers goes out so that no program takes it for a command."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
import zipfile
from collections.abc import Iterable, Sequence
from datetime import date
from html import escape
from typing import Any, Final

from deckcheck.decklist import lazy

_JOINERS: Final = frozenset("\u200c\u200d")
"""Marks without width that names in some scripts need; all other hidden marks are taken out."""
_SURROGATE: Final = lazy.regex("[\ud800-\udfff]")
_NOT_XML: Final = lazy.regex("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_HIDDEN: Final = lazy.regex(
    "[\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]"
)
_FORMULA: Final = frozenset("=+-@−")
_ZIP_TIME: Final = (1980, 1, 1, 0, 0, 0)
_ZIP_NAME: Final = lazy.regex(r"(?:[a-z0-9][a-z0-9-]*/)?[a-z0-9][a-z0-9-]*\.[a-z0-9]+")

LONGEST: Final = 80
"""A name has at most so many letters, before its date."""

_RESERVED: Final = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10)))
)
"""Names that Windows keeps for itself, whatever their ending."""

_LETTERS: Final = dict(zip("æœøłþðđıħŋə", "ae oe o l th d d i h ng e".split(), strict=True))
_GREEK: Final = dict(
    zip("αβγδεζηθικλμνξοπρσςτυφχψω", "a v g d e z i th i k l m n x o p r s s t y f ch ps o".split(), strict=True)
)
_CYRILLIC: Final = dict(
    zip(
        "абвгдежзийклмнопрстуфхцчшщыэюяёіїєґђћљњџј",
        "a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch y e yu ya yo i yi ye g dj c lj nj dz j".split(),
        strict=True,
    )
)
_SPELT: Final = {**_LETTERS, **_GREEK, **_CYRILLIC, **dict.fromkeys("'’‘ʼ`´ъь", "")}
_SYLLABLE: Final = lazy.regex(r"(?:HANGUL SYLLABLE|(?:HIRAGANA|KATAKANA) LETTER(?: SMALL)?) ([A-Z]+)")
_WORD: Final = lazy.regex("[a-z0-9]+")


def one_line(text: str) -> str:
    """The text on one line with single spaces, without controls, text direction and other hidden marks."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    return " ".join("".join(map(_shown, text)).split())


def _shown(sign: str) -> str:
    if sign.isspace():
        return " "
    kind = unicodedata.category(sign)
    if kind == "Cs" or sign in "\ufffe\uffff":
        return "\ufffd"
    return "" if kind == "Cc" or (kind == "Cf" and sign not in _JOINERS) else sign


def utf8(text: str) -> bytes:
    """The text as UTF-8; half a sign, which UTF-8 cannot hold, becomes the sign for one not known."""
    return _SURROGATE.sub("\ufffd", text).encode()


def cell(value: str | float | None) -> str:
    """A cell of a table for spreadsheets: one that they would take for a formula gets a leading apostrophe."""
    text = "" if value is None else str(value)
    return f"'{text}" if isinstance(value, str) and _is_formula(text) else text


def _is_formula(text: str) -> bool:
    if text[:1] in ("\t", "\r", "\n"):
        return True
    # Spreadsheets may skip what shows nothing in front of the sign, and read signs of double width as the plain ones.
    first = next((c for c in text if not (c.isspace() or unicodedata.category(c) in {"Cc", "Cf"})), " ")
    return unicodedata.normalize("NFKC", first)[:1] in _FORMULA


def csv_bytes(rows: Iterable[Sequence[str | float | None]]) -> bytes:
    """The rows as CSV that every spreadsheet opens: byte-order mark, commas, CR LF."""
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\r\n")
    writer.writerows([cell(value) for value in row] for row in rows)
    return utf8("\ufeff" + table.getvalue())


def json_bytes(value: Any) -> bytes:
    """The value as JSON in UTF-8 with a line end; hidden marks and controls stand as their numbers."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return utf8(_HIDDEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n")


def xml_text(text: str) -> str:
    """The text between tags or within quotation marks, without what XML 1.0 cannot hold."""
    return escape(_NOT_XML.sub("", text))


def zip_bytes(files: Iterable[tuple[str, bytes]]) -> bytes:
    """The files as a zip, the same bytes for the same files; each has a plain name of its own in at most one folder."""
    packed = io.BytesIO()
    seen: set[str] = set()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            if name in seen or not _ZIP_NAME.fullmatch(name):
                raise ValueError(f"A file of a zip needs a plain name of its own: {name!r}.")
            seen.add(name)
            info = zipfile.ZipInfo(name, _ZIP_TIME)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = 0o644 << 16
            archive.writestr(info, data)
    return packed.getvalue()


def slug(text: str, otherwise: str) -> str:
    """The text in small plain letters, words joined by hyphens; `otherwise` where nothing of it can be spelt so."""
    spelt = "".join(map(_spell, unicodedata.normalize("NFC", text[: 4 * LONGEST]))).lower()
    made = "-".join(_WORD.findall(spelt))[:LONGEST].strip("-")
    return f"{made}-{otherwise}" if made in _RESERVED else made or otherwise


def _spell(sign: str) -> str:
    known = _SPELT.get(sign.lower())
    if known is not None or sign.isascii():
        return sign if known is None else known
    folded = unicodedata.normalize("NFKD", sign.casefold())
    base = _SPELT.get(folded[:1])
    if base is not None:
        return base
    plain = "".join(c for c in folded if c.isascii())
    syllable = _SYLLABLE.fullmatch(unicodedata.name(sign, ""))
    return plain or (syllable[1] if syllable else " ")


def file_name(name: str, day: date | None, ending: str, otherwise: str = "event") -> str:
    """The name of a file: `slug-of-name-2026-03-14.zip`."""
    dated = f"{slug(name, otherwise)}-{day.isoformat()}" if day else slug(name, otherwise)
    return f"{dated}.{slug(ending, 'txt')}"


def numbered(names: Sequence[str]) -> tuple[str, ...]:
    """Names with their place in front, so that they sort by it and no two are the same: `001-vriesland-fenna-de`."""
    width = max(3, len(str(len(names))))
    return tuple(f"{place:0{width}}-{slug(name, 'list')}" for place, name in enumerate(names, 1))


def content_disposition(filename: str) -> str:
    """The header that has a browser save the file under this name, of which only what is plain goes in."""
    stem, _, ending = filename.rpartition(".")
    return f'attachment; filename="{slug(stem or ending, "file")}.{slug(ending, "txt")}"'
