"""Days and moments as the pages write them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Final

from markupsafe import Markup

from deckcheck.decklist.days import day_in_words
from deckcheck.law.sentences import counted, section_words
from deckcheck.publication.exports.cache import ordinal
from deckcheck.web.current import app, look_of


def long_day(day: date) -> str:
    """A day with its weekday: Sat 13 June 2026."""
    return f"{day:%a} {day_in_words(day)}"


def short_day(day: date | str) -> str:
    """A day: 13 June 2026. A text that is no day stays as it is."""
    try:
        return day_in_words(date.fromisoformat(day) if isinstance(day, str) else day)
    except ValueError:
        return str(day)


def moment(when: datetime) -> str:
    """A moment in UTC: 13 June 2026, 09:41 UTC."""
    return f"{day_in_words(when.date())}, {when:%H:%M} UTC"


def gaps(text: str) -> Markup:
    """A rule's sentence with its gaps set off: "{cards_n} in the {section}" becomes "n cards in the section"."""
    parts = re.split(r"\{(\w+)\}", text)
    return Markup("").join(Markup("<var>{}</var>").format(_gap(p)) if i % 2 else p for i, p in enumerate(parts))


def _gap(name: str) -> str:
    return f"n {name.removesuffix('_n')}" if name.endswith("_n") else name.replace("_", " ")


def curly(text: str) -> str:
    """The sentence with the quotation marks of a book."""
    return re.sub(r'"([^"]*)"', "\u201c\\1\u201d", text)


def cited(game: str, what: str) -> str:
    """The section of the game's documents that says something, in brackets behind the sentence; perhaps none."""
    return look_of(game).cited(what)


def side_words(game: str) -> str:
    """What the sideboard is called in a sentence."""
    return section_words(app().reference.games[game], "sideboard")


_ALL: Final[tuple[Callable[..., str], ...]] = (
    long_day,
    short_day,
    moment,
    gaps,
    curly,
    counted,
    cited,
    side_words,
    ordinal,
)
FILTERS: Final[Mapping[str, Callable[..., str]]] = {f.__name__: f for f in _ALL}
"""The same as the templates' filters."""
