"""`deckcheck compare`: a presented configuration against the registered list."""

from __future__ import annotations

from dataclasses import replace

import click

from deckcheck.app.refusals import UnusableInput
from deckcheck.cli import show_json
from deckcheck.cli.options import json_option, make_terms, read_text, terms_options
from deckcheck.cli.report_words import tell_comparison
from deckcheck.lists.list_comparisons import MOST_GAMES, CompareLists, compare_lists
from deckcheck.verdict.comparison import Outcome
from deckcheck.verdict.reports_json import comparison_json
from deckcheck.wiring import build_desk

EXIT = {Outcome.MATCHES: 0, Outcome.DIFFERS: 1, Outcome.ILLEGAL: 1, Outcome.UNCLEAR: 3}


@click.command("compare")
@click.argument("registered")
@click.argument("presented")
@click.option("--format", "format_", metavar="ID", required=True, help="The format, by id or title.")
@terms_options
@click.option(
    "--game",
    metavar="N",
    type=click.IntRange(1, MOST_GAMES),
    default=1,
    help="Which game of the match, counting those really played; 1 if left out.",
)
@click.option("--continuous", is_flag=True, help="In Limited: decks may change between matches (MTR 7.3).")
@json_option
def command(
    registered: str,
    presented: str,
    format_: str,
    on: str | None,
    match: str | None,
    platform: str | None,
    game: int,
    continuous: bool,
    as_json: bool,
) -> int:
    """Compare the deck in PRESENTED with the list in REGISTERED ("-" for standard input, for one of them).

    Game 1 is played as registered; from game 2 cards may have come out of the sideboard and gone into it. After a game
    loss given before the first game, or a draw agreed before a card was played, the next game is still game 1.

    Status: 0 matches, 1 differs or is illegal, 2 unusable input, 3 a line needs a person's decision.

    Example: deckcheck compare list.txt table.txt --format modern --game 2
    """
    if registered == presented == "-":
        raise UnusableInput("Only one of the two lists can come from standard input. Name a file for the other.")
    app = build_desk()
    terms = replace(make_terms(format_, on, match, platform), continuous=continuous)
    order = CompareLists(read_text(registered), read_text(presented), terms, game)
    found = compare_lists(order, app)
    if as_json:
        show_json(comparison_json(found))
    else:
        tell_comparison(found, app.reference.games[found.of_game])
    return EXIT[found.verdict]
