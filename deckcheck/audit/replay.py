"""What the acts in an audit led to: the states of event, stages, entries, lists, deck checks, pools, and the roles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from deckcheck.app.clocks import due
from deckcheck.app.states import Act
from deckcheck.app.timestamps import read_moment
from deckcheck.decklist.hash_chain import is_hash, name_text, note_hash
from deckcheck.decklist.names import fold
from deckcheck.store.models import AuditEntry, AuditText, Entry
from deckcheck.store.queries.proof import NAMED
from deckcheck.store.states import ListState, StageState

NONE: Final = "none"
"""What stands for a list where there is none."""
CLOSED, OPEN, REOPENED = str(ListState.CLOSED), str(ListState.OPEN), str(ListState.REOPENED)
SENT: Final = frozenset({Act.LIST_SENT, Act.LIST_ENTERED_LATE, Act.LIST_CORRECTED})
"""The acts that come with a submission: `to` is the state, its leaf, and the hash of the text as written."""
_EVENT: Final = frozenset(
    f"event.{act}" for act in ("made", "opened", "cancelled", "restored", "completed", "reopened", "deleted")
)
_STAGE: Final = frozenset(f"stage.{act}" for act in ("taking", "closed", "reopened", "begun", "ended", "resumed"))

_POOL: Final = frozenset(
    {Act.POOL_ASSIGNED, Act.POOL_REGISTERED, Act.POOL_CONFIRMED, Act.POOL_QUESTIONED, Act.POOL_CORRECTED}
)
_CHECK: Final = frozenset({Act.CHECK_BEGUN, Act.CHECK_FINISHED, Act.CHECK_VOIDED})


@dataclass(slots=True)
class ListSaid:
    """How a list stands by its acts: leaves of what is current and accepted, its own deadline, how often it was sent.

    `forgotten`: its player was, so that the pointers may be empty. `rewritten`: its text was written anew from its
    cards, since its player's name is not kept any more.
    """

    state: str = CLOSED
    current: str = NONE
    accepted: str = NONE
    deadline: datetime | None = None
    late: bool = False
    sent: int = 0
    sent_back: datetime | None = None
    forgotten: bool = field(default=False, compare=False)
    rewritten: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class NameSaid:
    """The name that was given to a player last: its hash, and the entry whose text it is."""

    mark: str
    seq: int


@dataclass(slots=True)
class Said:
    """How everything in an event stands by its audit. `lists` are by the name that the audit has for them."""

    lists: dict[str, ListSaid]
    of_stage: Mapping[str, list[str]]
    event: str = ""
    stages: dict[str, str] = field(default_factory=dict)
    shown: dict[str, str] = field(default_factory=dict)
    entries: dict[str, str] = field(default_factory=dict)
    roles: set[tuple[str, str]] = field(default_factory=set)
    rows: dict[str, str] = field(default_factory=dict)
    checks: dict[str, str] = field(default_factory=dict)
    pools: dict[str, tuple[str, int]] = field(default_factory=dict)
    deleted: set[int] = field(default_factory=set)
    names: dict[str, NameSaid] = field(default_factory=dict)
    named: dict[str, set[int]] = field(default_factory=dict)
    forgotten: dict[str, datetime] = field(default_factory=dict)


def replay(chain: Iterable[AuditEntry], of_stage: Mapping[str, list[str]]) -> Said:
    """Go through all acts; `of_stage` names the lists of each stage that takes its own."""
    said = Said({name: ListSaid() for names in of_stage.values() for name in names}, of_stage)
    for entry in chain:
        _KINDS.get(entry.act.partition(".")[0], _nothing)(said, entry)
    return said


def _nothing(_said: Said, _entry: AuditEntry) -> None:
    """An act that leads to no state."""


def _event(said: Said, entry: AuditEntry) -> None:
    if entry.act in _EVENT:
        said.event = entry.to.partition(" ")[0]
    if entry.act == Act.EVENT_DELETED:
        said.roles.clear()
        said.deleted.update(*said.named.values())


def _stage(said: Said, entry: AuditEntry) -> None:
    slug = entry.on.removeprefix("stage:")
    if entry.act in _STAGE:
        begun = entry.act == Act.STAGE_BEGUN  # That play began is a fact of its own; the stage is locked.
        said.stages[slug] = str(StageState.LOCKED) if begun else entry.to.partition(" ")[0]
    for name in said.of_stage.get(slug, ()):
        one = said.lists[name]
        if entry.act in {Act.STAGE_TAKING, Act.STAGE_REOPENED} and one.state in {CLOSED, REOPENED}:
            one.state = OPEN
        elif entry.act == Act.STAGE_CLOSED and one.state == OPEN:
            has_time = one.deadline is not None and not due(one.deadline, entry.at)
            one.state = REOPENED if has_time else CLOSED


def _publication(said: Said, entry: AuditEntry) -> None:
    if entry.act == Act.PUBLICATION_SET:
        said.shown[entry.on.removeprefix("stage:")] = entry.to


def _entry(said: Said, entry: AuditEntry) -> None:
    if entry.act == NAMED:
        said.names[entry.on] = NameSaid(entry.to, entry.seq)
        said.named.setdefault(entry.on, set()).add(entry.seq)
        return
    said.entries[entry.on] = entry.to.partition(" ")[0]
    if entry.act not in {"entry.forgotten", "entry.shortened"}:
        return
    for one in (said.lists[n] for names in said.of_stage.values() for n in names if n.partition(" ")[0] == entry.on):
        one.rewritten = True
        if entry.act == "entry.forgotten":
            one.forgotten, one.sent_back = True, None
    if entry.act == "entry.forgotten":
        said.forgotten[entry.on] = entry.at
        said.deleted |= said.named.get(entry.on, set())


def _role(said: Said, entry: AuditEntry) -> None:
    if entry.act == "role.granted":
        said.roles.add((entry.on, entry.to))
    elif entry.act == "role.ended":
        said.roles.discard((entry.on, entry.from_))


def _check(said: Said, entry: AuditEntry) -> None:
    uid = entry.on.partition(" check:")[2]
    if uid and entry.act in _CHECK:
        said.checks[uid] = entry.to.partition(" ")[0]


def _pool(said: Said, entry: AuditEntry) -> None:
    uid = entry.on.partition(" pool:")[2]
    if uid and entry.act in _POOL:
        state, _, number = entry.to.partition(" ")
        before = said.pools.get(uid, ("", 0))[1]
        said.pools[uid] = state, int(number) if number.isdecimal() else before


def _rows(said: Said, entry: AuditEntry) -> None:
    for told in entry.to.split(" "):
        name, _, digest = told.partition("=")
        said.rows[name] = digest


def _note(said: Said, entry: AuditEntry) -> None:
    if entry.act == "note.deleted" and entry.on.removeprefix("audit:").isdecimal():
        said.deleted.add(int(entry.on.removeprefix("audit:")))


def _list(said: Said, entry: AuditEntry) -> None:
    one = said.lists.get(entry.on)
    if one is None:
        return
    words = entry.to.split(" ")
    change = _LIST_ACTS.get(entry.act)
    if change is not None:
        change(one, words, entry)
    if entry.act in _MOVES:
        one.state = words[0]


def _sent(one: ListSaid, words: list[str], entry: AuditEntry) -> None:
    corrected = entry.act == Act.LIST_CORRECTED
    one.current = words[1] if len(words) > 1 else NONE
    one.accepted = one.current if corrected else one.accepted
    one.late = entry.act == Act.LIST_ENTERED_LATE or (one.late and corrected)
    one.sent += 1
    one.sent_back = None


def _accepted(one: ListSaid, words: list[str], _entry: AuditEntry) -> None:
    one.accepted = words[1] if len(words) > 1 else NONE
    one.sent_back = None


def _reopened(one: ListSaid, words: list[str], entry: AuditEntry) -> None:
    one.accepted = NONE
    if entry.act == Act.LIST_REOPENED:
        one.deadline = _moment(words[1:])


def _lifted(one: ListSaid, words: list[str], _entry: AuditEntry) -> None:
    one.deadline = _moment(words[1:])


def _own_deadline(one: ListSaid, words: list[str], _entry: AuditEntry) -> None:
    one.deadline = _moment(words)


def _taken_back(one: ListSaid, _words: list[str], _entry: AuditEntry) -> None:
    one.current = NONE


def _sent_back(one: ListSaid, _words: list[str], entry: AuditEntry) -> None:
    one.sent_back = entry.at


def _moment(words: list[str]) -> datetime | None:
    try:
        return read_moment(words[0]) if words and words[0] else None
    except ValueError:  # The chain breaks at this entry, which is told elsewhere.
        return None


_LIST_ACTS: Final[Mapping[str, Callable[[ListSaid, list[str], AuditEntry], None]]] = {
    **{str(act): _sent for act in SENT},
    Act.LIST_ACCEPTED: _accepted,
    Act.LIST_REOPENED: _reopened,
    Act.LIST_UNDONE: _reopened,
    Act.LIST_LIFTED: _lifted,
    Act.LIST_WITHDRAWN: _taken_back,
    Act.LIST_SENT_BACK: _sent_back,
    "list.deadline": _own_deadline,
}
_MOVES: Final = SENT | {
    Act.LIST_ACCEPTED,
    Act.LIST_REOPENED,
    Act.LIST_UNDONE,
    Act.LIST_LIFTED,
    Act.LIST_WITHDRAWN,
    Act.LIST_CLOSED,
}
"""The acts on a list after which its state is the first word."""
_KINDS: Final[Mapping[str, Callable[[Said, AuditEntry], None]]] = {
    "event": _event,
    "stage": _stage,
    "publication": _publication,
    "entry": _entry,
    "role": _role,
    "rows": _rows,
    "note": _note,
    "list": _list,
    "check": _check,
    "pool": _pool,
}


def check_names(said: Said, entries: Sequence[Entry], texts: Mapping[int, AuditText]) -> Iterator[str]:
    """What is wrong with the names of an event, in sentences."""
    for entry in entries:
        on = f"entry:{entry.number}"
        given = said.names.get(on)
        text = texts.get(given.seq) if given else None
        if entry.named != (given.mark if given else "") or not _is_called(entry, text):
            yield f"The name of entry {entry.number} is not the one that was given last."
        if entry.folded not in {"", fold(f"{entry.first} {entry.last}")}:
            yield f"Entry {entry.number} is searched for under another name than it has."
        if not _is_forgotten_as_said(entry, said.forgotten.get(on)):
            yield f"The player of entry {entry.number} was forgotten at another moment."


def _is_called(entry: Entry, text: AuditText | None) -> bool:
    """Whether the name is the one behind the hash; nobody has a name that is behind none."""
    name = name_text(entry.last, entry.first)
    if not entry.named or not name:
        return not entry.named and not name
    return text is not None and is_hash(text.salt) and note_hash(bytes.fromhex(text.salt), name) == entry.named


def _is_forgotten_as_said(entry: Entry, at: datetime | None) -> bool:
    """By an act, at its moment; what was forgotten before there was such an act has the moment of its entry."""
    return entry.forgotten_at == at if at else entry.forgotten_at in {None, entry.made_at}
