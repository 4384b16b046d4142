"""`deckcheck convert`: one list, corrected, in the form that another program takes."""

from __future__ import annotations

import click

from deckcheck.app.safe_text import utf8
from deckcheck.cli import show_json
from deckcheck.cli.export import write_private
from deckcheck.cli.options import json_option, make_terms, read_text, terms_options
from deckcheck.lists.list_checks import PreviewList, preview_list
from deckcheck.publication.converted_lists import convert, converted_json
from deckcheck.wiring import build_desk


@click.command("convert")
@click.argument("file")
@click.option("--format", "format_", metavar="ID", required=True, help="The format, by id or title.")
@click.option("--as", "form", metavar="FORM", default="text", show_default=True, help="arena, mtgo, cod, csv, ...")
@click.option("-o", "--output", metavar="FILE", default="-", help="Where to write it; standard output if left out.")
@terms_options
@json_option
def command(
    file: str,
    format_: str,
    form: str,
    output: str,
    on: str | None,
    match: str | None,
    platform: str | None,
    as_json: bool,
) -> None:
    """Write the list in FILE ("-" for standard input) in another FORM, with its cards' full names.

    What the form has no place for is said on the error stream.

    Example: deckcheck convert list.txt --format modern --as cod -o deck.cod
    """
    app = build_desk()
    report = preview_list(PreviewList(read_text(file), make_terms(format_, on, match, platform)), app)
    found = convert(report, form, app)
    if as_json:
        show_json(converted_json(found))
        return
    for sentence in found.told:
        click.echo(sentence, err=True)
    write_private(output, utf8(found.text))
