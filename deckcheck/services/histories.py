"""What was done to one entry and its lists, by whom and when: its part of the audit, for those who may read that."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from deckcheck.services.desk import Desk
from deckcheck.services.doers import player_name, who_did
from deckcheck.services.entry_facts import find_entry
from deckcheck.services.event_heads import EventHead, head_of
from deckcheck.services.permissions import Right
from deckcheck.services.staff_nav import StaffFrame, staff_frame
from deckcheck.services.who import Who
from deckcheck.services.work import reading
from deckcheck.storage.shelves import entries, rosters

WORDS: Final = {
    "entry.added": "Added",
    "entry.changed": "Changed",
    "entry.confirmed": "Confirmed at the desk",
    "entry.withdrawn": "Withdrawn",
    "entry.dropped": "Dropped",
    "entry.disqualified": "Disqualified",
    "entry.returned": "Put back",
    "entry.merged": "Merged into another entry",
    "entry.unmerged": "Made an entry of its own again",
    "entry.replaced": "Replaced in the team",
    "link.issued": "A link was issued",
    "link.revoked": "Links were taken back",
    "list.sent": "List sent",
    "list.sent_back": "List sent back",
    "list.accepted": "List accepted",
    "list.reopened": "List reopened",
    "list.undone": "Acceptance taken back",
    "list.lifted": "Deadline lifted",
    "list.entered_late": "List entered late",
    "list.corrected": "List corrected",
    "list.withdrawn": "List taken back by the player",
    "list.closed": "List closed",
    "list.judged": "List judged again",
    "list.read": "List read",
    "list.old_version_read": "Older lists read",
}
"""The acts in words; one that is not here stands by its name."""


@dataclass(frozen=True, slots=True)
class Done:
    """One act: `about` names a stage where that is not the first."""

    seq: int
    at: datetime
    words: str
    who: str
    about: str
    reason: str


@dataclass(frozen=True, slots=True)
class History:
    """The acts on an entry, the latest first."""

    frame: StaffFrame
    head: EventHead
    number: int
    name: str
    rows: tuple[Done, ...]


def history_of(who: Who, slug: str, number: int, desk: Desk) -> History:
    """The history of a player in an event."""
    with reading(desk, who, slug) as work:
        work.ask(Right.READ_AUDIT)
        entry = find_entry(work, number, Right.SEE_ROSTER)
        session, event = work.session, work.event
        found = rosters.acts_on(session, event.uid, f"entry:{entry.number}")
        reasons = rosters.reasons_behind(session, event.uid, [row.hash for row in found if row.note])
        names = {by: who_did(session, by) for by in {row.by for row in found}}
        return History(
            frame=staff_frame(work, f"/e/{event.slug}/roster"),
            head=head_of(event, desk),
            number=entry.number,
            name=player_name(entries.person(session, entry.person)) or f"Player {entry.number}",
            rows=tuple(
                Done(
                    seq=row.seq,
                    at=row.at,
                    words=WORDS.get(row.act, row.act),
                    who=names[row.by],
                    about=row.on.partition(" stage:")[2],
                    reason=reasons.get(row.hash, ""),
                )
                for row in found
            ),
        )
