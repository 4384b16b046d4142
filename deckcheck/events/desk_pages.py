"""What the desk's forms stand on: the staff's frame, the event, and the stage whose lists are worked on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.event_heads import EventHead, by_seat, head_of
from deckcheck.app.permissions import Right
from deckcheck.app.secret_mail import sends_mail
from deckcheck.app.session import EventSession, reading
from deckcheck.app.staff_nav import StaffFrame, staff_frame
from deckcheck.law.games import Presentation
from deckcheck.lists.event_terms import terms_for, terms_of
from deckcheck.lists.list_checks import Terms
from deckcheck.lists.list_handles import roster_stage
from deckcheck.roster.entry_facts import EntryFacts, facts_of, find_entry
from deckcheck.store.models import Entry
from deckcheck.store.queries import accounts, entries, rosters
from deckcheck.store.states import EventState, StageState

ACTS: Final = (Right.WITHDRAW, Right.DROP, Right.DISQUALIFY, Right.RETURN_ENTRY, Right.MERGE, Right.REPLACE_PLAYER)
"""What a player's page offers, each to those who may."""


@dataclass(frozen=True, slots=True)
class Official:
    """Somebody with a role in the event, who may be the one that plays."""

    account: str
    name: str


@dataclass(frozen=True, slots=True)
class DeskPage:
    """A form of the desk's. `entry` is whom it is about, if anybody; `teams` are the names that are there.

    `may` has what whoever asks may do with the entry. `closed`: lists are late by now. `accepts` are the verdicts the
    event takes, `round` is the last one imported. `look` says what the game knows of its players, `births` whether the
    event wants to know when they were born.
    """

    frame: StaffFrame
    head: EventHead
    stage: str
    stage_title: str
    terms: Terms
    closed: bool
    runs: bool
    begun: bool
    team_size: int
    seats: str
    accepts: str
    teams: tuple[str, ...]
    officials: tuple[Official, ...]
    may: frozenset[Right]
    may_add: bool
    may_send: bool
    round: int | None
    entry: EntryFacts | None
    mails: bool
    look: Presentation
    births: bool
    now: datetime


def desk_page(who: Actor, slug: str, right: Right, app: App, number: int | None = None) -> DeskPage:
    """The page for an act of the desk's that takes a right, about an entry if one is named."""
    with reading(app, who, slug) as work:
        entry = find_entry(work, number, right) if number is not None else None
        if entry is None:
            work.ask(right)
            work.ask(Right.SEE_ROSTER)
        return _page(work, entry)


def _page(work: EventSession, entry: Entry | None) -> DeskPage:
    stage, event = roster_stage(work), work.event
    officials = {account.uid: account.name for _, account in accounts.grants_in(work.session, event.uid)}
    passed = stage.deadline is not None and stage.deadline <= work.now
    return DeskPage(
        frame=staff_frame(work, f"/e/{event.slug}/roster"),
        head=head_of(event, work.app),
        stage=stage.slug,
        stage_title=stage.title,
        terms=terms_for(work, stage, entry) if entry else terms_of(event, stage, work.app),
        closed=stage.state in {StageState.LOCKED, StageState.OVER} or passed,
        runs=event.state == EventState.ON,
        begun=work.first_stage().begun_at is not None,
        team_size=event.team_size,
        seats=by_seat(event, work.app),
        look=work.game.presentation,
        births=event.birth_dates,
        accepts=event.accepts,
        teams=tuple(sorted(team.name for team in entries.teams_of(work.session, event.uid).values())),
        officials=tuple(Official(uid, name) for uid, name in officials.items()) if event.level == "regular" else (),
        may=frozenset(right for right in ACTS if entry is not None and work.may(right, None, entry).allowed),
        may_add=work.may(Right.ADD_ENTRY).allowed,
        may_send=work.may(Right.SEND).allowed,
        round=rosters.last_round(work.session, event.uid),
        entry=facts_of(work, entry) if entry else None,
        mails=sends_mail(work.app.settings),
        now=work.now,
    )
