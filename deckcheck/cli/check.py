"""`deckcheck check`: one list, one verdict."""

from __future__ import annotations

import click

from deckcheck.cli import show_json
from deckcheck.cli.options import json_option, make_terms, read_text, terms_options
from deckcheck.cli.report_words import tell_report
from deckcheck.lists.advice import with_advice
from deckcheck.lists.list_checks import PreviewList, preview_without
from deckcheck.verdict.reports import Verdict
from deckcheck.verdict.reports_json import as_json
from deckcheck.wiring import build_desk

EXIT = {Verdict.LEGAL: 0, Verdict.ILLEGAL: 1, Verdict.UNCLEAR: 3}


@click.command("check")
@click.argument("file")
@click.option("--format", "format_", metavar="ID", required=True, help="The format, by id or title.")
@terms_options
@click.option(
    "--leave-out", metavar="N", type=click.IntRange(1), multiple=True, help="Line N is not a card; repeatable."
)
@json_option
def command(
    file: str,
    format_: str,
    on: str | None,
    match: str | None,
    platform: str | None,
    leave_out: tuple[int, ...],
    as_json: bool,
) -> int:
    """Check the list in FILE ("-" for standard input) and say everything that is wrong with it.

    Status: 0 legal, 1 illegal, 2 unusable input, 3 a line needs a person's decision.

    Example: deckcheck check list.txt --format modern --on 2026-03-01
    """
    app = build_desk()
    order = PreviewList(read_text(file), make_terms(format_, on, match, platform))
    report = with_advice(preview_without(order, leave_out, app), app)
    if as_json:
        show_json(report_json(report))
    else:
        tell_report(report, app.reference.games[report.game])
    return EXIT[report.verdict]


report_json = as_json
