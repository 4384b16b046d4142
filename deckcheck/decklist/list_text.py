"""From what people send to the text of a list: encodings, limits, and a plain word for what is no list at all."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from deckcheck.decklist import lazy
from deckcheck.decklist.deck_sites import LINK, deck_link
from deckcheck.decklist.encodings import CARDS, guess_text
from deckcheck.decklist.line_parser import heading_key
from deckcheck.decklist.list_reader import ListSyntax, headings_of, with_line_feeds
from deckcheck.translations import decimal, gettext, gettext_noop, ngettext, whole


class UnreadableText(ValueError):
    """What was sent can be no list; the message is a sentence that says what it is and what to do."""


class Limits(NamedTuple):
    """The most that is looked at: far more than any list needs, and read within a blink.

    `formatted`: RTF is read, too.
    """

    bytes: int = 262_144
    lines: int = 1_000
    what: str = gettext_noop("deck list")
    formatted: bool = False


LIMITS: Final = Limits(formatted=True)

_FILES: Final = (
    ((b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*", b"\0\0\1\0"), gettext_noop("a picture")),
    ((b"%PDF",), gettext_noop("a PDF document")),
    ((b"PK\x03\x04", b"PK\x05\x06", b"\xd0\xcf\x11\xe0"), gettext_noop("an office document or a packed file")),
    ((b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd"), gettext_noop("a packed file")),
    ((b"SQLite format", b"\x7fELF"), gettext_noop("a program or a database")),
)
_OFFICE: Final = (
    (b"word/", gettext_noop("a Word document")),
    (b"xl/", gettext_noop("a spreadsheet")),
    (b"opendocument.spreadsheet", gettext_noop("a spreadsheet")),
    (b"opendocument.text", gettext_noop("a text document")),
    (b"W\0o\0r\0d\0D\0o\0c\0u\0m\0e\0n\0t\0", gettext_noop("a Word document")),
    (b"W\0o\0r\0k\0b\0o\0o\0k\0", gettext_noop("a spreadsheet")),
)
"""What the parts of an office document are called, which stands unpacked in it."""
_PICTURE: Final = lazy.regex(r"\s*(?:data:image/|<svg\b|<img\b)", re.IGNORECASE)
_PAGE: Final = lazy.regex(r"\s*<(?:!doctype html|(?:html|head|body)\b)", re.IGNORECASE)
_OF_SITES: Final = lazy.regex(r"<(?:script|nav|form|iframe|link)\b", re.IGNORECASE)
_OF_LISTS: Final = lazy.regex(r"<(?:table|li|p|br|pre|div)\b", re.IGNORECASE)
_RTF: Final = "{\\rtf"
_NO_TEXT: Final = frozenset(chr(code) for code in (*range(0x09), *range(0x0E, 0x20), 0x7F, 0xFFFD))


def guess_names(data: bytes) -> str:
    """The text of bytes that are no Unicode and name cards."""
    return guess_text(data, CARDS)[0]


def decode(data: bytes, limits: Limits = LIMITS, legacy: Callable[[bytes], str] = guess_names) -> str:
    """The text of a file in whatever encoding it is kept; refuses what is no text and what is too long.

    `legacy` reads bytes that are no Unicode.
    """
    if named := _file_named(data, formatted=limits.formatted):
        raise UnreadableText(_this_is(named))
    if len(data) > limits.bytes:
        size = gettext("{size} MB").format(size=decimal(len(data) / 1_000_000))
        raise UnreadableText(_too_long(size, limits, chr(data[0])))
    text = _decoded(data, legacy)
    sample = text[:4096]
    if sum(c in _NO_TEXT for c in sample) > len(sample) // 10:
        raise UnreadableText(gettext("This file is no text. Open it, copy the list as text, and paste that."))
    return bounded(text, limits)


def _file_named(data: bytes, *, formatted: bool) -> str:
    """What kind of file this is that is no text; empty for text."""
    if data.startswith(_RTF.encode()):
        return "" if formatted else gettext_noop("a formatted document")
    kind = next((what for starts, what in _FILES if data.startswith(starts)), "")
    office = data.startswith((b"PK", b"\xd0\xcf")) and kind
    return next((what for part, what in _OFFICE if part in data), kind) if office else kind


def _pasted_file(head: str) -> str:
    """What kind of file was opened as text and pasted; of its signs only some may have come along."""
    data = head.encode("latin-1", "replace")
    named = _file_named(data, formatted=True)
    packed = data.startswith(b"PK") and any(part in data for part in (b"[Content_Types]", b"_rels/", b"mimetype"))
    return named or (_file_named(b"PK\x03\x04" + data, formatted=True) if packed else "")


def _decoded(data: bytes, legacy: Callable[[bytes], str]) -> str:
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8-sig"),
        (codecs.BOM_UTF32_LE, "utf-32"),
        (codecs.BOM_UTF32_BE, "utf-32"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    wide = _wide(data[:400])
    if wide:
        return data.decode(wide, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return _patched(data) or legacy(data)


def _patched(data: bytes) -> str:
    """The text of lines that are UTF-8 but for fewer of them, put together from two files or cut within a letter."""
    rows = [row for row in data.split(b"\n") if not row.isascii()]
    texts = {row: text for row in rows if (text := _utf8(row))}
    if 2 * sum(row in texts for row in rows) <= len(rows):
        return ""
    return "\n".join(texts.get(row) or row.decode("cp1252", "replace") for row in data.split(b"\n"))


def _utf8(row: bytes) -> str:
    try:
        return row.decode("utf-8")
    except UnicodeDecodeError:
        return ""


def _wide(head: bytes) -> str:
    """The encoding of text whose letters have two bytes each, if it is one: nearly all its blanks have a zero byte."""
    pairs = [head[at : at + 2] for at in range(0, len(head) - 1, 2)]
    blanks = sum(head.count(blank) for blank in b" \n\r")
    for encoding, zero in (("utf-16-le", 1), ("utf-16-be", 0)):
        zeros = [pair[1 - zero] for pair in pairs if not pair[zero]]
        if 3 * sum(byte in b" \n\r" for byte in zeros) > 2 * blanks or (len(head) > 3 and 4 * len(zeros) > len(head)):
            return encoding
    return ""


def bounded(text: str, limits: Limits = LIMITS) -> str:
    """The text itself, if it is no longer than a list can be."""
    if len(text) > limits.bytes:
        size = ngettext("{count} character", "{count} characters", len(text)).format(count=whole(len(text)))
        raise UnreadableText(_too_long(size, limits, text[0]))
    lines = with_line_feeds(text).count("\n")
    if lines > limits.lines:
        raise UnreadableText(_too_long(gettext("{count} lines").format(count=whole(lines)), limits, text[0]))
    return text


def _too_long(size: str, limits: Limits, first: str) -> str:
    # What sites and programs write for each other holds far more than the list.
    if limits.formatted and first in "{[<":
        told = gettext("This has {size}, more than any {list}. Export the list as text and paste that.")
    else:
        told = gettext("This has {size}, more than any {list}. Send one list at a time, of {count} lines at most.")
    return told.format(size=size, list=gettext(limits.what), count=whole(limits.lines))


def _this_is(named: str) -> str:
    told = gettext("This is {file}. Open it, copy the list as text, and paste that.")
    return told.format(file=gettext(named))


def what_is_this(text: str) -> str:
    """A sentence for text that is plainly something else than a list; an empty string for everything else."""
    head = text[:4096].lstrip("\ufeff \t\r\n")
    if named := _pasted_file(head):
        return _this_is(named)
    if _PICTURE.match(head):
        return _this_is("a picture")
    # What word processors and spreadsheets save as a page has neither scripts nor a menu, and is read.
    if _PAGE.match(head) and (_OF_SITES.search(text, 0, LIMITS.bytes) or not _OF_LISTS.search(text, 0, LIMITS.bytes)):
        return gettext("This is the source of a web page. Copy the list as the page shows it, and paste that.")
    if link := deck_link(text):
        named = gettext("This is a link to {site}.").format(site=link.site.name)
        return f"{named} {link.site.advice}"
    lines = head.split()
    if lines and not text[4096:].strip() and all(LINK.fullmatch(line) for line in lines):
        return _this_is(gettext_noop("a link"))
    return ""


def looks_like_game(text: str, games: Mapping[str, ListSyntax]) -> str:
    """The id of the game whose own headings a list has, where no other game knows as many of them; or nothing."""
    keys = frozenset(_keys(text))
    known = {game.id: keys & headings_of(game).keys() for game in games.values()}
    most = max(known.values(), key=len, default=frozenset())
    best = [game for game, words in known.items() if len(words) == len(most)]
    return best[0] if len(best) == 1 else ""


def _keys(text: str) -> Iterator[str]:
    for line in text[: LIMITS.bytes].splitlines()[: LIMITS.lines]:
        if len(line) <= 60 and (key := heading_key(line.lstrip("#/; \t").rstrip())):
            yield key


# The limits of this file hold before this; entities and document types are refused here, so nothing can grow.


class Element(NamedTuple):
    """One element: its tag, its attributes, the line of the text it begins on, and its own text (once it is closed)."""

    tag: str
    attributes: Mapping[str, str]
    line: int
    text: str = ""


class _RefusedError(Exception):
    """The text declares entities or a document type."""


def elements(text: str) -> tuple[tuple[Element, ...], int]:
    """All elements in order, up to the line where the text stops being XML (0: it is XML to its end)."""
    from xml.parsers import expat

    found: list[Element] = []
    opened: list[tuple[int, list[str]]] = []
    parser = expat.ParserCreate()
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)

    def start(tag: str, attributes: dict[str, str]) -> None:
        opened.append((len(found), []))
        found.append(Element(tag, attributes, parser.CurrentLineNumber))

    def write(data: str) -> None:
        opened[-1][1].append(data)

    def end(_: str) -> None:
        place, parts = opened.pop()
        found[place] = found[place]._replace(text="".join(parts))

    def refuse(*_: object) -> None:
        raise _RefusedError

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = write
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        return tuple(found), error.lineno
    except (_RefusedError, UnicodeEncodeError):
        return tuple(found), max(parser.CurrentLineNumber, 1)
    return tuple(found), 0
