"""Letters to the owner of an account when something that opens it was changed: what, when, and what to do."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from deckcheck.app import secret_mail
from deckcheck.app.context import App
from deckcheck.app.time_words import utc_words
from deckcheck.store.models import Account
from deckcheck.store.store import Session

SUBJECT: Final = "Your Deckcheck account was changed"


def tell(session: Session, app: App, account: Account, now: datetime, what: str) -> None:
    """Write to the address that the account has now; call it before the address changes."""
    text = (
        f"{what}\n\nWhen: {utc_words(now)}.\n\n"
        "If it was you, there is nothing to do. If not, somebody has your password: set a new one at "
        f"{secret_mail.address_for(app.settings, '/reset')} and sign out everywhere else on your account page. If you "
        "can't get in, ask whoever runs this installation.\n"
    )
    secret_mail.tell_account(session, app, now, account.mail, SUBJECT, text)
