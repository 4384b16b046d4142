"""A desk for tests: the product's law and cards, a database of the test's own, and a clock that it sets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Final

from deckcheck.app.context import App
from deckcheck.app.live import LiveData
from deckcheck.decklist.cards import CardIndex
from deckcheck.settings import Settings
from deckcheck.wiring import build_desk, open_store

START: Final = datetime(2026, 6, 13, 8, 0, tzinfo=UTC)
KEY: Final = "0123456789abcdefghijklmnopqrstuv" * 2
"""Long enough to start with, and no secret."""


class Clock:
    """The moment as the test set it."""

    def __init__(self, at: datetime = START) -> None:
        self.at = at

    def __call__(self) -> datetime:
        return self.at

    def set(self, at: datetime) -> None:
        """Set it to a moment, forward or back."""
        self.at = at

    def pass_(self, **parts: float) -> None:
        """Let time pass: `clock.pass_(minutes=5)`."""
        self.at += timedelta(**parts)


@cache
def the_law() -> App:
    """The law and the cards of the product, read once."""
    return build_desk(replace(Settings.from_env({}), database_url="sqlite:///"))  # There is no such file.


def with_cards(desk: App, index: Callable[[str], CardIndex]) -> App:
    """The desk with other cards."""
    return replace(desk, live=LiveData.of(replace(desk.data, index=index)))


def desk_on(url: str, clock: Clock, home: Path) -> App:
    """A desk on a database."""
    settings = replace(Settings.from_env({}), home=home, database_url=url, secret_key=KEY)
    store = open_store(settings)
    return replace(the_law(), clock=clock, settings=settings, open_store=lambda: store, has_store=lambda: True)
