"""Who may do what, decided in one place from values alone: pages, API, exports, search and print ask `may`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Final

from deckcheck.app.permissions.access import STRANGER, UNPUBLISHED, AccessContext, Asker, EntryStanding, StageScene
from deckcheck.app.permissions.rights import (
    OF_POOLS,
    OPERATOR,
    OWN_MATCH,
    OWN_MATCH_POOL,
    OWN_SENTENCES,
    ROLE_LETTERS,
    TABLE,
    TOKEN_LETTERS,
    Right,
    Row,
)
from deckcheck.app.refusals import Hidden, NotAllowed, ReasonNeeded
from deckcheck.app.states import Effective
from deckcheck.store.states import ActorKind, EntryState, EventState, TokenRole

__all__ = [
    "NOTHING_HERE",
    "STRANGER",
    "AccessContext",
    "Answer",
    "Asker",
    "EntryStanding",
    "Permission",
    "Right",
    "StageScene",
    "may",
    "may_change_format",
    "may_make_events",
    "may_operate",
    "may_write_formats",
]


NOTHING_HERE: Final = "There is nothing here, or you have no access to it."
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


_HIDDEN: Final = Permission(Answer.HIDDEN, sentence=NOTHING_HERE)
_YES: Final = Permission(Answer.YES)


class _Ease(IntEnum):
    """How freely something may be done, the freest first."""

    FREE = 0
    SHOWN = 1
    LOGGED = 2
    REASONED = 3
    REFUSED = 4


def may(actor: Asker, right: Right, access: AccessContext, stage: str | None = None) -> Permission:
    """Whether the actor has the right in the scene.

    `stage` is the one whose lists it is about; without one the answer is what holds in every stage: of the subject, or
    of the event where it is about no single entry.
    """
    if actor.kind == ActorKind.SYS:
        return _YES
    if access.state in {EventState.PLANNED, EventState.GONE} and not actor.is_staff:
        return _HIDDEN
    row = TABLE[right]
    if actor.kind == ActorKind.TOKEN and row.people:
        return _refused(actor, right, access)
    slugs = [stage] if stage is not None else _stages(row, access)
    ease = max(_ease(actor, row, access, slug) for slug in slugs)
    if ease is _Ease.REFUSED:
        return _refused(actor, right, access)
    reasoned = ease is _Ease.REASONED
    sentence = f"Say why. The head judge of {access.event} can read it." if reasoned else ""
    as_shown = ease is _Ease.SHOWN and not actor.is_staff
    return Permission(Answer.YES, ease >= _Ease.LOGGED, reasoned, sentence, as_shown)


def may_make_events(actor: Asker) -> Permission:
    """Whether the actor may make an event, for which there is no scene yet."""
    if actor.kind == ActorKind.SYS or (actor.kind == ActorKind.ACCOUNT and actor.may_organize):
        return _YES
    return Permission(Answer.NO, sentence=f"Events are made by accounts that may organize. {_who_is(actor)}")


def may_write_formats(actor: Asker) -> Permission:
    """Whether the actor may write formats for events of their own."""
    return may_make_events(actor)


def may_change_format(actor: Asker, account: str) -> Permission:
    """Whether the actor may see how a format is written, change, retire and delete it: the account whose it is."""
    return _YES if actor.kind == ActorKind.ACCOUNT and actor.uid == account else _HIDDEN


def may_operate(actor: Asker, right: Right) -> Permission:
    """Whether the actor has a right in the whole installation; to everybody else there is nothing."""
    operates = actor.kind == ActorKind.SYS or (actor.kind == ActorKind.ACCOUNT and actor.operates)
    return _YES if operates and TABLE[right].cells[OPERATOR] == "Y" else _HIDDEN


def _stages(row: Row, access: AccessContext) -> list[str]:
    """The stages it is about where none is named; an empty slug is a stage that is closed."""
    slugs = [s.slug for s in access.stages]
    if access.subject and not row.wide:
        slugs = [slug for slug in slugs if slug in access.subject.stages]
    return slugs or [""]


def _ease(actor: Asker, row: Row, access: AccessContext, slug: str) -> _Ease:
    """How freely it may be done in one stage: as the best of the asker's roles has it."""
    if row.counter and access.counts_pool:
        return _Ease.FREE
    visibility = _visibility(row, access, slug)
    return min(
        _cell(row.cells[letter], letter, visibility, actor, row, access)
        for letter in _letters(actor, row, access, slug)
    )


