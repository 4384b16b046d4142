"""What every player is told: a mail to each who gave an address, where mail is sent at all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from deckcheck.app.notify import tell_by_mail
from deckcheck.app.session import EventSession
from deckcheck.store.queries import setups


@dataclass(frozen=True, slots=True)
class Told:
    """What was told, to be copied to where players read it, and to how many it goes by mail."""

    text: str
    mails: int = 0


def tell_players(work: EventSession, subject: str, text: str, entries: Iterable[str] | None = None) -> Told:
    """Tell every player of the event, or those of some entries; in the transaction of what they are told."""
    if not work.app.settings.mail.host:
        return Told(text)
    mails = setups.mails_of(work.session, work.event.uid, entries)
    for mail in mails:
        tell_by_mail(work.session, work.event, work.now, mail, subject, text)
    return Told(text, len(mails))
