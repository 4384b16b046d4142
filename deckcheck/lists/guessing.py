"""Which game a list is of, where it is plainly not the one it is judged under."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from deckcheck.app.context import App
from deckcheck.verdict.reports import Report

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


def warn_of_game(report: Report, app: App) -> Report:
    """The report, with a warning first where the list reads like one of another game."""
    game = other_game(report, app)
    if not game:
        return report
    ids = ", ".join(fmt.id for fmt in app.reference.formats.values() if fmt.game == game)
    title = app.reference.games[game].title
    return replace(report, warnings=(f"This reads like a {title} list. Its formats: {ids}.", *report.warnings))
