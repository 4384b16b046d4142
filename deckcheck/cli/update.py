"""`deckcheck update`: cards brought up to date from their sources, and taken back."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

import click

from deckcheck.app.actors import SYSTEM
from deckcheck.app.context import App
from deckcheck.app.refusals import Refused, UnusableInput
from deckcheck.cli import UNUSABLE, show_json
from deckcheck.cli.options import json_option
from deckcheck.decklist.days import day_in_words
from deckcheck.law.card_sources import CardSource
from deckcheck.law.sentences import counted
from deckcheck.updates.apply import apply, roll_back
from deckcheck.updates.queries import UpdateRow, all_updates
from deckcheck.updates.update import Look, all_sources, look, usual_sources
from deckcheck.wiring import build_running_desk


@click.command("update")
@click.argument("what", type=click.Choice(["all", "cards"]), default="all")
@click.option("--source", "source_id", default="", metavar="ID", help="One source, like scryfall, mtgjson or gatcg.")
@click.option("--from", "given", multiple=True, metavar="FILE|URL", help="A file, a folder, or a mirror's address.")
@click.option("--dry-run", is_flag=True, help="Say what would change, and change nothing.")
@click.option("--rollback", is_flag=True, help="Take the latest update back.")
@click.option("--list", "listed", is_flag=True, help="List what was applied, when, by whom, from where.")
@json_option
def command(
    what: str, source_id: str, given: tuple[str, ...], dry_run: bool, rollback: bool, listed: bool, as_json: bool
) -> None:
    """Bring the cards up to date from their sources: the usual one of each game, or the one that is named.

    Example: deckcheck update cards --source scryfall --from default-cards.json.gz
    """
    app = build_running_desk()
    if listed:
        _show(all_updates(app), as_json)
        return
    sources = _sources(app, source_id, alone=bool(given) or rollback)
    if rollback:
        roll_back(app, sources[0].game, SYSTEM)
        click.echo("Rolled back: what was in use before is in use again.")
        return
    refused = [source for source in sources if not _update(app, source, given, dry_run, as_json)]
    if refused:
        sys.exit(UNUSABLE)


def _sources(app: App, source_id: str, *, alone: bool) -> list[CardSource]:
    known = all_sources(app)
    if source_id and source_id not in known:
        raise UnusableInput(f'There is no source "{source_id}". There are {", ".join(sorted(known))}.')
    sources = [known[source_id]] if source_id else usual_sources(app)
    if alone and len(sources) > 1:
        raise UnusableInput(f"Say which with --source: {', '.join(sorted(known))}.")
    return sources


def _update(app: App, source: CardSource, given: tuple[str, ...], dry_run: bool, as_json: bool) -> bool:
    """Update from one source and say what came of it; whether it was not refused."""
    try:
        found = look(app, source, given, progress=_show_progress)
        if found is not None and not dry_run:
            apply(app, found.incoming, SYSTEM)
    except Refused as error:
        click.echo(f"{source.title}: update refused, nothing has changed. {error}", err=True)
        return False
    if as_json:
        show_json({"source": source.id, "applied": found is not None and not dry_run, **_facts(found)})
        return True
    click.echo(f"{source.title}: {_words(found, dry_run)}")
    return True


def _facts(found: Look | None) -> dict[str, Any]:
    return {"day": found.incoming.day.isoformat(), **found.incoming.report} if found else {}


def _words(found: Look | None, dry_run: bool) -> str:
    if found is None:
        return "nothing has changed since the last update."
    new = f"{counted(len(found.new_cards), 'new card')} and {counted(len(found.new_sets), 'new set')}"
    sets = "".join(f"\n  New set: {name} ({code})" for code, name in found.new_sets)
    unknown = "".join(
        f"\n  Not known here: {kind} {word!r} ({record})" for (kind, word), record in found.facts.report.unknown.items()
    )
    done = "would be applied" if dry_run else "applied"
    return f"{counted(found.cards, 'card')} of {day_in_words(found.incoming.day)} {done}; {new}.{sets}{unknown}"


def _show_progress(what: str, share: float) -> None:
    if sys.stderr.isatty():
        told = f"{what} {share:4.0%}" if share >= 0 else what
        click.echo(f"\r{told:<20}", nl=False, err=True)


def _show(rows: Iterable[UpdateRow], as_json: bool) -> None:
    if as_json:
        show_json([row.facts() for row in rows])
        return
    for row in rows:
        click.echo(row.words())
