"""Whether what is kept of an event is what its audit says: the chain, the rows, the lists, the seals, the states."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from deckcheck.accounts.staff_accounts import OPERATES, OPERATOR, ORGANIZES
from deckcheck.app.actors import SYSTEM
from deckcheck.app.audit_log import GONE, INSTANCE, as_entry, row_hash
from deckcheck.app.timestamps import moment_text
from deckcheck.audit.replay import NONE, SENT, ListSaid, Said, check_names, replay
from deckcheck.decklist.hash_chain import ChainCheck, entry_hash, is_hash, note_hash, signs, verify_chain
from deckcheck.lists.seal_making import NO_SEAL, leaf_over
from deckcheck.lists.seals import StatementError, merkle_root, read_statement, receipt_leaf
from deckcheck.store.models import AuditEntry, AuditText, DeckList, Entry, Event, Stage, StoredSeal, Submission
from deckcheck.store.queries import accounts, checks, entries, events, lists, pools, proof
from deckcheck.store.row_hashes import rows_of
from deckcheck.store.states import EventState, PoolState
from deckcheck.store.store import Session

START: Final = NO_SEAL
"""What stands for the head of a chain without entries, too."""


@dataclass(frozen=True, slots=True)
class SealsOver:
    """What seals speak of: stages, lists and submissions by key, and every head the chain ever had."""

    stages: Collection[Stage]
    lists: Mapping[str, DeckList]
    sent: Mapping[str, Submission]
    heads: Collection[str]


def check_seals(session: Session, event: Event, over: SealsOver) -> Iterator[str]:
    """What is wrong with the seals of an event, in sentences."""
    before, count = NO_SEAL, 0
    slugs: dict[str | None, str] = {stage.uid: stage.slug for stage in over.stages}
    for row in proof.seals_of(session, event.uid):
        count += 1
        if not _is_made(event, row, (count, before, slugs.get(row.stage, "-")), over.heads):
            yield f"Seal {row.number} is not the one that was made."
        for number, (leaf, source) in enumerate(zip(row.leaves, row.sources, strict=False), 1):
            again = _leaf(event, (row.number, number), source, over)
            if again is not None and again != leaf:
                yield f"Seal {row.number} holds another list of entry {number} than is kept."
        before = row.hash
    if count != event.seal_count:
        yield "A seal is missing."


def _is_made(event: Event, row: StoredSeal, place: tuple[int, str, str], heads: Collection[str]) -> bool:
    """Whether a seal is what its statement says, in its place among the others."""
    number, before, stage = place
    try:
        seal = read_statement(row.statement)
        leaves = [bytes.fromhex(leaf) for leaf in row.leaves]
    except (StatementError, ValueError):
        return False
    said = (seal.event, seal.number, str(seal.kind), seal.stage, seal.at, seal.previous, seal.root, seal.hash())
    is_ = (event.uid, number, row.kind, stage, moment_text(row.at), before, row.root, row.hash)
    whole = seal.leaves == len(leaves) == len(row.sources) and merkle_root(leaves).hex() == row.root
    return said == is_ and row.number == number and whole and (seal.audit in heads or seal.audit == START)


def _leaf(event: Event, place: tuple[int, int], source: Mapping[str, Any], over: SealsOver) -> str | None:
    """The leaf that follows from what is kept; none once the list was deleted, of which the leaf alone is left."""
    listed, submission = over.lists.get(source["list"]), over.sent.get(source["submission"] or "")
    if listed is None or (source["submission"] and submission is None):
        return None
    return leaf_over(event, *place, listed, submission).hex()


UNTOUCHED: Final = (str(PoolState.WAITING), 0)
"""A pool of which something was counted, and nothing handed over."""
_THINGS: Final[Mapping[str, str]] = {
    "events": "The event itself",
    "stages": "A stage",
    "stage_members": "A place in a stage",
    "publications": "A choice of who sees lists",
    "grants": "A role",
    "teams": "A team",
    "entries": "An entry",
    "lists": "A list",
    "submissions": "A list as submitted",
    "reports": "A verdict",
    "acceptances": "An acceptance",
    "seals": "A seal",
    "tokens": "A token",
    "webhooks": "A webhook",
    "draws": "A draw",
    "deck_checks": "A deck check",
    "check_judges": "A judge of a deck check",
    "check_amendments": "An addition to a deck check",
    "pools": "A pool",
    "pool_versions": "A version of a pool",
}


def words_of(name: str) -> str:
    """A row by its table and key, as a fault names it."""
    table, _, uid = name.partition(":")
    return f"{_THINGS.get(table, 'A row')} ({uid})"


def check_deck_checks(session: Session, event: str, said: Said) -> Iterator[str]:
    """Each deck check is where its acts led it."""
    there = {check.uid: check.state for check in checks.checks_of(session, event)}
    if there != said.checks:
        yield "The deck checks of this event are not as their acts left them."


def check_pools(session: Session, event: str, said: Said) -> Iterator[str]:
    """Each pool is where its acts led it, and every version that was handed over is there."""
    there = pools.pools_of_event(session, event)
    acted = {pool.uid: (pool.state, pool.version_count) for pool in there if pool.uid in said.pools}
    untouched = [pool for pool in there if pool.uid not in said.pools and (pool.state, pool.version_count) != UNTOUCHED]
    if acted != said.pools or untouched:
        yield "The pools of this event are not as their acts left them."
    numbers = pools.version_numbers(session, event)
    if any(numbers.get(pool.uid, []) != list(range(1, pool.version_count + 1)) for pool in there):
        yield "A version of a pool is missing."


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
    found: ChainCheck
    chain: list[AuditEntry]
    said: Said
    stages: list[Stage]
    entries: list[Entry]
    lists: dict[str, DeckList]
    names: dict[str, str]
    sent: dict[str, list[Submission]]
    texts: dict[int, AuditText]

    @classmethod
    def of(cls, session: Session, event: Event, head: str | None) -> _Event:
        stages = events.stages_of(session, event.uid)
        people = entries.entries_of(session, event.uid)
        numbers = {entry.uid: entry.number for entry in people}
        rows = {row.uid: row for stage in stages for row in lists.lists_in(session, stage.uid).values()}
        by_uid = {stage.uid: stage for stage in stages}
        names = {row.uid: _name(numbers.get(row.entry, 0), by_uid[row.stage]) for row in rows.values()}
        of_stage = {stage.slug: [names[uid] for uid, row in rows.items() if row.stage == stage.uid] for stage in stages}
        chain = proof.chain_of(session, event.uid)
        return cls(
            session=session,
            event=event,
            found=verify_chain((as_entry(row) for row in chain), head),
            chain=chain,
            said=replay(chain, of_stage),
            stages=stages,
            entries=people,
            lists=rows,
            names=names,
            sent=lists.all_submissions(session, event.uid),
            texts=proof.texts_of(session, event.uid),
        )


def _name(number: int, stage: Stage) -> str:
    """A list as the audit names it."""
    return f"entry:{number}" if stage.position == 1 else f"entry:{number} stage:{stage.slug}"


def check_event(session: Session, event: Event, head: str | None = None) -> AuditCheck:
    """Everything that can be compared in one event; `head` is an anchor that somebody kept outside."""
    kept = _Event.of(session, event, head)
    faults = [] if kept.found.ok else [kept.found.reason]
    faults += [sentence for look in _LOOKS for sentence in look(kept)]
    return AuditCheck(
        faults=tuple(faults),
        length=kept.found.length,
        head=signs(kept.found.last),
        found_at=kept.found.head_found_at,
        broken_at=kept.found.broken_at,
        seals=event.seal_count,
    )


def check_instance(session: Session) -> AuditCheck:
    """The installation's own chain, and the accounts that it speaks of."""
    rows = proof.chain_of(session, INSTANCE)
    found = verify_chain(as_entry(row) for row in rows)
    faults = [] if found.ok else [found.reason]
    seq, head = (proof.fact(session, name) for name in ("audit_seq", "audit_head"))
    if seq is None or head is None or (seq.value, head.value) != (str(found.length), found.last):
        faults.append("The chain ends elsewhere than the installation says: entries were cut off or added.")
    faults += [*_hashes(rows), *_texts_of(proof.texts_of(session, INSTANCE), rows, set()), *_accounts(session, rows)]
    faults += _events(session, rows)
    return AuditCheck(tuple(faults), found.length, signs(found.last), None, found.broken_at)


