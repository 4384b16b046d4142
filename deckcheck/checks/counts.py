"""What taps come to: a pure fold over them, the same in whatever order, and however often, they arrived.

Counts are kept for each judge. Taps of one device go by their number; those of several by when they were made. Two
judges who counted one row either saw the same cards or other ones: until somebody says which, it is a conflict.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from deckcheck.store.states import TapKind

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
