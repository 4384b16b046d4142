"""How lists came in, as a drawing: a step line up to now, the roster's size, the deadline; and the numbers behind."""

from __future__ import annotations

from bisect import bisect_right
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from deckcheck.app.time_words import clock_time
from deckcheck.roster.staff_roster import Progress

WIDTH: Final = 560
BASE: Final = 74
"""The foot of the line; labels stand below it."""
TOP: Final = 8
MOST_STEPS: Final = 48
MOST_ROWS: Final = 10
_DAY: Final = timedelta(days=1)


class Label(NamedTuple):
    """A word under the line."""

    x: int
    words: str
    anchor: str


class Drawing(NamedTuple):
    """The geometry in whole units; `deadline` is none where it lies outside. `rows` are moments with lists by then."""

    line: str
    area: str
    now: tuple[int, int]
    size: int
    deadline: int | None
    labels: tuple[Label, ...]
    rows: tuple[tuple[str, int], ...]


def draw(progress: Progress) -> Drawing | None:
    """The drawing; none while nothing has come in."""
    if not progress.at or not progress.size:
        return None
    start, end = progress.at[0], max(progress.deadline or progress.now, progress.now)
    span = max(end - start, timedelta(minutes=1))

    def x_of(moment: datetime) -> int:
        return round(min(max((moment - start) / span, 0), 1) * WIDTH)

    def y_of(count: int) -> int:
        return BASE - round(min(count / progress.size, 1) * (BASE - TOP))

    steps = _steps([(x_of(moment), count) for count, moment in enumerate(progress.at, 1)])
    path = "".join(f"H{x}V{y_of(count)}" for x, count in steps)
    here = x_of(progress.now)
    return Drawing(
        line=f"M0 {BASE}{path}H{here}",
        area=f"M0 {BASE}{path}H{here}V{BASE}Z",
        now=(here, y_of(len(progress.at))),
        size=progress.size,
        deadline=x_of(progress.deadline) if progress.deadline else None,
        labels=tuple(_labels(progress, x_of(progress.deadline) if progress.deadline else None)),
        rows=_rows(progress, start),
    )


def _steps(points: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """At most so many steps: of those that fall together the last one, then every so many."""
    last = dict(points)
    wide = -(-len(last) // MOST_STEPS)
    kept = list(last.items())
    return [step for place, step in enumerate(kept) if (len(kept) - 1 - place) % wide == 0]


def _labels(progress: Progress, deadline: int | None) -> list[Label]:
    first = progress.at[0].astimezone(ZoneInfo(progress.zone))
    same_day = progress.now - progress.at[0] < _DAY
    found = [Label(0, clock_time(progress.at[0], progress.zone) if same_day else f"{first:%a} {first.day}", "start")]
    if deadline is not None and progress.deadline is not None and deadline > 60:
        at = "end" if deadline > WIDTH - 20 else "middle"
        found.append(Label(deadline, clock_time(progress.deadline, progress.zone), at))
    return found


def _rows(progress: Progress, start: datetime) -> tuple[tuple[str, int], ...]:
    """How many had come in by some moments, by day or by hour, the last of them now."""
    step = max((progress.now - start) / MOST_ROWS, timedelta(minutes=1))
    zone, found = ZoneInfo(progress.zone), {}
    for place in range(1, MOST_ROWS + 1):
        moment = min(start + step * place, progress.now)
        local = moment.astimezone(zone)
        found[f"{local:%a} {local.day} {local:%B}, {local:%H:%M}"] = bisect_right(progress.at, moment)
    return tuple(found.items())
