"""Registration over the API: drafts, lists sent once whatever the network does, receipts, and joining by code."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any

from flask import make_response, request
from flask.typing import ResponseReturnValue
from pydantic import BaseModel, Field, StrictStr

from deckcheck.app.fields import SeenVersion, StageSlug
from deckcheck.decklist.answers import make_answers
from deckcheck.decklist.list_text import LIMITS
from deckcheck.events.my_events import Mine, my_events
from deckcheck.lists.editor import DraftText, SaveDraft, draft_of, save_draft
from deckcheck.lists.own_list import Verdict, Version, versions
from deckcheck.lists.receipts import Receipt, receipt
from deckcheck.lists.submission import LONGEST_NAME
from deckcheck.lists.submit import SendList, correct, enter, send_list
from deckcheck.roster.join import Join, Joined, join
from deckcheck.web import cookies
from deckcheck.web.api.common import Closed, api_blueprint, failures, known
from deckcheck.web.api.derived import given, takes, tells
from deckcheck.web.api.schemas import LeaveOut, LeftOut
from deckcheck.web.asker import browser, current_who
from deckcheck.web.current import app, now
from deckcheck.web.values import as_told, row_of

ListText = Annotated[
    StrictStr, Field(max_length=LIMITS.bytes, description="The list as typed.", examples=["4 Lightning Bolt"])
]


DeckName = Annotated[
    StrictStr, Field(max_length=LONGEST_NAME, description="What the deck is called.", examples=["Boros Energy"])
]


class StageQuery(BaseModel):
    """For which stage, and, where it is asked for, why."""

    stage: StageSlug = ""
    reason: Annotated[StrictStr, Field(max_length=2000)] = ""


class Typed(Closed):
    """A list as typed. `version` is what was seen of it."""

    text: ListText
    leave_out: LeaveOut = Field([])
    version: SeenVersion = None


class DraftIn(Typed):
    """A text to be kept; `version` is the draft's as it was seen, left out to keep whatever comes.

    Without a `deck` the deck's name stays as it is.
    """

    deck: DeckName | None = None


class DraftOut(BaseModel):
    """A draft; version 0 is none yet."""

    text: str
    leave_out: list[int]
    deck: str
    version: int
    at: datetime | None


class SubmissionIn(Typed):
    """A list to be registered. `version` is the list's as it was seen. After the close staff says why."""

    deck: DeckName = ""
    stage: StageSlug = ""
    reason: Annotated[StrictStr, Field(max_length=2000)] = ""


class CorrectionIn(Typed):
    """A list that a judge corrects for its player: why, and under which section of the penalty guide."""

    stage: StageSlug = ""
    section: Annotated[StrictStr, Field(max_length=100, examples=["IPG 3.4"])]
    reason: Annotated[StrictStr, Field(max_length=2000)]


