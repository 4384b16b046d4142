"""Tells the operators by mail that cards or law are out of date."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from deckcheck.app.ages import outdated_in_words
from deckcheck.app.context import App
from deckcheck.app.secret_mail import address_for, sends_mail, tell_account
from deckcheck.store.queries import accounts, proof

MAILED: Final = "age_mailed_at"
"""The fact of the installation that says when its operators were told last."""
EVERY: Final = timedelta(days=7)


def mail_age(app: App) -> int:
    """Tell every operator, where mail is sent and nobody was told within the week; how many were."""
    sentences, now = outdated_in_words(app), app.now()
    if not sentences or not sends_mail(app.settings):
        return 0
    with app.store.write() as session:
        fact = proof.locked_fact(session, MAILED)
        last = datetime.fromisoformat(fact.value) if fact.value else None
        people = accounts.operators(session)
        if not people or (last is not None and timedelta() <= now - last < EVERY):
            return 0
        fact.value = now.isoformat()
        for account in people:
            tell_account(session, app, now, account.mail, "Cards and bans are out of date", _text(app, sentences))
    return len(people)


def _text(app: App, sentences: tuple[str, ...]) -> str:
    told = "\n".join(f"- {sentence}" for sentence in sentences)
    return (
        f"Cards or bans at {app.settings.address} are out of date.\n\n{told}\n\n"
        f"To update them: {address_for(app.settings, '/cards-and-bans')}\n\n"
        "Deckcheck reminds you at most once a week.\n"
    )
