"""Backup and restore of everything: a copy is verified before it counts, and nothing is overwritten unseen."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Final

from deckcheck.app import audit_log
from deckcheck.app.actors import SYSTEM
from deckcheck.app.context import App
from deckcheck.app.refusals import Refused, UnusableInput
from deckcheck.audit.audit_views import check_all
from deckcheck.audit.erasure import Forgotten, forget_again, remembered
from deckcheck.lists.seals import receipt_number
from deckcheck.store import database_copies, usable
from deckcheck.store.database_copies import CopyFailed, NoScratch
from deckcheck.store.queries import expired_data, proof
from deckcheck.store.queries.proof import SentRow
from deckcheck.store.store import Store

GROWING: Final = ("events", "audit", "seals", "publications")
"""Tables from which nothing is ever deleted: a copy has as many rows as there were at some moment while it was made."""


class BackupFailed(Refused):
    """A backup could not be made, or cannot be restored; everything is as it was."""

    CODE = "backup-failed"


@dataclass(frozen=True, slots=True)
class BackedUp:
    """A backup that was made. `verified` is false only where no scratch database may be made to try it in."""

    file: Path
    size: int
    events: int
    rows: int
    verified: bool


@dataclass(frozen=True, slots=True)
class Younger:
    """A list that was sent after the backup was made: its player holds a receipt of it, and it is not there."""

    event: str
    slug: str
    zone: str
    number: int
    stage: str
    arrived: datetime
    receipt: str


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore did. `kept`: under which name the database before lies; empty if there was none.

    `younger` is None if the database before could not be read.
    """

    kept: str
    events: int
    sign_ins: int
    forgotten: int
    younger: tuple[Younger, ...] | None


def backup(app: App, file: Path, *, overwrite: bool = False) -> BackedUp:
    """Copy everything to a file while others go on working; the file is there once the copy was verified."""
    _check_place(app, file, overwrite=overwrite)
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        with _told():
            part.touch(database_copies.PRIVATE)
            before = database_copies.counts(app.store)
            database_copies.copy_to(app.store, part)
            counted, verified = _verify(app, part, before, lambda: database_copies.counts(app.store))
        _put(part, file, overwrite=overwrite)
    finally:
        part.unlink(missing_ok=True)
    return BackedUp(file, file.stat().st_size, counted["events"], sum(counted.values()), verified)


def _check_place(app: App, file: Path, *, overwrite: bool) -> None:
    if file.exists() and not overwrite:
        raise UnusableInput(f"{file} is there already. Name another file, or say --overwrite.")
    if not file.parent.is_dir():
        raise UnusableInput(f"There is no folder {file.parent}.")
    if usable.revision_of(app.store) != usable.newest_revision():
        raise UnusableInput("The database is not at this release's schema. Run: deckcheck db upgrade.")


def _verify(
    app: App, part: Path, before: Mapping[str, int], count: Callable[[], Mapping[str, int]]
) -> tuple[Mapping[str, int], bool]:
    """Open the copy, count its rows and check every chain and seal in it; where that may not be tried, say so."""
    after = count()
    try:
        with database_copies.opened(app.store, part) as copy:
            found = database_copies.counts(copy)
            for table in GROWING:
                if not before[table] <= found[table] <= after[table]:
                    raise BackupFailed(f"The copy has {found[table]} rows of {table}, the database {after[table]}.")
            _check(app, copy)
            return found, True
    except NoScratch:
        return before, False


def _check(app: App, copy: Store) -> None:
    """Refuse a copy in which anything is not as its audit says."""
    for slug, check in check_all(replace(app, open_store=lambda: copy)).items():
        if not check.holds:
            where = f"of {slug} " if slug else "of the installation "
            raise BackupFailed(f"The audit log {where}does not verify in it: {check.faults[0]}")


def _put(part: Path, file: Path, *, overwrite: bool) -> None:
    """Give the copy its name, once all of it is on the disk; of two who write at once, one is refused."""
    with part.open("rb") as written:
        os.fsync(written.fileno())
    if overwrite:
        part.replace(file)
    else:
        try:
            os.link(part, file)
        except FileExistsError:
            raise UnusableInput(f"{file} is there already. Name another file, or say --overwrite.") from None
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


