"""Reading a list without the lines of which somebody said that they are no cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from deckcheck.decklist.decks import Line, LineKind, ParsedList

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
        return f"Line {number} is empty or not in the list, so it can't be left out."
    if all(line.kind is LineKind.HEADING for line in there):
        return f'Line {number} is a heading ("{there[0].text.strip()[:60]}"), so it can\'t be left out.'
    return ""
