"""The lists that a bulk acceptance is about, as they were shown when somebody asked for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.session import reading
from deckcheck.app.staff_nav import StaffFrame, staff_frame
from deckcheck.lists.current_stage import roster_stage
from deckcheck.roster.rows import RosterData, RosterRow


@dataclass(frozen=True, slots=True)
class Waiting:
    """The rows, and what the act is told of each: the entry and the submission that was shown."""

    frame: StaffFrame
    stage: str
    rows: tuple[RosterRow, ...]
    pairs: tuple[tuple[int, str], ...]

    @property
    def not_legal(self) -> int:
        """How many of them are not legal, and will be left."""
        return sum(row.mark != "legal" for row in self.rows)


def waiting(who: Actor, slug: str, app: App, stage: str = "", chosen: Mapping[int, str] | None = None) -> Waiting:
    """Every legal list that waits, or the chosen ones as they were shown."""
    with reading(app, who, slug) as work:
        here = roster_stage(work, stage)
        work.ask(Right.ACCEPT, here)
        data = RosterData.of(work, here)
        if chosen is None:
            rows, seen = data.ready, {row.number: row.submission or "" for row in data.ready}
        else:
            rows, seen = [r for r in data.rows if r.number in chosen and r.submission and not r.accepted], dict(chosen)
        pairs = tuple((row.number, seen[row.number]) for row in rows)
        return Waiting(staff_frame(work, f"/e/{work.event.slug}/roster"), here.slug, tuple(rows), pairs)
