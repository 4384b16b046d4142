"""One list as text, in the dialect that a program takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter

from deckcheck.app.safe_text import one_line, utf8
from deckcheck.publication.exports.shape import text_dialects
from deckcheck.verdict.published_lists import PublishedCard, PublishedList

Named = Callable[[PublishedCard], str]

full_name: Named = attrgetter("name")
front_name: Named = attrgetter("front")
mtgo_name: Named = attrgetter("mtgo_name")


def list_text(listed: PublishedList, dialect: str) -> str:
    """The list in a dialect, ending with a line end; raises ValueError if there is no such dialect."""
    known = {**text_dialects("mtg"), **text_dialects("ga")}
    if dialect not in known:
        raise ValueError(f"No dialect is called {dialect!r}; there are {', '.join(sorted(known))}.")
    return known[dialect].write(listed)


def write_text(listed: PublishedList, dialect: str) -> bytes:
    """The list in a dialect as a file."""
    return utf8(list_text(listed, dialect))


def lines(rows: Iterable[PublishedCard], named: Named) -> str:
    """Count and name of each row, one a line."""
    return "\n".join(f"{row.count} {one_line(named(row))}" for row in rows)


def blocks(parts: Iterable[str]) -> str:
    """The parts that hold something, a blank line between them, and a line end."""
    return "\n\n".join(part for part in parts if part) + "\n"