def _letters(actor: Asker, row: Row, access: AccessContext, slug: str) -> Iterator[str]:
    """The actor's roles in the stage, by their letters; those that concern one entry only where the right does."""
    yield "X"
    if actor.kind == ActorKind.TOKEN:
        if actor.token_role in TOKEN_LETTERS:
            yield TOKEN_LETTERS[actor.token_role]
        elif actor.token_role == TokenRole.OVERLAY and row.overlay:
            yield "O"
        return
    if access.me and access.me.takes_part(slug):
        yield "S"
    if access.is_own and not row.wide:
        yield "P"
    if access.is_team_mates and not row.wide:
        yield "T"
    yield from (ROLE_LETTERS[role] for role in actor.grants)


def _visibility(row: Row, access: AccessContext, slug: str) -> Effective:
    """How far the stage's lists are open, as far as this actor and this subject are concerned."""
    subject = None if row.wide else access.subject
    if row.shut or (subject and (subject.state in UNPUBLISHED or slug not in subject.stages)):
        return Effective.CLOSED
    seen = access.effective(slug)
    # Whoever has no list yet could still be given one made after those they see; names tell them nothing.
    waits = access.me and access.me.takes_part(slug) and slug not in access.me.lists
    if waits and not row.names and not (access.state == EventState.COMPLETED and seen == Effective.ALL):
        return Effective.CLOSED
    return seen


def _cell(cell: str, letter: str, visibility: Effective, actor: Asker, row: Row, access: AccessContext) -> _Ease:
    """What one cell says."""
    if row.handed and letter in "PT" and not access.pool_handed:
        return _Ease.REFUSED
    holds = {
        "Y": True,
        "o": True,
        "a": visibility == Effective.ALL,
        "s": visibility != Effective.CLOSED,
        "e": access.round_over,
        "t": actor.kind == ActorKind.TEAM,
        "w": access.subject is not None and access.subject.state == EntryState.WITHDRAWN,
    }
    if holds.get(cell):
        return _Ease.SHOWN if cell in "as" and letter in "XS" else _Ease.FREE
    if cell == "L":
        return _reading(visibility, row, access)
    if cell in "NM":
        return _at_ones_table(cell, access)
    return _Ease.REASONED if cell == "R" else _Ease.REFUSED


def _reading(visibility: Effective, row: Row, access: AccessContext) -> _Ease:
    """An official reads: in the audit while it is not open to all; one who plays says why (MTR 1.4)."""
    if visibility == Effective.ALL:
        return _Ease.FREE
    own = access.is_own and not row.wide
    return _Ease.REASONED if access.plays and not own else _Ease.LOGGED


def _at_ones_table(cell: str, access: AccessContext) -> _Ease:
    """An official checks no deck and enters no pool of their own match; with M they say why for another."""
    if access.is_own_match:
        return _Ease.REFUSED
    return _Ease.REASONED if cell == "M" and access.plays else _Ease.FREE


def _refused(actor: Asker, right: Right, access: AccessContext) -> Permission:
    """No for staff and in matters of the house; about lists and entries nobody else learns that there is something."""
    row = TABLE[right]
    if row.cells[OPERATOR] == "Y" or (not actor.is_staff and not row.house):
        return _HIDDEN
    own = OWN_SENTENCES.get(right, "").format(event=access.event)
    if access.is_own_match and any(row.cells[ROLE_LETTERS[role]] in "NM" for role in actor.grants):
        own = OWN_MATCH_POOL if right in OF_POOLS else OWN_MATCH
    if not own and actor.kind == ActorKind.TOKEN and row.people:
        own = f"This is for {_whom(row)} of {access.event}, signed in; no token does it."
    return Permission(Answer.NO, sentence=own or f"This is for {_whom(row)} of {access.event}. {_who_is(actor)}")


def _whom(row: Row) -> str:
    """Those of the staff who have the right, in words."""
    if row.staff == "KJHO":
        return "staff"
    judges = {"JH": "judges", "J": "judges", "H": "the head judge", "": ""}
    words = [
        "the organizer" if "O" in row.staff else "",
        judges["".join(letter for letter in "JH" if letter in row.staff)],
        "scorekeepers" if "K" in row.staff else "",
    ]
    *first, last = (word for word in words if word)
    return f"{', '.join(first)} and {last}" if first else last


def _who_is(actor: Asker) -> str:
    """Who the actor is, so that the wrong sign-in is seen at once."""
    if actor.kind == ActorKind.TOKEN:
        return f"This token is for {f'the {actor.token_role}' if actor.token_role else 'another event'}."
    return f"You are signed in as {actor.name}." if actor.name else "You are not signed in."
