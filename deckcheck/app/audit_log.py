"""Writing the audit: one chain an event, one for the installation, each entry in the transaction of its act."""

from __future__ import annotations

import json
import secrets
from datetime import datetime
from hashlib import sha256
from typing import Final

from deckcheck.app.fields import told_of
from deckcheck.app.timestamps import moment_text
from deckcheck.decklist import hash_chain
from deckcheck.store.models import AuditEntry, AuditText, Event
from deckcheck.store.queries import proof
from deckcheck.store.row_hashes import KeptRow, Named, RowTracker
from deckcheck.store.store import Session

INSTANCE: Final = "instance"
"""What stands for the event in the installation's own chain."""
SEQ, HEAD = "audit_seq", "audit_head"
ROWS_ON: Final = "rows"
GONE: Final = "-"


def append(
    session: Session, event: Event, now: datetime, by: str, act: str, on: str, from_: str, to: str, reason: str = ""
) -> AuditEntry:
    """Write one entry of an event's chain; the event is locked by whoever calls."""
    row = _write(session, (event.uid, event.audit_seq, event.audit_head), now, (by, act, on, from_, to), reason)
    event.audit_seq, event.audit_head = row.seq, row.hash
    return row


def bind_rows(session: Session, event: Event, now: datetime, by: str, tracker: RowTracker) -> None:
    """Let the audit answer for every name that a transaction gave and every row it changed; the event is locked."""
    session.flush()
    for one in tracker.names.found():
        _bind_name(session, event, now, by, one)
    rows = tracker.rows()
    if rows:
        append(
            session, event, now, by, proof.ROWS, ROWS_ON, "", " ".join(f"{row.name}={row_hash(row)}" for row in rows)
        )


def _bind_name(session: Session, event: Event, now: datetime, by: str, one: Named) -> None:
    """Write whose name became another: its hash before and after, the name itself where it can be deleted."""
    end, what = (event.uid, event.audit_seq, event.audit_head), (by, proof.NAMED, f"entry:{one.entry.number}")
    row = _write(session, end, now, (*what, one.before, one.entry.named), one.text, one.salt)
    event.audit_seq, event.audit_head = row.seq, row.hash


def row_hash(row: KeptRow) -> str:
    """What the audit holds of a row; a dash once it was deleted."""
    if row.values is None:
        return GONE
    told = json.dumps(row.values, sort_keys=True, separators=(",", ":"))
    return sha256(f"deckcheck-row/1\n{row.name}\n{told}".encode()).hexdigest()


def append_instance(
    session: Session, now: datetime, by: str, act: str, on: str, from_: str = "", to: str = "", reason: str = ""
) -> AuditEntry:
    """Write one entry of the installation's chain: accounts, restores, deleted events."""
    seq, head = (proof.fact(session, name, lock=True) for name in (SEQ, HEAD))
    if seq is None or head is None:
        raise LookupError("The database has no chain of its own; its schema is not this release's.")
    row = _write(session, (INSTANCE, int(seq.value), head.value), now, (by, act, on, from_, to), reason)
    seq.value, head.value = str(row.seq), row.hash
    return row


def _write(
    session: Session,
    end: tuple[str, int, str],
    now: datetime,
    what: tuple[str, str, str, str, str],
    reason: str,
    salt: bytes = b"",
) -> AuditEntry:
    event, seq, head = end
    salt = salt or (secrets.token_bytes(32) if reason else b"")
    entry = hash_chain.AuditEntry(
        v=hash_chain.VERSION,
        event=event,
        seq=seq + 1,
        at=moment_text(now),
        by=what[0],
        act=what[1],
        on=what[2],
        from_=what[3],
        to=what[4],
        note=hash_chain.note_hash(salt, reason) if reason else "",
        previous=head,
    )
    row = AuditEntry(
        event=event,
        seq=entry.seq,
        at=now,
        by=entry.by,
        act=entry.act,
        on=entry.on,
        from_=entry.from_,
        to=entry.to,
        note=entry.note,
        previous=head,
        hash=hash_chain.entry_hash(entry),
    )
    session.add(row)
    if reason:
        session.add(AuditText(event=event, seq=entry.seq, salt=salt.hex(), text=reason))
    return row


def as_entry(row: AuditEntry) -> hash_chain.AuditEntry:
    """A stored entry as it is hashed."""
    return told_of(hash_chain.AuditEntry, row, v=hash_chain.VERSION, at=moment_text(row.at))
