"""The roster as a table for spreadsheets: who is in, and how their list stands; no list, no address."""

from __future__ import annotations

from typing import Final

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.safe_text import csv_bytes, file_name
from deckcheck.app.session import reading
from deckcheck.app.timestamps import moment_text
from deckcheck.lists.current_stage import roster_stage
from deckcheck.roster.rows import NOT_SENT, RosterData, RosterRow

HEADINGS: Final = (
    *("number", "last", "first", "team", "seat", "id", "state", "confirmed"),
    *("list", "verdict", "sent", "accepted", "minutes_late", "table"),
)
OF_CHECKS: Final = ("checks", "checked_in_rounds")
"""Two columns more for whoever reads deck checks."""


def roster_csv(who: Actor, slug: str, app: App, stage: str = "") -> tuple[str, bytes]:
    """The roster as a table for spreadsheets: its file's name and its bytes."""
    with reading(app, who, slug) as work:
        here = roster_stage(work, stage)
        work.ask(Right.EXPORT_ROSTER, here)
        work.ask(Right.SEE_ROSTER)
        data = RosterData.of(work, here)
        late = {row.number: row for row in data.shown(row for row in data.rows if row.late)}
        name = file_name(f"{work.event.name} roster", work.event.day, "csv")
        more = work.may(Right.READ_CHECKS).allowed
        rows = (late.get(row.number, row) for row in data.rows)
        cells = ((*_cells(row), *(_checks(row) if more else ())) for row in rows)
        return name, csv_bytes([(*HEADINGS, *(OF_CHECKS if more else ())), *cells])


def _checks(row: RosterRow) -> tuple[str | int | None, ...]:
    return row.checks or 0, " ".join(map(str, row.checked))


def _cells(row: RosterRow) -> tuple[str | int | None, ...]:
    return (
        row.number,
        row.last,
        row.first,
        row.team,
        row.seat,
        row.external,
        row.state,
        "yes" if row.confirmed else "no",
        row.list_word.lower(),
        "" if row.mark == NOT_SENT else row.mark,
        moment_text(row.sent_at) if row.sent_at else "",
        "yes" if row.accepted else "no",
        row.minutes_late if row.late else None,
        row.table,
    )
