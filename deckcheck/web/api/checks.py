"""Deck checks over the API: what is drawn, one check with its taps and its record, and all records."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from flask import make_response
from flask.typing import ResponseReturnValue
from pydantic import BaseModel, Field, StrictStr

from deckcheck.app.fields import Text, Word
from deckcheck.checks.changes import ChangeCheck, change_check
from deckcheck.checks.check_values import CheckRecord, CheckView, Coverage, DrawSeen, Ticked
from deckcheck.checks.check_views import look
from deckcheck.checks.draws import DrawTables, draw_tables, draws
from deckcheck.checks.end import AmendCheck, FinishCheck, VoidCheck, amend_check, finish_check, void_check
from deckcheck.checks.records import RecordsWanted, records, records_csv
from deckcheck.checks.sent_taps import AT_ONCE, Op
from deckcheck.checks.start import BeginCheck, begin_check, join_check
from deckcheck.checks.taps import tick
from deckcheck.web.api.common import TEXT as PLAIN
from deckcheck.web.api.common import Closed, api_blueprint, failures, files, seen_version
from deckcheck.web.api.derived import given, takes, told
from deckcheck.web.api.lists import CSV
from deckcheck.web.asker import current_who
from deckcheck.web.current import app
from deckcheck.web.values import row_of

Line = Annotated[StrictStr, Field(max_length=500)]
Result = Literal["in-order", "differs", "illegal", "partly", "not-done"]


@takes(DrawTables)
class DrawIn(Closed):
    """How many tables of a round to draw; without a seed one is made. The same seed and tables give the same draw."""


class DrawsWanted(BaseModel):
    """The draws of which stage; without one those of all stages that you may see."""

    stage: Annotated[str, Field(max_length=40)] = ""


@takes(BeginCheck)
class CheckIn(Closed):
    """Whose deck is checked, where, and how it was chosen. Staff who play say why."""


class CheckJoinIn(Closed):
    """What the judge does in the check; `why` is asked of staff who play in the event."""

    part: Word = ""
    why: Text = ""


class MarksIn(Closed):
    """What was seen before anything was sorted."""

    shuffling: Text | None = None
    sleeves: Text | None = None
    cards: Text | None = None


@takes(ChangeCheck, without=("uid", "version"))
class CheckPatch(Closed):
    """What is to be different; what is left out stays. `taken` and `given_back`: a moment, or true for now.

    `lost`: the player can't find or replace missing main-deck cards. `configuration`: deck and sideboard as they lie
    in the game `game_number`, as a list is typed; it counts beside the cards that were ticked.
    """

    marks: MarksIn | None = None


@takes(Op)
class TapIn(Closed):
    """One tap: of `row` with `delta`, `set` or `decide`, or of `section` with `done`; `n` counts those of a device."""


class TapsIn(Closed):
    """Taps of one device. Each is kept once, however often it comes; the answer names those that are kept."""

    device: Annotated[StrictStr, Field(pattern=r"^[A-Za-z0-9_.:-]{1,40}$")]
    ops: Annotated[list[TapIn], Field(max_length=AT_ONCE)]


class DecidedIn(Closed):
    """What a person decided, as written; nothing is entered by itself."""

    section: Line = ""
    penalty: Line = ""
    by: Line = ""
    applied: Literal["", "now", "next"] = ""
    remedy: Line = ""


class FinishIn(Closed):
    """How the check went; without a result it is what the count says."""

    result: Result | Literal[""] = ""
    decided: DecidedIn = DecidedIn()
    note: Text | None = None


class VoidIn(Closed):
    """Why the check is given up."""

    reason: Text = ""


class ChangesIn(DecidedIn):
    """What holds instead; the record keeps what it said before."""

    result: Result | Literal[""] = ""


class AmendIn(Closed):
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


CheckOut = told(CheckView, "CheckOut")
CheckRecordOut = told(CheckRecord, "CheckRecord")
TickedOut = told(Ticked, "TickedOut")
DrawOut = told(DrawSeen, "DrawSeen")


class DrawsOut(BaseModel):
    """What was drawn, the oldest first."""

    draws: list[DrawSeen]


class ChecksOut(BaseModel):
    """The records of an event, the newest first, and how many decks were checked."""

    checks: list[CheckRecord]
    coverage: Coverage


bp = api_blueprint("checks", "Deck checks")

_CHECK: Final = "/e/<slug>/checks/<uid>"
_WRITING: Final = failures(400, 401, 403, 404, 409, 410, 413, 415, 422)
_VERSIONED: Final = _WRITING | failures(428)


@bp.post("/e/<slug>/draws")
@bp.input(DrawIn, location="json", arg_name="record")
@bp.output(DrawOut, status_code=201)
@bp.doc(summary="Draw tables to check", responses=_WRITING)
def draw(slug: str, record: DrawIn) -> ResponseReturnValue:
    """Draw tables of a round at random; the draw before stays on record, and anybody can draw again from the seed."""
    return make_response(row_of(draw_tables(given(DrawTables, record, who=current_who(), slug=slug), app())), 201)


@bp.get("/e/<slug>/draws")
@bp.input(DrawsWanted, location="query", arg_name="wanted")
@bp.output(DrawsOut)
@bp.doc(summary="What was drawn", responses=failures(401, 404, 422))
def show_draws(slug: str, wanted: DrawsWanted) -> ResponseReturnValue:
    """The draws with their seeds: to judges and the organizer at once, to everybody once the round is over."""
    found = draws(app(), current_who(), slug, wanted.stage)
    return make_response({"draws": [row_of(one) for one in found]})


@bp.get("/e/<slug>/checks")
@bp.input(ChecksWanted, location="query", arg_name="wanted")
@bp.output(ChecksOut, description="The records; with `as=csv` all of them as a table.")
@bp.doc(
    summary="Records of deck checks",
    responses={200: {"content": files(text_csv=PLAIN)}} | failures(401, 403, 404, 422),
)
def show_checks(slug: str, wanted: ChecksWanted) -> ResponseReturnValue:
    """The records of an event, for its judges and its organizer, and how much of it was checked."""
    if wanted.as_ == "csv":
        answer = make_response(records_csv(app(), current_who(), slug).data)
        answer.content_type = CSV
        return answer
    order = RecordsWanted(wanted.round, wanted.number, wanted.result, wanted.q)
    page = records(app(), current_who(), slug, order)
    return make_response({"checks": [row_of(one) for one in page.records], "coverage": row_of(page.coverage)})


@bp.post("/e/<slug>/checks")
@bp.input(CheckIn, location="json", arg_name="record")
@bp.output(CheckOut, status_code=201)
@bp.doc(summary="Begin a deck check", responses=_WRITING)
def begin(slug: str, record: CheckIn) -> ResponseReturnValue:
    """Begin the check of a deck against its list in force; 409 `being-checked` where somebody else checks it."""
    return make_response(row_of(begin_check(given(BeginCheck, record, who=current_who(), slug=slug), app())), 201)


@bp.get(_CHECK)
@bp.input(CheckWanted, location="query", arg_name="wanted")
@bp.output(CheckOut)
@bp.doc(summary="One deck check", responses=failures(401, 403, 404, 422))
def show(slug: str, uid: str, wanted: CheckWanted) -> ResponseReturnValue:
    """A check; the list is in it for the judges on it alone, while it goes on."""
    return make_response(row_of(look(app(), current_who(), slug, uid, wanted.order, wanted.lands)))


@bp.patch(_CHECK)
@bp.input(CheckPatch, location="json", arg_name="record")
@bp.output(CheckOut)
@bp.doc(summary="Change a deck check", responses=_VERSIONED)
def change(slug: str, uid: str, record: CheckPatch) -> ResponseReturnValue:
    """Take the decks, give them back, let the clock stand still, note what was seen; with the version in If-Match."""
    marks = record.marks.model_dump(exclude_none=True) if record.marks else None
    order = given(ChangeCheck, record, who=current_who(), slug=slug, uid=uid, version=seen_version(), marks=marks)
    return make_response(row_of(change_check(order, app())))


@bp.post(f"{_CHECK}/join")
@bp.input(CheckJoinIn, location="json", arg_name="record")
@bp.output(CheckOut)
@bp.doc(summary="Join a deck check", responses=_WRITING)
def join(slug: str, uid: str, record: CheckJoinIn) -> ResponseReturnValue:
    """Become one of the judges of a check, who see each other's counts."""
    return make_response(row_of(join_check(app(), current_who(), slug, uid, record.part, record.why)))


