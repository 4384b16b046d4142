"""Giving and ending a role, once it is clear who gets it."""

from __future__ import annotations

from deckcheck.app.actors import SYSTEM
from deckcheck.app.refusals import Refused
from deckcheck.app.session import EventSession
from deckcheck.app.visibility import refuse_official_who_plays
from deckcheck.store.models import Account, Grant
from deckcheck.store.queries import accounts, entries
from deckcheck.store.states import Role


class PlaysHere(Refused):
    """Somebody would be an official and a player of an event where nobody may be both."""

    CODE = "plays-here"


class LastOrganizer(Refused):
    """The event would have no organizer."""

    CODE = "last-organizer"


def refuse_player(work: EventSession, account: Account) -> None:
    """An official does not play above Regular (MTR 1.4)."""
    event = work.event
    why = refuse_official_who_plays(work.app.reference.list_law, event.level, event.day)
    entry = entries.entry_of_account(work.session, event.uid, account.uid)
    if why and entry is not None:
        raise PlaysHere(f"{account.name} plays here as number {entry.number}. {why}")


def give(work: EventSession, account: Account, role: Role, by: str = "") -> None:
    """Let an account have a role from now on; `by` is who gave it, if not whoever acts."""
    held = accounts.held(work.session, work.event.uid, role)
    own = [grant for grant in held if grant.account == account.uid]
    if role is Role.HEAD_JUDGE:
        # Whoever made the event stood in for the head judge until one was named.
        for grant in held:
            if grant.by == str(SYSTEM):
                end(work, grant)
        own = [grant for grant in own if grant.ended_at is None]
    if own:
        return
    work.session.add(
        Grant(event=work.event.uid, account=account.uid, role=str(role), by=by or str(work.who), from_at=work.now)
    )
    work.session.flush()
    work.note("role.granted", on=f"account:{account.uid}", to=str(role))


def refuse_last(work: EventSession, grant: Grant, account: Account) -> None:
    """An event keeps an organizer."""
    if grant.role != Role.ORGANIZER:
        return
    others = [g for g in accounts.held(work.session, work.event.uid, grant.role) if g.account != account.uid]
    if not others:
        raise LastOrganizer(f"{account.name} is the only organizer of {work.event.name}. Name another one first.")


def end(work: EventSession, grant: Grant) -> None:
    """Let a role end; the grant stays on record."""
    grant.ended_at = work.now
    work.session.flush()
    work.note("role.ended", on=f"account:{grant.account}", from_=grant.role)
