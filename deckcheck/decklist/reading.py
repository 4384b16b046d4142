"""Reading a list in whatever way it is written: the dialect that is surest reads it, and no line is lost."""

from __future__ import annotations

from collections.abc import Iterable

from deckcheck.decklist.decks import ParsedList
from deckcheck.decklist.leaving_out import read_without
from deckcheck.decklist.line_parser import SAME, Headings
from deckcheck.decklist.syntax import Dialect, ListSyntax


def read_list(text: str, game: ListSyntax, dialect: str | None = None, leave_out: Iterable[int] = ()) -> ParsedList:
    """The list as read; each of its non-blank lines is a card, a heading, a remark or unread.

    Lines whose numbers are in `leave_out` are remarks: somebody said that they are no cards.
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = text.removeprefix("\ufeff")
    reader = _named(game, dialect) if dialect else _surest(game, text)
    headings = headings_of(game)
    if leave_out:
        return read_without(text, leave_out, lambda told: reader.read(told, headings))
    return reader.read(text, headings)


def _surest(game: ListSyntax, text: str) -> Dialect:
    surest, most = game.dialects[0], -1
    for dialect in game.dialects:
        sure = dialect.recognise(text)
        if sure > most:
            surest, most = dialect, sure
    return surest


def _named(game: ListSyntax, dialect: str) -> Dialect:
    found = next((d for d in game.dialects if d.id == dialect), None)
    if found is None:
        raise ValueError(f"No dialect is called {dialect!r}; there are {', '.join(d.id for d in game.dialects)}.")
    return found


_known: dict[str, tuple[ListSyntax, Headings]] = {}


def headings_of(game: ListSyntax) -> Headings:
    """The words that open sections in lists of a game, and those that only group cards."""
    known = _known.get(game.id)
    if known is None or known[0] is not game:
        words = dict.fromkeys(game.groups, SAME) | {w: s.id for s in game.sections for w in s.headings}
        _known[game.id] = known = (game, Headings(words, frozenset(game.categories)))
    return known[1]
