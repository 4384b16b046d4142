"""The end of an account: name, address and ways in go, and what it made in events ends unless it is kept."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from deckcheck.accounts import sign_in_limits
from deckcheck.accounts.leave import settle_everywhere
from deckcheck.accounts.sign_ins import OPEN
from deckcheck.accounts.staff_accounts import CLOSED, CLOSED_NAME, known
from deckcheck.app import audit_log
from deckcheck.app.actors import SYSTEM, Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import Refused
from deckcheck.store.models import Account
from deckcheck.store.queries import accounts, credentials
from deckcheck.store.store import Session


def close(app: App, who: Actor, uid: str, keep: Collection[str] = ()) -> int:
    """Close an account for good; says how many tokens, webhooks and links of it ended."""
    with app.store.read() as session:
        account = accounts.account(session, uid)
        if account is None or account.state != OPEN:
            return 0
        _refuse_only_organizer(session, account)
    ended = settle_everywhere(app, who, uid, keep)
    with app.store.write() as session:
        found = accounts.locked(session, uid)
        if found is not None and found.state == OPEN:
            _shut(session, found, str(who), app.now())
    return ended


def close_account(app: App, mail: str, keep: Collection[str] = ()) -> int:
    """Close somebody's account, as whoever runs the installation."""
    with app.store.write() as session:
        uid = known(session, mail).uid
    return close(app, SYSTEM, uid, keep)


def _refuse_only_organizer(session: Session, account: Account) -> None:
    alone = accounts.only_organizer_of(session, account.uid)
    if alone:
        raise Refused(
            f"{account.name} is the only organizer of {alone[0]}. Name another one there first.",
            code="last-organizer",
        )


def _shut(session: Session, account: Account, by: str, now: datetime) -> None:
    """Address, name, password and sign-ins go; the audit still names the key."""
    _refuse_only_organizer(session, account)
    account.state, account.mail, account.name = CLOSED, f"closed:{account.uid}", CLOSED_NAME
    account.password, account.totp_nonce, account.totp_on = "", "", False
    account.claimed_mail, account.confirmed_by, account.confirmed_at = "", "", None
    account.serial += 1
    accounts.spend_all_codes(session, account.uid, now)
    credentials.end_sign_ins(session, "account", account.uid, now)
    sign_in_limits.forget_all(session, account.uid)
    audit_log.append_instance(session, now, by, "account.closed", on=f"account:{account.uid}", from_=OPEN, to=CLOSED)
