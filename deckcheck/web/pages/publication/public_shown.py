"""What the public pages show, in plain values that the templates only lay out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from markupsafe import Markup, escape

from deckcheck.app.time_words import clock_time, when, zone_city
from deckcheck.decklist.days import full_day
from deckcheck.law.games import Game, Pip
from deckcheck.law.sentences import section_heading
from deckcheck.publication.exports.rows import sections_of, size_of
from deckcheck.publication.exports.shape import list_forms
from deckcheck.publication.one_list import ListShown
from deckcheck.publication.public_events import PublicHead, StageShown
from deckcheck.translations import gettext, gettext_noop
from deckcheck.verdict.pictures import by_type
from deckcheck.verdict.published_lists import PublishedCard, PublishedList
from deckcheck.web.current import app, now
from deckcheck.web.pages.check.facts import card_address
from deckcheck.web.pages.check.findings import CANT_TELL
from deckcheck.web.pages.check.forms import MATCH_WITHIN, PLATFORMS
from deckcheck.web.pages.check.pips import NO_MARKS, Marks, marks_of

LEVELS: Final = {
    "regular": gettext_noop("Regular"),
    "competitive": gettext_noop("Competitive"),
    "professional": gettext_noop("Professional"),
}
STATES: Final = {"legal": "legal", "illegal": "illegal", "unclear": "undecided"}
VERDICTS: Final = {
    "legal": gettext_noop("Legal"),
    "illegal": gettext_noop("Illegal"),
    "unclear": gettext_noop("Needs an answer"),
}


class Told(NamedTuple):
    """A moment: as a machine reads it, in words, and where these words hold."""

    iso: str
    words: str
    full: str
    place: str


def told(moment: datetime, zone: str, place: str = "") -> Told:
    """The moment on the wall of the event."""
    local = moment.astimezone(ZoneInfo(zone))
    full = f"{full_day(local.date())}, {clock_time(moment, zone)}"
    return Told(local.isoformat(timespec="seconds"), when(moment, now(), zone), full, place or zone_city(zone))


def timed(sentence: str, moment: datetime | None, zone: str, place: str = "") -> Markup:
    """A sentence that names the time of a moment, so marked up that a reader elsewhere can be told their own."""
    if moment is None:
        return escape(sentence)
    at, clock = told(moment, zone, place), clock_time(moment, zone)
    marked = Markup('<time datetime="{}" title="{}" data-in="{}">{}</time>').format(at.iso, at.full, at.place, clock)
    before, found, after = sentence.partition(clock)
    return Markup("{}{}{}").format(before, marked, after) if found else escape(sentence)


class DeckRow(NamedTuple):
    """A card of a list. `waiting`: no card was found, and `name` is the text as written."""

    copies: int
    name: str
    address: str = ""
    marks: Marks = NO_MARKS
    waiting: bool = False


class DeckSection(NamedTuple):
    """A section of a list, or the cards of one type in it, with title and size."""

    id: str
    title: str
    size: int
    rows: tuple[DeckRow, ...]


def deck_sections(listed: PublishedList, game: str, *, in_types: bool = False) -> tuple[DeckSection, ...]:
    """The sections of a list in the order of the sheet; `in_types`: those that its game groups by type, so parted."""
    of = app().reference.games[game]
    parted = of.presentation.columns if in_types else ()
    found = sections_of(listed).items()
    return tuple(part for section, rows in found for part in _parts(section, rows, of, in_types=section in parted))


def _parts(section: str, rows: Sequence[PublishedCard], game: Game, *, in_types: bool) -> Iterable[DeckSection]:
    if not in_types:
        yield DeckSection(section, section_heading(game, section), size_of(rows), tuple(_rows(rows, game)))
        return
    waiting = [row for row in rows if row.waiting]
    for group, cards in by_type((row for row in rows if not row.waiting), game.presentation).items():
        place = f"{section}-{group.one.replace(' ', '-')}"
        yield DeckSection(place, gettext(group.many.capitalize()), size_of(cards), tuple(_rows(cards, game)))
    if waiting:
        title = gettext("Not recognized")
        yield DeckSection(f"{section}-waiting", title, size_of(waiting), tuple(_rows(waiting, game)))


def _rows(rows: Iterable[PublishedCard], game: Game) -> Iterable[DeckRow]:
    index = app().index(game.id)
    for row in rows:
        card = None if row.waiting else index.card(row.name)
        if card is None:
            yield DeckRow(row.count, row.name, waiting=row.waiting)
        else:
            yield DeckRow(row.count, row.name, card_address(card), marks_of(card, game.presentation))


def pips_of(colours: Iterable[str], game: str) -> tuple[Pip, ...]:
    """The colours or elements of a deck as squares."""
    return app().reference.games[game].presentation.deck_pips(tuple(colours))


class Size(NamedTuple):
    """The size of one of the decks that every list of a game has, with the title of its section."""

    title: str
    cards: int


def deck_sizes(sizes: Iterable[int], game: str) -> tuple[Size, ...]:
    """The sizes with their titles: Main deck 60, Sideboard 15."""
    of = app().reference.games[game]
    return tuple(
        Size(section_heading(of, parts[-1]), size)
        for parts, size in zip(of.presentation.decks, sizes, strict=True)
        if size or parts[-1] != "sideboard"
    )


class Law(NamedTuple):
    """The format of an event: its page as of the day, and how it is played."""

    title: str
    address: str
    how: str


def law_of(head: PublicHead) -> Law:
    """The law that holds in an event."""
    terms = {"on": head.day.isoformat(), "platform": head.platform, "match": head.match}
    address = f"/formats/{head.format}?{urlencode(terms)}" if head.format else ""
    parts = (PLATFORMS.get(head.platform, ""), MATCH_WITHIN.get(head.match, ""), LEVELS.get(head.level, ""))
    return Law(head.format_title, address, ", ".join(gettext(part) for part in parts if part))


class Copy(NamedTuple):
    """A form of a list that can be copied or followed: its address, its word, and what its button says."""

    address: str
    word: str
    button: str


def copies_of(shown: ListShown) -> tuple[Copy, ...]:
    """The forms of text, plain text first, then the one that most programs take."""
    base = f"/e/{shown.head.slug}/lists/{shown.listed.number}"
    query = stage_query(shown.stage)
    game = app().reference.games[shown.head.game]
    forms = list_forms(game)
    plain = "text" if "text" in forms else game.presentation.texts[0]
    named = [(name, forms[name].title) for name in game.presentation.texts if name != plain]
    copied = gettext("Copy for {program}")
    buttons = {plain: gettext("Copy list"), **{name: copied.format(program=title) for name, title in named}}
    told = [(name, forms[name].title, button) for name, button in buttons.items()]
    return tuple(Copy(f"{base}.{name}{query}", title, button) for name, title, button in told)


def stage_query(stage: StageShown) -> str:
    """What names a stage in an address."""
    return f"?stage={stage.slug}"


def query_of(values: Mapping[str, str | int]) -> str:
    """The query that keeps what is set."""
    kept = {key: value for key, value in values.items() if value not in {"", 0}}
    return f"?{urlencode(kept)}" if kept else ""


def verdict_of(found: ListShown) -> tuple[str, str]:
    """The mark and the word of a list's verdict; empty where it has none."""
    word = CANT_TELL if found.by_hand else VERDICTS.get(found.verdict, "")
    word = word and gettext(word)
    return STATES.get(found.verdict, ""), word
