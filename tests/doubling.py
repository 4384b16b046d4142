"""How the work of a function grows with its input: the processor's time in its own thread, the least of some runs."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

Made = TypeVar("Made")

MOST: Final = 2.5
"""Double the input may be so many times the work at most."""
TOO_LITTLE: Final = 0.008
"""Work of fewer seconds is not divided by: it is too little to be measured."""
RUNS: Final = 20
"""So often a factor that is too high is measured again at most: the least of many runs has the least of other work."""


def factor_of(costs: list[float]) -> float:
    """By what the work grows with the last doubling, beside that of next to nothing.

    The costs are of that, of half the largest input, of all of it. Work that outgrows its input does so most at the
    largest; below, what is always done (the blank lines of a page) hides how it grows.
    """
    base, half, whole = costs
    return (whole - base) / max(half - base, TOO_LITTLE)


@contextmanager
def nothing_collected() -> Iterator[None]:
    """Within it no garbage is collected, nor looked through what was there before, which costs more the more it is."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


def growth_of_work(made: Callable[[int], Made], work: Callable[[Made], object], size: int) -> float:
    """By what the work grows from half an input of some size to all of it; each run has an input of its own."""
    parts = (1, size // 2, size)
    work(made(1))
    with nothing_collected():
        costs = [_seconds(work, made(part)) for part in parts]
        for _ in range(RUNS):
            if factor_of(costs) <= MOST:
                break
            costs = [min(cost, _seconds(work, made(part))) for cost, part in zip(costs, parts, strict=True)]
    return factor_of(costs)


def _seconds(work: Callable[[Made], object], given: Made) -> float:
    begun = time.thread_time()
    work(given)
    return time.thread_time() - begun