@tells(Receipt)
class ReceiptOut(BaseModel):
    """The receipt of a list. `number` is the receipt's, `sha256` (to the player alone) of the canonical list."""

    ignored: list[LeftOut]
    by_hand: Annotated[
        str, Field(description="Where our data end, of a list that staff checks by hand for their age alone.")
    ]
    name_signs: Annotated[
        str,
        Field(
            description="First characters of the hash by which the audit log binds the player's name; empty if none."
        ),
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


@takes(Join, without=("browser", "key"))
class JoinIn(Closed):
    """Somebody who joins by the code that is shown at the desk.

    `same` answers what a refusal with `like-name` asks: whether they are the one of that name on the roster.
    """


@tells(Joined, without=("sign_in",))
class JoinedOut(BaseModel):
    """The entry; `link` is the player's private way in, shown only once."""


@tells(Mine)
class MineOut(BaseModel):
    """Who asks, what they play in, and where they are staff."""

    entries: list[dict[str, Any]]
    roles: list[dict[str, Any]]
    gone: Annotated[list[str], Field(description="Who issued another link to an event that this way in opened.")]


bp = api_blueprint("registration", "Registration")


@bp.get("/me")
@bp.output(MineOut)
@bp.doc(summary="Who asks, with their entries and roles", responses=failures(401))
def me() -> ResponseReturnValue:
    """Who asks, the entries they play under, and their roles."""
    return make_response(row_of(my_events(current_who(), app())))


@bp.post("/e/<slug>/join")
@bp.input(JoinIn, location="json", arg_name="record")
@bp.output(JoinedOut, status_code=201, description="The entry, with the private link.")
@bp.doc(
    summary="Join by code",
    responses=known("JoinedOut") | failures(400, 401, 403, 404, 409, 413, 415, 422, 429),
)
def join_event(slug: str, record: JoinIn) -> ResponseReturnValue:
    """Join an event; the link is shown this once. One who is in it already gets 200 and no second entry."""
    order = given(Join, record, who=current_who(), slug=slug, browser=browser())
    done = join(order, app())
    if done.sign_in:
        cookies.keep_sign_in(done.sign_in)
    told = {name: value for name, value in row_of(done).items() if name != "sign_in"}
    return make_response(told, 201 if done.is_new else 200)


@bp.get("/e/<slug>/entries/<int:number>/draft")
@bp.input(StageQuery, location="query", arg_name="query")
@bp.output(DraftOut)
@bp.doc(summary="A player's own draft", responses=failures(401, 403, 404, 422))
def show_draft(slug: str, number: int, query: StageQuery) -> ResponseReturnValue:
    """The draft; nobody but its player reads it."""
    return _kept(draft_of(current_who(), slug, number, query.stage, app()))


@bp.put("/e/<slug>/entries/<int:number>/draft")
@bp.input(StageQuery, location="query", arg_name="query")
@bp.input(DraftIn, location="json", arg_name="record")
@bp.output(DraftOut)
@bp.doc(summary="Keep a draft", responses=failures(400, 401, 403, 404, 409, 413, 415, 422))
def keep_draft(slug: str, number: int, query: StageQuery, record: DraftIn) -> ResponseReturnValue:
    """Keep a text as typed; 409 `changed` holds the other device's text."""
    answers = make_answers(record.leave_out)
    known, deck = (current_who(), slug, number, query.stage), record.deck
    return _kept(save_draft(SaveDraft(*known, record.text, record.version, answers=answers, deck=deck), app()))


def _kept(draft: DraftText) -> ResponseReturnValue:
    told = {"text": draft.text, "leave_out": list(draft.answers.left_out), "deck": draft.deck}
    return make_response(as_told({**told, "version": draft.version, "at": draft.at}))


@bp.post("/e/<slug>/entries/<int:number>/submissions")
@bp.input(SubmissionIn, location="json", arg_name="record")
@bp.output(ReceiptOut, status_code=201, description="The receipt.")
@bp.doc(
    summary="Submit a list",
    responses=known("ReceiptOut") | failures(400, 401, 403, 404, 409, 413, 415, 422, 429),
)
def submit(slug: str, number: int, record: SubmissionIn) -> ResponseReturnValue:
    """Register a list, once for each Idempotency-Key. The receipt follows the commit: what has one is kept.

    A player sends while lists are taken; staff may send for a player, and enter a late list with a reason.
    """
    who = current_who()
    order = _order(slug, number, record)
    return _told(send_list(order, app()) if who.is_player else enter(order, app()))


@bp.post("/e/<slug>/entries/<int:number>/corrections")
@bp.input(CorrectionIn, location="json", arg_name="record")
@bp.output(ReceiptOut, status_code=201)
@bp.doc(
    summary="Correct a list for its player",
    responses=known("ReceiptOut") | failures(400, 401, 403, 404, 409, 413, 415, 422, 429),
)
def correct_list(slug: str, number: int, record: CorrectionIn) -> ResponseReturnValue:
    """Correct a list that is closed or accepted; its player reads why."""
    order = replace(_order(slug, number, record), section=record.section)
    return _told(correct(order, app()))


@bp.get("/e/<slug>/entries/<int:number>/submissions")
@bp.input(StageQuery, location="query", arg_name="query")
@bp.output(VersionsOut)
@bp.doc(summary="Everything sent for a stage", responses=failures(401, 403, 404, 422))
def sent(slug: str, number: int, query: StageQuery) -> ResponseReturnValue:
    """Every version with its reports. Staff says why; that goes in the audit log before it is read."""
    found = versions(current_who(), slug, number, app(), query.stage, query.reason)
    return make_response({"submissions": [row_of(version) for version in found]})


@bp.get("/e/<slug>/entries/<int:number>/receipts/<key>")
@bp.output(ReceiptOut)
@bp.doc(summary="Ask again for a receipt", responses=failures(401, 403, 404))
def show_receipt(slug: str, number: int, key: str) -> ResponseReturnValue:
    """The receipt of a sending by its Idempotency-Key, if the answer was lost."""
    return make_response(row_of(receipt(current_who(), slug, number, key, app())))


def _order(slug: str, number: int, record: SubmissionIn | CorrectionIn) -> SendList:
    return SendList(
        who=current_who(),
        slug=slug,
        number=number,
        stage=record.stage,
        text=record.text,
        key=request.headers.get("Idempotency-Key", ""),
        arrived=now(),
        version=record.version,
        reason=record.reason,
        answers=make_answers(record.leave_out),
        deck=record.deck if isinstance(record, SubmissionIn) else "",
    )


def _told(done: Receipt) -> ResponseReturnValue:
    told: dict[str, Any] = row_of(done)
    return make_response(told, 201 if done.is_new else 200)
