"""What to say when a text is no list, or a list of another game."""

from __future__ import annotations

from deckcheck.app.context import App
from deckcheck.decklist.texts import what_is_this
from deckcheck.lists.guessing import other_game
from deckcheck.verdict.reports import Report
from deckcheck.web.pages.check.check_result import Hint
from deckcheck.web.pages.check.forms import DEFAULT_FORMAT


def hint_for(text: str, report: Report, app: App) -> Hint | None:
    """The hint that goes with a report, if there is one."""
    told = what_is_this(text)
    if told:
        return Hint(told)
    game = other_game(report, app)
    if not game:
        return None
    offered = [f for f in app.reference.formats.values() if f.game == game]
    fmt = next((f for f in offered if f.id in {DEFAULT_FORMAT, f"{game}-standard"}), offered[0])
    title = app.reference.games[game].title
    return Hint(f"This reads like a {title} list.", fmt.id, f"Check it as {fmt.title}")
