"""How cards and law of an installation are kept up to date: set by its environment, or by an operator on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pydantic import BaseModel, Field, ValidationError

from deckcheck.app.context import App
from deckcheck.settings import MOST_DAYS, UPDATE, WARN_DAYS, Settings

if TYPE_CHECKING:
    from deckcheck.store.store import Session

FACT: Final = "update_settings"
"""The fact of the installation that holds what an operator has set."""


class UpdateSettings(BaseModel):
    """How often updates come by themselves, and from how many days on their age is warned of.

    None where an operator has not set it.
    """

    often: str | None = None
    warn_days: int | None = Field(default=None, ge=0, le=MOST_DAYS)


def kept_settings(session: Session) -> UpdateSettings:
    """What an operator has set."""
    # Commands that tell the age of a format load no database.
    from deckcheck.store.queries import proof

    fact = proof.fact(session, FACT)
    try:
        return UpdateSettings.model_validate_json(fact.value) if fact and fact.value else UpdateSettings()
    except ValidationError:  # A later release may know more words.
        return UpdateSettings()


def how_often(session: Session, settings: Settings) -> str:
    """How often updates come by themselves; what the environment says counts."""
    return settings.update or kept_settings(session).often or UPDATE[0]


def warned_after(app: App) -> int:
    """From how many days on the age of the data is warned of; what the environment says counts."""
    if app.settings.age_warning_days is not None:
        return app.settings.age_warning_days
    if not app.has_store():
        return WARN_DAYS
    with app.store.read() as session:
        kept = kept_settings(session).warn_days
    return WARN_DAYS if kept is None else kept
