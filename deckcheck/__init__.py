"""Deckcheck says whether a deck list is legal for an event on the day it is played.

`check`, `compare`, `parse`, `find` and `formats` are what a program uses; docs/library.md shows each. They are loaded
when they are first asked for, so that whatever needs one part of Deckcheck loads that part alone.
"""

from typing import TYPE_CHECKING

from deckcheck.version import __version__ as __version__

if TYPE_CHECKING:
    from deckcheck.library import (
        Card,
        Comparison,
        Deck,
        DeckcheckError,
        ErrorKind,
        FormatFacts,
        KnownTo,
        Line,
        LineKind,
        Match,
        Outcome,
        ParsedList,
        Platform,
        Problem,
        Report,
        Severity,
        Verdict,
        check,
        compare,
        find,
        formats,
        parse,
    )

__all__ = [
    "Card",
    "Comparison",
    "Deck",
    "DeckcheckError",
    "ErrorKind",
    "FormatFacts",
    "KnownTo",
    "Line",
    "LineKind",
    "Match",
    "Outcome",
    "ParsedList",
    "Platform",
    "Problem",
    "Report",
    "Severity",
    "Verdict",
    "check",
    "compare",
    "find",
    "formats",
    "parse",
]


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


if not TYPE_CHECKING:  # A type checker would take it as leave for any name at all.

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        import deckcheck.library

        found = globals()[name] = getattr(deckcheck.library, name)
        return found
