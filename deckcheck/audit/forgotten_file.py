"""Whom to forget again after a restore: a file beside the database that names keys, one forgetting a line."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from deckcheck.app.context import App

NAME: Final = "forgotten.jsonl"


@dataclass(frozen=True, slots=True)
class Forgotten:
    """One forgetting by keys: entries, and notes by event and number."""

    entries: tuple[str, ...] = ()
    notes: tuple[tuple[str, int], ...] = ()


def path_of(app: App) -> Path:
    """Where the file lies."""
    return app.settings.home / NAME


def remember(app: App, forgotten: Forgotten) -> None:
    """Add a line; it is on the disk when this returns."""
    path = path_of(app)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    line = json.dumps({key: value for key, value in asdict(forgotten).items() if value}, sort_keys=True)
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(handle, f"{line}\n".encode())
        os.fsync(handle)
    finally:
        os.close(handle)


def remembered(app: App) -> Iterator[Forgotten]:
    """Every line that can be read; one that was cut off by a power cut names nobody."""
    path = path_of(app)
    for line in path.read_text("utf-8", "replace").splitlines() if path.exists() else ():
        try:
            yield _read(json.loads(line))
        except (ValueError, TypeError, AttributeError):
            continue


def _read(value: dict[str, object]) -> Forgotten:
    entries, notes = value.get("entries", []), value.get("notes", [])
    assert isinstance(entries, list)
    assert isinstance(notes, list)
    return Forgotten(
        entries=tuple(map(str, entries)),
        notes=tuple((str(event), int(seq)) for event, seq in notes),
    )


def together(found: Iterable[Forgotten]) -> Forgotten:
    """Entries and notes of several forgettings at once."""
    every = list(found)
    return Forgotten(
        entries=tuple(dict.fromkeys(uid for one in every for uid in one.entries)),
        notes=tuple(dict.fromkeys(note for one in every for note in one.notes)),
    )
