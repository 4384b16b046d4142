"""`deckcheck audit`: the chained audit of an event verified."""

from __future__ import annotations

import click

from deckcheck.app.refusals import UnusableInput
from deckcheck.audit.audit_views import verify_as_operator
from deckcheck.cli import show_json
from deckcheck.cli.options import json_option
from deckcheck.law.sentences import counted
from deckcheck.wiring import build_desk


@click.command("audit")
@click.argument("event")
@click.option("--head", default="", metavar="HEX", help="The audit code that was noted outside, as on a receipt.")
@json_option
def command(event: str, head: str, as_json: bool) -> None:
    """Verify the audit log of EVENT (its address): the chain, the seals, and that what is kept is what it says.

    Status: 0 all holds, 2 something does not.

    Example: deckcheck audit northern-open --head "7F3A 91C2 04DE"
    """
    found = verify_as_operator(build_desk(), event, head)
    if as_json:
        facts = {
            "holds": found.holds,
            "entries": found.length,
            "seals": found.seals,
            "head": found.head,
            "head_found_at": found.found_at,
            "broken_at": found.broken_at,
            "faults": list(found.faults),
        }
        show_json(facts if found.holds else {**facts, "error": found.faults[0]})
    if not found.holds:
        if as_json:
            raise SystemExit(2)
        more = f" {len(found.faults) - 1} more: see --json." if len(found.faults) > 1 else ""
        raise UnusableInput(f"The audit log of {event} does not verify. {found.faults[0]}{more}")
    if not as_json:
        at = f" The head you hold is entry {found.found_at}." if found.found_at else ""
        whole = f"{counted(found.length, 'entry', 'entries')} and {counted(found.seals, 'seal')}"
        click.echo(f"{whole} hold; the head is {found.head}.{at}")
