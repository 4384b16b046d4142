"""What pages and programs are told of deck checks: frozen values, and nothing of a closed list beyond its judges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

NOTHING_FOUND: Final = "nothing found"
"""What is noted of shuffling, sleeves or cards that were looked at and were as they should be."""
LOST: Final = "lost"
"""The mark under which it is kept that main-deck cards are gone for good."""
Rows3 = tuple[tuple[int, str, str], ...]
"""Count, card, section."""
Moves = tuple[tuple[int, str, str, str], ...]
"""Count, card, the section it was found in, and the one it is listed in."""


@dataclass(frozen=True, slots=True)
class JudgeSeen:
    """A judge of a check: `judge` is the key of the account (or of a program's token), `part` what they do in it."""

    judge: str
    initials: str
    name: str
    part: str = ""


@dataclass(frozen=True, slots=True)
class CountBy:
    """What one judge has counted of a row."""

    judge: str
    initials: str
    count: int


@dataclass(frozen=True, slots=True)
class RowCount:
    """How far a row is counted. `conflict`: several judges counted it, and nobody has said what that means."""

    total: int
    by: tuple[CountBy, ...] = ()
    conflict: bool = False


@dataclass(frozen=True, slots=True)
class CheckRow:
    """A row as it is to be ticked: `row` is its key, `listed` how many the list has (0: a card that it does not have).

    `looks_like` are cards of the format that are taken for this one; `faces` says what else is on it, or is empty.
    `waiting`: no card was found for what was written, and `name` is that.
    """

    row: str
    section: str
    name: str
    listed: int
    count: RowCount
    looks_like: tuple[str, ...] = ()
    faces: str = ""
    waiting: bool = False


@dataclass(frozen=True, slots=True)
class CountedRow:
    """What a tap goes by: how many copies the list has of a row, how many were seen, and how many by whoever asks."""

    section: str
    listed: int
    seen: int
    mine: int


@dataclass(frozen=True, slots=True)
class Counting:
    """A check as far as a form that counts needs it: its game, how many taps it has, and its rows by their keys.

    `is_open`: it goes on, and whoever asks is one of its judges; for all others there are no rows.
    """

    game: str
    taps: int
    is_open: bool
    rows: Mapping[str, CountedRow]


@dataclass(frozen=True, slots=True)
class CheckPile:
    """Rows that lie together on the table, under their heading; `listed` and `seen` count their cards."""

    heading: str
    rows: tuple[CheckRow, ...]
    listed: int
    seen: int


@dataclass(frozen=True, slots=True)
class CheckSection:
    """A part of the deck: its piles, and whether a judge said that all of it was counted."""

    section: str
    title: str
    listed: int
    seen: int
    done: bool
    piles: tuple[CheckPile, ...]


@dataclass(frozen=True, slots=True)
class BrokenSeen:
    """A rule that is broken: `of` the registered "list" or the "configuration" on the table, with the rule's id.

    `text` says what is wrong, `source` where the rule stands.
    """

    of: str
    rule: str
    text: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class ConfigurationSeen:
    """A configuration that was laid out and recorded: of which game, what came of comparing, and what was off."""

    game: int
    verdict: str
    missing: Rows3 = ()
    extra: Rows3 = ()


@dataclass(frozen=True, slots=True)
class DifferenceSeen:
    """What lies on the table against the list; `story` is the likeliest reason in a sentence or two, or empty.

    `outlook` is the result if the check ended now: differs, illegal (the list or the configuration breaks a rule),
    partly or in-order. A card is missing once its section is said to be counted whole; before, it is one of those
    `to_count`. A swap in a boarded configuration is no card in the wrong section. `open` are questions about the
    registered list that nobody has answered.
    """

    missing: Rows3 = ()
    extra: Rows3 = ()
    wrong_section: Moves = ()
    to_count: int = 0
    story: str = ""
    outlook: str = "partly"
    broken: tuple[BrokenSeen, ...] = ()
    open: tuple[str, ...] = ()
    configuration: ConfigurationSeen | None = None


@dataclass(frozen=True, slots=True)
class ClockSeen:
    """The time a check takes. `seconds` is what it took by `now`; `running` whether that goes on.

    `minutes` is what to give back by now, in full minutes; `give` says so in words with its source.
    """

    taken_at: datetime | None = None
    given_back_at: datetime | None = None
    running: bool = False
    paused: bool = False
    seconds: int = 0
    minutes: int = 0
    give: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class GuideSeen:
    """A section of a penalty guide that may apply to what was found, and why; a person decides.

    `raised` and `lowered` are what would make it weigh more or less; those of them in `fits` what was found bears out.
    """

    section: str
    title: str
    text: str
    raised: tuple[str, ...] = ()
    lowered: tuple[str, ...] = ()
    source: str = ""
    why: tuple[str, ...] = ()
    remedy: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    fits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Amendment:
    """What was added to a record afterwards: by whom, when, what it changes in words, and why."""

    at: datetime
    by: str
    text: str
    changes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LateTap:
    """A tap that came after the end of a check: `kind` is delta or set (with `count`), same, sum, done or open."""

    by: str
    at: datetime
    row: str
    kind: str
    count: int


@dataclass(frozen=True, slots=True)
class CheckHead:
    """A check in a line: whose deck, where and when, how it was chosen, how it stands.

    `state` is begun, finished or void; `result` empty, `in-order`, `differs`, `illegal`, `partly` or `not-done`;
    `result_words` the same as people read it. `how` is suggested, random, target or request.
    """

    uid: str
    number: int
    player: str
    listed: str
    stage: str
    round: int | None
    table: str
    seat: str
    game_number: int
    boarded: bool
    how: str
    seed: str
    state: str
    result: str
    result_words: str
    begun_at: datetime
    ended_at: datetime | None
    judges: tuple[JudgeSeen, ...]
    version: int


@dataclass(frozen=True, slots=True)
class CheckRecord:
    """The record of a check: `found` is the difference as it was when it ended, `counts` by section as [seen, listed].

    `first_result` is what it ended as; the head has what holds after everything that was added. `decided` holds what a
    person decided, as it holds now: section, penalty, by, applied (now or next), remedy, all as written. `lost`: the
    player couldn't find or replace missing main-deck cards.
    `late` counts taps that arrived after the end; they lie beside the record and change nothing in it.
    """

    head: CheckHead
    list_version: int
    list_leaf: str
    why: str
    note: str
    marks: Mapping[str, str]
    kept_order: bool
    clock: ClockSeen
    found: DifferenceSeen
    counts: Mapping[str, tuple[int, int]]
    first_result: str
    decided: Mapping[str, str]
    amendments: tuple[Amendment, ...] = ()
    late: int = 0
    late_taps: tuple[LateTap, ...] = ()
    lost: bool = False


@dataclass(frozen=True, slots=True)
class CheckView:
    """A check as a judge has it before them; `me` is the key of the one who asks, as in `judges` and counts.

    `sections` are there for the judges on a begun check alone: nobody else, and nobody afterwards, gets the list.
    `reason_needed`: staff who play say why they join. `order` and `lands` are how the list lies here, and
    `event_order` and `event_lands` how the event has it. `changed` says that the list was changed since; `taps` goes up
    with each tap that arrived, for asking again.
    """

    record: CheckRecord
    event: str
    event_name: str
    format: str
    zone: str
    now: datetime
    me: str
    joined: bool
    may_tick: bool
    reason_needed: bool
    order: str
    lands: str
    event_order: str
    event_lands: str
    sections: tuple[CheckSection, ...]
    difference: DifferenceSeen
    guides: tuple[GuideSeen, ...]
    facts: tuple[str, ...]
    changed: str
    taps: int

    @property
    def head(self) -> CheckHead:
        """The check in a line."""
        return self.record.head


@dataclass(frozen=True, slots=True)
class Ticked:
    """What became of some taps: `known` are the keys of those that are kept and that the phone may forget."""

    known: tuple[str, ...]
    state: str
    version: int
    taps: int
    rows: Mapping[str, RowCount]
    done: tuple[str, ...]
    difference: DifferenceSeen
    judges: tuple[JudgeSeen, ...]
    clock: ClockSeen
    changed: str = ""


@dataclass(frozen=True, slots=True)
class SeatSeen:
    """A player at a table, or on the roster: `checked` are the rounds in which the deck was checked before.

    `checking` is the key of a check that goes on now; `has_list` whether there is a list to check against.
    """

    number: int
    player: str
    listed: str
    points: int | None = None
    record: str = ""
    rank: int | None = None
    checked: tuple[int, ...] = ()
    checks: int = 0
    checking: str = ""
    has_list: bool = True


@dataclass(frozen=True, slots=True)
class TableSeen:
    """A table of the round with who sits there."""

    table: str
    seats: tuple[SeatSeen, ...]


@dataclass(frozen=True, slots=True)
class SuggestionSeen:
    """A table worth checking, and why in words: `decks` are the entries to take, `kind` is cut, share or again."""

    table: TableSeen
    reason: str
    kind: str = ""
    decks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many decks were checked of how many, and how many are ten per cent (MTR 2.8; Grand Archive names none)."""

    checked: int
    decks: int
    aim: int
    sentence: str

    @property
    def reached(self) -> bool:
        """Whether ten per cent are reached."""
        return self.checked >= self.aim


@dataclass(frozen=True, slots=True)
class DrawSeen:
    """A draw: anybody who has the seed and the tables can draw again. `again` counts draws of that round before.

    Where no pairings were brought the players are drawn from, each as `Player 12`. `uid` and `by` are for judges and
    the organizer, and empty for others, who see the `role`. `public`: everybody sees it, its round being over.
    """

    uid: str
    stage: str
    round: int | None
    seed: str
    size: int
    tables: tuple[str, ...]
    drawn: tuple[str, ...]
    by: str
    role: str
    at: datetime
    public: bool
    again: int = 0


@dataclass(frozen=True, slots=True)
class Chooser:
    """Whom to check: the tables of a round, or players where no pairings were brought; what was drawn; what goes on.

    `found` answers `q` (a table or a name); without `q` it is empty and `tables` has all. `reason_needed` and `own` are
    for an official who plays: they say why they check a deck, and never check those of their own match.
    """

    event: str
    event_name: str
    zone: str
    game: str
    stage: str
    round: int | None
    rounds: tuple[int, ...]
    coverage: Coverage
    suggestions: tuple[SuggestionSeen, ...]
    tables: tuple[TableSeen, ...]
    players: tuple[SeatSeen, ...]
    draws: tuple[DrawSeen, ...]
    going_on: tuple[CheckHead, ...]
    q: str
    found: tuple[TableSeen, ...]
    may_check: bool
    reason_needed: bool
    own: frozenset[int]
    reminder: str
