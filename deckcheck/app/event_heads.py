"""What every page of an event says of it first: its name, where and when it is, and what is played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, Protocol

from deckcheck.app.ages import age_on
from deckcheck.app.construction import construction
from deckcheck.app.context import App
from deckcheck.app.fields import told_of
from deckcheck.law.formats import FormatError
from deckcheck.store.models import Event
from deckcheck.translations import gettext

SEATS: Final = "ABCDEFGH"
"""The seats of a team, by letter."""


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

    `age`: how old the format's data are, where they do not cover the event's day. `construction`: what players are told
    of changing their decks between matches; nothing where the documents have it as everywhere.
    """

    zone: str
    game: str
    format: str
    digital: bool
    age: str
    construction: str


def head_of(event: Event, app: App, seat: str = "") -> EventHead:
    """The head of an event, or of the list of a seat; a format that is known no more stands as it was named."""
    formats = (format_at(event, seat),) if seat else (formats_by_seat(event) or (event.format,))
    ages = dict.fromkeys(age_on(one, event.day, event.platform, app) for one in formats)
    return told_of(
        EventHead,
        event,
        format=played_at(event, app, seat),
        age=" ".join(filter(None, ages)),
        construction=construction_said(event, app),
    )


class ByFormat(Protocol):
    """What of an event, or of a plan for one, says which format is played at which seat."""

    @property
    def format(self) -> str:
        """The format's id."""

    @property
    def seat_formats(self) -> Sequence[str]:
        """The formats of the seats, from A on; empty for the event's own."""


def formats_by_seat(settings: ByFormat) -> tuple[str, ...]:
    """The format of each seat of a team, by its id; nothing where all seats play the event's."""
    return tuple(one or settings.format for one in settings.seat_formats)


def format_at(settings: ByFormat, seat: str) -> str:
    """The id of the format that a seat plays; the event's where that is not known."""
    formats = formats_by_seat(settings)
    place = SEATS.find(seat) if seat else -1
    return formats[place] if 0 <= place < len(formats) else settings.format


def title_of(format_id: str, app: App) -> str:
    """The title of a format; one that this installation no longer has stands as it was named."""
    try:
        return app.format(format_id).title
    except FormatError:
        return format_id


def seats_of(settings: ByFormat, app: App) -> tuple[tuple[str, str], ...]:
    """The seats of a team with the title of what each plays; nothing where all play one format."""
    return tuple((seat, title_of(one, app)) for seat, one in zip(SEATS, formats_by_seat(settings), strict=False))


def by_seat(settings: ByFormat, app: App) -> str:
    """What each seat plays: A Modern, B Legacy, C Pioneer."""
    return ", ".join(f"{seat} {title}" for seat, title in seats_of(settings, app))


def played_at(settings: ByFormat, app: App, seat: str = "") -> str:
    """What is played, in words: by the seat where that is known, by all of them where seats play different formats."""
    formats = formats_by_seat(settings)
    if not formats:
        return title_of(settings.format, app)
    if not seat:
        return by_seat(settings, app)
    return gettext("{format} (seat {seat})").format(format=title_of(format_at(settings, seat), app), seat=seat)


def construction_said(event: Event, app: App) -> str:
    """What players are told of changing their decks between matches."""
    found = construction(event, app)
    return found.said if found else ""
