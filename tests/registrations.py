"""Lists that tests send, and the short ways in which they send, accept and look at them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from deckcheck.services.desk import Desk
from deckcheck.services.list_places import find_place
from deckcheck.services.permissions import Right
from deckcheck.services.receipts import Receipt
from deckcheck.services.sending import SendList, send_list
from deckcheck.services.states import Act, Machine
from deckcheck.services.who import Who
from deckcheck.services.work import changing
from deckcheck.storage.models import Acceptance, DeckList, Submission
from tests.browser.lists import FAULTY, LEGAL
from tests.events import Made

MS: Final = timedelta(milliseconds=1)
OTHER: Final = LEGAL.replace("4 Wild Ride", "3 Wild Ride").replace("11 Mountain", "12 Mountain")
"""Another legal list."""
ILLEGAL: Final = LEGAL.replace("11 Mountain", "10 Mountain")
UNDECIDED: Final = FAULTY
"""One card of it is to be decided."""

__all__ = ["ILLEGAL", "LEGAL", "MS", "OTHER", "UNDECIDED", "accept", "an_order", "rows_of", "send"]


def an_order(made: Made, desk: Desk, text: str = LEGAL, *, who: Who | None = None, **more: Any) -> SendList:
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


def send(made: Made, desk: Desk, text: str = LEGAL, **more: Any) -> Receipt:
    """The receipt of a list that was sent."""
    return send_list(an_order(made, desk, text, **more), desk)


def accept(made: Made, desk: Desk, number: int = 1, role: str = "judge") -> None:
    """An official accepts the list that stands, by the same step and rows as everywhere."""
    who = made.as_account(role)
    with changing(desk, who, made.slug) as work:
        place = find_place(work, number, "swiss", Right.ACCEPT)
        row, current = place.made(), place.current
        assert current is not None
        facts = place.facts(seen=current.uid, verdict="legal")
        step = work.step(Machine.LIST, place.state, Act.LIST_ACCEPTED, facts)
        before, row.state, row.accepted = row.state, step.state, current.uid
        to = f"{step.state} {current.leaf}"
        work.note(step.audit, work.on_list(place.entry, place.stage), before, to, entry=place.entry)
        work.session.add(
            Acceptance(list=row.uid, submission=current.uid, by=str(who), at=work.now, state_before=before)
        )


def reopen(made: Made, desk: Desk, until: datetime, number: int = 1) -> None:
    """A judge opens an accepted list again for its player."""
    with changing(desk, made.as_account("judge"), made.slug) as work:
        place = find_place(work, number, "swiss", Right.REOPEN)
        row = place.made()
        facts = place.facts(reason="swapped sleeves", until=until)
        step = work.step(Machine.LIST, place.state, Act.LIST_REOPENED, facts)
        acceptance = place.acceptance
        assert acceptance is not None
        acceptance.ended_at = work.now
        row.accepted, row.state, row.deadline = None, step.state, until
        on = work.on_list(place.entry, place.stage)
        work.note(step.audit, on, "accepted", step.state, "swapped sleeves", entry=place.entry)


def rows_of(desk: Desk) -> dict[str, tuple[Any, ...]]:
    """Every submission that is kept, with all of its columns, by key."""
    columns = [column.key for column in Submission.__table__.columns]
    with desk.store.read() as session:
        return {s.uid: tuple(getattr(s, name) for name in columns) for s in session.query(Submission)}


def list_row(desk: Desk, made: Made, place: int = 0) -> DeckList:
    """The row of a player's list for Swiss."""
    with desk.store.read() as session:
        return session.query(DeckList).filter_by(entry=made.entries[place], stage=made.stages["swiss"]).one()
