"""Taps as phones send them, read and checked before anything is opened; and what they come to.

They come to the same in whatever order, and however often, they arrived. Counts are kept for each judge. Taps of one
device go by their number; those of several by when they were made. Two judges who counted one row either saw the same
cards or other ones: until somebody says which, it is a conflict.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Annotated, Final

from pydantic import AwareDatetime, Field

from deckcheck.app.fields import Word, Yes, one_of
from deckcheck.app.refusals import UnusableInput
from deckcheck.decklist import lazy
from deckcheck.store.models import CheckTick
from deckcheck.store.states import TapKind
from deckcheck.verdict.layout import read_row_id

AT_ONCE: Final = 500
"""So many taps come in one request; the next ones follow."""
LONGEST: Final = 300
"""No card's name is longer."""
_KEY: Final = lazy.regex(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_DEVICE: Final = lazy.regex(r"[\w.:-]{1,40}", re.ASCII)
_FIRST, _LAST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
_LAST_N: Final = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Op:
    """One tap as a device sends it: of `row` with `delta`, `set` or `decide`, or of `section` with `done`."""

    op: Annotated[str, Field(strict=True, pattern=rf"^{_KEY.pattern}$", description="A UUID.")]
    n: Annotated[int, Field(strict=True, ge=0, le=_LAST_N)]
    at: AwareDatetime
    row: Annotated[str, Field(strict=True, max_length=LONGEST, examples=["main:Lightning Bolt"])] = ""
    delta: Annotated[int | None, Field(strict=True, ge=-MOST, le=MOST)] = None
    set: Annotated[int | None, Field(strict=True, ge=0, le=MOST)] = None
    decide: Annotated[str, one_of(("", TapKind.SAME, TapKind.SUM))] = ""
    section: Word = ""
    done: Yes | None = None

    def meant(self) -> tuple[TapKind, str, int]:
        """Its kind, what it is about, and its number."""
        kinds: list[tuple[TapKind, str, int]] = []
        if self.delta is not None:
            kinds.append((TapKind.DELTA, self.row, self.delta))
        if self.set is not None:
            kinds.append((TapKind.SET, self.row, self.set))
        if self.decide:
            kinds.append((_decision(self.decide), self.row, 0))
        if self.done is not None:
            kinds.append((TapKind.DONE if self.done else TapKind.OPEN, self.section, 0))
        if len(kinds) != 1:
            raise UnusableInput("A tap says one thing: delta, set, decide, or done for a section.")
        return kinds[0]


def _decision(word: str) -> TapKind:
    if word not in {TapKind.SAME, TapKind.SUM}:
        raise UnusableInput('A conflict is decided by "same" or "sum".')
    return TapKind(word)


def taps_of(judge: str, device: str, ops: Sequence[Op], sections: Collection[str]) -> tuple[Tap, ...]:
    """The taps of one request; refused whole where one says nothing that can be kept, of one of the `sections`."""
    if not _DEVICE.fullmatch(device):
        raise UnusableInput("A device is named by up to 40 letters and digits.")
    if len(ops) > AT_ONCE:
        raise UnusableInput(f"{len(ops)} taps came at once; {AT_ONCE} are the most.")
    return tuple(_tap(judge, device, op, sections) for op in ops)


def _tap(judge: str, device: str, op: Op, sections: Collection[str]) -> Tap:
    kind, about, value = op.meant()
    if not _KEY.fullmatch(op.op):
        raise UnusableInput("The key of a tap is a UUID in small letters.")
    if not 0 <= op.n <= _LAST_N or not -MOST <= value <= MOST or (kind is TapKind.SET and value < 0):
        raise UnusableInput(f"A tap counts from 0 to {MOST}.")
    section = about if kind in {TapKind.DONE, TapKind.OPEN} else read_row_id(about).section
    if section not in sections or len(about) > LONGEST or not about.isprintable():
        raise UnusableInput("A row is named by its section and card: main:Lightning Bolt.")
    aware = op.at if op.at.tzinfo else op.at.replace(tzinfo=UTC)
    return Tap(op.op, device, op.n, judge, min(max(aware, _FIRST), _LAST).astimezone(UTC), kind, about, value)


def kept(tick: CheckTick) -> Tap:
    """A tap that was kept."""
    return Tap(tick.op, tick.device, tick.n, tick.judge, tick.at, tick.kind, tick.row, tick.value)


def to_keep(check: str, tap: Tap, arrived: datetime, *, late: bool) -> CheckTick:
    """The row for a tap."""
    return CheckTick(
        check=check,
        op=tap.op,
        device=tap.device,
        n=tap.n,
        judge=tap.judge,
        kind=str(tap.kind),
        row=tap.row,
        value=tap.value,
        at=tap.at,
        arrived=arrived,
        late=late,
    )


MOST: Final = 999
"""No row is counted further."""


@dataclass(frozen=True, slots=True)
class Tap:
    """One tap. `n` counts those of its device; `row` is a row's key, or a section for DONE and OPEN."""

    op: str
    device: str
    n: int
    judge: str
    at: datetime
    kind: TapKind
    row: str
    value: int = 0


@dataclass(frozen=True, slots=True)
class Counted:
    """What was counted: by row and judge, how conflicts were decided, and which sections are done."""

    rows: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    meant: Mapping[str, TapKind] = field(default_factory=dict)
    done: frozenset[str] = frozenset()

    def by(self, row: str) -> dict[str, int]:
        """Who has counted something of a row, and how much."""
        return {judge: count for judge, count in self.rows.get(row, {}).items() if count}

    def is_conflict(self, row: str) -> bool:
        """Whether several judges counted the row, and nobody has said what that means."""
        return row not in self.meant and len(self.by(row)) > 1

    def total(self, row: str) -> int:
        """How many cards of the row were seen; while that is in conflict, what the one who saw most has seen."""
        counts = self.by(row).values()
        return sum(counts) if self.meant.get(row) is TapKind.SUM else max(counts, default=0)

    def totals(self) -> dict[str, int]:
        """The rows of which something was seen."""
        found = {row: self.total(row) for row in self.rows}
        return {row: count for row, count in found.items() if count}

    def conflicts(self) -> tuple[str, ...]:
        """The rows in conflict, in order."""
        return tuple(sorted(row for row in self.rows if self.is_conflict(row)))


def count(taps: Iterable[Tap]) -> Counted:
    """What taps come to; one that is there twice counts once."""
    rows: dict[str, dict[str, int]] = {}
    meant: dict[str, TapKind] = {}
    done: set[str] = set()
    for tap in _in_order({tap.op: tap for tap in taps}.values()):
        if tap.kind in {TapKind.SAME, TapKind.SUM}:
            meant[tap.row] = tap.kind
        elif tap.kind is TapKind.DONE:
            done.add(tap.row)
        elif tap.kind is TapKind.OPEN:
            done.discard(tap.row)
        else:
            counts = rows.setdefault(tap.row, {})
            before = counts.get(tap.judge, 0) if tap.kind is TapKind.DELTA else 0
            counts[tap.judge] = min(MOST, max(0, before + tap.value))
    return Counted(rows, meant, frozenset(done))


def _in_order(taps: Iterable[Tap]) -> Iterator[Tap]:
    """Taps as they were made: within a device by their number, whatever its clock did meanwhile."""
    latest: dict[str, datetime] = {}
    placed = []
    for tap in sorted(taps, key=lambda tap: (tap.device, tap.n, tap.op)):
        at = max(tap.at, latest.get(tap.device, tap.at))
        latest[tap.device] = at
        placed.append(((at, tap.device, tap.n, tap.op), tap))
    return (tap for _, tap in sorted(placed, key=lambda pair: pair[0]))