def _accounts(session: Session, rows: list[AuditEntry]) -> Iterator[str]:
    """An account is open or closed, may organize and operate or not, and has its address confirmed, as its acts say."""
    states: dict[str, str] = {}
    may: dict[tuple[str, bool], bool] = {}
    confirmed = _confirmed(rows)
    for row in rows:
        if row.act in {"account.made", "account.invited", "account.closed"}:
            states[row.on] = row.to.partition(" ")[0]
        if row.act in {"account.made", "account.changed"}:
            may |= {(row.on, words is OPERATES): words[True] in row.to for words in _told_of(row)}
    there = accounts.all_accounts(session)
    if missing := set(states) - {f"account:{account.uid}" for account in there}:
        yield f"An account is missing ({', '.join(sorted(missing))})."
    for account in there:
        on = f"account:{account.uid}"
        may_now = may.get((on, False), False), may.get((on, True), False)
        if account.state != states.get(on) or (account.may_organize, account.operates) != may_now:
            yield f"An account ({account.uid}) is not as its acts left it."
        if account.confirmed_by != confirmed.get(on, ""):
            yield f"The address of an account ({account.uid}) is not confirmed as its acts say."


def _told_of(row: AuditEntry) -> Iterator[Mapping[bool, str]]:
    """What an act says an account may do, or may not; the first says all."""
    return (words for words in (ORGANIZES, OPERATES) if row.act == "account.made" or row.to in words.values())


