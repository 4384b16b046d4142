"""A pool counted by numbers and names, for whoever counts one; stores nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.decklist.list_reader import headings_of
from deckcheck.decklist.list_text import LIMITS, UnreadableText, bounded
from deckcheck.law.presented_deck import Sections
from deckcheck.law.rulebooks import Rulebook
from deckcheck.lists.list_checks import Terms, rulebook_for
from deckcheck.translations import gettext
from deckcheck.verdict.pool_counts import PoolRead, read_counts
from deckcheck.verdict.set_lists import NotOpened, SetList, not_opened


def read_pool(text: str, game: str, codes: Sequence[str], app: App) -> PoolRead:
    """The pool that a text counts, by the numbers of these sets; one without a code is of the first that has it."""
    sets = sets_named(game, codes, app)
    try:
        text = bounded(text)
    except UnreadableText as error:
        raise UnusableInput(str(error)) from error
    if text.count("\n") >= LIMITS.lines:
        told = gettext("This has more than {count} lines, no pool. Send one pool at a time.")
        raise UnusableInput(told.format(count=f"{LIMITS.lines:,}"))
    return read_of_sets(text, game, sets, app)


def read_of_sets(text: str, game: str, sets: Sequence[SetList], app: App) -> PoolRead:
    """The same of sets that are at hand."""
    return read_counts(text, sets, app.index(game), headings_of(app.reference.games[game]), free_beside(game, app))


def cards_not_opened(
    rows: Iterable[tuple[int, str]], game: str, codes: Sequence[str], app: App
) -> tuple[NotOpened, ...]:
    """The cards of a pool that no booster of its sets holds, or may not; of sets that are gone nothing is known."""
    found = tuple(one for code in codes if (one := app.set_list(game, code)))
    return not_opened(rows, found, free_beside(game, app)) if len(found) == len(codes) else ()


def free_beside(game: str, app: App) -> tuple[str, ...]:
    """The cards that the game's formats of opened cards add to every pool; none where it has no such format."""
    of_opened = (f for f in app.reference.formats.values() if f.game == game and f.setting_on("lists") == "limited")
    first = next(of_opened, None)
    return free_cards(rulebook_for(Terms(first.id), app)) if first else ()


def free_cards(book: Rulebook | None) -> tuple[str, ...]:
    """The cards that are added to a deck without being opened, as the format has them."""
    clauses = book.clauses if book else ()
    known = (bound.params.free_cards for bound in clauses if isinstance(bound.params, Sections))
    return next(known, ())


def sets_named(game: str, codes: Sequence[str], app: App) -> tuple[SetList, ...]:
    """The sets with these codes, each once."""
    if game not in app.reference.games:
        known = " or ".join(f'"{one}"' for one in app.reference.games)
        raise UnusableInput(gettext('No game is called "{name}". Write {known}.').format(name=game[:20], known=known))
    found: dict[str, SetList] = {}
    for code in codes:
        one = app.set_list(game, code)
        if one is None:
            raise UnusableInput(_no_set(game, code, app))
        found[one.code] = one
    return tuple(found.values())


def _no_set(game: str, code: str, app: App) -> str:
    """That no set has the code, with those that begin like it, else what codes look like."""
    known = [one.code for one in app.sets_opened(game)]
    alike = [one for one in known if code.strip() and one.casefold().startswith(code.strip().casefold())][:3]
    quoted = " or ".join(f'"{one}"' for one in alike or known[:1])
    if alike:
        told = gettext('No set of {game} has the code "{code}". Perhaps {known}.')
    else:
        told = gettext('No set of {game} has the code "{code}". It is printed on the cards, like {known}.')
    return told.format(game=app.reference.games[game].title, code=code[:20], known=quoted)


def game_of_sets(codes: Sequence[str], app: App) -> str:
    """The game whose sets these are: the first that knows all of them, else the first of all."""
    games = list(app.reference.games)
    return next((game for game in games if all(app.set_list(game, code) for code in codes)), games[0])


def pool_json(read: PoolRead) -> dict[str, Any]:
    """A pool as JSON: its rows, what could not be read, and what was read differently from what was written."""
    return {
        "total": read.total,
        "rows": [{"count": r.count, "name": r.name, "set": r.set_code, "number": r.number} for r in read.rows],
        "unread": [{"line": u.line, "text": u.text, "why": u.why, "near": list(u.near)} for u in read.unread],
        "foreign": [{"count": f.count, "name": f.name, "known": f.known, "message": f.text} for f in read.foreign],
        "notes": [{"line": n.line, "kind": n.kind, "text": n.text, "name": n.name} for n in read.notes],
    }
