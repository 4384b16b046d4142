"""`deckcheck recheck`: every list of an event judged again."""

from __future__ import annotations

from typing import Any

import click

from deckcheck.cli import show_json
from deckcheck.cli.options import json_option
from deckcheck.lists.list_checks import read_day
from deckcheck.lists.rechecks import Rechecked, recheck_as_operator
from deckcheck.wiring import build_desk


@click.command("recheck")
@click.argument("event")
@click.option("--on", metavar="DATE", help="Use the rules and bans of another day; nothing is then kept.")
@json_option
def command(event: str, on: str | None, as_json: bool) -> None:
    """Judge every list of EVENT (its address) again, and say which verdicts changed. Old reports stay.

    Example: deckcheck recheck northern-open --on 2026-08-10
    """
    found = recheck_as_operator(build_desk(), event, read_day(on) if on else None)
    if as_json:
        show_json(recheck_json(found))
        return
    click.echo(found.sentence)
    for row in found.changed:
        click.echo(f"{row.number}. {row.player}: {row.change.sentence}")


def recheck_json(found: Rechecked) -> dict[str, Any]:
    """The outcome for programs."""
    return {
        "event": found.slug,
        "on": found.day.isoformat(),
        "kept": found.kept,
        "lists": found.looked_at,
        "changed": [
            {
                "entry": row.number,
                "player": row.player,
                "stage": row.stage,
                "before": row.change.verdict_before,
                "after": row.change.verdict_after,
                "new": list(row.change.problems_new),
                "gone": list(row.change.problems_gone),
            }
            for row in found.changed
        ],
    }
