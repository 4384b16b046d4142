"""The words under the header of the staff's pages: those that whoever asks may open, and what all staff must know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from deckcheck.app.clocks import doubt_in, jumped, now_in, set_back
from deckcheck.app.join_codes import ALARM, alarm_at
from deckcheck.app.permissions import Right
from deckcheck.app.session import EventSession
from deckcheck.app.time_words import clock_time
from deckcheck.app.timestamps import moment_text


@dataclass(frozen=True, slots=True)
class NavItem:
    """One page of the staff's: its address, its word, and whether it is the one that is shown."""

    path: str
    word: str
    current: bool = False


@dataclass(frozen=True, slots=True)
class StaffFrame:
    """What stands around every page of the staff's. `notice`: a clock that is wrong, `alarm`: many wrong codes.

    `clock`: the moment of the jump that whoever asks may call right, as a form sends it back; empty for all others.
    """

    slug: str
    event: str
    game: str
    nav: tuple[NavItem, ...]
    notice: str = ""
    alarm: str = ""
    clock: str = ""


POOLS: Final = "pools"
PAGES: Final = (
    (Right.SEE_ROSTER, "roster", "Roster"),
    (Right.SEE_ROSTER, POOLS, "Pools"),
    (Right.READ_CHECKS, "checks", "Deck checks"),
    (Right.SEE_ROSTER, "sheets", "Sheets"),
    (Right.SET_PUBLICATION, "publication", "Publication"),
    (Right.BEGIN, "stages", "Stages"),
    (Right.SETTINGS, "settings", "Settings"),
    (Right.ROLES, "staff", "Staff"),
    (Right.TOKENS, "programs", "Programs"),
    (Right.DELETE_PERSON, "people", "People"),
    (Right.RECHECK, "recheck", "Re-check"),
    (Right.READ_AUDIT, "audit", "Audit"),
)
"""The pages in their order, each with the right it takes; a new page is a row here."""


def staff_nav(work: EventSession, path: str = "") -> tuple[NavItem, ...]:
    """The pages that whoever asks may open; `path` is the address that is shown."""
    items = []
    for right, page, word in PAGES:
        address = f"/e/{work.event.slug}/{page}"
        if page == POOLS and not any(stage.pools for stage in work.rows.stages):
            continue
        if work.may(right).allowed:
            items.append(NavItem(address, word, path == address or path.startswith(address + "/")))
    return tuple(items)


def staff_frame(work: EventSession, path: str = "") -> StaffFrame:
    """The frame of a page of the staff's: hand it to the template as `frame`."""
    event = work.event
    notice, clock = _clock(work) if work.actor.is_staff else ("", "")
    return StaffFrame(event.slug, event.name, event.game, staff_nav(work, path), notice, _alarm(work), clock)


def _clock(work: EventSession) -> tuple[str, str]:
    """What the staff is told of a clock that is wrong, and the jump that whoever asks may call right."""
    event, app = work.event, work.app
    doubt = doubt_in(app, work.session, event.uid)
    if doubt is None:
        return set_back(now_in(app, work.session, event.uid), event.last_at, event.zone), ""
    clock = moment_text(doubt.started) if work.may(Right.SETTINGS).allowed else ""
    return jumped(doubt.since, doubt.ahead, event.zone), clock


def _alarm(work: EventSession) -> str:
    """What the staff is told when somebody seems to guess the join code."""
    tried = alarm_at(work) if work.actor.is_staff else None
    if tried is None:
        return ""
    most, zone = ALARM.tries, work.event.zone
    who = "You" if work.may(Right.JOIN_CODE).allowed else "The organizer"
    return (
        f"Somebody may be guessing the join code: {most} wrong codes within a minute, "
        f"last at {clock_time(tried, zone)}. The right code still works. {who} can change the code."
    )
