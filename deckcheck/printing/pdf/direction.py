"""Texts that run from right to left, wholly or in part: which piece stands where."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import groupby
from typing import Final, NamedTuple

from bidi import algorithm

from deckcheck.printing.pdf.letters import JOINERS, LEFTWARDS

_MARK: Final = "\u0300"


class Run(NamedTuple):
    """Letters of one font and one direction, in reading order."""

    font: str
    text: str
    leftwards: bool = False


def runs_in_place(letters: Sequence[tuple[str, str]]) -> tuple[Run, ...]:
    """The runs of a text from left to right; the text begins where its first letter with a direction is read from."""
    if not any(unicodedata.bidirectional(letter) in LEFTWARDS for letter, _ in letters):
        return tuple(Run(font, "".join(c for c, _ in same)) for font, same in groupby(letters, lambda pair: pair[1]))
    placed = [
        (letters[at], leftwards) for at, leftwards in _in_place("".join(_directed(letter) for letter, _ in letters))
    ]
    found = []
    for (font, leftwards), same in groupby(placed, lambda one: (one[0][1], one[1])):
        text = "".join(letter for (letter, _), _ in same)
        found.append(Run(font, text[::-1] if leftwards else text, leftwards))
    return tuple(found)


def _directed(letter: str) -> str:
    """The letter, or for a joiner, which has no direction, a mark: it goes with the letter before it."""
    return _MARK if letter in JOINERS else letter


def _in_place(text: str) -> list[tuple[int, bool]]:
    """The letters of a text from left to right, each by its place in it, and whether it is read leftwards."""
    base = algorithm.get_base_level(text)
    held = {**algorithm.get_empty_storage(), "base_level": base, "base_dir": "LR"[base]}
    algorithm.get_embedding_levels(text, held)
    for at, one in enumerate(held["chars"]):
        one["at"] = at
    algorithm.explicit_embed_and_overrides(held)
    algorithm.resolve_weak_types(held)
    algorithm.resolve_neutral_types(held, debug=False)
    algorithm.resolve_implicit_levels(held, debug=False)
    algorithm.reorder_resolved_levels(held, debug=False)
    return [(one["at"], bool(one["level"] % 2)) for one in held["chars"]]
