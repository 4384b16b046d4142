"""API tokens: a program's role in one event, shown once, until 30 days after the event unless another end is set."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from deckcheck.app.fields import told_of
from deckcheck.app.permissions import NOTHING_HERE, Right
from deckcheck.app.refusals import Hidden, UnusableInput
from deckcheck.app.secrets import TOKEN_MARK, hash_of, new_token_secret
from deckcheck.app.session import EventSession
from deckcheck.app.time_words import day_here
from deckcheck.decklist.days import day_in_words
from deckcheck.store.models import Token
from deckcheck.store.queries import credentials
from deckcheck.store.states import TokenRole

LONGEST: Final = timedelta(days=365)


def end_of(token: Token) -> datetime:
    """Until when a token works; one from before the limit ends a year after it was made."""
    return min(token.until, token.made_at + LONGEST)


SHOWN: Final = 6
"""So many signs are kept to tell tokens apart, the mark not counted."""
ROLES: Final = tuple(str(role) for role in TokenRole if role)


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token as it was made; its secret is told here and nowhere else."""

    uid: str
    secret: str
    until: datetime


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A token as a list tells it. `is_open`: it still works."""

    uid: str
    prefix: str
    role: str
    label: str
    by: str
    made_at: datetime
    until: datetime
    used_at: datetime | None
    revoked_at: datetime | None
    is_open: bool


def make_token(work: EventSession, role: str, label: str, until: datetime | None = None) -> NewToken:
    """Give a program a role in the event."""
    work.ask(Right.TOKENS)
    label = " ".join(label.split())[:80]
    if role not in ROLES:
        raise UnusableInput(f'"{role[:40]}" is no role of a token. There are {", ".join(ROLES)}.')
    if not label:
        raise UnusableInput("Name who will use the token, so that the audit log can say who acted.")
    until = until or last_day(work)
    if until <= work.now:
        raise UnusableInput("The end of the token is past already. Choose a later one.")
    if until > work.now + LONGEST:
        last = day_in_words(latest_day(work))
        raise UnusableInput(f"A token lasts at most a year. Choose a day up to {last}.")
    secret = new_token_secret()
    row = Token(
        hash=hash_of(secret),
        prefix=secret[: len(TOKEN_MARK) + SHOWN],
        event=work.event.uid,
        role=role,
        label=label,
        by=work.by,
        made_at=work.now,
        until=until,
    )
    work.session.add(row)
    work.session.flush()
    work.note("token.made", on=f"token:{row.uid}", to=role)
    return NewToken(row.uid, secret, until)


def last_day(work: EventSession) -> datetime:
    """30 days (a setting) after the event ended, or after the day of one that has not; a year from now at most."""
    event = work.event
    end = event.ended_at or datetime.combine(event.day + timedelta(days=2), time(), UTC)
    return min(max(end, work.now) + timedelta(days=work.app.settings.keeping.link), work.now + LONGEST)


def latest_day(work: EventSession) -> date:
    """The last whole day on which a token that is made now can work."""
    return day_here(work.now + LONGEST, work.event.zone) - timedelta(days=1)


def list_tokens(work: EventSession) -> tuple[TokenRow, ...]:
    """Every token the event ever had."""
    work.ask(Right.TOKENS)
    return tuple(
        told_of(
            TokenRow,
            row,
            until=end_of(row),
            is_open=row.revoked_at is None and work.now < end_of(row),
        )
        for row in credentials.tokens_of(work.session, work.event.uid)
    )


def revoke_token(work: EventSession, uid: str) -> None:
    """End a token; a program that still has it is a stranger from now on."""
    work.ask(Right.TOKENS)
    row = next((r for r in credentials.tokens_of(work.session, work.event.uid) if r.uid == uid), None)
    if row is None:
        raise Hidden(NOTHING_HERE)
    if row.revoked_at is None:
        row.revoked_at = work.now
        work.note("token.revoked", on=f"token:{row.uid}", from_=row.role)
