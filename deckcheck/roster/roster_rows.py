"""The rows of a roster: every player with the verdict, the lock and the marks of one list, from a few queries."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from deckcheck.app.actor_names import numbered_name
from deckcheck.app.event_heads import seats_of
from deckcheck.app.fields import told_of
from deckcheck.app.permissions import Right
from deckcheck.app.session import EventSession
from deckcheck.decklist.names import fold
from deckcheck.lists.event_terms import handed_over
from deckcheck.lists.judged import WORDS, by_hand
from deckcheck.roster.duplicates import Likely, likely_duplicates
from deckcheck.roster.join import meant
from deckcheck.store.models import DeckCheck, Entry, Stage
from deckcheck.store.queries import checks, entries, rosters
from deckcheck.store.queries.rosters import RosterLine, VerdictLine
from deckcheck.store.states import CheckState, EntryState, ListState, StageState

_NEVER_PLAYED: Final = frozenset({EntryState.WITHDRAWN, EntryState.MERGED})


@dataclass(slots=True)
class Checked:
    """What was checked of an entry's decks: the rounds, how often, and the check that is open."""

    rounds: list[int] = field(default_factory=list)
    times: int = 0
    open_check: str = ""


def checked_of(work: EventSession, only: Collection[str] | None = None) -> Mapping[str, Checked]:
    """By entry what was checked of it, of all or of some; what ended before anything was seen is none."""
    found: dict[str, Checked] = {}
    for check in checks.checks_of(work.session, work.event.uid, only):
        one = found.setdefault(check.entry, Checked())
        if check.state == CheckState.BEGUN:
            one.open_check = check.uid
        elif _counts(check):
            one.times += 1
            one.rounds += [check.round] if check.round is not None else []
    return found


def _counts(check: DeckCheck) -> bool:
    return check.state == CheckState.FINISHED and check.result != "not-done"


def playing(work: EventSession) -> list[Entry]:
    """The entries whose decks are, or were, in the event."""
    found = entries.entries_of(work.session, work.event.uid)
    return [entry for entry in found if entry.confirmed and entry.state not in _NEVER_PLAYED]


_KINDS: Final = {
    "banned": "A banned card",
    "suspended": "A suspended card",
    "restricted": "Too many of a restricted card",
    "not-in-format": "A card outside the format",
    "not-a-tournament-card": "A card that is none for decks",
    "copies": "Too many copies of a card",
    "singleton": "More than one of a card",
    "material-copies": "Too many copies of a card",
    "colour-identity": "A card outside the colours of the commander",
    "commander-ineligible": "A card that cannot lead",
    "commander-pairing": "Two that cannot lead together",
    "commander-missing": "No commander",
    "companion": "The companion does not fit",
    "signature-spell": "The signature spell does not fit",
    "material-champion": "No level 0 champion",
    "wrong-deck": "A card in the wrong deck",
    "pool": "A card that the pool has not",
    "unified": "A card that a team-mate has too",
}
_ORDER: Final = {"unclear": 0, "error": 1}


def first_reason(problems: Iterable[Mapping[str, Any]]) -> str:
    """The gravest problem in a few words; empty for a list without any."""
    grave = [p for p in problems if p["severity"] in _ORDER]
    first = min(grave, key=lambda p: (_ORDER[p["severity"]], p.get("lines") or [10**9]), default=None)
    if first is None:
        return ""
    if first["severity"] == "unclear":
        return _line(first, "needs an answer") or "A name needs an answer"
    return _KINDS.get(first["rule"]) or _size(first) or _line(first, "needs fixing") or "A rule of the format"


def _size(problem: Mapping[str, Any]) -> str:
    """16 cards in the sideboard: the sentence up to its limit, where it is about a size and names no card."""
    text = str(problem["message"])
    if problem.get("cards") or '"' in text or problem.get("facts", {}).get("card"):
        return ""
    return text.partition(";")[0].removesuffix(".") if not problem.get("lines") or ";" in text else ""


def _line(problem: Mapping[str, Any], what: str) -> str:
    lines = problem.get("lines") or []
    return f"Line {lines[0]} {what}" if lines else ""


NOT_SENT: Final = "not-sent"
NEVER: Final = Checked()
"""Of a deck that was never checked."""
OUT: Final = {
    EntryState.WITHDRAWN: "Withdrawn",
    EntryState.DROPPED: "Dropped",
    EntryState.DISQUALIFIED: "Disqualified",
    EntryState.MERGED: "Merged",
}


