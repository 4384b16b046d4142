"""What holds for one card, or in one format, on a day: the facts behind the pages and commands that look things up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from deckcheck.app.context import App
from deckcheck.decklist.cards import ANY_NUMBER, Card
from deckcheck.decklist.days import day_in_words
from deckcheck.decklist.decks import Deck, Entry, Line, LineKind, ParsedList
from deckcheck.law.calendar import of_no_verdict
from deckcheck.law.formats import Format
from deckcheck.law.legality import Day, KnownTo, Platform
from deckcheck.law.rule import Severity
from deckcheck.law.rulebooks import BoundClause, Rulebook
from deckcheck.law.sentences import Facts, fill_words, points_in_words
from deckcheck.lists.list_checks import Terms, rulebook_for
from deckcheck.translations import gettext, gettext_noop
from deckcheck.verdict.judgement import check_deck
from deckcheck.verdict.reports import Problem
from deckcheck.verdict.reports_json import known_json

OF_ONE_CARD: Final = frozenset(
    {"banned", "suspended", "restricted", "not-in-format", "not-a-tournament-card", "mana-value"}
)
"""The clauses that judge a card by itself."""


class Standing(NamedTuple):
    """One card in one format: `word` is `legal`, `unclear`, a status or rule id; `text` the sentence a list would get.

    `since` and `source` are those of the announcement; `doubt`: whether the text is a question. `known_to`: the last
    days that the data cover; `age`: how old those of the format are, on a day that they do not cover.
    """

    format: str
    title: str
    word: str
    text: str = ""
    since: date | None = None
    source: str = ""
    doubt: bool = False
    known_to: KnownTo | None = None
    age: str = ""

    @property
    def words(self) -> str:
        """The word as people read it: past the last known day nothing is legal but on that day."""
        if self.doubt:
            return gettext("can't tell yet")
        if self.word == "legal" and self.age and self.known_to is not None:
            return gettext("legal on {day}").format(day=day_in_words(self.known_to.law))
        return points_in_words(self.word) or gettext(_WORDS.get(self.word) or self.word.replace("-", " "))


_WORDS: Final = {
    "not-in-format": gettext_noop("not in the format"),
    "mana-value": gettext_noop("not in the format"),
    "not-a-tournament-card": gettext_noop("no tournament card"),
    "leads-only": gettext_noop("only as commander"),
    "legal": gettext_noop("legal"),
    "banned": gettext_noop("banned"),
    "restricted": gettext_noop("restricted"),
    "suspended": gettext_noop("suspended"),
    "banned-as-commander": gettext_noop("banned as commander"),
    "banned-as-partner": gettext_noop("banned as partner"),
    "banned-as-companion": gettext_noop("banned as companion"),
    "conjure-only": gettext_noop("conjure only"),
    "specialise-only": gettext_noop("specialise only"),
}


def standing(card: Card, book: Rulebook) -> Standing:
    """How the card stands under a rulebook, found by the very clauses that judge a list."""
    alone = tuple(b for b in book.clauses if b.clause.name in OF_ONE_CARD)
    problems = _problems(card, "main", book, alone)
    wrong = next((p for p in problems if p.severity is Severity.ERROR), None)
    told = wrong or next(iter(problems), None)
    status = book.legality.status(card)
    asked = told is not None and told.severity is Severity.UNCLEAR
    word = "unclear" if asked else wrong.clause if wrong and status.word == "legal" else status.word
    if wrong and _leads(card, book):
        word, told = "leads-only", None
    return Standing(
        format=book.format,
        title=book.title,
        word=word,
        text=told.text if told else "",
        since=None if status.between else status.since,
        source=status.source,
        doubt=asked,
        known_to=book.known_to,
        # Where any card may be opened, newer sets and announcements change nothing.
        age=of_no_verdict(book.age) if any(b.rule.id == "card-pool" for b in alone) else "",
    )


def _problems(card: Card, section: str, book: Rulebook, clauses: tuple[BoundClause, ...]) -> Sequence[Problem]:
    """What is wrong with the card in a section, whatever stands beside it."""
    line = Line(1, f"1 {card.name}", LineKind.CARD, section, 1, card.name)
    return check_deck(Deck([Entry(line, section, 1, card)]), ParsedList("rows", (line,)), book, clauses)


def _leads(card: Card, book: Rulebook) -> bool:
    """Whether the card may lead a deck of a format whose leaders have a pool of their own."""
    alone = tuple(b for b in book.clauses if b.clause.name in {*OF_ONE_CARD, "commander-ineligible"})
    return any(not _problems(card, section, book, alone) for section in book.legality.zones)


def standings(card: Card, app: App, on: date) -> tuple[Standing, ...]:
    """How the card stands in every format of its game on the day; of those retired since, where it is in the pool."""
    found = [
        (fmt, standing(card, app.reference.rulebook(fmt.id, Day(on, fmt.platforms(on)[0]))))
        for fmt in app.reference.formats.values()
        if fmt.game == card.game and fmt.is_played(on)
    ]
    return tuple(one for fmt, one in found if not (fmt.is_retired() and one.word == "not-in-format"))


def card_json(card: Card) -> dict[str, Any]:
    """The card's facts: name, other names, traits by kind, own copy limit, sets."""
    facts: dict[str, Any] = {}
    for trait in sorted(card.traits):
        kind, colon, value = trait.partition(":")
        if colon:
            facts.setdefault(kind, []).append(value)
        else:
            facts[kind] = True
    limit = {ANY_NUMBER: "any number", None: None}.get(card.copies_allowed, card.copies_allowed)
    return {
        "game": card.game,
        "name": card.name,
        "also_known_as": list(card.also_known_as),
        "facts": facts,
        "copies_allowed": limit,
        "sets": [{"code": p.set_code, "rarity": p.rarity} for p in card.printings],
    }


