"""A report on a terminal: the verdict first, then what to decide, to mend and to know, each with its lines."""

from __future__ import annotations

import click

from deckcheck.core.days import day_in_words
from deckcheck.core.decks import Deck, Entry
from deckcheck.core.games import Game
from deckcheck.core.reports import Problem, Report, Verdict
from deckcheck.core.rule import Severity
from deckcheck.core.words import PLATFORMS, join_words, note_in_words, section_words

MARKS = {Severity.ERROR: ("x", "red"), Severity.UNCLEAR: ("?", "magenta"), Severity.WARNING: ("~", "yellow")}
HEADS = {
    Verdict.LEGAL: ("Legal", "green"),
    Verdict.ILLEGAL: ("Illegal", "red"),
    Verdict.UNCLEAR: ("Undecided", "magenta"),
}
MATCHES = {"bo1": "single games", "bo3": "best of three"}
QUIET = frozenset({"case", "accent"})
"""Readings that change nothing but letters are told in JSON and on the page; here they would drown the others."""
_ORDER = (Severity.UNCLEAR, Severity.ERROR, Severity.WARNING)


def tell_report(report: Report, game: Game) -> None:
    """Print the report."""
    word, colour = HEADS[report.verdict]
    platform = PLATFORMS.get(report.platform, report.platform)  # type: ignore[call-overload]
    where = f"in {report.format_title} on {day_in_words(report.day)} ({platform}, {MATCHES[report.match]})"
    click.echo(f"{click.style(word, fg=colour, bold=True)} {where}")
    click.echo(_totals(report.deck, game))
    waiting = {(e.line.number, e.line.name): e for e in report.deck.waiting()}
    for problem in sorted(report.problems, key=lambda p: _ORDER.index(p.severity)):
        asked = waiting.get((problem.lines[0], str(problem.facts.get("name")))) if problem.lines else None
        _tell_problem(problem, _suggested(asked) if asked else [])
    for note in report.deck.notes:
        if note.kind not in QUIET:
            click.echo(f"  ~ {_lines((note.line,)):<14}{note_in_words(note, report.deck, game)}")
    for sentence in (*report.parsed.remarks, *report.warnings):
        click.echo(f"  ~ {'':<14}{sentence}")


def _totals(deck: Deck, game: Game) -> str:
    sizes = {"main": deck.size("main"), **deck.sizes}
    words = join_words(f"{section_words(game, s)} {n}" for s, n in sizes.items())
    return words[:1].upper() + words[1:] + "."


def _suggested(entry: Entry) -> list[str]:
    return [near.card.name for near in entry.near] or [card.name for card in entry.candidates]


def _tell_problem(problem: Problem, names: list[str]) -> None:
    mark, colour = MARKS[problem.severity]
    cites = f" ({', '.join(problem.cites)})" if problem.cites else ""
    click.echo(f"  {click.style(mark, fg=colour)} {_lines(problem.lines):<14}{problem.text}{cites}")
    if problem.remedy:
        click.echo(f"{'':<18}{problem.remedy.text}.")
    if names:
        click.echo(f"{'':<18}Perhaps {' or '.join(names[:3])}.")


def _lines(lines: tuple[int, ...]) -> str:
    if not lines:
        return ""
    if len(lines) > 3:
        return f"lines {lines[0]} to {lines[-1]}"
    return ("line " if len(lines) == 1 else "lines ") + ", ".join(str(n) for n in lines)
