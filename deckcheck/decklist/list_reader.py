"""Reading a list in whatever way it is written: the dialect that is surest reads it, and no line is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from deckcheck.decklist import lazy
from deckcheck.decklist.decks import Line, LineKind, ParsedList
from deckcheck.decklist.line_parser import SAME, Headings
from deckcheck.decklist.written_marks import Parted
from deckcheck.translations import gettext


class Section(NamedTuple):
    """A part of a list: its id, its plain English title and the words that open it in a list (compared folded)."""

    id: str
    title: str
    headings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dialect:
    """One way of writing a list.

    `recognise` answers 0 (not this) to 100 (surely this); the surest reads. `read` gets the text with line feeds
    alone as line ends, without a byte-order mark, and the words that open sections (heading, folded, to section id).
    `begins` holds the characters that a text may begin with behind white space: one that begins otherwise is not asked
    about. Empty: any.
    """

    id: str
    title: str
    recognise: Callable[[str], int]
    read: Callable[[str, Mapping[str, str]], ParsedList]
    begins: str = ""


class ListSyntax(Protocol):
    """What reading needs to know of a game."""

    @property
    def id(self) -> str:
        """The game's id."""
        ...

    @property
    def sections(self) -> tuple[Section, ...]:
        """The parts of a list."""
        ...

    @property
    def dialects(self) -> Sequence[Dialect]:
        """The ways in which lists are written."""
        ...

    @property
    def groups(self) -> tuple[str, ...]:
        """Headings that open no section and only group cards, folded."""
        ...

    @property
    def categories(self) -> tuple[str, ...]:
        """More of these, which may be cards as well."""
        ...

    @property
    def parted(self) -> Parted | None:
        """Parts what lists of the game write behind a name without a sign."""
        ...


LEFT_OUT: Final = "left-out"
"""Why a line is a remark that would be read as something else."""
_NOTHING: Final = "//"
"""A comment without words: what stands in the place of a line, so that all others keep their numbers and gaps."""


def read_without(text: str, numbers: Iterable[int], read: Callable[[str], ParsedList]) -> ParsedList:
    """The list as it is read where these lines say nothing; they are in it, as remarks."""
    wanted, rows = set(numbers), text.split("\n")
    whole, rest = read(text), read("\n".join(_blanked(rows, wanted)))
    # A file may hang together by the very line: then it is read as it is, and the line alone taken from what was read.
    return mark_left_out(rest if _is_as_good(rest, whole, wanted) else whole, wanted, rows)


def _blanked(rows: list[str], wanted: set[int]) -> Iterator[str]:
    """The rows with nothing in the place of those; what stands above the list is blank, as a blank line parts none."""
    begun = False
    for number, row in enumerate(rows, 1):
        if number not in wanted:
            begun = begun or bool(row.strip())
            yield row
        else:
            yield _NOTHING if begun else ""


def mark_left_out(parsed: ParsedList, wanted: set[int], rows: list[str]) -> ParsedList:
    """The list with these lines as remarks; what is blank stays so."""
    lines = [line for line in parsed.lines if line.number not in wanted]
    lines += [
        Line(number, rows[number - 1], LineKind.REMARK, reason=LEFT_OUT)
        for number in wanted
        if 0 < number <= len(rows) and rows[number - 1].strip()
    ]
    return parsed._replace(lines=tuple(sorted(lines, key=lambda line: line.number)))


def _is_as_good(rest: ParsedList, whole: ParsedList, wanted: set[int]) -> bool:
    """Whether each other line was read as well as before."""
    before = {line.number for line in whole.lines if line.kind is not LineKind.UNREAD} - wanted
    after = {line.number for line in rest.lines if line.kind is not LineKind.UNREAD} - wanted
    return before <= after


def left_out_lines(parsed: ParsedList) -> tuple[Line, ...]:
    """The lines that were left out because somebody said so."""
    return tuple(line for line in parsed.lines if line.reason == LEFT_OUT)


def why_not_left_out(parsed: ParsedList, number: int) -> str:
    """Why no answer about this line can be taken, by the list as it is read without one; empty if it can."""
    there = [line for line in parsed.lines if line.number == number]
    if not there:
        return gettext("Line {line} is empty or not in the list, so it can't be left out.").format(line=number)
    if any(line.kind is LineKind.HEADING for line in there):
        told = gettext('Line {line} is a heading ("{text}"), so it can\'t be left out.')
        return told.format(line=number, text=there[0].text.strip()[:60])
    if sum(line.kind is LineKind.CARD for line in there) > 1:
        told = gettext("Line {line} holds several cards, so it can't be left out. Remove what is no card from it.")
        return told.format(line=number)
    return ""


_LINE_ENDS: Final = ("\r", "\v", "\f", "\x85", "\u2028", "\u2029")
_LINE_END: Final = lazy.regex("\r\n|[\r\v\x85\u2028\u2029]|(?<![\r\n])\f(?![\r\n])")
"""What ends a line; beside a line's end, a new page adds none."""


def with_line_feeds(text: str) -> str:
    """The text with a line feed where a line ends, however that was written."""
    if not any(end in text for end in _LINE_ENDS):
        return text
    return _LINE_END.sub("\n", text)


def read_list(text: str, game: ListSyntax, dialect: str | None = None, leave_out: Iterable[int] = ()) -> ParsedList:
    """The list as read; each of its non-blank lines is a card, a heading, a remark or unread.

    Lines whose numbers are in `leave_out` are remarks: somebody said that they are no cards.
    """
    text = with_line_feeds(text).removeprefix("\ufeff")
    reader = _named(game, dialect) if dialect else _surest(game, text)
    headings = headings_of(game)
    if leave_out:
        return read_without(text, leave_out, lambda told: reader.read(told, headings))
    return reader.read(text, headings)


def _surest(game: ListSyntax, text: str) -> Dialect:
    known = _known_of(game)
    surest, most = game.dialects[0], -1
    for dialect in known.by_start.get(text.lstrip()[:1], known.others):
        sure = dialect.recognise(text)
        if sure > most:
            surest, most = dialect, sure
    return surest


def _named(game: ListSyntax, dialect: str) -> Dialect:
    found = next((d for d in game.dialects if d.id == dialect), None)
    if found is None:
        raise ValueError(f"No dialect is called {dialect!r}; there are {', '.join(d.id for d in game.dialects)}.")
    return found


class _Known(NamedTuple):
    """What is kept of a game: its headings, and the dialects to ask by a text's first character, or of all `others`."""

    game: ListSyntax
    headings: Headings
    by_start: Mapping[str, tuple[Dialect, ...]]
    others: tuple[Dialect, ...]


_known: dict[str, _Known] = {}


def headings_of(game: ListSyntax) -> Headings:
    """The words that open sections in lists of a game, and those that only group cards."""
    return _known_of(game).headings


def _known_of(game: ListSyntax) -> _Known:
    known = _known.get(game.id)
    if known is None or known.game is not game:
        words = dict.fromkeys(game.groups, SAME) | {w: s.id for s in game.sections for w in s.headings}
        starts = {character for dialect in game.dialects for character in dialect.begins}
        by_start = {c: tuple(d for d in game.dialects if not d.begins or c in d.begins) for c in starts}
        others = tuple(d for d in game.dialects if not d.begins)
        _known[game.id] = known = _Known(
            game, Headings(words, frozenset(game.categories), game.parted), by_start, others
        )
    return known
