"""A list copied from the screen: a name, then always as many lines that say how the page shows that player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from deckcheck.roster.files.documents import Document
from deckcheck.roster.files.model import Roster, Shape
from deckcheck.roster.files.player_names import Remark, fold_word, read_name, read_remark
from deckcheck.roster.files.roster_reader import Gathering, Mention

_STATES: Final = frozenset(
    "none|not submitted|submitted|manual|companion|checked in|not checked in|dropped|active|pending|yes|no|waiting|"
    "registered|enrolled|confirmed|drop|remove|invited|accepted".split("|")
)
_LONGEST_PERIOD: Final = 8
_MOST_AROUND: Final = 6


def _rhythm(lines: Sequence[str]) -> tuple[int, int]:
    """How many lines above do not belong, and after how many lines the next name comes; 0 and 0: no rhythm.

    A copy may begin and end in the middle of a player.
    """
    folded = [fold_word(line) for line in lines]
    for period in range(2, _LONGEST_PERIOD + 1):
        for above in range(_MOST_AROUND):
            if len(lines) - above >= 2 * period and _beats(folded[above:], period):
                return above, period
    return 0, 0


def _beats(folded: Sequence[str], period: int) -> bool:
    """Whether names differ and what stands between them is made of few states, none of them a name."""
    names, rows = set(folded[::period]), len(folded[::period])
    if len(names) * 10 < rows * 9 or names & _STATES:
        return False
    for offset in range(1, period):
        states = set(folded[offset::period])
        if states & names or not (states <= _STATES or (rows >= 4 and len(states) * 3 <= rows)):
            return False
    return True


def _recognise(document: Document) -> int:
    """Likely where the lines beat time."""
    if document.data is not None or len(document.lines) < 4:
        return 0
    return 70 if _rhythm([line.strip() for line in document.lines])[1] else 0


def _read(document: Document, names: Mapping[str, str]) -> Roster:
    lines = [line.strip() for line in document.lines]
    above, period = _rhythm(lines)
    gathering = Gathering("screen", names)
    for line in lines[:above]:
        if fold_word(line) not in _STATES:
            gathering.unread(line)
    for at in range(above, len(lines), period):
        out = any(read_remark(state) is Remark.OUT for state in lines[at + 1 : at + period])
        gathering.add(Mention(read_name(lines[at]), dropped=out))
    return gathering.roster()


SCREEN: Final = Shape("screen", "List copied from a screen", _recognise, _read)
