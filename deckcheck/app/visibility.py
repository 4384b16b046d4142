"""Who sees the lists of a stage when: the four choices, what the documents choose, and how it is told."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import Enum, StrEnum
from typing import Final, NamedTuple

from deckcheck.app.states import Effective, effective, stage_of_players, stage_words
from deckcheck.app.time_words import at_when, day_here, until_when
from deckcheck.law.registration_law import ListLaw
from deckcheck.law.sentences import counted
from deckcheck.store.states import After, During, EventState, StageState
from deckcheck.translations import gettext

__all__ = [
    "Choice",
    "Defaults",
    "Due",
    "Reader",
    "Showing",
    "choice_in_words",
    "choice_of",
    "defaults",
    "due",
    "effective",
    "refuse_official_who_plays",
    "switches_by_itself",
    "who_sees",
]

_NO_MOMENT: Final = datetime(1970, 1, 1, tzinfo=UTC)


class Choice(Enum):
    """The four choices an organizer has for a stage, as what holds during the event and what holds after."""

    NOBODY = (During.CLOSED, After.CLOSED)
    STAGE = (During.STAGE, After.ALL)
    EVERYONE = (During.ALL, After.ALL)
    AFTER = (During.CLOSED, After.ALL)

    @property
    def during(self) -> During:
        """Who sees the lists while the event runs."""
        return self.value[0]

    @property
    def after(self) -> After:
        """Who sees them once it is completed."""
        return self.value[1]


def choice_of(during: During, after: After) -> Choice | None:
    """The choice that does just this; none for what can only be set field by field."""
    if during == During.ALL:
        return Choice.EVERYONE
    return next((choice for choice in Choice if choice.value == (during, after)), None)


def choice_in_words(during: During, after: After, title: str) -> str:
    """The choice as the organizer reads it; `title` is the stage's."""
    stage = stage_words(title)
    sentences = {
        Choice.NOBODY: "Nobody but staff",
        Choice.STAGE: f"The players of {stage}, each other",
        Choice.EVERYONE: "Everyone, from now",
        Choice.AFTER: "Nobody now; everyone after the event",
    }
    choice = choice_of(during, after)
    return sentences[choice] if choice else f"The players of {stage}, each other; nobody else after the event"


def switches_by_itself(during: During, after: After) -> str:
    """The line that says what will change without anybody's doing; empty if nothing will."""
    return "When you end the event: everyone." if after == After.ALL and during != During.ALL else ""


class Defaults(NamedTuple):
    """What the documents choose for a stage, and where they say so."""

    during: During
    after: After
    source: str
    note: str


def defaults(law: ListLaw, level: str, stage_kind: str, day: date) -> Defaults:
    """Who sees a stage's lists where the organizer says nothing, as of the event's day."""
    now, later = law.seen_during(level, stage_kind, day), law.seen_after(day)
    sources = f"{now.source}, {later.source}"
    return Defaults(During(now.value), After(later.value), sources, f"{now.note} {later.note}")


class Due(NamedTuple):
    """The round whose start is the deadline, and where that stands."""

    round: int
    source: str
    note: str


def due(law: ListLaw, pool_kind: str, day: date, byes: int = 0) -> Due:
    """When a player's list is due where the organizer says nothing else; `byes` are those awarded from round 1 on."""
    fact = law.due_before(pool_kind, day)
    return Due(1 if fact.value == "round-1" else byes + 1, fact.source, fact.note)


def refuse_official_who_plays(law: ListLaw, level: str, day: date) -> str:
    """Why an official of such an event cannot be a player in it; empty where they can."""
    fact = law.officials_who_play(day)
    if level in fact.levels:
        return ""
    return f"Staff of a {level.title()} event may not play in it ({fact.source})."


class Reader(StrEnum):
    """Who reads the event's page."""

    STRANGER = "stranger"
    PLAYER = "player"


@dataclass(frozen=True, slots=True)
class Showing:
    """What the sentence about a stage's lists is made of.

    `lists_from` is the title of the stage whose lists are played here. `players` and `lists` are told where they are
    known, which is for `may` to say of `lists`. `own` is the verdict's word of the reader's list; empty without one.
    """

    event: EventState
    stage: StageState
    during: During
    after: After
    title: str
    deadline: datetime | None = None
    now: datetime = _NO_MOMENT
    zone: str = "UTC"
    lists_from: str = ""
    players: int | None = None
    lists: int | None = None
    own: str = ""


