"""`deckcheck update`: cards brought up to date from their sources, and taken back."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
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
from deckcheck.lists.list_checks import read_day
from deckcheck.updates import acts
from deckcheck.updates.acts import Answered, ExactDay, apply_waiting, set_day, update_about
from deckcheck.updates.apply import apply, keep_waiting, roll_back
from deckcheck.updates.queries import UpdateRow, all_updates
from deckcheck.updates.update import Look, all_sources, look, usual_sources
from deckcheck.updates.views import Waiting, see_updates
from deckcheck.wiring import build_running_desk

FEW: Final = 20
WAITS: Final = 3
"""The exit status of an update that waits until a person confirms what comes into force."""


def _looking(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of a look at sources."""
    options = (
        click.option("--source", "source_id", default="", metavar="ID", help="One source: scryfall, mtgjson or gatcg."),
        click.option("--from", "given", multiple=True, metavar="FILE|URL", help="A file, a folder, or a mirror."),
        click.option("--dry-run", is_flag=True, help="Say what would change, and change nothing."),
        click.option("--yes", "confirmed", is_flag=True, help="Confirm the bans and sets that would come into force."),
        click.option("--rollback", is_flag=True, help="Take the latest update back."),
        click.option("--list", "listed", is_flag=True, help="List what was applied, when, by whom, from where."),
        json_option,
    )
    return reduce(lambda made, option: option(made), reversed(options), command)


@click.group("update", invoke_without_command=True)
@_looking
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> None:
    """Bring the cards up to date from their sources: the usual one of each game, or the one that is named.

    Example: deckcheck update --source scryfall --from default-cards.json.gz
    """
    if ctx.invoked_subcommand is None:
        _run(**options)


@command.command("cards")
@_looking
def cards(**options: Any) -> None:
    """The same as without a word.

    Example: deckcheck update cards --source scryfall --dry-run
    """
    _run(**options)


def _run(
    source_id: str,
    given: tuple[str, ...],
    dry_run: bool,
    confirmed: bool,
    rollback: bool,
    listed: bool,
    as_json: bool,
) -> None:
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


@command.command("waiting")
@json_option
def waiting(as_json: bool) -> None:
    """List the updates that wait, and what is asked: by them, and by those in use.

    Example: deckcheck update waiting
    """
    page = see_updates(SYSTEM, build_running_desk())
    rows = [(row, state) for rows, state in ((page.waiting, "waits"), (page.open, "in use")) for row in rows]
    if as_json:
        show_json([_waiting_facts(row, state) for row, state in rows])
        return
    for row, state in rows:
        click.echo(f"{row.title}: {row.source}, {day_in_words(row.day)}, {state}")
        for change in row.changes:
            about = " ".join(f"--{key} {value!r}" for key, value in change.about.items())
            click.echo(f"  {change.heading}{'' if change.heading.endswith('?') else '.'} {change.told}\n    {about}")
    if not rows:
        click.echo("Nothing waits.")


def _waiting_facts(row: Waiting, state: str) -> dict[str, Any]:
    changes = [{"heading": one.heading, "told": one.told, **one.one.facts()} for one in row.changes]
    return {"uid": row.uid, "source": row.source, "day": row.day.isoformat(), "state": state, "changes": changes}


@command.command("confirm")
@click.option("--source", "source_id", default="", metavar="ID", help="Only the update from this source.")
def confirm(source_id: str) -> None:
    """Let the updates that wait be in force, with the days and answers that were given to them.

    Example: deckcheck update confirm --source scryfall
    """
    app = build_running_desk()
    found = [row for row in see_updates(SYSTEM, app).waiting if source_id in {"", row.source}]
    if not found:
        raise UnusableInput("No update waits." if not source_id else f"No update from {source_id} waits.")
    for row in found:
        apply_waiting(app, SYSTEM, row.uid, confirmed=True)
        click.echo(f"{row.title}: {row.source}, {day_in_words(row.day)}, applied.")


def _about(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that name a change, and its days."""
    options = (
        click.option("--format", "fmt", default="", metavar="ID", help="The format."),
        click.option("--set", "set_code", default="", metavar="CODE", help="The set."),
        click.option("--card", default="", metavar="NAME", help="The card."),
        click.option("--on", "on", metavar="DATE", help="The first day in paper, like 2026-12-07."),
        click.option("--mtgo", metavar="DATE", help="The day on Magic Online, if another."),
        click.option("--arena", metavar="DATE", help="The day on Arena, if another."),
    )
    return reduce(lambda made, option: option(made), reversed(options), command)


@command.command("answer")
@click.argument("answer", type=click.Choice(["yes", "no", "keep", "later"]))
@_about
def say(answer: str, **about: Any) -> None:
    """Say whether a set is legal in a format, "keep" that our rules are right, or leave it for later.

    Example: deckcheck update answer yes --format modern --set EXM --on 2026-12-07
    """
    app, said = build_running_desk(), Answered(**_named(**about), answer=answer)
    acts.answer(app, SYSTEM, replace(said, update=update_about(app, said)))
    click.echo("Kept.")


@command.command("day")
@_about
def give_day(**about: Any) -> None:
    """Set the exact days of a change: of a card in a format, or of a new set.

    Example: deckcheck update day --format modern --card Opt --on 2026-12-07 --mtgo 2026-12-08
    """
    app, exact = build_running_desk(), ExactDay(**_named(**about))
    set_day(app, SYSTEM, replace(exact, update=update_about(app, exact)))
    click.echo("Kept.")


def _named(fmt: str, set_code: str, card: str, on: str | None, mtgo: str | None, arena: str | None) -> dict[str, Any]:
    days = {name: read_day(text) if text else None for name, text in (("day", on), ("mtgo", mtgo), ("arena", arena))}
    return {"update": "", "format": fmt, "card": card, "set_code": set_code, **days}


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
        f"\n  Not known here: {kind} {word!r} ({record})" for (kind, word), record in found.report.unknown.items()
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
