"""Names of players as the audit binds them: a salted hash, so that a name that was forgotten cannot be guessed."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Final

from sqlalchemy import event as events
from sqlalchemy import inspect
from sqlalchemy.orm import Session

from deckcheck.decklist.hash_chain import name_text, note_hash
from deckcheck.store.models import Entry

_PARTS: Final = ("last", "first")


@dataclass(frozen=True, slots=True)
class Named:
    """A player who was given a name in a transaction: the hash before it, and what the hash now is over."""

    entry: Entry
    before: str
    salt: bytes
    text: str


class NameWatch:
    """Which players a transaction gives names; each entry gets the hash of its name with the name itself."""

    def __init__(self, session: Session) -> None:
        self._found: dict[int, Named] = {}
        events.listen(session, "before_flush", self._look)

    def _look(self, session: Session, _context: object, _instances: object) -> None:
        for row in (*session.new, *session.dirty):
            if isinstance(row, Entry) and _is_named(row):
                self._bind(row)

    def _bind(self, row: Entry) -> None:
        known = self._found.get(id(row))
        salt, text = secrets.token_bytes(32), name_text(row.last or "", row.first or "")
        before = known.before if known else row.named or ""
        row.named = note_hash(salt, text) if text else ""
        self._found[id(row)] = Named(row, before, salt, text)

    def found(self) -> list[Named]:
        """Those who were given a name, by number; nobody whose entry was deleted."""
        there = (one for one in self._found.values() if not inspect(one.entry).was_deleted)
        return sorted(there, key=lambda one: one.entry.number)


def _is_named(row: Entry) -> bool:
    state = inspect(row)
    return any(state.attrs[name].history.has_changes() for name in _PARTS)
