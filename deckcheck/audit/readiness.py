"""Whether an installation can do its work: lists are judged, the database answers, and how old the data are."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from typing import Any, Final

from deckcheck.app.ages import GameAge, ages, days_old, is_outdated, missed_in
from deckcheck.app.context import App
from deckcheck.lists.list_checks import PreviewList, Terms, preview_list
from deckcheck.store.queries import events

LONGEST: Final = 2.0
"""So many seconds the database has for an answer: a lock of somebody else's is no reason to keep who asks waiting."""


class Looker:
    """Asks the database in a thread of its own. Whoever comes meanwhile waits for the same answer."""

    def __init__(self, app: App) -> None:
        self._desk = app
        self._lock = threading.Lock()
        self._asked: Future[None] | None = None

    def look(self, seconds: float = LONGEST) -> None:
        """Return once the database has answered; raises what stands against it, and `TimeoutError` if it is silent."""
        with self._lock:
            if self._asked is None or self._asked.done():
                self._asked = Future()
                threading.Thread(target=self._ask, args=(self._asked,), name="deckcheck-look", daemon=True).start()
            asked = self._asked
        asked.result(timeout=seconds)

    def _ask(self, asked: Future[None]) -> None:
        try:
            with self._desk.store.read() as session:
                events.by_slug(session, "")
        except Exception as error:  # noqa: BLE001  # Whoever waits for it raises it.
            asked.set_exception(error)
        else:
            asked.set_result(None)


def readiness(app: App, looker: Looker) -> dict[str, Any]:
    """Judge a small list in the first format of each game and ask the database; raises whatever stands against it."""
    looker.look()
    judged = False not in [_judged(game, app) for game in app.reference.games]
    known = {one.game.id: _age_json(one, app) for one in ages(app)}
    return {"status": "ok" if judged else "failing", "known_to": known}


def _judged(game: str, app: App) -> bool:
    fmt = next((f for f in app.reference.formats.values() if f.game == game), None)
    if fmt is None:
        return False
    return bool(preview_list(PreviewList("1 card", Terms(fmt.id)), app).problems)


def _age_json(one: GameAge, app: App) -> dict[str, Any]:
    """The days up to which most formats and the cards are known, how many days ago that was, and who is behind.

    `missed` was due since; `outdated`: it, or the age, is a reason to update.
    """
    return {
        "law": one.law.isoformat(),
        "law_days": days_old(one.law, app),
        "cards": one.cards.isoformat(),
        "cards_days": days_old(one.cards, app),
        "outdated": is_outdated(one, app),
        "missed": [{"day": due.day.isoformat(), "kind": due.kind} for due in missed_in(one, app)],
        "behind": [
            {"format": fmt.id, "law": day.isoformat(), "law_days": days_old(day, app)} for day, fmt in one.behind
        ],
    }
