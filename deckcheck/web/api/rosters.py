"""The roster over the API: players, what changed, and player lists that are brought."""

from __future__ import annotations

import base64
from dataclasses import asdict
from typing import Annotated, Any, Final, Literal

from flask import Response, make_response
from flask.typing import ResponseReturnValue
from pydantic import BaseModel, Field, StrictBool, StrictInt, StrictStr

from deckcheck.app.fields import Number
from deckcheck.app.refusals import UnusableInput
from deckcheck.roster.entry_facts import EntryList, Wanted, list_entries
from deckcheck.roster.filters import UNDECIDED, View
from deckcheck.roster.import_difference import Difference, DiffLine
from deckcheck.roster.imports import Imported, ImportRoster, Preview, import_preview, import_roster
from deckcheck.roster.roster_rows import RosterRow
from deckcheck.roster.round_changes import Round
from deckcheck.roster.rounds import RoundChange, Stand, Table
from deckcheck.roster.staff_roster import changes
from deckcheck.web.api.common import Closed, api_blueprint, failures
from deckcheck.web.api.derived import takes, tells
from deckcheck.web.asker import current_who
from deckcheck.web.current import app
from deckcheck.web.values import as_told, row_of

Show = Literal[
    "all",
    "not-sent",
    "illegal",
    "undecided",
    "by-hand",
    "ready",
    "accepted",
    "late",
    "unchecked",
    "unconfirmed",
    "duplicates",
    "out",
]
Text = Annotated[StrictStr, Field(max_length=4_194_304, description="A list as it was copied, in any shape.")]
File = Annotated[
    StrictStr,
    Field(max_length=5_600_000, pattern=r"^[A-Za-z0-9+/\s]*=*\s*$", description="A file in base64: CSV, Excel, JSON."),
]
Digest = Annotated[StrictStr, Field(max_length=64, description="The digest of the difference that was shown.")]


RoundsChecked = Annotated[
    list[int] | None,
    Field(description="The rounds in which the deck was checked: for judges and the organizer, once play has begun."),
]
"""Under a name of its own, since a field is called list."""
LIST_FIELDS: Final = (
    *("sent_at", "deadline", "sent_back", "late", "minutes_late", "late_by", "late_why", "reason", "main", "side"),
    *("submission", "accepted", "by_hand"),
)
"""What of a row of the roster is about the list."""
ROW_FIELDS: Final = (
    *("number", "last", "first", "team", "seat", "format", "table", "external", "state", "confirmed", "version"),
    *("checks", "says_is"),
)


class EntriesWanted(BaseModel):
    """Which players: `q` for names (staff: or a table), `state` a filter of the roster, `after` so many."""

    stage: Annotated[str, Field(max_length=40)] = ""
    q: Annotated[str, Field(max_length=100)] = ""
    state: Show = "all"
    verdict: Literal["", "legal", "illegal", "undecided"] = ""
    after: Annotated[int, Field(ge=0, le=100_000)] = 0
    limit: Annotated[int, Field(ge=1, le=500)] = 100


@tells(RosterRow, only=LIST_FIELDS)
class RosterListOut(BaseModel):
    """How a player's list stands; sizes and the first fault only for those who may read it."""

    state: str
    version: int
    word: str
    verdict: str
    by_hand: Annotated[
        str,
        Field(description="Where our data end, of a list that staff checks by hand for their age alone; else empty."),
    ]


@tells(RosterRow, only=ROW_FIELDS, some=True)
class RosterRowOut(BaseModel):
    """A player. Those who are not on the staff get number, name and team, as far as they are open; all else is null."""

    number: int
    name: str
    team: str
    checked: RoundsChecked = None
    list: RosterListOut | None = None


class EntriesListOut(BaseModel):
    """Players by name; `next` goes into `after` for more, `revision` into `since` of the changes (staff)."""

    stage: str
    entries: list[RosterRowOut]
    found: int
    next: int | None
    revision: int | None


