"""By which law an event judges its lists: its format, day, platform and fact sheet, and the match of the stage."""

from __future__ import annotations

from deckcheck.core.formats import Format, FormatError
from deckcheck.core.rulebooks import TWO_HEADED
from deckcheck.services.checking import Terms
from deckcheck.services.desk import Desk
from deckcheck.services.house_rules import stored_house
from deckcheck.services.refusals import UnusableInput
from deckcheck.storage.models import Event, Stage


def terms_of(event: Event, stage: Stage, desk: Desk) -> Terms:
    """The terms by which the lists of a stage are judged."""
    return Terms(
        format=event.format,
        on=event.day,
        match=stage.match,
        platform=event.platform,
        house=stored_house(event.house),
        team=team_kind(find_format(event.format, desk), event.team_size),
    )


def find_format(name: str, desk: Desk) -> Format:
    """The format with this id or title; refused if there is none."""
    try:
        return desk.reference.format(name)
    except FormatError as error:
        raise UnusableInput(str(error)) from error


def team_kind(fmt: Format, size: int) -> str | None:
    """What the law of the format knows of teams of this size; none where each deck stands for itself."""
    if size == 2 and TWO_HEADED in fmt.option_names():
        return TWO_HEADED
    return "unified" if size > 1 and fmt.setting_on("unified") else None


def pool_kind(fmt: Format) -> str:
    """Whether its lists are due as those of constructed or of limited decks."""
    return str(fmt.setting_on("lists"))
