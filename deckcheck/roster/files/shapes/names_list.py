"""A list of names, one a line, as people post it: numbers, dots, remarks, mentions, and a list of those who wait."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from deckcheck.decklist.list_text import UnreadableText
from deckcheck.roster.files.chats import Line, is_deck_list, is_title, read_lines
from deckcheck.roster.files.documents import Document
from deckcheck.roster.files.model import Kind, Roster, Shape
from deckcheck.roster.files.player_names import Remark, is_waiting_head
from deckcheck.roster.files.roster_reader import Gathering, Mention


def _recognise(document: Document) -> int:
    """Any text can be such a list; likely where most lines have a mark in front."""
    if document.data is not None or document.elements:
        return 0
    lines = read_lines(document.lines)
    marked = sum(1 for line in lines if line.marked)
    return 45 if marked >= 2 and marked * 2 >= len(lines) else 20


def _read(document: Document, names: Mapping[str, str]) -> Roster:
    if is_deck_list(document.lines):
        raise UnreadableText("This reads like a deck list, not like a list of players. Choose the file with the names.")
    gathering = Gathering("names", names)
    lines = read_lines(document.lines)
    marked = sum(1 for line in lines if line.marked) * 2 >= len(lines)
    waits = begun = False
    for at, line in enumerate(lines):
        title = not line.marked and is_title(document, at, line.raw)
        if not line.marked and is_waiting_head(line.raw):
            waits = True
        elif line.marked or not (marked or title):
            begun = True
            _enter(line, waits, gathering)
        elif title:
            waits = False
        elif begun:
            gathering.unread(line.raw)
    if sum(1 for line in lines if re.search(r"\w,\w", line.raw)) > 1:
        text = "Names are parted by a comma without a blank: read as last name, first name. Say if it is the other way."
        gathering.ask("order", text)
    return gathering.roster(Kind.ROSTER)


def _enter(line: Line, waits: bool, gathering: Gathering) -> None:
    if not line.name.display:
        gathering.unread(line.raw)
    elif waits or line.remark is Remark.WAITING:
        gathering.leave_out(line.name)
    else:
        gathering.add(Mention(line.name, dropped=line.remark is Remark.OUT, mail=line.mail))


NAMES: Final = Shape("names", "List of names", _recognise, _read)
