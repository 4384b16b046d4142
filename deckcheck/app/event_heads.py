"""What every page of an event says of it first: its name, where and when it is, and what is played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from deckcheck.app.ages import age_on
from deckcheck.app.context import App
from deckcheck.app.fields import told_of
from deckcheck.law.formats import FormatError
from deckcheck.store.models import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class EventName:
    """An event in a line. `state` is planned, on, completed or cancelled."""

    slug: str
    name: str
    day: date
    place: str
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EventHead(EventName):
    """An event in a line or two; `format` is the title of its format.

    `age`: how old the format's data are, where they do not cover the event's day.
    """

    zone: str
    game: str
    format: str
    digital: bool
    age: str


def head_of(event: Event, app: App) -> EventHead:
    """The head of an event; a format that this installation no longer has stands as it was named."""
    try:
        title = app.reference.format(event.format).title
    except FormatError:
        title = event.format
    return told_of(
        EventHead,
        event,
        format=title,
        age=age_on(event.format, event.day, event.platform, app),
    )
