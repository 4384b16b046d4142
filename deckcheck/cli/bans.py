"""`deckcheck bans`: announcements of bans by hand, and the installation's own law."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import click

from deckcheck.app.actors import SYSTEM
from deckcheck.app.refusals import UnusableInput
from deckcheck.cli import show_json
from deckcheck.cli.options import json_option
from deckcheck.decklist.days import day_in_words
from deckcheck.law.announcement_files import ByHand, Told
from deckcheck.law.banlists import WORDS
from deckcheck.lists.list_checks import read_day
from deckcheck.lists.rechecks import Rechecked
from deckcheck.updates.announcements import announce, changes_in, own_files
from deckcheck.updates.layers import beside_package, in_words
from deckcheck.wiring import build_running_desk


@click.group("bans")
def command() -> None:
    """Add bans that were announced, and show or export the law of this installation's own.

    Example: deckcheck bans add "Lightning Bolt" --format modern --on 2026-12-07 --source https://example.org/bans
    """


@command.command("add")
@click.argument("cards", nargs=-1, required=True, metavar="CARD...")
@click.option("--format", "formats", multiple=True, required=True, metavar="ID", help="A format; may be given again.")
@click.option("--status", type=click.Choice(WORDS), default="banned", show_default=True, help="What the cards are now.")
@click.option("--on", "on", required=True, metavar="DATE", help="The first day in paper, like 2026-12-07.")
@click.option("--mtgo", metavar="DATE", help="The day on Magic Online, if another.")
@click.option("--arena", metavar="DATE", help="The day on Arena, if known.")
@click.option("--announced", metavar="DATE", help="The day of the announcement, if another.")
@click.option("--source", required=True, help="Where it was announced: an address, or who said so.")
@click.option("--dry-run", is_flag=True, help="Show what would change and the files that would be made; keep nothing.")
@click.option("--yes", is_flag=True, help="Don't ask before it is added.")
@json_option
def add(
    cards: tuple[str, ...],
    formats: tuple[str, ...],
    status: str,
    on: str,
    mtgo: str | None,
    arena: str | None,
    announced: str | None,
    source: str,
    dry_run: bool,
    yes: bool,
    as_json: bool,
) -> None:
    """Ban, restrict, suspend or free CARDs from a day on, for every list that is judged for that day or later.

    What it changes in the lists of coming events is shown first.

    Example: deckcheck bans add "Lightning Bolt" --format modern --on 2026-12-07 --source https://example.org/bans
    """
    days = [read_day(day) if day else None for day in (mtgo, arena, announced)]
    app, by_hand = build_running_desk(), ByHand(formats, cards, status, read_day(on), source, *days)
    trial = announce(app, by_hand, SYSTEM, trial=True)
    if not as_json:
        for line in (*_said(trial.told), *_effect(trial.affected)):
            click.echo(line)
    if not (dry_run or yes or as_json) and sys.stdin.isatty():
        click.confirm("Add this announcement?", abort=True)
    files = trial.files if dry_run else announce(app, by_hand, SYSTEM).files
    if as_json:
        affected = [{"event": one.slug, "day": one.day.isoformat(), "told": one.in_words} for one in trial.affected]
        show_json({"files": dict(files), "kept": not dry_run, "affected": affected})
        return
    for path, text in files.items():
        click.echo(f"\n# {path}\n{text}" if dry_run else f"Kept as {path}.")


def _effect(affected: Sequence[Rechecked]) -> list[str]:
    """What would change in the lists of coming events, a line for each."""
    lines = [f"{one.event}, {day_in_words(one.day)}: {one.in_words}" for one in affected]
    return lines or ["No list of a coming event changes."]


def _said(told: Told) -> list[str]:
    """What was announced, a line for each list."""
    days = f"from {day_in_words(told.day)}{_other('Magic Online', told.mtgo)}{_other('Arena', told.arena)}"
    return [
        f"{name}: {', '.join(cards)} {min(cards.values()).replace('-', ' ')} {days}."
        for name, cards in told.lists.items()
    ]


def _other(place: str, day: date | None) -> str:
    return f", on {place} from {day_in_words(day)}" if day else ""


@command.command("export")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FOLDER", help="Write the files below FOLDER.")
def export(output: Path | None) -> None:
    """Print this installation's own law as the files that the project would have, or write them below a folder.

    Example: deckcheck bans export -o contribution
    """
    files = own_files(build_running_desk())
    for file in files:
        if output is None:
            click.echo(f"# {file.path}\n{file.text}")
            continue
        path = output / file.path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(file.text, encoding="utf-8")
        except OSError as error:
            raise UnusableInput(f"{path} can't be written: {error.strerror}.") from error
        click.echo(f"{path} written.")
    if not files:
        click.echo("This server has no rules or bans of its own.")


@command.command("diff")
@json_option
def diff(as_json: bool) -> None:
    """Show what this installation's own law adds to that of the product, and where the two contradict.

    Example: deckcheck bans diff
    """
    app = build_running_desk()
    files, beside = own_files(app), beside_package(app)
    if as_json:
        rows = [{"file": f.path, "text": f.text, "by": f.said[0][0], "at": f.said[0][1].isoformat()} for f in files]
        compared = [
            {"file": one.path, **at._asdict(), "against": str(at.against)} for one in beside for at in one.statements
        ]
        show_json({"own": rows, "compared": compared})
        return
    for file in files:
        by, at = file.said[0]
        click.echo(f"{file.path} ({'command line' if by == 'sys' else by}, {day_in_words(at.date())})")
        told = [f"{banlist}: {card} {status.replace('-', ' ')}" for banlist, card, status in changes_in(file.text)]
        for line in told or [line for line in file.text.splitlines() if line]:
            click.echo(f"  {line}")
    for sentence in in_words(beside):
        click.echo(sentence)
    if not files:
        click.echo("This server has no rules or bans of its own.")
