"""Which column is what: by the words of its heading."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from deckcheck.roster.files.names import fold_word
from deckcheck.roster.files.vocabulary import FILLERS, PRECEDENCE, WORDS, Word


class Column(NamedTuple):
    """What a column holds, and of which of a table's players (1 to 4)."""

    role: str
    side: int


LAST_FIRST: Final = "last-first"
IGNORED: Final = "ignored"
NAMES: Final = frozenset(("name", "first", "last", LAST_FIRST))
_LETTERS: Final = {"w": "wins", "l": "losses", "d": "draws", "t": "draws"}
_HEADER_ROWS: Final = 25


class Heading(NamedTuple):
    """One heading read: its role, the side it names (0: none), and whether no word of it is unknown."""

    role: str
    side: int
    pure: bool


def read_heading(text: str) -> Heading:
    """What a heading says: "Player 2", "Nachname, Vorname", "DisplayNameLastFirst", "OMW%", "ID giocatore"."""
    if text.strip() in {"#", "№"}:
        return Heading("number", 0, True)
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z])(?=\d)", " ", text)
    tokens = fold_word(spaced).split()
    if not tokens or len(tokens) > 8:
        return Heading("", 0, False)
    if len(tokens) > 1 and set(tokens) <= _LETTERS.keys():
        return Heading("record", 0, True)
    known = [WORDS.get(" ".join(tokens))] if " ".join(tokens) in WORDS else [WORDS.get(token) for token in tokens]
    words = [word for word in known if word]
    side = _side(tokens)
    unknown = [t for t in tokens if t not in WORDS and t not in FILLERS and not t.isdecimal() and t not in "abcdp"]
    return Heading(_role(text, words, side, tokens), 2 if Word.OPPONENT in words else side, not unknown)


def _side(tokens: Sequence[str]) -> int:
    for at, token in enumerate(tokens):
        if token.isdecimal() and 1 <= int(token[:3]) <= 8:
            return int(token)
        if at and token in {"a", "b", "c", "d"} and at == len(tokens) - 1:
            return "abcd".index(token) + 1
    return 0


def _role(text: str, words: Sequence[Word], side: int, tokens: Sequence[str]) -> str:
    found = set(words)
    if "%" in text or not found:
        return IGNORED if "%" in text else "name" if tokens[0] == "p" and side else ""
    if {Word.WINS, Word.LOSSES} <= found:
        return "record"
    if (Word.ROUND in found and side) or {Word.TEAM, Word.ID} <= found:
        return IGNORED
    if {Word.FIRST, Word.LAST} <= found or (Word.FIRST in found and Word.NAME in found and "," in text):
        order = [word for word in words if word in (Word.FIRST, Word.LAST)]
        return LAST_FIRST if order[0] is Word.LAST or Word.LAST not in found else "name"
    role = next(word for word in PRECEDENCE if word in found)
    return "name" if role in (Word.OPPONENT, Word.PLAYER) else str(role)


def read_header(row: Sequence[str]) -> dict[int, Column]:
    """The columns that a row of headings names; nothing if the row is no such row."""
    headings = [read_heading(cell) for cell in row]
    letters = {at: _LETTERS[w] for at, cell in enumerate(row) if (w := fold_word(cell)) in _LETTERS}
    if len(letters) > 1:
        headings = [Heading(letters[at], 0, True) if at in letters else h for at, h in enumerate(headings)]
    headings = _team_names(headings)
    filled = sum(1 for cell in row if cell)
    told = [h for h in headings if h.role]
    named = [h for h in told if h.role in NAMES | {"user"} and h.pure]
    if not named or (len(told) < 2 and filled > 1) or len(told) * 2 < filled:
        return {}
    return _placed(headings)


def _team_names(headings: list[Heading]) -> list[Heading]:
    """Where nothing else is named, teams are who plays."""
    if any(h.role in NAMES for h in headings):
        return headings
    return [h._replace(role="name") if h.role == "team" else h for h in headings]


def _placed(headings: Sequence[Heading]) -> dict[int, Column]:
    columns: dict[int, Column] = {}
    taken: set[tuple[str, int]] = set()
    current = 1
    for at, heading in enumerate(headings):
        role = heading.role
        if not role:
            continue
        if heading.side and role != "number":
            current = heading.side
        elif role in NAMES and (role, current) in taken:
            current += 1
        if (role, current) not in taken:
            columns[at] = Column(role, current)
            taken.add((role, current))
    return _split_names(columns)


def _split_names(columns: dict[int, Column]) -> dict[int, Column]:
    """A "Name" beside a first name is the last name, and beside a last name the first."""
    roles = set(columns.values())
    changed = dict(columns)
    for at, (role, side) in columns.items():
        first, last = Column("first", side) in roles, Column("last", side) in roles
        if role == "name" and first != last:
            changed[at] = Column("last" if first else "first", side)
    return changed


def find_header(rows: Sequence[Sequence[str]]) -> tuple[int, Mapping[int, Column]]:
    """The row of headings among the first rows, and its columns; -1 and nothing where no row is one."""
    best: tuple[int, Mapping[int, Column]] = (-1, {})
    for at, row in enumerate(rows[:_HEADER_ROWS]):
        columns = read_header(row)
        if len(columns) > len(best[1]):
            best = (at, columns)
    return best
