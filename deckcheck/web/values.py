"""Frozen values as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import date, datetime
from typing import Any

from deckcheck.app.timestamps import moment_text


def as_told(value: Any) -> Any:
    """A value of the services as JSON has it: moments and days as text, tuples as lists."""
    if isinstance(value, datetime):
        return moment_text(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {key: as_told(one) for key, one in value.items()}
    return [as_told(one) for one in value] if isinstance(value, list | tuple) else value


def row_of(value: Any) -> dict[str, Any]:
    """A frozen value of the services as a JSON object."""
    found: dict[str, Any] = as_told(asdict(value))
    return found
