"""A checked list written in a form that another program takes, and what of it that form can't hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.safe_text import file_name
from deckcheck.decklist.decks import Deck
from deckcheck.law.games import Game
from deckcheck.law.sentences import line_numbers, section_words
from deckcheck.publication.exports.rows import moved_rows
from deckcheck.publication.exports.shape import ListForm, list_forms
from deckcheck.translations import gettext, join_words, ngettext
from deckcheck.verdict.published_lists import PublishedCard, PublishedList, WaitingLine, cards_of
from deckcheck.verdict.reports import Report


@dataclass(frozen=True, slots=True)
class ConvertedList:
    """A list in a form.

    `moved` are the cards that the form has no place for: they stand in its sideboard. `waiting`: the lines of the list
    that still need an answer and stand as they were written. `unread`: those that are left out because they could not
    be read. `told` says all of this in sentences.
    """

    form: ListForm
    text: str
    file_name: str
    moved: tuple[PublishedCard, ...]
    waiting: tuple[int, ...]
    unread: tuple[int, ...]
    told: tuple[str, ...]


def convert(report: Report, form: str, app: App) -> ConvertedList:
    """The list of a report in a form by its id, under the names of the catalogue."""
    game = app.reference.games[report.game]
    chosen = list_forms(game).get(form)
    if chosen is None:
        known = ", ".join(list_forms(game))
        told = gettext('No form of a {game} list is called "{form}". Use {known}.')
        raise UnusableInput(told.format(game=game.title, form=form[:40], known=known))
    listed = _listed(report, game, app)
    moved = moved_rows(listed, chosen)
    waiting = tuple(sorted({e.line.number for e in report.deck.entries if e.card is None or e.line.reason}))
    unread = tuple(line.number for line in report.deck.unread)
    return ConvertedList(
        form=chosen,
        text=chosen.write(listed),
        file_name=file_name(listed.title or report.format_title, None, chosen.ending),
        moved=moved,
        waiting=waiting,
        unread=unread,
        told=tuple(_told(chosen, game, moved, waiting, unread)),
    )


def converted_json(found: ConvertedList) -> dict[str, Any]:
    """A converted list as the contract describes it."""
    return {
        "as": found.form.id,
        "title": found.form.title,
        "file": found.file_name,
        "text": found.text,
        "moved": [{"section": row.section, "count": row.count, "name": row.name} for row in found.moved],
        "waiting": list(found.waiting),
        "unread": list(found.unread),
        "notes": list(found.told),
    }


def _listed(report: Report, game: Game, app: App) -> PublishedList:
    look, deck = game.presentation, report.deck
    return PublishedList(
        number=1,
        player="",
        sort_name="",
        title=report.parsed.title,
        cards=cards_of(_sections(deck), app.index(game.id), look),
        waiting=tuple(WaitingLine(e.section, e.count, e.line.name) for e in deck.waiting()),
        sheet=look.sheet,
    )


def _sections(deck: Deck) -> dict[str, list[tuple[int, str]]]:
    sections: dict[str, list[tuple[int, str]]] = {}
    for entry in deck.entries:
        if entry.card is not None:
            sections.setdefault(entry.section, []).append((entry.count, entry.card.name))
    return sections


def _told(
    form: ListForm, game: Game, moved: tuple[PublishedCard, ...], waiting: tuple[int, ...], unread: tuple[int, ...]
) -> Iterator[str]:
    for section in dict.fromkeys(row.section for row in moved):
        rows = [row for row in moved if row.section == section]
        words = ngettext(
            "{form} has no place for the {section}. {cards} stands in the sideboard; move or remove them there.",
            "{form} has no place for the {section}. {cards} stand in the sideboard; move or remove them there.",
            sum(row.count for row in rows),
        )
        cards = join_words(f"{row.count} {row.name}" for row in rows)
        yield words.format(form=gettext(form.title), section=section_words(game, section), cards=cards)
    if waiting:
        words = ngettext(
            "Line {lines} still needs an answer. What you wrote there is kept.",
            "Lines {lines} still need an answer. What you wrote there is kept.",
            len(waiting),
        )
        yield words.format(lines=line_numbers(waiting))
    if unread:
        words = ngettext(
            "Line {lines} could not be read and is left out.",
            "Lines {lines} could not be read and are left out.",
            len(unread),
        )
        yield words.format(lines=line_numbers(unread))
