"""The page that compares two lists: what lies on the table against what was registered. Nothing is kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from flask import Blueprint, make_response, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.refusals import UnusableInput
from deckcheck.decklist.days import day_in_words
from deckcheck.law.games import Game
from deckcheck.law.rule import Severity
from deckcheck.law.rulebooks import Rulebook
from deckcheck.law.sentences import note_in_words, section_words
from deckcheck.lists.list_checks import rulebook_for
from deckcheck.lists.list_comparisons import CompareLists, compare_lists
from deckcheck.translations import gettext, gettext_noop, ngettext
from deckcheck.verdict.arrangement import without_doubles
from deckcheck.verdict.comparison import MISMATCH, Comparison, Outcome, ReadList
from deckcheck.web.current import app
from deckcheck.web.pages.check.check import Turn, order_of
from deckcheck.web.pages.check.check_result import Cite, Total
from deckcheck.web.pages.check.findings import STATES, WORDS, cites_of
from deckcheck.web.pages.check.forms import MATCH_WORDS, PLATFORMS, CheckForm, check_form
from deckcheck.web.pages.check.totals import totals_of

bp = Blueprint("compare", __name__)

GAMES: Final = {1: gettext_noop("Game 1: as registered"), 2: gettext_noop("Game 2"), 3: gettext_noop("Game 3 or later")}
OUTCOMES: Final = {
    Outcome.MATCHES: ("legal", gettext_noop("Matches the list")),
    Outcome.DIFFERS: ("illegal", gettext_noop("Differs")),
    Outcome.ILLEGAL: ("illegal", gettext_noop("Illegal")),
    Outcome.UNCLEAR: ("undecided", gettext_noop("Needs an answer")),
}
ON_LIST: Final = gettext_noop("Registered list")
ON_TABLE: Final = gettext_noop("On the table")
QUIET: Final = frozenset({"case", "accent", "face", "merged"})
"""Readings that change nothing of a comparison."""
MOST_SHOWN: Final = 100
NOTHING: Final = gettext_noop("Paste both lists: the registered one, and what lies on the table.")


@dataclass(frozen=True, slots=True)
class CompareForm:
    """The fields as they came in; `terms` are those of the check page."""

    registered: str
    presented: str
    game: int
    terms: CheckForm


@dataclass(frozen=True, slots=True)
class ToldRow:
    """A row of the difference: `count` with its sign where it came or went, `where` the section if it is told."""

    count: str
    name: str
    where: str = ""


@dataclass(frozen=True, slots=True)
class ToldPart:
    """The rows of one kind of difference."""

    title: str
    size: int
    rows: tuple[ToldRow, ...]


@dataclass(frozen=True, slots=True)
class ToldItem:
    """One thing that is wrong, to decide or to know: of which list and on which lines, with names that may be meant."""

    state: str
    word: str
    text: str
    clause: str = ""
    where: str = ""
    cites: tuple[Cite, ...] = ()
    perhaps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Compared:
    """What the page says of two lists."""

    state: str
    word: str
    summary: str
    totals: tuple[Total, ...] = ()
    parts: tuple[ToldPart, ...] = ()
    items: tuple[ToldItem, ...] = ()
    notes: tuple[ToldItem, ...] = ()
    side: str = ""


@bp.route("/compare", methods=["GET", "POST"])
def show() -> ResponseReturnValue:
    """The page, with the answer to what was sent."""
    form = _form()
    book = rulebook_for(form.terms.terms(), app())
    found, code = _answer(form, book) if request.method == "POST" else (None, 200)
    page = render_template(
        "compare.html",
        form=form,
        order=order_of(Turn(form.terms), book, app()),
        found=found,
        games=GAMES.items(),
        platforms=PLATFORMS.items(),
        matches=MATCH_WORDS.items(),
        live=False,
    )
    return make_response(page, code)


def _form() -> CompareForm:
    fields = request.form if request.method == "POST" else request.args
    registered, presented = (fields.get(name, "").replace("\r\n", "\n") for name in ("registered", "presented"))
    game = fields.get("game", "1")
    return CompareForm(registered, presented, int(game) if game in {"1", "2", "3"} else 1, check_form(request))


def _answer(form: CompareForm, book: Rulebook) -> tuple[Compared, int]:
    if not form.registered.strip() or not form.presented.strip():
        return Compared("", "", gettext(NOTHING)), 422
    order = CompareLists(form.registered, form.presented, form.terms.terms(), form.game)
    try:
        return compared(compare_lists(order, app()), book), 200
    except UnusableInput as refused:
        return Compared("", "", str(refused)), 422


def compared(found: Comparison, book: Rulebook) -> Compared:
    """A comparison in the words of the page."""
    state, word = OUTCOMES[found.verdict]
    deck = without_doubles(found.presented.deck, book)
    items = (*_questions(found.registered, ON_LIST), *_questions(found.presented, ON_TABLE), *_broken(found))
    known = tuple(ToldItem("check", gettext(WORDS["check"]), text) for text in found.warnings)
    summary = gettext("Game {game}, {format} on {day}").format(
        game=found.game, format=found.format_title, day=day_in_words(found.day)
    )
    return Compared(
        state,
        gettext(word),
        summary,
        totals=totals_of(deck, book, empty=not deck.entries),
        parts=tuple(part for part in _parts(found, book.game) if part.rows),
        items=(*items[:MOST_SHOWN], *known),
        notes=(*_notes(found.registered, ON_LIST, book.game), *_notes(found.presented, ON_TABLE, book.game)),
        side=section_words(book.game, "sideboard"),
    )


def _parts(found: Comparison, game: Game) -> Iterator[ToldPart]:
    side = section_words(game, "sideboard")
    for title, moved, sign in (
        (gettext("In from the {sideboard}").format(sideboard=side), found.moved_in, "+"),
        (gettext("Out to the {sideboard}").format(sideboard=side), found.moved_out, "\N{MINUS SIGN}"),
    ):
        yield _part(title, [ToldRow(f"{sign}{count}", name) for count, name in moved], moved)
    for title, odd in ((gettext("Missing"), found.missing), (gettext("Not on the list"), found.extra)):
        rows = [ToldRow(str(count), name, section_words(game, section)) for count, name, section in odd]
        yield _part(title, rows, [(count, name) for count, name, _ in odd])
    signs = [f"+{count}" if count > 0 else f"\N{MINUS SIGN}{-count}" for count, _ in found.free]
    rows = [ToldRow(sign, name) for sign, (_, name) in zip(signs, found.free, strict=True)]
    yield _part(gettext("Basic lands, which are free"), rows, [(abs(count), name) for count, name in found.free])


def _part(title: str, rows: list[ToldRow], counts: list[tuple[int, str]] | tuple[tuple[int, str], ...]) -> ToldPart:
    return ToldPart(title, sum(count for count, _ in counts), tuple(rows))


def _questions(one: ReadList, where: str) -> Iterator[ToldItem]:
    """What of a list a person must decide, with the names that may be meant."""
    waiting = {e.line.number: e for e in one.deck.waiting()}
    for problem in one.questions:
        asked = waiting.get(problem.lines[0]) if problem.lines else None
        cards = (*asked.candidates, *(near.card for near in asked.near)) if asked else ()
        state = STATES[problem.severity]
        item = ToldItem(state, gettext(WORDS[state]), problem.text, problem.clause, _where(where, problem.lines))
        yield replace(item, perhaps=tuple(dict.fromkeys(card.name for card in cards))[:3])


def _broken(found: Comparison) -> Iterator[ToldItem]:
    """The rules that the presented deck breaks; which cards are missing and extra stands in rows of their own."""
    for problem in found.problems:
        if problem.rule == MISMATCH or problem.severity is Severity.UNCLEAR:
            continue
        state, cites = STATES[problem.severity], cites_of(problem.cites, app().reference.documents)
        where = _where(ON_TABLE, problem.lines if problem.cards else ())
        yield ToldItem(state, gettext(WORDS[state]), problem.text, problem.clause, where, cites)


def _where(where: str, lines: tuple[int, ...]) -> str:
    where = gettext(where)
    if not lines or len(lines) > 3:
        return where
    told = ngettext("{list}, line {lines}", "{list}, lines {lines}", len(lines))
    return told.format(list=where, lines=", ".join(map(str, lines)))


def _notes(one: ReadList, where: str, game: Game) -> Iterator[ToldItem]:
    for note in one.deck.notes:
        if note.kind not in QUIET:
            told = note_in_words(note, one.deck, game)
            yield ToldItem("check", gettext(WORDS["check"]), told, "", _where(where, (note.line,)))
