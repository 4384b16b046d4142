"""What mends a finding, as words for a button and as edits of the lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from deckcheck.core.decks import Deck, Entry, LineKind, ParsedList
from deckcheck.core.reports import Edit, Remedy
from deckcheck.core.rule import Finding
from deckcheck.core.rulebooks import Rulebook
from deckcheck.core.words import join_words, section_words

_COUNT_PLACES: Final = (
    (r"^(\W*(?:[A-Za-z ]+:\s*)?\W*[xX×]?\s?)", r"(?![\d+])"),
    (r"(\s\(?[xX×]\s?|\s\()", r"(?=\)?\s*$)"),
)
"""Where a line has its count: in front, or behind with an x or in brackets."""
_OF_A_SECTION: Final = frozenset({LineKind.CARD, LineKind.HEADING})


def remedy_for(found: Finding, deck: Deck, parsed: ParsedList, book: Rulebook) -> Remedy | None:
    """The remedy of a finding that has a plain one."""
    mend = found.mend
    if mend is None:
        return None
    if mend.kind == "take-out" and not found.cards:
        return Remedy(f"Take {mend.count} out")
    if mend.kind == "take-out":
        return take_out(_entries(found, deck), mend.count)
    if mend.kind == "leave-out":
        return leave_out(_entries(found, deck))
    if mend.kind == "add":
        return Remedy(f"Add {mend.count}")
    if mend.kind == "rename":
        return rename(_entries(found, deck), mend.name)
    return move(_entries(found, deck), mend.section, parsed, book)


def take_out(entries: Sequence[Entry], count: int) -> Remedy | None:
    """Take some copies out, from the last line first."""
    edits: list[Edit] = []
    words: list[str] = []
    for entry in reversed(entries):
        taken = min(count, entry.count)
        if not taken:
            break
        count -= taken
        edits.append(Edit(entry.line.number, with_count(entry, entry.count - taken)))
        words.append(f"{taken} out of line {entry.line.number}")
    return Remedy("Take " + join_words(words), tuple(edits)) if edits else None


def leave_out(entries: Sequence[Entry]) -> Remedy | None:
    """Take whole lines out."""
    if not entries:
        return None
    lines = sorted({e.line.number for e in entries})
    return Remedy(f"Take {lines_in_words(lines)} out", tuple(Edit(n, "") for n in lines))


def lines_in_words(lines: Sequence[int]) -> str:
    """Line 3; lines 3, 5 and 7 to 12."""
    return f"{'line' if len(lines) == 1 else 'lines'} {line_numbers(lines)}"


def line_numbers(lines: Iterable[int]) -> str:
    """3, 5 and 7 to 12: three lines and more in a row are told by the first and the last."""
    runs: list[list[int]] = []
    for number in lines:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return join_words(
        words for run in runs for words in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run))
    )


def rename(entries: Sequence[Entry], name: str) -> Remedy | None:
    """Write another name; the rest of the lines stays."""
    edits = tuple(Edit(e.line.number, e.line.text.replace(e.line.name, name, 1)) for e in entries)
    return Remedy(f"Write {name} in {lines_in_words([edit.line for edit in edits])}", edits) if edits else None


def move(entries: Sequence[Entry], section: str, parsed: ParsedList, book: Rulebook) -> Remedy | None:
    """Move lines under the heading of another section; words alone where the list has no headings to move between."""
    if not entries:
        return None
    text = f"Move {'it' if len(entries) == 1 else 'them'} to the {section_words(book.game, section)}"
    if not any(line.kind is LineKind.HEADING for line in parsed.lines):
        return Remedy(text)
    moved = "\n".join(e.line.text for e in entries)
    inside = [line for line in parsed.lines if line.section == section and line.kind in _OF_A_SECTION]
    last = inside[-1] if inside else parsed.lines[-1]
    mark = "# " if any(line.text.startswith("#") for line in parsed.lines if line.kind is LineKind.HEADING) else ""
    heading = "" if inside else f"\n{mark}{book.game.section_title(section)}\n"
    gone = {e.line.number for e in entries}
    kept = "" if last.number in gone else last.text
    edits = [Edit(n, "") for n in sorted(gone - {last.number})]
    return Remedy(text, (*edits, Edit(last.number, f"{kept}\n{heading}{moved}".strip("\n"))))


def with_count(entry: Entry, count: int) -> str:
    """The entry's line with another count; empty where none is left."""
    if not count:
        return ""
    line = entry.line
    for before, behind in _COUNT_PLACES:
        changed, done = re.subn(rf"{before}0*{line.count}{behind}", rf"\g<1>{count}", line.text, count=1)
        if done:
            return changed
    text = line.text.strip()
    return f"{count} {text if text.startswith(line.name) else line.name}"


def _entries(found: Finding, deck: Deck) -> list[Entry]:
    wanted, within = set(found.cards), set(found.within)
    lines = set(found.lines) if found.lines is not None else None
    return [
        e
        for e in deck.entries
        if (not within or e.section in within)
        and (e.line.number in lines if lines is not None else e.card in wanted)
        and (not wanted or e.card in wanted)
    ]


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text with each edited line replaced, or taken out where nothing is left of it."""
    lines: list[str | None] = list(re.split(r"\r\n|\r|\n", text))
    for number, changed in edits:
        if 1 <= number <= len(lines):
            lines[number - 1] = changed or None
    return "\n".join(line for line in lines if line is not None)
