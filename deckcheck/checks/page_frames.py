"""What stands around the pages of deck checks: the staff's words, and the event in a line."""

from __future__ import annotations

from dataclasses import dataclass

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.event_heads import EventHead, head_of
from deckcheck.app.permissions import Right
from deckcheck.app.session import reading
from deckcheck.app.staff_nav import StaffFrame, staff_frame


@dataclass(frozen=True, slots=True)
class CheckFrame:
    """The frame of a page about deck checks."""

    frame: StaffFrame
    head: EventHead


def check_frame(app: App, who: Actor, slug: str, *, to_check: bool = False) -> CheckFrame:
    """The frame, for whoever may read the records of checks, or only for those who check."""
    with reading(app, who, slug) as work:
        work.ask(Right.CHECK_DECK if to_check else Right.READ_CHECKS)
        return CheckFrame(staff_frame(work, f"/e/{work.event.slug}/checks"), head_of(work.event, app))
