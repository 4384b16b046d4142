"""The formats that accounts wrote, read once each, with their law."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from deckcheck.decklist.cards import CardIndex
from deckcheck.law.formats import Format

if TYPE_CHECKING:
    from deckcheck.law.rulebooks import Rulebook

MOST_KEPT: Final = 512
MOST_BOOKS: Final = 128


class AccountFormats:
    """Formats by id, whose texts never change: what an account changes is another version with another id."""

    def __init__(self, find: Callable[[str], Format]) -> None:
        """`find` gives a format of the law, which they inherit."""
        self._find = find
        self._formats: dict[str, Format] = {}
        self._books: dict[tuple[str, str, frozenset[str], str], Rulebook] = {}

    def format(self, id: str, read: Callable[[], str]) -> Format:
        """The format of this id; `read` gives its text when that is needed."""
        if id not in self._formats:
            from deckcheck.law.own_format_files import kept_own
            from deckcheck.law.own_formats import format_of_own

            own = kept_own(read())
            if len(self._formats) >= MOST_KEPT:
                self._formats.clear()
            self._formats[id] = format_of_own(id, own, self._find(own.inherits))
        return self._formats[id]

    def under(self, book: Rulebook, fmt: Format, cards: CardIndex) -> Rulebook:
        """The rulebook of what an account's format inherits, made that format's; any other stays as it is."""
        if fmt.own is None:
            return book
        key = (fmt.id, book.digest, book.options, cards.digest)
        if key not in self._books:
            from deckcheck.law.own_formats import apply_own

            if len(self._books) >= MOST_BOOKS:
                self._books.clear()
            self._books[key] = apply_own(book, fmt.own, fmt.id, cards)
        return self._books[key]
