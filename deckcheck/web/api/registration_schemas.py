"""What programs send and are told of registration: drafts, lists as sent, receipts, entries by code."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from deckcheck.decklist.texts import LIMITS
from deckcheck.lists.receipts import Receipt
from deckcheck.lists.versions import Verdict, Version
from deckcheck.roster.join import Joined
from deckcheck.web.api.derived import tells
from deckcheck.web.api.schemas import LeaveOut, LeftOut

ListText = Annotated[
    StrictStr, Field(max_length=LIMITS.bytes, description="The list as typed.", examples=["4 Lightning Bolt"])
]
StageSlug = Annotated[StrictStr, Field(max_length=40, description="The stage; empty for the one that matters now.")]


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid")


class StageQuery(BaseModel):
    """For which stage, and, where it is asked for, why."""

    stage: StageSlug = ""
    reason: Annotated[StrictStr, Field(max_length=2000)] = ""


class DraftIn(_Closed):
    """A text to be kept; `version` is the draft's as it was seen, left out to keep whatever comes."""

    text: ListText
    leave_out: LeaveOut = []
    version: Annotated[StrictInt | None, Field(ge=0)] = None


class DraftOut(BaseModel):
    """A draft; version 0 is none yet."""

    text: str
    leave_out: list[int]
    version: int
    at: datetime | None


class SubmissionIn(_Closed):
    """A list to be registered. `version` is the list's as it was seen. After the close staff says why."""

    text: ListText
    leave_out: LeaveOut = []
    stage: StageSlug = ""
    version: Annotated[StrictInt | None, Field(ge=0)] = None
    reason: Annotated[StrictStr, Field(max_length=2000)] = ""


class CorrectionIn(_Closed):
    """A list that a judge corrects for its player: why, and under which section of the penalty guide."""

    text: ListText
    leave_out: LeaveOut = []
    stage: StageSlug = ""
    section: Annotated[StrictStr, Field(max_length=100, examples=["IPG 3.4"])]
    reason: Annotated[StrictStr, Field(max_length=2000)]
    version: Annotated[StrictInt | None, Field(ge=0)] = None


@tells(Receipt)
class ReceiptOut(BaseModel):
    """The receipt of a list. `number` is the receipt's, `sha256` (to the player alone) of the canonical list."""

    ignored: list[LeftOut]
    by_hand: Annotated[
        str, Field(description="Where our data end, of a list that staff checks by hand for their age alone.")
    ]
    name_signs: Annotated[
        str,
        Field(description="First signs of the hash by which the audit holds the player's name; empty if it does not."),
    ]


@tells(Verdict)
class VerdictOut(BaseModel):
    """A verdict as it was given; `body` is the report that the contract describes."""


@tells(Version)
class VersionOut(BaseModel):
    """One list as sent, with every verdict on it."""

    receipt: ReceiptOut
    verdicts: list[VerdictOut]


class VersionsOut(BaseModel):
    """Everything that was sent for a stage, the first one first."""

    submissions: list[VersionOut]


class JoinIn(_Closed):
    """Somebody who joins by the code that is shown at the desk.

    `same` answers what a refusal with `like-name` asks: whether they are the one of that name on the roster.
    """

    code: Annotated[StrictStr, Field(max_length=40, examples=["KITE-4719"])]
    last: Annotated[StrictStr, Field(max_length=200)] = ""
    first: Annotated[StrictStr, Field(max_length=200)] = ""
    mail: Annotated[StrictStr, Field(max_length=254)] = ""
    same: StrictBool | None = None


@tells(Joined, without=("sign_in",))
class JoinedOut(BaseModel):
    """The entry; `link` is the player's private way in, told this once."""


class MineOut(BaseModel):
    """Who asks, what they play in, and what they are an official of."""

    kind: str
    name: str
    entries: list[dict[str, Any]]
    roles: list[dict[str, Any]]
    gone: Annotated[list[str], Field(description="Who issued another link to an event that this way in opened.")]
