"""Who did something, in words, from how the audit names them."""

from __future__ import annotations

from typing import Final

from deckcheck.storage.models import Account, Entry, Team, Token
from deckcheck.storage.shelves import entries
from deckcheck.storage.store import Session

APPLICATION: Final = "Deckcheck"
GONE: Final = {"account": "Somebody of staff", "person": "The player", "team": "The team", "token": "A program"}
"""What is said of those who were deleted."""


def who_did(session: Session, by: str) -> str:
    """The name behind `account:…`, `person:…`, `team:…` or `token:…`; first name first."""
    kind, _, uid = by.partition(":")
    if kind == "account" and (account := session.get(Account, uid)):
        return account.name
    if kind == "person" and (entry := entries.known_as(session, uid)):
        return player_name(entry)
    if kind == "team" and (team := session.get(Team, uid)):
        return team.name
    if kind == "token" and (token := session.get(Token, uid)):
        return token.label
    return GONE.get(kind, APPLICATION)


def player_name(entry: Entry | None) -> str:
    """A player's name, first name first; empty once they were forgotten."""
    return f"{entry.first} {entry.last}".strip() if entry else ""
