"""Taps that arrive: each kept once, whatever was sent twice; those of an ended check lie beside its record.

This takes the check's own lock and not the event's, since nothing but the count follows from a tap.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import NOTHING_HERE, Right
from deckcheck.app.refusals import Hidden
from deckcheck.app.session import EventSession
from deckcheck.app.states import Act, Machine, StateRefused
from deckcheck.checks.check_handles import CheckHandle, find_check
from deckcheck.checks.check_values import Ticked
from deckcheck.checks.check_views import ticked
from deckcheck.checks.sent_taps import Op, Tap, taps_of, to_keep
from deckcheck.store.queries import checks, events
from deckcheck.store.states import CheckState

__all__ = ["Op", "keep_taps", "tick"]
T = TypeVar("T")


def tick(app: App, who: Actor, slug: str, uid: str, device: str, ops: Sequence[Op]) -> Ticked:
    """Keep taps and tell what all taps come to; without any it only tells.

    After the end they are kept beside the record and refused, with `known`, so that the phone forgets them.
    """
    return _tapped(app, who, slug, uid, _taps(app, who, device, ops), ticked)


def keep_taps(app: App, who: Actor, slug: str, uid: str, device: str, ops: Sequence[Op]) -> None:
    """The same for a form, whose page tells what they come to."""
    _tapped(app, who, slug, uid, _taps(app, who, device, ops), lambda _place, _known: None)


def _taps(app: App, who: Actor, device: str, ops: Sequence[Op]) -> tuple[Tap, ...]:
    return taps_of(str(who), device, ops, {s.id for game in app.reference.games.values() for s in game.sections})


def _tapped(
    app: App, who: Actor, slug: str, uid: str, taps: Sequence[Tap], tell: Callable[[CheckHandle, tuple[str, ...]], T]
) -> T:
    with app.store.write() as session:
        event = events.by_slug(session, slug)
        if event is None:
            raise Hidden(NOTHING_HERE)
        place = find_check(EventSession.begin(app, session, event, who), uid, Right.CHECK_DECK, lock=True)
        known = tuple(tap.op for tap in taps) if place.joined else ()
        refused = _keep(place, taps)
        if not refused:
            return tell(place, known)
    refused.more = {"known": list(known), "state": place.check.state}
    raise refused


def _keep(place: CheckHandle, taps: Sequence[Tap]) -> StateRefused | None:
    """Keep those taps that are not there yet; after the end of the check, says so."""
    work, check = place.work, place.check
    there = checks.known_ops(work.session, check.uid, [tap.op for tap in taps])
    fresh = {tap.op: tap for tap in taps if tap.op not in there}.values()
    try:
        work.step(Machine.CHECK, check.state, Act.CHECK_TICKED, place.facts(taps=len(fresh) if place.joined else 0))
    except StateRefused as refused:
        if check.state == CheckState.BEGUN or not place.joined:
            raise
        work.session.add_all(to_keep(check.uid, tap, work.now, late=True) for tap in fresh)
        return refused
    work.session.add_all(to_keep(check.uid, tap, work.now, late=False) for tap in fresh)
    work.session.flush()
    return None
