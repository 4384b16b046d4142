"""What to say when a text is no list, or a list of another game."""

from __future__ import annotations

from deckcheck.core.reports import Report
from deckcheck.core.texts import what_is_this
from deckcheck.services.desk import Desk
from deckcheck.services.guessing import other_game
from deckcheck.web.forms import DEFAULT_FORMAT
from deckcheck.web.sheets import Hint


def hint_for(text: str, report: Report, desk: Desk) -> Hint | None:
    """The hint that goes with a report, if there is one."""
    told = what_is_this(text)
    if told:
        return Hint(told)
    game = other_game(report, desk)
    if not game:
        return None
    offered = [f for f in desk.reference.formats.values() if f.game == game]
    fmt = next((f for f in offered if f.id in {DEFAULT_FORMAT, f"{game}-standard"}), offered[0])
    title = desk.reference.games[game].title
    return Hint(f"This reads like a {title} list.", fmt.id, f"Check it as {fmt.title}")
