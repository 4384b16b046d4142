"""The programs of an event over the API: tokens, webhooks, and what became of messages; the organizer, signed in."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from flask import make_response
from flask.typing import ResponseReturnValue
from pydantic import BaseModel, Field, StrictStr

from deckcheck.accounts.tokens import TokenRow, list_tokens, make_token, revoke_token
from deckcheck.app.fields import Day, Moment, Reason
from deckcheck.app.notify import TOLD
from deckcheck.app.session import changing, reading
from deckcheck.app.webhooks import (
    Delivery,
    WebhookRow,
    end_webhook,
    list_deliveries,
    list_webhooks,
    new_webhook,
    renew_secret,
)
from deckcheck.audit.audit_views import AuditRow
from deckcheck.decklist.hash_chain import AuditEntry
from deckcheck.events.plans import moment_of
from deckcheck.web.api.common import Closed, api_blueprint, failures
from deckcheck.web.api.derived import tells
from deckcheck.web.asker import current_who
from deckcheck.web.current import app
from deckcheck.web.values import row_of

Uid = Annotated[str, Field(max_length=36)]
Act = Annotated[StrictStr, Field(max_length=40, description="One of: " + ", ".join(TOLD) + ".", examples=["submitted"])]


class TokenIn(Closed):
    """A program that gets a role in the event; without an end its token works until 30 days after the event.

    No token works for more than a year.
    """

    role: Literal["organizer", "judge", "desk", "overlay"]
    label: Annotated[StrictStr, Field(max_length=200, examples=["Pairing program"])]
    until: Moment | None = None


@tells(TokenRow)
class TokenOut(BaseModel):
    """A token, without its secret."""


class TokensOut(BaseModel):
    """Every token the event ever had."""

    tokens: list[TokenOut]


class NewTokenOut(BaseModel):
    """A token as it was made; the secret is shown only once."""

    uid: str
    secret: str
    until: str


class WebhookIn(Closed):
    """Where messages about acts go."""

    url: Annotated[StrictStr, Field(max_length=1000, examples=["https://bot.example.org/hook"])]
    acts: Annotated[list[Act], Field(max_length=100)]


@tells(WebhookRow)
class WebhookOut(BaseModel):
    """A webhook, without its secret. `both_until`: until when messages carry two signatures."""


class WebhooksOut(BaseModel):
    """The webhooks that are in use."""

    webhooks: list[WebhookOut]


class NewSecretOut(BaseModel):
    """A webhook's secret; it is shown only once."""

    uid: str
    secret: str


class NothingIn(Closed):
    """Nothing is to be said."""


class PageQuery(Closed):
    """Which messages: those before one, so many of them."""

    before: Annotated[Uid | None, Field(description="The key of a message; the ones before it come.")] = None
    limit: Annotated[int, Field(ge=1, le=100)] = 100


@tells(Delivery)
class DeliveryOut(BaseModel):
    """A message and what became of it: sent, waiting or given-up."""


class DeliveriesOut(BaseModel):
    """Messages, the newest first; `older` names where the next page begins."""

    deliveries: list[DeliveryOut]
    older: str | None


class AuditQuery(Closed):
    """Which entries: those after a number, so many of them."""

    after: Annotated[int, Field(ge=0, le=2**31 - 1)] = 0
    limit: Annotated[int, Field(ge=1, le=1000)] = 100


@tells(AuditRow, without=("change", "entry"))
@tells(AuditEntry)
class AuditEntryOut(BaseModel):
    """An entry as it is hashed, with its hash, and in words; the reason is empty once it was deleted."""

    at: datetime
    from_: Annotated[str, Field(alias="from")]


class AuditOut(BaseModel):
    """Entries in order."""

    entries: list[AuditEntryOut]


class HeadQuery(Closed):
    """A head that was noted outside."""

    head: Annotated[str, Field(max_length=100, description="At least 12 characters, as receipts show them.")] = ""


class HeadOut(BaseModel):
    """Whether everything that is kept of the event is as its audit says; `faults` are sentences."""

    holds: bool
    head: str
    entries: int
    seals: int
    head_found_at: int | None
    broken_at: int | None
    faults: list[str]


class RecheckIn(Closed):
    """By the rules of another day, so that nothing is kept; without one by the event's own."""

    on: Day | None = None
    reason: Reason = ""


class ChangedOut(BaseModel):
    """A list whose verdict or problems are others now."""

    number: int
    player: str
    stage: str
    submission: str
    before: str
    after: str
    sentence: str
    new: list[dict[str, Any]]
    gone: list[dict[str, Any]]


class RecheckOut(BaseModel):
    """What a recheck found; `kept` where the new verdicts stand beside the old."""

    event: str
    on: str
    kept: bool
    lists: int
    changed: list[ChangedOut]
    text: str


