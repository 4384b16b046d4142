"""A report on a terminal: the verdict first, then what to decide, to mend and to know, each with its lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

import click

from deckcheck.decklist.days import day_in_words
from deckcheck.decklist.decks import Deck, Entry
from deckcheck.decklist.list_reader import left_out_lines
from deckcheck.law.games import Game
from deckcheck.law.rule import Severity
from deckcheck.law.sentences import PLATFORMS, note_in_words, section_words
from deckcheck.translations import join_words
from deckcheck.verdict.reports import Problem, Report, Verdict

if TYPE_CHECKING:
    from deckcheck.verdict.comparison import Comparison, ReadList

MARKS = {Severity.ERROR: ("x", "red"), Severity.UNCLEAR: ("?", "magenta"), Severity.WARNING: ("~", "yellow")}
HEADS = {
    Verdict.LEGAL: ("Legal", "green"),
    Verdict.ILLEGAL: ("Illegal", "red"),
    Verdict.UNCLEAR: ("Needs an answer", "magenta"),
}
CANT_TELL = ("Can't tell yet", "magenta")
"""The head of a verdict that only newer data could change."""
OUTCOMES: Final[Mapping[str, tuple[str, str]]] = {
    "matches": ("Matches the list", "green"),
    "differs": ("Differs from the list", "red"),
    "illegal": ("Illegal", "red"),
    "unclear": ("Needs an answer", "magenta"),
}
MATCHES = {"bo1": "single games", "bo3": "best of three"}
QUIET = frozenset({"case", "accent"})
"""Readings that change nothing but letters are told in JSON and on the page; here they would drown the others."""
_ORDER = (Severity.UNCLEAR, Severity.ERROR, Severity.WARNING)


def tell_report(report: Report, game: Game) -> None:
    """Print the report."""
    word, colour = CANT_TELL if report.asks_age_only else HEADS[report.verdict]
    platform = PLATFORMS.get(report.platform, report.platform)  # type: ignore[call-overload]
    where = f"in {report.format_title} on {day_in_words(report.day)} ({platform}, {MATCHES[report.match]})"
    click.echo(f"{click.style(word, fg=colour, bold=True)} {where}")
    if looks := report.looks_like:
        click.echo(f"{looks.words} {looks.reason} To check it as one: --format {looks.format}")
    click.echo(_totals(report.deck, game))
    waiting = {(e.line.number, e.line.name): e for e in report.deck.waiting()}
    for problem in sorted(report.problems, key=lambda p: _ORDER.index(p.severity)):
        asked = waiting.get((problem.lines[0], str(problem.facts.get("name")))) if problem.lines else None
        _tell_problem(problem, _suggested(asked) if asked else [])
    for note in report.deck.notes:
        if note.kind not in QUIET:
            click.echo(f"  ~ {_lines((note.line,)):<12}  {note_in_words(note, report.deck, game)}")
    for line in left_out_lines(report.parsed):
        click.echo(f'  ~ {_lines((line.number,)):<12}  Left out: "{line.text.strip()}".')
    for sentence in (*[remark.words for remark in report.parsed.remarks], *report.warnings):
        click.echo(f"  ~ {'':<12}  {sentence}")


def _totals(deck: Deck, game: Game) -> str:
    sizes = {"main": deck.size("main"), **deck.sizes}
    words = join_words(f"{section_words(game, s)} {n}" for s, n in sizes.items())
    return words[:1].upper() + words[1:] + "."


def _suggested(entry: Entry) -> list[str]:
    return [near.card.name for near in entry.near] or [card.name for card in entry.candidates]


def _tell_problem(problem: Problem, names: list[str]) -> None:
    mark, colour = MARKS[problem.severity]
    cites = f" ({', '.join(problem.cites)})" if problem.cites else ""
    click.echo(f"  {click.style(mark, fg=colour)} {_lines(problem.lines):<12}  {problem.text}{cites}")
    if problem.remedy:
        click.echo(f"{'':<16}  {problem.remedy.text}.")
    if names:
        click.echo(f"{'':<16}  Perhaps {' or '.join(names[:3])}.")


def _lines(lines: tuple[int, ...]) -> str:
    if not lines:
        return ""
    if len(lines) > 3:
        return f"lines {lines[0]} to {lines[-1]}"
    return ("line " if len(lines) == 1 else "lines ") + ", ".join(str(n) for n in lines)


def tell_comparison(found: Comparison, game: Game) -> None:
    """Print what a presented deck has moved, lacks, has too many, and breaks."""
    word, colour = OUTCOMES[found.verdict]
    platform = PLATFORMS.get(found.platform, found.platform)  # type: ignore[call-overload]
    where = f"{found.format_title} on {day_in_words(found.day)} ({platform}, {MATCHES[found.match]})"
    click.echo(f"{click.style(word, fg=colour, bold=True)}, game {found.game}, {where}")
    click.echo(f"On the list: {_totals(found.registered.deck, game)}")
    click.echo(f"On the table: {_totals(found.presented.deck, game)}")
    for title, words in _differences(found, game):
        click.echo(f"    {title:<12}  {words}")
    _tell_questions(found.registered, "on the list")
    _tell_questions(found.presented, "on the table")
    for problem in sorted(found.problems, key=lambda p: _ORDER.index(p.severity)):
        if problem.severity is not Severity.UNCLEAR:
            _tell_problem(problem, [])
    for sentence in found.warnings:
        click.echo(f"  ~ {'':<12}  {sentence}")


def _differences(found: Comparison, game: Game) -> Iterator[tuple[str, str]]:
    """Each row of the difference under its title."""
    for title, moved in (("moved in", found.moved_in), ("moved out", found.moved_out)):
        yield from ((title, f"{count} {name}") for count, name in moved)
    for title, odd in (("missing", found.missing), ("extra", found.extra)):
        yield from ((title, f"{count} {name} ({section_words(game, section)})") for count, name, section in odd)
    yield from (("free", f"{abs(count)} {name} {'more' if count > 0 else 'fewer'}") for count, name in found.free)


def _tell_questions(one: ReadList, where: str) -> None:
    """What of a list a person must decide, with the names that may be meant."""
    waiting = {e.line.number: e for e in one.deck.waiting()}
    for problem in one.questions:
        click.echo(f"  {click.style(where, bold=True)}")
        asked = waiting.get(problem.lines[0]) if problem.lines else None
        _tell_problem(problem, _suggested(asked) if asked else [])
