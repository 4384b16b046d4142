"""How old the data of an installation are, over all formats that it offers: for its operator and for machines."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, date
from itertools import groupby
from typing import NamedTuple

from deckcheck.app.context import Desk
from deckcheck.decklist.days import day_in_words
from deckcheck.law.calendar import data_end, of_no_verdict
from deckcheck.law.formats import Format, FormatError
from deckcheck.law.games import Game
from deckcheck.law.legality import Day, Platform
from deckcheck.law.words import join_words


class GameAge(NamedTuple):
    """Up to when a game's data are known: `law` is the day of most of its formats, `cards` that of its cards.

    `formats` counts those of that day or a later one; `behind` are the others, the oldest first.
    """

    game: Game
    law: date
    cards: date
    formats: int
    behind: tuple[tuple[date, Format], ...]


def ages(desk: Desk) -> tuple[GameAge, ...]:
    """The age of each game's data, each format by the day of the platform where it is usually played."""
    found = groupby(desk.reference.formats.values(), lambda fmt: fmt.game)
    return tuple(_age(desk.reference.games[game], list(formats), desk) for game, formats in found)


def _age(game: Game, formats: list[Format], desk: Desk) -> GameAge:
    known = [(desk.reference.known_to(fmt, fmt.platforms()[0]), fmt) for fmt in formats]
    counted = Counter(day.law for day, _ in known)
    usual = max(counted, key=lambda day: (counted[day], day))
    behind = sorted(((day.law, fmt) for day, fmt in known if day.law < usual), key=lambda pair: (pair[0], pair[1].id))
    return GameAge(game, usual, known[0][0].cards, len(known) - len(behind), tuple(behind))


def days_old(known: date, desk: Desk) -> int:
    """How many days ago that was by the clock; none on the day itself, and none where it is still to come."""
    return max(0, (today(desk) - known).days)


def today(desk: Desk) -> date:
    """The day by the clock, in UTC."""
    return desk.clock().astimezone(UTC).date()


def last_updated(fmt: Format, desk: Desk) -> date | None:
    """Up to when a format is known where it is usually played, once the day by the clock is past that."""
    known = desk.reference.known_to(fmt, fmt.platforms()[0]).law
    return known if today(desk) > known else None


def age_on(format_id: str, day: date, platform: str, desk: Desk) -> str:
    """How old a format's data are, for an event on a day that they do not cover; empty for every other one."""
    try:
        fmt = desk.reference.format(format_id)
        book = desk.reference.rulebook(fmt.id, Day(day, Platform(platform) if platform else fmt.platforms()[0]))
    except (FormatError, ValueError):
        return ""
    return of_no_verdict(book.age)


def old_in_words(desk: Desk) -> tuple[str, ...]:
    """A sentence for each game whose data are older than the setting allows; what lies years back is only named."""
    most = desk.settings.age_warning_days
    return tuple(_told(one, desk) for one in ages(desk) if days_old(min(one.law, one.cards), desk) > most)


def _told(one: GameAge, desk: Desk) -> str:
    day, title = min(one.law, one.cards), one.game.title
    end = data_end(title if one.law <= one.cards else f"{title} card", day)
    count = f" ({one.formats} format{'' if one.formats == 1 else 's'})" if one.law <= one.cards else ""
    further = join_words(f"{fmt.title} on {day_in_words(known)}" for known, fmt in one.behind)
    sentence = f"{end[:1].upper()}{end[1:]}, {days_old(day, desk)} days ago{count}."
    return f"{sentence} Older still: {further}." if further else sentence
