"""The desk of the application that answers, and the moment by its clock."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Final, cast

from flask import current_app

from deckcheck.services.desk import Desk

EXTENSION: Final = "deckcheck"


def desk() -> Desk:
    """The desk of the application."""
    return cast("Desk", current_app.extensions[EXTENSION])


def now() -> datetime:
    """The moment in UTC."""
    return desk().clock().astimezone(UTC)


def today() -> date:
    """The day in UTC."""
    return now().date()
