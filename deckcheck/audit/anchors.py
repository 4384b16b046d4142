"""Anchors for the audit: its head goes by mail to the organizers when lists close, to a place outside the database."""

from __future__ import annotations

from deckcheck.app.notify import tell_by_mail
from deckcheck.app.session import EventSession
from deckcheck.app.states import stage_words
from deckcheck.decklist.hash_chain import signs
from deckcheck.store.models import Stage, StoredSeal
from deckcheck.store.queries import accounts
from deckcheck.store.states import Role


def mail_head(work: EventSession, stage: Stage, seal: StoredSeal | None) -> None:
    """Tell every organizer the head of the audit and the signs of the seal, where mail is sent at all."""
    if not work.app.settings.mail.host:
        return
    event = work.event
    head = signs(event.audit_head)
    sealed = f"Seal {seal.number}: {signs(seal.hash)}\n" if seal else ""
    text = (
        f"Lists of {stage_words(stage.title)} have closed.\n\n"
        f"Head of the audit: {head}\n{sealed}\n"
        "Keep this mail: it shows later that nothing before it was changed.\n"
        f'Verify it on the page of the audit, or with: deckcheck audit {event.slug} --head "{head}"\n'
    )
    subject = f"{event.name}: lists have closed, the head of the audit"
    mails = [a.mail for g, a in accounts.grants_in(work.session, event.uid) if g.role == Role.ORGANIZER]
    for mail in sorted(set(mails)):
        tell_by_mail(work.session, event, work.now, mail, subject, text)
