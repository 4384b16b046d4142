"""The law as pages tell it: which rules a format is made of, what changed when, and who uses a rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Final, NamedTuple

from deckcheck.app.context import App
from deckcheck.decklist.cards import Card
from deckcheck.law.banlists import Announcement
from deckcheck.law.event_law import ids_beside
from deckcheck.law.formats import Format
from deckcheck.law.legality import CARD_AGE, LAW_UNKNOWN, Bounds, Day, Platform, points_of
from deckcheck.law.rule import Rule
from deckcheck.law.rulebooks import BoundClause, Rulebook
from deckcheck.law.sentences import points_in_words
from deckcheck.publication.card_facts import clause_sentence
from deckcheck.translations import gettext, gettext_noop

STATUS_WORDS: Final = {
    "legal": gettext_noop("Legal again"),
    "banned": gettext_noop("Banned"),
    "restricted": gettext_noop("Restricted"),
    "suspended": gettext_noop("Suspended"),
    "banned-as-commander": gettext_noop("Banned as commander"),
    "banned-as-partner": gettext_noop("Banned as partner"),
    "banned-as-companion": gettext_noop("Banned as companion"),
    "conjure-only": gettext_noop("Only conjured"),
    "specialise-only": gettext_noop("Only specialised"),
}


def status_title(word: str) -> str:
    """A status as a heading: Banned as companion, 3 points."""
    return points_in_words(word) or gettext(STATUS_WORDS[word])


def status_order(word: str) -> float:
    """The place of a status among others: points come after cards that are free again, the most first."""
    points = points_of(word) + points_of(word, companion=True)
    return 1 - points / 100 if points else list(STATUS_WORDS).index(word)


ONLY_NEWER: Final = {
    LAW_UNKNOWN: "Only newer rules or ban lists can answer this question.",
    CARD_AGE: "Only newer card data can answer this question.",
}
"""The published ids of questions that rules ask when their data end, with what their pages say."""


class Use(NamedTuple):
    """One format's clause of a rule: the sentence with its numbers, and where it comes from."""

    format: Format
    sentence: str
    cites: tuple[str, ...]
    given_by: str


class RulePage(NamedTuple):
    """A published rule id: the code that checks it, and every format that has it on the day."""

    id: str
    rule: Rule[object]
    uses: tuple[Use, ...]


class StatusChange(NamedTuple):
    """What one announcement made of cards on a list: words with the cards they fell on.

    Where the day of such cards is not known, the days between which it lies stand with them.
    """

    day: date
    source: str
    words: tuple[tuple[str, tuple[str, ...], Bounds | None], ...]
    single_games: bool = False
    baseline: bool = False


class CardChange(NamedTuple):
    """What one announcement made of one card in some formats; `between`: the bounds of a day that is not known."""

    day: date
    word: str
    formats: tuple[Format, ...]
    source: str
    single_games: bool = False
    baseline: bool = False
    between: Bounds | None = None


def rule_pages(app: App, on: date) -> dict[str, RulePage]:
    """Every published rule id with the formats that use it on the day, as formats first name them."""
    found: dict[str, tuple[Rule[object], list[Use]]] = {}
    played = [fmt for fmt in app.reference.formats.values() if fmt.is_played(on)]
    for fmt in played:
        book = app.reference.rulebook(fmt.id, Day(on, fmt.platforms(on)[0]))
        for bound in book.clauses:
            use = use_of(bound, book, fmt)
            found.setdefault(bound.clause.name, (bound.rule, []))[1].append(use)
            for name, asked in _asked_apart(bound.rule).items():
                known, uses = found.setdefault(name, (asked, []))
                found[name] = (_both(known, asked), [*uses, use])
    beside = [(name, rule) for known, (rule, _) in found.items() for name in ids_beside(known)]
    for name, rule in (*beside, *(asked for fmt in played for asked in _of_options(fmt, app))):
        found.setdefault(name, (rule, []))  # No format has it; the settings or the fact sheet of an event may.
    return {name: RulePage(name, rule, tuple(uses)) for name, (rule, uses) in found.items()}


