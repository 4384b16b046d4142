"""What a program uses: check a list, compare two, read one, find a card, name the formats.

Each function is pure but for the day that counts where none is given: today in UTC. It reads no environment and no
database, and stores nothing. What it answers may be shared between threads and sent to other processes. The first call
opens the cards of a game, which takes a moment; whatever follows uses them again.

Errors: each function raises `DeckcheckError`, and nothing else, for input that can't be used.
Source: docs/contract.md, "Library".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from enum import StrEnum
from functools import cache
from os import PathLike, fspath
from pathlib import Path
from typing import Final, Literal, TypeAlias

from deckcheck.app.context import App
from deckcheck.app.refusals import BrokenLaw, NoSuchFormat, NotAList, UnusableInput
from deckcheck.decklist.cards import Card as Card
from deckcheck.decklist.cards import Match as Match
from deckcheck.decklist.decks import Deck as Deck
from deckcheck.decklist.decks import Line as Line
from deckcheck.decklist.decks import LineKind as LineKind
from deckcheck.decklist.decks import ParsedList as ParsedList
from deckcheck.decklist.list_reader import read_list
from deckcheck.decklist.list_text import looks_like_game
from deckcheck.law.formats import FormatError
from deckcheck.law.legality import KnownTo as KnownTo
from deckcheck.law.legality import Platform as Platform
from deckcheck.law.rule import Severity as Severity
from deckcheck.lists.advice import with_advice
from deckcheck.lists.list_checks import PreviewList, Terms, list_text, preview_without
from deckcheck.lists.list_comparisons import CompareLists, compare_lists
from deckcheck.publication.card_facts import FormatFacts as FormatFacts
from deckcheck.publication.card_facts import format_facts
from deckcheck.verdict.comparison import Comparison as Comparison
from deckcheck.verdict.comparison import Outcome as Outcome
from deckcheck.verdict.reports import Problem as Problem
from deckcheck.verdict.reports import Report as Report
from deckcheck.verdict.reports import Verdict as Verdict
from deckcheck.wiring import build_library

DataFolder: TypeAlias = str | PathLike[str] | None
PlatformName: TypeAlias = Literal["paper", "mtgo", "arena"]
MatchName: TypeAlias = Literal["bo1", "bo3"]


class ErrorKind(StrEnum):
    """What is wrong with a call."""

    UNKNOWN_FORMAT = "unknown-format"
    """No format has this id or title."""
    UNKNOWN_GAME = "unknown-game"
    """No game has this id."""
    NOT_A_LIST = "not-a-list"
    """The text can be no deck list: a link, a picture, more than 1,000 lines or 262,144 characters."""
    BAD_OPTION = "bad-option"
    """A platform, a kind of match, a number of a game or a line to leave out that there is not."""
    BROKEN_LAW = "broken-law"
    """A file of formats, ban lists or cards can't be used; the sentence names it."""


class DeckcheckError(Exception):
    """A call that can't be answered: its text is one sentence, of what is wrong and, where it is plain, what to do.

    `kind` is for programs: the same fault always has the same one.
    """

    def __init__(self, sentence: str, kind: ErrorKind) -> None:
        super().__init__(sentence, kind)
        self.kind = kind

    def __str__(self) -> str:
        """The sentence alone."""
        return str(self.args[0])


_KINDS: Final = (
    (NoSuchFormat, ErrorKind.UNKNOWN_FORMAT),
    (NotAList, ErrorKind.NOT_A_LIST),
    (BrokenLaw, ErrorKind.BROKEN_LAW),
    (FormatError, ErrorKind.BROKEN_LAW),
    (UnusableInput, ErrorKind.BAD_OPTION),
)


def check(
    text: str,
    *,
    format: str,
    on: date | None = None,
    platform: PlatformName | None = None,
    match: MatchName | None = None,
    leave_out: Iterable[int] = (),
    data: DataFolder = None,
) -> Report:
    """Judge one list, in any dialect, by the law of a format on a day.

    Shapes: `text` is the list as a player wrote it, a card a line. The report's `problems` are a tuple in the order of
    the format's rules, each with the `lines` it is about; `deck` is the list in its format's sections, and `parsed`
    every line of it as it was read. No line is left out in silence.

    Units: `format` is an id or a title in any case. `on` is the day of the event, in UTC; today if None. `platform`
    says whose days count and `match` whether single games or best of three are played; None is the format's usual.
    `leave_out` are numbers of lines that are no cards, counted from 1 in `text`. `data` is a folder of an
    installation's own formats, ban lists and cards, as docs/running.md describes DECKCHECK_DATA; it is read once.

    Errors: `DeckcheckError` for an unknown format, text that is no list, an option or line that there is not, and a
    file in `data` that can't be used. An illegal list is no error, but a verdict.

    Source: the documents that each problem `cites`, by the short names of formats/documents.toml.
    """
    with _told():
        app = _opened(data)
        order = PreviewList(text, _terms(format, on, match, platform))
        return with_advice(preview_without(order, leave_out, app), app)