@dataclass(frozen=True, slots=True)
class RosterRow:
    """One player. `mark` is not-sent, legal, illegal or undecided; `list_word` says how the list stands.

    `format`: the title of what their seat plays, where the seats of a team play different formats.

    `by_hand`: where our data end, of a list not accepted yet that is undecided for their age alone.

    `reason`, `main` and `side` belong to the list: they are there only for those who may read it, and on shown rows.
    `submission` is what an acceptance would name. `late_by` and `late_why` stand with a list that staff entered late.
    `checks` is how often the deck was checked, `checked` in which rounds, `checking` that it is now; for whoever reads
    deck checks, once the stage has begun, and none before and for others. `no_pool`: the stage registers pools, and
    that of this player was not handed over yet. `says_is`: the entry that somebody who came by the code says they are.
    `likely`: whom a walk-in is likely to be; on shown rows `twin` is that row, and `twin_used` whether anybody has come
    in by a link of it.
    """

    uid: str
    number: int
    last: str
    first: str
    team: str
    seat: str
    format: str
    external: str
    state: EntryState
    confirmed: bool
    origin: str
    mail: str
    apart: tuple[str, ...]
    made_at: datetime
    person: str | None
    version: int
    revision: int
    table: str
    list: str
    list_state: str
    list_version: int
    submission: str | None
    accepted: bool
    mark: str
    list_word: str
    sent_at: datetime | None
    deadline: datetime | None
    sent_back: bool
    late: bool
    minutes_late: int | None = None
    report: str = ""
    reason: str = ""
    main: int | None = None
    side: int | None = None
    late_by: str = ""
    late_why: str = ""
    by_hand: str = ""
    no_pool: bool = False
    checks: int | None = None
    checked: tuple[int, ...] = ()
    checking: bool = False
    says_is: int | None = None
    likely: Likely | None = None
    twin: RosterRow | None = None
    twin_used: bool = False

    @property
    def listed(self) -> str:
        """The name as staff reads it."""
        return ", ".join(filter(None, (self.last, self.first))) or numbered_name(self.number)

    @property
    def name(self) -> str:
        """The name, first name first."""
        return f"{self.first} {self.last}".strip() or numbered_name(self.number)

    @property
    def is_on(self) -> bool:
        """Whether the player is in the event."""
        return self.state == EntryState.ON

    @property
    def is_walk_in(self) -> bool:
        """Whether the player joined with the code and waits for the desk."""
        return self.is_on and not self.confirmed

    @property
    def is_ready(self) -> bool:
        """Whether the list is legal and waits to be accepted."""
        return self.is_on and self.mark == "legal" and not self.accepted

    @property
    def is_asked(self) -> bool:
        """Whether the list is undecided and waits to be accepted."""
        return self.mark == "undecided" and not self.accepted

    @property
    def is_unchecked(self) -> bool:
        """Whether the deck was not checked yet, and is not being checked."""
        return self.is_on and self.checks == 0 and not self.checking

    @property
    def place(self) -> tuple[str, str, int]:
        """Where the row stands: by last name, and never by anything that changes."""
        return fold(self.last or self.listed), fold(self.first), self.number


class Shared(NamedTuple):
    """What the rows of one roster have in common: the round that was paired last with everybody's place in it, who has
    handed over a pool, whether whoever asks reads deck checks, and whether there are any to tell of.
    """

    round: int | None
    tables: Mapping[int, str]
    handed: frozenset[str]
    reads_checks: bool
    tells_checks: bool

    @classmethod
    def of(cls, work: EventSession, stage: Stage) -> Shared:
        """As it is now, for whoever asks."""
        session, event = work.session, work.event.uid
        last = rosters.last_round(session, event)
        reads = work.may(Right.READ_CHECKS).allowed
        begun = reads and (stage.begun_at is not None or checks.has_any(session, event))
        handed = handed_over(session, stage) if stage.pools else frozenset()
        return cls(last, rosters.places_in_round(session, event, last), handed, reads, begun)


