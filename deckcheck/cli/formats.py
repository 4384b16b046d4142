"""`deckcheck formats`: the formats that are known, or one of them on a day."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from deckcheck.app.ages import last_updated
from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.cli import show_json
from deckcheck.cli.options import json_option, make_terms, terms_options
from deckcheck.decklist.days import day_in_words
from deckcheck.law.formats import FormatError
from deckcheck.publication.card_facts import format_entry, format_json
from deckcheck.wiring import build_desk, review_law


@click.command("formats")
@click.argument("format_", metavar="[ID]", required=False)
@terms_options
@json_option
def command(format_: str | None, on: str | None, match: str | None, platform: str | None, as_json: bool) -> None:
    """List the formats; with an ID, its rules, sets and bans as of a date.

    Example: deckcheck formats modern --on 2026-03-01
    """
    app = build_desk()
    if format_ is None:
        review_law(app)
        _list_formats(app, as_json)
        return
    try:
        fmt = app.format(format_)
    except FormatError as error:
        raise UnusableInput(str(error)) from None
    facts = format_json(fmt, app, make_terms(fmt.id, on, match, platform))
    if as_json:
        show_json(facts)
        return
    click.echo(f"{click.style(fmt.title, bold=True)} on {facts['on']} ({facts['platform']}, {facts['match']})")
    for rule in facts["rules"]:
        click.echo(f"  {rule['rule']:<22}  {rule['sentence']} ({rule['source']})")
    if facts["sets"]:
        click.echo("  Sets: " + ", ".join(w["code"] for w in facts["sets"]))
    for status in facts["statuses"]:
        click.echo(f"  {status['status']:<22}  {status['card']}{_since(status)}")
    for sentence in facts["warnings"]:
        click.echo(f"  {sentence}")


def _since(status: Mapping[str, Any]) -> str:
    """Since when, or between which days that may have begun or ended."""
    if status["between"]:
        return f", changed between {' and '.join(day or '?' for day in status['between'])}"
    return f" since {status['since']}" if status["since"] else ""


def _list_formats(app: App, as_json: bool) -> None:
    formats = app.reference.formats.values()
    if as_json:
        show_json({"formats": [format_entry(fmt, app) for fmt in formats]})
        return
    width = max(len(fmt.id) for fmt in formats)
    for fmt in formats:
        updated = last_updated(fmt, app)
        told = f", last updated {day_in_words(updated)}" if updated else ""
        if fmt.is_retired():
            told = f", first played {day_in_words(fmt.setting_on('starts'))}, retired"
        click.echo(f"{fmt.id:<{width}}  {fmt.title} ({app.reference.games[fmt.game].title}){told}")
