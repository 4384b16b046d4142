"""Who did something, in words. Apart from `actors`, so that what asks for no database loads none."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from deckcheck.store.models import Account, AuditEntry, Entry, Team, Token
from deckcheck.store.queries import entries, proof
from deckcheck.store.store import Session
from deckcheck.translations import gettext, gettext_noop

ALONE: Final = frozenset({"own", "code", "letter"})
"""The ways in which a player comes to a link alone."""
APPLICATION: Final = "Deckcheck"
GONE: Final = {
    "account": gettext_noop("Someone on staff"),
    "entry": gettext_noop("The player"),
    "person": gettext_noop("The player"),
    "team": gettext_noop("The team"),
    "token": gettext_noop("An API token"),
}
"""What is said of those who were deleted."""


def who_did(session: Session, by: str) -> str:
    """The name behind `account:…`, `entry:…`, `team:…` or `token:…`, first name first."""
    kind, _, uid = by.partition(":")
    if kind == "account" and (account := session.get(Account, uid)):
        return account.name
    if kind == "entry":
        return player_name(player_by(session, by)) or gettext(GONE[kind])
    if kind == "team" and (team := session.get(Team, uid)):
        return team.name
    if kind == "token" and (token := session.get(Token, uid)):
        return token.label
    return gettext(GONE[kind]) if kind in GONE else APPLICATION


def player_by(session: Session, by: str) -> Entry | None:
    """The entry of the player who did something."""
    kind, _, uid = by.partition(":")
    return session.get(Entry, uid) if kind == "entry" else None


class Doers:
    """Who did what in an event, in words: of a player also from whom of the staff they have the link.

    Both follow from the event's own chain: whoever had the link that staff issued last could act as the player.
    """

    def __init__(self, session: Session, event: str) -> None:
        self._session = session
        rows = (row for row in proof.acts_named(session, event, "link.issued") if _is_by_staff(row))
        self._issued = list(rows)
        self._known: dict[str, list[AuditEntry]] = {}

    def name(self, by: str, *, seq: int | None = None, at: datetime | None = None) -> str:
        """Who did something by the entry of the audit, or by the moment: Per Dahl (link from Rosa Kim)."""
        name = who_did(self._session, by)
        for row in self._links(by):
            if row.seq < seq if seq is not None else at is None or row.at <= at:
                how = "mailed by" if "mail" in row.to else "from"
                return f"{name} (link {how} {who_did(self._session, row.by)})"
        return name

    def _links(self, by: str) -> list[AuditEntry]:
        """The links that staff issued to a player or a team, the latest first."""
        if by not in self._known:
            kind, _, uid = by.partition(":")
            one = player_by(self._session, by)
            mates = entries.entries_of_team(self._session, uid) if kind == "team" else []
            own = {f"entry:{entry.number}" for entry in (entries.together(self._session, one) if one else mates)}
            is_team = kind == "team"
            found = [row for row in self._issued if row.on in own and row.to.startswith("team") == is_team]
            self._known[by] = found[::-1]
        return self._known[by]


def _is_by_staff(row: AuditEntry) -> bool:
    """Whether somebody of the staff, or a program, let a player have a link; an older release said less of how."""
    return row.by.partition(":")[0] in {"account", "token"} and row.to.rpartition(" ")[2] not in ALONE


def player_name(entry: Entry | None) -> str:
    """A player's name, first name first; empty once they were forgotten."""
    return f"{entry.first} {entry.last}".strip() if entry else ""


def numbered_name(number: int) -> str:
    """What a player is called whose name is not shown, or forgotten: Player 37."""
    return gettext("Player {number}").format(number=number)


def seated_name(entry: Entry) -> str:
    """The player's name for a sentence, or their number once they were forgotten."""
    return player_name(entry) or numbered_name(entry.number)
