"""The automatic update: the usual sources are looked at once a day or week, and what is certain is applied.

Of all workers and hosts one looks: the moment is claimed in the database before anything is fetched. On the day of an
event nothing changes by itself. What failed is tried again after 1, 2, 4, ... hours, and kept for the operator.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from pydantic import BaseModel

from deckcheck.app.actors import SYSTEM
from deckcheck.app.context import App
from deckcheck.app.refusals import Refused
from deckcheck.app.update_settings import how_often
from deckcheck.law.card_sources import CardSource
from deckcheck.store.models import DataUpdate
from deckcheck.store.queries import events, proof, updates
from deckcheck.store.states import UpdateState
from deckcheck.store.store import Session
from deckcheck.updates.apply import REPLACED, Incoming, apply, keep_waiting, may_apply_unasked
from deckcheck.updates.update import Look, look, usual_sources

ROUND: Final = "update_round"
"""The fact of the installation that says how far the automatic update is."""
PERIODS: Final[Mapping[str, timedelta]] = {"daily": timedelta(days=1), "weekly": timedelta(days=7)}
"""How often it begins, by the setting; where that is off, never."""
CLAIM: Final = timedelta(hours=6)
"""So long one that looks has for it; nobody else begins meanwhile, unless that one was killed and this is over."""
SOONEST: Final = timedelta(hours=1)
LATEST: Final = timedelta(days=1)
"""After so long what failed is tried again: at first, and at most."""
EVENT: Final = timedelta(hours=24)
"""So long an event's own day lasts at most."""

log = logging.getLogger("deckcheck")


class Round(BaseModel):
    """One round over the usual sources.

    `began` is its begin, `next` the moment from which on somebody may go on with it, or begin another. `left` are the
    sources that are still to be looked at; `failed` says why, by a source's title, and `tries` how often in a row.
    """

    began: datetime | None = None
    next: datetime | None = None
    left: list[str] = []
    failed: dict[str, str] = {}
    tries: int = 0

    def is_due(self, now: datetime) -> bool:
        """Whether somebody may begin; also where the clock was put back to before the last begin."""
        return self.began is None or self.next is None or now >= self.next or now < self.began

    def claimed(self, now: datetime, period: timedelta, sources: list[str]) -> Round:
        """The round of who begins now: another one, or what is left of this."""
        claim = {"next": now + CLAIM}
        if self.left and self.began is not None and self.began <= now < self.began + period:
            return self.model_copy(update=claim)
        return self.model_copy(update={**claim, "began": now, "left": sources})

    def ended(self, now: datetime, period: timedelta, left: list[str], failed: dict[str, str]) -> Round:
        """The round once it was gone through; what is left without having failed goes on as soon as it may."""
        tries = self.tries + 1 if failed else 0
        again = now + min(LATEST, SOONEST * 2 ** min(tries - 1, 10)) if failed else now
        done = (self.began or now) + period
        return Round(began=self.began, next=again if left else done, left=left, failed=failed, tries=tries)


class _EventDay(Exception):
    """The day of an event has begun: what was found is looked for again once that is over."""


def last_round(session: Session) -> Round:
    """How far the automatic update is."""
    fact = proof.fact(session, ROUND)
    return _read(fact.value if fact else "")


def update_unasked(app: App) -> bool:
    """Look at the usual sources if that is set and due; whether it was."""
    with app.store.read() as session:
        period = PERIODS.get(how_often(session, app.settings))
        if period is None or not _may_begin(session, last_round(session), app.now()):
            return False
    claimed = _claim(app, period)
    if claimed is not None:
        _go_through(app, claimed, period)
    return claimed is not None


def _claim(app: App, period: timedelta) -> Round | None:
    """The round of this process alone; none if another one was faster."""
    sources = [source.id for source in usual_sources(app)]
    with app.store.write() as session:
        fact = proof.locked_fact(session, ROUND)
        # Once the lock is there: to one who waited for it, what another has just begun would lie ahead.
        found, now = _read(fact.value), app.now()
        if not _may_begin(session, found, now):
            return None
        claimed = found.claimed(now, period, sources)
        fact.value = claimed.model_dump_json()
    return claimed


def _go_through(app: App, claimed: Round, period: timedelta) -> None:
    until = app.now() + CLAIM
    left, failed = list(claimed.left), {}
    for source in [one for one in usual_sources(app) if one.id in claimed.left]:
        try:
            sentence = _update(app, source, until, claimed.failed.get(source.title, ""))
        except _EventDay:
            break
        if sentence:
            failed[source.title] = sentence
        else:
            left.remove(source.id)
    left = [one.id for one in usual_sources(app) if one.id in left]
    with app.store.write() as session:
        fact = proof.locked_fact(session, ROUND)
        if _read(fact.value) == claimed:  # Else it took so long that another one went on with it.
            fact.value = claimed.ended(app.now(), period, left, failed).model_dump_json()


def _update(app: App, source: CardSource, until: datetime, before: str) -> str:
    """Look at one source; why it failed, which is logged unless it is what was said before."""
    fault: Exception | None = None
    try:
        found = look(app, source, stopped=lambda: app.now() >= until)
        if found is not None:
            _take(app, found)
    except _EventDay:
        raise
    except Refused as refused:
        sentence = str(refused)
    except Exception as error:  # noqa: BLE001  # A source keeps no other from being looked at.
        sentence, fault = f"It could not be done ({type(error).__name__}).", error
    else:
        return ""
    if sentence != before:
        log.warning("The automatic update from %s failed. %s", source.title, sentence, exc_info=fault)
    return sentence


def _take(app: App, found: Look) -> None:
    """Apply what is certain; the rest waits for the operator, in the place of what waited from the same source."""
    incoming = found.incoming
    with app.store.read() as session:
        if events_today(session, app.now()):
            raise _EventDay
        known = [row for row in updates.updates(session, incoming.game) if row.source == incoming.source]
    if not may_apply_unasked(app, incoming) or _answered(incoming, known, waits=found.compared.waits):
        return
    (keep_waiting if found.compared.waits else apply)(app, incoming, SYSTEM)


def _answered(incoming: Incoming, known: Sequence[DataUpdate], *, waits: bool) -> bool:
    """Whether the operator was asked about just this before, and has not answered, or does not want it."""
    same = [row for row in known if row.digest == incoming.digest]
    states = {row.state for row in same if row.report.get("refused") != REPLACED}
    return UpdateState.REFUSED in states or (waits and UpdateState.WAITING in states)


def _may_begin(session: Session, found: Round, now: datetime) -> bool:
    return found.is_due(now) and not events_today(session, now)


def events_today(session: Session, now: datetime) -> tuple[str, ...]:
    """The events whose own day it is, by name: from 00:00 in its zone until it has ended, 24 hours at most."""
    begins = (
        (name, datetime.combine(day, time(), ZoneInfo(zone)).astimezone(UTC))
        for name, day, zone in events.days_around(session, now.date())
    )
    return tuple(name for name, begin in begins if begin <= now < begin + EVENT)


def _read(value: str) -> Round:
    return Round.model_validate_json(value) if value else Round()
