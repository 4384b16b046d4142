"""Somebody else changed the same thing meanwhile: what they made of it is told beside what was about to be kept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from deckcheck.app.actor_names import who_did
from deckcheck.app.refusals import Refused
from deckcheck.app.states.refusing import changed_meanwhile
from deckcheck.app.time_words import at_when
from deckcheck.app.timestamps import moment_text
from deckcheck.decklist.answers import NO_ANSWERS, Answers, kept_answers
from deckcheck.lists.list_handles import ListHandle


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
        who = who_did(place.work.session, current.by) if current else "Somebody"
        raise Changed(str(changed_meanwhile(who)), _theirs(place))


def _by_another_device(place: ListHandle) -> str:
    current, work = place.current, place.work
    if current is None:
        return "The list was taken back meanwhile. Yours was not sent; it is below."
    at = at_when(current.arrived, work.now, work.event.zone)
    if current.by == work.by:
        return f"Another device sent a list {at}. Both are here; yours was not sent."
    return f"{who_did(work.session, current.by)} sent a list {at}. Both are here; yours was not sent."


def _theirs(place: ListHandle) -> Theirs:
    """A scorekeeper sends lists and reads none: only the player is told the text."""
    current = place.current
    if current is None:
        return Theirs(None, None, place.version)
    reads = place.by_player
    answers = kept_answers(current.answers) if reads else NO_ANSWERS
    return Theirs(current.text if reads else None, current.arrived, place.version, current.uid, answers)