@contextmanager
def _told() -> Iterator[None]:
    """What goes wrong with files and databases, as a refusal."""
    try:
        yield
    except CopyFailed as failed:
        raise BackupFailed(f"{str(failed).rstrip('.')}.") from failed
    except OSError as failed:
        raise BackupFailed(f"{failed.filename or 'The file'}: {(failed.strerror or str(failed)).lower()}.") from failed


def restore(app: App, file: Path) -> Restored:
    """Let a backup take the place of the database, once it was verified; what was there before is kept beside it."""
    if not file.is_file():
        raise UnusableInput(f"There is no file {file}.")
    _check_kind(app, file)
    try:
        usable.check_restorable(app.store)
    except usable.NotUsable as refused:
        raise BackupFailed(str(refused)) from refused
    with _told(), _working_copy(app, file) as copy:
        with database_copies.opened(app.store, copy) as store:
            _bring_up(file, store)
            _check(app, store)
            with store.read() as session:
                known = set(proof.sent(session))
        younger, before = _look_back(app, known)
        kept = database_copies.put_in_place(app.store, copy, f"{app.now():%Y%m%dT%H%M%S}")
        usable.upgrade(app.store)
    events, sign_ins = _write_down(app)
    again = sum(forget_again(app, one) for one in (*remembered(app), *before))
    return Restored(kept, events, sign_ins, again, younger)


def _check_kind(app: App, file: Path) -> None:
    """Refuse a backup of the other kind of database, and what is no backup at all."""
    with _told():
        kind = usable.kind_of(file)
    if kind == ("sqlite" if app.store.is_sqlite else "dump"):
        return
    if kind in {"sqlite", "dump"}:
        other, own = ("PostgreSQL", "a file") if kind == "dump" else ("the embedded database", "PostgreSQL")
        raise BackupFailed(f"{file} is a backup of {other}; this database is {own}. Restore one of the same kind.")
    raise BackupFailed(f"{file} is no backup. Name one that deckcheck db backup has made.")


@contextmanager
def _working_copy(app: App, file: Path) -> Iterator[Path]:
    """The backup itself stays as it is: the embedded database takes a copy, which is brought up first."""
    if not app.store.is_sqlite:
        yield file
        return
    home = database_copies.folder_of(app.store)
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    copy = home / f".{file.name}.{os.getpid()}.trying"
    try:
        database_copies.copy_private(file, copy)
        yield copy
    finally:
        for end in ("", *database_copies.LOGS):
            copy.with_name(copy.name + end).unlink(missing_ok=True)


def _bring_up(file: Path, store: Store) -> None:
    if not usable.is_known(usable.revision_of(store)):
        raise BackupFailed(f"{file.name} was made by a later release of deckcheck. Install that one first.")
    usable.upgrade(store)


def _look_back(app: App, known: set[str]) -> tuple[tuple[Younger, ...] | None, list[Forgotten]]:
    """What the database before has that the backup has not, and whom it had forgotten; none if it cannot be read."""
    if not database_copies.is_there(app.store):
        return (), []
    try:
        with app.store.read() as session:
            rows = [row for uid, row in proof.sent(session).items() if uid not in known]
            forgotten = [Forgotten(entries=tuple(expired_data.forgotten_entries(session)))]
    except Exception:  # noqa: BLE001  # It may be the reason for restoring, whatever is wrong with it.
        return None, []
    return tuple(map(_younger, rows)), forgotten


def _younger(row: SentRow) -> Younger:
    receipt = receipt_number(bytes.fromhex(row.leaf))
    return Younger(row.event, row.slug, row.zone, row.number, row.stage, row.arrived, receipt)


def _write_down(app: App) -> tuple[int, int]:
    """End all sign-ins, and say in the installation's chain which heads were restored."""
    now = app.now()
    with app.store.write() as session:
        ended = expired_data.end_all_sign_ins(session, now)
        found = proof.heads(session)
        audit_log.append_instance(session, now, str(SYSTEM), "db.restored", on="database", to=f"{len(found)} events")
        for one in found:
            where, head = f"event:{one.uid}", f"{one.seq} {one.head}"
            audit_log.append_instance(session, now, str(SYSTEM), "db.restored", on=where, to=head)
        return len(found), ended
