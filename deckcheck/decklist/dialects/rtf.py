"""RTF, the form in which word processors and TextEdit save text: the lines that it shows are the list.

Read are the marks of the RTF Specification 1.9.1 that make lines, cells and letters; all others only dress them.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from deckcheck.decklist import lazy
from deckcheck.decklist.decks import ParsedList
from deckcheck.decklist.list_reader import Dialect
from deckcheck.decklist.taken_out import ShownLines, read_shown

_TOKEN: Final = lazy.regex(
    r"\n|\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z'])|([{}])|([^\\{}\n]+)|\\", re.DOTALL
)
_UNSHOWN: Final = frozenset(
    "fonttbl colortbl stylesheet info pict header headerl headerr headerf footer footerl footerr footerf listtable"
    " listoverridetable rsidtbl generator themedata datastore xmlnstbl filetbl revtbl fldinst listtext pntext pntxta"
    " pntxtb footnote annotation object nonshppict bkmkstart bkmkend latentstyles".split()
)
_LETTERS: Final = {
    "tab": "\t",
    "emdash": "—",
    "endash": "–",
    "lquote": "‘",
    "rquote": "’",
    "ldblquote": "“",
    "rdblquote": "”",
    "bullet": "•",
    "emspace": " ",
    "enspace": " ",
    "qmspace": " ",
}
_SIGNS: Final = {"~": "\u00a0", "_": "-", "-": "", "{": "{", "}": "}", "\\": "\\"}
_LINE_ENDS: Final = frozenset({"par", "line", "sect", "page", "row", "column"})


def _recognise(text: str) -> int:
    """It says so itself."""
    return 100 if text.lstrip()[:5] == "{\\rtf" else 0


class _State(NamedTuple):
    """What holds within a group.

    Whether its text belongs to the document and is to be seen; how many letters stand in for one given by its number.
    """

    content: bool = True
    visible: bool = True
    stand_ins: int = 1


class _Reading:
    def __init__(self) -> None:
        self.shown = ShownLines()
        self.number = 1
        self.groups: list[_State] = []
        self._state = _State()
        self._page = "cp1252"
        self._skipped = 0
        self._optional = False

    def take(self, found: re.Match[str]) -> None:
        word, value, byte, sign, brace, text = found.groups()
        if brace:
            self._group(brace)
        elif word:
            self._word(word, value)
        elif byte:
            self._write(bytes.fromhex(byte).decode(self._page, "replace"))
        elif sign:
            self._sign(sign)
        elif text:
            self._write(text)
        self.number += found[0].count("\n")

    def _group(self, brace: str) -> None:
        self._skipped, self._optional = 0, False
        if brace == "{":
            self.groups.append(self._state)
        elif self.groups:
            self._state = self.groups.pop()

    def _sign(self, sign: str) -> None:
        if sign == "\n":
            self.shown.end_line(self.number, blank=True)
        elif sign == "*":
            self._optional = True
        else:
            self._write(_SIGNS.get(sign, ""))

    def _word(self, word: str, value: str | None) -> None:
        if word in _UNSHOWN or self._optional:
            self._state = self._state._replace(content=False)
        elif word in ("v", "deleted"):
            self._state = self._state._replace(visible=value == "0")
        elif self._state.content:
            self._shown_word(word, value)

    def _shown_word(self, word: str, value: str | None) -> None:
        if word in _LINE_ENDS:
            self.shown.end_line(self.number, blank=word in ("par", "line"))
        elif word in ("cell", "nestcell"):
            self.shown.next_cell()
        elif word == "u" and value:
            self._write(_letter(int(value)))
            self._skipped = self._state.stand_ins
        elif word in _LETTERS:
            self._write(_LETTERS[word])
        elif value:
            self._setting(word, int(value))

    def _setting(self, word: str, value: int) -> None:
        if word == "uc":
            self._state = self._state._replace(stand_ins=min(max(value, 0), 8))
        elif word == "ansicpg":
            try:
                self._page = codecs.lookup(f"cp{value}").name
            except LookupError:
                self._page = "cp1252"

    def _write(self, text: str) -> None:
        if self._skipped:
            text, self._skipped = text[self._skipped :], max(self._skipped - len(text), 0)
        if self._state.content and self._state.visible:
            self.shown.write(self.number, text)


def _letter(number: int) -> str:
    """The letter of a number, which may be written below zero; half a letter is none."""
    letter = chr(number % 0x10000)
    return "\ufffd" if "\ud800" <= letter <= "\udfff" else letter


def _read(text: str, words: Mapping[str, str]) -> ParsedList:
    reading, end = _Reading(), 0
    for found in _TOKEN.finditer(text):
        reading.take(found)
        if not reading.groups and found[0] == "}":
            end = found.end()
            break
    reading.shown.end_line(reading.number)
    # A whole file ends with its outermost group; what is behind that is none of it.
    behind = text[end:].lstrip() if end else ""
    broken = text.count("\n", 0, len(text) - len(behind)) + 1 if behind or not end else 0
    return read_shown("rtf", text, reading.shown.lines, words, broken)


RTF = Dialect("rtf", "RTF document", _recognise, _read, begins="{")
