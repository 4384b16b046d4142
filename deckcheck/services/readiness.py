"""Whether an installation can do its work: lists are judged, the database answers, and how old the data are."""

from __future__ import annotations

from typing import Any

from deckcheck.services.ages import GameAge, ages, days_old
from deckcheck.services.checking import PreviewList, Terms, preview_list
from deckcheck.services.desk import Desk
from deckcheck.storage.shelves import events


def readiness(desk: Desk) -> dict[str, Any]:
    """Judge a small list in the first format of each game and ask the database; raises whatever stands against it."""
    with desk.store.read() as session:
        events.by_slug(session, "")
    judged = False not in [_judged(game, desk) for game in desk.reference.games]
    known = {one.game.id: _age_json(one, desk) for one in ages(desk)}
    return {"status": "ok" if judged else "failing", "known_to": known}


def _judged(game: str, desk: Desk) -> bool:
    fmt = next((f for f in desk.reference.formats.values() if f.game == game), None)
    if fmt is None:
        return False
    return bool(preview_list(PreviewList("1 card", Terms(fmt.id)), desk).problems)


def _age_json(one: GameAge, desk: Desk) -> dict[str, Any]:
    """The days up to which most formats and the cards are known, how many days ago that was, and who is behind."""
    return {
        "law": one.law.isoformat(),
        "law_days": days_old(one.law, desk),
        "cards": one.cards.isoformat(),
        "cards_days": days_old(one.cards, desk),
        "behind": [
            {"format": fmt.id, "law": day.isoformat(), "law_days": days_old(day, desk)} for day, fmt in one.behind
        ],
    }
