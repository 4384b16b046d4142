"""Who asks: what a request can prove of itself, before any event is looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Who:
    """A stranger, an account of the staff, a person or team by link, a program by token, or the application.

    `kind` is one of stranger, account, person, team, token, sys; `uid` the key of that row. `event` and `role` are a
    token's own. `may_organize`: the account may make events. `strong`: signed in with a code from an app as well.
    `sign_in` is the row behind a browser's cookie.
    """

    kind: str = "stranger"
    uid: str = ""
    name: str = ""
    event: str = ""
    role: str = ""
    may_organize: bool = False
    strong: bool = False
    sign_in: str = ""

    @property
    def is_player(self) -> bool:
        """Whether this is a player's link, of a person or of a team."""
        return self.kind in {"person", "team"}

    def __str__(self) -> str:
        """As the audit names it."""
        return self.kind if self.kind in {"sys", "stranger"} else f"{self.kind}:{self.uid}"


STRANGER: Final = Who()
SYSTEM: Final = Who("sys")
