"""A list of names, one a line, as people post it: numbers, dots, remarks, mentions, and a list of those who wait."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from deckcheck.decklist.list_text import UnreadableText
from deckcheck.roster.files.documents import Document
from deckcheck.roster.files.headers import read_heading
from deckcheck.roster.files.model import Kind, Roster, Shape
from deckcheck.roster.files.player_names import (
    Name,
    Remark,
    find_remark,
    fold_word,
    is_waiting_head,
    read_name,
    read_remark,
    tidy,
)
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


_MARK: Final = re.compile(
    r"\s*(?:[-*•‣▪▫◦●○·➤➢►→>+–—]\s+|\(?#?(?P<a>\d{1,5})\s*[.):\]](?!\d)\s*|#?(?P<b>\d{1,5})\s+[-–—]\s+|#(?P<c>\d{1,5})\s+"
    r"|[\[(][ xX✓✔]?[\])]\s*|[☐☑☒✅✔✓•]\ufe0f?\s*|(?P<d>\d)\ufe0f?\u20e3\s*)"
)
_COUNT: Final = re.compile(r"\s*(\d{1,5})\s+(?=\S)")
_MENTION: Final = re.compile(r"<[@#]?[!&]?\d{5,25}>|<a?:\w{1,40}:\d{5,25}>")
_HANDLE: Final = re.compile(r"(?<=\S)\s+\(?@[\w.#-]{2,40}\)?\s*\Z")
_MAIL: Final = re.compile(r"<?\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}>?")
_STRUCK: Final = re.compile(r"~~(.+)~~|~([^~]{2,})~")
_BRACKETS: Final = re.compile(r"\s*[(\[{]([^()\[\]{}]{0,80})[)\]}]\s*\Z")
_COMMA: Final = re.compile(r"\s*[,;:]\s*([^,;:]{1,80})\Z")
_DASH: Final = re.compile(r"\s+[-–—|/]\s+([^-–—|]{1,80})\Z")
_TICKS: Final = re.compile(r"[\s✅✔☑✓💰💵👍❌🚫🗙✗✘]\ufe0f?\Z")
_OUT_TICKS: Final = frozenset("❌🚫🗙✗✘")
_FENCE: Final = re.compile(r"\s*(?:```\w*|[-=_*~]{3,})\s*")
_TITLES: Final = frozenset(
    """
    players teilnehmer teilnehmerliste teilnehmende spielerliste spielerinnen joueurs inscrits participants giocatori
    iscritti partecipanti jugadores inscritos participantes jogadores spelers deelnemers gracze zapisani uczestnicy
    roster attendees attending signups registrations anmeldung anmeldungen angemeldet anmeldeliste entries entrants
    inscriptions iscrizioni inscripciones playerlist
    """.split()
)
"""Words of a heading wherever they stand in it."""

_WEAK: Final = frozenset("player spieler list liste sign up ups registered registration confirmed going yes in".split())
"""Words of a heading that has no others, since people may be called so."""

_SHORTEST_REMARK: Final = 4
"""Behind a comma: a shorter word may be a first name."""

_LONGEST_LINE: Final = 500
_MOST_MARKS: Final = 4


@dataclass(frozen=True, slots=True)
class Line:
    """One line: as written, whether it has a mark in front, and the name and remarks of it."""

    raw: str
    marked: bool
    name: Name
    remark: Remark
    mail: str | None


def read_lines(lines: Sequence[str]) -> list[Line]:
    """All lines that hold something but rules and fences."""
    kept = [line for line in lines if not _FENCE.fullmatch(line)]
    counted = _counts_up(kept)
    return [_read_line(line, counted) for line in kept]


def _counts_up(lines: Sequence[str]) -> bool:
    """Whether bare numbers in front count the lines: 1, 2, 3."""
    numbers = [int(found[1]) for line in lines if (found := _COUNT.match(line))]
    return len(numbers) > 1 and numbers == list(range(numbers[0], numbers[0] + len(numbers))) and numbers[0] <= 1


def _read_line(raw: str, counted: bool) -> Line:
    if len(raw) > _LONGEST_LINE:
        return Line(raw, False, Name(""), Remark.UNKNOWN, None)
    struck = bool(_STRUCK.search(raw))
    text, marked = _STRUCK.sub(lambda found: found[1] or found[2], raw), False
    for _ in range(_MOST_MARKS):
        if found := _MARK.match(text):
            text, marked = text[found.end() :], True
    if not marked and counted and (number := _COUNT.match(text)):
        text, marked = text[number.end() :], True
    mail = _MAIL.search(text)
    text = _HANDLE.sub("", _MENTION.sub(" ", _MAIL.sub(" ", text)))
    text, told = cut_remarks(tidy(text))
    remark = Remark.OUT if struck else told
    name = read_name(text.strip("*_` ").rstrip(",;:| ").removeprefix("@"))
    return Line(raw, marked, name, remark, mail[0].strip("<>") if mail else None)


def cut_remarks(text: str) -> tuple[str, Remark]:
    """The text without the remarks behind it, as far as these are known; and the weightiest of them."""
    told = Remark.PLAYING
    for _ in range(6):
        if tick := _TICKS.search(text):
            told = Remark.OUT if tick[0][0] in _OUT_TICKS else told
            text = text[: tick.start()].rstrip()
            continue
        tail = next(filter(None, (_tail(pattern, text) for pattern in (_BRACKETS, _COMMA, _DASH))), None)
        if not tail:
            break
        text, remark = tail
        told = remark if remark is not Remark.PLAYING else told
    return text, told


def _tail(pattern: re.Pattern[str], text: str) -> tuple[str, Remark] | None:
    """The text before a remark of this kind and what the remark says; nothing if it is none that is known."""
    found = pattern.search(text)
    if not found or not text[: found.start()].strip():
        return None
    if pattern is _COMMA and len(found[1]) < _SHORTEST_REMARK:
        return None
    remark = (find_remark if pattern is _BRACKETS else read_remark)(found[1])
    return None if remark is Remark.UNKNOWN else (text[: found.start()].rstrip(), remark)


def is_title(document: Document, at: int, raw: str) -> bool:
    """Whether a line without a mark is a heading: it ends with a colon, has words of one, or stands apart on top."""
    text = raw.strip()
    words = fold_word(text).split()
    if text.endswith(":") or text.startswith("# "):
        return True
    if words and all(word in _TITLES or word in _WEAK or word.isdecimal() for word in words):
        return True
    if at > 0 or len(text) > _LONGEST_LINE:
        return False
    heading = read_heading(text)
    above, _, rest = document.text.lstrip("\n ").partition("\n")
    apart = above.strip() == text and not rest.partition("\n")[0].strip()
    named = bool(heading.role and heading.pure)
    return named or bool(set(words) & _TITLES) or (apart and any(c.isdigit() for c in text))


def is_deck_list(lines: Sequence[str]) -> bool:
    """Whether most lines are a count and a name, and the counts count no players."""
    counts = [found for line in lines if (found := re.match(r"\s*(\d{1,2})x? +[A-Z]", line))]
    return len(counts) >= 5 and len(counts) * 10 >= len(lines) * 7 and not _counts_up(lines)
