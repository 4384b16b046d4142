"""The format that a list was probably made for, where it is not the one it is checked by.

Only the shape of a list decides: who leads it, how large it is, how many copies there are. Which of the formats of that
shape is meant is told by judging the list under each of them. A list that is legal as asked is never looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from enum import StrEnum
from typing import Final, NamedTuple

from deckcheck.decklist.decks import Deck
from deckcheck.decklist.line_reader import LEADERS_AT_MOST
from deckcheck.law.formats import Format
from deckcheck.law.games import Presentation
from deckcheck.law.rule import Severity
from deckcheck.law.rulebooks import Rulebook
from deckcheck.law.sentences import counted
from deckcheck.translations import gettext, ngettext
from deckcheck.verdict.reports import LooksLike, Report, Verdict

HUNDRED: Final = range(95, 106)
"""So many cards are a deck of a hundred, even if a few are missing or too many."""
FEWEST_SINGLES: Final = 50
MOST_DOUBLES: Final = 2
FORTY: Final = range(40, 46)
MORE_THAN_A_SIDEBOARD: Final = 16
MOST_DRAFTED: Final = 60
"""Three boosters are 45 cards, six are 84: a pool that is smaller was drafted."""
FEWEST_BASICS: Final = 12
SIXTY: Final = range(56, 81)
FEWEST_SETS_OF_COPIES: Final = 4
SO_MANY_OFF: Final = 20
"""A deck that misses an exact size by so many cards was made for another size."""
MORE_FAULTS: Final = 2
"""A list of another shape was meant for it, even if so many more faults are found in it there."""

_LED: Final = ("commander", "signature_spell")
_DECK: Final = (*_LED, "main")


class Kind(StrEnum):
    """What tells formats apart by the shape of their decks."""

    LED = "led"
    OPENED = "opened"
    LED_POOL = "led-pool"
    CONSTRUCTED = "constructed"


class Shape(NamedTuple):
    """The shape of a list: the kind of formats that have such decks, and what shows it, as a sentence."""

    kind: Kind
    reason: str
    drafted: bool = False


class _Copies(NamedTuple):
    """The cards of the deck proper: names with one copy, with several, with three and more; basic lands; all cards."""

    singles: int
    several: int
    sets: int
    basics: int
    size: int


class Candidate(NamedTuple):
    """A format that may be meant, of its kind; `make` gives its law on the day of the list."""

    format: str
    kind: Kind
    make: Callable[[], Rulebook]


def kind_of(fmt: Format) -> Kind:
    """The kind of a format."""
    opened = any(clause.rule == "from-pool" for clause in fmt.clauses_on(date.max).values())
    if fmt.setting_on("leaders"):
        return Kind.LED_POOL if opened else Kind.LED
    return Kind.OPENED if opened else Kind.CONSTRUCTED


def shape_of(deck: Deck, book: Rulebook, asked: Kind) -> Shape | None:
    """The shape of a list that is not one of its format's; None where it may well be."""
    if asked is Kind.LED_POOL and deck.size("pool"):
        return None
    copies = _copies(deck)
    found = _led(deck, copies) or _opened(deck, copies) or (None if asked is Kind.CONSTRUCTED else _constructed(copies))
    if found is None or (found.kind is asked and not _is_of_another_size(copies.size, book)):
        return None
    return found


def _copies(deck: Deck) -> _Copies:
    found = deck.copies(_DECK).items()
    counts = [n for card, n in found if not card.has("basic") and card.copies_allowed is None]
    return _Copies(
        singles=sum(n == 1 for n in counts),
        several=sum(n > 1 for n in counts),
        sets=sum(n > 2 for n in counts),
        basics=sum(n for card, n in found if card.has("basic")),
        size=sum(deck.size(section) for section in _DECK),
    )


def _led(deck: Deck, copies: _Copies) -> Shape | None:
    leaders = sum(deck.size(section) for section in _LED)
    if leaders:
        others = counted(deck.size("main"), "other card")
        told = ngettext("It has a commander and {others}.", "It has {count} cards that lead it and {others}.", leaders)
        return Shape(Kind.LED, told.format(count=leaders, others=others))
    beside = deck.size("sideboard")
    size = copies.size + (beside if beside <= LEADERS_AT_MOST else 0)
    if size in HUNDRED and copies.singles >= FEWEST_SINGLES and copies.several <= MOST_DOUBLES:
        told = gettext("It has {cards}, and one copy of nearly each.")
        return Shape(Kind.LED, told.format(cards=counted(size, "card")))
    return None


