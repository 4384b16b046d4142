"""Looks at sources that an operator asks for on the page: done beside all requests, watched and stopped there."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import timedelta
from typing import Final

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import Refused, UnusableInput
from deckcheck.law.card_sources import CardSource
from deckcheck.law.sentences import counted
from deckcheck.store.models import UpdateRun
from deckcheck.store.queries import updates
from deckcheck.store.states import ActorKind, RunState
from deckcheck.store.store import Session
from deckcheck.updates.apply import apply, is_in_force, keep_waiting
from deckcheck.updates.brought import Brought, brought_here, drop_old
from deckcheck.updates.fetch import NotFetched
from deckcheck.updates.in_force import ask_operator
from deckcheck.updates.update import all_sources, look, usual_sources

LOST: Final = timedelta(minutes=5)
"""Whoever does a look and says nothing for so long is gone; another process does it anew."""
BEAT: Final = 1.0
"""Seconds between two words of how far it is."""
ACTIVE: Final = (RunState.ASKED, RunState.RUNNING)


def ask_for_update(app: App, who: Actor, source: str = "", brought: Brought | None = None) -> None:
    """Have the usual sources of all games looked at, or one source, or files of it that were brought here.

    Nothing they bring is in force before a person says so.
    """
    ask_operator(who)
    known, now = all_sources(app), app.now()
    if (source or brought) and source not in known:
        raise UnusableInput("Pick where the file comes from.", field="source")
    if brought is not None and not brought.names():
        raise UnusableInput("Choose a file.", field="file")
    with app.store.write() as session:
        updates.data_revision(session, lock=True)  # Of two who ask at once one waits, and finds it asked.
        _ask_idle(session)
        for one in [known[source]] if source else usual_sources(app):
            row = UpdateRun(source=one.id, state=RunState.ASKED, made_at=now, by=str(who), beat_at=now)
            row.brought = brought is not None
            session.add(row)
            session.flush()
            if brought is not None:
                brought.rename(row.uid)


def ask_idle(app: App) -> None:
    """Refuse to begin while an update runs."""
    with app.store.read() as session:
        _ask_idle(session)


def _ask_idle(session: Session) -> None:
    if any(row.state in ACTIVE for row in updates.runs(session)):
        raise UnusableInput("An update is running. Wait until it has ended, or stop it.")


def stop_updates(app: App, who: Actor) -> None:
    """End all looks that were asked for, as soon as they can be."""
    ask_operator(who)
    now = app.now()
    with app.store.write() as session:
        for row in updates.runs(session):
            row.stop = True
            gone = row.state == RunState.RUNNING and row.beat_at < now - LOST
            if row.state == RunState.ASKED or gone:
                row.state = RunState.STOPPED


def do_next_run(app: App) -> bool:
    """Do the next look that was asked for, if there is one; whether there was."""
    now, here = app.now(), brought_here(app)
    with app.store.write() as session:
        row = updates.run_to_take(session, now - LOST, here)
        if row is None:
            return False
        row.state, row.beat_at = RunState.RUNNING, now
        uid, source, by = row.uid, all_sources(app).get(row.source), row.by
        brought = Brought(app, uid) if row.brought else None
    with app.live.bound():
        state, told = _look(app, uid, source, by, brought)
    with app.store.write() as session:
        row = updates.run(session, uid)
        row.state, row.told, row.beat_at = state, told, app.now()
        active = [row.uid for row in updates.runs(session) if row.state in ACTIVE]
    if brought is not None:
        brought.drop()
        drop_old(app, active)
    return True


def _look(app: App, uid: str, source: CardSource | None, by: str, brought: Brought | None) -> tuple[RunState, str]:
    """Look at a source and keep what it brings waiting; how it ended, and what is told of it."""
    if source is None:
        return RunState.REFUSED, "This source is no longer known."
    watched = _Watched(app, uid)
    given = [str(brought.folder)] if brought else []
    try:
        found = look(app, source, given, progress=watched.tell, stopped=watched.is_stopped)
    except NotFetched as error:
        return RunState.REFUSED, f"{error} Nothing has changed."
    except Refused as error:
        stopped = watched.is_stopped()
        return (
            (RunState.STOPPED, "") if stopped else (RunState.REFUSED, f"Update refused, nothing has changed. {error}")
        )
    if watched.is_stopped():
        return RunState.STOPPED, ""
    if found is None:
        return RunState.DONE, "Nothing has changed."
    origin = ", ".join(brought.names()) if brought else found.incoming.origin
    asker = Actor(ActorKind.ACCOUNT, by.partition(":")[2], operates=True)
    incoming = replace(found.incoming, origin=origin)
    if is_in_force(app, incoming):  # The same cards and statuses, of a later day: what is known is known up to that.
        apply(app, incoming, asker)
        return RunState.DONE, "Nothing has changed."
    keep_waiting(app, incoming, asker)
    return RunState.DONE, f"{counted(found.cards, 'card')} read."


class _Watched:
    """Says how far a look is, and hears whether it is to stop, at most once a second."""

    def __init__(self, app: App, uid: str) -> None:
        self._app = app
        self._uid = uid
        self._last = 0.0
        self._stop = False

    def tell(self, doing: str, share: float) -> None:
        """Keep how far it is."""
        if time.monotonic() - self._last < BEAT:
            return
        with self._app.store.write() as session:
            row = updates.run(session, self._uid)
            row.doing, row.share, row.beat_at = doing, share, self._app.now()
            self._stop = row.stop
        self._last = time.monotonic()

    def is_stopped(self) -> bool:
        """Whether an operator wants it to end."""
        if not self._stop and time.monotonic() - self._last >= BEAT:
            with self._app.store.read() as session:
                self._stop = any(row.uid == self._uid and row.stop for row in updates.runs(session))
            self._last = time.monotonic()
        return self._stop
