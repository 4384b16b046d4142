"""Who may do what, decided in one place from values alone: pages, API, exports, search and print ask `may`."""

from __future__ import annotations

from deckcheck.app.permissions.access import STRANGER, AccessContext, Asker, EntryStanding, StageScene
from deckcheck.app.permissions.deciding import NOTHING_HERE, Answer, Permission, may, may_make_events
from deckcheck.app.permissions.rights import Right

__all__ = [
    "NOTHING_HERE",
    "STRANGER",
    "AccessContext",
    "Answer",
    "Asker",
    "EntryStanding",
    "Permission",
    "Right",
    "StageScene",
    "may",
    "may_make_events",
]