def _opened(deck: Deck, copies: _Copies) -> Shape | None:
    if copies.size not in FORTY:
        return None
    pool, beside = deck.size("pool"), deck.size("sideboard")
    if pool or beside >= MORE_THAN_A_SIDEBOARD:
        opened = pool or copies.size - copies.basics + beside
        told = (
            gettext("It has {cards} in the main deck and a pool.")
            if pool
            else gettext("It has {cards} in the main deck and {beside} in the sideboard.")
        )
        cards = counted(copies.size, "card")
        return Shape(Kind.OPENED, told.format(cards=cards, beside=beside), opened < MOST_DRAFTED)
    if copies.basics >= FEWEST_BASICS and copies.singles > 2 * copies.several and not copies.sets:
        told = gettext("It has {cards}, {lands} of them basic lands.")
        cards = counted(copies.size, "card")
        return Shape(Kind.OPENED, told.format(cards=cards, lands=copies.basics), drafted=True)
    return None


def _constructed(copies: _Copies) -> Shape | None:
    if copies.size not in SIXTY or copies.sets < FEWEST_SETS_OF_COPIES:
        return None
    told = gettext("It has {cards} and up to four copies of each.")
    return Shape(Kind.CONSTRUCTED, told.format(cards=counted(copies.size, "card")))


def _is_of_another_size(size: int, book: Rulebook) -> bool:
    """Whether a format that asks for an exact size asks for quite another."""
    exact = _exact_size(book)
    return exact is not None and abs(size - exact) >= SO_MANY_OFF


def _exact_size(book: Rulebook) -> int | None:
    sizes = (b.params for b in book.clauses if b.rule.id == "section-size")
    return next((p.exactly for p in sizes if "main" in p.sections and p.exactly is not None), None)


def likely_format(
    report: Report, asked: Candidate, others: Iterable[Candidate], judge: Callable[[Rulebook], Report]
) -> LooksLike | None:
    """The format that a list looks like, if that is not the one that was asked.

    `others` are the formats that may be meant, those that people mean most often first; `judge` gives the verdict on
    the same list under one of them.
    """
    if report.verdict is Verdict.LEGAL or not report.deck.entries:
        return None
    book = asked.make()
    shape = shape_of(report.deck, book, asked.kind)
    if shape is None:
        return None
    meant = (one for one in others if one.format != asked.format)
    found = best_of(_of_shape(shape, book.game.presentation, meant), judge)
    if found is None or faults(found)[0] > faults(report)[0] + MORE_FAULTS:
        return None
    return LooksLike(found.format, found.format_title, found.game, shape.reason)


def best_format(candidates: Sequence[Candidate], judge: Callable[[Rulebook], Report], reason: str) -> LooksLike | None:
    """The one of all formats of a game that a list looks made for; `reason` says why it is a list of this game."""
    usual = next((one for one in candidates if one.kind is Kind.CONSTRUCTED), candidates[0])
    book = usual.make()
    shape = shape_of(judge(book).deck, book, usual.kind) or Shape(usual.kind, reason)
    found = best_of(_of_shape(shape, book.game.presentation, candidates), judge)
    return LooksLike(found.format, found.format_title, found.game, reason) if found else None


def best_of(candidates: Iterable[Candidate], judge: Callable[[Rulebook], Report]) -> Report | None:
    """The verdict under the first format with the fewest faults; none are looked at behind one without any."""
    best: Report | None = None
    for candidate in candidates:
        report = judge(candidate.make())
        if best is None or faults(report) < faults(best):
            best = report
        if faults(best) == (0, 0):
            break
    return best


def _of_shape(shape: Shape, look: Presentation, candidates: Iterable[Candidate]) -> list[Candidate]:
    formats = [one for one in candidates if one.kind is shape.kind]
    if shape.kind is Kind.OPENED:
        meant = look.draft_format if shape.drafted else look.pool_format
        return [one for one in formats if one.format == meant]
    return formats


def faults(report: Report) -> tuple[int, int]:
    """How many errors and how many questions there are."""
    told = [problem.severity for problem in report.problems]
    return told.count(Severity.ERROR), told.count(Severity.UNCLEAR)
