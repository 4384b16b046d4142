"""One list as text, in the dialect that a program takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter

from deckcheck.app.safe_text import one_line
from deckcheck.verdict.published_lists import PublishedCard

Named = Callable[[PublishedCard], str]

full_name: Named = attrgetter("name")
front_name: Named = attrgetter("front")
mtgo_name: Named = attrgetter("mtgo_name")


def lines(rows: Iterable[PublishedCard], named: Named) -> str:
    """Count and name of each row, one a line."""
    return "\n".join(f"{row.count} {one_line(named(row))}" for row in rows)


def blocks(parts: Iterable[str]) -> str:
    """The parts that hold something, a blank line between them, and a line end."""
    return "\n\n".join(part for part in parts if part) + "\n"
