"""What programs send and are told of pools; what they are told has the shape of the services' own values."""

from __future__ import annotations

from dataclasses import fields
from typing import Annotated, Any, Literal, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr, create_model

from deckcheck.decklist.texts import LIMITS
from deckcheck.pools.registration import LONGEST_NOTE
from deckcheck.pools.values import Assigned, CountSeen, PoolReceipt, PoolSeen, PoolsSeen

PoolText = Annotated[
    StrictStr,
    Field(
        max_length=LIMITS.bytes,
        description="The cards as counted: numbers of the sets opened, names, or lines of an exported list.",
        examples=["12 45x2 2 Shivan Dragon"],
    ),
]
StageSlug = Annotated[StrictStr, Field(max_length=40, description="The stage; empty for the one that matters now.")]
Reason = Annotated[StrictStr, Field(max_length=2000, description="Why; the audit keeps it.")]
Version = Annotated[StrictInt | None, Field(ge=0, description="The pool's version as it was seen.")]
Number = Annotated[StrictInt, Field(ge=1, le=2**31 - 1)]


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid")


class CountIn(_Closed):
    """What was counted so far; `version` is the counting's as it was seen, left out to keep whatever comes."""

    text: PoolText
    version: Annotated[StrictInt | None, Field(ge=0)] = None


class PoolIn(_Closed):
    """A pool to be handed over, entered or corrected; without a text it is the counting that was saved.

    `confirmed`: another number of cards than expected is meant; `leave_unread`: lines that are not read are no cards;
    `as_opened`: cards that no booster of the sets holds were opened all the same.
    """

    text: PoolText | None = None
    stage: StageSlug = ""
    confirmed: StrictBool = False
    leave_unread: StrictBool = False
    as_opened: StrictBool = False
    reason: Reason = ""
    version: Version = None


class AnswerIn(_Closed):
    """An answer to a pool, as it was seen."""

    stage: StageSlug = ""
    version: Version = None


class QuestionIn(AnswerIn):
    """What is wrong with a pool."""

    text: Annotated[StrictStr, Field(max_length=LONGEST_NOTE, examples=["1 Shivan Dragon is missing"])]


class AssignIn(_Closed):
    """How pools are assigned: by the tables of a round (without one the last), by the roster, or by hand in pairs.

    `pairs` are numbers of owner and counter; null for the counter: nobody counts it any more. `keep`: the new counter
    goes on with what the one before has counted.
    """

    how: Literal["tables", "roster", "hand"]
    round: Annotated[StrictInt | None, Field(ge=1, le=99)] = None
    pairs: Annotated[list[tuple[Number, Number | None]], Field(max_length=10_000)] = []
    keep: StrictBool = False


def _told(name: str, kind: type[Any], *, without: str = "") -> type[BaseModel]:
    """The description of a value of the services, so that what is said of an answer is what it is."""
    hints = get_type_hints(kind)
    shown: dict[str, Any] = {field.name: (hints[field.name], ...) for field in fields(kind) if field.name != without}
    return create_model(name, __doc__=kind.__doc__, **shown)


PoolOut = _told("PoolOut", PoolSeen)
PoolsOut = _told("PoolsOut", PoolsSeen, without="frame")
CountOut = _told("CountOut", CountSeen)
PoolReceiptOut = _told("PoolReceiptOut", PoolReceipt)
AssignedOut = _told("AssignedOut", Assigned)
