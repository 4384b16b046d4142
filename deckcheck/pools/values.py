"""What pages and programs are told of pools: frozen values; cards only for whoever may see the pool."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from deckcheck.app.staff_nav import StaffFrame


@dataclass(frozen=True, slots=True)
class PoolPlayer:
    """A player, or a team under the number of its first seat: `name` within a sentence, `listed` in a list."""

    number: int
    name: str
    listed: str


@dataclass(frozen=True, slots=True)
class PoolCard:
    """Copies of one card as they were counted; the code of the set and the number are empty where not known."""

    count: int
    name: str
    set_code: str
    number: str


@dataclass(frozen=True, slots=True)
class CountSeen:
    """A counting as it was typed; version 0 is none yet."""

    text: str = ""
    version: int = 0
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class OtherCount:
    """What one of those who counted the pool has typed, for staff."""

    by: PoolPlayer
    count: CountSeen


@dataclass(frozen=True, slots=True)
class PoolVersionSeen:
    """A version that was handed over or is a correction: by whom, when, how many cards, and why it was corrected."""

    number: int
    at: datetime
    by: str
    total: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class PoolSeen:
    """A pool as one who may see it has it before them. `mode` is own or other, `expected` the size that pools have.

    `state` is waiting, counting, registered, confirmed or questioned; `question` what its owner says is wrong. `cards`
    and `versions` are empty until it was handed over. `count` is the counting of the one who asks, where they count it;
    `other_counts` are all that were begun, for staff. `me` is owner, counter, own (both) or official; `may` holds
    those of count, register, confirm, question and correct that are open to them now. `version` is of the row.
    `foreign` are sentences about cards that no booster of the sets holds, or may not.
    """

    event: str
    event_name: str
    game: str
    zone: str
    now: datetime
    stage: str
    stage_title: str
    mode: str
    sets: tuple[str, ...]
    expected: int | None
    owner: PoolPlayer
    counter: PoolPlayer | None
    state: str
    state_words: str
    cards: tuple[PoolCard, ...]
    total: int
    handed_at: datetime | None
    handed_by: str
    confirmed_at: datetime | None
    question: str
    versions: tuple[PoolVersionSeen, ...]
    count: CountSeen | None
    other_counts: tuple[OtherCount, ...]
    me: str
    may: tuple[str, ...]
    version: int
    foreign: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PoolLine:
    """A pool in the staff's table, without a card. `counter_out`: the one who counts it is not in the event any more.

    `missing`: its player builds a deck and has no pool yet. `saved_at` is when something was counted last.
    """

    owner: PoolPlayer
    counter: PoolPlayer | None
    counter_out: bool
    state: str
    state_words: str
    missing: bool
    saved_at: datetime | None
    total: int | None
    at: datetime | None
    table: str
    question: str
    version: int


@dataclass(frozen=True, slots=True)
class PoolsSeen:
    """All pools of a stage for staff: those with a question first, then what is missing, then the others by name.

    `stages` are those that register pools, as slug and title; `round` is the last round of which tables were brought.
    `may` holds those of assign, enter and correct that are open to the one who asks.
    """

    event: str
    event_name: str
    game: str
    zone: str
    now: datetime
    stage: str
    stage_title: str
    stages: tuple[tuple[str, str], ...]
    mode: str
    sets: tuple[str, ...]
    expected: int | None
    lines: tuple[PoolLine, ...]
    missing: int
    questioned: int
    unassigned: int
    round: int | None
    may: tuple[str, ...]
    frame: StaffFrame


@dataclass(frozen=True, slots=True)
class MyPools:
    """What a player has to do with pools: their own (cards once handed over), and those that they count."""

    event: str
    event_name: str
    game: str
    zone: str
    now: datetime
    mine: tuple[PoolSeen, ...]
    counting: tuple[PoolSeen, ...]


@dataclass(frozen=True, slots=True)
class PoolReceipt:
    """What came of a pool that was handed over: `pool_version` counts its versions. `is_new`: not known before."""

    number: int
    player: str
    stage: str
    state: str
    pool_version: int
    total: int
    at: datetime
    warnings: tuple[str, ...] = ()
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class Assigned:
    """Who counts whose pool now, as numbers of owner and counter, and whose pool nobody counts yet."""

    pairs: tuple[tuple[int, int], ...]
    left: tuple[int, ...]
    sentence: str
