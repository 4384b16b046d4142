"""What programs send of events, stages, publication and staff."""

from __future__ import annotations

import re
from datetime import date, datetime, time
from typing import Annotated, Any, Final, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    StrictStr,
    WithJsonSchema,
)

from deckcheck.decklist.days import read_iso_day
from deckcheck.events.plans import LARGEST_TEAM, LONGEST_NAME, LONGEST_TITLE, MOST_STAGES, USUAL_STAGES
from deckcheck.events.stage_pools import LARGEST, MOST_SETS

Text = Annotated[StrictStr, Field(max_length=LONGEST_NAME * 2)]
Reason = Annotated[StrictStr, Field(max_length=2000, description="Why; the audit keeps it.")]
DAY_FORM: Final = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
MOMENT_FORM: Final = (
    r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,9})?)?([Zz]|[+-][0-9]{2}:[0-9]{2})?$"
)
CLOCK_FORM: Final = r"^[0-9]{2}:[0-9]{2}(:[0-9]{2})?$"


def _written(form: str, like: str) -> BeforeValidator:
    """Only what is written so: a number would be taken for seconds since 1970."""

    def check(value: Any) -> Any:
        if value is not None and not (isinstance(value, str) and re.match(form, value)):
            raise ValueError(f"write it like {like}")
        return value

    return BeforeValidator(check, json_schema_input_type=str)


def _within_years(day: date) -> date:
    return read_iso_day(day.isoformat())


Day = Annotated[
    date,
    AfterValidator(_within_years),
    _written(DAY_FORM, "2026-06-13"),
    WithJsonSchema({"type": "string", "format": "date", "pattern": DAY_FORM}),
]
Clock = Annotated[time, _written(CLOCK_FORM, "10:00"), WithJsonSchema({"type": "string", "pattern": CLOCK_FORM})]
Moment = Annotated[
    datetime,
    _written(MOMENT_FORM, "2026-06-13T10:00"),
    WithJsonSchema(
        {
            "type": "string",
            "pattern": MOMENT_FORM,
            "description": "RFC 3339. Without an offset it is a time on the wall of the event.",
            "examples": ["2026-06-13T10:00"],
        }
    ),
]
Reading = Annotated[
    Literal[0, 1] | None,
    Field(description="Which moment is meant by a time that comes twice or not at all: 0 the earlier, 1 the later."),
]
Confirmed = Annotated[StrictBool, Field(description="Yes to the question that a refusal with `confirm` asks.")]
Match = Literal["bo1", "bo3"]
During = Literal["closed", "stage", "all"]
After = Literal["closed", "all"]
ListOrder = Annotated[
    Literal["mana-value", "name", "type", "colour", "registered"],
    Field(description="How sheets and the screens of judges lay out lists."),
]
LandsOrder = Annotated[Literal["last", "first", "among"], Field(description="Where lands stand in it.")]
Pools = Annotated[
    Literal["", "own", "other"],
    Field(description="In Limited: everybody registers their own pool, or that of the player across; empty: none."),
]
PoolSets = Annotated[
    list[Annotated[StrictStr, Field(max_length=12, examples=["FDN"])]],
    Field(max_length=MOST_SETS, description="The codes of the sets that are opened."),
]
PoolSize = Annotated[StrictInt, Field(ge=0, le=LARGEST, description="How many cards a pool has; 0: not known.")]
House = Annotated[
    dict[str, Any],
    Field(
        description="What the fact sheet says instead of the format: bans, unbans, restrictions, allowed, sizes, drop."
    ),
]
Zone = Annotated[Text, Field(examples=["Europe/London"])]
TeamSize = Annotated[StrictInt, Field(ge=1, le=LARGEST_TEAM)]
Numbers = Annotated[list[Annotated[StrictInt, Field(ge=1)]], Field(max_length=100_000)]


class _Closed(BaseModel):
    """Unknown fields are refused: a slip in a name would set nothing and say so to nobody."""

    model_config = ConfigDict(extra="forbid")


class StageIn(_Closed):
    """A stage as it is wanted; what is left out is as usual."""

    title: Annotated[StrictStr, Field(max_length=LONGEST_TITLE * 2, examples=["Playoff"])]
    kind: Literal["swiss", "day-2", "playoff"] = "swiss"
    match: Match | None = None
    lists_from: Annotated[Text, Field(description="The earlier stage whose lists are played; empty: its own.")] = ""
    deadline: Moment | None = None
    during: During | None = None
    after: After | None = None
    pools: Pools = ""
    pool_sets: PoolSets = []
    pool_size: PoolSize | None = None


def _usual_stages() -> list[StageIn]:
    return [StageIn(title=s.title, kind=s.kind, lists_from=s.lists_from) for s in USUAL_STAGES]  # type: ignore[arg-type]


_STAGES: Final = Field(default_factory=_usual_stages, min_length=1, max_length=MOST_STAGES)


