"""One list as text, in the forms that programs take.

Arena: headings, no set codes, front faces; Moxfield, Archidekt and most others read it too. A split card keeps both
names: Arena has asked for them since 2020. What Arena knows no heading for stands under ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Final

from deckcheck.app.safe_text import one_line
from deckcheck.decklist.line_reader import SPACING_FROM
from deckcheck.publication.exports.rows import POOL, sections_of, size_of, two_decks
from deckcheck.publication.exports.shape import TWO_DECKS, ListForm
from deckcheck.verdict.published_lists import PublishedCard, PublishedList

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


_OF_ARENA: Final = {"main": "Deck", "signature_spell": "Signature Spell", "stickers": "Sticker sheets"}
_LEADERS: Final = ("commander", "signature_spell", "companion")
"""Who leads stands under the heading that Arena has for it, above the main deck of Moxfield's bulk edit."""


def _heading(section: str) -> str:
    """The id of a section as words."""
    return section.replace("_", " ").capitalize()


def _arena_heading(section: str) -> str:
    return _OF_ARENA.get(section) or _heading(section)


def _write_arena(listed: PublishedList) -> str:
    sections = sections_of(listed)
    named = (f"{_arena_heading(s)}\n{lines(rows, front_name)}" for s, rows in sections.items() if s != POOL)
    return blocks(named)


def _write_headed(listed: PublishedList) -> str:
    """A heading above each section, for games that no program has a form of its own for."""
    sections = sections_of(listed)
    return blocks(f"{_heading(s)}\n{lines(rows, full_name)}" for s, rows in sections.items() if s != POOL)


def _moxfield_parts(listed: PublishedList) -> Iterator[str]:
    """The main deck under no heading, `SIDEBOARD:` above the sideboard."""
    for section, rows in sections_of(listed).items():
        if section == "main":
            yield lines(rows, full_name)
        elif section in _LEADERS:
            yield f"{_arena_heading(section)}\n{lines(rows, full_name)}"
        elif section != POOL:
            yield f"{_arena_heading(section).upper()}:\n{lines(rows, full_name)}"


def _write_moxfield(listed: PublishedList) -> str:
    return blocks(_moxfield_parts(listed))


def _write_mtgo(listed: PublishedList) -> str:
    """The main deck, a blank line, the sideboard with whoever leads the deck."""
    main, side = two_decks(listed, supplementary=True)
    # Behind so small a main deck a blank line would say nothing: it is read as spacing.
    marked = ("Sideboard\n" if side and size_of(side) >= SPACING_FROM * size_of(main) else "") + lines(side, mtgo_name)
    return blocks((lines(main, mtgo_name), marked))


_CATEGORIES: Final = {"main": "", "commander": "Commander{top}"}


def _write_archidekt(listed: PublishedList) -> str:
    """`1x Duress [Sideboard]`: the section in brackets behind the card, none behind those of the main deck."""
    sections = sections_of(listed).items()
    rows = [(row, _CATEGORIES.get(s, _arena_heading(s))) for s, rows in sections if s != POOL for row in rows]
    return "".join(
        f"{row.count}x {one_line(row.name)}{f' [{category}]' if category else ''}\n" for row, category in rows
    )


ARENA = ListForm("arena", "Arena", _write_arena)
HEADED = ListForm("text", "Plain text", _write_headed)
MOXFIELD = ListForm("moxfield", "Moxfield", _write_moxfield)
MTGO = ListForm("mtgo", "Magic Online", _write_mtgo, apart=TWO_DECKS)
ARCHIDEKT = ListForm("archidekt", "Archidekt", _write_archidekt)
