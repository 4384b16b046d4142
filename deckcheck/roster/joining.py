"""Who joins by the code under a name that is on the roster already, and how many a code takes in an hour."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.refusals import Refused, UnusableInput
from deckcheck.app.session import EventSession, changing
from deckcheck.decklist.names import fold
from deckcheck.store.models import Entry, Event
from deckcheck.store.queries import entries
from deckcheck.store.states import EntryState
from deckcheck.store.store import Session

FEWEST_AN_HOUR: Final = 100
"""So many join in an hour where neither a setting nor the roster says more: a store that expects nobody by name."""
MOST_AN_HOUR: Final = 10_000
HOUR: Final = timedelta(hours=1)


class LikeName(Refused):
    """Somebody of the name that was typed is on the roster, which is all that is told of them."""

    CODE = "like-name"


class CodeFull(Refused):
    """As many came by the code within an hour as the event expects."""

    CODE = "code-full"


def said_to_be(work: EventSession, last: str, first: str, same: bool | None) -> str | None:
    """The entry that somebody who joins says they are; asks them if the name is on the roster.

    The question holds the name as it was typed and nothing else, whoever is on the roster under it.
    """
    found = entries.called(work.session, work.event.uid, {fold(f"{first} {last}"), fold(f"{last} {first}")})
    if not found or same is False:
        return None
    if same is None:
        raise LikeName(f"{f'{first} {last}'.strip()} is on the roster already. Is this you?")
    return found[0].uid


def expected_in_an_hour(session: Session, event: Event) -> int:
    """How many may join by the code in an hour: as set, else as many as the roster has, and never fewer than some."""
    return event.joins_an_hour or max(FEWEST_AN_HOUR, entries.count_confirmed(session, event.uid))


def refuse_if_full(work: EventSession) -> None:
    """Refuse another walk-in while as many as are expected in an hour wait for the desk to confirm them."""
    if is_full(work):
        raise CodeFull("This code takes nobody else for now. Go to the desk to be added.")


def is_full(work: EventSession) -> bool:
    """Whether the code takes nobody else for now."""
    came = entries.count_unconfirmed(work.session, work.event.uid, work.now - HOUR)
    return came >= expected_in_an_hour(work.session, work.event)


def set_joins(who: Actor, slug: str, number: int, app: App) -> int:
    """Set how many may join by the code in an hour; 0 leaves it to the size of the roster."""
    with changing(app, who, slug) as work:
        work.ask(Right.JOIN_CODE)
        if not 0 <= number <= MOST_AN_HOUR:
            raise UnusableInput(f"Give a number from 0 to {MOST_AN_HOUR}.")
        before, work.event.joins_an_hour = work.event.joins_an_hour, number
        if before != number:
            work.note("event.joins", "event", f"joins_an_hour={before}", f"joins_an_hour={number}")
        return number


def is_unproven(entry: Entry) -> bool:
    """Whether anybody with the join code may have taken this name: the desk has not seen them."""
    return entry.origin == "code" and not entry.confirmed


def meant(session: Session, entry: Entry) -> Entry | None:
    """The entry that an unconfirmed one says it is, or what that one was merged into; none once it is gone."""
    found = session.get(Entry, entry.says_is) if entry.says_is and not entry.confirmed else None
    while found is not None and found.merged_into:
        found = session.get(Entry, found.merged_into)
    gone = found is None or found.uid == entry.uid or found.forgotten_at is not None
    return None if gone or entry.state != EntryState.ON else found