class EventIn(_Closed):
    """An event as it is wanted: name, day, zone and format must be said; when lists close too, to open it."""

    name: Text
    day: Day
    zone: Zone
    format: Annotated[Text, Field(examples=["modern"])]
    round_1: Annotated[Clock | None, Field(description="When round 1 begins, on the wall; lists close then.")] = None
    deadline: Moment | None = None
    place: Text = ""
    platform: Literal["paper", "mtgo", "arena"] | None = None
    match: Match | None = None
    level: Literal["regular", "competitive", "professional"] = "competitive"
    accepts: Literal["any", "decided", "legal"] = "any"
    names_shown: Literal["full", "initials", "number"] = "full"
    list_order: ListOrder = "mana-value"
    lands_order: LandsOrder = "last"
    digital: StrictBool | None = None
    team_size: TeamSize = 1
    totp_required: StrictBool = False
    house: House = Field(default_factory=dict)
    stages: Annotated[list[StageIn], _STAGES]
    open: Annotated[StrictBool, Field(description="Whether it is opened at once.")] = False
    confirmed: Confirmed = False
    reading: Reading = None


class EventPatch(_Closed):
    """What is to be different; what is left out stays."""

    name: Text | None = None
    place: Text | None = None
    zone: Zone | None = None
    day: Day | None = None
    format: Text | None = None
    platform: Literal["paper", "mtgo", "arena"] | None = None
    match: Match | None = None
    level: Literal["regular", "competitive", "professional"] | None = None
    accepts: Literal["any", "decided", "legal"] | None = None
    names_shown: Literal["full", "initials", "number"] | None = None
    list_order: ListOrder | None = None
    lands_order: LandsOrder | None = None
    digital: StrictBool | None = None
    team_size: TeamSize | None = None
    totp_required: StrictBool | None = None
    house: House | None = None
    reason: Reason = ""
    reading: Reading = None


class OrderIn(_Closed):
    """How sheets and the screens of judges lay out the lists of the event."""

    list_order: ListOrder
    lands_order: LandsOrder


class JoinsIn(_Closed):
    """How many may join by code in an hour before they are confirmed."""

    an_hour: Annotated[StrictInt, Field(ge=0, le=10_000)]


class CopyIn(_Closed):
    """The name and day of the copy."""

    name: Text = ""
    day: Day
    open: StrictBool = False
    staff: Annotated[StrictBool, Field(description="Whether the same roles hold in the copy.")] = False
    confirmed: Confirmed = False
    reading: Reading = None


class EventStateIn(_Closed):
    """The state that the event is to be in."""

    to: Literal["on", "cancelled", "completed", "gone"]
    reason: Reason = ""
    confirmed: Confirmed = False


class StagePatchIn(_Closed):
    """What is to be different in a stage. Another deadline while lists are taken is told to all players."""

    title: Annotated[StrictStr | None, Field(max_length=LONGEST_TITLE * 2)] = None
    match: Match | None = None
    lists_from: Text | None = None
    deadline: Moment | None = None
    pools: Pools | None = None
    pool_sets: PoolSets | None = None
    pool_size: PoolSize | None = None
    reason: Reason = ""
    reading: Reading = None


class StageStateIn(_Closed):
    """The state that the stage is to be in; lists are taken again until a new deadline."""

    to: Literal["taking", "begun", "over", "locked"]
    deadline: Moment | None = None
    reason: Reason = ""
    confirmed: Confirmed = False
    reading: Reading = None


class MembersIn(_Closed):
    """Who is in a stage: entry numbers, or the first of the last standings."""

    numbers: Numbers | None = None
    top: Annotated[StrictInt, Field(ge=0, le=100_000)] = 0
    reason: Reason = ""


class ByesIn(_Closed):
    """When rounds begin, and who has how many byes; without `byes` those of the imported rounds count."""

    starts: Annotated[
        dict[Annotated[str, Field(pattern=r"^[0-9]{1,2}$")], Moment], Field(examples=[{"2": "2026-06-13T11:15"}])
    ]
    byes: dict[Annotated[str, Field(pattern=r"^[0-9]{1,9}$")], Annotated[StrictInt, Field(ge=0, le=20)]] | None = None
    reading: Reading = None


class PublicationIn(_Closed):
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
    after: Annotated[str, Field(max_length=100, description="The slug of the event told last.")] = ""
    limit: Annotated[int, Field(ge=1, le=100)] = 100


class RoleIn(_Closed):
    """A role, and the name of somebody who has no account yet."""

    role: Literal["organizer", "head-judge", "judge", "scorekeeper"]
    name: Text = ""


class RoleQuery(BaseModel):
    """Which role ends; without one all of them. `keep`: keys of `held` that work on, with commas, or `all`."""

    role: Literal["organizer", "head-judge", "judge", "scorekeeper"] | None = None
    keep: Annotated[StrictStr, Field(max_length=4000)] = ""
