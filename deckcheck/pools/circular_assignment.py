"""How pools go round: two swap at a table, an odd one makes a ring of three; nobody counts their own, or two."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Pairs = dict[str, str]
"""By owner who counts the pool."""


def give_out(needs: Sequence[str], free: Sequence[str], groups: Iterable[Sequence[str]] = ()) -> Pairs:
    """A counter for each of those who need one, as far as somebody is free; `groups` sit together and come first.

    Whoever needs one and is free is put into rings: each counts the pool of the next one.
    """
    both = [who for who in needs if who in set(free)]
    rings, alone = _rings(both, groups)
    pairs = {owner: counter for ring in rings for owner, counter in zip(ring, [*ring[1:], ring[0]], strict=True)}
    only_needs = [who for who in needs if who not in pairs and who not in alone]
    only_free = [who for who in free if who not in pairs and who not in alone]
    zipped = dict(zip(only_needs, only_free, strict=False))
    if alone:
        zipped = _take_in(alone[0], zipped, only_needs, only_free)
    return pairs | zipped


def _rings(both: Sequence[str], groups: Iterable[Sequence[str]]) -> tuple[list[list[str]], list[str]]:
    """Rings of those who sit together, then of the others in their order, and the one who is left if there is one."""
    wanted, rings = set(both), []
    for group in groups:
        here = [who for who in group if who in wanted]
        if len(here) > 1:
            rings.append(here)
            wanted -= set(here)
    rest = [who for who in both if who in wanted]
    rings += [list(rest[place : place + 2]) for place in range(0, len(rest) - 1, 2)]
    if len(rest) % 2 == 0:
        return rings, []
    if not rings:
        return [], rest[-1:]
    pair = next((ring for ring in reversed(rings) if len(ring) == 2), rings[-1])
    pair.append(rest[-1])
    return rings, []


def _take_in(alone: str, zipped: Pairs, needs: Sequence[str], free: Sequence[str]) -> Pairs:
    """Let the one who is left count for somebody else, and somebody else count theirs."""
    unserved, idle = list(needs[len(zipped) :]), list(free[len(zipped) :])
    if unserved:
        return {**zipped, unserved[0]: alone}
    if idle:
        return {**zipped, alone: idle[0]}
    if not zipped:
        return zipped
    owner, counter = next(reversed(zipped.items()))
    return {**zipped, owner: alone, alone: counter}
