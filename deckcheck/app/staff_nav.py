"""The navigation of an event's staff: the pages that the reader may open in four groups, and what all must know."""

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
    """A page of the staff: its name in addresses, its address, its title, and whether it is the one that is shown."""

    page: str
    path: str
    word: str
    current: bool = False


@dataclass(frozen=True, slots=True)
class NavGroup:
    """Pages that belong together; its tab leads to the first."""

    word: str
    pages: tuple[NavItem, ...]

    @property
    def current(self) -> bool:
        """Whether the page that is shown is one of them."""
        return any(item.current for item in self.pages)


@dataclass(frozen=True, slots=True)
class StaffFrame:
    """What stands around every page of the staff. `notice`: a clock that is wrong, `alarm`: many wrong codes.

    `clock`: the moment of the jump that the reader may call right, as a form sends it back; empty for all others.
    """

    slug: str
    event: str
    game: str
    groups: tuple[NavGroup, ...]
    notice: str = ""
    alarm: str = ""
    clock: str = ""

    def has(self, page: str) -> bool:
        """Whether the reader may open a page, by its name in addresses."""
        return any(item.page == page for group in self.groups for item in group.pages)


OVERVIEW: Final = "overview"
POOLS: Final = "pools"
PAGES: Final = {
    "Today": (
        (Right.SEE_ROSTER, OVERVIEW, "Overview"),
        (Right.SEE_ROSTER, "roster", "Roster"),
        (Right.SEE_ROSTER, POOLS, "Pools"),
        (Right.READ_CHECKS, "checks", "Deck checks"),
        (Right.SEE_ROSTER, "sheets", "Print"),
    ),
    "Lists": (
        (Right.SET_PUBLICATION, "publication", "Visibility"),
        (Right.EXPORT_LISTS, "export", "Exports"),
        (Right.RECHECK, "recheck", "Re-check"),
        (Right.SEE_ROSTER, "seals", "Proof"),
    ),
    "Set-up": (
        (Right.SETTINGS, "settings", "Settings"),
        (Right.BEGIN, "stages", "Stages"),
        (Right.ROLES, "staff", "Staff"),
        (Right.TOKENS, "programs", "API & webhooks"),
    ),
    "Records": (
        (Right.READ_AUDIT, "audit", "Audit log"),
        (Right.DELETE_PERSON, "people", "Personal data"),
    ),
}
"""The pages by group, in their order, each with the right it takes; a new page is a row here."""
WITHIN: Final = {"code": OVERVIEW, "order": "sheets", "become": "settings"}
"""Pages that have no link of their own there, with the one that they belong to."""


def staff_nav(work: EventSession, path: str = "") -> tuple[NavGroup, ...]:
    """The groups with the pages that the reader may open; `path` is the address that is shown."""
    if not work.actor.is_staff:
        return ()
    home = f"/e/{work.event.slug}/"
    shown = path.removeprefix(home).partition("/")[0]
    shown = WITHIN.get(shown, shown)
    groups = (
        NavGroup(
            name,
            tuple(
                NavItem(page, f"{home}{page}", word, page == shown)
                for right, page, word in pages
                if _may(work, right) and (page != POOLS or any(stage.pools for stage in work.rows.stages))
            ),
        )
        for name, pages in PAGES.items()
    )
    return tuple(group for group in groups if group.pages)


def _may(work: EventSession, right: Right) -> bool:
    """Whether the reader has a right, in one stage at least where it is about a stage's lists."""
    if right is Right.EXPORT_LISTS:
        return any(work.may(right, stage).allowed for stage in work.rows.stages)
    return work.may(right).allowed


def staff_frame(work: EventSession, path: str = "") -> StaffFrame:
    """The frame of a page of the staff: hand it to the template as `frame`."""
    event = work.event
    notice, clock = _clock(work) if work.actor.is_staff else ("", "")
    return StaffFrame(event.slug, event.name, event.game, staff_nav(work, path), notice, _alarm(work), clock)


def staff_frame_if_staff(work: EventSession, path: str) -> StaffFrame | None:
    """The same for a page that others see too, for whom there is none."""
    return staff_frame(work, path) if work.actor.is_staff else None


def _clock(work: EventSession) -> tuple[str, str]:
    """What the staff is told of a clock that is wrong, and the jump that the reader may call right."""
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
