"""Whether what is kept of an event is what its audit says: the chain, the seals, the lists, and the present states."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from deckcheck.core.chain import ChainCheck, entry_hash, note_hash, verify_chain
from deckcheck.core.merkle import merkle_root
from deckcheck.core.moments import moment_text
from deckcheck.core.seals import StatementError, read_statement, receipt_leaf
from deckcheck.core.signs import signs
from deckcheck.services.auditing import as_entry
from deckcheck.services.sealing import leaf_of
from deckcheck.storage.models import AuditEntry, DeckList, Entry, Event, Stage, Submission
from deckcheck.storage.shelves import entries, events, lists, proof
from deckcheck.storage.store import Session

SENT: Final = ("list.sent", "list.entered_late", "list.corrected")
"""The acts that come with a submission."""
ASIDE: Final = frozenset({"list.read", "list.old_version_read", "list.sent_back", "list.judged"})
"""Acts on a list that leave its state as it was."""


@dataclass(frozen=True, slots=True)
class AuditCheck:
    """What was found: `faults` are sentences, none if all is as the audit says. `head` are the chain's last signs.

    `found_at` is the entry that the head looked for belongs to; `broken_at` where the chain breaks.
    """

    faults: tuple[str, ...]
    length: int
    head: str
    found_at: int | None = None
    broken_at: int | None = None
    seals: int = 0

    @property
    def holds(self) -> bool:
        """Whether nothing was found."""
        return not self.faults


@dataclass(slots=True)
class _Event:
    """An event with all that is compared, fetched once."""

    session: Session
    event: Event
    chain: list[AuditEntry]
    about: dict[str, list[AuditEntry]]
    stages: list[Stage]
    entries: list[Entry]
    lists: list[DeckList]
    sent: dict[str, list[Submission]]

    @classmethod
    def of(cls, session: Session, event: Event) -> _Event:
        stages = events.stages_of(session, event.uid)
        rows = [row for stage in stages for row in lists.lists_in(session, stage.uid).values()]
        chain = proof.chain_of(session, event.uid)
        about: dict[str, list[AuditEntry]] = {}
        for entry in chain:
            about.setdefault(entry.on, []).append(entry)
        return cls(
            session=session,
            event=event,
            chain=chain,
            about=about,
            stages=stages,
            entries=entries.entries_of(session, event.uid),
            lists=rows,
            sent=lists.all_submissions(session, event.uid),
        )

    def last(self, on: str, *acts: str) -> AuditEntry | None:
        """The last entry about a thing among acts that begin so."""
        found = (e for e in reversed(self.about.get(on, [])) if e.act.startswith(acts) and e.act not in ASIDE)
        return next(found, None)

    def name_of(self, row: DeckList) -> str:
        """A list as the audit names it."""
        entry = next(e for e in self.entries if e.uid == row.entry)
        stage = next(s for s in self.stages if s.uid == row.stage)
        return f"entry:{entry.number}" if stage.position == 1 else f"entry:{entry.number} stage:{stage.slug}"


def check_event(session: Session, event: Event, head: str | None = None) -> AuditCheck:
    """Everything that can be compared in one event; `head` is an anchor that somebody kept outside."""
    kept = _Event.of(session, event)
    found = verify_chain((as_entry(row) for row in kept.chain), head)
    faults = [sentence for look in _LOOKS for sentence in look(kept)]
    if not found.ok:
        faults.insert(0, found.reason)
    return AuditCheck(
        faults=tuple(faults),
        length=found.length,
        head=signs(found.last),
        found_at=found.head_found_at,
        broken_at=found.broken_at,
        seals=event.seal_count,
    )


def check_instance(session: Session) -> AuditCheck:
    """The installation's own chain."""
    rows = proof.chain_of(session, "instance")
    found = verify_chain(as_entry(row) for row in rows)
    faults = [] if found.ok else [found.reason]
    seq, head = (proof.fact(session, name) for name in ("audit_seq", "audit_head"))
    if seq is None or head is None or (int(seq.value), head.value) != (found.length, found.last):
        faults.append("The chain ends elsewhere than the installation says: entries were cut off or added.")
    faults += _hashes(rows)
    return AuditCheck(tuple(faults), found.length, signs(found.last), None, found.broken_at)


def _end(kept: _Event) -> Iterator[str]:
    """The chain ends where the event says it does."""
    last: ChainCheck = verify_chain(as_entry(row) for row in kept.chain)
    if (kept.event.audit_seq, kept.event.audit_head) != (last.length, last.last):
        yield "The chain ends elsewhere than the event says: entries were cut off or added at its end."


def _hashes(rows: list[AuditEntry]) -> list[str]:
    return [
        f"Entry {row.seq} has another hash than is stored beside it."
        for row in rows
        if row.hash != entry_hash(as_entry(row))
    ]


def _texts(kept: _Event) -> Iterator[str]:
    """Reasons that are still there are the ones that were given."""
    texts = proof.texts_of(kept.session, kept.event.uid)
    notes = {row.seq: row.note for row in kept.chain}
    for seq, row in texts.items():
        if notes.get(seq) != note_hash(bytes.fromhex(row.salt), row.text):
            yield f"The reason of entry {seq} is not the one that was given."


