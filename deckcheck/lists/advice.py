"""What a list looks like that is not what it is checked as: a list of another game, or one for another format."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from deckcheck.app.context import App
from deckcheck.decklist.decks import ParsedList
from deckcheck.decklist.list_reader import read_list
from deckcheck.law.formats import Format
from deckcheck.law.legality import Day, Platform
from deckcheck.law.rulebooks import Rulebook
from deckcheck.translations import gettext
from deckcheck.verdict.judgement import judge_parsed
from deckcheck.verdict.likely_format import Candidate, best_format, kind_of, likely_format
from deckcheck.verdict.reports import LooksLike, Report, Verdict

FEWEST: Final = 3
"""From so many names that nobody knows, another game is worth a look."""
MOST_TRIED: Final = 12


def other_game(report: Report, app: App) -> str:
    """The game that knows most of the names which this one does not; a few of them are tried."""
    strange = [e.line.name for e in report.deck.waiting() if not e.candidates]
    if len(strange) < FEWEST or 2 * len(strange) < len(report.deck.entries):
        return ""
    tried = strange[:MOST_TRIED]
    for game in app.reference.games:
        if game != report.game:
            found = (app.index(game).find(name) for name in tried)
            if 2 * sum(match.kind != "typo" and bool(match.cards) for match in found) > len(tried):
                return game
    return ""


def with_advice(report: Report, app: App) -> Report:
    """The report with the format that its list looks like; with a warning first where that is one of another game."""
    game = other_game(report, app)
    if not game:
        return replace(report, looks_like=_other_format(report, app))
    ids = ", ".join(fmt.id for fmt in _played(game, report, app))
    told = gettext("This reads like a {game} list. Its formats: {formats}.")
    warning = told.format(game=app.reference.games[game].title, formats=ids)
    return replace(report, looks_like=_of_game(report, game, app), warnings=(warning, *report.warnings))


def _other_format(report: Report, app: App) -> LooksLike | None:
    fmt = app.format(report.format)
    if report.verdict is Verdict.LEGAL or fmt.own:  # Whoever plays a format of an account's own means that one.
        return None
    asked = _candidate(fmt, report, app)
    return likely_format(report, asked, _candidates(report.game, report, app), _judged_by(report.parsed, app))


def _of_game(report: Report, game: str, app: App) -> LooksLike | None:
    """The format of another game that a list looks like, as far as its shape tells it."""
    candidates, of = tuple(_candidates(game, report, app)), app.reference.games[game]
    if not candidates:
        return None
    rows = {line.number: line.text for line in report.parsed.lines}
    text = "\n".join(rows.get(number, "") for number in range(1, max(rows, default=0) + 1))
    reason = gettext("Its cards are those of {game}.").format(game=of.title)
    return best_format(candidates, _judged_by(read_list(text, of), app), reason)


def _judged_by(parsed: ParsedList, app: App) -> Callable[[Rulebook], Report]:
    return lambda book: judge_parsed(parsed, book, app.index(book.game.id))


def _candidates(game: str, report: Report, app: App) -> Iterator[Candidate]:
    """The formats of a game that are played where the list is checked, those that people mean most often first.

    Most lists look like none of them, and then none is even named.
    """
    usual = app.reference.games[game].presentation.usual_formats
    digital = report.platform == Platform.ARENA
    formats = _played(game, report, app)
    here = [f for f in formats if (f.platforms(report.day)[0] is Platform.ARENA) is digital] or formats
    here.sort(key=lambda f: usual.index(f.id) if f.id in usual else len(usual))
    yield from (_candidate(fmt, report, app) for fmt in here)


def _played(game: str, report: Report, app: App) -> list[Format]:
    """The formats of a game that people may mean on the day of the list."""
    return [f for f in app.reference.formats.values() if f.game == game and f.is_played(report.day)]


def _candidate(fmt: Format, report: Report, app: App) -> Candidate:
    day = Day(report.day, Platform(report.platform))
    return Candidate(fmt.id, kind_of(fmt), lambda: app.reference.rulebook(fmt.id, day))
