"""Deck checks that tests begin and tick, in an event whose lists are closed and whose first stage has begun."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.session import settle
from deckcheck.checks.check_values import CheckRecord, CheckView, Ticked
from deckcheck.checks.check_views import look
from deckcheck.checks.records import records
from deckcheck.checks.sent_taps import Op
from deckcheck.checks.start import BeginCheck, begin_check, join_check
from deckcheck.checks.taps import tick
from deckcheck.store.models import Pairing, Stage, Standing
from tests.desks import Clock
from tests.events import DEADLINE, Made, make_event
from tests.registrations import LEGAL, OTHER, send
from tests.remembered import remembered

PHONE: Final = "phone-of-rosa"
TABLET: Final = "tablet-of-ben"


@remembered
def event_in_play(
    desk: App, clock: Clock, /, *, players: int = 4, texts: Sequence[str] = (LEGAL, OTHER), **more: Any
) -> Made:
    """Everybody sent a list, the deadline has passed, and round 1 is on."""
    made = make_event(desk, players=players, **more)
    for place in range(players):
        send(made, desk, texts[place % len(texts)], who=made.as_person(place), number=place + 1)
    clock.set(DEADLINE + timedelta(minutes=5))
    settle(desk, made.slug)
    with desk.store.write() as session:
        swiss = session.get(Stage, made.stages["swiss"])
        assert swiss is not None
        swiss.begun_at = clock()
    return made


def pair(desk: App, made: Made, number: int, tables: Sequence[Sequence[int]]) -> None:
    """Seat entries at tables 1, 2, 3 of a round."""
    with desk.store.write() as session:
        for place, seats in enumerate(tables, 1):
            session.add(Pairing(event=made.uid, round=number, place=str(place), entries=list(seats)))


def stand(desk: App, made: Made, number: int, points: Sequence[int]) -> None:
    """Standings after a round, by entry."""
    order = sorted(range(len(points)), key=lambda place: -points[place])
    with desk.store.write() as session:
        for rank, place in enumerate(order, 1):
            session.add(
                Standing(event=made.uid, round=number, entry=made.entries[place], rank=rank, points=points[place])
            )


def begin(made: Made, desk: App, number: int = 1, role: str = "judge", **more: Any) -> CheckView:
    """A judge begins the check of a deck in round 1 at table 14."""
    known: dict[str, Any] = {"round": 1, "table": "14"}
    return begin_check(BeginCheck(made.as_account(role), made.slug, number, **(known | more)), desk)


def join(made: Made, desk: App, uid: str, role: str = "head-judge") -> CheckView:
    """Another judge joins."""
    return join_check(desk, made.as_account(role), made.slug, uid)


def an_op(n: int, at: datetime, row: str = "", **more: Any) -> Op:
    """A tap with a key of its own."""
    return Op(str(uuid.uuid4()), n, at, row, **more)


def taps(made: Made, desk: App, uid: str, *ops: Op, who: Actor | None = None, device: str = PHONE) -> Ticked:
    """A judge's phone sends taps."""
    return tick(desk, who or made.as_account("judge"), made.slug, uid, device, ops)


def all_there(view: CheckView, at: datetime, first: int = 1, section: str = "") -> list[Op]:
    """What the button "All there" sends: every row as listed, and the section as counted."""
    ops: list[Op] = []
    for part in view.sections:
        if section and part.section != section:
            continue
        rows = [row for pile in part.piles for row in pile.rows]
        ops += [an_op(first + len(ops) + place, at, row.row, set=row.listed) for place, row in enumerate(rows)]
        ops.append(an_op(first + len(ops), at, section=part.section, done=True))
    return ops


def seen(made: Made, desk: App, uid: str, role: str = "judge", **more: Any) -> CheckView:
    """A check as somebody of the staff sees it."""
    return look(desk, made.as_account(role), made.slug, uid, **more)


def record_of(desk: App, who: Actor, slug: str, uid: str) -> CheckRecord:
    """The record of a check, as the page of all records has it."""
    (found,) = [record for record in records(desk, who, slug).records if record.head.uid == uid]
    return found
