"""What to say when a text is no list, or a list of another game."""

from __future__ import annotations

from deckcheck.core.reports import Report
from deckcheck.core.texts import what_is_this
from deckcheck.services.desk import Desk
from deckcheck.web.forms import DEFAULT_FORMAT
from deckcheck.web.sheets import Hint

FEWEST = 3
"""From so many names that nobody knows, another game is worth a look."""
MOST_TRIED = 12


def hint_for(text: str, report: Report, desk: Desk) -> Hint | None:
    """The hint that goes with a report, if there is one."""
    told = what_is_this(text)
    if told:
        return Hint(told)
    game = _other_game(report, desk)
    if not game:
        return None
    offered = [f for f in desk.reference.formats.values() if f.game == game]
    fmt = next((f for f in offered if f.id in {DEFAULT_FORMAT, f"{game}-standard"}), offered[0])
    title = desk.reference.games[game].title
    return Hint(f"This reads like a {title} list.", fmt.id, f"Check it as {fmt.title}")


def _other_game(report: Report, desk: Desk) -> str:
    """The game that knows most of the names which this one does not; a few of them are tried."""
    strange = [e.line.name for e in report.deck.waiting() if not e.candidates]
    if len(strange) < FEWEST or 2 * len(strange) < len(report.deck.entries):
        return ""
    tried = strange[:MOST_TRIED]
    for game in desk.reference.games:
        if game != report.game:
            index = desk.index(game)
            if 2 * sum(index.find(name).kind != "typo" and bool(index.find(name).cards) for name in tried) > len(tried):
                return game
    return ""
