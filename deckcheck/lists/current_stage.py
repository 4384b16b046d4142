"""The stage whose lists the staff works on: the one named, else the one that matters now."""

from __future__ import annotations

from deckcheck.app.session import EventSession
from deckcheck.store.models import Stage
from deckcheck.store.states import StageState


def list_stages(work: EventSession) -> list[Stage]:
    """The stages that take lists of their own, in order."""
    return [stage for stage in work.rows.stages if stage.lists_from is None]


def roster_stage(work: EventSession, slug: str = "") -> Stage:
    """The stage that takes the lists: the named one, or the one whose lists it plays; without a name the one that
    takes lists now, else the last that took any.
    """
    if slug:
        return work.rows.source(work.stage(slug))
    own = list_stages(work)
    begun = [stage for stage in own if stage.state != StageState.AHEAD]
    taking = (stage for stage in own if stage.state == StageState.TAKING)
    return next(taking, begun[-1] if begun else work.first_stage())
