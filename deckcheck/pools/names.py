"""Players and teams as whoever asks may know them: staff in full, players across the table as the event shows names."""

from __future__ import annotations

from deckcheck.app.actor_names import GONE, player_by, who_did
from deckcheck.app.name_display import NamesShown
from deckcheck.app.session import EventSession
from deckcheck.app.shown_names import name_in_mode
from deckcheck.pools.values import PoolPlayer
from deckcheck.store.models import Entry, Team


def named(work: EventSession, entry: Entry) -> PoolPlayer:
    """The player, or the team, for whoever asks."""
    team = work.session.get(Team, entry.team) if entry.team else None
    return called(work, entry, team)


def called(work: EventSession, entry: Entry, team: Team | None) -> PoolPlayer:
    """The same where both were fetched already."""
    number = entry.number
    full = work.actor.is_staff or work.plays_for(entry)
    mode = NamesShown.FULL if full else work.event.names_shown
    if team is not None and mode != NamesShown.NUMBER:
        return PoolPlayer(number, team.name, team.name)
    if entry.forgotten_at is not None:
        return PoolPlayer(number, f"Player {number}", f"Player {number}")
    shown = name_in_mode(entry, mode)
    return PoolPlayer(number, shown.name, shown.listed)


def done_by(work: EventSession, by: str) -> str:
    """Who did something, in words: a player as players may know them."""
    if by.partition(":")[0] in {"entry", "person"}:
        found = player_by(work.session, by, work.event.uid)
        return named(work, found).name if found else GONE["entry"]
    return who_did(work.session, by)
