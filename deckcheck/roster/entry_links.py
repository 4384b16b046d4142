"""Links that the desk gives out: a new one for a player or a team, told once; and all of a player's taken back."""

from __future__ import annotations

from dataclasses import dataclass

from deckcheck.accounts.links import issue_link, issue_team_link, revoke_links
from deckcheck.app.actor_names import player_name
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.permissions import Right
from deckcheck.app.refusals import NotAllowed, UnusableInput
from deckcheck.app.session import EventSession, changing
from deckcheck.roster.entry_facts import find_entry
from deckcheck.roster.invitations import mail_link
from deckcheck.roster.own_links import further_link
from deckcheck.store.queries import credentials


@dataclass(frozen=True, slots=True)
class NewLink:
    """A link by its secret, which is stored nowhere and empty if it was mailed; `whose` is a player or a team."""

    number: int
    whose: str
    secret: str


def new_link(who: Actor, slug: str, number: int | None, app: App, *, mailed: bool = False) -> NewLink:
    """A new link for a player in place of all before, shown or mailed; a program only has it mailed.

    What a player makes for themselves stands beside the links there are.
    """
    with changing(app, who, slug) as work:
        entry = find_entry(work, number, Right.ISSUE_LINK)
        whose = player_name(entry) or f"Player {entry.number}"
        if who.is_one_player:
            return NewLink(entry.number, whose, further_link(work, entry))
        if mailed:
            mail_link(work, entry)
            return NewLink(entry.number, whose, "")
        _refuse_programs(work)
        return NewLink(entry.number, whose, issue_link(work, entry))


def _refuse_programs(work: EventSession) -> None:
    if work.who.kind == "token":
        raise NotAllowed("A program is shown no link. Ask for it to be mailed to the player.")


def new_team_link(who: Actor, slug: str, number: int, app: App) -> NewLink:
    """A new link for the team that an entry plays in, in place of the one before."""
    with changing(app, who, slug) as work:
        _refuse_programs(work)
        entry = find_entry(work, number, Right.ISSUE_LINK)
        team = credentials.team(work.session, entry.team) if entry.team else None
        if team is None:
            raise UnusableInput("This player is in no team.")
        return NewLink(entry.number, team.name, issue_team_link(work, team.uid))


def end_links(who: Actor, slug: str, number: int | None, app: App) -> None:
    """Let no link of a player open any more."""
    with changing(app, who, slug) as work:
        revoke_links(work, find_entry(work, number, Right.ISSUE_LINK))
