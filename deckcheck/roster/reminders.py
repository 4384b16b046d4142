"""Reminding those who have sent no list: a text to copy to where players read it, and a mail to each of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from deckcheck.app.actor_names import who_did
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.mail import tell_players
from deckcheck.app.permissions import Right
from deckcheck.app.secret_mail import address_for, sends_mail
from deckcheck.app.session import EventSession, changing, reading
from deckcheck.app.staff_nav import StaffFrame, staff_frame
from deckcheck.app.states import StateRefused, stage_words
from deckcheck.app.states.transitions import closed, confirm
from deckcheck.app.time_words import at_when, clock_time, day_here
from deckcheck.decklist.days import full_day
from deckcheck.lists.list_handles import roster_stage
from deckcheck.roster.roster_data import RosterData
from deckcheck.roster.roster_rows import NOT_SENT, RosterRow
from deckcheck.store.models import Stage
from deckcheck.store.queries import events
from deckcheck.store.states import StageState
from deckcheck.translations import gettext

AGAIN: Final = timedelta(minutes=10)
"""So soon after a reminder another is asked about."""
SENT: Final = "reminder.sent"


@dataclass(frozen=True, slots=True)
class Reminder:
    """Who has sent nothing, and what they are told. `mails` is to how many of them a mail can go."""

    frame: StaffFrame
    stage: str
    names: tuple[str, ...]
    text: str
    mails: int
    can_mail: bool


def reminder(who: Actor, slug: str, app: App, stage: str = "", base: str = "") -> Reminder:
    """The text of a reminder with the names of those who have sent nothing; `base` is the address that was asked."""
    with reading(app, who, slug) as work:
        work.ask(Right.SEE_ROSTER)
        here = roster_stage(work, stage)
        rows = _missing(work, here)
        mails = events.mails_of(work.session, work.event.uid, [row.uid for row in rows])
        return Reminder(
            frame=staff_frame(work, f"/e/{work.event.slug}/roster"),
            stage=here.slug,
            names=tuple(row.name for row in rows),
            text=_text(work, here, rows, base or address_for(app.settings, "")),
            mails=len(mails),
            can_mail=sends_mail(app.settings) and not _is_over(work, here),
        )


def send_reminders(who: Actor, slug: str, app: App, stage: str = "", *, confirmed: bool = False) -> int:
    """Mail everybody who has sent nothing and gave an address; says to how many it goes."""
    with changing(app, who, slug) as work:
        work.ask(Right.SEE_ROSTER)
        here = roster_stage(work, stage)
        on = f"stage:{here.slug}"
        if _is_over(work, here):
            raise StateRefused(f"{closed(work.facts(here))}.")
        if not sends_mail(app.settings):
            raise StateRefused("No mail is sent from here. Copy the text instead.")
        last = events.last_act(work.session, work.event.uid, SENT, on)
        if last is not None and not confirmed and work.now < last.at + AGAIN:
            at = at_when(last.at, work.now, work.event.zone)
            raise confirm(f"{who_did(work.session, last.by)} sent a reminder {at}. Send another?")
        rows = _missing(work, here)
        told = tell_players(work, lambda: _letter(work, here), [row.uid for row in rows])
        work.note(SENT, on=on, to=str(told.mails))
        return told.mails


def _missing(work: EventSession, stage: Stage) -> list[RosterRow]:
    return [row for row in RosterData.of(work, stage).on if row.mark == NOT_SENT]


def _is_over(work: EventSession, stage: Stage) -> bool:
    """Whether players send lists no longer."""
    return stage.state != StageState.TAKING or (stage.deadline is not None and stage.deadline <= work.now)


def _close(work: EventSession, stage: Stage) -> str:
    """Lists close at 10:00 today."""
    if stage.deadline is None:
        return gettext("Lists can be submitted")
    zone, now = work.event.zone, work.now
    day, clock = day_here(stage.deadline, zone), clock_time(stage.deadline, zone)
    if day == day_here(now, zone):
        return gettext("Lists close at {time} today").format(time=clock)
    return gettext("Lists close at {time} on {day}").format(time=clock, day=full_day(day))


def _text(work: EventSession, stage: Stage, rows: list[RosterRow], base: str) -> str:
    """What a desk reads out or posts: when lists close, who is missing, and where lists go."""
    if not rows:
        return f"{work.event.name}: every list of {stage_words(stage.title)} is in."
    names = ", ".join(row.name for row in rows)
    count = "1 list is" if len(rows) == 1 else f"{len(rows)} lists are"
    if _is_over(work, stage):
        is_closed = closed(work.facts(stage))
        return f"{work.event.name}: {is_closed}. {count} missing: {names}.\nCome to the desk with yours."
    code = work.event.join_code
    by_code = f", or at {base}/join with the code {code}" if code else ""
    return (
        f"{work.event.name}: {_close(work, stage)}. {count} missing: {names}.\n"
        f"Submit yours with your own link{by_code}."
    )


def _letter(work: EventSession, stage: Stage) -> tuple[str, str]:
    """Subject and text of the mail."""
    text = gettext(
        "{close}, and you haven't submitted one.\n"
        "Send it by your own link, or at {address} where you are signed in.\n"
        "If the link is lost, the desk has a new one for you."
    )
    address = address_for(work.app.settings, f"/e/{work.event.slug}/my")
    subject = gettext("Your list for {event} is missing").format(event=work.event.name)
    return subject, text.format(close=_close(work, stage), address=address)
