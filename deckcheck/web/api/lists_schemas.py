"""What programs ask and are told of lists that are open to them: lists, seals, proofs, the feed for a stream."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from deckcheck.publication.listings import ListRow
from deckcheck.publication.proofs import Matched, SealShown
from deckcheck.web.api.derived import tells

Hash = Annotated[str, Field(description="64 hexadecimal signs.")]
Hashes = list[Hash]
"""Under a name of its own, since a field is called list."""
Slug = Annotated[str, Field(max_length=40, description="The stage; empty for the first whose lists are open.")]
Reason = Annotated[str, Field(max_length=500, description="Why, where one must say; the audit keeps it.")]
Number = Annotated[int | None, Field(ge=1, le=2**31 - 1)]


class StageWanted(BaseModel):
    """For which stage, and why if one must say."""

    stage: Slug = ""
    reason: Reason = ""


class ListsWanted(StageWanted):
    """Which lists of a stage, in which order: those behind the list of an entry."""

    sort: Annotated[str, Field(max_length=10, description="finish, where standings were imported, or name.")] = ""
    q: Annotated[str, Field(max_length=100, description="Words of a player's name, a deck's name or a card's.")] = ""
    after: Annotated[Number, Field(description="The entry's number of the last list that was told.")] = None
    limit: Annotated[int, Field(ge=1, le=100)] = 100


class SheetWanted(StageWanted):
    """How lists are printed."""

    order: Annotated[
        str,
        Field(max_length=20, description="On paper: mana-value, name, type, colour, registered; empty as the event."),
    ] = ""
    lands: Annotated[
        str, Field(max_length=20, description="On paper: last, first or among the others; empty as the event.")
    ] = ""
    paper: Annotated[str, Field(max_length=20, description="a4 or letter.")] = "a4"


class SheetsWanted(SheetWanted):
    """What is printed of a stage."""

    of: Annotated[
        Literal["lists", "pools"],
        Field(description="lists, or pools: the checklists of registered pools, with what the lists play of them."),
    ] = "lists"


class ListWanted(SheetWanted):
    """In which form one list is wanted."""

    as_: Annotated[
        str,
        Field(alias="as", max_length=20, description="json, a form of text (arena, mtgo, moxfield, omnidex), or pdf."),
    ] = "json"


class ExportWanted(StageWanted):
    """In which shape all lists of a stage are wanted."""

    shape: Annotated[
        str, Field(max_length=20, description="zip, csv, json; cache, client (Magic), omnidex (Grand Archive).")
    ]


class ProofWanted(BaseModel):
    """Of which seal; without one of the last that the list in force is in."""

    seal: Annotated[Number, Field(description="The seal's number.")] = None
    reason: Reason = ""


class OverlayWanted(BaseModel):
    """Which tables of which round: the last one, and all whose players do not mind, unless named."""

    round: Annotated[Number, Field(description="The round.")] = None
    table: Annotated[str, Field(max_length=200, description="Names of tables, parted by commas.")] = ""
    as_: Annotated[str, Field(alias="as", pattern="^(json|csv)$", description="json or csv.")] = "json"


class OverlayListWanted(BaseModel):
    """For which stage."""

    stage: Slug = ""


@tells(ListRow, without=("curve", "veiled"))
class ListRowOut(BaseModel):
    """One list among others. `sizes`: main deck and sideboard; in Grand Archive the material deck before them."""

    url: str


@tells(Matched)
class MatchedOut(BaseModel):
    """How many of the lists are what was sealed at the deadline; `whole`: that seal's leaves give its root."""

    sentence: str


class ListsOut(BaseModel):
    """The lists of a stage that are open to whoever asks; `sentence` says to whom they are open. `more` follow."""

    event: str
    stage: str
    sentence: str
    sort: str
    found: int
    more: bool
    matched: MatchedOut | None
    lists: list[ListRowOut]


class ProofIn(BaseModel):
    """The proof that a list is in a seal: its statement, and the path from the list's leaf to the root."""

    seal: str
    path: Hashes


Proofs = list[ProofIn]


class ProblemOut(BaseModel):
    """One thing that the verdict says."""

    severity: str
    message: str
    rule: str
    source: str


class ListOut(BaseModel):
    """The list in force with its report, salt and proofs: `deckcheck verify` takes it as it is."""

    event: str
    stage: str
    player: str
    external_id: str | None
    deck: str
    colours: list[str]
    rank: int | None
    url: str
    sections: dict[str, list[dict[str, Any]]]
    unresolved: list[dict[str, Any]]
    text: str | None
    verdict: str | None
    problems: list[ProblemOut]
    origin: str
    sent_at: datetime
    accepted_at: datetime | None
    minutes_late: int | None
    after_opening: bool
    receipt: str
    number: int
    sha256: Hash
    leaf: Hash
    salt: Hash
    list: str
    proofs: Proofs


@tells(SealShown, without=("title",))
class SealOut(BaseModel):
    """A seal. `leaves` are null while a list that it covers is closed to whoever asks."""

    stage: str | None
    hash: Hash
    signs: str
    root: Hash
    leaves: list[Hash] | None


class SealsOut(BaseModel):
    """Every seal of an event, the first one first."""

    event: str
    seals: list[SealOut]


class ProofOut(BaseModel):
    """What shows what a seal holds for an entry."""

    seal: str
    number: int
    salt: Hash
    list: str
    path: Hashes
