"""The only place that picks parts: which law, which cards, which clock."""

from __future__ import annotations

from datetime import UTC, datetime

from deckcheck.catalogue import open_index, open_sets
from deckcheck.reference import load_reference
from deckcheck.services.desk import Desk
from deckcheck.settings import Settings


def build_desk(settings: Settings | None = None) -> Desk:
    """The desk of an installation: its own law, the catalogue that travels with the product, the real clock."""
    settings = settings or Settings.from_env()
    return Desk(reference=load_reference(settings.data_root, open_sets), index=open_index, clock=now)


def now() -> datetime:
    """The moment, in UTC."""
    return datetime.now(UTC)
