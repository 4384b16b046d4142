"""A roster as the JSON of the contract."""

from __future__ import annotations

from typing import Any

from deckcheck.roster.files.model import Roster, RosterPlayer, RosterStanding


def roster_json(roster: Roster) -> dict[str, Any]:
    """The object: kind and players always, everything else where there is any."""
    told: dict[str, Any] = {"kind": str(roster.kind), "players": [_player(player) for player in roster.players]}
    tables = [{"round": t.round, "table": t.table, "players": list(t.players)} for t in roster.tables]
    head = roster.event
    more = {
        "tables": tables,
        "standings": [_standing(standing) for standing in roster.standings],
        "ask": list(dict.fromkeys(ask.name for ask in roster.ask if ask.name)),
        "left_out": list(roster.left_out),
        "event": {"name": head.name, "id": head.id, "date": head.day and head.day.isoformat()} if head else None,
        "needs": list(roster.needs),
        "questions": [{"about": ask.about, "name": ask.name or None, "text": ask.text} for ask in roster.ask],
    }
    return {**told, **{key: value for key, value in more.items() if value}, "source": roster.source}


def _player(player: RosterPlayer) -> dict[str, Any]:
    told: dict[str, Any] = {"first": player.first, "last": player.last, "display": player.display, "id": player.id}
    return {**told, "dropped": True} if player.dropped else told


def _standing(standing: RosterStanding) -> dict[str, Any]:
    told: dict[str, Any] = {"rank": standing.rank, "display": standing.display}
    if standing.points is not None:
        told["points"] = standing.points
    return {**told, "record": standing.record} if standing.record else told
