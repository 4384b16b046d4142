"""`deckcheck pool`: an opened pool, counted by collector numbers and names."""

from __future__ import annotations

import click

from deckcheck.cli import show_json
from deckcheck.cli.options import game_option, json_option, read_text
from deckcheck.lists.pool_reading import game_of_sets, pool_json, read_pool, sets_named
from deckcheck.verdict.pool_counts import PoolRead, pool_text
from deckcheck.wiring import build_desk


@click.command("pool")
@click.argument("file", default="-")
@click.option(
    "--set", "sets", metavar="CODE", multiple=True, required=True, help="A set that was opened; the first first."
)
@game_option("The sets' game; recognized by their codes if left out.")
@json_option
def command(file: str, sets: tuple[str, ...], game: str | None, as_json: bool) -> None:
    """Count the pool in FILE (standard input if left out) and write it as the Pool of a list.

    A line is a collector number (12, or 12x2 for two copies; many of them parted by spaces or commas), a name, or a
    line of an exported list. A set's code before numbers says whose they are (FDN 12); else they are of the first set
    that has them. What could not be read is named with its line, and so are cards that no booster of the sets holds.

    Example: deckcheck pool --set FDN pool.txt
    """
    app = build_desk()
    game = game or game_of_sets(sets, app)
    read = read_pool(read_text(file), game, sets, app)
    if as_json:
        show_json({"game": game, "sets": [one.code for one in sets_named(game, sets, app)], **pool_json(read)})
    else:
        _tell(read)


def _tell(read: PoolRead) -> None:
    """The list on stdout; what a person should know of it on stderr, so that the list can be kept as it is."""
    click.echo(pool_text(read.rows), nl=False)
    click.echo(f"{read.total} {'card' if read.total == 1 else 'cards'}.", err=True)
    for note in read.notes:
        if note.contestable:
            click.echo(f'  ~ line {note.line}: read as {note.name}, written "{note.text}".', err=True)
    for card in read.foreign:
        click.echo(f"  {'x' if card.known else '?'} {card.text}", err=True)
    for one in read.unread:
        near = f" Perhaps {' or '.join(one.near)}." if one.near else ""
        click.echo(f'  ? line {one.line}: "{one.text}" is not counted. {one.why}{near}', err=True)
