"""Refusals of a step: the sentence of the table and the word for programs."""

from __future__ import annotations

from deckcheck.app.refusals import Refused
from deckcheck.app.states.facts import Facts
from deckcheck.app.time_words import at_when, clock_time, until_when


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
    return StateRefused("There is nothing here, or it is not open to you.", code="nothing-here", status=404)


def not_running(facts: Facts) -> StateRefused:
    """The event is planned, completed or called off."""
    return StateRefused(f"{facts.event} is not running.")


def changed_meanwhile(who: str) -> StateRefused:
    """Somebody else changed what this act is about after it was shown."""
    return StateRefused(f"{who} changed this a moment ago. Here is their version; yours is below.", code="changed")


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
    return facts.who or "the player"


def closed(facts: Facts) -> str:
    """Since when nobody sends any more: Lists closed at 10:00; Your list was open until 10:15."""
    now = facts.now
    own, deadline = (m if m is not None and m <= now else None for m in (facts.own_deadline, facts.deadline))
    if own is not None and (deadline is None or own > deadline):
        return f"{'Your' if facts.by_player else 'The'} list was open until {until_when(own, now, facts.zone)}"
    return "Lists are closed" if deadline is None else f"Lists closed {at_when(deadline, now, facts.zone)}"


def closed_and_now(facts: Facts) -> str:
    """The same with the time it is."""
    return f"{closed(facts)}; it is {clock_time(facts.now, facts.zone)}."


def still_taken(facts: Facts, stage: str = "") -> StateRefused:
    """A stage that still takes lists."""
    until = f" until {until_when(facts.deadline, facts.now, facts.zone)}" if facts.deadline else ""
    return StateRefused(f"{begin(stage or facts.stage)} still takes lists{until}.")


def visible(facts: Facts, remedy: str) -> StateRefused:
    """The stage's lists are, or were, open to players: nobody gets a second try."""
    return StateRefused(f"Lists of {facts.stage} are open to players. {remedy}", code="visible")
