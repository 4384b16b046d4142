"""Whether a stage registers pools, from which sets, and of how many cards: settings of Limited stages (MTR 7.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from deckcheck.app.context import App
from deckcheck.app.refusals import BadSettings
from deckcheck.law.formats import Format, FormatError
from deckcheck.lists.event_terms import pool_kind

OWN: Final = "own"
OTHER: Final = "other"
WAYS: Final = ("", OWN, OTHER)
"""None are registered; everybody registers their own; the player across does."""
MOST_SETS: Final = 12
LARGEST: Final = 999


@dataclass(frozen=True, slots=True)
class PoolRules:
    """How a stage registers pools: the way, the codes of the sets opened, and the size of a pool if it is known."""

    way: str = ""
    sets: tuple[str, ...] = ()
    size: int | None = None


def settle_pools(wanted: PoolRules, title: str, lists_from: str, fmt: Format, app: App) -> PoolRules:
    """The rules with the codes as the catalogue has them; refused where no pools can be. A size of 0 is none."""
    if wanted.way not in WAYS:
        raise BadSettings(f'"{wanted.way[:40]}" is no way to register pools. Use own or other, or leave it empty.')
    if not wanted.way:
        return PoolRules()
    if pool_kind(fmt) != "limited":
        raise BadSettings(f"{fmt.title} is not played from a pool. Only Limited events register pools.")
    if lists_from:
        raise BadSettings(f"{title} is played with the lists of an earlier stage. Pools are registered there.")
    if wanted.size is not None and not 0 <= wanted.size <= LARGEST:
        raise BadSettings(f"{wanted.size} cards in a pool; the limit is {LARGEST}.")
    return PoolRules(wanted.way, _codes(wanted.sets, fmt.game, app), wanted.size or None)


def has_pools(title: str, app: App) -> bool:
    """Whether a format is played from pools; one that this installation no longer has is not."""
    try:
        return pool_kind(app.format(title)) == "limited"
    except FormatError:
        return False


def _codes(sets: Sequence[str], game: str, app: App) -> tuple[str, ...]:
    if len(sets) > MOST_SETS:
        raise BadSettings(f"{len(sets)} sets; the limit is {MOST_SETS}.")
    found = []
    for code in sets:
        known = app.set_list(game, code)
        if known is None:
            raise BadSettings(f'No set of {app.reference.games[game].title} has the code "{code[:12]}".')
        found.append(known.code)
    return tuple(dict.fromkeys(found))
