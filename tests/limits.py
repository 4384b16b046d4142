"""Budgets for tests."""

from __future__ import annotations

from typing import Final

from deckcheck.app.budgets import Budget

NO_LIMIT: Final = Budget("tests", burst=1e12, per_second=1e9)
"""Nobody is asked to wait: for tests of something else that ask often."""
