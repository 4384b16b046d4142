"""Pages of facts: formats as of a day, rules, cards. All are drawn from the data that judge lists."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cache
from itertools import groupby
from typing import Final, NamedTuple
from urllib.parse import quote

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from deckcheck.app.ages import last_updated
from deckcheck.app.context import App
from deckcheck.decklist.card_index import MemoryCardIndex
from deckcheck.decklist.cards import ANY_NUMBER, NO_FACTS, NOT_KNOWN, Card, CardSet, Printing
from deckcheck.decklist.names import fold
from deckcheck.law.calendar import of_no_verdict
from deckcheck.law.format_pools import next_rotation
from deckcheck.law.formats import Format, FormatError, by_group
from deckcheck.law.games import Fact, Presentation
from deckcheck.law.legality import Status, is_points
from deckcheck.law.rulebooks import Rulebook
from deckcheck.lists.list_checks import Terms, read_day, rulebook_for
from deckcheck.publication.card_facts import standings
from deckcheck.publication.format_pages import (
    card_changes,
    rule_pages,
    status_changes,
    status_order,
    status_title,
    use_of,
)
from deckcheck.translations import gettext, gettext_noop
from deckcheck.web.current import app, today
from deckcheck.web.pages.check.findings import cites_of
from deckcheck.web.pages.check.forms import MATCH_WITHIN, MATCH_WORDS, PLATFORMS
from deckcheck.web.safety import showing


def slug_of(name: str) -> str:
    """A name as the last part of an address; a name that folds to nothing stands as it is."""
    return fold(name).replace(" ", "-") or quote(name, safe="")


def card_address(card: Card) -> str:
    """The page of a card."""
    return address_of(card.name, card.game)


def address_of(name: str, game: str) -> str:
    """The page of the card of this name; those of the first game need no game in it."""
    return f"/cards/{slug_of(name)}" + ("" if game == next(iter(app().reference.games)) else f"?game={game}")


MOST_NEAR: Final = 8
RARITIES: Final = {
    "C": gettext_noop("common"),
    "U": gettext_noop("uncommon"),
    "R": gettext_noop("rare"),
    "M": gettext_noop("mythic rare"),
    "S": gettext_noop("special"),
}


class Product(NamedTuple):
    """A set that holds the card."""

    code: str
    name: str
    release: str
    rarity: str


def look_up(text: str, app: App, game: str = "") -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards that a text means, in the first game that knows it; else those it resembles."""
    for name in app.reference.games:
        if game in {"", name}:
            match = app.index(name).find(text)
            if match.cards and not match.contestable:
                return match.cards, ()
    return (), near_cards(text, game, app)


def by_slug(slug: str, app: App, game: str = "") -> tuple[Card, ...]:
    """The cards whose address ends so (a few names differ in their marks alone), or whom such a name means."""
    for name in app.reference.games:
        index = app.index(name)
        if game in {"", name} and isinstance(index, MemoryCardIndex):
            found = (index.card(card) for card in _slugs(index).get(slug, ()))
            cards = tuple(card for card in found if card)
            if cards:
                return cards
    return look_up(slug.replace("-", " "), app, game)[0]


@cache
def _slugs(index: MemoryCardIndex) -> dict[str, tuple[str, ...]]:
    slugs: dict[str, tuple[str, ...]] = {}
    for name in index.names():
        slug = slug_of(name)
        slugs[slug] = (*slugs.get(slug, ()), name)
    return slugs


def near_cards(text: str, game: str, app: App) -> tuple[Card, ...]:
    """The cards that a text resembles, the nearest first."""
    near: list[tuple[float, Card]] = []
    for name in app.reference.games:
        if game in {"", name}:
            index = app.index(name)
            near += [(2.0, card) for card in index.find(text).cards]
            near += [(found.score, found.card) for found in index.near(text, MOST_NEAR)]
    near.sort(key=lambda pair: -pair[0])
    return tuple(dict.fromkeys(card for _, card in near))[:MOST_NEAR]


