"""Taking an update of one game, and taking it back: each act is one transaction, so old data or new are in force.

Whoever reads a source makes an `Incoming` of it and calls `apply`, `keep_waiting` or `note_refused`; a person calls
`confirm`, `discard` and `roll_back`. Data by which lists could not be judged are refused before they are kept. Every
process takes what is in force within seconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from hashlib import sha256
from typing import Any, Final

from deckcheck.app import audit_log
from deckcheck.app.actors import Actor
from deckcheck.app.context import App
from deckcheck.app.refusals import UnusableInput
from deckcheck.catalogue.law_layers import is_known_days
from deckcheck.catalogue.packed import Parts
from deckcheck.store.models import DataUpdate, LawEntry
from deckcheck.store.queries import updates
from deckcheck.store.states import UpdateState
from deckcheck.store.store import Session
from deckcheck.updates.in_force import Change, ask_operator, change_data
from deckcheck.updates.statuses import Statuses

PACKAGE: Final = "package"
"""What the audit calls the data that came with the product."""
AMENDED: Final = "amended"
"""Why law of an update that is in force was withdrawn: a person gave a day or an answer, and its law is another."""
REPLACED: Final = "a newer file took its place"
"""Why an update that waited was left: a later one came from the same source."""
KEPT: Final = 3
"""Of so many applied updates of a game everything is kept, so that they can be gone back to."""


@dataclass(frozen=True, slots=True)
class Incoming:
    """What one look at a source brings for one game.

    `source`: its name (`scryfall`); `origin`: the file or address that was read; `day`: the file's own. `catalogue` is
    packed as `deckcheck/catalogue/packed.py` does it. `law`: TOML texts by their paths in the project. `report`: what
    was found, for people (counts, differences, unknown keys), as JSON.
    """

    game: str
    source: str
    origin: str
    day: date
    catalogue: bytes
    statuses: Statuses
    law: Mapping[str, str] = field(default_factory=dict)
    report: Mapping[str, Any] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """Identifies the facts and statuses: the same ones of another day have the same."""
        return content_digest(self.catalogue, self.statuses.pack())


def content_digest(catalogue: bytes, statuses: bytes) -> str:
    """Identifies what a source said, whatever the day on which it did."""
    parts = Parts(catalogue)
    found = sha256(statuses)
    for name in sorted(parts.names):
        if name != "known-to":
            found.update(sha256(name.encode() + b"\0" + parts.raw(name)).digest())
    return found.hexdigest()


def apply(app: App, incoming: Incoming, who: Actor) -> str:
    """Let an update be in force from now on, with the law it brought; the key of its row."""
    now = app.now()

    def put(session: Session, revision: int) -> str:
        row = _add(session, incoming, who, now, UpdateState.WAITING)
        _put_in_force(session, row, who, now, revision)
        return row.uid

    return change_data(app, who, put)


def keep_waiting(app: App, incoming: Incoming, who: Actor) -> str:
    """Keep an update until a person confirms or discards it; nothing changes meanwhile. The key of its row."""
    now = app.now()
    with app.store.write() as session:
        row = _add(session, incoming, who, now, UpdateState.WAITING)
        audit_log.append_instance(session, now, str(who), "update.waits", _on(row), to=_what(row))
    return row.uid


def note_refused(app: App, incoming: Incoming, who: Actor, reason: str) -> str:
    """Keep that an update was refused and why, without what it brought. The key of its row."""
    now = app.now()
    with app.store.write() as session:
        row = _add(session, replace(incoming, law={}), who, now, UpdateState.REFUSED)
        _refuse(session, row, who, now, reason)
    return row.uid


def confirm(app: App, uid: str, who: Actor, law: Mapping[str, str] | None = None) -> None:
    """Let an update that waited be in force; `law`: what it brought as a person corrected it, and nothing else of it.

    Refused where something newer is in force for the game.
    """
    change_data(app, who, confirming(app, uid, who, law))


def confirming(app: App, uid: str, who: Actor, law: Mapping[str, str] | None = None) -> Change[None]:
    """The change that confirming makes, so that it can be tried first."""
    now = app.now()

    def put(session: Session, revision: int) -> None:
        row = _waiting(session, uid)
        latest = updates.applied(session, row.game)
        if latest is not None and latest.day > row.day:
            raise UnusableInput(f"What is in force is of {latest.day}, and this is of {row.day}. Fetch it again.")
        if law is not None:
            for entry in updates.entries_of(session, uid):
                session.delete(entry)
            _add_law(session, row, law, who, now)
        _put_in_force(session, row, who, now, revision)

    return put


def amend(app: App, before: DataUpdate, who: Actor, law: Mapping[str, str], report: Mapping[str, Any]) -> None:
    """Let an update bring other law, as a person corrected it: one that waits, or a game's latest that is in force.

    Refused if it is no longer as `before`.
    """
    ask_operator(who)
    uid = before.uid
    now = app.now()

    def put(session: Session, _revision: int) -> None:
        row = amendable(session, uid)
        if row.report != before.report:
            raise UnusableInput("Somebody else changed this a moment ago. Look at it and try again.")
        for entry in updates.entries_of(session, uid):
            if row.state == UpdateState.WAITING:
                session.delete(entry)
            else:
                entry.withdrawn_at, entry.withdrawn_by, entry.withdrawn_why = now, str(who), AMENDED
        _add_law(session, row, law, who, now)
        row.report = dict(report)
        audit_log.append_instance(session, now, str(who), "update.amended", _on(row), to=_what(row))

    with app.store.read() as session:
        in_force = amendable(session, uid).state == UpdateState.APPLIED
    if in_force:
        change_data(app, who, put)
        return
    with app.store.write() as session:
        put(session, updates.data_revision(session, lock=True).number)


def amendable(session: Session, uid: str) -> DataUpdate:
    """The update with this key, with what it brought, if it waits or is a game's latest that is in force."""
    row = updates.update(session, uid)
    latest = updates.applied(session, row.game) if row is not None else None
    if row is None or (row.state != UpdateState.WAITING and (latest is None or latest.uid != uid)):
        raise UnusableInput("This update does not wait any more. Look again at what is in force.")
    return row


