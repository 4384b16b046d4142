"""Which column of a table says what: by the headings of the columns, else by what they hold.

A number is taken for a count where its heading says so, or where it can be nothing else. Mana values, prices, years,
collector numbers and the copies that somebody owns are numbers, too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from deckcheck.decklist import lazy
from deckcheck.decklist.decks import Remark
from deckcheck.decklist.line_parser import ASIDE, MAIN, SAME, heading_key
from deckcheck.decklist.tables.rows import Row
from deckcheck.decklist.tables.words import FILLERS, HEADS, NAME_OR_COUNT, NAMES, NO, YES, Role, head
from deckcheck.decklist.written_counts import are_places
from deckcheck.translations import gettext_noop

_COUNT: Final = lazy.regex(r"[xX×]?\s?(\d{1,9})(?:[.,]0{1,2})?\s?[xX×]?")
_COUNTED: Final = lazy.regex(r"(?:\d{1,2}\s?[xX×]?|[xX×]\s?\d{1,2})\s+[^\W\d]")
_SPACES: Final = str.maketrans(dict.fromkeys("\u00a0\u202f\u2009\u3000", " ") | {0xFF10 + n: str(n) for n in range(10)})
_NO_NAME: Final = lazy.regex(
    r"(?:[$€£¥]|USD|EUR)?\s?-?\d[\d.,:/ -]*(?:[$€£¥]|USD|EUR|tix|%)?|[A-Z0-9{}/_-]{1,8}"
    r"|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}.*|[0-9a-f]{8}-[0-9a-f-]{27}|https?://\S+|[-–—.?*✓]+"
)
_CODE: Final = lazy.regex(r"[A-Za-z0-9_]{2,10}")
MOST_COPIES: Final = 99
_DECKS: Final = frozenset((40, 60, 72, 75, 80, 87, 95, 98, 99, 100))
"""As many cards as decks have, with their sideboards and without."""
_MOST_RISING: Final = 10
_LOOKED_AT: Final = 200
_MOST_LISTS: Final = 12
"""More columns of cards than these stand side by side in no list."""


class Block(NamedTuple):
    """One list within a table: the columns that say what; most tables are one, two lists side by side are two.

    `by_section` are columns with the copies in a section, `flags` columns that say yes or no to one. `section` is
    that of all cards of the block, if its heading names one. `sure`: whether the counts can be nothing else.
    """

    names: tuple[int, ...]
    counts: tuple[int, ...] = ()
    parts: tuple[int, ...] = ()
    by_section: tuple[tuple[int, str], ...] = ()
    flags: tuple[tuple[int, str], ...] = ()
    section_at: int = -1
    category_at: int = -1
    set_at: int = -1
    collector_at: int = -1
    section: str = ""
    sure: bool = True
    fills_down: bool = False
    """Whether a blank section means that of the row above."""

    @property
    def says_section(self) -> bool:
        """Whether each row says itself which section it is of."""
        return bool(self.by_section or self.flags) or self.section_at >= 0 or self.category_at >= 0


class Layout(NamedTuple):
    """The blocks of a table and its headings."""

    blocks: tuple[Block, ...]
    heads: tuple[str, ...] = ()

    def says(self) -> Remark:
        """What the player should know of it."""
        if len(self.blocks) != 1 and self.blocks[0].section:
            return BY_HEADINGS
        if len(self.blocks) != 1:
            told = gettext_noop(
                "No heading says which of the lists side by side is the sideboard: all are read as the main deck."
            )
            return Remark(told)
        block = self.blocks[0]
        if not block.sure:
            told = gettext_noop(
                'No column is surely the count. Name the columns in a first line, such as "Count" and "Name".'
            )
            return Remark(told)
        counts = [*(block.counts or block.parts), *(at for at, _ in block.by_section)]
        places = [at for at in (block.section_at, block.category_at, *(at for at, _ in block.flags)) if at >= 0]
        columns = {"counts": counts, "names": block.names[:1], "sections": places}
        named = {key: tuple(map(self._name, ats)) for key, ats in columns.items() if ats}
        return Remark(_AS_TABLE[bool(counts), bool(places)], columns=named)

    def _name(self, at: int) -> str:
        return f'"{self.heads[at]}"' if at < len(self.heads) and self.heads[at] else str(at + 1)


BY_HEADINGS: Final = Remark(gettext_noop("The lists side by side are read by their headings."))
_AS_TABLE: Final = {
    (True, True): gettext_noop("Read as a table: counts from {counts}, names from {names}, sections from {sections}."),
    (True, False): gettext_noop("Read as a table: counts from {counts}, names from {names}."),
    (False, True): gettext_noop("Read as a table: names from {names}, sections from {sections}."),
    (False, False): gettext_noop("Read as a table: names from {names}."),
}
"""What is said of a table that has columns of counts, and of sections, or not."""


def count_in(cell: str) -> int | None:
    """The count that a cell is: "4", "4x", "x4", "4,0"; nothing for any other number or text."""
    found = _COUNT.fullmatch(cell if cell.isascii() else cell.translate(_SPACES).strip())
    return int(found[1]) if found else None


def is_counted(cell: str) -> bool:
    """Whether the cell is a count and a name."""
    return bool(_COUNTED.match(cell))


def section_of(cell: str, words: Mapping[str, str]) -> str | None:
    """The section that a cell names, the first of several; nothing if its word is not known."""
    if "{nodeck}" in cell.casefold():
        return ASIDE
    first = re.split(r"[,;/|+{]", cell, maxsplit=1)[0]
    key = heading_key(first.strip()) or first.strip().casefold()
    return words.get(key, _MORE.get(key))


_MORE: Final = {"acquire": ASIDE, "wish": ASIDE, "removed": ASIDE, "cut": ASIDE, "m": MAIN, "s": "sideboard"}
_FLAGS: Final = {
    **dict.fromkeys(("sideboarded", "in sideboard", "is sideboard", "is side", "in side"), "sideboard"),
    **dict.fromkeys(("is commander", "commander"), "commander"),
    **dict.fromkeys(("is companion",), "companion"),
    **dict.fromkeys(("is maybeboard", "in maybeboard", "is maybe"), ASIDE),
}


def is_head(cells: Sequence[str]) -> bool:
    """Whether a row heads the columns: one of its cells is a word for names or counts, another a word as well."""
    if len(cells) < 2 or any(count_in(cell) is not None for cell in cells):
        return False
    roles = [HEADS.get(head(cell)) for cell in cells if cell and len(cell) <= 40]
    known = [role for role in roles if role]
    if len(known) < 2:
        return False
    if known.count(Role.PLACE) > 1 and len(known) == len(roles):
        return True
    return any(role in NAMES or role in (Role.COUNT, Role.PART) for role in known) and len(known) * 3 >= len(roles)


def labels_in(cells: Sequence[str], words: Mapping[str, str]) -> dict[int, str]:
    """The columns headed by sections or groups of the deck, if two are and nothing else is but names and counts."""
    found: dict[int, str] = {}
    for at, cell in enumerate(cells):
        key = heading_key(cell) if cell else ""
        if key in words:
            found[at] = words[key]
        elif cell and HEADS.get(head(cell)) not in (Role.COUNT, *NAMES):
            return {}
    return found if len(found) > 1 else {}


class _Sample:
    """What the columns of a table hold, by its first rows."""

    def __init__(self, rows: Sequence[Row]) -> None:
        full = [row for row in rows if len(row.filled) > 1]
        self._rows = full[:_LOOKED_AT]
        self.width = max((len(row.cells) for row in self._rows), default=0)

    def values(self, at: int) -> list[str]:
        """What stands in a column."""
        return [cell for row in self._rows if (cell := row.cell(at))]

    def counts(self, at: int) -> list[int]:
        """The numbers of a column that holds nothing else and none too great for copies; else nothing."""
        values = self.values(at)
        found = [count for cell in values if (count := count_in(cell)) is not None and count <= MOST_COPIES]
        return found if values and len(found) == len(values) else []

    def wholes(self, at: int) -> list[int]:
        """The same where no number has decimals, as prices have."""
        return [] if any("." in cell or "," in cell for cell in self.values(at)) else self.counts(at)

    def holds_text(self, at: int) -> bool:
        """Whether most cells of a column may be names."""
        values = self.values(at)
        texts = [cell for cell in values if not _NO_NAME.fullmatch(cell) and count_in(cell) is None]
        named = sum(cell.casefold() not in FILLERS for cell in texts)
        return bool(values) and named * 2 > len(values)

    def holds_counted(self, at: int) -> bool:
        """Whether most cells of a column are a count and a name."""
        values = self.values(at)
        return bool(values) and sum(map(is_counted, values)) * 2 > len(values)

    def holds_codes(self, at: int) -> bool:
        """Whether a column holds the codes of sets, not their names."""
        values = self.values(at)
        return bool(values) and all(map(_CODE.fullmatch, values))

    def is_yes_no(self, at: int) -> bool:
        """Whether a column says yes and no in words; ones and noughts may be counts."""
        values = {cell.casefold() for cell in self.values(at)}
        return bool(values) and values <= YES | NO and not values <= {"0", "1"}

    def differs(self, at: int) -> bool:
        """Whether hardly a text of a column comes twice, as among the names of a list."""
        values = self.values(at)
        return len(set(values)) * 10 >= len(values) * 9

    def most_different(self, places: Sequence[int]) -> int:
        """The column of these with the most different texts, the leftmost of equals; -1 if there is none."""
        return max(places, key=lambda at: (len(set(self.values(at))), -at), default=-1)


def layout_of(heads: Sequence[str], rows: Sequence[Row], words: Mapping[str, str], labels: Mapping[int, str]) -> Layout:
    """What the columns say. `heads` is empty where the table has none; `labels` are sections over its columns."""
    sample = _Sample(rows)
    labels = {at: section for at, section in labels.items() if sample.values(at) or sample.values(at + 1)}
    starts = _starts(heads, sample, labels)
    if not 1 < len(starts) <= _MOST_LISTS:
        block = _block(heads, sample, (0, max(sample.width, len(heads))), words)
        return Layout((block,) if block else (), tuple(heads))
    ends = [*starts[1:], max(sample.width, len(heads))]
    blocks = []
    for start, end in zip(starts, ends, strict=True):
        block = _block(heads, sample, (start, end), {})
        section = next((labels[at] for at in range(start, end) if at in labels), "")
        if block:
            blocks.append(block._replace(section=(section or MAIN) if labels else ""))
    return Layout(tuple(blocks), tuple(heads))


def _starts(heads: Sequence[str], sample: _Sample, labels: Mapping[int, str]) -> list[int]:
    """Where lists begin that stand side by side."""
    roles = [HEADS.get(head(cell)) for cell in heads]
    if any(sample.counts(at) or sample.is_yes_no(at) for at in labels if _heads_itself(heads, sample, at)):
        return [0]
    if labels:
        before = all(at and roles[at - 1 : at] == [Role.COUNT] for at in labels)
        return [0, *sorted(at - before for at in labels)[1:]]
    if heads:
        kinds = [role for role in roles if role in (Role.COUNT, Role.NAME)]
        half = len(kinds) // 2
        if len(kinds) < 4 or kinds != [*kinds[:2]] * half:
            return [0]
        return [at for at, role in enumerate(roles) if role is kinds[0]]
    counted = [at for at in range(sample.width) if sample.holds_counted(at)]
    if counted:
        return counted if len(counted) > 1 else [0]
    pairs = [at for at in range(sample.width - 1) if sample.counts(at) and sample.holds_text(at + 1)]
    pairs = [at for at in pairs if sample.differs(at + 1)]
    return pairs if len(pairs) > 1 and pairs[0] == 0 else [0]


def _heads_itself(heads: Sequence[str], sample: _Sample, at: int) -> bool:
    """Whether a section heads this column alone, not one of counts and one of names."""
    if at < len(heads) and HEADS.get(head(heads[at])) in (Role.COUNT, *NAMES):
        return False
    return bool(heads[at + 1 : at + 2] and heads[at + 1]) or not sample.holds_text(at + 1)


def _block(heads: Sequence[str], sample: _Sample, span: tuple[int, int], words: Mapping[str, str]) -> Block | None:
    """The block of the columns from the first of the span to the one before the last."""
    roles: dict[Role, list[int]] = {}
    flags: list[tuple[int, str]] = []
    by_section: list[tuple[int, str]] = []
    empty: list[tuple[int, str]] = []
    for at in range(*span):
        word = heads[at] if at < len(heads) else ""
        section = _FLAGS.get(head(word), words.get(heading_key(word), SAME)) if word else SAME
        if section and (sample.is_yes_no(at) or (head(word) in _FLAGS and sample.counts(at))):
            flags.append((at, section))
        elif section and sample.counts(at):
            by_section.append((at, section))
        elif section == MAIN and not sample.values(at):
            empty.append((at, section))
        elif role := _role(word, sample, at):
            roles.setdefault(role, []).append(at)
    names = [at for role in NAMES for at in roles.get(role, ()) if sample.values(at)]
    names = names or _text_column(sample, span, roles, bool(heads))
    if not names:
        return None
    single = {role: places[0] for role, places in roles.items()}
    block = Block(
        names=tuple(names),
        counts=tuple(roles.get(Role.COUNT, ())),
        parts=tuple(roles.get(Role.PART, ())),
        by_section=(*by_section, *empty) if by_section else (),
        flags=tuple(flags),
        section_at=single.get(Role.SECTION, -1),
        category_at=single.get(Role.CATEGORY, -1),
        set_at=next((at for at in roles.get(Role.SET, ()) if sample.holds_codes(at)), -1),
        collector_at=single.get(Role.COLLECTOR, -1),
    )
    return _with_counts(_with_sections(block, sample, words), sample, span, roles)


def _role(word: str, sample: _Sample, at: int) -> Role | None:
    key = head(word) if word else ""
    if key == NAME_OR_COUNT:
        return Role.COUNT if sample.counts(at) else Role.NAME
    role = HEADS.get(key)
    if role in NAMES and sample.counts(at):
        return Role.NUMBER
    return None if role is Role.PLACE else role


def _text_column(
    sample: _Sample, span: tuple[int, int], roles: Mapping[Role, Sequence[int]], headed: bool
) -> list[int]:
    """The column that holds the names, where no heading says which."""
    known = {at for places in roles.values() for at in places} if headed else set()
    free = [at for at in range(*span) if at not in known]
    counted = [at for at in free if sample.holds_counted(at)]
    found = sample.most_different(counted or [at for at in free if sample.holds_text(at)])
    return [found] if found >= 0 else []


def _with_sections(block: Block, sample: _Sample, words: Mapping[str, str]) -> Block:
    """The block without a column for sections that names none, and with what its blanks mean."""
    at = block.section_at
    if at < 0:
        return block
    named = [section_of(cell, words) for cell in sample.values(at)]
    if not any(section is not None for section in named):
        return block._replace(section_at=-1)
    return block._replace(fills_down=MAIN in named)


def _with_counts(block: Block, sample: _Sample, span: tuple[int, int], roles: Mapping[Role, Sequence[int]]) -> Block:
    """The block with the column of its counts, or in doubt whether it has one."""
    if block.counts or block.parts or any(section == MAIN for _, section in block.by_section):
        return block
    if sample.holds_counted(block.names[0]):
        return block
    said = {at for role, places in roles.items() if role is not Role.NUMBER for at in places}
    whole = [at for at in range(*span) if at not in said and sample.wholes(at)]
    numbers = [at for at in whole if not _are_rows(sample.wholes(at))]
    if not numbers:
        # Up to nine in a row may be counts; nobody plays 1, 2, 3 and so on up to ten copies.
        may_be = [at for at in whole if len(sample.wholes(at)) < _MOST_RISING and at not in roles.get(Role.NUMBER, ())]
        return block._replace(counts=tuple(may_be[:1]), sure=not may_be)
    meant = next((at for at in numbers if at < block.names[0]), numbers[0])
    return block._replace(counts=(meant,), sure=not block.by_section and _is_sure(meant, numbers, block, sample, span))


def _is_sure(meant: int, numbers: Sequence[int], block: Block, sample: _Sample, span: tuple[int, int]) -> bool:
    """Whether a column without a known heading is the count: alone in front of the name, or beside it and no other.

    Where another may be, it is if the numbers of this one alone make up a deck.
    """
    if 0 in sample.wholes(meant):
        return False
    if meant > block.names[0]:
        return sum(bool(sample.values(at)) for at in range(*span)) == 2
    others = [sum(sample.wholes(at)) for at in numbers if at != meant]
    return not others or (sum(sample.wholes(meant)) in _DECKS and not any(size in _DECKS for size in others))


def _are_rows(numbers: list[int]) -> bool:
    """Whether the numbers count the rows."""
    return are_places(numbers) is True