def card_facts(card: Card, look: Presentation) -> tuple[Fact, ...]:
    """Everything that is known of a card and helps to judge a list."""
    facts = [
        Fact(gettext("Other names"), ", ".join(card.also_known_as)),
        Fact(gettext("Types"), gettext(NOT_KNOWN) if card.has(NO_FACTS) else type_line(card)),
        *look.facts(card),
        Fact(gettext("Copies that its own text allows"), _copies(card)),
        Fact(gettext("Place"), ", ".join(gettext(words) for trait, words in look.places.items() if card.has(trait))),
    ]
    return tuple(fact for fact in facts if fact.words or fact.pips)


def type_line(card: Card) -> str:
    """Supertypes, types and subtypes: "Legendary Creature - Human Wizard"."""
    before = " ".join((*card.values("super"), *card.values("type")))
    after = " ".join((*card.values("class"), *card.values("subtype")))
    return f"{before} - {after}" if after else before


def _copies(card: Card) -> str:
    if card.copies_allowed is None:
        return ""
    return gettext("Any number") if card.copies_allowed >= ANY_NUMBER else str(card.copies_allowed)


def products_of(card: Card, app: App) -> tuple[Product, ...]:
    """The sets that hold the card, the latest first."""
    sets = app.reference.sets(card.game)
    found = [_product(p, sets) for p in card.printings]
    return tuple(sorted(dict.fromkeys(found), key=lambda p: (p.release, p.code), reverse=True))


def _product(printing: Printing, sets: Mapping[str, CardSet]) -> Product:
    known = sets.get(printing.set_code)
    rarity = ", ".join(gettext(RARITIES.get(letter, letter)) for letter in printing.rarity)
    return Product(printing.set_code, known.name if known else "", known.release if known else "", rarity)


bp = Blueprint("facts", __name__)
FEW: Final = 12
"""Of long lists so many stand open; the rest is folded."""


@bp.get("/formats")
def list_formats() -> str:
    """All formats, by game and group."""
    found = app().reference.formats.values()
    games = [(app().reference.games[game].title, by_group(fs)) for game, fs in groupby(found, lambda f: f.game)]
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
        rotation=next_rotation(book.sets, book.day.date),
        few=FEW,
        statuses=_by_word(book),
        changes=status_changes(fmt, app()),
        status_title=status_title,
        address_of=address_of,
        platforms=[(p, PLATFORMS[p]) for p in fmt.platforms()],
        matches=MATCH_WORDS,
        match_within=MATCH_WITHIN,
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
    links = of.presentation.links(card)
    page = render_template(
        "card.html",
        card=card,
        types=type_line(card),
        facts=card_facts(card, of.presentation),
        products=products_of(card, app()),
        few=FEW,
        day=day,
        legality=standings(card, app(), day),
        changes=card_changes(card, app()),
        status_title=status_title,
        game=of.title,
        elsewhere=links if app().settings.card_pictures else links._replace(picture=""),
    )
    return showing(page, links.hosts) if links.picture and app().settings.card_pictures else page


def _found(cards: tuple[Card, ...]) -> list[tuple[Card, str, str]]:
    games = app().reference.games
    return [(card, card_address(card), f"{type_line(card)}. {games[card.game].title}") for card in cards]


def _format(id: str) -> Format:
    try:
        return app().format(id)
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
    given = {status.word for _, status in known}
    points = sorted(filter(is_points, given), key=status_order)
    words = [*sorted(given.difference(points), key=status_order, reverse=True), *points]
    told = [
        (status_title(word), sorted((name, status) for name, status in known if status.word == word)) for word in words
    ]
    unsure = sorted((name, status._replace(since=None)) for name, status in statuses if status.between)
    return [*told, (gettext("Not known for this day"), unsure)] if unsure else told