def _confirmed(rows: list[AuditEntry]) -> dict[str, str]:
    """By what the address of each account was confirmed; one made on the command line is vouched for."""
    found: dict[str, str] = {}
    for row in rows:
        if row.act == "account.confirmed":
            found[row.on] = row.to
        elif row.act == "account.made" and row.by == str(SYSTEM):
            found[row.on] = OPERATOR
        elif row.act == "account.closed":
            found[row.on] = ""
    return found


def _events(session: Session, rows: list[AuditEntry]) -> Iterator[str]:
    """Every event that was made is there; one that was deleted left its row."""
    made = {row.on for row in rows if row.act == "event.made"}
    if missing := made - {f"event:{event.uid}" for event in events.all_events(session)}:
        yield f"An event is missing ({', '.join(sorted(missing))})."


def _end(kept: _Event) -> Iterator[str]:
    """The chain ends where the event says it does."""
    if (kept.event.audit_seq, kept.event.audit_head) != (kept.found.length, kept.found.last):
        yield "The chain ends elsewhere than the event says: entries were cut off or added at its end."


def _hashes(rows: list[AuditEntry]) -> list[str]:
    return [
        f"Entry {row.seq} has another hash than is stored beside it."
        for row in rows
        if row.hash != entry_hash(as_entry(row))
    ]


def _texts(kept: _Event) -> Iterator[str]:
    return _texts_of(kept.texts, kept.chain, kept.said.deleted)


def _texts_of(there: Mapping[int, AuditText], chain: list[AuditEntry], deleted: set[int]) -> Iterator[str]:
    """Reasons and names are the ones that were given; one that is not there was deleted by an act."""
    texts = dict(there)
    for row in chain:
        text = texts.pop(row.seq, None)
        if text is None and row.note and row.seq not in deleted:
            yield f"The reason of entry {row.seq} is missing, and nobody deleted it."
        elif text is not None and not (
            is_hash(text.salt) and row.note == note_hash(bytes.fromhex(text.salt), text.text)
        ):
            yield f"The reason of entry {row.seq} is not the one that was given."
    for seq in sorted(texts):
        yield f"A reason is kept for entry {seq}, which gave none."


def _rows(kept: _Event) -> Iterator[str]:
    """Every row is as the last act on it left it, none is missing, and none came by no act."""
    left = {name: digest for name, digest in kept.said.rows.items() if digest != GONE}
    for row in rows_of(kept.session, kept.event.uid):
        if left.pop(row.name, None) != row_hash(row):
            yield f"{words_of(row.name)} is not as the last act on it left it."
    if kept.event.state != EventState.GONE:
        yield from (f"{words_of(name)} is missing." for name in left)


