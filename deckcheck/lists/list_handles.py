"""One entry's list for one stage within a transaction: found with its right asked, and the facts of every act on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from deckcheck.app.access_rows import state_of
from deckcheck.app.actor_names import player_name, who_did
from deckcheck.app.permissions import NOTHING_HERE, Right
from deckcheck.app.refusals import Hidden
from deckcheck.app.session import NOBODY, EventSession
from deckcheck.app.states import Facts
from deckcheck.lists.seal_making import new_list
from deckcheck.store.models import Acceptance, DeckList, Entry, Stage, Submission
from deckcheck.store.queries import lists
from deckcheck.store.states import ListState, StageState


@dataclass(slots=True)
class ListHandle:
    """Where a list is, or will be: `stage` is the one that takes it, `row` is missing while nothing was done to it."""

    work: EventSession
    entry: Entry
    stage: Stage
    row: DeckList | None

    @property
    def state(self) -> ListState:
        """Who can change the list."""
        return state_of(self.row, self.stage)

    @property
    def version(self) -> int:
        """How often the row was changed; 0 while there is none."""
        return self.row.version if self.row else 0

    @property
    def by_player(self) -> bool:
        """Whether whoever asks acts as the player: by their own link, the team's, or as an official who plays."""
        return self.work.plays_for(self.entry)

    @property
    def name(self) -> str:
        """The player's name, first name first, or their number."""
        return player_name(self.entry) or f"Player {self.entry.number}"

    @property
    def current(self) -> Submission | None:
        """What was sent last and was not taken back."""
        return lists.submission(self.work.session, self.row.current) if self.row else None

    @property
    def acceptance(self) -> Acceptance | None:
        """The acceptance that fixes the list, if one does."""
        return lists.acceptance_of(self.work.session, self.row.accepted) if self.row else None

    def made(self) -> DeckList:
        """The row, made if need be; the event is locked by whoever calls."""
        if self.row is None:
            self.row = new_list(self.work.rows, self.stage, self.entry)
        return self.row

    def facts(self, **more: Any) -> Facts:
        """The facts of an act on this list."""
        current, accepted = self.current, self.acceptance
        known: dict[str, Any] = {
            "by_player": self.by_player,
            "who": self.name,
            "own_deadline": self.row.deadline if self.row else None,
            "current": current.uid if current else None,
            "current_at": current.arrived if current else None,
            "accepted_at": accepted.at if accepted else None,
            "accepted_by": who_did(self.work.session, accepted.by) if accepted else "",
        }
        return self.work.facts(self.stage, self.entry, **(known | more))


def find_place(work: EventSession, number: int | None, stage: str, right: Right, reason: str = "") -> ListHandle:
    """The list of an entry (none: one's own) for a stage (empty: the one that matters now), if the right is there.

    An entry that does not exist, one that is closed and a stage it is not in take the same path.
    """
    entry = work.own if number is None else work.entry(number)
    wanted = _stage(work, entry, stage)
    work.ask(right, wanted, entry or NOBODY, reason)
    if entry is None or wanted is None:
        raise Hidden(NOTHING_HERE)
    return ListHandle(work, entry, wanted, lists.list_of(work.session, wanted.uid, entry.uid))


def _stage(work: EventSession, entry: Entry | None, slug: str) -> Stage | None:
    """The stage that takes the list; none for a stage that does not exist or that the entry is not in."""
    if slug:
        named = work.rows.stage(slug)
        inside = named is not None and (entry is None or work.rows.is_member(named, entry.uid))
        return work.rows.source(named) if named is not None and inside else None
    found = own_stages(work, entry) if entry else []
    return next((s for s in found if s.state == StageState.TAKING), found[-1] if found else None)


def own_stages(work: EventSession, entry: Entry) -> list[Stage]:
    """The stages for which an entry hands in a list: those with lists of their own that it is in, in order.

    Stages that are still ahead come only where nothing else is there.
    """
    inside = [s for s in work.rows.stages if s.lists_from is None and work.rows.is_member(s, entry.uid)]
    return [s for s in inside if s.state != StageState.AHEAD] or inside[:1]
