"""A verdict with everything it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from deckcheck.decklist.cards import CardIndex
from deckcheck.decklist.decks import Deck, ParsedList
from deckcheck.law.legality import CARD_AGE, LAW_UNKNOWN, UNKNOWN_CARD, KnownTo
from deckcheck.law.rule import Severity
from deckcheck.law.rulebooks import Rulebook
from deckcheck.translations import gettext


class Verdict(StrEnum):
    """Illegal if anything is an error; else unclear if a person must decide; else legal."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNCLEAR = "unclear"


class Edit(NamedTuple):
    """One line of the list with its new text; an empty text takes the line out, a new line follows the last."""

    line: int
    text: str


class Remedy(NamedTuple):
    """What mends a problem: a short imperative ("Remove 1 from line 20") and the edits that do it (may be none)."""

    text: str
    edits: tuple[Edit, ...] = ()


class Problem(NamedTuple):
    """One thing that is wrong or must be decided or told.

    `clause` is the published rule id (CONTRACT.md section 4), `rule` the code that found it, `message` the key of its
    words and `text` the words. `cites` are document sections, `given_by` the format file (and day) the clause is from,
    `source` the announcement behind a status.
    """

    clause: str
    rule: str
    message: str
    severity: Severity
    text: str
    cites: tuple[str, ...]
    given_by: str
    section: str
    lines: tuple[int, ...]
    cards: tuple[str, ...]
    remedy: Remedy | None
    facts: Mapping[str, str | int]


class LooksLike(NamedTuple):
    """Another format that a list looks made for: its id and title, its game, and what shows it, as a sentence."""

    format: str
    title: str
    game: str
    reason: str

    @property
    def words(self) -> str:
        """The sentence that says so."""
        is_called_so = self.title.endswith(("Deck", "Draft"))
        deck = self.title if is_called_so else gettext("{format} deck").format(format=self.title)
        if deck[0] in "AEIOU":
            return gettext("This looks like an {deck}.").format(deck=deck)
        return gettext("This looks like a {deck}.").format(deck=deck)


@dataclass(frozen=True, slots=True)
class Report:
    """The verdict on one list under one rulebook; `deck` is the list in its format's sections.

    `warnings` are true of the law of the day whatever the list. `known_to`: the last days that the data cover; `age`:
    the one of the warnings that says how old they are on this day, empty where they cover it. The digests identify the
    law and the cards that it was judged by. `looks_like`: another format that the list was probably made for.
    """

    verdict: Verdict
    problems: tuple[Problem, ...]
    deck: Deck
    parsed: ParsedList
    game: str
    format: str
    format_title: str
    day: date
    platform: str
    match: str
    warnings: tuple[str, ...]
    rulebook_digest: str
    cards_digest: str
    known_to: KnownTo | None = None
    age: str = ""
    looks_like: LooksLike | None = None

    @property
    def asks_age_only(self) -> bool:
        """Whether all that is open can only be answered by newer data: nothing is wrong, and no line waits."""
        open_ones = [p for p in self.problems if p.severity is not Severity.WARNING]
        return bool(open_ones) and all(
            p.severity is Severity.UNCLEAR and is_of_age(p.clause, p.facts) for p in open_ones
        )


def is_of_age(clause: str, facts: Mapping[str, object]) -> bool:
    """Whether a question can only be answered by newer data: `since` then says where ours end."""
    return clause in {LAW_UNKNOWN, CARD_AGE} or (clause == UNKNOWN_CARD and "since" in facts)


def make_report(
    deck: Deck, parsed: ParsedList, problems: tuple[Problem, ...], book: Rulebook, cards: CardIndex
) -> Report:
    """The verdict that follows from the problems: an error makes it illegal, else a question makes it unclear."""
    verdict = Verdict.LEGAL
    for problem in problems:
        if problem.severity is Severity.ERROR:
            verdict = Verdict.ILLEGAL
            break
        if problem.severity is Severity.UNCLEAR:
            verdict = Verdict.UNCLEAR
    return Report(
        verdict=verdict,
        problems=problems,
        deck=deck,
        parsed=parsed,
        game=book.game.id,
        format=book.format,
        format_title=book.title,
        day=book.day.date,
        platform=str(book.day.platform),
        match=book.match,
        warnings=book.warnings,
        rulebook_digest=book.digest,
        cards_digest=cards.digest,
        known_to=book.known_to,
        age=book.age,
    )
