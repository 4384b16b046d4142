"""By which law an event judges its lists: its format, day, platform and fact sheet, and the match of the stage."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, Protocol

from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.law.formats import Format, FormatError
from deckcheck.law.rulebooks import TEAM_POOL, TWO_HEADED, UNIFIED
from deckcheck.lists.event_rules import stored_house
from deckcheck.lists.judging import Terms
from deckcheck.store.models import Event, Stage


class Settings(Protocol):
    """What of an event, or of a plan for one, its law follows from."""

    @property
    def format(self) -> str:
        """The format's id."""

    @property
    def day(self) -> date | None:
        """The day it is played."""

    @property
    def platform(self) -> str:
        """Where it is played."""

    @property
    def house(self) -> Mapping[str, Any]:
        """The fact sheet's own rules as JSON."""

    @property
    def team_size(self) -> int:
        """How many players make a team."""


def terms_of(event: Event, stage: Stage, app: App) -> Terms:
    """The terms by which the lists of a stage are judged."""
    return terms_under(event, stage.match, app)


def terms_under(settings: Settings, match: str, app: App) -> Terms:
    """The terms that follow from settings for one kind of match."""
    return Terms(
        format=settings.format,
        on=settings.day,
        match=match,
        platform=settings.platform,
        house=stored_house(settings.house),
        team=team_kind(find_format(settings.format, app), settings.team_size),
    )


def find_format(name: str, app: App) -> Format:
    """The format with this id or title; refused if there is none."""
    try:
        return app.reference.format(name)
    except FormatError as error:
        raise UnusableInput(str(error)) from error


def team_kind(fmt: Format, size: int) -> str | None:
    """What the law of the format knows of teams of this size; none where each deck stands for itself."""
    if size == 2 and TWO_HEADED in fmt.option_names():
        return TWO_HEADED
    if size > 1 and TEAM_POOL in fmt.option_names():
        return TEAM_POOL
    return UNIFIED if size > 1 and fmt.setting_on("unified") else None


def pool_kind(fmt: Format) -> str:
    """Whether its lists are due as those of constructed or of limited decks."""
    return str(fmt.setting_on("lists"))
