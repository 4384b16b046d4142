"""What a rule is: a checked sentence of a published document, one a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, NamedTuple, TypeVar

from deckcheck.decklist.cards import Card
from deckcheck.decklist.decks import Deck
from deckcheck.law.legality import Legality

P = TypeVar("P")


class Severity(StrEnum):
    """An error makes a list illegal, an unclear problem needs a person, a warning is told."""

    ERROR = "error"
    WARNING = "warning"
    UNCLEAR = "unclear"


class Mend(NamedTuple):
    """What would mend a finding, where it is plain.

    `kind`: `take-out` (`count` copies of the finding's cards, from their last lines first), `leave-out` (the finding's
    lines as a whole), `add` (`count` cards to `section`), `move` (the finding's lines to `section`), `rename` (write
    `name` in the finding's lines), `count` (write `count` in the finding's one line, whose own count is in doubt).
    """

    kind: str
    count: int = 0  # type: ignore[assignment]  # A field of this name hides tuple.count, which nobody calls.
    section: str = ""
    name: str = ""


class Finding(NamedTuple):
    """One thing a rule found. `message` is a key of the rule's messages, filled with `facts`.

    `within`: the sections whose lines of `cards` are meant (all where empty). `lines` names lines outright, for
    findings that are no matter of cards. `under`: the published rule id it goes by, where that is not its clause's.
    """

    message: str
    cards: tuple[Card, ...]
    within: tuple[str, ...]
    lines: tuple[int, ...] | None
    severity: Severity
    mend: Mend | None
    facts: Mapping[str, str | int]
    under: str = ""


def finding(
    message: str,
    *cards: Card,
    within: tuple[str, ...] = (),
    lines: tuple[int, ...] | None = None,
    severity: Severity = Severity.ERROR,
    mend: Mend | None = None,
    under: str = "",
    **facts: str | int,
) -> Finding:
    """A finding about these cards (none for a matter of size)."""
    return Finding(message, cards, within, lines, severity, mend, facts, under)


@dataclass(frozen=True, slots=True)
class Rule(Generic[P]):
    """A rule: its words, the sections it was written from, the parameters a clause fills, and its check.

    `sentence` and `messages` are templates over parameters and facts: `{card}`, `{cards}`, `{count}`, `{allowed}`,
    `{section}`, `{sections}`, `{format}`, `{day}` and whatever the finding gives. `healed`: messages about something
    that one more card in the same section could put right, beside those that count too few. `under`: the
    published rule ids of messages that go by one of their own.
    """

    id: str
    implements: tuple[str, ...]
    sentence: str
    messages: Mapping[str, str]
    params: type[P]
    check: Callable[[Deck, Legality, P], Iterator[Finding]]
    about: str
    healed: tuple[str, ...] = ()
    under: Mapping[str, str] = field(default_factory=dict)


def rule(
    *,
    id: str,
    implements: tuple[str, ...],
    sentence: str,
    messages: Mapping[str, str],
    params: type[P],
    healed: tuple[str, ...] = (),
    under: Mapping[str, str] | None = None,
) -> Callable[[Callable[[Deck, Legality, P], Iterator[Finding]]], Rule[P]]:
    """Make a `Rule` of a generator; registers nothing: `discovery.members` finds it by walking."""

    def make(check: Callable[[Deck, Legality, P], Iterator[Finding]]) -> Rule[P]:
        return Rule(id, implements, sentence, messages, params, check, _first_sentence(check), healed, under or {})

    return make


def _first_sentence(check: Callable[..., Any]) -> str:
    import sys

    text = sys.modules[check.__module__].__doc__ or check.__doc__ or ""
    return text.strip().partition("\n")[0]
