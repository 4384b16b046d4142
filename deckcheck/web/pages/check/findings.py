"""Problems and notes of a report as the items of the page: in order, with their lines, words and buttons."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from deckcheck.catalogue.reference import Document
from deckcheck.decklist.answers import marks_by_line
from deckcheck.decklist.decks import Entry, Note
from deckcheck.decklist.line_parser import Headings
from deckcheck.decklist.list_reader import headings_of, left_out_lines
from deckcheck.law.games import Game
from deckcheck.law.rule import Severity
from deckcheck.law.rulebooks import Rulebook
from deckcheck.law.sentences import note_in_words
from deckcheck.publication.card_facts import why_of
from deckcheck.translations import gettext, gettext_noop, ngettext
from deckcheck.verdict.reports import Problem, Report, is_of_age
from deckcheck.web.current import app
from deckcheck.web.pages.check.check_result import Button, Cite, Item, Search, Told
from deckcheck.web.pages.check.edits import rename, to_value

MOST_IN_MARGIN: Final = 4
MOST_PICKS: Final = 3
MOST_SHOWN: Final = 100
"""A page shows so many problems; a text with more is no list, and mending the first of them mends others."""
STATES: Final = {Severity.UNCLEAR: "undecided", Severity.ERROR: "illegal", Severity.WARNING: "check"}
WORDS: Final = {
    "undecided": gettext_noop("Needs an answer"),
    "illegal": gettext_noop("Illegal"),
    "check": gettext_noop("Check this"),
}
ABOUT_A_LINE: Final = frozenset({"unknown-card", "ambiguous-card", "line-read"})
"""Questions that a line itself raises: it may be no card. A size that hangs on it is settled with it."""
EMPTY: Final = "empty-list"
"""What is said of a text without any card is said once, by the page itself."""
CANT_TELL: Final = gettext_noop("Can't tell yet")
"""The word of what only newer data could answer."""
_RANK: Final = {"undecided": 0, "illegal": 1, "check": 3}
_QUIET: Final = frozenset({"case", "accent"})
"""Notes that the row under "As read" tells well enough."""


def items_of(
    report: Report, lines: Sequence[str], book: Rulebook, documents: Mapping[str, Document]
) -> tuple[Item, ...]:
    """The problems: undecided first, then errors by line, then sizes, then what is only to be known."""
    waiting = {e.line.number: e for e in report.deck.waiting()}
    problems = [p for p in report.problems if p.clause != EMPTY]
    marks = marks_by_line(lines, (line for p in problems if p.clause in ABOUT_A_LINE for line in p.lines[:1]))
    items = [_item(p, waiting, lines, documents, report.game)._replace(leave=_left_by(p, marks)) for p in problems]
    items += [_told_only(text) for text in report.warnings]
    items.sort(key=lambda i: (_RANK[i.state] + (i.size and i.state == "illegal"), i.lines[:1] or (10**9,)))
    left = len(items) - MOST_SHOWN
    if left > 0:
        told = ngettext("{count} more like these; fix these first.", "{count} more like these; fix these first.", left)
        items = [*items[:MOST_SHOWN], _told_only(told.format(count=f"{left:,}"), items[MOST_SHOWN].state)]
    return tuple(item._replace(id=f"p{at}", why=why_of(item.clause, book)) for at, item in enumerate(items, 1))


def _item(
    p: Problem, waiting: Mapping[int, Entry], lines: Sequence[str], documents: Mapping[str, Document], game: str
) -> Item:
    state = STATES[p.severity]
    size = not p.cards and (not p.lines or len(p.lines) > MOST_IN_MARGIN) and state != "undecided"
    few = len(p.lines) <= MOST_IN_MARGIN
    one = p.lines[0] if state == "undecided" and len(p.lines) == 1 else 0
    asked = waiting.get(one) if p.clause in ABOUT_A_LINE else None
    return Item(
        id="",
        state=state,
        word=gettext(CANT_TELL if state == "undecided" and is_of_age(p.clause, p.facts) else WORDS[state]),
        clause=p.clause,
        text=p.text,
        lines=p.lines,
        margin=p.lines if few else (),
        span="" if few else lines_words(p.lines),
        typed=tuple(dict.fromkeys(lines[n - 1].strip()[:120] for n in p.lines)) if few else (),
        cites=cites_of(p.cites, documents, str(p.facts.get("source", ""))),
        buttons=_picks(asked, lines, headings_of(app().reference.games[game])) if asked else _remedies(p, lines),
        search=_search(asked, game) if asked else None,
        question=asked is not None,
        size=size,
    )


def _left_by(problem: Problem, marks: Mapping[int, str]) -> str:
    """What says that the one line of a question is no card."""
    asks = problem.clause in ABOUT_A_LINE and STATES[problem.severity] == "undecided" and len(problem.lines) == 1
    return marks.get(problem.lines[0], "") if asks else ""


def _told_only(text: str, state: str = "check") -> Item:
    return Item("", state, gettext(WORDS[state]), "", text, (), (), "", (), (), ())


def lines_words(numbers: Sequence[int]) -> str:
    """Many lines in a few words: "Lines 20 to 26." or "Lines 3, 5, 9 and 12 more."."""
    first, last = numbers[0], numbers[-1]
    if last - first + 1 == len(numbers):
        return gettext("Lines {first} to {last}.").format(first=first, last=last)
    some = ", ".join(str(n) for n in numbers[:3])
    return gettext("Lines {some} and {count} more.").format(some=some, count=len(numbers) - 3)


def cites_of(cites: Iterable[str], documents: Mapping[str, Document], source: str = "") -> tuple[Cite, ...]:
    """Document sections with the addresses of their documents, and the announcement where there is one."""
    found = []
    for words in cites:
        document = documents.get(words.partition(" ")[0])
        found.append(Cite(words, document.address if document else ""))
    if source.startswith("https://"):
        found.append(Cite(gettext("Announcement"), source))
    return tuple(found)


def _picks(entry: Entry, lines: Sequence[str], words: Headings) -> tuple[Button, ...]:
    cards = [*entry.candidates, *(near.card for near in entry.near)]
    names = list(dict.fromkeys(card.name for card in cards))[:MOST_PICKS]
    edits = ((name, rename(entry.line, name, words)) for name in names)
    return tuple(Button(name, to_value([edit], lines)) for name, edit in edits if edit)


def _search(entry: Entry, game: str) -> Search:
    line = entry.line
    context = {"line": line.number, "was": line.text, "name": line.name, "game": game}
    return Search(line.number, json.dumps(context, ensure_ascii=False))


def _remedies(problem: Problem, lines: Sequence[str]) -> tuple[Button, ...]:
    remedy = problem.remedy
    if remedy is None or not remedy.edits or any(not 0 < e.line <= len(lines) for e in remedy.edits):
        return ()
    return (Button(remedy.text, to_value(remedy.edits, lines)),)


def told_of(report: Report, game: Game) -> tuple[Told, ...]:
    """What was read differently from what was written, by line."""
    notes = (n for n in sorted(report.deck.notes, key=lambda n: n.line) if not _quiet(n))
    told = [Told("", n.line, note_in_words(n, report.deck, game), n.text if n.contestable else "") for n in notes]
    return tuple(item._replace(id=f"n{place}") for place, item in enumerate(told, 1))


def left_of(report: Report, lines: Sequence[str]) -> tuple[Told, ...]:
    """The lines that somebody said are no cards."""
    found = left_out_lines(report.parsed)
    marks = marks_by_line(lines, (line.number for line in found))
    told = gettext('Left out: "{text}"')
    return tuple(
        Told(f"o{place}", line.number, told.format(text=line.text.strip()[:120]), back=marks.get(line.number, ""))
        for place, line in enumerate(found, 1)
    )


def _quiet(note: Note) -> bool:
    """A front face is a card's proper name in a list; it needs no more than case and accents do."""
    front = note.name.partition(" // ")[0]
    return note.kind in _QUIET or (note.kind == "face" and note.text.casefold() == front.casefold())
