"""Who may do what, decided in one place from values alone: pages, API, exports, search and print ask `may`."""

from __future__ import annotations

from deckcheck.services.permissions.answers import NOTHING_HERE, Answer, Permission
from deckcheck.services.permissions.deciding import may, may_make_events
from deckcheck.services.permissions.rights import Right
from deckcheck.services.permissions.scene import STRANGER, Actor, ActorKind, Place, Scene, StageScene, TokenRole

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
