"""Links that the desk gives out: a new one for a player or a team, told once; and all of a player's taken back."""

from __future__ import annotations

from dataclasses import dataclass

from deckcheck.services.desk import Desk
from deckcheck.services.doers import player_name
from deckcheck.services.entry_facts import find_entry
from deckcheck.services.links import issue_link, issue_team_link, revoke_links
from deckcheck.services.permissions import Right
from deckcheck.services.refusals import UnusableInput
from deckcheck.services.who import Who
from deckcheck.services.work import changing
from deckcheck.storage.shelves import doors


@dataclass(frozen=True, slots=True)
class NewLink:
    """A link by its secret, which is stored nowhere; `whose` is a player or a team."""

    number: int
    whose: str
    secret: str


def new_link(who: Who, slug: str, number: int | None, desk: Desk, *, keep_old: bool = False) -> NewLink:
    """A new link for a player; older ones end unless they are to be kept."""
    with changing(desk, who, slug) as work:
        entry = find_entry(work, number, Right.ISSUE_LINK)
        secret = issue_link(work, entry, keep_old=keep_old)
        name = player_name(entry)
        return NewLink(entry.number, name or f"Player {entry.number}", secret)


def new_team_link(who: Who, slug: str, number: int, desk: Desk, *, keep_old: bool = False) -> NewLink:
    """A new link for the team that an entry plays in."""
    with changing(desk, who, slug) as work:
        entry = find_entry(work, number, Right.ISSUE_LINK)
        team = doors.team(work.session, entry.team) if entry.team else None
        if team is None:
            raise UnusableInput("This player is in no team.")
        return NewLink(entry.number, team.name, issue_team_link(work, team.uid, keep_old=keep_old))


def end_links(who: Who, slug: str, number: int | None, desk: Desk) -> None:
    """Let no link of a player open any more."""
    with changing(desk, who, slug) as work:
        revoke_links(work, find_entry(work, number, Right.ISSUE_LINK))
