"""A deck as it lies there after sideboarding, and what an opponent may know of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from flask import Blueprint, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from deckcheck.app.refusals import Refused, UnusableInput
from deckcheck.checks.changes import ChangeCheck, change_check
from deckcheck.checks.check_handles import check_frame
from deckcheck.checks.check_values import CheckRow, CheckView, GuideSeen
from deckcheck.checks.check_views import look
from deckcheck.checks.guidance import PresentedSeen, weigh_presented
from deckcheck.law.games import Game
from deckcheck.verdict.comparison import Outcome
from deckcheck.web.asker import need_account
from deckcheck.web.current import app
from deckcheck.web.forms import shows_refusals, whole
from deckcheck.web.pages.checks.check_ending import record_page
from deckcheck.web.pages.checks.checks_shown import ILLEGAL, Headline, difference_shown, where_words
from deckcheck.web.words import side_words

bp = Blueprint("boarding", __name__)

WORDS: Final[Mapping[str, str]] = {
    Outcome.MATCHES: "Matches the list",
    Outcome.DIFFERS: "Differs",
    Outcome.ILLEGAL: "Illegal",
    Outcome.UNCLEAR: "Needs an answer",
}
MARKS: Final[Mapping[str, str]] = {
    Outcome.MATCHES: "legal",
    Outcome.DIFFERS: "illegal",
    Outcome.ILLEGAL: "illegal",
    Outcome.UNCLEAR: "undecided",
}
MOST_GAMES: Final = 9
SIDE: Final = "sideboard"


@dataclass(frozen=True, slots=True)
class BoardedRow:
    """A card with how many of it lie in each section; the fields of the form have the same names."""

    name: str
    counts: tuple[tuple[str, str, int], ...]


@dataclass(frozen=True, slots=True)
class BoardedShown:
    """What came of comparing: the gravest first, with its numbers, and a line for the record."""

    headlines: tuple[Headline, ...]
    moved_in: tuple[tuple[int, str], ...]
    moved_out: tuple[tuple[int, str], ...]
    missing: tuple[tuple[int, str, str], ...]
    extra: tuple[tuple[int, str, str], ...]
    side: int
    note: str
    story: str = ""
    guides: tuple[GuideSeen, ...] = ()


def _page(slug: str, uid: str, found: BoardedShown | None = None, refused: Refused | None = None) -> str:
    who = need_account()
    view, around = look(app(), who, slug, uid), check_frame(app(), who, slug)
    if view.head.state != "begun" or not view.joined:
        return record_page(view, slug, refused)
    sent = request.form
    return render_template(
        "checks/configuration.html",
        view=view,
        frame=around.frame,
        where=where_words(view.head),
        here=f"/e/{slug}/checks/{uid}",
        side_name=side_words(around.head.game),
        sections=[(s.section, s.title, s.listed) for s in view.sections],
        rows=tuple(boarded_rows(view, sent)),
        game=whole(sent.get("game", "")) or max(2, view.head.game_number),
        games=range(1, 4),
        text=sent.get("text", "")[:20_000],
        found=found,
        side=side_of(view),
        refused=str(refused or ""),
    )


@bp.get("/e/<slug>/checks/<uid>/configuration")
def show(slug: str, uid: str) -> ResponseReturnValue:
    """The deck as it is on the list, to be changed into what lies there."""
    return _page(slug, uid)


@bp.post("/e/<slug>/checks/<uid>/configuration")
@shows_refusals(_page)
def compare(slug: str, uid: str) -> ResponseReturnValue:
    """Compare what lies there with the list; or put what came of it into the notes of the check."""
    sent = request.form
    check_frame(app(), need_account(), slug, to_check=True)
    if sent.get("do") == "record":
        return _record(slug, uid, sent)
    return _page(slug, uid, _compared(slug, uid, sent))


def boarded_rows(view: CheckView, sent: MultiDict[str, str]) -> Iterator[BoardedRow]:
    """The cards by name; each may lie in any section, and is where the form has it, else where the list has it."""
    listed: dict[str, dict[str, int]] = {}
    for row in listed_rows(view):
        listed.setdefault(row.name, {})[row.section] = row.listed
    for name in sorted(listed, key=str.casefold):
        cells = []
        for section in view.sections:
            field, known = f"{section.section}:{name}", listed[name].get(section.section, 0)
            typed = whole(sent.get(field, "").strip()) if field in sent else known
            cells.append((field, section.title, typed or 0))
        yield BoardedRow(name, tuple(cells))


def listed_rows(view: CheckView) -> list[CheckRow]:
    """The rows that the list has."""
    return [row for section in view.sections for pile in section.piles for row in pile.rows if row.listed]


def side_of(view: CheckView) -> int:
    """How many cards the registered sideboard has."""
    return sum(row.listed for row in listed_rows(view) if row.section == SIDE)


def _compared(slug: str, uid: str, sent: MultiDict[str, str]) -> BoardedShown:
    text, game = _laid_out(slug, uid, sent)
    return boarded(weigh_presented(app(), need_account(), slug, uid, text, game), game)


def _laid_out(slug: str, uid: str, sent: MultiDict[str, str]) -> tuple[str, int]:
    """What the form says lies there, as a list, and in which game."""
    who = need_account()
    view, around = look(app(), who, slug, uid), check_frame(app(), who, slug)
    game = min(max(1, whole(sent.get("game", "")) or 1), MOST_GAMES)
    return sent.get("text", "").strip() or written(view, sent, app().reference.games[around.head.game]), game


def written(view: CheckView, sent: MultiDict[str, str], game: Game) -> str:
    """The deck of the form's numbers as a list."""
    parts = []
    for section in view.sections:
        lines = []
        for row in boarded_rows(view, sent):
            count = next(n for field, _, n in row.counts if field == f"{section.section}:{row.name}")
            lines += [f"{count} {row.name}"] if count else []
        parts.append("\n".join([game.section_title(section.section), *lines]))
    return "\n\n".join(parts)


