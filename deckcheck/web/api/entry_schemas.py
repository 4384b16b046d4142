"""What programs send and are told of entries, and of the official acts on their lists."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from deckcheck.lists.bulk_locks import LeftOut as Left
from deckcheck.lists.locks import Locked
from deckcheck.roster.entry_facts import EntryFacts, ListFacts
from deckcheck.web.api.derived import tells

Short = Annotated[StrictStr, Field(max_length=200)]
Reason = Annotated[StrictStr, Field(max_length=2000, description="Why; the audit keeps it.")]
Stage = Annotated[StrictStr, Field(max_length=40, description="The stage; empty for the one that matters now.")]
Number = Annotated[StrictInt, Field(ge=1, le=2**31 - 1)]
Uid = Annotated[StrictStr, Field(max_length=36)]


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid")


class GivenIn(_Closed):
    """What is known of a player; what is left out stays as it is."""

    last: Short | None = None
    first: Short | None = None
    mail: Short | None = None
    pronouns: Short | None = None
    external: Annotated[Short | None, Field(description="The number of another program.")] = None
    team: Short | None = None
    seat: Short | None = None
    stream_ok: Literal["", "yes", "no"] | None = None
    account: Annotated[Uid | None, Field(description="Of an official who plays.")] = None


class EntryIn(GivenIn):
    """A player to add. `confirmed`: yes to the question that a refusal with `like-name` asks."""

    confirmed: StrictBool = False
    mail_link: Annotated[StrictBool, Field(description="Mail the link to the address given.")] = False


@tells(ListFacts)
class EntryListOut(BaseModel):
    """How the list of an entry stands in one stage."""


@tells(EntryFacts)
class EntryOut(BaseModel):
    """An entry; mail, pronouns and account numbers are empty to whoever may not know them."""

    lists: list[EntryListOut]


class AddedOut(BaseModel):
    """The entry that was added; `link` is the player's private way in, told this once.

    It is empty if it was mailed, and for programs.
    """

    entry: EntryOut
    link: str


class EntriesOut(BaseModel):
    """Entries that changed together."""

    entries: list[EntryOut]


class EntryStateIn(_Closed):
    """Where an entry is to go; a team goes whole."""

    to: Literal["on", "withdrawn", "dropped", "disqualified"]
    reason: Reason = ""


class ConfirmedIn(_Closed):
    """A joiner is somebody the desk has seen."""

    confirmed: Literal[True] = True


class MergeIn(_Closed):
    """Two entries are one person. `keep`: the number that stays; else the lists decide.

    `same_player`: whoever joined with the code was seen to be that person; else their links end.
    """

    into: Number
    keep: Number | None = None
    same_player: StrictBool = False
    confirmed: StrictBool = False
    reason: Reason = ""


class PartIn(_Closed):
    """Why two entries are parted again."""

    reason: Reason = ""


class MergedOut(BaseModel):
    """Both entries: the one that is kept, and the one that is part of it."""

    kept: EntryOut
    gone: EntryOut


class LinkIn(_Closed):
    """Whether it is the team's, and whether it is mailed to the player's address."""

    team: StrictBool = False
    mail: StrictBool = False


class LinkOut(BaseModel):
    """A private link: the path that opens it, told this once; both are empty if it was mailed."""

    number: int
    whose: str
    link: str
    path: str


class LockIn(_Closed):
    """An official act on a list: for an acceptance the submission that was looked at, for a deadline until when."""

    act: Literal["accept", "send-back", "reopen", "lift", "undo"]
    stage: Stage = ""
    submission: Uid | None = None
    until: AwareDatetime | None = None
    reason: Reason = ""


@tells(Locked, without=("now", "zone"))
class LockOut(BaseModel):
    """How the list stands after the act."""


class AcceptancesIn(_Closed):
    """Pairs of entry and submission that are accepted together."""

    stage: Stage = ""
    lists: Annotated[list[tuple[Number, Uid]], Field(min_length=1, max_length=10_000)]


@tells(Left)
class LeftOut(BaseModel):
    """A list that was left, and why."""


class AcceptancesOut(BaseModel):
    """What was accepted, and what was left and why."""

    done: list[int]
    left: list[LeftOut]
    sentence: str
