"""Seals: a commitment of every list at a moment, in the transaction that brings it about."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING, Any

from deckcheck.app.access_rows import EventRows, state_of
from deckcheck.app.states import in_force
from deckcheck.app.timestamps import moment_text
from deckcheck.lists.seals import Proof, Seal, leaf_hash, make_proof, merkle_root, read_statement
from deckcheck.store.models import DeckList, Entry, Event, Stage, StoredSeal, Submission
from deckcheck.store.queries import entries, lists, proof
from deckcheck.store.states import EntryState, SealKind
from deckcheck.verdict.canonical import canonical_none

if TYPE_CHECKING:
    from deckcheck.app.session import EventSession

NO_SEAL = "0" * 64


def seal_stage(
    work: EventSession, stage: Stage, kind: SealKind | None, at: datetime | None = None
) -> StoredSeal | None:
    """The seal that a step asks for, if it asks for one; whoever wants to know is told."""
    if kind is None:
        return None
    row = _make(work.rows, stage, kind, at or work.now)
    work.tell("sealed", stage=stage.slug, seal=row.number, statement=row.hash)
    return row


def seal_change(work: EventSession, stage: Stage) -> StoredSeal | None:
    """The seal that follows one changed list, or several that were changed together."""
    return seal_stage(work, stage, SealKind.CHANGE)


def is_unsealed(ground: EventRows, stage: Stage, row: DeckList, number: int) -> bool:
    """Whether the stage has a seal, and the list in force is another than in its last one."""
    source = ground.source(stage)
    return differs(last_seal_over(ground, stage), number, in_force(source.state, row.accepted, row.current))


def last_seal_over(ground: EventRows, stage: Stage) -> StoredSeal | None:
    """The newest seal over the lists that are played in a stage."""
    return proof.last_seal_of(ground.session, [s.uid for s in ground.playing(ground.source(stage))])


def differs(last: StoredSeal | None, number: int, submission: str | None) -> bool:
    """Whether there is a seal, and it holds something else for the entry than this."""
    if last is None:
        return False
    sealed = last.sources[number - 1]["submission"] if number <= len(last.sources) else None
    return bool(sealed != submission)


def _make(ground: EventRows, stage: Stage, kind: SealKind, at: datetime) -> StoredSeal:
    """Commit to the list in force of every entry ever added, or to `none`; the event is locked by whoever calls.

    `stage` is the one the seal speaks of; its lists may be an earlier one's. `at` is the moment it speaks of.
    """
    session, event = ground.session, ground.event
    session.flush()
    event.seal_count += 1
    number = event.seal_count
    leaves, sources = [], []
    for entry, row, sent in _in_force(ground, stage):
        salt, canonical = _committed(event.game, row, sent)
        leaves.append(leaf_hash(event.uid, number, entry.number, salt, canonical))
        sources.append({"submission": sent.uid if sent else None, "list": row.uid})
    before = proof.last_seal(session, event.uid)
    statement = Seal(
        event=event.uid,
        number=number,
        kind=kind,
        stage=stage.slug,
        at=moment_text(at),
        leaves=len(leaves),
        root=merkle_root(leaves).hex(),
        audit=event.audit_head,
        previous=before.hash if before else NO_SEAL,
    )
    made = StoredSeal(
        event=event.uid,
        number=number,
        kind=str(kind),
        stage=stage.uid,
        at=at,
        statement=statement.text(),
        hash=statement.hash(),
        root=statement.root,
        leaves=[leaf.hex() for leaf in leaves],
        sources=sources,
    )
    session.add(made)
    session.flush()
    return made


def _in_force(ground: EventRows, stage: Stage) -> Iterator[tuple[Entry, DeckList, Submission | None]]:
    """Every entry by number with its list and what is in force of it; whoever is not in the stage has none.

    Before the first close, what was sent last stands for what will be in force.
    """
    session, source = ground.session, ground.source(stage)
    rows = lists.lists_in(session, source.uid)
    found = entries.entries_of(session, ground.event.uid)
    wanted = {row.entry: _counts(source, row) for row in rows.values()}
    sent = lists.submissions(session, {uid for uid in wanted.values() if uid})
    for entry in found:
        row = rows.get(entry.uid) or new_list(ground, source, entry)
        inside = ground.is_member(stage, entry.uid) and entry.state != EntryState.MERGED
        uid = wanted.get(entry.uid) if inside else None
        yield entry, row, sent.get(uid) if uid else None


def _counts(source: Stage, row: DeckList) -> str | None:
    return in_force(source.state, row.accepted, row.current) or row.current


def new_list(ground: EventRows, source: Stage, entry: Entry) -> DeckList:
    """A row for an entry's list, with the salt of its being none."""
    row = DeckList(
        stage=source.uid, entry=entry.uid, state=str(state_of(None, source)), none_salt=secrets.token_hex(32)
    )
    ground.session.add(row)
    ground.session.flush()
    return row


def _committed(game: str, row: DeckList, sent: Submission | None) -> tuple[bytes, str]:
    """The salt and the list that a leaf commits to."""
    if sent is None:
        return bytes.fromhex(row.none_salt), canonical_none(game)
    return bytes.fromhex(sent.salt), sent.canonical


def leaf_over(event: Event, seal: int, number: int, row: DeckList, sent: Submission | None) -> bytes:
    """The leaf of an entry's list, or of its being none, in a seal."""
    return leaf_hash(event.uid, seal, number, *_committed(event.game, row, sent))


def proof_of(ground: EventRows, seal: StoredSeal, entry: Entry) -> Proof | None:
    """What shows that an entry's list is in a seal; none for an entry that came later, or whose list was deleted."""
    if entry.number > len(seal.leaves):
        return None
    source: dict[str, Any] = seal.sources[entry.number - 1]
    row = ground.session.get(DeckList, source["list"])
    sent = lists.submission(ground.session, source["submission"])
    if row is None or (source["submission"] and sent is None):
        return None
    salt, canonical = _committed(ground.event.game, row, sent)
    leaves = [bytes.fromhex(leaf) for leaf in seal.leaves]
    return make_proof(read_statement(seal.statement), leaves, entry.number, salt, canonical)