def boarded(seen: PresentedSeen, game: int) -> BoardedShown:
    """A comparison in words."""
    found = seen.comparison
    moved = sum(n for n, _ in found.moved_in)
    word = WORDS[found.verdict]
    note = (
        f"Configuration of game {game}: {word[:1].lower()}{word[1:]}; {moved} in from the {side_words(found.of_game)}."
    )
    side = found.presented.deck.size(SIDE) + found.unlaid
    return BoardedShown(
        headlines=tuple(_headlines(seen)),
        moved_in=found.moved_in,
        moved_out=found.moved_out,
        missing=found.missing,
        extra=found.extra,
        side=side,
        note=note,
        guides=seen.guides,
    )


def _headlines(seen: PresentedSeen) -> Iterator[Headline]:
    """What the list breaks, then what the configuration adds to it; what both break is said once."""
    found = seen.comparison
    of_list = tuple(one for one in seen.difference.broken if one.of == "list")
    yield from difference_shown(replace(seen.difference, broken=of_list), {}).broken
    known = {one.text for one in of_list}
    own = tuple(text for text in dict.fromkeys(problem.text for problem in found.problems) if text not in known)
    if found.verdict is not Outcome.ILLEGAL:
        yield Headline(MARKS[found.verdict], WORDS[found.verdict], own)
    elif own:
        yield Headline(MARKS[found.verdict], ILLEGAL["configuration"], own)
    elif not found.missing and not found.extra:
        yield Headline("", "The cards are those on the list.")


def _record(slug: str, uid: str, sent: MultiDict[str, str]) -> ResponseReturnValue:
    who, told = need_account(), sent.get("told", "")[:300].strip()
    if not told:
        raise UnusableInput("Compare first what lies there.")
    before = look(app(), who, slug, uid).record.note
    text, game = _laid_out(slug, uid, sent)
    order = ChangeCheck(
        who,
        slug,
        uid,
        version=whole(sent.get("version", "")) or 0,
        game_number=game,
        boarded=game > 1,
        note=f"{before}\n{told}".strip(),
        configuration=text,
    )
    change_check(order, app())
    return redirect(f"/e/{slug}/checks/{uid}", 303)


@bp.get("/e/<slug>/checks/<uid>/opponent")
def show_opponent(slug: str, uid: str) -> ResponseReturnValue:
    """A page to turn towards the opponent: the number of cards in the sideboard, and nothing else of the deck."""
    who = need_account()
    view, game = look(app(), who, slug, uid), check_frame(app(), who, slug).head.game
    if view.head.state != "begun" or not view.joined:
        return record_page(view, slug)
    asked = whole(request.args.get("side", ""))
    side = side_of(view) if asked is None else min(asked, 999)
    here = f"/e/{slug}/checks/{uid}"
    answer = make_response(render_template("checks/opponent.html", side=side, name=side_words(game), here=here))
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
