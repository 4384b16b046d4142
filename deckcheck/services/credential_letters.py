"""Letters to the owner of an account when something that opens it was changed: what, when, and what to do."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from deckcheck.services import letters
from deckcheck.services.desk import Desk
from deckcheck.services.time_words import utc_words
from deckcheck.storage.models import Account
from deckcheck.storage.store import Session

SUBJECT: Final = "Your Deckcheck account was changed"


def tell(session: Session, desk: Desk, account: Account, now: datetime, what: str) -> None:
    """Write to the address that the account has now; call it before the address changes."""
    text = (
        f"{what}\n\nWhen: {utc_words(now)}.\n\n"
        "If it was you, there is nothing to do. If not, somebody has your password: set a new one at "
        f"{letters.address_for(desk.settings, '/reset')} and sign out everywhere else on your account page. If you "
        "can't get in, ask whoever runs this installation.\n"
    )
    letters.tell_account(session, desk, now, account.mail, SUBJECT, text)