def compare(
    registered: str,
    presented: str,
    *,
    format: str,
    on: date | None = None,
    platform: PlatformName | None = None,
    match: MatchName | None = None,
    game: int = 1,
    data: DataFolder = None,
) -> Comparison:
    """Compare the deck that a player presents with the list that was registered.

    Shapes: both are lists as `check` takes them. `missing` and `extra` of the answer are rows of a count, a name and a
    section, against the registered list as a whole; `moved_in` and `moved_out` rows of a count and a name, what came
    from the sideboard and went there.

    Units: `game` counts the games of the match that were really played, this one with them, from 1 to 99: game 1 is
    played as registered. All else as in `check`.

    Errors: as in `check`; what is wrong with one of the texts says with which.

    Source: MTR 3.15, MDTR 3.4 and Grand Archive's rules of sideboarding, as the problems cite them.
    """
    with _told():
        terms = _terms(format, on, match, platform)
        return compare_lists(CompareLists(registered, presented, terms, game), _opened(data))


def parse(text: str, *, game: str | None = None) -> ParsedList:
    """Read one list without looking at any card: its sections, counts and the lines that are no cards.

    Shapes: `lines` of the answer are all lines of the text that are not blank, in order; those that are cards have a
    `section`, a `count` and the `name` as written.

    Units: `game` is a game's id, as `formats` has it; recognized by the list's headings if None, the first game's where
    these tell none.

    Errors: `DeckcheckError` for text that is no list, and for an unknown game.

    Source: none; what a dialect of lists looks like was learned from lists.
    """
    with _told():
        app, text = _opened(None), list_text(text)
        games = app.reference.games
        return read_list(text, games[_game(game or looks_like_game(text, games) or next(iter(games)), app)])


def find(name: str, *, game: str | None = None, data: DataFolder = None) -> Match:
    """Say which card a written name means.

    Shapes: `cards` of the answer holds none (no card is called so), one (that card) or several (the name may be any of
    them). `kind` says how the name was read: empty as written, else `case`, `accent`, `face`, `alias`, `unofficial`,
    `foreign` or `typo`.

    Units: `game` is a game's id, as `formats` has it; the first game, Magic, if None. `data` as in `check`.

    Errors: `DeckcheckError` for an unknown game, and for a file in `data` that can't be used.

    Source: the card facts that data/<game>/SOURCES.md names.
    """
    with _told():
        app = _opened(data)
        return app.index(_game(game or next(iter(app.reference.games)), app)).find(name)


def formats(on: date | None = None, *, data: DataFolder = None) -> tuple[FormatFacts, ...]:
    """Name the formats, by game and title.

    Shapes: a tuple of facts, each with the `id` and `title` that `check` takes as `format`.

    Units: `on` leaves out the formats that nobody played on that day: those retired before, or begun later and retired
    since. None leaves out none. `data` as in `check`.

    Errors: `DeckcheckError` for a file in `data` that can't be used.

    Source: formats/<game>/<id>.toml, each of which names its own.
    """
    with _told():
        app = _opened(data)
        return tuple(format_facts(f, app) for f in app.reference.formats.values() if on is None or f.is_played(on))


def _terms(format: str, on: date | None, match: str | None, platform: str | None) -> Terms:
    if isinstance(on, datetime):
        on = on.date()
    if on is not None and not isinstance(on, date):
        raise UnusableInput("`on` is a day, like datetime.date(2026, 3, 1).")
    return Terms(format, on, match, platform)


def _opened(data: DataFolder) -> App:
    return _open(None if data is None else Path(fspath(data)).absolute())


@cache
def _open(data: Path | None) -> App:
    return build_library(data)


def _game(game: str, app: App) -> str:
    if game not in app.reference.games:
        known = ", ".join(app.reference.games)
        raise DeckcheckError(f'No game is called "{game[:40]}"; there are {known}.', ErrorKind.UNKNOWN_GAME)
    return game


@contextmanager
def _told() -> Iterator[None]:
    """Whatever is refused within is an error of the library, with its kind."""
    try:
        yield
    except (UnusableInput, FormatError) as refused:
        kind = next(kind for refusal, kind in _KINDS if isinstance(refused, refusal))
        raise DeckcheckError(str(refused), kind) from refused