class ChangesWanted(BaseModel):
    """What was seen last: the revision of an answer before."""

    since: Annotated[int, Field(ge=0, le=2**31 - 1)] = 0
    stage: Annotated[str, Field(max_length=40)] = ""


class ChangesOut(BaseModel):
    """Rows that changed since a revision, and how the stage stands."""

    revision: int
    entries: list[RosterRowOut]
    stage: str
    stage_state: str
    sent: int
    size: int
    ready: int


class ImportIn(Closed):
    """A player list, as `text` or as `file`; without `apply` the difference is shown and nothing changes.

    `apply` is the digest of the difference that was told. `take`: the keys of the lines to apply; without it those that
    go without saying. `answers`: for each line that is asked about `same`, `renamed` (with `:number` where several may
    be meant), `other`, or `once` where it has a twin; for tables `table:4`; for a new player with several last names to
    choose from `split:2`, the second of them. `round`: for tables or standings that do not say.
    """

    text: Text | None = None
    file: File | None = None
    round: Annotated[StrictInt | None, Field(ge=1, le=99)] = None
    apply: Digest | Literal[False] = False
    take: Annotated[list[Annotated[StrictStr, Field(max_length=40)]], Field(max_length=20_000)] | None = None
    answers: dict[str, Annotated[StrictStr, Field(max_length=40)]] = Field(default_factory=dict)


class PerhapsOut(BaseModel):
    """Somebody of the roster who may be meant."""

    number: int
    name: str


@tells(DiffLine, without=("place", "twin_place"))
class DiffLineOut(BaseModel):
    """One difference: `change` is new, asked, gone, dropped, seat, number, out, left or tables.

    `twin`: the player of the same list who may be the same person. `choices`: the tables of which one is right, or the
    last names that a new player with commas in the name may have.
    """

    key: str
    change: str
    candidates: list[PerhapsOut]


@tells(RoundChange)
class RoundChangeOut(BaseModel):
    """What became of a round."""


@tells(Imported)
class AppliedOut(BaseModel):
    """What was applied: how many of each kind, who was added, and what still waits for an answer."""

    rounds: list[RoundChangeOut]


@tells(Difference, without=("pairs",), some=True)
class ImportOut(BaseModel):
    """The difference with its digest; or, once applied, what was done."""

    lines: list[DiffLineOut] | None = None
    same: int | None = None
    round: int | None = None
    applied: AppliedOut | None = None


class TableIn(Closed):
    """One table: where it is, who sits there by entry number (one alone has a bye), games won by each and drawn."""

    place: Annotated[StrictStr, Field(max_length=40)] = ""
    entries: Annotated[list[Number], Field(min_length=1, max_length=8)]
    result: Annotated[list[Annotated[StrictInt, Field(ge=0, le=99)]], Field(max_length=9)] = Field(default_factory=list)


@takes(Stand)
class StandIn(Closed):
    """Where an entry stands after the round."""


class RoundIn(Closed):
    """A round by its tables and standings, or by a `text` or `file` that has them. `apply` as for an import."""

    tables: Annotated[list[TableIn], Field(max_length=10_000)] | None = None
    standings: Annotated[list[StandIn], Field(max_length=20_000)] | None = None
    text: Text | None = None
    file: File | None = None
    apply: Digest | Literal[False] = False


@tells(Table)
class TableOut(BaseModel):
    """One table as it is kept."""


@tells(Stand)
class StandOut(BaseModel):
    """One line of the standings as it is kept."""


@tells(Round)
class RoundOut(BaseModel):
    """A round as it is kept."""

    tables: list[TableOut]
    standings: list[StandOut]


@tells(RoundChange)
class RoundDifferenceOut(BaseModel):
    """What a round would become, or became; `unknown` are names that nobody of the roster has."""

    digest: str
    applied: StrictBool
    tables: int | None
    standings: int | None
    unknown: list[str]


bp = api_blueprint("rosters", "Entries")


