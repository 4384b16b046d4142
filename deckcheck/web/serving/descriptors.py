"""How many files a process may open, which also limits the connections that a worker holds."""

from __future__ import annotations

import resource
from typing import Final

from deckcheck.app.refusals import UnusableInput

MOST: Final = 1_000
"""So many connections a worker holds at once where the machine allows it."""
FEWEST: Final = 100
"""Fewer are not worth a start: browsers hold several each."""
BESIDE: Final = 200
"""For the database, the logs, mail, webhooks and the program itself."""


def connections_allowed() -> int:
    """For how many connections of a worker the limit is enough, once it is raised as far as need be and as it may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _capped(MOST + BESIDE, hard)
    if not _is_enough(soft, wanted):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    allowed = _capped(MOST + BESIDE, soft) - BESIDE
    if allowed < FEWEST:
        raise UnusableInput(
            f"A process may open {soft} files here, and each worker needs at least {FEWEST + BESIDE}: raise the hard "
            f"limit (ulimit -Hn, or LimitNOFILE= of systemd) to {MOST + BESIDE} before you serve."
        )
    return allowed


def too_few(allowed: int) -> str:
    """What is told of a limit that is enough to serve, but not for as many connections as usual."""
    if allowed >= MOST:
        return ""
    return (
        f"A process may open {allowed + BESIDE} files here, so each worker holds {allowed} connections at once; "
        f"a hard limit of {MOST + BESIDE} (LimitNOFILE= of systemd) allows {MOST}."
    )


def _capped(wanted: int, limit: int) -> int:
    return wanted if limit == resource.RLIM_INFINITY else min(wanted, limit)


def _is_enough(limit: int, wanted: int) -> bool:
    return limit == resource.RLIM_INFINITY or limit >= wanted
