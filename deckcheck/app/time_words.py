"""Times and spans as people read them: 10:00, today 09:12, 18 min left, 4 min after the deadline."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from deckcheck.decklist.days import day_in_words, day_of_year, full_day
from deckcheck.translations import gettext, ngettext

_SECOND: Final = timedelta(seconds=1)
_MINUTE: Final = timedelta(minutes=1)
_DAY: Final = timedelta(days=1)
_LAST: Final = timedelta(minutes=2)
"""From here on a countdown has seconds."""


def clock_time(moment: datetime, zone: str) -> str:
    """10:00, on the wall of the zone."""
    return f"{moment.astimezone(ZoneInfo(zone)):%H:%M}"


def clock_seconds(moment: datetime, zone: str) -> str:
    """09:42:07, for receipts and the audit."""
    return f"{moment.astimezone(ZoneInfo(zone)):%H:%M:%S}"


def day_here(moment: datetime, zone: str) -> date:
    """The day it is in the zone."""
    return moment.astimezone(ZoneInfo(zone)).date()


def utc_words(moment: datetime) -> str:
    """Sat 13 June 2026, 09:42 UTC; for letters, whose reader may be anywhere."""
    return f"{full_day(moment.astimezone(UTC).date())}, {moment.astimezone(UTC):%H:%M} UTC"


def when(moment: datetime, now: datetime, zone: str) -> str:
    """Today 09:12, yesterday 21:04, 12 June 21:04; with the year if it is another."""
    return _told(moment, now, zone, gettext("today {time}"), gettext("yesterday {time}"), gettext("{day} {time}"))


def at_when(moment: datetime, now: datetime, zone: str) -> str:
    """Within a sentence: at 10:00; yesterday at 21:04; on 12 June at 21:04."""
    forms = gettext("at {time}"), gettext("yesterday at {time}"), gettext("on {day} at {time}")
    return _told(moment, now, zone, *forms)


def until_when(moment: datetime, now: datetime, zone: str) -> str:
    """After "until": 10:00; yesterday 21:04; 14 June 10:00."""
    return _told(moment, now, zone, "{time}", gettext("yesterday {time}"), gettext("{day} {time}"))


def _told(moment: datetime, now: datetime, zone: str, of_today: str, of_yesterday: str, of_others: str) -> str:
    """The moment in the one of three forms that its day asks for."""
    day, today = day_here(moment, zone), day_here(now, zone)
    form = {today: of_today, today - _DAY: of_yesterday}.get(day, of_others)
    named = day_of_year(day) if day.year == today.year else day_in_words(day)
    return form.format(time=clock_time(moment, zone), day=named)


def left(deadline: datetime, now: datetime) -> str:
    """18 min left; 1 h 20 min left; 1:45 in the last two minutes; 4 min after the deadline once it has passed.

    Minutes are rounded up, so that they agree with a clock that shows minutes.
    """
    rest = deadline - now
    if rest <= timedelta(0):
        return late_words(-rest // _MINUTE)
    if rest <= _LAST:
        seconds = -(-rest // _SECOND)
        return f"{seconds // 60}:{seconds % 60:02}"
    return gettext("{span} left").format(span=span(-(-rest // _MINUTE)))


def late_words(minutes: int) -> str:
    """12 min after the deadline."""
    return gettext("{span} after the deadline").format(span=span(minutes))


def span(minutes: int) -> str:
    """So many minutes: 18 min, 1 h 20 min, 3 days 4 h."""
    days, rest = divmod(minutes, 24 * 60)
    hours, mins = divmod(rest, 60)
    told = (
        ngettext("{count} day", "{count} days", days).format(count=days) if days else "",
        gettext("{count} h").format(count=hours) if hours else "",
        gettext("{count} min").format(count=mins) if mins and not days else "",
    )
    return " ".join(filter(None, told)) or gettext("less than 1 min")


def _wall(moment: datetime, zone: str) -> datetime:
    return moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)


def zone_city(zone: str) -> str:
    """The city a zone is named after: Lord Howe."""
    return zone.rsplit("/", 1)[-1].replace("_", " ")


def hours_from_utc(moment: datetime, zone: str) -> str:
    """How far the zone's clocks are from UTC then: UTC+1, UTC+10:30, UTC."""
    ahead = _wall(moment, zone) - moment.astimezone(UTC).replace(tzinfo=None)
    hours, mins = divmod(abs(ahead) // _MINUTE, 60)
    if not hours and not mins:
        return "UTC"
    return f"UTC{'-' if ahead < timedelta(0) else '+'}{hours}" + (f":{mins:02}" if mins else "")