def discard(app: App, uid: str, who: Actor, reason: str) -> None:
    """Refuse an update that waited."""
    ask_operator(who)
    now = app.now()
    with app.store.write() as session:
        _refuse(session, _waiting(session, uid), who, now, reason)


def roll_back(app: App, game: str, who: Actor) -> str:
    """Take back a game's latest update with the law it brought; what was in force before it is again. Its row's key."""
    now = app.now()

    def take_back(session: Session, _revision: int) -> str:
        row, before = updates.applied(session, game), updates.applied(session, game, 1)
        if row is None:
            raise UnusableInput("No update is applied that could be rolled back.")
        if before is not None and before.catalogue is None:
            raise UnusableInput(f"The cards before this update, of {before.day}, are no longer kept.")
        row.state, row.rolled_back_at, row.rolled_back_by = UpdateState.ROLLED_BACK, now, str(who)
        _drop_bytes(row)
        to = PACKAGE if before is None else _what(before)
        audit_log.append_instance(session, now, str(who), "update.rolled_back", _on(row), _what(row), to)
        return row.uid

    return change_data(app, who, take_back)


def may_apply_unasked(app: App, incoming: Incoming) -> bool:
    """Whether the automatic update may apply this: not what a person rolled back. An explicit one always may."""
    with app.store.read() as session:
        return updates.newest_rolled_back(session, incoming.game, incoming.digest) is None


def is_in_force(app: App, incoming: Incoming) -> bool:
    """Whether this is what is in force already, of whatever day, and brings no law but up to when that is known."""
    with app.store.read() as session:
        row = updates.applied(session, incoming.game)
        same = row is not None and (row.source, row.digest) == (incoming.source, incoming.digest)
    return same and all(map(is_known_days, incoming.law))


def _add(session: Session, incoming: Incoming, who: Actor, now: datetime, state: UpdateState) -> DataUpdate:
    row = DataUpdate(
        game=incoming.game,
        source=incoming.source,
        origin=incoming.origin,
        day=incoming.day,
        digest=incoming.digest,
        state=state,
        made_at=now,
        by=str(who),
        report=dict(incoming.report),
        catalogue=incoming.catalogue,
        statuses=incoming.statuses.pack(),
    )
    older = updates.updates(session, incoming.game) if state == UpdateState.WAITING else []
    for one in older:
        if one.state == UpdateState.WAITING and one.source == incoming.source:
            _refuse(session, one, who, now, REPLACED)
    session.add(row)
    session.flush()
    _add_law(session, row, incoming.law, who, now)
    return row


def _add_law(session: Session, row: DataUpdate, law: Mapping[str, str], who: Actor, now: datetime) -> None:
    session.add_all(
        LawEntry(game=row.game, path=path, text=text, update=row.uid, made_at=now, by=str(who))
        for path, text in law.items()
    )


def _put_in_force(session: Session, row: DataUpdate, who: Actor, now: datetime, revision: int) -> None:
    before = updates.applied(session, row.game)
    from_ = PACKAGE if before is None else _what(before)
    row.state, row.applied_at, row.applied_by, row.revision = UpdateState.APPLIED, now, str(who), revision
    session.flush()
    for old in updates.beyond(session, row.game, KEPT):
        _drop_bytes(old)
    audit_log.append_instance(session, now, str(who), "update.applied", _on(row), from_, _what(row))


def _refuse(session: Session, row: DataUpdate, who: Actor, now: datetime, reason: str) -> None:
    row.state = UpdateState.REFUSED
    row.report = {**row.report, "refused": reason}
    _drop_bytes(row)
    audit_log.append_instance(session, now, str(who), "update.refused", _on(row), to=_what(row))


def _waiting(session: Session, uid: str) -> DataUpdate:
    row = updates.update(session, uid)
    if row is None or row.state != UpdateState.WAITING:
        raise UnusableInput("This update does not wait any more. Look again at what is in force.")
    return row


def _drop_bytes(row: DataUpdate) -> None:
    row.catalogue = row.statuses = None


def _on(row: DataUpdate) -> str:
    return f"update:{row.uid}"


def _what(row: DataUpdate) -> str:
    """An update as the audit tells it: of which game and source, of which day, and what identifies it."""
    return f"{row.game} {row.source} {row.day.isoformat()} {row.digest}"
