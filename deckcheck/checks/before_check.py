"""What a judge is asked before a check that they chose themselves: whose deck it is, where it is played, and why."""

from __future__ import annotations

from dataclasses import dataclass

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import NOTHING_HERE, Right
from deckcheck.app.refusals import Hidden
from deckcheck.app.session import NOBODY, reading
from deckcheck.app.staff_nav import StaffFrame, staff_frame
from deckcheck.checks.choices import SeatSeen
from deckcheck.checks.seating import hall_of
from deckcheck.roster.rounds import checked_round


@dataclass(frozen=True, slots=True)
class BeginAsked:
    """Whose deck, in which stage and round (none: those of now)."""

    number: int
    stage: str = ""
    round: int | None = None


@dataclass(frozen=True, slots=True)
class BeginPage:
    """A deck that is about to be checked; `against` sit at the same table. `reason_needed`: of who plays themselves."""

    frame: StaffFrame
    stage: str
    round: int | None
    table: str
    seat: SeatSeen
    against: tuple[SeatSeen, ...]
    reason_needed: bool


def begin_page(app: App, who: Actor, slug: str, wanted: BeginAsked) -> BeginPage:
    """The page; nothing of a list is on it."""
    if wanted.round is not None:
        checked_round(wanted.round)
    with reading(app, who, slug) as work:
        entry = work.entry(wanted.number)
        permission = work.may(Right.BEGIN_CHECK, subject=entry or NOBODY)
        if not permission.reason_needed:
            permission.or_refuse()
        hall = hall_of(work, wanted.stage, wanted.round)
        seat = hall.seats.get(wanted.number)
        if seat is None:
            raise Hidden(NOTHING_HERE)
        table = next((t for t in hall.tables if any(s.number == seat.number for s in t.seats)), None)
        return BeginPage(
            frame=staff_frame(work, f"/e/{work.event.slug}/checks"),
            stage=hall.stage.slug,
            round=hall.round,
            table=table.table if table else "",
            seat=seat,
            against=tuple(s for s in table.seats if s.number != seat.number) if table else (),
            reason_needed=permission.reason_needed,
        )
