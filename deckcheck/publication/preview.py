"""An event as somebody else sees it: the same session with another asker in it, for the very pages they would get."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from deckcheck.app.access_rows import EventRows
from deckcheck.app.actors import STRANGER as NOBODY_KNOWN
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import STRANGER, Asker, EntryStanding, Right
from deckcheck.app.refusals import UnusableInput
from deckcheck.app.session import EventSession, reading
from deckcheck.app.states import stage_words
from deckcheck.publication.listings import EventPage, ListsPage, Query, event_page_of, lists_page_of
from deckcheck.store.models import Entry, Stage
from deckcheck.store.states import ActorKind, After, During

Planned = Mapping[str, tuple[During, After]]
"""What is to hold for some stages, by slug: during the event, and after it."""
SOMEBODY: Final = -2
"""The number of a player who is looked through: nobody's own, so that no list is open to them as theirs."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Through whose eyes: `key` is stranger, judge, a stage's slug (a player of it) or an entry's number."""

    key: str
    words: str


def viewers(work: EventSession) -> tuple[Viewer, ...]:
    """Those whose eyes the organizer can choose."""
    players = (Viewer(s.slug, f"a player of {stage_words(s.title)}") for s in work.rows.stages)
    return Viewer("stranger", "a stranger"), *players, Viewer("judge", "a judge of another event")


def work_as(work: EventSession, viewer: str, planned: Planned | None = None) -> EventSession:
    """The same look at the event by a viewer, as if the choices planned for some stages (by slug) held already.

    What a viewer calls their own is left out: a closed list is not opened to the organizer by being looked at so.
    """
    rows = _as_planned(work.rows, planned or {})
    actor, me = _who(work, rows, viewer)
    return replace(work, who=NOBODY_KNOWN, rows=rows, actor=actor, me=me, mine=[])


def _who(work: EventSession, rows: EventRows, viewer: str) -> tuple[Asker, EntryStanding | None]:
    if viewer == "stranger":
        return STRANGER, None
    if viewer == "judge":
        return Asker(ActorKind.ACCOUNT, name="A judge of another event"), None
    stage = rows.stage(viewer)
    if stage is not None:
        return Asker(ActorKind.PERSON), _player_of(rows, stage)
    entry = work.entry(int(viewer)) if viewer.isascii() and viewer.isdecimal() and len(viewer) < 10 else None
    if entry is None:
        raise UnusableInput(f'Nobody here is called "{viewer[:40]}". Use stranger, judge, a stage or an entry number.')
    return Asker(ActorKind.PERSON), replace(rows.place_of(entry), number=SOMEBODY, team="")


def _player_of(rows: EventRows, stage: Stage) -> EntryStanding:
    """Somebody who plays in the stage and came to it through those before, with a list in each."""
    here = frozenset(s.slug for s in rows.stages if s.position <= stage.position)
    return EntryStanding(number=SOMEBODY, stages=here, lists=here)


def _as_planned(rows: EventRows, planned: Planned) -> EventRows:
    """The ground with other choices, on copies: what is looked at is not changed."""
    stages = [_copy(s, planned[s.slug]) if s.slug in planned else s for s in rows.stages]
    return EventRows(rows.session, rows.event, stages, rows.members)


def _copy(stage: Stage, planned: tuple[During, After]) -> Stage:
    during, after = planned
    kept = {name: value for name, value in vars(stage).items() if not name.startswith("_")}
    return Stage(**{**kept, "during": str(during), "after": str(after)})


@dataclass(frozen=True, slots=True)
class Seen:
    """What a viewer sees: the event's page and the lists of each stage that are open to them; nothing if it is hidden.

    Lists that are not open to everyone at this moment are rows without a deck.
    """

    viewer: Viewer
    page: EventPage | None
    lists: tuple[ListsPage, ...] = ()


def see_as(app: App, who: Actor, slug: str, viewer: str, planned: Planned | None = None) -> Seen:
    """The public pages as a viewer would get them, if what is planned held already."""
    with reading(app, who, slug) as work:
        work.ask(Right.PREVIEW)
        return seen_by(work, viewer, planned)


def seen_by(work: EventSession, viewer: str, planned: Planned | None = None) -> Seen:
    """The same within a look at the event."""
    named = next((v for v in viewers(work) if v.key == viewer), Viewer(viewer, f"the player with number {viewer}"))
    theirs, anybody = work_as(work, viewer, planned), work_as(work, "stranger")
    if not theirs.may(Right.SEE_EVENT).allowed:
        return Seen(named, None)

    def veil(stage: Stage, entry: Entry) -> bool:
        return not anybody.may(Right.SEE_LIST, stage, entry).allowed

    page = event_page_of(theirs)
    opened = [s for s in theirs.rows.stages if theirs.may(Right.SEE_LIST, s).allowed]
    return Seen(named, page, tuple(lists_page_of(theirs, Query(stage=s.slug), veil) for s in opened))
