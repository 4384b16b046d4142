"""`deckcheck parse`: sections and counts of a list, no card data needed."""

from __future__ import annotations

import click

from deckcheck.cli import show_json
from deckcheck.cli.options import json_option, read_text
from deckcheck.decklist.decks import LineKind
from deckcheck.decklist.reading import read_list
from deckcheck.decklist.texts import looks_like_game
from deckcheck.games import GAMES
from deckcheck.verdict.reports_json import parsed_json


@click.command("parse")
@click.argument("file")
@click.option("--game", type=click.Choice(sorted(GAMES)), help="The list's game; told by its headings if left out.")
@json_option
def command(file: str, game: str | None, as_json: bool) -> None:
    """Read the list in FILE ("-" for standard input): its sections, counts and the lines that are no cards.

    Example: deckcheck parse list.txt --json
    """
    text = read_text(file)
    parsed = read_list(text, GAMES[game or looks_like_game(text, GAMES) or "mtg"])
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
