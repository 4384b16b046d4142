"""`deckcheck roster`: a player list, standings or pairings of another program."""

from __future__ import annotations

import click

from deckcheck.cli import show_json
from deckcheck.cli.options import json_option, read_bytes
from deckcheck.roster.files.model import WHY_WORDS, Place, Roster, RosterPlayer, Why, roster_json
from deckcheck.roster.imports import read_roster_files


@click.command("roster")
@click.argument("file", nargs=-1, required=True)
@json_option
def command(file: tuple[str, ...], as_json: bool) -> None:
    """Read the players, tables and standings in FILE ("-" for standard input), as another program exports them.

    Where a file gives numbers instead of names, put the player list before it: its names are used.

    Example: deckcheck roster pairings.csv --json
    """
    roster = read_roster_files(read_bytes(name) for name in file)
    if as_json:
        show_json(roster_json(roster))
    else:
        _tell(roster)


def _tell(roster: Roster) -> None:
    head = f" of {roster.event.name}" if roster.event and roster.event.name else ""
    click.echo(
        click.style(f"{str(roster.kind).capitalize()}{head}: {_count(len(roster.players), 'player')}", bold=True)
    )
    if roster.standings:
        _tell_standings(roster)
    elif not roster.tables:
        for player in roster.players:
            click.echo(f"  {_player(player)}")
    _tell_tables(roster)
    left_out = [f"{one.player.display} ({WHY_WORDS[one.why]})" for one in roster.left_out if one.why is not Why.UNREAD]
    if left_out:
        click.echo(f"Not among the players: {', '.join(left_out)}.")
    for sentence in (*(ask.text for ask in roster.ask), *roster.needs):
        click.echo(f"  ? {sentence}")


def _tell_standings(roster: Roster) -> None:
    for standing in roster.standings:
        points = "" if standing.points is None else f"{standing.points:g}"
        name = _player(roster.players[standing.who])
        click.echo(f"  {standing.rank:>4}  {points:>4}  {standing.record or '':<6}  {name}")


def _tell_tables(roster: Roster) -> None:
    told: Place = None
    for table in roster.tables:
        if table.round != told:
            told = table.round
            click.echo(f"Round {told}" if isinstance(told, int) else str(told))
        alone = " (bye)" if len(table.players) == 1 and roster.kind == "pairings" else ""
        names = ", ".join(_player(roster.players[who]) for who in table.who)
        click.echo(f"  {'-' if table.table is None else table.table:>4}  {names}{alone}")


def _player(player: RosterPlayer) -> str:
    own = f" [{player.id}]" if player.id and player.id != player.display else ""
    return f"{player.display}{own}{' (dropped)' if player.dropped else ''}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
