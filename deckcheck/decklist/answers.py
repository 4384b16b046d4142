"""What a person answered to the questions about a list: lines that are no cards, and corrections that were refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers to one text. `left_out`: numbers of lines that are no cards, ascending.

    `refused`: names as written whose correction the player has said no to.
    """

    left_out: tuple[int, ...] = ()
    refused: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        """Whether anything was answered."""
        return bool(self.left_out or self.refused)

    def as_json(self) -> dict[str, Any]:
        """The answers as they are kept beside their text; nothing where nothing was answered."""
        told: dict[str, Any] = {}
        if self.left_out:
            told["leave_out"] = list(self.left_out)
        if self.refused:
            told["not"] = sorted(self.refused)
        return told


NO_ANSWERS: Final = Answers()


def make_answers(left_out: Iterable[int] = (), refused: Iterable[str] = ()) -> Answers:
    """Answers from what was given, in any order and as often as it was said."""
    return Answers(tuple(sorted(set(left_out))), frozenset(refused))


def kept_answers(kept: Mapping[str, Any]) -> Answers:
    """Answers from what was kept."""
    return make_answers(kept.get("leave_out", ()), kept.get("not", ()))


def marks_by_line(lines: Sequence[str], numbers: Iterable[int]) -> dict[int, str]:
    """The mark of each of these lines that is there and not blank: so it is known again in an edited text.

    A mark tells what stands in a line, and says the how-manieth of how many equal lines it is.
    """
    wanted = set(numbers)
    return {
        number: f"{place}.{len(found)}.{digest}"
        for digest, found in (_equal_lines(lines) if wanted else {}).items()
        for place, number in enumerate(found, 1)
        if number in wanted
    }


def marks_of(lines: Sequence[str], numbers: Iterable[int]) -> tuple[str, ...]:
    """The lines with these numbers, told by their marks."""
    return tuple(marks_by_line(lines, numbers).values())


def numbers_of(lines: Sequence[str], marks: Iterable[str]) -> tuple[int, ...]:
    """The numbers that marked lines have in this text; a mark whose line changed is dropped.

    Of several equal lines of which some are marked, it is known which they are as long as there are as many as before.
    """
    given: dict[tuple[str, int], set[int]] = {}
    for mark in marks:
        place, many, digest = (*mark.split(".", 2), "", "")[:3]
        if _is_number(place) and _is_number(many):
            given.setdefault((digest, int(many)), set()).add(int(place))
    same = _equal_lines(lines) if given else {}
    found: set[int] = set()
    for (digest, before), places in given.items():
        here = same.get(digest, [])
        if len(here) == before:
            found |= {number for place, number in enumerate(here, 1) if place in places}
        elif len(here) < before == len(places):
            found |= set(here)  # All of them were marked, so each that is left is.
    return tuple(sorted(found))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 7


def _equal_lines(lines: Sequence[str]) -> dict[str, list[int]]:
    same: dict[str, list[int]] = {}
    for number, text in enumerate(lines, 1):
        if text.strip():
            same.setdefault(_digest(text), []).append(number)
    return same


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:20]
