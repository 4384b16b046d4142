"""What programs send and are told of tokens, webhooks, the audit, rechecks and persons."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictStr

from deckcheck.accounts.tokens import TokenRow
from deckcheck.app.notify import TOLD
from deckcheck.app.webhooks import Delivery, WebhookRow
from deckcheck.audit.views import AuditRow
from deckcheck.web.api.derived import tells
from deckcheck.web.api.event_schemas import Day, Moment, Reason

Uid = Annotated[str, Field(max_length=36)]
Act = Annotated[StrictStr, Field(max_length=40, description="One of: " + ", ".join(TOLD) + ".", examples=["submitted"])]


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid")


class TokenIn(_Closed):
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
    """A token as it was made; the secret is told this once."""

    uid: str
    secret: str
    until: str


class WebhookIn(_Closed):
    """Where a program is told of acts."""

    url: Annotated[StrictStr, Field(max_length=1000, examples=["https://bot.example.org/hook"])]
    acts: Annotated[list[Act], Field(max_length=100)]


@tells(WebhookRow)
class WebhookOut(BaseModel):
    """A webhook, without its secret. `both_until`: until when messages carry two signatures."""


class WebhooksOut(BaseModel):
    """The webhooks that are in use."""

    webhooks: list[WebhookOut]


class NewSecretOut(BaseModel):
    """A webhook's secret; it is told this once."""

    uid: str
    secret: str


class NothingIn(_Closed):
    """Nothing is to be said."""


class PageQuery(_Closed):
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


class AuditQuery(_Closed):
    """Which entries: those after a number, so many of them."""

    after: Annotated[int, Field(ge=0, le=2**31 - 1)] = 0
    limit: Annotated[int, Field(ge=1, le=1000)] = 100


@tells(AuditRow, without=("change",))
class AuditEntryOut(BaseModel):
    """An entry as it is hashed, with its hash, and in words; the reason is empty once it was deleted."""

    v: int
    from_: Annotated[str, Field(alias="from")]


class AuditOut(BaseModel):
    """Entries in order."""

    entries: list[AuditEntryOut]


class HeadQuery(_Closed):
    """A head that was noted outside."""

    head: Annotated[str, Field(max_length=100, description="12 signs or more, as receipts show them.")] = ""


class HeadOut(BaseModel):
    """Whether everything that is kept of the event is as its audit says; `faults` are sentences."""

    holds: bool
    head: str
    entries: int
    seals: int
    head_found_at: int | None
    broken_at: int | None
    unbound_names: Annotated[int, Field(description="Names that were given by an earlier release, which bound none.")]
    faults: list[str]


class RecheckIn(_Closed):
    """By the law of another day, so that nothing is kept; without one by the event's own."""

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


class PersonQuery(_Closed):
    """Why, where an organizer asks; players say nothing."""

    reason: Annotated[str, Field(max_length=500, description="Why; the audit keeps it.")] = ""


class ForgetIn(_Closed):
    """Why, without a name; and which notes go, each as the slug of its event and the number of its entry."""

    reason: Annotated[StrictStr, Field(max_length=500)]
    notes: Annotated[list[Annotated[StrictStr, Field(max_length=100)]], Field(max_length=1000)] = Field(
        default_factory=list, examples=[["northern-open:12"]]
    )
