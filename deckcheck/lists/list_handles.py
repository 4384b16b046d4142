"""One entry's list for one stage within a transaction: found with its right asked, and the facts of every act on it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from deckcheck.app.access_rows import state_of
from deckcheck.app.actor_names import seated_name, who_did
from deckcheck.app.permissions import NOTHING_HERE, Right
from deckcheck.app.refusals import Hidden, Refused
from deckcheck.app.session import NOBODY, EventSession
from deckcheck.app.states import Facts
from deckcheck.app.states.transitions import changed_meanwhile
from deckcheck.app.time_words import at_when
from deckcheck.app.timestamps import moment_text
from deckcheck.decklist.answers import NO_ANSWERS, Answers, kept_answers
from deckcheck.lists.seal_making import new_list
from deckcheck.store.models import Acceptance, DeckList, Entry, Stage, Submission
from deckcheck.store.queries import lists
from deckcheck.store.states import ListState, StageState
from deckcheck.translations import gettext


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
        return seated_name(self.entry)

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


@dataclass(frozen=True, slots=True)
class Theirs:
    """What stands there now: its text where the sender may read it, since when, and what names it.

    `seen` is the key of the submission that stands, empty where none does; `version` that of the list or the draft.
    `answers` are those to the questions about the text.
    """

    text: str | None
    at: datetime | None
    version: int
    seen: str = ""
    answers: Answers = NO_ANSWERS


class Changed(Refused):
    """What this was about is another by now; nothing was kept of what came."""

    CODE = "changed"
    STATUS = 409

    def __init__(self, sentence: str, theirs: Theirs) -> None:
        super().__init__(sentence)
        self.theirs = theirs
        at = moment_text(theirs.at) if theirs.at else None
        told: dict[str, Any] = {"text": theirs.text, "at": at, "version": theirs.version}
        told["submission"] = theirs.seen or None
        if theirs.answers.left_out:
            told["leave_out"] = list(theirs.answers.left_out)
        self.more = {"theirs": told}


def not_changed(place: ListHandle, version: int | None, seen: str | None) -> None:
    """Refuse if the list is not the one that was seen any more."""
    stands = place.row.current or "" if place.row else ""
    if seen is not None and seen != stands:
        raise Changed(_by_another_device(place), _theirs(place))
    if version is not None and version != place.version:
        current = place.current
        who = who_did(place.work.session, current.by) if current else gettext("Somebody")
        raise Changed(str(changed_meanwhile(who)), _theirs(place))


def _by_another_device(place: ListHandle) -> str:
    current, work = place.current, place.work
    if current is None:
        return gettext("The list was taken back in the meantime. Yours was not submitted; it is below.")
    at = at_when(current.arrived, work.now, work.event.zone)
    if current.by == work.by:
        return gettext("Another device submitted a list {when}. Both are here; yours was not submitted.").format(
            when=at
        )
    told = gettext("{name} submitted a list {when}. Both are here; yours was not submitted.")
    return told.format(name=who_did(work.session, current.by), when=at)


def _theirs(place: ListHandle) -> Theirs:
    """A scorekeeper sends lists and reads none: only the player is told the text."""
    current = place.current
    if current is None:
        return Theirs(None, None, place.version)
    reads = place.by_player
    answers = kept_answers(current.answers) if reads else NO_ANSWERS
    return Theirs(current.text if reads else None, current.arrived, place.version, current.uid, answers)


def list_stages(work: EventSession) -> list[Stage]:
    """The stages that take lists of their own, in order."""
    return [stage for stage in work.rows.stages if stage.lists_from is None]


def roster_stage(work: EventSession, slug: str = "") -> Stage:
    """The stage that takes the lists: the named one, or the one whose lists it plays; without a name the one that
    takes lists now, else the last that took any.
    """
    if slug:
        return work.rows.source(work.stage(slug))
    own = list_stages(work)
    begun = [stage for stage in own if stage.state != StageState.AHEAD]
    taking = (stage for stage in own if stage.state == StageState.TAKING)
    return next(taking, begun[-1] if begun else work.first_stage())
