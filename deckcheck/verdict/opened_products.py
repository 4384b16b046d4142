"""Whether a card of a pool can have been opened: in the boosters of its sets, which hold sheets of other sets, too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from deckcheck.verdict.set_lists import SetList


class NotOpened(NamedTuple):
    """Copies of a card that no opened product holds; not `known` where the boosters are not known card by card."""

    count: int  # type: ignore[assignment]  # A field of this name hides tuple.count, which nobody calls.
    name: str
    known: bool
    sets: str

    @property
    def text(self) -> str:
        """A sentence about it."""
        if self.known:
            return f"{self.name} is in no booster of {self.sets}."
        return f"Whether a booster of {self.sets} holds {self.name} is not known here."


def not_opened(
    rows: Iterable[tuple[int, str]], sets: Sequence[SetList], free: Iterable[str] = ()
) -> tuple[NotOpened, ...]:
    """The cards that none of the sets' boosters holds, each once; nothing where no set is named."""
    counts: dict[str, int] = {}
    for count, name in rows:
        counts[name] = counts.get(name, 0) + count
    named, anyway = " or ".join(one.name for one in sets), frozenset(free)
    known = all(one.complete for one in sets)
    return tuple(
        NotOpened(count, name, known, named)
        for name, count in counts.items()
        if sets and name not in anyway and not any(name in one.held for one in sets)
    )