@bp.post(f"{_CHECK}/ticks")
@bp.input(TapsIn, location="json", arg_name="record")
@bp.output(TickedOut)
@bp.doc(summary="Count cards", responses=_WRITING)
def ticks(slug: str, uid: str, record: TapsIn) -> ResponseReturnValue:
    """Send taps, each kept once. 410 after the end: those in `known` lie beside the record, and can be forgotten."""
    ops = [given(Op, op) for op in record.ops]
    return make_response(row_of(tick(app(), current_who(), slug, uid, record.device, ops)))


@bp.post(f"{_CHECK}/finish")
@bp.input(FinishIn, location="json", arg_name="record")
@bp.output(CheckRecordOut)
@bp.doc(summary="Finish a deck check", responses=_VERSIONED)
def finish(slug: str, uid: str, record: FinishIn) -> ResponseReturnValue:
    """End a check with its record; 409 `conflicts` while a row that two judges counted is not decided."""
    decided = record.decided.model_dump(exclude_defaults=True)
    order = FinishCheck(current_who(), slug, uid, seen_version(), record.result, decided, record.note)
    return make_response(row_of(finish_check(order, app())))


@bp.post(f"{_CHECK}/void")
@bp.input(VoidIn, location="json", arg_name="record")
@bp.output(CheckRecordOut)
@bp.doc(summary="Give a deck check up", responses=_VERSIONED)
def void(slug: str, uid: str, record: VoidIn) -> ResponseReturnValue:
    """Give a check up with a reason; what was counted stays, and counts for nothing."""
    order = VoidCheck(current_who(), slug, uid, record.reason, seen_version())
    return make_response(row_of(void_check(order, app())))


@bp.post(f"{_CHECK}/amend")
@bp.input(AmendIn, location="json", arg_name="record")
@bp.output(CheckRecordOut)
@bp.doc(summary="Add to the record of a deck check", responses=_VERSIONED)
def amend(slug: str, uid: str, record: AmendIn) -> ResponseReturnValue:
    """Add to a record with a reason; what it said before stays in it."""
    changes = {key: text for key, text in record.changes.model_dump().items() if text}
    order = AmendCheck(current_who(), slug, uid, record.reason, record.text, changes, seen_version())
    return make_response(row_of(amend_check(order, app())))
