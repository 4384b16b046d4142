"""Printed sheets: PDF files of registered lists, blank sheets, checklists, slips, packs and pairs.

The writer of PDF files comes in with the first sheet: a server starts without it, and one that prints nothing does
without its memory. `until` is the moment of the clock that only runs on at which a file is given up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from math import inf

from deckcheck.printing.sheets.sheet_contents import Checklist, Paper, Sheet, Slip
from deckcheck.translations import ENGLISH, catalogue, language, speaking


@contextmanager
def said_on_paper() -> Iterator[None]:
    """Say what is printed in the language that is spoken: all of it, or in English if our fonts lack one letter."""
    with speaking(language() if _has_letters(language()) else ENGLISH):
        yield


@cache
def _has_letters(tag: str) -> bool:
    """Whether every letter that a language's sentences are written in can be printed."""
    from deckcheck.printing.pdf.faces import can_print

    said = () if tag == ENGLISH else (message.string or () for message in catalogue(tag) if message.id)
    return can_print(set("".join("".join(words) for words in said)))


def write_sheets(sheets: Iterable[Sheet], paper: Paper, title: str, until: float = inf) -> bytes:
    """All lists in one file, each on pages of its own, with a bookmark to each."""
    from deckcheck.printing.pdf import sheets_file

    return sheets_file.write_sheets(sheets, paper, title, until)


def write_checklists(checklists: Iterable[Checklist], paper: Paper, title: str, until: float = inf) -> bytes:
    """All checklists in one file, each on pages of its own, with a bookmark to each."""
    from deckcheck.printing.pdf import checklist

    return checklist.write_checklists(checklists, paper, title, until)


def write_pairs(pairs: Iterable[tuple[Sheet, Sheet]], paper: Paper, title: str, until: float = inf) -> bytes:
    """The pairs, each on a page across; lists that are longer go on on the next."""
    from deckcheck.printing.pdf import pairs as across

    return across.write_pairs(pairs, paper, title, until)


def write_slips(slips: Iterable[Slip], paper: Paper, title: str, until: float = inf) -> bytes:
    """All slips in one file, with lines to cut along."""
    from deckcheck.printing.pdf import slips as slip_pages

    return slip_pages.write_slips(slips, paper, title, until)
