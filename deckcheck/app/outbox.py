"""Sending what waits: claimed for a minute, sent, and marked. At least once, always under the same id.

Nothing is held while the network is waited for: the claim is committed first, and if its holder dies it runs out.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from deckcheck import __version__
from deckcheck.app.context import App
from deckcheck.app.http_post import NotPosted, Target, post
from deckcheck.app.secret_mail import read_letter
from deckcheck.app.secrets import KeyGone, derive
from deckcheck.app.smtp import Letter, MailServer, NotMailed, send_letter
from deckcheck.settings import Settings
from deckcheck.store.models import Outgoing, Webhook
from deckcheck.store.queries import outbox

CLAIM: Final = timedelta(seconds=60)
"""So long one message is somebody's to send; far longer than a try may take."""
WAITS: Final = tuple(timedelta(seconds=seconds) for seconds in (10, 60, 600, 3600, 6 * 3600, 24 * 3600))
"""After each try that failed, so long until the next one; after the last it is given up."""
MAIL: Final = "mail"
WEBHOOK: Final = "webhook"
PURPOSE: Final = "webhook"
"""What webhooks' secrets are derived for."""


@dataclass(frozen=True, slots=True)
class Sent:
    """How a try ended: with what answer, and whether another one makes sense."""

    arrived: bool
    answer: str
    for_good: bool = False


def send_next(app: App, kind: str) -> bool:
    """Send the message of a kind that has waited longest; false if nothing waits."""
    now = app.now()
    with app.store.read() as session:
        if not outbox.is_waiting(session, kind, now):
            return False
    with app.store.write() as session:
        row = outbox.claim(session, kind, now, now + CLAIM)
        hook = outbox.hook(session, row.hook) if row else None
    if row is None:
        return False
    _mark(app, row, _mailed(app, row) if kind == MAIL else _posted(app, row, hook))
    return True


def _mailed(app: App, row: Outgoing) -> Sent:
    mail = app.settings.mail
    if not mail.host:
        return Sent(False, "No mail server is set.", for_good=True)
    server = MailServer(mail.host, mail.port, mail.user, mail.password, mail.sender, mail.encrypted)
    try:
        subject, text = read_letter(row.body, app.settings)
        send_letter(server, Letter(row.uid, row.recipient, subject, text, app.now()))
    except (NotMailed, KeyGone) as failed:
        return Sent(False, str(failed), for_good=isinstance(failed, NotMailed) and failed.for_good)
    return Sent(True, "Taken by the mail server.")


def _posted(app: App, row: Outgoing, hook: Webhook | None) -> Sent:
    if hook is None or hook.ended_at is not None:
        return Sent(False, "The webhook has ended.", for_good=True)
    now, body = app.now(), body_of(row)
    try:
        headers = headers_of(row.uid, now, body, secrets_of(hook, now, app.settings))
        status = post(Target(row.recipient, app.settings.local_webhooks), body, headers)
    except (NotPosted, KeyGone) as failed:
        return Sent(False, str(failed))
    return Sent(200 <= status < 300, f"Answered {status}.")


def body_of(row: Outgoing) -> bytes:
    """The body of a message, the same at each try."""
    return json.dumps(row.body, separators=(",", ":"), ensure_ascii=False).encode()


def secrets_of(hook: Webhook, now: datetime, settings: Settings) -> tuple[bytes, ...]:
    """The secrets that a webhook's messages are signed with: two for a day after a change."""
    nonces = [hook.nonce]
    if hook.nonce_before and hook.before_until is not None and now < hook.before_until:
        nonces.append(hook.nonce_before)
    return tuple(derive(settings, PURPOSE, nonce) for nonce in nonces)


def headers_of(uid: str, now: datetime, body: bytes, secrets: tuple[bytes, ...]) -> dict[str, str]:
    """The headers of Standard Webhooks: who receives it can tell that it is ours, fresh, and whether it came before."""
    moment = str(int(now.timestamp()))
    return {
        "Content-Type": "application/json",
        "User-Agent": f"Deckcheck/{__version__}",
        "webhook-id": uid,
        "webhook-timestamp": moment,
        "webhook-signature": " ".join(sign(secret, uid, moment, body) for secret in secrets),
    }


def sign(secret: bytes, uid: str, moment: str, body: bytes) -> str:
    """One signature over id, moment and body."""
    mac = hmac.digest(secret, f"{uid}.{moment}.".encode() + body, hashlib.sha256)
    return f"v1,{base64.b64encode(mac).decode()}"


def _mark(app: App, claimed: Outgoing, sent: Sent) -> None:
    """Write down how a try ended; a message that was delivered meanwhile by another stays so."""
    now = app.now()
    with app.store.write() as session:
        # The webhook's lock comes before the message's, as for whoever ends it: so no two wait for each other.
        hook = outbox.locked_hook(session, claimed.hook) if claimed.hook and not sent.arrived else None
        row = outbox.message(session, claimed.uid)
        if row is None or row.done_at is not None:
            return
        row.answer = sent.answer
        if row.claimed_until == claimed.claimed_until:
            row.claimed_until = None
        if sent.arrived:
            row.done_at, row.gave_up_at = now, None
        elif sent.for_good or claimed.tries > len(WAITS):
            row.gave_up_at = now
        else:
            row.next_at = now + WAITS[claimed.tries - 1]
        if hook is not None:
            hook.held_until = max(hook.held_until or now, now + WAITS[0])
