"""`deckcheck parse`: sections and counts of a list, no card data needed."""

from __future__ import annotations

import click

from deckcheck.cli import show_json
from deckcheck.cli.options import game_option, json_option, read_text
from deckcheck.decklist.decks import LineKind
from deckcheck.decklist.list_reader import read_list
from deckcheck.decklist.list_text import looks_like_game
from deckcheck.verdict.reports_json import parsed_json
from deckcheck.wiring import build_desk


@click.command("parse")
@click.argument("file")
@game_option("The list's game; recognized by its headings if left out.")
@json_option
def command(file: str, game: str | None, as_json: bool) -> None:
    """Read the list in FILE ("-" for standard input): its sections, counts and the lines that are no cards.

    Example: deckcheck parse list.txt --json
    """
    text, games = read_text(file), build_desk().reference.games
    parsed = read_list(text, games[game or looks_like_game(text, games) or next(iter(games))])
    if as_json:
        show_json(parsed_json(parsed))
        return
    told = parsed_json(parsed)
    for section, rows in told["sections"].items():
        if rows:
            click.echo(f"{section} {told['counts'][section]}")
            for row in rows:
                click.echo(f"  {row['count']} {row['name']}")
    for line in parsed.lines:
        if line.kind in {LineKind.UNREAD, LineKind.REMARK}:
            click.echo(f"line {line.number} is no card ({line.reason or line.kind}): {line.text.strip()}")