def _submissions(kept: _Event) -> Iterator[str]:
    """Each list as sent is, to the letter, the one that the audit names by its leaf."""
    numbers = {e.uid: e.number for e in kept.entries}
    told = {(e.on, *e.to.split(" ")[1:2]): e for e in kept.chain if e.act in SENT}
    for uid, row in kept.lists.items():
        rewritten = kept.said.lists[kept.names[uid]].rewritten
        for sent in kept.sent.get(uid, ()):
            what, number = f"List {sent.number} of entry {numbers.get(row.entry, 0)}", numbers.get(row.entry, 0)
            salt = bytes.fromhex(sent.salt) if is_hash(sent.salt) else b""
            leaf = receipt_leaf(kept.event.uid, number, salt, sent.canonical).hex()
            entry = told.get((kept.names[uid], leaf))
            if entry is None or (sent.leaf, sent.sha256) != (leaf, sha256(sent.canonical.encode()).hexdigest()):
                yield f"{what} is not the one that was submitted."
            elif (entry.by, entry.hash) != (sent.by, sent.anchor):
                yield f"{what} was not submitted by the person it names."
            elif not rewritten and entry.to.split(" ")[2:3] != [note_hash(salt, sent.text)]:
                yield f"{what} has a different text from what was submitted."


def _seals(kept: _Event) -> Iterator[str]:
    sent = {one.uid: one for found in kept.sent.values() for one in found}
    heads = {entry.hash for entry in kept.chain}
    yield from check_seals(kept.session, kept.event, SealsOver(kept.stages, kept.lists, sent, heads))


def _states(kept: _Event) -> Iterator[str]:
    """The present states are those that the last acts led to."""
    said = kept.said
    if said.event != kept.event.state:
        yield f"The event is {kept.event.state}; its audit says {said.event or 'nothing'}."
    for stage in kept.stages:
        if said.stages.get(stage.slug, "ahead") != stage.state:
            yield f"{stage.title} is {stage.state}; its audit says {said.stages.get(stage.slug, 'ahead')}."
        if said.shown.get(stage.slug, f"{stage.during}/{stage.after}") != f"{stage.during}/{stage.after}":
            yield f"Who sees the lists of {stage.title} is not what was set last."


def _entries(kept: _Event) -> Iterator[str]:
    """Every player is where the last act left them, and none is missing; of a deleted event nobody is left."""
    for entry in kept.entries:
        told = kept.said.entries.get(f"entry:{entry.number}", "nothing")
        if told != entry.state:
            yield f"Entry {entry.number} is {entry.state}; its audit says {told}."
    if [e.number for e in kept.entries] != list(range(1, kept.event.entry_count + 1)):
        yield "An entry is missing."


def _lists(kept: _Event) -> Iterator[str]:
    """Each list is in the state, and has in force what, its acts led to."""
    for uid, row in kept.lists.items():
        name, leaves = kept.names[uid], {sent.uid: sent.leaf for sent in kept.sent.get(uid, ())}
        said = kept.said.lists[name]
        current, accepted = (leaves.get(pointer or "", NONE) for pointer in (row.current, row.accepted))
        is_ = ListSaid(row.state, current, accepted, row.deadline, row.late, row.sent_count, row.sent_back_at)
        if said.forgotten:
            is_.current, is_.accepted = said.current, said.accepted
            if {current, accepted} - {NONE, said.current, said.accepted}:
                yield f"The list in force of {name} is not the one that was submitted last."
        if is_ != said:
            yield f"The list of {name} is not as its acts left it: {is_.state}, where they say {said.state}."


def _grants(kept: _Event) -> Iterator[str]:
    """Whoever has a role was given it."""
    there = {(f"account:{grant.account}", grant.role) for grant in entries.grants_in(kept.session, kept.event.uid)}
    if there != kept.said.roles:
        yield "The roles of this event are not those that were given."


_LOOKS: Final[tuple[Callable[[_Event], Iterator[str]], ...]] = (
    _end,
    lambda kept: iter(_hashes(kept.chain)),
    _texts,
    _rows,
    _submissions,
    _seals,
    _states,
    _entries,
    _lists,
    _grants,
    lambda kept: check_names(kept.said, kept.entries, kept.texts),
    lambda kept: check_deck_checks(kept.session, kept.event.uid, kept.said),
    lambda kept: check_pools(kept.session, kept.event.uid, kept.said),
)
