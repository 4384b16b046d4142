"""A list of names, one a line, as people post it: numbers, dots, remarks, mentions, and a list of those who wait."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from deckcheck.decklist import lazy
from deckcheck.decklist.list_text import UnreadableText
from deckcheck.law.sentences import counted
from deckcheck.roster.files.documents import Document
from deckcheck.roster.files.headers import FILLERS, read_heading
from deckcheck.roster.files.model import Kind, Roster, Shape, Why
from deckcheck.roster.files.other_lines import is_blank, is_free, is_of_page, page_lines, total_of
from deckcheck.roster.files.player_names import (
    LONGEST,
    Name,
    Remark,
    find_remark,
    fold_word,
    parts_of_name,
    read_name,
    read_remark,
    read_section,
    tidy,
)
from deckcheck.roster.files.roster_reader import WHY, Gathering, Mention


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
    rows = document.lines
    printed = page_lines(rows)
    for at in sorted(printed):
        if not (is_of_page(rows[at]) or _is_named_heading(rows[at])):
            gathering.unread(rows[at])
    lines = read_lines([row for at, row in enumerate(rows) if at not in printed])
    _read_lines(document, lines, gathering)
    if sum(1 for line in lines if re.search(r"\w,\w", line.raw)) > 1:
        text = "Names are parted by a comma without a blank: read as last name, first name. Say if it is the other way."
        gathering.ask("order", text)
    return gathering.roster(Kind.ROSTER)


def _read_lines(document: Document, lines: Sequence[Line], gathering: Gathering) -> None:
    marked = sum(1 for line in lines if line.marked) * 2 >= len(lines)
    under: Remark | None = None
    begun = False
    totals = []
    for at, line in enumerate(lines):
        if (total := total_of(line.name.display or line.raw)) is not None:
            totals.append((total, line.raw))
        elif heads := _heads(document, at, line):
            under = heads if heads is not Remark.PLAYING else None
        elif line.marked or not marked:
            begun = True
            _enter(line, under, gathering)
        elif not _enter_labelled(line, gathering):
            _leave_unread(line, begun, gathering)
    for total, raw in totals:
        gathering.check_total(total, raw)


def _leave_unread(line: Line, begun: bool, gathering: Gathering) -> None:
    """Words above a list mostly say when and where: shown, but not asked about."""
    if begun:
        gathering.unread(line.raw)
    elif not is_blank(line.raw):
        gathering.leave_out(Mention(Name(tidy(line.raw)[:LONGEST])), Why.UNREAD)


def _heads(document: Document, at: int, line: Line) -> Remark | None:
    """What a heading says of those below it: that they play, or why not; nothing if the line is none."""
    if line.marked:
        return None
    return read_section(line.raw) or (Remark.PLAYING if is_title(document, at, line.raw) else None)


def _enter_labelled(line: Line, gathering: Gathering) -> bool:
    """People named behind a word for what they are: "Head judge: Jo Ref"."""
    label, colon, rest = line.raw.partition(":")
    remark = read_section(f"{label}:") if colon and not line.said and any(c.isalpha() for c in rest) else None
    if not remark:
        return False
    for part in re.split(r"[,;&]|\s(?:and|und|et|e|y)\s", rest):
        name, own = cut_remarks(tidy(part).strip("*_ "))
        if name:
            _place(Mention(read_name(name)), remark if own is Remark.PLAYING else own, gathering)
    return True


def _enter(line: Line, under: Remark | None, gathering: Gathering) -> None:
    mention = Mention(line.name, mail=line.mail)
    if is_free(line.name.display) if line.marked else is_blank(line.raw):
        return
    if not line.name.display:
        gathering.unread(line.raw)
    elif line.said:
        _hear(mention, line.said, gathering)
    elif not _enter_labelled(line, gathering):
        _enter_people(line, under, gathering)


def _enter_people(line: Line, under: Remark | None, gathering: Gathering) -> None:
    people = _several(line)
    if len(people) > 1:
        gathering.ask("several", f'Read as {len(people)} people: "{line.name.display}".', line.name.display)
    for name in people:
        _place(Mention(name, mail=line.mail), line.remark if under is None else under, gathering)
    if line.guests:
        text = f"{line.name.display} brings {counted(line.guests, 'more person', 'more people')} without a name."
        gathering.ask("guests", f"{text} Add them by name.", line.name.display)


def _place(mention: Mention, remark: Remark, gathering: Gathering) -> None:
    if remark in WHY:
        gathering.leave_out(mention, WHY[remark])
    else:
        gathering.add(mention._replace(dropped=remark is Remark.OUT))


def _hear(mention: Mention, said: str, gathering: Gathering) -> None:
    """Somebody who writes in a chat plays if they say so; the same sender again is the same person."""
    remark = find_remark(said)
    if remark is Remark.UNKNOWN and _JOINS.search(fold_word(said)):
        remark = Remark.PLAYING
    if remark in (Remark.PLAYING, Remark.OUT):
        gathering.find(mention._replace(dropped=remark is Remark.OUT))
    elif not gathering.knows(mention):
        gathering.leave_out(mention, WHY.get(remark, Why.UNSURE))


def _several(line: Line) -> list[Name]:
    """The people of a line that names several, parted by commas: more than a name has, or whole names each."""
    parts = [] if line.name.first else parts_of_name(line.name.display)
    if len(parts) > 3 or (len(parts) == 3 and all(" " in part for part in parts)):
        return [read_name(part) for part in parts]
    return [line.name]


NAMES: Final = Shape("names", "List of names", _recognise, _read)


_MARK: Final = lazy.regex(
    r"\s*(?:[-*•‣▪▫◦●○·➤➢►→>+–—]\s+|\(?#?\d{1,5}\s*[.):\]．）：、](?!\d)\s*|#?\d{1,5}\s+[-–—]\s+|#\d{1,5}\s+"
    r"|[\[(][ xX✓✔]?[\])]\s*|[☐☑☒✅✔✓•]\ufe0f?\s*|(?:\d\ufe0f?\u20e3)+\s*"
    r"|[🔟\u2460-\u2473\u2776-\u277f\u24f5-\u24fe]\ufe0f?\s*)"
)
_COUNT: Final = lazy.regex(r"\s*(\d{1,5})\s+(?=\S)")
_MENTION: Final = lazy.regex(r"<[@#]?[!&]?\d{5,25}>|<a?:\w{1,40}:\d{5,25}>")
_HANDLE: Final = lazy.regex(r"(?<=\S)\s+\(?@[\w.#-]{2,40}\)?\s*\Z")
_MAIL: Final = lazy.regex(r"<?\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}>?")
_STRUCK: Final = lazy.regex(r"~~(.+)~~|~([^~]{2,})~")
_BRACKETS: Final = lazy.regex(r"\s*[(\[{]([^()\[\]{}]{0,80})[)\]}]\s*\Z")
_COMMA: Final = lazy.regex(r"\s*[,;:]\s*([^,;:]{1,80})\Z")
_DASH: Final = lazy.regex(r"\s+[-–—|/]\s+([^-–—|]{1,80})\Z")
_GUESTS: Final = lazy.regex(r"\s*[(\[]?\s*\+\s?(\d)\b[^()\[\]]{0,20}[)\]]?\s*\Z")
_SENT: Final = lazy.regex(
    r"\s*\[?(?:\d{1,4}[./-]\d{1,2}[./-]\d{2,4},?\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s?[AaPp]\.?[Mm]\.?)?"
    r"|\d{1,2}:\d{2}(?::\d{2})?,?\s+\d{1,4}[./-]\d{1,2}[./-]\d{2,4})\]?\s*(?:[-–]\s+)?"
)
"""When a message of a chat was sent."""

_JOINS: Final = lazy.regex(
    r"\b(?:in|dabei|me|ich|mich|count me in|sign me up|i ll be there|coming|komme|presente?|j y serai|moi|me apunto"
    r"|ci sono|yes|ja|jup|yep|oui|si|sim|tak|mee|jestem|参加)\b"
)
_FREE_REMARK: Final = lazy.regex(r"[^\W\d_A-Z]\S*\s+\S.*|\S+\s+\S+\s+\S.*")
"""What is too long for a nickname, or begins with a small letter and goes on."""

_TICKS: Final = lazy.regex(r"[\s✅✔☑✓💰💵👍❌🚫🗙✗✘]\ufe0f?\Z")
_OUT__TICKS: Final = frozenset("❌🚫🗙✗✘")
_OUT_TICKS: Final = frozenset("❌🚫🗙✗✘")
_FENCE: Final = lazy.regex(r"\s*(?:```\w*|[-=_*~]{3,})\s*")
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
    guests: int = 0
    said: str = ""


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
    sent = _SENT.match(raw)
    text, marked = _STRUCK.sub(lambda found: found[1] or found[2], raw[sent.end() :] if sent else raw), bool(sent)
    sender, colon, said = text.partition(": ") if sent else (text, "", "")
    if colon:
        return Line(raw, True, read_name(sender.strip("*_~ ")), Remark.PLAYING, None, said=tidy(said) or "?")
    for _ in range(_MOST_MARKS):
        if found := _MARK.match(text):
            text, marked = text[found.end() :], True
    if not marked and counted and (number := _COUNT.match(text)):
        text, marked = text[number.end() :], True
    mail = _MAIL.search(text)
    text = _HANDLE.sub("", _MENTION.sub(" ", _MAIL.sub(" ", text)))
    text = tidy(text)
    guests = _GUESTS.search(text)
    text, told = cut_remarks(text[: guests.start()] if guests else text)
    if text.endswith("?") and len(text) > 1:
        text, told = text.rstrip("? "), Remark.UNSURE if told is Remark.PLAYING else told
    remark = Remark.OUT if struck else told
    name = read_name(text.strip("*_` ").rstrip(",;:| ").removeprefix("@"))
    return Line(raw, marked, name, remark, mail[0].strip("<>") if mail else None, int(guests[1]) if guests else 0)


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
    if remark is Remark.UNKNOWN and pattern is _BRACKETS and _FREE_REMARK.fullmatch(found[1].strip()):
        remark = Remark.PLAYING
    return None if remark is Remark.UNKNOWN else (text[: found.start()].rstrip(), remark)


def is_title(document: Document, at: int, raw: str) -> bool:
    """Whether a line without a mark is a heading: it ends with a colon, has words of one, or stands apart on top."""
    text = raw.strip()
    words = fold_word(text).split()
    if text.endswith(":") or text.startswith("# "):
        return True
    if _is_named_heading(text):
        return True
    if at > 0 or len(text) > _LONGEST_LINE:
        return False
    heading = read_heading(text)
    above, _, rest = document.text.lstrip("\n ").partition("\n")
    apart = above.strip() == text and not rest.partition("\n")[0].strip()
    named = bool(heading.role and heading.pure)
    return named or bool(set(words) & _TITLES) or (apart and any(c.isdigit() for c in text))


def _is_named_heading(text: str) -> bool:
    """Whether all words of a line are words of a heading."""
    words = fold_word(text).split()
    known = _TITLES | _WEAK | (FILLERS if _TITLES & set(words) else frozenset())
    return bool(words) and all(word in known or word.isdecimal() for word in words)


def is_deck_list(lines: Sequence[str]) -> bool:
    """Whether most lines are a count and a name, and the counts count no players."""
    counts = [found for line in lines if (found := re.match(r"\s*(\d{1,2})x? +[A-Z]", line))]
    return len(counts) >= 5 and len(counts) * 10 >= len(lines) * 7 and not _counts_up(lines)
