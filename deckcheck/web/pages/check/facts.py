"""Pages of facts: formats as of a day, rules, cards. All are drawn from the data that judge lists."""

from __future__ import annotations

from datetime import date
from itertools import groupby
from typing import Final

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.ages import last_updated
from deckcheck.decklist.cards import Card
from deckcheck.law.calendar import of_no_verdict
from deckcheck.law.formats import Format, FormatError
from deckcheck.law.legality import Status
from deckcheck.law.rulebooks import Rulebook
from deckcheck.lists.judging import Terms, read_day, rulebook_for
from deckcheck.publication.card_facts import standings
from deckcheck.publication.format_pages import STATUS_WORDS, card_changes, rule_pages, status_changes, use_of
from deckcheck.web.current import app, today
from deckcheck.web.pages.check.addresses import address_of, card_address
from deckcheck.web.pages.check.card_facts import by_slug, card_facts, look_up, near_cards, products_of, type_line
from deckcheck.web.pages.check.findings import cites_of
from deckcheck.web.pages.check.forms import MATCH_WORDS, PLATFORMS

bp = Blueprint("facts", __name__)
FEW: Final = 12
"""Of long lists so many stand open; the rest is folded."""


@bp.get("/formats")
def list_formats() -> str:
    """All formats, by game."""
    found = app().reference.formats.values()
    games = [(app().reference.games[game].title, tuple(fs)) for game, fs in groupby(found, lambda f: f.game)]
    updated = {fmt.id: last_updated(fmt, app()) for fmt in found}
    return render_template("formats.html", games=games, updated=updated)


@bp.get("/formats/<id>")
def show_format(id: str) -> ResponseReturnValue:
    """One format on a day: its rules, sets, bans, and what changed."""
    fmt = _format(id)
    if fmt.id != id:
        return redirect(f"/formats/{fmt.id}")
    book = rulebook_for(_terms(fmt), app())
    day = book.day.date.isoformat()
    windows = sorted(book.sets, key=lambda w: w.first, reverse=True)
    return render_template(
        "format.html",
        format=fmt,
        book=book,
        day=book.day.date,
        warnings=[of_no_verdict(sentence) for sentence in book.warnings],
        clauses=[(b, use_of(b, book, fmt), cites_of(b.clause.cites, app().reference.documents)) for b in book.clauses],
        now_sets=[w for w in windows if w.holds(day)],
        coming=[w for w in windows if w.first > day],
        gone=[w for w in windows if w.until and w.until <= day],
        few=FEW,
        statuses=_by_word(book),
        changes=status_changes(fmt, app()),
        status_words=STATUS_WORDS,
        address_of=address_of,
        platforms=[(p, PLATFORMS[p]) for p in fmt.platforms()],
        matches=MATCH_WORDS,
    )


@bp.get("/rules")
def list_rules() -> str:
    """Every rule by its published id."""
    return render_template("rules.html", rules=rule_pages(app(), today()).values())


@bp.get("/rules/<id>")
def show_rule(id: str) -> str:
    """One rule: its sentence, its messages, its sources, and the formats that use it on a day."""
    day = _day()
    page = rule_pages(app(), day).get(id) or abort(404)
    documents = app().reference.documents
    uses = [(use, cites_of(use.cites, documents)) for use in page.uses]
    sources = cites_of(page.rule.implements, documents)
    return render_template("rule.html", page=page, uses=uses, sources=sources, day=day)


@bp.get("/cards")
def find_cards() -> ResponseReturnValue:
    """The search for cards; a name that means one card leads to it."""
    wanted = request.args.get("q", "").strip()[:200]
    exact, near = look_up(wanted, app()) if wanted else ((), ())
    if len(exact) == 1 and "all" not in request.args:
        return redirect(card_address(exact[0]))
    return render_template("cards.html", wanted=wanted, found=_found((*exact, *near)), exact=bool(exact))


@bp.get("/cards/<slug>")
def show_card(slug: str) -> ResponseReturnValue:
    """One card: its facts, where it may be played on a day, and what was announced about it."""
    wanted, game = slug.replace("-", " "), request.args.get("game", "")
    exact = by_slug(slug, app(), game)
    if not exact:
        near = near_cards(wanted, game, app())
        return render_template("cards.html", wanted=wanted, found=_found(near), exact=False), 404
    if len(exact) > 1 and "name" not in request.args:
        return render_template("cards.html", wanted=wanted, found=_found(exact), exact=True)
    card = next((c for c in exact if c.name == request.args.get("name")), exact[0])
    day, of = _day(), app().reference.games[card.game]
    return render_template(
        "card.html",
        card=card,
        types=type_line(card),
        facts=card_facts(card, of.presentation),
        products=products_of(card, app()),
        few=FEW,
        day=day,
        legality=standings(card, app(), day),
        changes=card_changes(card, app()),
        status_words=STATUS_WORDS,
        game=of.title,
    )


def _found(cards: tuple[Card, ...]) -> list[tuple[Card, str, str]]:
    games = app().reference.games
    return [(card, card_address(card), f"{type_line(card)}. {games[card.game].title}") for card in cards]


def _format(id: str) -> Format:
    try:
        return app().reference.format(id)
    except FormatError:
        abort(404)


def _day() -> date:
    """The day that a page is asked for, today where none is named."""
    named = request.args.get("on", "").strip()
    return read_day(named) if named else today()


def _terms(fmt: Format) -> Terms:
    match, platform = request.args.get("match") or None, request.args.get("platform") or None
    return Terms(fmt.id, _day(), match, platform)


def _by_word(book: Rulebook) -> list[tuple[str, list[tuple[str, Status]]]]:
    statuses = book.legality.statuses.items()
    known = [(name, status) for name, status in statuses if not status.between]
    told = [
        (words, sorted((name, status) for name, status in known if status.word == word))
        for word, words in reversed(STATUS_WORDS.items())
        if any(status.word == word for _, status in known)
    ]
    unsure = sorted((name, status._replace(since=None)) for name, status in statuses if status.between)
    return [*told, ("Not known for this day", unsure)] if unsure else told
