"""What was done to one entry and its lists, by whom and when: its part of the audit, for those who may read that."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from deckcheck.app.actor_names import Doers, player_name
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.event_heads import EventHead, head_of
from deckcheck.app.permissions import Right
from deckcheck.app.session import reading
from deckcheck.app.staff_nav import StaffFrame, staff_frame
from deckcheck.audit.words import WORDS
from deckcheck.roster.entry_facts import find_entry
from deckcheck.store.queries import rosters


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


def history_of(who: Actor, slug: str, number: int, app: App) -> History:
    """The history of a player in an event."""
    with reading(app, who, slug) as work:
        work.ask(Right.READ_AUDIT)
        entry = find_entry(work, number, Right.SEE_ROSTER)
        session, event = work.session, work.event
        found = rosters.acts_on(session, event.uid, f"entry:{entry.number}")
        reasons = rosters.reasons_behind(session, event.uid, [row.hash for row in found if row.note])
        doers = Doers(session, event.uid)
        return History(
            frame=staff_frame(work, f"/e/{event.slug}/roster"),
            head=head_of(event, app),
            number=entry.number,
            name=player_name(entry) or f"Player {entry.number}",
            rows=tuple(
                Done(
                    seq=row.seq,
                    at=row.at,
                    words=WORDS.get(row.act, row.act),
                    who=doers.name(row.by, seq=row.seq),
                    about=row.on.partition(" stage:")[2],
                    reason=reasons.get(row.hash, ""),
                )
                for row in found
            ),
        )
