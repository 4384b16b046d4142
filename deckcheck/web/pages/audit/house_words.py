"""The words of the pages about programs, the audit and persons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from deckcheck.app.time_words import when as in_words
from deckcheck.decklist.days import full_day

TOKEN_ROLES: Final[Mapping[str, str]] = {
    "organizer": "Organizer",
    "judge": "Judge",
    "desk": "Desk, as a scorekeeper",
    "overlay": "Stream overlay",
}
ACTS: Final[Mapping[str, str]] = {
    "opened": "The event was opened",
    "cancelled": "The event was called off",
    "restored": "The event takes place after all",
    "completed": "The event was completed",
    "reopened-event": "The event was opened again",
    "begun": "A stage has begun",
    "closed": "Lists of a stage have closed",
    "sealed": "Lists were sealed",
    "published": "Who sees lists has changed",
    "added": "A player was added",
    "withdrawn": "A player withdrew",
    "dropped": "A player dropped",
    "disqualified": "A player was disqualified",
    "returned": "A player is back",
    "merged": "Two entries were made one",
    "parted": "Two entries were parted again",
    "submitted": "A list was submitted",
    "taken-back": "A list was taken back",
    "sent-back": "A list was sent back",
    "accepted": "A list was accepted",
    "reopened": "A list was reopened",
    "lifted": "A deadline was lifted",
    "corrected": "A list was corrected",
}
USUAL: Final = frozenset({"submitted", "accepted", "published"})
"""What most programs want to hear of."""
DELIVERIES: Final[Mapping[str, str]] = {"sent": "Sent", "waiting": "Waiting", "given-up": "Given up"}


@dataclass(frozen=True, slots=True)
class Moments:
    """Moments as a page tells them, on the clock of the event's place; `exact` has seconds."""

    now: datetime
    zone: str

    def short(self, moment: datetime) -> str:
        """Today 09:12."""
        told = in_words(moment, self.now, self.zone)
        return f"{told[:1].upper()}{told[1:]}"

    def exact(self, moment: datetime) -> str:
        """Sat 13 June 2026, 09:12:07."""
        here = moment.astimezone(ZoneInfo(self.zone))
        return f"{full_day(here.date())}, {here:%H:%M:%S}"

    def day(self, moment: datetime) -> str:
        """The day before which something ends: one that ends at midnight lasts through the day before."""
        return full_day((moment.astimezone(ZoneInfo(self.zone))).date())
