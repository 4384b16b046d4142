"""What programs are told of events, stages, publication and staff."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

from pydantic import BaseModel

from deckcheck.accounts.leave import Held
from deckcheck.accounts.roles import Granted, StaffRow
from deckcheck.app.mail import Told
from deckcheck.events.bye_deadlines import OwnDeadline
from deckcheck.events.event_views import EventFacts
from deckcheck.events.stage_members import MembersSet
from deckcheck.events.stages import StageFacts
from deckcheck.web.api.derived import tells
from deckcheck.web.values import row_of


def players_told(told: Told | None) -> dict[str, Any] | None:
    """What the players were told, where they were."""
    return row_of(told) if told else None


@tells(StageFacts)
class StageOut(BaseModel):
    """A stage. `effective`: who sees its lists now; `members`: to staff, of stages that not everyone is in."""


@tells(Told)
class PlayersTold(BaseModel):
    """What the players were told, to be copied, and to how many it goes by mail."""


class StageChange(BaseModel):
    """A stage after an act, what is said beside it, and what came of it."""

    stage: StageOut
    warnings: list[str] = []
    told: PlayersTold | None = None
    judged_again: int = 0
    verdicts_changed: int = 0


class StagesOut(BaseModel):
    """The stages in order."""

    stages: list[StageOut]


@tells(EventFacts)
class EventOut(BaseModel):
    """An event. `version` and `totp_required` are shown to its staff, the join code to its organizer."""

    day: date
    digital: bool
    stages: list[StageOut]


class EventsOut(BaseModel):
    """Events, the latest day first; `next` is what `after` takes for more, empty at the end."""

    events: list[EventOut]
    next: str


class EventChange(BaseModel):
    """An event after an act, what is said beside it, and what came of it."""

    event: EventOut
    warnings: list[str] = []
    told: PlayersTold | None = None
    judged_again: int = 0
    verdicts_changed: int = 0


class PublicationOut(BaseModel):
    """Who sees the lists of a stage: as set, and now."""

    stage: str
    during: str
    after: str
    effective: str
    version: int


class PublicationSet(PublicationOut):
    """What was set: how many lists it is about, who sees them now, from when, and a sentence."""

    count: int
    opens: Literal["now", "close", "end", "never"]
    sentence: str


class PreviewRow(BaseModel):
    """A list that the viewer sees; one that is not public at this moment comes without its deck."""

    number: int
    player: str
    rank: int | None
    deck: str | None


class PreviewStage(BaseModel):
    """What the viewer sees of a stage, and the lists that are open to them, a page of them."""

    stage: str
    sentence: str
    open: bool
    found: int
    rows: list[PreviewRow]


class PreviewOut(BaseModel):
    """What a viewer sees; a hidden event has no stages."""

    viewer: str
    hidden: bool
    stages: list[PreviewStage]


@tells(MembersSet)
class MembersOut(BaseModel):
    """Who is in a stage now, and what is said beside it."""


@tells(OwnDeadline)
class OwnDeadlineOut(BaseModel):
    """Until when one player's list is taken; null: as everybody's."""


class ByesOut(BaseModel):
    """The deadlines of those with byes."""

    deadlines: list[OwnDeadlineOut]


@tells(StaffRow, without=("is_me",))
class StaffOut(BaseModel):
    """Somebody of the staff, or invited and known by the key of the invitation; `plays` is their entry, 0 for none.

    `confirmed`: the address is known to be theirs, by a letter or by the operator.
    """


class StaffList(BaseModel):
    """The staff of an event."""

    staff: list[StaffOut]


@tells(Held)
class HeldOut(BaseModel):
    """A token, a webhook or a player's link that somebody of the staff made; `number` is the player's entry, or 0."""


@tells(Granted, without=("secret",))
class Grants(BaseModel):
    """The roles of an account, or those it is invited to. `link`: to hand over where no mail is sent; shown once."""

    held: list[HeldOut]
    link: str | None = None


class Joins(BaseModel):
    """How many may join by code in an hour before they are confirmed; 0 is as many as the roster has."""

    an_hour: int


class JoinCode(BaseModel):
    """The join code that counts from now on."""

    code: str
