"""Pairings as people write them in a chat: "Table 3: Anna vs Bert"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.roster.files.documents import LONGEST_ROW, Document
from deckcheck.roster.files.headers import WORDS, Word
from deckcheck.roster.files.model import Kind, Place, Roster, Shape
from deckcheck.roster.files.player_names import cut_points, fold_word, is_nobody, read_name
from deckcheck.roster.files.roster_reader import Gathering, Mention, read_place
from deckcheck.roster.files.tables import ROUND

_TABLE_WORDS: Final = "|".join(sorted((re.escape(w) for w, is_a in WORDS.items() if is_a is Word.TABLE), key=len))
_ROW: Final = lazy.regex(
    rf"\s*(?:[-*•]\s+)?(?:(?:(?:{_TABLE_WORDS})\s*[#.]?\s*|#)?(?P<table>\d{{1,5}})\s*(?:[.):]|[-–]\s|\s)\s*)?"
    r"(?P<one>\S[^\n]{0,200}?)\s+(?:vs?\.?|versus|gegen|contre|contra|contro|tegen|przeciw|mot|×|⚔️?)\s+(?P<two>\S[^\n]{0,200})",
    re.IGNORECASE,
)
_BYE: Final = lazy.regex(
    r"\s*(?:[-*•]\s+)?(?:bye|freilos)\s*[:–-]\s*(?P<one>\S.{0,200})|\s*(?:[-*•]\s+)?(?P<other>\S.{0,200}?)\s*[:–(-]\s*(?:bye|freilos)\)?\s*",
    re.IGNORECASE,
)


def _recognise(document: Document) -> int:
    """Sure where most lines are such pairs."""
    lines = document.lines
    if document.data is not None or not lines:
        return 0
    found = sum(1 for line in lines if len(line) <= LONGEST_ROW and _ROW.fullmatch(line))
    return 75 if found and found * 3 >= len(lines) * 2 - 2 else 0


def _read(document: Document, names: Mapping[str, str]) -> Roster:
    gathering = Gathering("versus", names)
    at: Place = None
    for line in document.lines:
        if len(line) > LONGEST_ROW:
            gathering.unread(line)
        elif row := _ROW.fullmatch(line):
            people = [_mention(name) for name in (row["one"], row["two"]) if not is_nobody(name)]
            gathering.seat(at, read_place(row["table"] or ""), people)
        elif bye := _BYE.fullmatch(line):
            gathering.seat(at, None, [_mention(bye["one"] or bye["other"])])
        elif found := ROUND.search(fold_word(line)):
            at = int(found[1])
        elif not line.strip().endswith(":"):
            gathering.unread(line)
    return gathering.roster(Kind.PAIRINGS)


def _mention(text: str) -> Mention:
    name, points = cut_points(text)
    return Mention(read_name(name.strip("*_ ")), points=points)


VERSUS: Final = Shape("versus", "Pairs of a chat", _recognise, _read)
