"""`deckcheck export`: the lists of an event as a file that other programs take."""

from __future__ import annotations

import os
import sys

import click

from deckcheck.app.actors import SYSTEM
from deckcheck.app.operator import as_operator
from deckcheck.app.refusals import UnusableInput
from deckcheck.publication.export_files import Order, export
from deckcheck.wiring import build_desk


@click.command("export")
@click.argument("event")
@click.option("-o", "--output", metavar="FILE", required=True, help='Where to write it; "-" for standard output.')
@click.option("--shape", default="zip", show_default=True, help="zip, csv, json, cache, client or omnidex.")
@click.option("--stage", default="", metavar="STAGE", help="The stage whose lists are meant; the first if left out.")
@click.option("--reason", default="", metavar="TEXT", help="Why; the event's audit keeps it.")
def command(event: str, output: str, shape: str, stage: str, reason: str) -> None:
    """Write the lists of EVENT (its address), open or not, with the players' names in full.

    Whoever runs the machine needs no right; the event's audit has it before anything is written. The file can be read
    by its owner alone.

    Example: deckcheck export northern-open -o lists.zip
    """
    app = build_desk()
    with as_operator(event):
        file = export(app, SYSTEM, event, Order(shape, stage, reason, app.settings.address))
    write_private(output, file.content)


def write_private(output: str, content: bytes) -> None:
    """Write a file that its owner alone can read, or to standard output."""
    if output == "-":
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    try:
        with os.fdopen(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
            out.write(content)
    except OSError as error:
        raise UnusableInput(f'"{output}" could not be written: {error.strerror or error}.') from None
    click.echo(f"Written to {output}.")
