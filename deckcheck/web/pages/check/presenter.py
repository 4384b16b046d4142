"""Turns a report into the sheet that the check page shows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from deckcheck.catalogue.reference import Document
from deckcheck.decklist import decks, lazy
from deckcheck.decklist.decks import Deck, Entry, LineKind
from deckcheck.decklist.list_reader import LEFT_OUT
from deckcheck.law.games import Game, Presentation
from deckcheck.law.rule import Severity
from deckcheck.law.rulebooks import Rulebook
from deckcheck.law.sentences import counted
from deckcheck.translations import gettext, gettext_noop, ngettext
from deckcheck.verdict.arrangement import without_doubles
from deckcheck.verdict.look_alikes import LOOK_ALIKE
from deckcheck.verdict.reports import Report, Verdict
from deckcheck.web.pages.check.check_result import CheckResult, Hint, Item, Mark, Remark, Row, SectionRows, Step, Told
from deckcheck.web.pages.check.edits import split_lines
from deckcheck.web.pages.check.facts import card_address
from deckcheck.web.pages.check.findings import CANT_TELL, EMPTY, WORDS, items_of, left_of, told_of
from deckcheck.web.pages.check.pips import marks_of
from deckcheck.web.pages.check.totals import totals_of

_ONE_LINE: Final = lazy.regex(r"(?:blank )?line (\d+)\b", re.IGNORECASE)
MOST_MARGIN: Final = 2000
"""The margin numbers so many lines at most; a list has a few hundred."""
FEWEST_ROWS: Final = 6

STATES: Final = {Verdict.LEGAL: "legal", Verdict.ILLEGAL: "illegal", Verdict.UNCLEAR: "undecided"}
MARGIN_WORDS: Final = {
    "illegal": gettext_noop("illegal"),
    "undecided": gettext_noop("needs an answer"),
    "check": gettext_noop("Note"),
}
_FATES: Final = {str(LineKind.UNREAD): gettext_noop("not read"), LEFT_OUT: gettext_noop("left out")}
_RANK: Final = {"undecided": 3, "illegal": 2, "check": 1}


def sheet_of(text: str, report: Report, book: Rulebook, documents: Mapping[str, Document]) -> CheckResult:
    """All that the page shows of this text and its verdict."""
    lines = split_lines(text)
    empty = not report.deck.entries and not report.deck.unread
    dialect, caption = _dialect(report, book.game), gettext("{dialect}, {lines}")
    items = () if empty else items_of(report, lines, book, documents)
    notes, left = told_of(report, book.game), left_of(report, lines)
    totals = totals_of(without_doubles(report.deck, book), book, empty=empty)
    state = "" if empty else STATES[report.verdict]
    word, summary = ("", "") if empty else (_word(report), _summary(report))
    counts = ", ".join(f"{t.title} {t.figure}" for t in totals)
    say = gettext("{verdict}. {summary}. {counts}.") if summary else gettext("{verdict}. {counts}.")
    return CheckResult(
        caption=caption.format(dialect=dialect, lines=counted(len(lines), "line")) if text.strip() else "",
        rows=max(FEWEST_ROWS, len(lines)),
        marks=marks_for(lines, report, items, (*notes, *left)),
        totals=totals,
        state=state,
        word=word,
        summary=summary,
        nothing=gettext("Nothing to check yet"),
        say=say.format(verdict=word, summary=summary, counts=counts) if word else "",
        problems=items,
        notes=notes,
        left=left,
        sections=sections_of(report.deck, book.game),
        walk=_walk(items, notes) if state in {"illegal", "undecided"} else (),
        of_age=report.asks_age_only,
        read_as="" if empty else dialect,
        remarks=tuple(map(remark_of, report.parsed.remarks)),
    )


def blank_sheet(text: str, hint: Hint) -> CheckResult:
    """The page of a text that could not be judged: its lines, and why."""
    lines = split_lines(text)
    marks = tuple(Mark(n) for n in range(1, min(len(lines), MOST_MARGIN) + 1))
    nothing = gettext("Not a list")
    return CheckResult("", max(FEWEST_ROWS, len(lines)), marks, (), nothing=nothing, hint=hint, say=hint.words)


def _word(report: Report) -> str:
    """The verdict."""
    if report.verdict is Verdict.LEGAL:
        return gettext("Legal in {format}").format(format=report.format_title)
    return gettext(CANT_TELL if report.asks_age_only else WORDS[STATES[report.verdict]])


def _summary(report: Report) -> str:
    """How much is to be done."""
    told = Counter(p.severity for p in report.problems if p.clause != EMPTY)
    wrong, open_ones = told[Severity.ERROR], told[Severity.UNCLEAR]
    if report.asks_age_only:
        return ngettext("{count} to check by hand", "{count} to check by hand", open_ones).format(count=open_ones)
    if wrong and open_ones:
        return gettext("{wrong} to fix, {open} to confirm").format(wrong=wrong, open=open_ones)
    if wrong or open_ones:
        one = gettext("{count} to fix") if wrong else gettext("{count} to confirm")
        return one.format(count=wrong or open_ones)
    known = told[Severity.WARNING] + len(report.warnings)
    return counted(known, "note") if known else ""


def _dialect(report: Report, game: Game) -> str:
    title = next((d.title for d in game.dialects if d.id == report.parsed.dialect), report.parsed.dialect)
    title = gettext(title)
    return f"{title[:1].upper()}{title[1:]}"


def remark_of(read: decks.Remark) -> Remark:
    """A remark of the reader, the one line that it names as a link: by its number, in English with what it is."""
    sentence, line = read.words, read.lines[0] if len(read.lines) == 1 else 0
    found = _ONE_LINE.search(sentence) or re.search(rf"(?<!\d){line}(?!\d)", sentence) if line else None
    if found is None:
        return Remark(sentence)
    return Remark(sentence[: found.start()], found[0], line, sentence[found.end() :])


def marks_for(lines: Sequence[str], report: Report, items: Iterable[Item], notes: Iterable[Told]) -> tuple[Mark, ...]:
    """The margin, a mark for each line: its fate, and the gravest thing said of it."""
    fates = {line.number: LEFT_OUT if line.reason == LEFT_OUT else str(line.kind) for line in report.parsed.lines}
    said: dict[int, tuple[str, str]] = {}
    for note in notes:
        said[note.line] = ("check", note.id)
    for item in items:
        if item.size:
            continue
        for number in item.lines:
            if _RANK[item.state] > _RANK.get(said.get(number, ("",))[0], 0) or number not in said:
                said[number] = (item.state, item.id)
    marks = []
    for number in range(1, min(len(lines), MOST_MARGIN) + 1):
        state, target = said.get(number, ("", ""))
        fate = fates.get(number, "")
        word = _FATES.get(fate) or MARGIN_WORDS.get(state)
        marks.append(Mark(number, fate, state, gettext(word) if word else "", target))
    return tuple(marks)


_NO_NAMES: Final = frozenset({"merged", LOOK_ALIKE})
"""Notes of lines whose names are read as they stand."""


def _walk(items: Sequence[Item], notes: Sequence[Told]) -> tuple[Step, ...]:
    """The stops of the primary action: what is to confirm, to fix, to know, then the notes."""
    steps = [Step(i.id, _step_words(i.lines[:1] if not i.size else ())) for i in items]
    return (*steps, *(Step(n.id, _step_words((n.line,))) for n in notes if n.line))


def _step_words(line: tuple[int, ...]) -> str:
    return gettext("Go to line {line}").format(line=line[0]) if line else gettext("Show the next")


def sections_of(deck: Deck, game: Game) -> tuple[SectionRows, ...]:
    """The deck as it was read, by section in the game's order; a card's lines are one row."""
    wrote = {note.line: note.text for note in deck.notes if note.kind not in _NO_NAMES}
    found = []
    for section in game.sections:
        entries = [e for e in deck.entries if e.section == section.id]
        if entries:
            rows = tuple(_rows(entries, wrote, game.presentation))
            found.append(SectionRows(section.id, gettext(section.title), sum(r.copies for r in rows), rows))
    return tuple(found)


def _rows(entries: Iterable[Entry], wrote: Mapping[int, str], look: Presentation) -> Iterable[Row]:
    rows: dict[object, Row] = {}
    for entry in entries:
        known = rows.get(entry.card or entry.line.number)
        if known:
            rows[entry.card or entry.line.number] = known._replace(copies=known.copies + entry.count)
        elif entry.card is None:
            rows[entry.line.number] = Row(entry.count, entry.line.name)
        else:
            card, text = entry.card, wrote.get(entry.line.number, "")
            rows[card] = Row(entry.count, card.name, card_address(card), text, marks_of(card, look))
    return rows.values()
