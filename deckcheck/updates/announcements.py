"""Announcements of bans that a person writes down, and the installation's own law as files to contribute."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.catalogue.law_layers import is_announcement
from deckcheck.law.announcement_files import ByHand, NotAnnounced, Told, announcement_files, merged, told_by_hand
from deckcheck.law.banlists import FACTS
from deckcheck.law.formats import Format, FormatError
from deckcheck.lists.rechecks import Rechecked
from deckcheck.store.models import LawEntry
from deckcheck.store.queries import updates
from deckcheck.store.store import Session
from deckcheck.updates.affected import affected_by
from deckcheck.updates.entries import adding, withdrawing
from deckcheck.updates.in_force import Change, change_data, preview

REPLACED = "a later announcement of the same day has it"
"""Why an entry was withdrawn whose text went into another one."""


@dataclass(frozen=True, slots=True)
class Announced:
    """What was written down: what it says, and the files that say so by their paths.

    `affected`: on trial, the coming events in which verdicts would be others.
    """

    game: str
    told: Told
    files: Mapping[str, str]
    affected: tuple[Rechecked, ...] = ()


def announce(app: App, by_hand: ByHand, who: Actor, *, trial: bool = False) -> Announced:
    """Let an announcement be law from now on; on `trial` nothing is kept. Refused where it can't be meant."""
    formats = _formats(by_hand.formats, app)
    game, lists = formats[0].game, app.reference.ban_lists(formats[0].game)
    with app.store.read() as session:
        own = {row.path: (row.uid, row.text) for row in _by_hand(session, game)}
    try:
        told = told_by_hand(by_hand, formats, app.index(game), lists)
        files = announcement_files(game, told, lists, lambda path: own.get(path, ("", ""))[1])
    except NotAnnounced as error:
        raise UnusableInput(str(error), field=error.field) from error
    except FormatError as error:
        raise UnusableInput(str(error), field="day") from error
    old = [own[path][0] for path in files if path in own]
    change = _replacing(app, game, old, files, who)
    if trial:
        return Announced(game, told, files, affected_by(preview(app, who, change), app))
    change_data(app, who, change)
    return Announced(game, told, files)


def _formats(names: Iterable[str], app: App) -> list[Format]:
    """The formats of these ids or titles; one announcement is of one game."""
    try:
        found = [app.format(name) for name in names]
    except FormatError as error:
        raise UnusableInput(str(error), field="formats") from error
    if len({fmt.game for fmt in found}) != 1:
        raise UnusableInput("Pick formats of one game." if found else "Pick at least one format.", field="formats")
    return found


def _by_hand(session: Session, game: str) -> list[LawEntry]:
    """The entries of a game that no update brought."""
    return [row for row in updates.entries_in_force(session) if row.game == game and row.update is None]


def _replacing(app: App, game: str, old: list[str], files: Mapping[str, str], who: Actor) -> Change[None]:
    """The change that puts files in the place of the entries whose text they took in."""
    withdraw = withdrawing(app, old, who, REPLACED)
    add = adding(app, game, {path: text for path, text in files.items() if text}, who)

    def change(session: Session, revision: int) -> None:
        withdraw(session, revision)
        add(session, revision)

    return change


class OwnFile(NamedTuple):
    """A file of the installation's own law as the project would have it; `said` by whom and when, the last first."""

    path: str
    text: str
    said: tuple[tuple[str, datetime], ...]


def own_files(app: App) -> list[OwnFile]:
    """The installation's own law in force, a file each; what was announced on one day is one file."""
    with app.store.read() as session:
        rows = [(row.path, row.text, (row.by, row.made_at)) for row in updates.entries_in_force(session)]
    found = []
    for path in sorted({path for path, _, _ in rows}):
        mine = [row for row in rows if row[0] == path]
        text = merged(path, [text for _, text, _ in mine]) if is_announcement(path) else mine[-1][1]
        found.append(OwnFile(path, text, tuple(said for _, _, said in reversed(mine))))
    return found


def changes_in(text: str) -> list[tuple[str, str, str]]:
    """What a file of announcements says: list, card and status, in its order."""
    lists: Mapping[str, Mapping[str, Any]] = tomllib.loads(text).get("lists", {})
    return [
        (banlist, card, str(value["status"] if isinstance(value, Mapping) else value))
        for banlist, table in lists.items()
        for card, value in table.items()
        if card not in FACTS
    ]
