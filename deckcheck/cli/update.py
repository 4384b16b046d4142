"""`deckcheck update`: cards brought up to date from their sources, and taken back."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import click

from deckcheck.app.actors import SYSTEM
from deckcheck.app.context import App
from deckcheck.app.refusals import Refused, UnusableInput
from deckcheck.cli import UNUSABLE, show_json
from deckcheck.cli.options import json_option
from deckcheck.decklist.days import day_in_words
from deckcheck.law.card_sources import CardSource
from deckcheck.law.differences import Difference, Kind, difference_in_words
from deckcheck.law.sentences import counted
from deckcheck.updates.apply import apply, keep_waiting, roll_back
from deckcheck.updates.queries import UpdateRow, all_updates
from deckcheck.updates.update import Look, all_sources, look, usual_sources
from deckcheck.wiring import build_running_desk

FEW: Final = 20
WAITS: Final = 3
"""The exit status of an update that waits until a person confirms what becomes law."""


@click.command("update")
@click.argument("what", type=click.Choice(["all", "cards"]), default="all")
@click.option("--source", "source_id", default="", metavar="ID", help="One source, like scryfall, mtgjson or gatcg.")
@click.option("--from", "given", multiple=True, metavar="FILE|URL", help="A file, a folder, or a mirror's address.")
@click.option("--dry-run", is_flag=True, help="Say what would change, and change nothing.")
@click.option("--yes", "confirmed", is_flag=True, help="Confirm the bans and sets that become law, with their days.")
@click.option("--rollback", is_flag=True, help="Take the latest update back.")
@click.option("--list", "listed", is_flag=True, help="List what was applied, when, by whom, from where.")
@json_option
def command(
    what: str,
    source_id: str,
    given: tuple[str, ...],
    dry_run: bool,
    confirmed: bool,
    rollback: bool,
    listed: bool,
    as_json: bool,
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
    done = {_update(app, source, given, _Mode(dry_run, confirmed, as_json)) for source in sources}
    sys.exit(next((status for status in (UNUSABLE, WAITS) if status in done), 0))


def _sources(app: App, source_id: str, *, alone: bool) -> list[CardSource]:
    known = all_sources(app)
    if source_id and source_id not in known:
        raise UnusableInput(f'There is no source "{source_id}". There are {", ".join(sorted(known))}.')
    sources = [known[source_id]] if source_id else usual_sources(app)
    if alone and len(sources) > 1:
        raise UnusableInput(f"Say which with --source: {', '.join(sorted(known))}.")
    return sources


class _Mode(NamedTuple):
    """How an update is made."""

    dry_run: bool
    confirmed: bool
    as_json: bool


def _update(app: App, source: CardSource, given: tuple[str, ...], mode: _Mode) -> int:
    """Update from one source and say what came of it; the status for that."""
    try:
        found = look(app, source, given, progress=_show_progress)
        waits = found is not None and found.compared.waits and not mode.confirmed
        if found is not None and not mode.dry_run:
            (keep_waiting if waits else apply)(app, found.incoming, SYSTEM)
    except Refused as error:
        click.echo(f"{source.title}: update refused, nothing has changed. {error}", err=True)
        return UNUSABLE
    if mode.as_json:
        applied = found is not None and not mode.dry_run and not waits
        show_json({"source": source.id, "applied": applied, "waits": waits, **_facts(found)})
    else:
        click.echo(f"{source.title}: {_words(found, mode.dry_run, waits)}")
    return WAITS if waits and not mode.dry_run else 0


def _facts(found: Look | None) -> dict[str, Any]:
    return {"day": found.incoming.day.isoformat(), **found.incoming.report} if found else {}


def _words(found: Look | None, dry_run: bool, waits: bool) -> str:
    if found is None:
        return "nothing has changed since the last update."
    new = f"{counted(len(found.new_cards), 'new card')} and {counted(len(found.new_sets), 'new set')}"
    sets = "".join(f"\n  New set: {one.name} ({one.code})" for one in found.new_sets)
    unknown = "".join(
        f"\n  Not known here: {kind} {word!r} ({record})" for (kind, word), record in found.facts.report.unknown.items()
    )
    done = "would be applied" if dry_run else "wait for you to confirm (--yes)" if waits else "applied"
    law = "".join(f"\n  {line}" for line in _differences(found.compared.differences))
    return f"{counted(found.cards, 'card')} of {day_in_words(found.incoming.day)} {done}; {new}.{sets}{law}{unknown}"


def _differences(found: Sequence[Difference]) -> Iterator[str]:
    """What the source says of cards in formats, a line each; of what changes nothing the first few."""
    listed = [one for one in found if one.kind is Kind.UNEXPLAINED]
    yield from (difference_in_words(one) for one in found if one.kind not in (Kind.KNOWN, Kind.UNEXPLAINED))
    yield from map(difference_in_words, listed[:FEW])
    if len(listed) > FEW:
        yield f"and {len(listed) - FEW} more like these; --json lists them."


def _show_progress(what: str, share: float) -> None:
    if sys.stderr.isatty():
        told = f"{what} {share:4.0%}" if share >= 0 else what
        click.echo("\r" + told.ljust(20), nl=False, err=True)


def _show(rows: Iterable[UpdateRow], as_json: bool) -> None:
    if as_json:
        show_json([row.facts() for row in rows])
        return
    for row in rows:
        click.echo(row.words())
