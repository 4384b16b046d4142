"""How old the data of an installation are, over all formats that it offers: for its operator and for machines."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, date
from itertools import groupby
from typing import NamedTuple

from deckcheck.app.context import App
from deckcheck.decklist.days import day_in_words
from deckcheck.law.calendar import Due, age_in_words, data_end, of_no_verdict
from deckcheck.law.formats import Format, FormatError
from deckcheck.law.games import Game
from deckcheck.law.legality import Day, Platform
from deckcheck.translations import join_words


class GameAge(NamedTuple):
    """Up to when a game's data are known: `law` is the day of most of its formats, `cards` that of its cards.

    `formats` counts those of that day or a later one; `behind` are the others, the oldest first.
    """

    game: Game
    law: date
    cards: date
    formats: int
    behind: tuple[tuple[date, Format], ...]


def ages(app: App) -> tuple[GameAge, ...]:
    """The age of each game's data, each format by the day of the platform where it is usually played."""
    known = (fmt for fmt in app.reference.formats.values() if not fmt.is_retired())  # Their law changes no more.
    found = groupby(known, lambda fmt: fmt.game)
    return tuple(_age(app.reference.games[game], list(formats), app) for game, formats in found)


def _age(game: Game, formats: list[Format], app: App) -> GameAge:
    known = [(app.reference.known_to(fmt, fmt.platforms()[0]), fmt) for fmt in formats]
    counted = Counter(day.law for day, _ in known)
    usual = max(counted, key=lambda day: (counted[day], day))
    behind = sorted(((day.law, fmt) for day, fmt in known if day.law < usual), key=lambda pair: (pair[0], pair[1].id))
    return GameAge(game, usual, known[0][0].cards, len(known) - len(behind), tuple(behind))


def days_old(known: date, app: App) -> int:
    """How many days ago that was by the clock; none on the day itself, and none where it is still to come."""
    return max(0, (today(app) - known).days)


def today(app: App) -> date:
    """The day by the clock, in UTC."""
    return app.clock().astimezone(UTC).date()


def last_updated(fmt: Format, app: App) -> date | None:
    """Up to when a format is known where it is usually played, once the day by the clock is past that."""
    known = app.reference.known_to(fmt, fmt.platforms()[0]).law
    return known if today(app) > known else None


def age_on(format_id: str, day: date, platform: str, app: App) -> str:
    """How old a format's data are, for an event on a day that they do not cover; empty for every other one."""
    try:
        fmt = app.format(format_id)
        book = app.reference.rulebook(fmt.base_id, Day(day, Platform(platform) if platform else fmt.platforms()[0]))
    except (FormatError, ValueError):
        return ""
    return of_no_verdict(book.age)


def old_in_words(app: App) -> tuple[str, ...]:
    """A sentence for each game whose data are older than the setting allows; what lies years back is only named."""
    return tuple(_told(one, app) for one in ages(app) if _is_old(one, app))


def missed_in(one: GameAge, app: App) -> tuple[Due, ...]:
    """What was due since the law of a game was known last, up to today."""
    return tuple(due for due in app.reference.calendar(one.game.id) if one.law < due.day <= today(app))


def is_outdated(one: GameAge, app: App) -> bool:
    """Whether something was due that a game's data do not have, or they are older than the setting allows."""
    return bool(missed_in(one, app)) or _is_old(one, app)


def outdated_in_words(app: App) -> tuple[str, ...]:
    """A sentence for each game whose data its operator should update."""
    return tuple(_outdated(one, app) for one in ages(app) if is_outdated(one, app))


def _outdated(one: GameAge, app: App) -> str:
    missed = missed_in(one, app)
    return of_no_verdict(age_in_words(one.game.title, one.law, missed)) if missed else _told(one, app)


def _is_old(one: GameAge, app: App) -> bool:
    from deckcheck.app.update_settings import warned_after

    return days_old(min(one.law, one.cards), app) > warned_after(app)


def _told(one: GameAge, app: App) -> str:
    day, title = min(one.law, one.cards), one.game.title
    end = data_end(title if one.law <= one.cards else f"{title} card", day)
    count = f" ({one.formats} format{'' if one.formats == 1 else 's'})" if one.law <= one.cards else ""
    further = join_words(f"{fmt.title} on {day_in_words(known)}" for known, fmt in one.behind)
    sentence = f"{end[:1].upper()}{end[1:]}, {days_old(day, app)} days ago{count}."
    return f"{sentence} Older still: {further}." if further else sentence
