"""What programs send of events, stages, publication and staff."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Final, Literal

from pydantic import BaseModel, Field, StrictBool, StrictInt, StrictStr

from deckcheck.app.fields import Confirmed, Day, Moment, Reading, Reason
from deckcheck.events.plans import LONGEST_NAME, MOST_STAGES, USUAL_STAGES, EventPlan, EventSettings, StageSettings
from deckcheck.web.api.common import Closed
from deckcheck.web.api.derived import takes

Text = Annotated[StrictStr, Field(max_length=LONGEST_NAME * 2)]
During = Literal["closed", "stage", "all"]
After = Literal["closed", "all"]
Numbers = Annotated[list[Annotated[StrictInt, Field(ge=1)]], Field(max_length=100_000)]


@takes(StageSettings)
class StageIn(Closed):
    """A stage as it is wanted; what is left out is as usual."""


def _usual_stages() -> list[StageIn]:
    return [StageIn.model_construct(**asdict(stage)) for stage in USUAL_STAGES]


_STAGES: Final = Field(default_factory=_usual_stages, min_length=1, max_length=MOST_STAGES)


@takes(EventPlan, without=("opens",))
class EventIn(Closed):
    """An event as it is wanted: name, day, zone and format must be said; when lists close too, to open it."""

    day: Day
    totp_required: StrictBool = False
    birth_dates: StrictBool = False
    stages: Annotated[list[StageIn], _STAGES]
    open: Annotated[StrictBool, Field(description="Whether it is opened at once.")] = False
    reading: Reading = None


@takes(EventSettings, patch=True)
class EventPatch(Closed):
    """What is to be different; what is left out stays."""

    reason: Reason = ""
    reading: Reading = None


@takes(EventSettings, only=("list_order", "lands_order"))
class OrderIn(Closed):
    """How sheets and the screens of judges lay out the lists of the event."""


class JoinsIn(Closed):
    """How many may join by code in an hour before they are confirmed."""

    an_hour: Annotated[StrictInt, Field(ge=0, le=10_000)]


class CopyIn(Closed):
    """The name and day of the copy."""

    name: Text = ""
    day: Day
    open: StrictBool = False
    staff: Annotated[StrictBool, Field(description="Whether the same roles hold in the copy.")] = False
    confirmed: Confirmed = False
    reading: Reading = None


class EventStateIn(Closed):
    """The state that the event is to be in."""

    to: Literal["on", "cancelled", "completed", "gone"]
    reason: Reason = ""
    confirmed: Confirmed = False


@takes(StageSettings, patch=True, without=("kind", "during", "after"))
class StagePatchIn(Closed):
    """What is to be different in a stage. Another deadline while lists are taken is announced to all players."""

    reason: Reason = ""
    reading: Reading = None


class StageStateIn(Closed):
    """The state that the stage is to be in; lists are taken again until a new deadline."""

    to: Literal["taking", "begun", "over", "locked"]
    deadline: Moment | None = None
    reason: Reason = ""
    confirmed: Confirmed = False
    reading: Reading = None


class MembersIn(Closed):
    """Who is in a stage: entry numbers, or the first of the last standings."""

    numbers: Numbers | None = None
    top: Annotated[StrictInt, Field(ge=0, le=100_000)] = 0
    reason: Reason = ""


class ByesIn(Closed):
    """When rounds begin, and who has how many byes; without `byes` those of the imported rounds count."""

    starts: Annotated[
        dict[Annotated[str, Field(pattern=r"^[0-9]{1,2}$")], Moment], Field(examples=[{"2": "2026-06-13T11:15"}])
    ]
    byes: dict[Annotated[str, Field(pattern=r"^[0-9]{1,9}$")], Annotated[StrictInt, Field(ge=0, le=20)]] | None = None
    reading: Reading = None


class PublicationIn(Closed):
    """Who sees the lists of a stage while the event runs, and after it."""

    during: During
    after: After
    confirmed: Confirmed = False


class PreviewQuery(BaseModel):
    """Through whose eyes, and what is to hold already."""

    viewer: Annotated[
        str, Field(alias="as", max_length=40, description="stranger, judge, a stage's slug, or an entry number.")
    ] = "stranger"
    during: During | None = None
    after: After | None = None


class EventsQuery(BaseModel):
    """Which events."""

    q: Annotated[str, Field(max_length=200, description="Words of name and place.")] = ""
    game: Annotated[str, Field(max_length=20)] = ""
    since: Day | None = None
    after: Annotated[str, Field(max_length=100, description="The slug of the last event in the answer before.")] = ""
    limit: Annotated[int, Field(ge=1, le=100)] = 100


class RoleIn(Closed):
    """A role, and the name of somebody who has no account yet."""

    role: Literal["organizer", "head-judge", "judge", "scorekeeper"]
    name: Text = ""


class RoleQuery(BaseModel):
    """Which role ends; without one all of them. `keep`: keys of `held` that work on, with commas, or `all`."""

    role: Literal["organizer", "head-judge", "judge", "scorekeeper"] | None = None
    keep: Annotated[StrictStr, Field(max_length=4000)] = ""
