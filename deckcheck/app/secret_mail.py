"""Mail to one: an account or a player, in their language. Where it carries a secret, what waits in the outbox names the
secret's nonce, and only the sender fills it in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from deckcheck.app.context import App
from deckcheck.app.notify import tell_by_mail
from deckcheck.app.secrets import LONG, derived_text, new_nonce
from deckcheck.app.served import last_served
from deckcheck.app.session import EventSession
from deckcheck.settings import Settings
from deckcheck.store.models import Entry, Outgoing
from deckcheck.store.store import Session
from deckcheck.translations import ENGLISH, language, speaking

GAP: Final = "{secret}"
PURPOSE: Final = "letter"
Words = Callable[[], tuple[str, str]]
"""Says subject and text of a letter in the language that is spoken."""


def sends_mail(settings: Settings) -> bool:
    """Whether mail with links can be sent: by which server, and under which address the links begin."""
    return bool(settings.mail.host and settings.address)


def address_for(settings: Settings, path: str) -> str:
    """A path as a whole address: the public one, else the one that was asked, else where this machine last served."""
    return (settings.address or settings.served or last_served(settings.home)) + path


def tell_account(session: Session, app: App, now: datetime, recipient: str, subject: str, text: str) -> None:
    """A mail to somebody of the staff about their account, if mail is sent here and they have an address."""
    if sends_mail(app.settings) and "@" in recipient:
        tell_by_mail(session, None, now, recipient, subject, text)


def tell_player(work: EventSession, entry: Entry, words: Words) -> None:
    """Tell one player, if mail with links is sent here."""
    if sends_mail(work.app.settings):
        with speaking(language_of(work, entry)):
            tell_by_mail(work.session, work.event, work.now, entry.mail, *words())


def language_of(work: EventSession, entry: Entry) -> str:
    """The language of a letter to a player: of the page that they ask for it on, else of those they last read here."""
    is_asked = work.who.is_player and language() != ENGLISH
    return language() if is_asked else entry.language


def write_letter(
    session: Session,
    settings: Settings,
    now: datetime,
    recipient: str,
    subject: str,
    text: str,
    signs: int = LONG,
    event: str | None = None,
) -> str:
    """A mail with `{secret}` in its text, which nobody reads from the database; returns the secret."""
    nonce = new_nonce(settings)
    body = {"subject": subject, "text": text, "nonce": nonce, "signs": signs}
    session.add(Outgoing(event=event, kind="mail", hook=None, recipient=recipient, body=body, made_at=now, next_at=now))
    return derived_text(settings, PURPOSE, nonce)[:signs]


def read_letter(body: Mapping[str, Any], settings: Settings) -> tuple[str, str]:
    """Subject and text of a mail as they are sent."""
    text = str(body["text"])
    if "nonce" in body:
        secret = derived_text(settings, PURPOSE, str(body["nonce"]))
        text = text.replace(GAP, secret[: int(body.get("signs", LONG))])
    return str(body["subject"]), text
