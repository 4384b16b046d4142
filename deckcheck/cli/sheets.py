"""`deckcheck sheets`: the lists of an event as registration sheets to print."""

from __future__ import annotations

import click

from deckcheck.app.actors import SYSTEM
from deckcheck.app.operator import as_operator
from deckcheck.cli.export import write_private
from deckcheck.printing.blank_sheets import print_blank
from deckcheck.printing.pool_checklists import print_pools
from deckcheck.printing.prints import print_lists
from deckcheck.printing.sheet_values import printing_of
from deckcheck.printing.sheets.sheet_contents import PAPERS
from deckcheck.verdict.layout import LANDS, ORDERS
from deckcheck.wiring import build_desk


@click.command("sheets")
@click.argument("event")
@click.option("-o", "--output", metavar="FILE", required=True, help='Where to write it; "-" for standard output.')
@click.option("--stage", default="", metavar="STAGE", help="The stage whose lists are meant; the first if left out.")
@click.option("--order", type=click.Choice(list(ORDERS)), help="Cards by; as the event has it if left out.")
@click.option("--lands", type=click.Choice(LANDS), help="Where lands stand; as the event has it if left out.")
@click.option("--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True, help="Size of the paper.")
@click.option("--blank", type=click.IntRange(1, 99), metavar="N", help="Instead of the lists, N sheets to fill in.")
@click.option("--pools", is_flag=True, help="Instead of the lists, the registered pools with what is played of them.")
@click.option(
    "--set",
    "sets",
    multiple=True,
    metavar="CODE",
    help="Checklists of this set, repeatable; those of the stage if left out.",
)
@click.option("--reason", default="", metavar="TEXT", help="Why; the event's audit keeps it.")
def command(
    event: str,
    output: str,
    stage: str,
    order: str | None,
    lands: str | None,
    paper: str,
    blank: int | None,
    pools: bool,
    sets: tuple[str, ...],
    reason: str,
) -> None:
    """Write a PDF of all lists of EVENT (its address) as registration sheets, by the players' last names.

    Where the stage names the sets that are opened, or --set does, blank sheets are their checklists.

    Whoever runs the machine needs no right; the event's audit has it before anything is written. The file can be read
    by its owner alone.

    Example: deckcheck sheets northern-open -o sheets.pdf --paper letter
    """
    app = build_desk()
    wanted = {"stage": stage, "order": order or "", "lands": lands or "", "paper": paper, "sets": ",".join(sets)}
    printing = printing_of(wanted, reason, app.settings.address)
    with as_operator(event):
        if blank:
            file = print_blank(app, SYSTEM, event, printing, blank)
        elif pools:
            file = print_pools(app, SYSTEM, event, printing)
        else:
            file = print_lists(app, SYSTEM, event, printing)
    write_private(output, file.content)
