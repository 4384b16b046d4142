"""Scenes that tests of permissions ask in: an event with Swiss and a playoff, and everybody who may come to it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from deckcheck.app.permissions import STRANGER, AccessContext, Asker, EntryStanding, Permission, StageScene
from deckcheck.store.states import ActorKind, After, During, EntryState, EventState, Role, StageState, TokenRole

BOTH: Final = frozenset({"swiss", "playoff"})
ADA: Final = EntryStanding(7, team="red", stages=BOTH, lists=BOTH)
"""The entry that is asked about."""

NOBODY: Final = Asker(ActorKind.ACCOUNT, "a0", "Nora Lind")
ELSEWHERE: Final = Asker(ActorKind.ACCOUNT, "a1", "Eva Ruiz", may_organize=True)
PLAYER: Final = Asker(ActorKind.PERSON, "p1", "Per Dahl")
TEAM: Final = Asker(ActorKind.TEAM, "red", "Red")

PEOPLE: Final[dict[str, tuple[Asker, EntryStanding | None]]] = {
    "stranger": (STRANGER, None),
    "nobody": (NOBODY, None),
    "elsewhere": (ELSEWHERE, None),
    "other": (PLAYER, EntryStanding(3, stages=frozenset({"swiss"}), lists=frozenset({"swiss"}))),
    "dropped": (PLAYER, EntryStanding(3, EntryState.DROPPED, stages=BOTH, lists=BOTH)),
    "opponent": (PLAYER, EntryStanding(3, team="blue", stages=BOTH, lists=BOTH)),
    "same": (PLAYER, EntryStanding(4, stages=BOTH, lists=BOTH)),
    "mate": (PLAYER, EntryStanding(8, team="red", stages=BOTH, lists=BOTH)),
    "team": (TEAM, EntryStanding(0, team="red", stages=BOTH, lists=BOTH)),
    "own": (PLAYER, ADA),
    "overlay": (Asker(ActorKind.TOKEN, "t", "Stream", token_role=TokenRole.OVERLAY), None),
    "tok-else": (Asker(ActorKind.TOKEN, "t", "Elsewhere"), None),
}
for letter, role in {
    "K": Role.SCOREKEEPER,
    "J": Role.JUDGE,
    "H": Role.HEAD_JUDGE,
    "O": Role.ORGANIZER,
}.items():
    PEOPLE[letter] = (Asker(ActorKind.ACCOUNT, letter, "Rosa Kim", frozenset({role})), None)
for letter, token in {"K": TokenRole.DESK, "J": TokenRole.JUDGE, "O": TokenRole.ORGANIZER}.items():
    PEOPLE[f"tok-{letter}"] = (Asker(ActorKind.TOKEN, letter, "Pairings", token_role=token), None)

PUBLISHED: Final = {
    "c": (During.CLOSED, After.CLOSED),
    "s": (During.STAGE, After.ALL),
    "a": (During.ALL, After.ALL),
}


def scene_of(
    during: During = During.CLOSED,
    after: After = After.CLOSED,
    state: EventState = EventState.ON,
    stage: StageState = StageState.LOCKED,
    me: EntryStanding | None = None,
    subject: EntryStanding | None = ADA,
) -> AccessContext:
    """An event whose playoff stands as given; Swiss is closed, so that nothing comes through it."""
    swiss = StageScene("swiss", StageState.OVER, During.CLOSED, After.CLOSED, begun=True)
    playoff = StageScene("playoff", stage, during, after)
    return AccessContext("Northern Open", state, (swiss, playoff), me, subject)


def scene_for(who: str, published: str) -> tuple[Asker, AccessContext]:
    """Somebody, and the scene in which the playoff's lists are c, s or a."""
    actor, me = PEOPLE[who]
    return actor, scene_of(*PUBLISHED[published], me=me)


def without_list(place: EntryStanding) -> EntryStanding:
    """The same player, who has no list in the playoff."""
    return replace(place, lists=place.lists - {"playoff"})


def letter_of(permission: Permission) -> str:
    """A permission as the table of tests writes it."""
    if not permission.allowed:
        return str(permission.answer)[0]
    if permission.reason_needed:
        return "r"
    if permission.log:
        return "l"
    return "v" if permission.as_shown else "y"
