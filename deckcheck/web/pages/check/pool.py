"""A sealed pool counted by anybody: sets are chosen, numbers or names typed, and a list comes out. Nothing is kept."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from flask import Blueprint, Response, jsonify, make_response, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.refusals import UnusableInput
from deckcheck.decklist.cards import CardSet
from deckcheck.lists.pool_reading import sets_named
from deckcheck.translations import gettext, join_words
from deckcheck.verdict.pool_counts import pool_text
from deckcheck.verdict.set_lists import SetList
from deckcheck.web.current import app
from deckcheck.web.pages.check.pool_page import CountPage, read_pool
from deckcheck.web.pages.check.pool_sheet import Counted, CountForm, count_form, rows_of
from deckcheck.web.words import curly

bp = Blueprint("pool", __name__)

MOST_SETS: Final = 4


@bp.get("/pool")
def show() -> ResponseReturnValue:
    """Which sets are opened, or the counting screen for those in the address."""
    if not any(request.values.getlist("set")):
        return _choose()
    try:
        game, sets = _chosen()
    except UnusableInput as refused:
        return _choose(refused)
    return _screen(game, sets, read_pool("", sets, game, app()))


@bp.post("/pool")
def count() -> ResponseReturnValue:
    """Count what was typed, or show the list that came of it."""
    try:
        game, sets = _chosen()
    except UnusableInput as refused:
        return _choose(refused)
    form = count_form(request, sets)
    counted = read_pool(form.text, sets, game, app(), form.first)
    if form.act == "next" and counted.total and not counted.unread:
        return _result(game, sets, counted)
    return _screen(game, sets, counted, form)


@bp.post("/pool/read")
def read() -> Response:
    """For the page's script: what a text means that it could not read itself."""
    game, sets = _chosen()
    first = request.form.get("in", "")[:20]
    found = read_pool(request.form.get("text", "")[:20_000], sets, game, app(), first)
    rows = [{"key": row.key, "name": row.name, "number": row.number, "n": row.count} for row in found.rows]
    return jsonify(rows=rows, unread=found.unread_rows, told=[curly(one) for one in found.told])


def _chosen() -> tuple[str, tuple[SetList, ...]]:
    """The game and the sets that an address or a form names, each as `set=GAME:FDN`."""
    named = [value.partition(":") for value in request.values.getlist("set") if value]
    games = {game for game, _, _ in named}
    if not named:
        raise UnusableInput(gettext("Choose a set first."))
    if len(games) > 1:
        raise UnusableInput(gettext("Sets of one game at a time."))
    codes = list(dict.fromkeys(code[:20] for _, _, code in named))[:MOST_SETS]
    game = games.pop()
    return game, sets_named(game, codes, app())


def _choose(refused: UnusableInput | None = None) -> ResponseReturnValue:
    games = [(game.title, game.id, _by_year(app().sets_opened(game.id))) for game in app().reference.games.values()]
    chosen = [value[:40] for value in request.values.getlist("set")][:MOST_SETS]
    told = str(refused) if refused else ""
    chosen += [""] * (3 - len(chosen))
    page = render_template("pool/choose.html", games=games, chosen=chosen, told=told)
    return make_response(page, 422 if told else 200)


def _by_year(sets: tuple[CardSet, ...]) -> list[tuple[str, list[CardSet]]]:
    return [(year, list(group)) for year, group in groupby(sets, lambda s: s.release[:4])]


def _screen(game: str, sets: tuple[SetList, ...], counted: Counted, form: CountForm | None = None) -> Response:
    asked = "&".join(f"set={game}:{one.code}" for one in sets)
    page = CountPage(
        title=gettext("Count a pool"),
        about=join_words(one.name for one in sets),
        action="/pool",
        counted=counted,
        store=f"deckcheck.pool {asked}",
        read="/pool/read",
        quiet=gettext("Kept in this browser only."),
        next_words=gettext("Show the list"),
        clears=True,
        hidden=tuple(("set", f"{game}:{one.code}") for one in sets),
        first=form.first if form else sets[0].code,
        answered=form is not None,
        refused=gettext("Count a card first.") if form and form.act == "next" and not counted.total else "",
    )
    return make_response(render_template("pool/count.html", page=page))


def _result(game: str, sets: tuple[SetList, ...], counted: Counted) -> Response:
    page = render_template(
        "pool/result.html",
        game=game,
        counted=counted,
        names=join_words(one.name for one in sets),
        hidden=[("set", f"{game}:{one.code}") for one in sets],
        text=pool_text(rows_of(counted.rows)),
        format=app().reference.games[game].presentation.pool_format,
    )
    return make_response(page)
