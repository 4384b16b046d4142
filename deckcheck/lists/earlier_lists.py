"""The lists that a player registered in other events of the game, to go on with in this one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.event_heads import EventHead, head_of
from deckcheck.app.permissions import Right
from deckcheck.app.session import EventSession
from deckcheck.decklist.answers import Answers, kept_answers
from deckcheck.store.models import DeckList, Event, Submission
from deckcheck.store.queries import events, lists

MOST: Final = 5
"""So many are offered; what somebody plays today is seldom older."""


class EarlierList(NamedTuple):
    """A list as it stands in another event: what names it there, what it was for, and its text as written."""

    uid: str
    head: EventHead
    deck: str
    text: str
    answers: Answers


def earlier_lists(who: Actor, slug: str, app: App) -> tuple[EarlierList, ...]:
    """The lists that the asker has in other events of the game, the latest first.

    A team's link holds none, and an official's account has those they play under. Each event is asked by itself.
    """
    with app.store.read() as session:
        here = events.by_slug(session, slug)
        found = lists.own_elsewhere(session, who.kind, who.uid, here) if here else []
        own: dict[str, EventSession] = {}
        for event, _, _ in found:
            if event.uid not in own:
                own[event.uid] = EventSession.begin(app, session, event, who)
        return tuple(_open(own, found, app))[:MOST]


def _open(
    own: dict[str, EventSession], found: list[tuple[Event, DeckList, Submission]], app: App
) -> Iterator[EarlierList]:
    """What its player may still look at there."""
    for event, row, sent in found:
        work = own[event.uid]
        stage = next(one for one in work.rows.stages if one.uid == row.stage)
        entry = next((one for one in work.mine if one.uid == row.entry), None)
        if entry is not None and work.may(Right.PRINT_OWN, stage, entry).allowed:
            yield EarlierList(sent.uid, head_of(event, app), sent.title, sent.text, kept_answers(sent.answers))
