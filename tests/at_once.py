"""Acts that begin at the same moment, each in a thread of its own, and what came of each."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from deckcheck.app.refusals import Refused


def all_at_once(*acts: Callable[[], Any]) -> list[Any]:
    """What each act gave or was refused with, all begun at the same moment; whatever else goes wrong is raised."""
    gate, told = threading.Barrier(len(acts)), [None] * len(acts)
    broken: list[BaseException] = []

    def run(place: int, act: Callable[[], Any]) -> None:
        gate.wait()
        try:
            told[place] = act()
        except Refused as refused:
            told[place] = refused  # type: ignore[call-overload]
        except BaseException as fault:  # noqa: BLE001  # A thread would swallow it.
            broken.append(fault)

    threads = [threading.Thread(target=run, args=(place, act)) for place, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if broken:
        raise broken[0]
    return told
