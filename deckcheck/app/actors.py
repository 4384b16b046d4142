"""Who asks: what a request can prove of itself, before any event is looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from deckcheck.store.states import ActorKind, TokenRole


@dataclass(frozen=True, slots=True)
class Actor:
    """A stranger, an account of the staff, an entry, a person or team by link, a program by token, or the application.

    `kind` is one of stranger, account, entry, person, team, token, sys; an entry is a player in one event, a person one
    who tied several together; `uid` the key of that row. `event` and `role` are a
    token's own. `may_organize`: the account may make events; `operates`: it looks after the installation. `strong`:
    signed in with a code from an app as well.
    `sign_in` is the row behind a browser's cookie.
    """

    kind: ActorKind = ActorKind.STRANGER
    uid: str = ""
    name: str = ""
    event: str = ""
    role: TokenRole = TokenRole.NONE
    may_organize: bool = False
    operates: bool = False
    strong: bool = False
    sign_in: str = ""

    @property
    def is_player(self) -> bool:
        """Whether this is a player's link, of an entry, of a person or of a team."""
        return self.is_one_player or self.kind == "team"

    @property
    def is_one_player(self) -> bool:
        """Whether this is a player alone, in one event or in all that they tied together."""
        return self.kind in {"entry", "person"}

    def __str__(self) -> str:
        """As the audit names it."""
        return self.kind if self.kind in {"sys", "stranger"} else f"{self.kind}:{self.uid}"


STRANGER: Final = Actor()
SYSTEM: Final = Actor(ActorKind.SYS)


@dataclass(frozen=True, slots=True)
class EventAct:
    """What somebody does in an event."""

    who: Actor
    slug: str


@dataclass(frozen=True, slots=True)
class EntryAct(EventAct):
    """What somebody does with an entry; without a number it is their own."""

    number: int | None


@dataclass(frozen=True, slots=True)
class StageAct(EntryAct):
    """What somebody does with the list or pool of an entry for a stage; empty: for the one that matters now."""

    stage: str
