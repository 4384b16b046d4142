"""Who sees the lists of a stage when: the four choices, what the documents choose, and how it is told."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import Enum, StrEnum
from typing import Final, NamedTuple

from deckcheck.app.states import Effective, effective, stage_words
from deckcheck.app.time_words import at_when, day_here, until_when
from deckcheck.law.registration_law import ListLaw
from deckcheck.law.sentences import counted
from deckcheck.store.states import After, During, EventState, StageState

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
        return "This event was called off. Lists sent to it stay closed."
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
        return f"{_upper(stage)} is played with the lists of {stage_words(showing.lists_from)}."
    return f"Lists of {stage} are not being taken yet."


def _taking(showing: Showing, reader: Reader) -> str:
    until = ""
    if showing.deadline:
        here = day_here(showing.deadline, showing.zone) == day_here(showing.now, showing.zone)
        until = f" until {until_when(showing.deadline, showing.now, showing.zone)}{' today' if here else ''}"
    sentence = f"Lists are being taken{until}. Nobody but staff sees them."
    if reader == Reader.STRANGER:
        return sentence
    return f"{sentence} {f'Your list is in, {showing.own}.' if showing.own else 'Your list is not in yet.'}"


def _closed(showing: Showing) -> str:
    if showing.event == EventState.COMPLETED:
        return "The event has ended. Its lists stay closed."
    at = f" {at_when(showing.deadline, showing.now, showing.zone)}" if showing.deadline else ""
    closed = f"Lists closed{at}." if at else "Lists are closed."
    later = "They are shown when the event has ended." if showing.after == After.ALL else "Nobody but staff sees them."
    return f"{closed} {later}"


def _open(showing: Showing) -> str:
    lists = "All lists" if showing.lists is None else f"All {counted(showing.lists, 'list')}"
    if showing.lists == 1:
        lists = "The one list"
    of = "" if showing.event == EventState.COMPLETED else f" of {stage_words(showing.title)}"
    return f"{lists}{of} {'is' if showing.lists == 1 else 'are'} open."


def _open_to_players(showing: Showing) -> str:
    number = "" if showing.players is None else f"{showing.players} "
    return f"The {number}{_players(showing)} see each other's lists.{_later(showing)}"


def _waiting(showing: Showing) -> str:
    """Whoever has no list yet sees none, also where everybody else does."""
    return f"You have no list here: those of {_the_others(showing)} stay closed until the desk enters yours."


def _open_to_you(showing: Showing) -> str:
    lists = "list" if showing.players == 2 else "lists"
    return f"You see the {lists} of {_the_others(showing)}, before and between games only."


def _the_others(showing: Showing) -> str:
    if showing.players == 2:
        return f"the other {_players(showing).removesuffix('s')}"
    number = "" if showing.players is None else f"{showing.players - 1} "
    return f"the {number}other {_players(showing)}"


def _players(showing: Showing) -> str:
    return f"{stage_words(showing.title).removeprefix('the ')} players"


def _later(showing: Showing) -> str:
    """What follows when the event has ended."""
    return " They are shown to all after the event." if showing.after == After.ALL else ""


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
