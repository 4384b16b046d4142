"""Lists that tests send, and the short ways in which they send, accept and look at them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.lists.official_acts import LockAct, LockList, change_lock
from deckcheck.lists.receipts import Receipt, receipt
from deckcheck.lists.submit import SendList, send_list
from deckcheck.store.models import DeckList, Entry, Event, Submission
from tests.browser.lists import FAULTY, LEGAL
from tests.events import Made

MS: Final = timedelta(milliseconds=1)
OTHER: Final = LEGAL.replace("4 Wild Ride", "3 Wild Ride").replace("11 Mountain", "12 Mountain")
"""Another legal list."""
ILLEGAL: Final = LEGAL.replace("11 Mountain", "10 Mountain")
UNDECIDED: Final = FAULTY
"""One card of it is to be decided."""

__all__ = ["ILLEGAL", "LEGAL", "MS", "OTHER", "UNDECIDED", "accept", "an_order", "reopen", "rows_of", "send"]


def an_order(made: Made, desk: App, text: str = LEGAL, *, who: Actor | None = None, **more: Any) -> SendList:
    """An order of the first player, or of whoever is named, to send a list as of now."""
    known: dict[str, Any] = {
        "who": who or made.as_person(0),
        "slug": made.slug,
        "number": 1,
        "stage": "swiss",
        "text": text,
        "key": "",
        "arrived": desk.now(),
    }
    return SendList(**(known | more))


def send(made: Made, desk: App, text: str = LEGAL, **more: Any) -> Receipt:
    """The receipt of a list that was sent."""
    return send_list(an_order(made, desk, text, **more), desk)


def accept(made: Made, desk: App, number: int = 1, role: str = "judge") -> None:
    """An official accepts the list that stands; a judge says why if it is not legal."""
    seen = receipts_of(made, desk, number)[-1].uid
    who = made.as_account(role)
    change_lock(LockList(who, made.slug, number, LockAct.ACCEPT, seen=seen, reason="as it is"), desk)


def reopen(made: Made, desk: App, until: datetime, number: int = 1) -> None:
    """A judge opens an accepted list again for its player."""
    judge = made.as_account("judge")
    change_lock(LockList(judge, made.slug, number, LockAct.REOPEN, until=until, reason="swapped sleeves"), desk)


def receipts(who: Actor, slug: str, number: int, desk: App) -> tuple[Receipt, ...]:
    """The receipts of a player as they look at them, one by one, the first one first."""
    with desk.store.read() as session:
        rows = session.query(Submission.uid).join(DeckList, Submission.list == DeckList.uid)
        rows = rows.join(Entry, DeckList.entry == Entry.uid).join(Event, Entry.event == Event.uid)
        keys = [uid for (uid,) in rows.filter(Event.slug == slug, Entry.number == number).order_by(Submission.number)]
    return tuple(receipt(who, slug, number, key, desk) for key in keys)


def receipts_of(made: Made, desk: App, number: int = 1) -> tuple[Receipt, ...]:
    """The receipts of a player, the first one first."""
    return receipts(made.as_person(number - 1), made.slug, number, desk)


def rows_of(desk: App) -> dict[str, tuple[Any, ...]]:
    """Every submission that is kept, with all of its columns, by key."""
    columns = [column.key for column in Submission.__table__.columns]
    with desk.store.read() as session:
        return {s.uid: tuple(getattr(s, name) for name in columns) for s in session.query(Submission)}


def list_row(desk: App, made: Made, place: int = 0) -> DeckList:
    """The row of a player's list for Swiss."""
    with desk.store.read() as session:
        return session.query(DeckList).filter_by(entry=made.entries[place], stage=made.stages["swiss"]).one()