@bp.get("/e/<slug>/entries")
@bp.input(EntriesWanted, location="query", arg_name="wanted")
@bp.output(EntriesListOut)
@bp.doc(summary="The players", responses=failures(401, 404, 422))
def show_entries(slug: str, wanted: EntriesWanted) -> ResponseReturnValue:
    """Roster rows for staff; for others the names that are open to them."""
    show = {"legal": "ready", "undecided": UNDECIDED}.get(wanted.verdict, wanted.verdict) or wanted.state
    order = Wanted(wanted.stage, wanted.q, show, wanted.after, wanted.limit)
    return make_response(_entries(list_entries(current_who(), slug, order, app())))


def _entries(found: EntryList) -> dict[str, Any]:
    rows = [row_told(row) for row in found.rows] or [row_of(one) for one in found.shown]
    return {
        "stage": found.stage,
        "entries": rows,
        "found": found.found,
        "next": found.next,
        "revision": found.revision,
    }


def row_told(row: RosterRow) -> dict[str, Any]:
    """A row of the roster as programs have it."""
    listed = {name: as_told(getattr(row, name)) for name in LIST_FIELDS}
    listed |= {"state": row.list_state, "version": row.list_version, "word": row.list_word}
    listed["verdict"] = "" if row.mark == "not-sent" else row.mark
    shown = {name: getattr(row, name) for name in ROW_FIELDS}
    return shown | {
        "name": row.name,
        "checked": list(row.checked) if row.checks is not None else None,
        "list": listed,
    }


@bp.get("/e/<slug>/changes")
@bp.input(ChangesWanted, location="query", arg_name="wanted")
@bp.output(ChangesOut)
@bp.doc(
    summary="What changed since a revision",
    responses={**failures(401, 403, 404, 422), 304: {"description": "Nothing changed since."}},
)
def show_changes(slug: str, wanted: ChangesWanted) -> ResponseReturnValue:
    """The rows that changed; 304 while nothing did. Ask every few seconds, with the revision of the last answer."""
    found = changes(current_who(), slug, wanted.since, app(), View(wanted.stage))
    if found is None:
        return Response(status=304)
    return make_response(
        {
            "revision": found.revision,
            "entries": [row_told(row) for row in found.rows],
            "stage": found.stage,
            "stage_state": found.stage_state,
            "sent": found.band.sent,
            "size": found.band.size,
            "ready": found.ready,
        }
    )


@bp.post("/e/<slug>/entries/import")
@bp.input(ImportIn, location="json", arg_name="record")
@bp.output(ImportOut)
@bp.doc(summary="Bring a player list", responses=failures(400, 401, 403, 404, 409, 413, 415, 422))
def bring(slug: str, record: ImportIn) -> ResponseReturnValue:
    """Tell what a player list, pairings or standings would change; with the digest of what was told, change it."""
    order = ImportRoster(
        who=current_who(),
        slug=slug,
        data=brought(record.text, record.file),
        digest=record.apply or "",
        take=frozenset(record.take) if record.take is not None else None,
        answers=record.answers,
        round=record.round,
    )
    if record.apply is False:
        return make_response(_difference(import_preview(order, app())))
    return make_response({"applied": row_of(import_roster(order, app()))})


def brought(text: str | None, file: str | None) -> bytes | str:
    """What was sent, as text or as a file in base64; exactly one of both."""
    if (text is None) == (file is None):
        raise UnusableInput("Send a text, or a file in base64.")
    if file is None:
        return text or ""
    try:
        return base64.b64decode("".join(file.split()), validate=True)
    except ValueError:  # Letters outside ASCII are no `binascii.Error`.
        raise UnusableInput("The file is no base64.") from None


def _difference(preview: Preview) -> dict[str, Any]:
    found = preview.difference
    lines = [{**asdict(line), "key": line.key, "change": str(line.change)} for line in found.lines]
    for line in lines:
        line.pop("place")
        line.pop("twin_place")
    told = row_of(found)
    same = len(told.pop("pairs"))
    return told | {"lines": lines, "same": same, "round": preview.round}
