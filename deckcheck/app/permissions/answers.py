"""What `may` answers, and the refusals that follow from it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from deckcheck.app.refusals import Hidden, NotAllowed, ReasonNeeded

NOTHING_HERE: Final = "There is nothing here, or it is not open to you."
"""The one answer for what is closed and for what does not exist."""


class Answer(StrEnum):
    """Yes; no; or as if nothing were there."""

    YES = "yes"
    NO = "no"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class Permission:
    """An answer with its conditions.

    `log`: the reading of a closed list, to be in the audit before the list is sent. `reason_needed`: only with a
    reason, which the audit keeps. `sentence`: what is told where it is refused, or where the reason is missing.
    `as_shown`: the answer comes from publication alone, so that names are told as the event shows them.
    """

    answer: Answer
    log: bool = False
    reason_needed: bool = False
    sentence: str = ""
    as_shown: bool = False

    @property
    def allowed(self) -> bool:
        """Whether the answer is yes, perhaps with a reason."""
        return self.answer is Answer.YES

    def or_refuse(self, reason: str | None = None) -> None:
        """Return if it is allowed for this reason; raise the refusal that fits otherwise."""
        if self.answer is Answer.HIDDEN:
            raise Hidden(NOTHING_HERE)
        if self.answer is Answer.NO:
            raise NotAllowed(self.sentence)
        if self.reason_needed and not (reason or "").strip():
            raise ReasonNeeded(self.sentence)