def who_sees(showing: Showing, reader: Reader) -> str:
    """One sentence or two that say who sees the lists of a stage, and when that will change."""
    if showing.event in {EventState.CANCELLED, EventState.GONE}:
        return gettext("This event was called off. Submitted lists stay hidden.")
    if showing.event == EventState.COMPLETED and showing.stage == StageState.AHEAD:
        return _closed(showing)
    if showing.stage == StageState.AHEAD or showing.event == EventState.PLANNED:
        return _ahead(showing)
    if showing.stage == StageState.TAKING:
        return _taking(showing, reader)
    visibility = effective(showing.event, showing.stage, showing.during, showing.after)
    waits = reader == Reader.PLAYER and not showing.own and showing.event != EventState.COMPLETED
    if visibility != Effective.CLOSED and waits:
        return _waiting(showing)
    if visibility == Effective.ALL:
        return _open(showing)
    if visibility == Effective.STAGE:
        return _open_to_players(showing) if reader == Reader.STRANGER else _open_to_you(showing)
    return _closed(showing)


def _ahead(showing: Showing) -> str:
    stage = stage_words(showing.title)
    if showing.lists_from:
        told = gettext("{stage} is played with the lists of {other}.")
        return _upper(told.format(stage=stage, other=stage_words(showing.lists_from)))
    return gettext("Lists of {stage} can’t be submitted yet.").format(stage=stage)


def _taking(showing: Showing, reader: Reader) -> str:
    told = gettext("Lists can be submitted.")
    if showing.deadline:
        told = gettext("Lists can be submitted until {time}.")
        if day_here(showing.deadline, showing.zone) == day_here(showing.now, showing.zone):
            told = gettext("Lists can be submitted until {time} today.")
        told = told.format(time=until_when(showing.deadline, showing.now, showing.zone))
    sentences = [told, gettext("Nobody but staff sees them.")]
    if reader != Reader.STRANGER:
        own = gettext("Your list is in, {receipt}.").format(receipt=showing.own)
        sentences.append(own if showing.own else gettext("Your list is not in yet."))
    return " ".join(sentences)


def _closed(showing: Showing) -> str:
    if showing.event == EventState.COMPLETED:
        return gettext("The event has ended. Its lists stay closed.")
    closed = gettext("Lists are closed.")
    if showing.deadline:
        at = at_when(showing.deadline, showing.now, showing.zone)
        closed = gettext("Lists closed {at_time}.").format(at_time=at)
    later = gettext("Nobody but staff sees them.")
    if showing.after == After.ALL:
        later = gettext("They are shown when the event has ended.")
    return f"{closed} {later}"


def _open(showing: Showing) -> str:
    number, stage = showing.lists, stage_words(showing.title)
    lists = "" if number is None else counted(number, "list")
    if showing.event == EventState.COMPLETED:
        if number == 1:
            return gettext("The one list is open.")
        return gettext("All {lists} are open.").format(lists=lists) if lists else gettext("All lists are open.")
    if number == 1:
        return gettext("The one list of {stage} is open.").format(stage=stage)
    told = gettext("All {lists} of {stage} are open.") if lists else gettext("All lists of {stage} are open.")
    return told.format(lists=lists, stage=stage)


def _open_to_players(showing: Showing) -> str:
    told = gettext("The {stage} players see each other's lists.")
    if showing.players is not None:
        told = gettext("The {number} {stage} players see each other's lists.")
    told = told.format(number=showing.players, stage=stage_of_players(showing.title))
    later = gettext("They are shown to all after the event.")
    return f"{told} {later}" if showing.after == After.ALL else told


def _waiting(showing: Showing) -> str:
    """Whoever has no list yet sees none, also where everybody else does."""
    told = gettext("those of the {number} other {stage} players stay closed until the desk enters yours.")
    if showing.players is None:
        told = gettext("those of the other {stage} players stay closed until the desk enters yours.")
    elif showing.players == 2:
        told = gettext("those of the other {stage} player stay closed until the desk enters yours.")
    return gettext("You have no list here: {others}").format(others=_with_others(told, showing))


def _open_to_you(showing: Showing) -> str:
    told = gettext("You see the lists of the {number} other {stage} players, before and between games only.")
    if showing.players is None:
        told = gettext("You see the lists of the other {stage} players, before and between games only.")
    elif showing.players == 2:
        told = gettext("You see the list of the other {stage} player, before and between games only.")
    return _with_others(told, showing)


def _with_others(told: str, showing: Showing) -> str:
    return told.format(number=(showing.players or 1) - 1, stage=stage_of_players(showing.title))


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
