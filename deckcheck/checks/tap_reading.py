"""Taps as phones send them: read and checked before anything is opened."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from deckcheck.app.refusals import UnusableInput
from deckcheck.checks.counts import MOST, Tap
from deckcheck.store.models import CheckTick
from deckcheck.store.states import TapKind
from deckcheck.verdict.layout import read_row_id

AT_ONCE: Final = 500
"""So many taps come in one request; the next ones follow."""
LONGEST: Final = 300
"""No card's name is longer."""
_KEY: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_DEVICE: Final = re.compile(r"[\w.:-]{1,40}", re.ASCII)
_FIRST, _LAST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
_LAST_N: Final = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Op:
    """One tap as a device sends it: of `row` with `delta`, `set` or `decide`, or of `section` with `done`."""

    op: str
    n: int
    at: datetime
    row: str = ""
    delta: int | None = None
    set: int | None = None
    decide: str = ""
    section: str = ""
    done: bool | None = None

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
