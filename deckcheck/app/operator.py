"""Whoever runs the machine: on the command line there is no sign-in, and an address that leads nowhere is said so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from deckcheck.app.permissions import NOTHING_HERE
from deckcheck.app.refusals import Hidden, UnusableInput


@contextmanager
def as_operator(slug: str) -> Iterator[None]:
    """Say plainly that no event has the address: nothing is to be hidden from whoever holds the database."""
    try:
        yield
    except Hidden as hidden:
        if str(hidden) != NOTHING_HERE:
            raise
        raise UnusableInput(f'No event has the address "{slug[:60]}".') from None