def standing_json(found: Standing) -> dict[str, Any]:
    """A standing as JSON."""
    since = found.since.isoformat() if found.since else None
    return {**found._asdict(), "since": since, "known_to": known_json(found.known_to)}


def clause_sentence(bound: BoundClause, book: Rulebook) -> str:
    """The rule's own sentence with the clause's numbers."""
    text = gettext(bound.rule.sentence).format_map(Facts(fill_words(bound.params, book.game)))
    return text[:1].upper() + text[1:]


class Why(NamedTuple):
    """A rule as it is told beside a fault: its sentence with the clause's numbers, what it allows, and what not."""

    sentence: str
    allowed: str = ""
    forbidden: str = ""


def why_of(clause: str, book: Rulebook) -> Why | None:
    """The clause that a fault breaks; none where the fault is of no clause, but of the age of data."""
    bound = next((bound for bound in book.clauses if bound.clause.name == clause), None)
    if bound is None:
        return None
    words = fill_words(bound.params, book.game)
    more = {f"{key}_more": value + 1 for key, value in words.items() if isinstance(value, int)}
    allowed, forbidden = (gettext(text).format_map(Facts({**words, **more})) for text in bound.rule.examples)
    return Why(clause_sentence(bound, book), allowed, forbidden)


class FormatFacts(NamedTuple):
    """A format in a list of all.

    `game` is the game's id. `platforms` are where it is played, the usual place first. `known_to`:
    the last days that its law and its game's cards are known there. `ends` is the last day of its sanctioned events,
    None for a format that is still played.
    """

    id: str
    title: str
    game: str
    platforms: tuple[Platform, ...]
    known_to: KnownTo
    ends: date | None


def format_facts(fmt: Format, app: App) -> FormatFacts:
    """The facts of a format that a list of all has."""
    platforms = fmt.platforms()
    known_to = app.reference.known_to(fmt, platforms[0])
    return FormatFacts(fmt.id, fmt.title, fmt.game, platforms, known_to, fmt.setting_on("ends"))


def format_entry(fmt: Format, app: App) -> dict[str, Any]:
    """The same as JSON."""
    facts = format_facts(fmt, app)
    return {
        **facts._asdict(),
        "platforms": [str(platform) for platform in facts.platforms],
        "known_to": known_json(facts.known_to),
        "ends": facts.ends.isoformat() if facts.ends else None,
    }


def format_json(fmt: Format, app: App, terms: Terms) -> dict[str, Any]:
    """A format on a day: its rules, sets and statuses."""
    book = rulebook_for(terms, app)
    return {
        "id": fmt.id,
        "title": fmt.title,
        "game": fmt.game,
        "on": book.day.date.isoformat(),
        "platform": str(book.day.platform),
        "match": book.match,
        "rules": [
            {
                "rule": b.clause.name,
                "sentence": clause_sentence(b, book),
                "source": ", ".join(b.clause.cites),
                "given_by": b.clause.given_by,
            }
            for b in book.clauses
        ],
        "sets": [_window_json(w) for w in book.sets if w.holds(book.day.date.isoformat())],
        "statuses": list(_statuses_json(book)),
        "warnings": [of_no_verdict(sentence) for sentence in book.warnings],
        "known_to": known_json(book.known_to),
    }


def _window_json(window: Any) -> dict[str, Any]:
    return {k: str(v) if isinstance(v, date) else v for k, v in window._asdict().items()}


def _statuses_json(book: Rulebook) -> Iterator[dict[str, Any]]:
    for name, status in sorted(book.legality.statuses.items()):
        since = status.since.isoformat() if status.since and not status.between else None
        between = [day and day.isoformat() for day in status.between[:2]] if status.between else None
        word = "unclear" if between else status.word
        yield {"card": name, "status": word, "since": since, "between": between, "source": status.source}
