"""What was updated: each update as people and programs are told of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from deckcheck.app.context import App
from deckcheck.app.time_words import utc_words
from deckcheck.app.timestamps import moment_text
from deckcheck.decklist.days import day_in_words
from deckcheck.store.queries import updates
from deckcheck.store.states import UpdateState


@dataclass(frozen=True, slots=True)
class UpdateRow:
    """One update, whatever became of it. `by` is who asked for it, as the audit names it."""

    uid: str
    game: str
    source: str
    origin: str
    day: date
    state: UpdateState
    made_at: datetime
    by: str

    def words(self) -> str:
        """As a line of a list."""
        by = "Deckcheck" if self.by == "sys" else self.by
        state = str(self.state).replace("_", " ")
        return (
            f"{utc_words(self.made_at)}: {self.source}, {day_in_words(self.day)}, {state}; by {by}, from {self.origin}"
        )

    def facts(self) -> dict[str, Any]:
        """As JSON."""
        told = {name: str(getattr(self, name)) for name in ("uid", "game", "source", "origin", "state", "by")}
        return {**told, "day": self.day.isoformat(), "at": moment_text(self.made_at)}


def all_updates(app: App) -> list[UpdateRow]:
    """All updates of the installation, the newest first."""
    with app.store.read() as session:
        return [
            UpdateRow(row.uid, row.game, row.source, row.origin, row.day, row.state, row.made_at, row.by)
            for row in updates.updates(session)
        ]
