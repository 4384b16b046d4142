"""What is kept of the checks of a player's decks, for the archive of what is kept of a person."""

from __future__ import annotations

from typing import Any

from deckcheck.app.actor_names import who_did
from deckcheck.store.models import Entry
from deckcheck.store.queries import checks
from deckcheck.store.store import Session


def checks_told(session: Session, entry: Entry) -> list[dict[str, Any]]:
    """Every check of an entry's decks with what was found, noted and decided, oldest first."""
    rows = checks.of_entry(session, entry.uid)
    uids = [row.uid for row in rows]
    judges, added = checks.judges_of(session, uids), checks.amendments_of(session, uids)
    return [
        {
            "round": row.round,
            "table": row.table,
            "game": row.game_number,
            "state": row.state,
            "result": row.result,
            "how": row.how,
            "why": row.why,
            "list_version": row.list_version,
            "judges": [who_did(session, one.judge) for one in judges.get(row.uid, ())],
            "begun_at": row.begun_at,
            "taken_at": row.taken_at,
            "given_back_at": row.given_back_at,
            "ended_at": row.ended_at,
            "marks": row.marks,
            "note": row.note,
            "found": row.found,
            "decided": row.decided,
            "added": [
                {"at": one.at, "by": who_did(session, one.by), "text": one.text, "changes": one.changes}
                for one in added.get(row.uid, ())
            ],
        }
        for row in rows
    ]
