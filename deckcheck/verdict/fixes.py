"""What mends a finding, as words for a button and as edits of the lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from deckcheck.decklist.decks import Deck, Entry, LineKind, ParsedList
from deckcheck.decklist.line_edits import counted_once, is_of_file, with_count, with_name, without_card
from deckcheck.decklist.line_parser import Headings
from deckcheck.decklist.list_reader import headings_of, with_line_feeds
from deckcheck.law.rule import Finding
from deckcheck.law.rulebooks import Rulebook
from deckcheck.law.sentences import line_numbers, section_words
from deckcheck.translations import gettext, join_words, ngettext
from deckcheck.verdict.reports import Edit, Remedy

_OF_A_SECTION: Final = frozenset({LineKind.CARD, LineKind.HEADING})


def remedy_for(found: Finding, deck: Deck, parsed: ParsedList, book: Rulebook) -> Remedy | None:
    """The remedy of a finding that has a plain one; in words alone where other cards stand on a line of it."""
    if found.mend and found.mend.kind == "total":
        return write_total((found.lines or (0,))[0], found.mend.count, parsed)
    remedy = _remedy(found, deck, parsed, book)
    if remedy and any(len(deck.entries_of((), (edit.line,))) > 1 and not _is_safe(edit, deck) for edit in remedy.edits):
        return remedy._replace(edits=())
    return remedy


def _is_safe(edit: Edit, deck: Deck) -> bool:
    """Whether the edited line still names all of its cards."""
    return all(entry.line.name in edit.text for entry in deck.entries_of((), (edit.line,)))


def _remedy(found: Finding, deck: Deck, parsed: ParsedList, book: Rulebook) -> Remedy | None:
    mend = found.mend
    if mend is None:
        return None
    if mend.kind == "take-out" and not found.cards:
        return Remedy(gettext("Remove {count}").format(count=mend.count))
    if mend.kind == "take-out":
        return take_out(_entries(found, deck), mend.count, headings_of(book.game))
    if mend.kind == "leave-out":
        return leave_out(_entries(found, deck))
    if mend.kind == "add":
        return Remedy(gettext("Add {count}").format(count=mend.count))
    if mend.kind == "rename":
        return rename(_entries(found, deck), mend.name, headings_of(book.game))
    if mend.kind == "count":
        return count_once(_entries(found, deck), mend.count, headings_of(book.game))
    return move(_entries(found, deck), mend.section, parsed, book)


def take_out(entries: Sequence[Entry], count: int, words: Headings) -> Remedy | None:
    """Take some copies out, from the last line first; in words alone where a line cannot be written so."""
    edits: list[Edit] = []
    told: list[str] = []
    whole = True
    for entry in reversed(entries):
        taken = min(count, entry.count)
        if not taken:
            break
        count -= taken
        changed = with_count(entry.line, entry.count - taken, words)
        whole = whole and changed is not None
        edits.append(Edit(entry.line.number, changed or ""))
        told.append(gettext("{count} from line {line}").format(count=taken, line=entry.line.number))
    if not told:
        return None
    return Remedy(gettext("Remove {cards}").format(cards=join_words(told)), tuple(edits) if whole else ())


def leave_out(entries: Sequence[Entry]) -> Remedy | None:
    """Take whole lines out; in words alone where a file would not hold together without one."""
    if not entries:
        return None
    left = {e.line.number: without_card(e.line) for e in entries}
    edits = [Edit(number, text) for number, text in sorted(left.items()) if text is not None]
    told = ngettext("Remove line {lines}", "Remove lines {lines}", len(left))
    words = told.format(lines=line_numbers(sorted(left)))
    return Remedy(words, tuple(edits) if len(edits) == len(left) else ())


def rename(entries: Sequence[Entry], name: str, words: Headings) -> Remedy | None:
    """Write another name; the rest of the lines stays."""
    changed = [(e.line.number, with_name(e.line, name, words)) for e in entries]
    edits = tuple(Edit(number, text) for number, text in changed if text is not None)
    told = ngettext("Write {name} in line {lines}", "Write {name} in lines {lines}", len(changed))
    text = told.format(name=name, lines=line_numbers([number for number, _ in changed]))
    return Remedy(text, edits if len(edits) == len(changed) else ()) if changed else None


def count_once(entries: Sequence[Entry], count: int, words: Headings) -> Remedy | None:
    """Write a line of which the count is in doubt with one that is not."""
    entry = next(iter(entries), None)
    if entry is None or entry.card is None:
        return None
    text = counted_once(entry.line, count, entry.card.front, words)
    edits = (Edit(entry.line.number, text),) if text else ()
    told = gettext("Write {count} {name} in line {line}")
    return Remedy(told.format(count=count, name=entry.card.front, line=entry.line.number), edits)


def write_total(number: int, count: int, parsed: ParsedList) -> Remedy | None:
    """Write the total that a line should state, if it has one number alone."""
    text = next((line.text for line in parsed.lines if line.number == number), "")
    changed, done = re.subn(r"\d+", str(count), text)
    told = gettext("Write {count} in line {line}").format(count=count, line=number)
    return Remedy(told, (Edit(number, changed),)) if done == 1 else None


def move(entries: Sequence[Entry], section: str, parsed: ParsedList, book: Rulebook) -> Remedy | None:
    """Move lines under the heading of another section; words alone where the list has no headings to move between."""
    if not entries:
        return None
    told = ngettext("Move it to the {section}", "Move them to the {section}", len(entries))
    text = told.format(section=section_words(book.game, section))
    headed = any(line.kind is LineKind.HEADING for line in parsed.lines)
    if not headed or any(is_of_file(e.line.text) for e in entries):
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


def _entries(found: Finding, deck: Deck) -> list[Entry]:
    wanted, within = set(found.cards), set(found.within)
    return [
        e
        for e in deck.entries_of(wanted, found.lines)
        if (not within or e.section in within) and (not wanted or e.card in wanted)
    ]


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text with each edited line replaced, or taken out where nothing is left of it."""
    lines: list[str | None] = [*with_line_feeds(text).split("\n")]
    for number, changed in edits:
        if 1 <= number <= len(lines):
            lines[number - 1] = changed or None
    return "\n".join(line for line in lines if line is not None)
