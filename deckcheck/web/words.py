"""Days and moments as the pages write them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Final

from flask import current_app
from markupsafe import Markup

from deckcheck.app.ages import ages, days_old
from deckcheck.app.context import App
from deckcheck.app.update_settings import warned_after
from deckcheck.decklist.days import abbreviated_day, day_in_words, full_day, weekday
from deckcheck.law.sentences import counted, section_words
from deckcheck.publication.exports import cache
from deckcheck.settings import WARN_DAYS
from deckcheck.store.store import Busy
from deckcheck.translations import ENGLISH, gettext, language, ngettext
from deckcheck.web.asker import ask_no_more, is_asked_no_more
from deckcheck.web.current import app, look_of, now


def short_day(day: date | str) -> str:
    """A day: 13 June 2026. A text that is no day stays as it is."""
    try:
        return day_in_words(date.fromisoformat(day) if isinstance(day, str) else day)
    except ValueError:
        return str(day)


def moment(when: datetime) -> str:
    """A moment in UTC: 13 June 2026, 09:41 UTC."""
    return gettext("{day}, {time} UTC").format(day=day_in_words(when.date()), time=f"{when:%H:%M}")


LAST_UPDATES: Final = "deckcheck-last-updates"


def last_updates() -> list[str]:
    """When each game was last updated, for the foot of a page: "Magic 22 Aug 2026 (old)". Looked up once a minute."""
    at, minute = app(), now().replace(second=0, microsecond=0)
    kept = current_app.extensions.get(LAST_UPDATES)
    if kept is None or kept[:2] != (at.reference, minute):
        after = _warned_after(at)
        days = [(one.game.title, min(one.law, one.cards)) for one in ages(at)]
        found = [(title, day, days_old(day, at) > after) for title, day in days]
        kept = current_app.extensions[LAST_UPDATES] = (at.reference, minute, found)
    return [_last_update(*one) for one in kept[2]]


def _warned_after(at: App) -> int:
    """As an operator set it; where the database is in trouble, as it is without a setting."""
    try:
        return WARN_DAYS if is_asked_no_more() else warned_after(at)
    except Busy:
        ask_no_more()
        return WARN_DAYS


def _last_update(title: str, day: date, is_old: bool) -> str:
    told = gettext("{game} {day} (old)") if is_old else "{game} {day}"
    return told.format(game=title.partition(":")[0], day=abbreviated_day(day))


def gaps(text: str) -> Markup:
    """A rule's sentence with its gaps set off: "{cards_n} in the {section}" becomes "n cards in the section"."""
    parts = re.split(r"\{(\w+)\}", text)
    return Markup("").join(Markup("<var>{}</var>").format(_gap(p)) if i % 2 else p for i, p in enumerate(parts))


def _gap(name: str) -> str:
    return f"n {name.removesuffix('_n')}" if name.endswith("_n") else name.replace("_", " ")


def translated(text: str) -> str:
    """A word that is data, in the language of the page; `_` is for what a template itself says, and escapes nothing."""
    return gettext(text)


def curly(text: str) -> str:
    """The sentence with the quotation marks of a book."""
    before, _, after = gettext("\u201c{quoted}\u201d").partition("{quoted}")
    return re.sub(r'"([^"]*)"', lambda found: f"{before}{found[1]}{after}", text)


def cited(game: str, what: str) -> str:
    """The section of the game's documents that says something, in brackets behind the sentence; perhaps none."""
    return look_of(game).cited(what)


def side_words(game: str) -> str:
    """What the sideboard is called in a sentence."""
    return section_words(app().reference.games[game], "sideboard")


def ordinal(number: int) -> str:
    """A place among others: 1st, 2nd, 3rd."""
    if language() == ENGLISH:
        return cache.ordinal(number)
    return ngettext("{count}st", "{count}th", number).format(count=number)


_ALL: Final[tuple[Callable[..., str], ...]] = (
    short_day,
    weekday,
    moment,
    gaps,
    curly,
    translated,
    counted,
    cited,
    side_words,
    ordinal,
)
FILTERS: Final[Mapping[str, Callable[..., str]]] = {"long_day": full_day, **{f.__name__: f for f in _ALL}}
"""The same as the templates' filters."""
