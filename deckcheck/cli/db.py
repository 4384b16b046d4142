"""`deckcheck db`: the database brought up, backed up, restored and tidied."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from typing import Any

import click

from deckcheck.app.context import App
from deckcheck.app.time_words import clock_seconds, day_here, span
from deckcheck.app.timestamps import moment_text
from deckcheck.audit.backups import Restored, backup, restore
from deckcheck.audit.retention_periods import Tidied, tidy
from deckcheck.cli import show_json
from deckcheck.cli.options import json_option
from deckcheck.decklist.days import full_day
from deckcheck.events.clock_confirmed import ahead_by, believe_everywhere
from deckcheck.law.sentences import counted
from deckcheck.wiring import build_desk, build_running_desk


@click.group("db", context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Bring the database up, back it up, restore it, delete what is old.

    Example: deckcheck db backup /var/backups/deckcheck-2026-06-13.db
    """


@command.command("upgrade")
@click.option("--new", is_flag=True, help="Begin a new installation though the home holds files of an earlier one.")
def bring_up(new: bool) -> None:
    """Bring the database to this release's schema; serving does the same by itself.

    Example: deckcheck db upgrade
    """
    build_running_desk(new=new)
    click.echo("The database is at this release's schema.")


@command.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--overwrite", is_flag=True, help="Let the backup take the place of a file that is there.")
@json_option
def back_up(file: Path, overwrite: bool, as_json: bool) -> None:
    """Copy everything to FILE while the server goes on, and verify the copy. It is as secret as the lists in it.

    Example: deckcheck db backup /var/backups/deckcheck-2026-06-13.db
    """
    with _closed(build_desk()) as app:
        made = backup(app, file, overwrite=overwrite)
    if as_json:
        show_json({**asdict(made), "file": str(made.file)})
        return
    how = (
        "Its rows, chains and seals were verified."
        if made.verified
        else ("It was not verified: that takes a database beside this one, for which its user needs CREATEDB.")
    )
    size = ", ".join((counted(made.events, "event"), counted(made.rows, "row"), counted(made.size, "byte")))
    click.echo(f"{made.file}: {size}. {how}")


@command.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def bring_back(file: Path, as_json: bool) -> None:
    """Let the backup FILE take the place of the database, once it was verified. Stop the server first.

    What was there is kept beside it. Everybody signs in anew, and whoever was forgotten is forgotten again.

    Example: deckcheck db restore /var/backups/deckcheck-2026-06-13.db
    """
    with _closed(build_desk(checked=False)) as app:
        done = restore(app, file)
    if as_json:
        show_json(_restored_json(done))
    else:
        _tell_restored(done)


@contextmanager
def _closed(app: App) -> Iterator[App]:
    """A context whose database is let go of in the end."""
    try:
        yield app
    finally:
        app.store.close()


def _restored_json(done: Restored) -> dict[str, Any]:
    younger = done.younger
    return {
        **asdict(done),
        "younger": None
        if younger is None
        else [{**asdict(one), "arrived": moment_text(one.arrived)} for one in younger],
    }


def _tell_restored(done: Restored) -> None:
    before = f" The database before is kept as {done.kept}." if done.kept else ""
    click.echo(f"Restored {counted(done.events, 'event')}, ended {counted(done.sign_ins, 'sign-in')}.{before}")
    if done.forgotten:
        click.echo(f"Forgot {counted(done.forgotten, 'entry', 'entries')} again.")
    if done.younger is None:
        click.echo("The database before could not be read: lists submitted since the backup are not known.")
    for one in done.younger or ():
        when = f"{full_day(day_here(one.arrived, one.zone))} {clock_seconds(one.arrived, one.zone)}"
        click.echo(f"Submitted since the backup: {one.event}, entry {one.number}, {one.stage}, {when}, {one.receipt}")


@command.command("clock")
@click.option("--right", is_flag=True, help="Say that the clock of this machine is right, for all events.")
def clock(right: bool) -> None:
    """Tell whether this machine's clock jumped ahead, and let it be believed.

    Example: deckcheck db clock --right
    """
    with _closed(build_running_desk()) as app:
        ahead = believe_everywhere(app) if right else ahead_by(app)
    if ahead is None:
        click.echo("The clock did not jump.")
        return
    told = "Now it is believed." if right else "If it is right, run: deckcheck db clock --right."
    click.echo(f"The clock jumped ahead by {span(ahead // timedelta(minutes=1))}. {told}")


@command.command("tidy")
@json_option
def make_tidy(as_json: bool) -> None:
    """Delete what is older than its period (docs/running.md), as the server does by itself once an hour.

    The embedded database is then written anew, so that what was deleted is nowhere in its file.

    Example: deckcheck db tidy
    """
    with _closed(build_running_desk()) as app:
        done = tidy(app, compact=True)
    if as_json:
        show_json(asdict(done))
    else:
        _tell_tidied(done)


def _tell_tidied(done: Tidied) -> None:
    counted = (
        (done.contacts, "mail addresses and pronouns deleted"),
        (done.births, "dates of birth deleted"),
        (done.names, "names shortened to initials"),
        (done.links, "links deleted"),
        (done.drafts, "drafts deleted"),
        (done.lists, "superseded lists deleted"),
        (done.statements, "deck checks whose statements were deleted"),
        (done.taps, "taps of deck checks deleted"),
        (done.pools, "pools of which older versions or texts were deleted"),
        (done.counts, "countings of pools deleted"),
        (done.messages, "sent messages deleted"),
        (done.asked, "owners of unused accounts asked"),
        (done.closed, "unused accounts closed"),
    )
    told = [f"{count} {words}" for count, words in counted if count]
    click.echo(f"{'; '.join(told)}." if told else "Nothing was old enough.")
    for mail in done.unasked:
        click.echo(f"Unused for long, and not asked since no mail is sent here: {mail}")