def _of_options(fmt: Format, app: App) -> Iterator[tuple[str, Rule[object]]]:
    """What a format asks only where an event chooses it."""
    game = app.reference.games[fmt.game]
    clauses = fmt.clauses_on(date.max, fmt.option_names())
    for clause in clauses.values():
        rule = game.rule(clause.rule)
        assert rule is not None, clause.rule
        yield clause.name, rule


def _asked_apart(rule: Rule[object]) -> Mapping[str, Rule[object]]:
    """The questions of a rule that go by published ids of their own, each as a rule with just their messages."""
    return {
        name: replace(
            rule,
            id=name,
            about=ONLY_NEWER[name],
            messages={key: rule.messages[key] for key, under in rule.under.items() if under == name},
        )
        for name in dict.fromkeys(rule.under.values())
    }


def _both(one: Rule[object], other: Rule[object]) -> Rule[object]:
    """A question that two rules ask, with the messages and sources of both."""
    implements = tuple(dict.fromkeys((*one.implements, *other.implements)))
    return replace(one, messages={**one.messages, **other.messages}, implements=implements)


def use_of(bound: BoundClause, book: Rulebook, fmt: Format) -> Use:
    """A clause as its format's page tells it."""
    return Use(fmt, clause_sentence(bound, book), bound.clause.cites, bound.clause.given_by)


def status_changes(fmt: Format, app: App) -> tuple[StatusChange, ...]:
    """Every announcement about the format's list, the latest first."""
    found = [_told(a, fmt) for a in _history(fmt, app)]
    return tuple(sorted(found, key=lambda c: (not c.baseline, c.day), reverse=True))


def card_changes(card: Card, app: App) -> tuple[CardChange, ...]:
    """Every announcement about the card, the latest first; formats that share a list stand together."""
    found: dict[tuple[date, str, str, bool, bool, Bounds | None], list[Format]] = {}
    for fmt in app.reference.formats.values():
        if fmt.game != card.game:
            continue
        for told in _history(fmt, app):
            word = told.statuses.get(card.name)
            if word is not None and not (told.baseline and word == "legal"):
                between = told.doubt(card.name, _usual(fmt))
                key = (_day(told, fmt), word, told.source, bool(told.option), told.baseline, between)
                found.setdefault(key, []).append(fmt)
    changes = [CardChange(d, w, tuple(fs), s, o, b, between) for (d, w, s, o, b, between), fs in found.items()]
    return tuple(sorted(changes, key=lambda c: (c.day, c.word), reverse=True))


def _history(fmt: Format, app: App) -> tuple[Announcement, ...]:
    """What was announced of the format's lists; a list under another adds to it."""
    lists = (str(fmt.setting_on(key)) for key in ("banlist", "banlist_under"))
    return tuple(a for banlist in lists if banlist for a in app.reference.announcements(fmt.game, banlist))


def _told(announcement: Announcement, fmt: Format) -> StatusChange:
    words = tuple(_by_word(announcement, fmt))
    single = bool(announcement.option)
    return StatusChange(_day(announcement, fmt), announcement.source, words, single, announcement.baseline)


def _by_word(announcement: Announcement, fmt: Format) -> Iterator[tuple[str, tuple[str, ...], Bounds | None]]:
    found: dict[tuple[str, Bounds | None], list[str]] = {}
    for name, word in announcement.statuses.items():
        found.setdefault((word, announcement.doubt(name, _usual(fmt))), []).append(name)
    for (word, between), names in sorted(found.items(), key=lambda row: (status_order(row[0][0]), row[1])):
        yield word, tuple(sorted(names)), between


def _day(announcement: Announcement, fmt: Format) -> date:
    return announcement.window(_usual(fmt))[0]


def _usual(fmt: Format) -> Platform:
    """Whose days the history is told by."""
    platform = fmt.platforms()[0]
    return platform if platform is not Platform.MTGO else Platform.PAPER
