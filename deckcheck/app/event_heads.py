"""What every page of an event says of it first: its name, where and when it is, and what is played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from deckcheck.app.ages import age_on
from deckcheck.app.context import App
from deckcheck.law.formats import FormatError
from deckcheck.store.models import Event


@dataclass(frozen=True, slots=True)
class EventHead:
    """An event in a line or two; `format` is the title of its format.

    `age`: how old the format's data are, where they do not cover the event's day.
    """

    slug: str
    name: str
    place: str
    zone: str
    day: date
    game: str
    format: str
    state: str
    digital: bool
    age: str


def head_of(event: Event, app: App) -> EventHead:
    """The head of an event; a format that this installation no longer has stands as it was named."""
    try:
        title = app.reference.format(event.format).title
    except FormatError:
        title = event.format
    return EventHead(
        slug=event.slug,
        name=event.name,
        place=event.place,
        zone=event.zone,
        day=event.day,
        game=event.game,
        format=title,
        state=event.state,
        digital=event.digital,
        age=age_on(event.format, event.day, event.platform, app),
    )
