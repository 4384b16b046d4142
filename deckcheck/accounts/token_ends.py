"""How long a token of a program can last: a year, whatever was asked for."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from deckcheck.store.models import Token

LONGEST: Final = timedelta(days=365)


def end_of(token: Token) -> datetime:
    """Until when a token works; one from before the limit ends a year after it was made."""
    return min(token.until, token.made_at + LONGEST)