class PersonQuery(Closed):
    """Why, where an organizer asks; players say nothing."""

    reason: Annotated[str, Field(max_length=500, description="Why; it goes in the audit log.")] = ""


class ForgetIn(Closed):
    """Why, without a name; and which notes go, each as the slug of its event and the number of its entry."""

    reason: Annotated[StrictStr, Field(max_length=500)]
    notes: Annotated[list[Annotated[StrictStr, Field(max_length=100)]], Field(max_length=1000)] = Field(
        default_factory=list, examples=[["northern-open:12"]]
    )


bp = api_blueprint("programs", "Programs")
WRITTEN = (400, 401, 403, 404, 413, 415, 422)


@bp.get("/e/<slug>/tokens")
@bp.output(TokensOut)
@bp.doc(summary="Tokens", responses=failures(401, 403, 404))
def tokens(slug: str) -> ResponseReturnValue:
    """Every token the event ever had, without secrets."""
    with reading(app(), current_who(), slug) as work:
        return make_response({"tokens": [row_of(row) for row in list_tokens(work)]})


@bp.post("/e/<slug>/tokens")
@bp.input(TokenIn, location="json", arg_name="record")
@bp.output(NewTokenOut, status_code=201, description="The token; its secret is shown only once.")
@bp.doc(summary="Make a token", responses=failures(*WRITTEN))
def add_token(slug: str, record: TokenIn) -> ResponseReturnValue:
    """Give a program a role in the event."""
    with changing(app(), current_who(), slug) as work:
        until = moment_of(record.until, work.event.zone, None) if record.until else None
        return make_response(row_of(make_token(work, record.role, record.label, until)), 201)


@bp.delete("/e/<slug>/tokens/<uid>")
@bp.output({}, status_code=204, description="The token has ended.")
@bp.doc(summary="End a token", responses=failures(401, 403, 404))
def end_token(slug: str, uid: str) -> ResponseReturnValue:
    """End a token; it no longer opens anything."""
    with changing(app(), current_who(), slug) as work:
        revoke_token(work, uid)
    return make_response("", 204)


@bp.get("/e/<slug>/webhooks")
@bp.output(WebhooksOut)
@bp.doc(summary="Webhooks", responses=failures(401, 403, 404))
def webhooks(slug: str) -> ResponseReturnValue:
    """The webhooks that are in use, without secrets."""
    with reading(app(), current_who(), slug) as work:
        return make_response({"webhooks": [row_of(row) for row in list_webhooks(work)]})


@bp.post("/e/<slug>/webhooks")
@bp.input(WebhookIn, location="json", arg_name="record")
@bp.output(NewSecretOut, status_code=201, description="The webhook; its secret is shown only once.")
@bp.doc(summary="Add a webhook", responses=failures(*WRITTEN, 409))
def add_webhook(slug: str, record: WebhookIn) -> ResponseReturnValue:
    """Tell an address of acts; `address-refused` where it is not public, or not over https."""
    made = new_webhook(app(), current_who(), slug, record.url, record.acts)
    return make_response(row_of(made), 201)


@bp.post("/e/<slug>/webhooks/<uid>/secret")
@bp.input(NothingIn, location="json", arg_name="record")
@bp.output(NewSecretOut, status_code=201, description="The new secret; it is shown only once.")
@bp.doc(summary="Renew a webhook's secret", responses=failures(*WRITTEN))
def renew(slug: str, uid: str, record: NothingIn) -> ResponseReturnValue:
    """Another secret; for a day messages carry signatures by both."""
    with changing(app(), current_who(), slug) as work:
        return make_response(row_of(renew_secret(work, uid)), 201)


@bp.delete("/e/<slug>/webhooks/<uid>")
@bp.output({}, status_code=204, description="The webhook has ended.")
@bp.doc(summary="End a webhook", responses=failures(401, 403, 404))
def end(slug: str, uid: str) -> ResponseReturnValue:
    """Tell an address nothing more, not even what waits."""
    with changing(app(), current_who(), slug) as work:
        end_webhook(work, uid)
    return make_response("", 204)


@bp.get("/e/<slug>/webhooks/deliveries")
@bp.input(PageQuery, location="query", arg_name="query")
@bp.output(DeliveriesOut)
@bp.doc(summary="What became of messages", responses=failures(401, 403, 404, 422))
def deliveries(slug: str, query: PageQuery) -> ResponseReturnValue:
    """Messages of the last days with their tries."""
    found = list_deliveries(app(), current_who(), slug, query.before, query.limit)
    return make_response({"deliveries": [row_of(row) for row in found.rows], "older": found.older})
