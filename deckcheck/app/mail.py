"""Handing mail to a server by SMTP: encrypted, with time limits, each letter with a name of its own."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import smtplib
import ssl
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from typing import Final

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.http_post import NotPosted, Target, post
from deckcheck.app.notify import tell_by_mail
from deckcheck.app.secret_mail import Words, read_letter
from deckcheck.app.secrets import KeyGone, derive
from deckcheck.app.session import EventSession, reading
from deckcheck.settings import Mail, Settings
from deckcheck.store.models import Outgoing, Webhook
from deckcheck.store.queries import entries as entry_rows
from deckcheck.store.queries import events, outbox
from deckcheck.translations import ENGLISH, language, speaking
from deckcheck.version import __version__

SECONDS: Final = 10.0
"""So long the server may take for each step."""
LONGEST_SUBJECT: Final = 200


class NotMailed(Exception):
    """A letter could not be handed over; the sentence says why. `for_good`: trying again would not help."""

    def __init__(self, sentence: str, *, for_good: bool = False) -> None:
        super().__init__(sentence)
        self.for_good = for_good


@dataclass(frozen=True, slots=True)
class Letter:
    """One mail. `uid` makes its Message-ID, so that one that is sent twice is known as the same."""

    uid: str
    recipient: str
    subject: str
    text: str
    at: datetime


def send_letter(server: Mail, letter: Letter, seconds: float = SECONDS) -> None:
    """Hand a letter over; returns once the server has taken it on."""
    message = compose(server, letter)
    try:
        with _connected(server, seconds) as connection:
            if server.user:
                connection.login(server.user, server.password)
            connection.send_message(message)
    except smtplib.SMTPRecipientsRefused as refused:
        code = max((code for code, _ in refused.recipients.values()), default=0)
        raise NotMailed(f"The mail server does not take this address ({code}).", for_good=code >= 500) from None
    except smtplib.SMTPResponseException as refused:
        raise NotMailed(f"The mail server refused ({refused.smtp_code}).") from None
    except (ssl.SSLError, smtplib.SMTPNotSupportedError) as error:
        raise NotMailed(f"The connection to the mail server is not as it is set ({type(error).__name__}).") from None
    except (smtplib.SMTPException, OSError) as error:
        raise NotMailed(f"The mail server was not reached ({type(error).__name__}).") from None


def _connected(server: Mail, seconds: float) -> smtplib.SMTP:
    if server.encrypted == "tls":
        return smtplib.SMTP_SSL(server.host, server.port, timeout=seconds, context=ssl.create_default_context())
    connection = smtplib.SMTP(server.host, server.port, timeout=seconds)
    if server.encrypted == "starttls":
        try:
            connection.starttls(context=ssl.create_default_context())
        except BaseException:
            connection.close()
            raise
    return connection


def compose(server: Mail, letter: Letter) -> EmailMessage:
    """The letter as it goes out. Whatever stands in a name or a subject stays within its own line."""
    message = EmailMessage(policy=SMTP)
    sender = sender_of(server)
    message["From"] = sender
    message["To"] = _address(letter.recipient)
    message["Subject"] = _one_line(letter.subject)[:LONGEST_SUBJECT]
    message["Date"] = format_datetime(letter.at)
    message["Message-ID"] = f"<{letter.uid}@{sender.domain}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content("\n".join(letter.text.splitlines()) + "\n", charset="utf-8")
    return message


def sender_of(server: Mail) -> Address:
    """Under which name and address mail goes out."""
    name, address = parseaddr(server.sender)
    for spec in (address, server.user, f"deckcheck@{server.host}"):
        if found := _read(spec, _one_line(name) or "Deckcheck"):
            return found
    return Address("Deckcheck", addr_spec="deckcheck@localhost")


def _address(text: str) -> Address:
    if found := _read(text):
        return found
    raise NotMailed("This is no address of mail.", for_good=True)


def _read(text: str, name: str = "") -> Address | None:
    """One plain address; a domain in letters of its own as mail servers write it."""
    user, _, domain = text.rpartition("@")
    if not user or not domain or not text.isprintable() or set(text) & set("<>, "):
        return None
    try:
        return Address(name, addr_spec=f"{user}@{_plain(domain)}")
    except (ValueError, IndexError, MessageError):
        return None


def _plain(domain: str) -> str:
    return domain if domain.isascii() else domain.encode("idna").decode("ascii")


def _one_line(text: str) -> str:
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


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
    try:
        subject, text = read_letter(row.body, app.settings)
        send_letter(mail, Letter(row.uid, row.recipient, subject, text, app.now()))
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


@dataclass(frozen=True, slots=True)
class Told:
    """What was told, to be copied to where players read it, and to how many it goes by mail."""

    text: str
    mails: int = 0


def tell_players(work: EventSession, words: Words, entries: Iterable[str] | None = None) -> Told:
    """Tell every player of the event, or those of some entries, each in their language.

    They wait in the transaction of what they tell. What is to be copied is in the language of whoever asked for it.
    """
    _, text = words()
    if not work.app.settings.mail.host:
        return Told(text)
    mails = events.mails_of(work.session, work.event.uid, entries)
    for mail, tag in mails.items():
        with speaking(tag):
            tell_by_mail(work.session, work.event, work.now, mail, *words())
    return Told(text, len(mails))


def keep_language(app: App, who: Actor, slug: str) -> None:
    """Note the language that is spoken as the one a player reads the event in, if it was another."""
    with reading(app, who, slug) as work:
        own = work.own
    if own is not None and (own.language or ENGLISH) != language():
        with app.store.write() as session:
            entry_rows.keep_language(session, own.uid, language())
