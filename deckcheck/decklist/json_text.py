"""JSON with the line of everything in it, read up to where it breaks off.

The standard library's reader keeps no places and nothing of a file that is cut off; this one needs both. No reading
depends on depth, and nothing is nested deeper than any deck is.
"""

from __future__ import annotations

from json import JSONDecoder
from typing import Final, NamedTuple

from deckcheck.decklist import lazy

_DEEPEST: Final = 40
_START: Final = lazy.regex(r'\s*(?:```\w{0,9}\s*)?(?:\{\s*["}]|\[\s*(?:\{|"[^"\n]*"\s*[,\]]|\[\s*[\["]))')
_TOKEN: Final = lazy.regex(
    r'[ \t\n\r]*([{}\[\],:"]|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|true\b|false\b|null\b)'
)
_FENCE: Final = "```"
_DECODER: Final = JSONDecoder(strict=False)
"""Within its strings a line may end: every mark of a line's end is a line feed by now."""
_WORDS: Final = {"true": True, "false": False, "null": None}


class JsonObject(dict[str, object]):
    """An object, the line each of its values begins on, and whether it was read to its end."""

    __slots__ = ("closed", "lines")

    def __init__(self) -> None:
        super().__init__()
        self.lines: dict[str, int] = {}
        self.closed = False


class JsonArray(list[object]):
    """An array, and the line each of its values begins on."""

    __slots__ = ("lines",)

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[int] = []


class JsonText(NamedTuple):
    """What a text holds, as far as it could be read; `broken` is the line where that ends (0: at the end)."""

    value: object
    broken: int = 0
    too_deep: bool = False


class _BrokenError(Exception):
    """Here the text stops being JSON."""


def is_json(text: str) -> bool:
    """Whether a text begins as JSON does, and as no list does whose cards or headings stand in brackets.

    It may stand in a fence, as chats have code.
    """
    return _START.match(text) is not None


def read_json(text: str) -> JsonText:
    """The value that the text holds."""
    fenced = text.lstrip().startswith(_FENCE)
    reading = _Reading("\n".join(map(_unfenced, text.split("\n"))) if fenced else text)
    try:
        reading.read()
    except _BrokenError:
        return JsonText(reading.root, max(reading.line, 1))
    except RecursionError:
        return JsonText(None, max(reading.line, 1), too_deep=True)
    return JsonText(reading.root)


def _unfenced(row: str) -> str:
    return "" if row.strip().startswith(_FENCE) else row


class _Reading:
    """The state of reading: the containers that are open, and the key that waits for its value."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.root: object = None
        self.line = 1
        self._at = 0
        self._counted_to = 0
        self._open: list[JsonObject | JsonArray] = []
        self._key: str | None = None

    def read(self) -> None:
        self._value(self._token())
        while self._open:
            self._member(self._open[-1])
        if self.text[self._at :].strip():
            self._token(anything=True)
            raise _BrokenError

    def _token(self, *, anything: bool = False) -> str:
        found = _TOKEN.match(self.text, self._at)
        end = found.start(1) if found else self._at + len(self.text[self._at :]) - len(self.text[self._at :].lstrip())
        self.line += self.text.count("\n", self._counted_to, end)
        self._counted_to = end
        if found is None or anything:
            raise _BrokenError
        self._at = found.end()
        return found[1]

    def _string(self) -> str:
        try:
            value, self._at = _DECODER.raw_decode(self.text, self._at - 1)
        except ValueError:
            raise _BrokenError from None
        return str(value)

    def _member(self, inside: JsonObject | JsonArray) -> None:
        """The next part of the innermost container: a member, or its end."""
        mark = self._token()
        if mark in "}]":
            self._close(inside, mark)
            return
        if inside:
            if mark != ",":
                raise _BrokenError
            mark = self._token()
        if isinstance(inside, JsonObject):
            mark = self._named(inside, mark)
        self._value(mark)

    def _close(self, inside: JsonObject | JsonArray, mark: str) -> None:
        if (mark == "}") != isinstance(inside, JsonObject):
            raise _BrokenError
        if isinstance(inside, JsonObject):
            inside.closed = True
        self._open.pop()

    def _named(self, inside: JsonObject, mark: str) -> str:
        """The mark behind a key. A key that stands there already would hide what it held."""
        if mark != '"':
            raise _BrokenError
        self._key = self._string()
        if self._key in inside or self._token() != ":":
            raise _BrokenError
        return self._token()

    def _value(self, mark: str) -> None:
        line = self.line
        if mark == "{":
            self._place(JsonObject(), line)
        elif mark == "[":
            self._place(JsonArray(), line)
        elif mark == '"':
            self._place(self._string(), line)
        elif mark in _WORDS:
            self._place(_WORDS[mark], line)
        elif mark[0] in "-0123456789":
            self._place(_number(mark), line)
        else:
            raise _BrokenError

    def _place(self, value: object, line: int) -> None:
        inside = self._open[-1] if self._open else None
        if isinstance(inside, JsonObject) and self._key is not None:
            inside[self._key] = value
            inside.lines[self._key] = line
        elif isinstance(inside, JsonArray):
            inside.append(value)
            inside.lines.append(line)
        else:
            self.root = value
        if isinstance(value, JsonObject | JsonArray):
            if len(self._open) >= _DEEPEST:
                raise RecursionError
            self._open.append(value)


def _number(mark: str) -> int | float | None:
    """A whole number as such, also where it is written 4.0; what is longer than any count is no number here."""
    if len(mark) > 20:
        return None
    value = float(mark)
    return int(value) if value.is_integer() else value
