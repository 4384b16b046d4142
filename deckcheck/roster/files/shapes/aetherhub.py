"""AetherHub's pairings, copied from the page: the points of each player stand in brackets behind the name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.roster.files.documents import LONGEST_ROW, Document
from deckcheck.roster.files.model import Kind, Place, Roster, Shape
from deckcheck.roster.files.player_names import fold_word, is_nobody, read_name, read_number
from deckcheck.roster.files.roster_reader import Gathering, Mention, read_place
from deckcheck.roster.files.tables import ROUND

_PLAYER: Final = r"(\S[^\n]{0,200}?)\s*\((-?\d{1,3})\s+Points?\)"
_ROW: Final = lazy.regex(rf"\s*(\d{{1,5}}|-)\s+{_PLAYER}(.*)")
_OPPONENT: Final = lazy.regex(rf"\s*{_PLAYER}")
_GAP: Final = lazy.regex(r"\s{2,}|\t| (?=\d+ - \d)")
_HEADINGS: Final = lazy.regex(r"\s*Table\s+Player", re.IGNORECASE)


def _recognise(document: Document) -> int:
    """Sure if most lines are such rows."""
    if document.data is not None or "Point" not in document.text:
        return 0
    lines = document.lines
    found = sum(1 for line in lines if len(line) <= LONGEST_ROW and _ROW.match(line))
    return 86 if found * 3 >= len(lines) * 2 else 0


def _read(document: Document, names: Mapping[str, str]) -> Roster:
    gathering = Gathering("aetherhub", names)
    at: Place = None
    for line in document.lines:
        row = _ROW.match(line) if len(line) <= LONGEST_ROW else None
        if row:
            gathering.seat(at, read_place(row[1]), _people(row, gathering))
        elif found := ROUND.fullmatch(fold_word(line)):
            at = int(found[1])
        elif not _HEADINGS.match(line) and not is_nobody(line):
            gathering.unread(line)
    return gathering.roster(Kind.PAIRINGS)


def _people(row: re.Match[str], gathering: Gathering) -> list[Mention]:
    people = [Mention(read_name(row[2]), points=read_number(row[3]))]
    opponent = _OPPONENT.match(row[4])
    if opponent:
        people.append(Mention(read_name(opponent[1]), points=read_number(opponent[2])))
    elif not is_nobody(_GAP.split(row[4].strip())[0]):
        gathering.unread(row[4])
    return people


AETHERHUB: Final = Shape("aetherhub", "AetherHub pairings", _recognise, _read)
