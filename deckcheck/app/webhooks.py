"""Webhooks: programs that are told of acts in an event, each with a secret of its own, and what became of messages."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.http_post import BadTarget, NotPosted, Target, check_target, read_target
from deckcheck.app.mail import PURPOSE
from deckcheck.app.notify import TOLD
from deckcheck.app.permissions import NOTHING_HERE, Right
from deckcheck.app.refusals import Hidden, Refused, UnusableInput
from deckcheck.app.secrets import derive, new_nonce
from deckcheck.app.session import EventSession, changing, reading
from deckcheck.decklist.hash_chain import note_hash
from deckcheck.store.models import Outgoing, Webhook
from deckcheck.store.queries import outbox

MOST: Final = 10
"""So many webhooks an event may have at a time."""
BOTH: Final = timedelta(days=1)
"""So long after a change messages are signed with the secret before as well."""
PAGE: Final = 100
SECRET_MARK: Final = "whsec_"  # noqa: S105  # the beginning of every such secret, none itself


class AddressRefused(UnusableInput):
    """No messages are sent to this address."""

    CODE = "address-refused"


@dataclass(frozen=True, slots=True)
class NewSecret:
    """A webhook's secret as it was made; it is told here and nowhere else."""

    uid: str
    secret: str


@dataclass(frozen=True, slots=True)
class WebhookRow:
    """A webhook as a list tells it. `both_until`: until when the secret before the last change is used, too."""

    uid: str
    url: str
    acts: tuple[str, ...]
    by: str
    at: datetime
    both_until: datetime | None


@dataclass(frozen=True, slots=True)
class Delivery:
    """A message and what became of it. `state` is sent, waiting, or given-up; `next_at` the next try of one that waits.

    The address is that of its webhook; `answer` is what came of the last try, in our words.
    """

    uid: str
    hook: str
    url: str
    act: str
    made_at: datetime
    tries: int
    state: str
    next_at: datetime | None
    answer: str


@dataclass(frozen=True, slots=True)
class Deliveries:
    """A page of messages, the newest first; `older` names where the next page begins."""

    rows: tuple[Delivery, ...]
    older: str | None


def check_address(app: App, url: str) -> str:
    """An address that messages can be sent to, as it is kept; it is looked up, so keep it outside a transaction."""
    url = url.strip()
    try:
        check_target(Target(url, app.settings.local_webhooks))
    except NotPosted as refused:
        raise AddressRefused(str(refused)) from None
    return url


def add_webhook(work: EventSession, url: str, acts: Iterable[str]) -> NewSecret:
    """Tell an address of some acts from now on; its form is checked here, where it leads by `check_address`."""
    work.ask(Right.WEBHOOKS)
    wanted = _acts(acts)
    try:
        read_target(Target(url, work.app.settings.local_webhooks))
    except BadTarget as refused:
        raise AddressRefused(str(refused)) from None
    if len(outbox.hooks_of(work.session, work.event.uid)) >= MOST:
        raise Refused(f"{MOST} webhooks; the limit is {MOST}. End one first.", code="not-now")
    row = Webhook(
        event=work.event.uid,
        url=url,
        acts=list(wanted),
        nonce=new_nonce(work.app.settings),
        by=work.by,
        at=work.now,
    )
    work.session.add(row)
    work.session.flush()
    work.note("webhook.made", on=f"webhook:{row.uid}", to=webhook_mark(row))
    return NewSecret(row.uid, _secret(work.app, row))


def renew_secret(work: EventSession, uid: str) -> NewSecret:
    """Another secret for a webhook; for a day messages carry a signature of each."""
    row = _hook(work, uid)
    row.nonce_before, row.before_until = row.nonce, work.now + BOTH
    row.nonce = new_nonce(work.app.settings)
    work.note("webhook.renewed", on=f"webhook:{row.uid}", to=webhook_mark(row))
    return NewSecret(row.uid, _secret(work.app, row))


def end_webhook(work: EventSession, uid: str) -> None:
    """Tell an address nothing more, not even what waits."""
    end_within(work, _hook(work, uid))


def end_within(work: EventSession, row: Webhook) -> None:
    """The same, once it is clear that whoever acts may."""
    row.ended_at = work.now
    outbox.drop_messages_to(work.session, row.uid)
    work.note("webhook.ended", on=f"webhook:{row.uid}", to=webhook_mark(row))


def list_webhooks(work: EventSession) -> tuple[WebhookRow, ...]:
    """The webhooks of the event that are in use."""
    work.ask(Right.WEBHOOKS)
    return tuple(
        WebhookRow(
            uid=row.uid,
            url=row.url,
            acts=tuple(row.acts),
            by=row.by,
            at=row.at,
            both_until=row.before_until if row.before_until and work.now < row.before_until else None,
        )
        for row in outbox.hooks_of(work.session, work.event.uid)
    )


def list_deliveries(app: App, who: Actor, slug: str, before: str | None = None, limit: int = PAGE) -> Deliveries:
    """What was sent to the event's webhooks, and what became of it; messages are kept for some days (a setting)."""
    with reading(app, who, slug) as work:
        return deliveries_within(work, before, limit)


def deliveries_within(work: EventSession, before: str | None = None, limit: int = PAGE) -> Deliveries:
    """The same within a look at the event."""
    work.ask(Right.WEBHOOKS)
    rows = outbox.deliveries(work.session, work.event.uid, before, limit + 1)
    held = {hook.uid: hook.held_until for hook in outbox.hooks_of(work.session, work.event.uid)}
    told = tuple(_delivery(row, held.get(row.hook or "")) for row in rows[:limit])
    return Deliveries(told, told[-1].uid if len(rows) > limit else None)


def new_webhook(app: App, who: Actor, slug: str, url: str, acts: Iterable[str]) -> NewSecret:
    """Check where an address leads, and tell it of some acts from now on."""
    with reading(app, who, slug) as work:
        work.ask(Right.WEBHOOKS)
    wanted, url = _acts(acts), check_address(app, url)
    with changing(app, who, slug) as work:
        return add_webhook(work, url, wanted)


def webhook_mark(row: Webhook) -> str:
    """What the audit binds a webhook by: where it leads, of what it tells, and which secret it has."""
    return note_hash(b"", "\n".join([row.url, " ".join(row.acts), row.nonce, row.nonce_before, row.by]))


def _acts(acts: Iterable[str]) -> tuple[str, ...]:
    wanted = set(acts)
    if not wanted:
        raise UnusableInput("Choose at least one event to send messages about.")
    if unknown := sorted(wanted - set(TOLD)):
        raise UnusableInput(f'No act is called "{unknown[0][:40]}". There are {", ".join(TOLD)}.')
    return tuple(act for act in TOLD if act in wanted)


def _hook(work: EventSession, uid: str) -> Webhook:
    work.ask(Right.WEBHOOKS)
    found = outbox.hook(work.session, uid)
    if found is None or found.event != work.event.uid or found.ended_at is not None:
        raise Hidden(NOTHING_HERE)
    return found


def _secret(app: App, row: Webhook) -> str:
    return SECRET_MARK + base64.b64encode(derive(app.settings, PURPOSE, row.nonce)).decode()


def _delivery(row: Outgoing, held: datetime | None) -> Delivery:
    state = "sent" if row.done_at else "given-up" if row.gave_up_at else "waiting"
    return Delivery(
        uid=row.uid,
        hook=row.hook or "",
        url=row.recipient,
        act=str(row.body["type"]),
        made_at=row.made_at,
        tries=row.tries,
        state=state,
        next_at=max(row.next_at, held or row.next_at) if state == "waiting" else None,
        answer=row.answer,
    )
