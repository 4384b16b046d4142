"""What programs are told of events, stages, publication and staff."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel

from deckcheck.app.mail import Told
from deckcheck.web.values import row_of


def players_told(told: Told | None) -> dict[str, Any] | None:
    """What the players were told, where they were."""
    return row_of(told) if told else None


class StageOut(BaseModel):
    """A stage. `effective`: who sees its lists now; `members`: to staff, of stages that not everyone is in."""

    slug: str
    title: str
    kind: str
    match: str
    lists_from: str
    deadline: str | None
    state: str
    begun_at: str | None
    during: str
    after: str
    effective: str
    version: int
    members: list[int] | None
    pools: str
    pool_sets: list[str]
    pool_size: int | None


class PlayersTold(BaseModel):
    """What the players were told, to be copied, and to how many it goes by mail."""

    text: str
    mails: int


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


class EventOut(BaseModel):
    """An event. `version` and `totp_required` are told to its staff, the join code to its organizer."""

    slug: str
    name: str
    place: str
    zone: str
    day: str
    game: str
    format: str
    platform: str
    match: str
    level: str
    accepts: str
    names_shown: str
    list_order: str
    lands_order: str
    digital: bool
    team_size: int
    house: dict[str, Any]
    state: str
    stages: list[StageOut]
    version: int | None
    totp_required: bool | None
    join_code: str | None


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


class Gone(BaseModel):
    """The event was deleted."""

    state: Literal["gone"]


class PublicationOut(BaseModel):
    """Who sees the lists of a stage: as set, and now."""

    stage: str
    during: str
    after: str
    effective: str
    version: int


class PublicationSet(BaseModel):
    """What was set: how many lists it is about, who sees them now, from when, and a sentence."""

    stage: str
    during: str
    after: str
    effective: str
    version: int
    count: int
    opens: Literal["now", "close", "end", "never"]
    sentence: str


class PreviewRow(BaseModel):
    """A list that the viewer sees; one that is not open to everyone at this moment comes without its deck."""

    number: int
    player: str
    rank: int | None
    deck: str | None


class PreviewStage(BaseModel):
    """What the viewer is told of a stage, and the lists that are open to them, a page of them."""

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


class MembersOut(BaseModel):
    """Who is in a stage now, and what is said beside it."""

    numbers: list[int]
    warnings: list[str]


class OwnDeadlineOut(BaseModel):
    """Until when one player's list is taken; null: as everybody's."""

    number: int
    byes: int
    until: str | None


class ByesOut(BaseModel):
    """The deadlines of those with byes."""

    deadlines: list[OwnDeadlineOut]


class StaffOut(BaseModel):
    """Somebody of the staff, or invited and known by the key of the invitation; `plays` is their entry, 0 for none.

    `confirmed`: the address is known to be theirs, by a letter or by whoever runs the installation.
    """

    account: str
    mail: str
    name: str
    roles: list[str]
    is_invited: bool
    confirmed: bool
    plays: int


class StaffList(BaseModel):
    """The staff of an event."""

    staff: list[StaffOut]


class HeldOut(BaseModel):
    """A token, a webhook or a player's link that somebody of the staff made; `number` is the player's entry, or 0."""

    key: str
    kind: str
    label: str
    at: str
    role: str
    number: int


class Grants(BaseModel):
    """The roles of an account, or those it is invited to. `link`: to hand over where no mail is sent; shown once."""

    account: str
    mail: str
    name: str
    roles: list[str]
    mailed: bool = False
    is_invited: bool = False
    confirmed: bool = False
    held: list[HeldOut] = []
    link: str | None = None


class Joins(BaseModel):
    """How many may join by code in an hour before they are confirmed; 0 is as many as the roster has."""

    an_hour: int


class JoinCode(BaseModel):
    """The join code that counts from now on."""

    code: str
