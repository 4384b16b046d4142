"""The public page of an event's draws: those whose rounds are over, for anybody who wants to draw again."""

from __future__ import annotations

from dataclasses import dataclass

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.session import reading
from deckcheck.checks.choices import DrawSeen
from deckcheck.checks.draws import draws_seen
from deckcheck.publication.listings import is_anybody
from deckcheck.publication.public_events import EventHead, head_of


@dataclass(frozen=True, slots=True)
class DrawsPage:
    """The draws that whoever asks may see, the newest first; `titles` of stages by slug, where there are several.

    `shared`: everybody gets these very bytes.
    """

    head: EventHead
    draws: tuple[DrawSeen, ...]
    titles: dict[str, str]
    shared: bool


def draws_page(app: App, who: Actor, slug: str) -> DrawsPage:
    """The page, for everybody who may know of the event; it names tables, and nothing of any list."""
    with reading(app, who, slug) as work:
        work.ask(Right.SEE_EVENT)
        stages = work.rows.stages
        titles = {stage.slug: stage.title for stage in stages} if len(stages) > 1 else {}
        return DrawsPage(head_of(work), draws_seen(work)[::-1], titles, is_anybody(work))
