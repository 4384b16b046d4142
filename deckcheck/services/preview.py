"""An event as somebody else sees it: the same `Work`, with another asker in it, for the very pages they would get."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from deckcheck.services.permissions import STRANGER, Actor, ActorKind, Place
from deckcheck.services.publication_rules import Choice
from deckcheck.services.refusals import UnusableInput
from deckcheck.services.scenes import Ground
from deckcheck.services.states import stage_words
from deckcheck.services.who import STRANGER as NOBODY_KNOWN
from deckcheck.services.work import Work
from deckcheck.storage.models import Stage

SOMEBODY: Final = -2
"""The number of a player who is looked through: nobody's own, so that no list is open to them as theirs."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Through whose eyes: `key` is stranger, judge, a stage's slug (a player of it) or an entry's number."""

    key: str
    words: str


def viewers(work: Work) -> tuple[Viewer, ...]:
    """Those whose eyes the organizer can choose."""
    players = (Viewer(s.slug, f"a player of {stage_words(s.title)}") for s in work.ground.stages)
    return Viewer("stranger", "a stranger"), *players, Viewer("judge", "a judge of another event")


def work_as(work: Work, viewer: str, planned: Mapping[str, Choice] | None = None) -> Work:
    """The same look at the event by a viewer, as if the choices planned for some stages (by slug) held already.

    What a viewer calls their own is left out: a closed list is not opened to the organizer by being looked at so.
    """
    ground = _as_planned(work.ground, planned or {})
    actor, me = _who(work, ground, viewer)
    return replace(work, who=NOBODY_KNOWN, ground=ground, actor=actor, me=me, mine=[])


def _who(work: Work, ground: Ground, viewer: str) -> tuple[Actor, Place | None]:
    if viewer == "stranger":
        return STRANGER, None
    if viewer == "judge":
        return Actor(ActorKind.ACCOUNT, name="A judge of another event"), None
    stage = ground.stage(viewer)
    if stage is not None:
        return Actor(ActorKind.PERSON), _player_of(ground, stage)
    entry = work.entry(int(viewer)) if viewer.isascii() and viewer.isdecimal() and len(viewer) < 10 else None
    if entry is None:
        raise UnusableInput(f'Nobody here is called "{viewer[:40]}". Use stranger, judge, a stage or an entry number.')
    return Actor(ActorKind.PERSON), replace(ground.place_of(entry), number=SOMEBODY, team="")


def _player_of(ground: Ground, stage: Stage) -> Place:
    """Somebody who plays in the stage and came to it through those before, with a list in each."""
    here = frozenset(s.slug for s in ground.stages if s.position <= stage.position)
    return Place(number=SOMEBODY, stages=here, lists=here)


def _as_planned(ground: Ground, planned: Mapping[str, Choice]) -> Ground:
    """The ground with other choices, on copies: what is looked at is not changed."""
    stages = [_copy(s, planned[s.slug]) if s.slug in planned else s for s in ground.stages]
    return Ground(ground.session, ground.event, stages, ground.members)


def _copy(stage: Stage, choice: Choice) -> Stage:
    kept = {name: value for name, value in vars(stage).items() if not name.startswith("_")}
    return Stage(**{**kept, "during": str(choice.during), "after": str(choice.after)})
