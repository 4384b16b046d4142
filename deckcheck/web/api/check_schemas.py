"""What programs send and are told of deck checks; what they are told has the shape of the services' own values."""

from __future__ import annotations

from dataclasses import fields
from typing import Annotated, Any, Literal, get_type_hints

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr, create_model

from deckcheck.checks.choices import Coverage, DrawSeen
from deckcheck.checks.tap_reading import AT_ONCE
from deckcheck.checks.values import CheckRecord, CheckView, Ticked

Word = Annotated[StrictStr, Field(max_length=40)]
Text = Annotated[StrictStr, Field(max_length=2000)]
Line = Annotated[StrictStr, Field(max_length=500)]
Round = Annotated[StrictInt, Field(ge=1, le=99)]
Game = Annotated[StrictInt, Field(ge=1, le=9)]
Uid = Annotated[StrictStr, Field(max_length=36)]
Result = Literal["in-order", "differs", "illegal", "partly", "not-done"]
Moment = StrictBool | AwareDatetime


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid")


class DrawIn(_Closed):
    """How many tables of a round to draw; without a seed one is made. The same seed and tables give the same draw."""

    round: Round | None = None
    size: Annotated[StrictInt, Field(ge=1, le=200)] = 1
    seed: Annotated[StrictStr, Field(max_length=64)] = ""
    stage: Word = ""


class DrawsWanted(BaseModel):
    """The draws of which stage; without one those of all stages that whoever asks may see."""

    stage: Annotated[str, Field(max_length=40)] = ""


class CheckIn(_Closed):
    """Whose deck is checked, where, and how it was chosen. An official who plays says why."""

    number: Annotated[StrictInt, Field(ge=1, le=2**31 - 1)]
    stage: Annotated[Word, Field(description="The stage; empty for the one that is played now.")] = ""
    round: Round | None = None
    table: Word = ""
    seat: Word = ""
    how: Annotated[
        Literal["suggested", "random", "target", "request", "suspicion", "cut"],
        Field(description="Suggested; by a draw; chosen by a judge; a player asked; suspicion; may reach the cut."),
    ] = "target"
    draw: Uid | None = None
    why: Text = ""
    game_number: Game = 1
    boarded: StrictBool = False
    part: Word = ""


class JoinIn(_Closed):
    """What the judge does in the check; `why` is asked of an official who plays in the event."""

    part: Word = ""
    why: Text = ""


class MarksIn(_Closed):
    """What was seen before anything was sorted."""

    shuffling: Text | None = None
    sleeves: Text | None = None
    cards: Text | None = None


class CheckPatch(_Closed):
    """What is to be different; what is left out stays. `taken` and `given_back`: a moment, or true for now.

    `lost`: the player can't find or replace missing main-deck cards. `configuration`: deck and sideboard as they lie
    in the game `game_number`, as a list is typed; it counts beside the cards that were ticked.
    """

    taken: Moment | None = None
    given_back: Moment | None = None
    paused: StrictBool | None = None
    round: Round | None = None
    table: Word | None = None
    seat: Word | None = None
    game_number: Game | None = None
    boarded: StrictBool | None = None
    marks: MarksIn | None = None
    kept_order: StrictBool | None = None
    note: Text | None = None
    lost: StrictBool | None = None
    configuration: Annotated[StrictStr, Field(max_length=20_000)] | None = None


class TapIn(_Closed):
    """One tap: of `row` with `delta`, `set` or `decide`, or of `section` with `done`; `n` counts those of a device."""

    op: Annotated[StrictStr, Field(pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", description="A UUID.")]
    n: Annotated[StrictInt, Field(ge=0, le=2**31 - 1)]
    at: AwareDatetime
    row: Annotated[StrictStr, Field(max_length=300, examples=["main:Lightning Bolt"])] = ""
    delta: Annotated[StrictInt | None, Field(ge=-999, le=999)] = None
    set: Annotated[StrictInt | None, Field(ge=0, le=999)] = None
    decide: Literal["", "same", "sum"] = ""
    section: Word = ""
    done: StrictBool | None = None


class TapsIn(_Closed):
    """Taps of one device. Each is kept once, however often it comes; the answer names those that are kept."""

    device: Annotated[StrictStr, Field(pattern=r"^[A-Za-z0-9_.:-]{1,40}$")]
    ops: Annotated[list[TapIn], Field(max_length=AT_ONCE)]


class DecidedIn(_Closed):
    """What a person decided, as written; nothing is entered by itself."""

    section: Line = ""
    penalty: Line = ""
    by: Line = ""
    applied: Literal["", "now", "next"] = ""
    remedy: Line = ""


class FinishIn(_Closed):
    """How the check went; without a result it is what the count says."""

    result: Result | Literal[""] = ""
    decided: DecidedIn = DecidedIn()
    note: Text | None = None


class VoidIn(_Closed):
    """Why the check is given up."""

    reason: Text = ""


class ChangesIn(DecidedIn):
    """What holds instead; the record keeps what it said before."""

    result: Result | Literal[""] = ""


class AmendIn(_Closed):
    """What is added to a record, and why."""

    reason: Text = ""
    text: Text = ""
    changes: ChangesIn = ChangesIn()


class ChecksWanted(BaseModel):
    """Which records: of a round, of an entry, with a result, of players or tables with these words."""

    round: Annotated[int | None, Field(ge=1, le=99)] = None
    number: Annotated[int | None, Field(ge=1, le=2**31 - 1)] = None
    result: Annotated[str, Field(max_length=20)] = ""
    q: Annotated[str, Field(max_length=100)] = ""
    as_: Annotated[str, Field(alias="as", pattern=r"^(json|csv)$", description="json, or csv for all records.")] = (
        "json"
    )


class CheckWanted(BaseModel):
    """In which order the cards lie: mana-value, name, type, colour, registered; lands last, first or among them.

    What is left out is as the event has it.
    """

    order: Annotated[str, Field(max_length=20)] = ""
    lands: Annotated[str, Field(max_length=10)] = ""


def _told(name: str, kind: type[Any]) -> type[BaseModel]:
    """The description of a value of the services, so that what is said of an answer is what it is."""
    hints = get_type_hints(kind)
    shown: dict[str, Any] = {field.name: (hints[field.name], ...) for field in fields(kind)}
    return create_model(name, __doc__=kind.__doc__, **shown)


CheckOut = _told("CheckOut", CheckView)
CheckRecordOut = _told("CheckRecordOut", CheckRecord)
TickedOut = _told("TickedOut", Ticked)
DrawOut = _told("DrawOut", DrawSeen)
CoverageOut = _told("CoverageOut", Coverage)


class DrawsOut(BaseModel):
    """What was drawn, the oldest first."""

    draws: list[DrawSeen]


class ChecksOut(BaseModel):
    """The records of an event, the newest first, and how many decks were checked."""

    checks: list[CheckRecord]
    coverage: Coverage