def _submissions(kept: _Event) -> Iterator[str]:
    """Each list as sent is, to the letter, the one that the audit names by its leaf."""
    numbers = {e.uid: e.number for e in kept.entries}
    told = {(e.on, *e.to.split(" ")[1:]): e for e in kept.chain if e.act in SENT}
    for row in kept.lists:
        for sent in kept.sent.get(row.uid, ()):
            salt = bytes.fromhex(sent.salt)
            leaf = receipt_leaf(kept.event.uid, numbers[row.entry], salt, sent.canonical).hex()
            entry = told.pop((kept.name_of(row), leaf, note_hash(salt, sent.text)), None)
            if entry is None or (sent.leaf, sent.sha256) != (leaf, sha256(sent.canonical.encode()).hexdigest()):
                yield f"List {sent.number} of entry {numbers[row.entry]} is not the one that was sent."
            elif (entry.by, entry.hash) != (sent.by, sent.anchor):
                yield f"List {sent.number} of entry {numbers[row.entry]} was not sent by whom it says."


def _seals(kept: _Event) -> Iterator[str]:
    """Each seal is whole, follows the one before, speaks of a moment of this chain, and holds the lists in force."""
    heads = {entry.hash for entry in kept.chain} | {"0" * 64}
    before, rows = "0" * 64, proof.seals_of(kept.session, kept.event.uid)
    if [row.number for row in rows] != list(range(1, kept.event.seal_count + 1)):
        yield "A seal is missing."
    for row in rows:
        try:
            seal = read_statement(row.statement)
        except StatementError as error:
            yield f"Seal {row.number}: {error}"
            continue
        leaves = [bytes.fromhex(leaf) for leaf in row.leaves]
        said = (seal.event, seal.number, str(seal.kind), seal.at, seal.previous, seal.leaves, seal.root, seal.hash())
        is_ = (kept.event.uid, row.number, row.kind, moment_text(row.at), before, len(leaves), row.root, row.hash)
        if said != is_ or merkle_root(leaves).hex() != row.root or seal.audit not in heads:
            yield f"Seal {row.number} is not the one that was made."
        before = row.hash
        for number, (leaf, source) in enumerate(zip(leaves, row.sources, strict=False), 1):
            again = leaf_of(kept.session, kept.event, row.number, number, source)
            if again is not None and again != leaf:
                yield f"Seal {row.number} holds another list of entry {number} than is kept."


def _states(kept: _Event) -> Iterator[str]:
    """The present states are those that the last acts led to."""
    event = kept.last("event", *_EVENT_ACTS)
    if event and event.to.partition(" ")[0] != kept.event.state:
        yield f"The event is {kept.event.state}; its audit says {event.to}."
    for stage in kept.stages:
        said = kept.last(f"stage:{stage.slug}", *_STAGE_ACTS)
        if said and said.to.partition(" ")[0] != stage.state:
            yield f"{stage.title} is {stage.state}; its audit says {said.to}."
        shown = kept.last(f"stage:{stage.slug}", "publication.set")
        if shown and shown.to != f"{stage.during} {stage.after}":
            yield f"Who sees the lists of {stage.title} is not what was set last."
    for entry in kept.entries:
        said = kept.last(f"entry:{entry.number}", "entry.")
        if said is None or said.to.partition(" ")[0] != entry.state:
            yield f"Entry {entry.number} is {entry.state}; its audit says {said.to if said else 'nothing'}."
    if [e.number for e in kept.entries] != list(range(1, kept.event.entry_count + 1)):
        yield "An entry is missing."


def _lists(kept: _Event) -> Iterator[str]:
    """Each list is in the state, and has in force what, its last acts led to."""
    for row in kept.lists:
        name = kept.name_of(row)
        said = kept.last(name, "list.")
        if said and said.to.partition(" ")[0] != row.state and not _by_its_stage(kept, row, said):
            yield f"The list of {name} is {row.state}; its audit says {said.to.partition(' ')[0]}."
        leaves = {sent.uid: sent.leaf for sent in kept.sent.get(row.uid, ())}
        current = kept.last(name, *SENT, "list.withdrawn")
        wanted = current.to.split(" ")[1] if current else "none"
        if leaves.get(row.current or "", "none") != wanted:
            yield f"The list in force of {name} is not the one that was sent last."
        accepted = kept.last(name, "list.accepted", "list.corrected", "list.reopened", "list.undone")
        fixed = accepted is not None and accepted.act in {"list.accepted", "list.corrected"}
        if leaves.get(row.accepted or "", "none") != (accepted.to.split(" ")[1] if accepted and fixed else "none"):
            yield f"The accepted list of {name} is not the one that was accepted."


def _by_its_stage(kept: _Event, row: DeckList, said: AuditEntry) -> bool:
    """An open list closes, and a closed one opens, with its stage, without an entry of its own."""
    stage = next(s for s in kept.stages if s.uid == row.stage)
    later = [e for e in kept.chain if e.seq > said.seq and e.on == f"stage:{stage.slug}"]
    return any(e.act in {"stage.closed", "stage.reopened", "stage.taking"} for e in later)


def _grants(kept: _Event) -> Iterator[str]:
    """Whoever has a role was given it."""
    now: set[tuple[str, str]] = set()
    for entry in kept.chain:
        if entry.act == "role.granted":
            now.add((entry.on, entry.to))
        elif entry.act == "role.ended":
            now.discard((entry.on, entry.from_))
    there = {(f"account:{grant.account}", grant.role) for grant in entries.grants_in(kept.session, kept.event.uid)}
    if there != now:
        yield "The roles of this event are not those that were given."


_EVENT_ACTS: Final = tuple(
    f"event.{act}" for act in ("made", "opened", "cancelled", "restored", "completed", "reopened")
)
_STAGE_ACTS: Final = tuple(
    f"stage.{act}" for act in ("made", "taking", "closed", "reopened", "begun", "ended", "resumed")
)
_LOOKS: Final[tuple[Callable[[_Event], Iterator[str]], ...]] = (
    _end,
    lambda kept: iter(_hashes(kept.chain)),
    _texts,
    _submissions,
    _seals,
    _states,
    _lists,
    _grants,
)