def rows_of(
    work: EventSession, stage: Stage, shared: Shared, since: int | None = None
) -> tuple[list[RosterRow], dict[str, VerdictLine]]:
    """The rows of the stage that takes the lists with the verdicts on what was sent, by submission: all of them, or
    those of the entries that changed after a revision.
    """
    session = work.session
    found = rosters.roster_lines(session, work.event.uid, stage.uid, since)
    lines = [line for line in found if work.rows.is_member(stage, line.uid)]
    only = None if since is None else {line.uid for line in lines}
    sent = [line.sent for line in lines if line.sent]
    verdicts = rosters.verdicts_in(session, stage.uid) if only is None else rosters.verdicts_on(session, sent)
    formats = dict(seats_of(work.event, work.app))
    rows = [_row(line, stage, verdicts.get(line.sent or ""), shared.tables, formats) for line in lines]
    rows = list(_with_pools(stage, shared, _with_checks(work, shared, _with_age(work, rows), only)))
    return list(_with_meant(work, rows, only)), verdicts


def _with_age(work: EventSession, rows: list[RosterRow]) -> Iterator[RosterRow]:
    """The rows with which lists are to be checked by hand, since our data are too old for them."""
    open_ones = [row.report for row in rows if row.is_asked]
    bodies = rosters.bodies_of(work.session, open_ones) if open_ones else {}
    for row in rows:
        told = by_hand(bodies[row.report], work.app) if row.is_asked and row.report in bodies else ""
        yield replace(row, by_hand=told) if told else row


def _with_checks(
    work: EventSession, shared: Shared, rows: Iterable[RosterRow], only: Collection[str] | None
) -> Iterator[RosterRow]:
    """The rows with what was checked of each deck, for whoever reads deck checks."""
    checked = checked_of(work, only) if shared.tells_checks else {}
    for row in rows:
        one = checked.get(row.uid, NEVER)
        rounds = tuple(sorted(set(one.rounds)))
        told = shared.tells_checks
        yield replace(row, checks=one.times, checked=rounds, checking=bool(one.open_check)) if told else row


def _with_pools(stage: Stage, shared: Shared, rows: Iterable[RosterRow]) -> Iterator[RosterRow]:
    """The rows with who has no pool yet, where the stage registers them."""
    for row in rows:
        yield replace(row, no_pool=True) if stage.pools and row.is_on and row.uid not in shared.handed else row


def _with_meant(work: EventSession, rows: Iterable[RosterRow], only: Collection[str] | None) -> Iterator[RosterRow]:
    """The rows with whom those who came by the code say they are."""
    said = {entry.uid: entry for entry in entries.who_said(work.session, work.event.uid, only)}
    # Held while they are looked up one by one: then none is fetched by itself.
    _held = entries.meant_by(work.session, work.event.uid) if len(said) > 1 else []
    for row in rows:
        other = meant(work.session, said[row.uid]) if row.uid in said else None
        yield replace(row, says_is=other.number) if other else row


def with_likely(rows: Mapping[str, RosterRow]) -> list[RosterRow]:
    """The rows of which it is another entry now that they are likely to be, or none any more."""
    found = likely_duplicates(rows.values())
    had = (row for row in rows.values() if row.likely or row.uid in found)
    return [replace(row, likely=now) for row in had if row.likely != (now := found.get(row.uid))]


def _row(
    line: RosterLine,
    stage: Stage,
    verdict: VerdictLine | None,
    tables: Mapping[int, str],
    formats: Mapping[str, str],
) -> RosterRow:
    mark = WORDS[verdict.verdict] if verdict and line.sent else NOT_SENT
    closed = ListState.OPEN if stage.state == StageState.TAKING else ListState.CLOSED
    return told_of(
        RosterRow,
        line,
        team=line.team or "",
        format=formats.get(line.seat, ""),
        apart=tuple(line.apart),
        revision=line.changed_rev,
        table=tables.get(line.number, ""),
        list=line.list or "",
        list_state=line.list_state or str(closed),
        list_version=line.list_version or 0,
        submission=line.sent,
        accepted=line.accepted is not None,
        mark=mark,
        list_word=_word(line, mark),
        sent_back=line.sent_back_at is not None,
        late=bool(line.late),
        report=verdict.report if verdict else "",
    )


def _word(line: RosterLine, mark: str) -> str:
    """Accepted, Ready, Submitted, Sent back, Not submitted; or that the player is out."""
    if line.state in OUT:
        return OUT[line.state]
    if line.accepted:
        return "Accepted"
    if mark == NOT_SENT:
        return "Not submitted"
    if line.sent_back_at:
        return "Sent back"
    return "Ready" if mark == "legal" else "Submitted"
