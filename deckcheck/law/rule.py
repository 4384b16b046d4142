"""What a rule is: a checked sentence of a published document, one a file."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from enum import StrEnum
from functools import cache
from typing import Any, Final, Generic, NamedTuple, TypeVar, cast

from deckcheck.decklist.cards import Card
from deckcheck.decklist.decks import Deck
from deckcheck.law.formats import FormatError
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
    `name` in the finding's lines), `count` (write `count` in the finding's one line, whose own count is in doubt),
    `total` (write `count` for the total that the finding's one line states).
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
    published rule ids of messages that go by one of their own. `examples`: what the rule allows and what it does not,
    over the parameters and, as `{limit_more}`, one more than a number of them.
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
    examples: tuple[str, str] = ("", "")


def rule(
    *,
    id: str,
    implements: tuple[str, ...],
    sentence: str,
    messages: Mapping[str, str],
    params: type[P],
    healed: tuple[str, ...] = (),
    under: Mapping[str, str] | None = None,
    examples: tuple[str, str] = ("", ""),
) -> Callable[[Callable[[Deck, Legality, P], Iterator[Finding]]], Rule[P]]:
    """Make a `Rule` of a generator; registers nothing: `lazy.members` finds it by walking."""

    def make(check: Callable[[Deck, Legality, P], Iterator[Finding]]) -> Rule[P]:
        about = _first_sentence(check)
        return Rule(id, implements, sentence, messages, params, check, about, healed, under or {}, examples)

    return make


def _first_sentence(check: Callable[..., Any]) -> str:
    import sys

    text = sys.modules[check.__module__].__doc__ or check.__doc__ or ""
    return text.strip().partition("\n")[0]


_WORDS: Final[Mapping[str, str]] = {
    "str": "a text",
    "int": "a whole number",
    "int | None": "a whole number",
    "bool": "true or false",
    "tuple[str, ...]": "a list of texts",
}
"""The types of parameters as they are written in rules, and what a clause gives for each."""


class _Field(NamedTuple):
    type: str
    needed: bool


def build_params(rule: Rule[P], mapping: Mapping[str, Any], where: str) -> P:
    """The rule's parameters; unknown, missing and ill-typed keys are refused in a sentence that begins with `where`."""
    known = _fields(cast(Hashable, rule.params))
    for key in mapping:
        if key not in known:
            raise FormatError(f"{where}: the rule {rule.id!r} takes no {key!r}; it takes {_listed(known)}.")
    missing = [key for key, field in known.items() if field.needed and key not in mapping]
    if missing:
        raise FormatError(f"{where}: the rule {rule.id!r} needs {_listed(missing)}.")
    values = {key: _value(known[key].type, value, f"{where}: {key!r}") for key, value in mapping.items()}
    try:
        return rule.params(**values)
    except ValueError as reason:
        raise FormatError(f"{where}: {reason}") from reason


@cache
def _fields(params: Hashable) -> Mapping[str, _Field]:
    return {f.name: _Field(str(f.type), f.default is MISSING) for f in fields(cast(Any, params))}


def _value(wanted: str, value: Any, what: str) -> Any:
    # TOML knows true from 1, and so do we: Python alone takes a bool for an int.
    if wanted == "bool" or isinstance(value, bool):
        fits = wanted == "bool" and isinstance(value, bool)
    elif wanted == "tuple[str, ...]":
        fits = isinstance(value, list | tuple) and all(isinstance(v, str) for v in value)
        value = tuple(value) if fits else value
    else:
        fits = isinstance(value, str if wanted == "str" else int)
    if not fits:
        raise FormatError(f"{what} must be {_WORDS[wanted]}, not {value!r}.")
    return value


def _listed(keys: Mapping[str, Any] | list[str]) -> str:
    return ", ".join(keys) or "none"
