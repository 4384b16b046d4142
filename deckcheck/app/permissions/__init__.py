"""Who may do what, decided in one place from values alone: pages, API, exports, search and print ask `may`."""

from __future__ import annotations

from deckcheck.app.permissions.answers import NOTHING_HERE, Answer, Permission
from deckcheck.app.permissions.deciding import may, may_make_events
from deckcheck.app.permissions.rights import Right
from deckcheck.app.permissions.scene import STRANGER, Actor, ActorKind, Place, Scene, StageScene, TokenRole

__all__ = [
    "NOTHING_HERE",
    "STRANGER",
    "Actor",
    "ActorKind",
    "Answer",
    "Permission",
    "Place",
    "Right",
    "Scene",
    "StageScene",
    "TokenRole",
    "may",
    "may_make_events",
]
