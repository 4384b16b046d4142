"""A row of a table of states, and the guards that several rows share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from deckcheck.app.refusals import Refused
from deckcheck.app.states.steps import Act, Facts
from deckcheck.app.time_words import at_when, clock_time, until_when
from deckcheck.store.states import EventState, Role, SealKind, StageState
from deckcheck.translations import gettext


class StateRefused(Refused):
    """An act that the state, the clock or a fact does not allow now."""

    CODE = "not-now"


def reason_needed(sentence: str = "Say why.") -> StateRefused:
    """A reason is to be given, and none was."""
    return StateRefused(sentence, code="reason-needed", status=422)


def confirm(question: str, code: str = "confirm") -> StateRefused:
    """A question that is answered by doing the same again, with `confirmed`."""
    return StateRefused(question, code=code)


def nothing_here() -> StateRefused:
    """What is not there, or was deleted."""
    return StateRefused(gettext("There is nothing here, or you have no access to it."), code="nothing-here", status=404)


def not_running(facts: Facts) -> StateRefused:
    """The event is planned, completed or called off."""
    return StateRefused(gettext("{event} is not running.").format(event=facts.event))


def changed_meanwhile(who: str) -> StateRefused:
    """Somebody else changed what this act is about after it was shown."""
    told = gettext("{name} changed this a moment ago. Here is their version; yours is below.").format(name=who)
    return StateRefused(told, code="changed")


def begin(words: str) -> str:
    """The words as the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def within(words: str) -> str:
    """The words within a sentence: round 1."""
    return words[:1].lower() + words[1:]


def number(count: int, one: str, many: str = "") -> str:
    """118 lists; 1 list."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def player(facts: Facts) -> str:
    """The player's name, or a word for it, within a sentence."""
    return facts.who or gettext("the player")


def closed(facts: Facts) -> str:
    """Since when nobody sends any more: Lists closed at 10:00; Your list was open until 10:15."""
    now = facts.now
    own, deadline = (m if m is not None and m <= now else None for m in (facts.own_deadline, facts.deadline))
    if own is not None and (deadline is None or own > deadline):
        was = (
            gettext("Your list was open until {when}") if facts.by_player else gettext("The list was open until {when}")
        )
        return was.format(when=until_when(own, now, facts.zone))
    if deadline is None:
        return gettext("Lists are closed")
    return gettext("Lists closed {when}").format(when=at_when(deadline, now, facts.zone))


def closed_and_now(facts: Facts) -> str:
    """The same with the time it is."""
    told = gettext("{since}; it is {time}.")
    return told.format(since=closed(facts), time=clock_time(facts.now, facts.zone))


def still_taken(facts: Facts, stage: str = "") -> StateRefused:
    """A stage that still takes lists."""
    until = f" until {until_when(facts.deadline, facts.now, facts.zone)}" if facts.deadline else ""
    return StateRefused(f"{begin(stage or facts.stage)} still takes lists{until}.")


def visible(facts: Facts, remedy: str) -> StateRefused:
    """The stage's lists are, or were, open to players: nobody gets a second try."""
    return StateRefused(f"Players can already see the lists of {facts.stage}. {remedy}", code="visible")


Guard = Callable[[str, Facts], StateRefused | None]
"""A condition of a row: what it refuses, from that state and under those facts, or nothing."""
Refusal = Callable[[Facts], StateRefused]
Target = Callable[[str, Facts], str]
Sealing = Callable[[Facts], SealKind | None]

JUDGES: Final = frozenset({Role.JUDGE, Role.HEAD_JUDGE})
HEADS: Final = frozenset({Role.HEAD_JUDGE, Role.ORGANIZER})
RUNNING: Final = frozenset({EventState.ON})
HELD: Final = frozenset({EventState.ON, EventState.COMPLETED})
ALWAYS: Final = frozenset(EventState) - {EventState.GONE}


def same(state: str, _facts: Facts) -> str:
    """The state stays what it was."""
    return state


def never_sealed(_facts: Facts) -> None:
    """No seal follows."""


@dataclass(frozen=True, slots=True)
class Row:
    """One act: from which states, on what conditions, to which state.

    `elsewhere` has the sentences of states it is not possible from; `while_event` the states of the event it needs.
    """

    act: Act
    sources: frozenset[str]
    target: str | Target
    guards: tuple[Guard, ...] = ()
    elsewhere: Mapping[str, Refusal] = field(default_factory=dict)
    while_event: frozenset[EventState] = RUNNING
    not_running: Refusal = not_running
    seal: Sealing = never_sealed
    supersedes: bool = False
    whole_team: bool = False
    tells: bool = False
    late: bool = False
    warnings: Callable[[Facts], tuple[str, ...]] | None = None

    def to(self, state: str, facts: Facts) -> str:
        """The state that follows."""
        return self.target if isinstance(self.target, str) else self.target(state, facts)


def sources(*states: str) -> frozenset[str]:
    """The states an act is possible from."""
    return frozenset(states)


def sealed_as(kind: SealKind) -> Sealing:
    """A seal of that kind always follows."""
    return lambda _facts: kind


def sealed_if_changed(facts: Facts) -> SealKind | None:
    """A seal follows if the list in force is another than in the last seal."""
    return SealKind.CHANGE if facts.unsealed else None


def sealed_after_close(facts: Facts) -> SealKind | None:
    """A seal follows once the stage has closed: before, the seal of the close will hold the list."""
    return SealKind.CHANGE if facts.stage_state in {StageState.LOCKED, StageState.OVER} else None


def reasoned(sentence: str | Callable[[Facts], str] = "Say why.", when: Callable[[Facts], bool] | None = None) -> Guard:
    """A reason is given; `when` limits it to some facts."""

    def guard(_state: str, facts: Facts) -> StateRefused | None:
        if facts.reason.strip() or (when is not None and not when(facts)):
            return None
        return reason_needed(gettext(sentence) if isinstance(sentence, str) else sentence(facts))

    return guard


def only_if(holds: Callable[[Facts], bool], refusal: Refusal) -> Guard:
    """The fact holds."""
    return lambda _state, facts: None if holds(facts) else refusal(facts)


def held(roles: frozenset[Role], sentence: Callable[[Facts], str], code: str) -> Guard:
    """One of the roles is held in this event."""
    return only_if(lambda f: bool(f.roles & roles), lambda f: StateRefused(sentence(f), code=code, status=403))


def head_judge(sentence: Callable[[Facts], str] = lambda f: f"This is for the head judge of {f.event}.") -> Guard:
    """The head judge acts."""
    return held(frozenset({Role.HEAD_JUDGE}), sentence, "head-judge-only")


def lies_ahead(moment: Callable[[Facts], datetime | None], missing: str) -> Guard:
    """The moment is given and in the future."""

    def guard(_state: str, facts: Facts) -> StateRefused | None:
        given = moment(facts)
        if given is None:
            return StateRefused(missing, code="until-needed", status=422, field="time")
        return None if given > facts.now else past(given, facts)

    return guard


def past(moment: datetime, facts: Facts) -> StateRefused:
    """A moment that was to be in the future."""
    return StateRefused(f"{until_when(moment, facts.now, facts.zone)} is past already.", field="time")
