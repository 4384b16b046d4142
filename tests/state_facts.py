"""A Saturday in Leeds for tests of states: the facts under which each act goes through, and times on the wall there."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

import pytest

from deckcheck.app.states import NOTHING, Act, Effective, Facts, Machine, StateRefused, step
from deckcheck.store.states import CheckState, During, EntryState, EventState, ListState, PoolState, Role, StageState
from deckcheck.verdict.reports import Verdict

ZONE: Final = "Europe/London"
DAY: Final = date(2026, 6, 13)
MS: Final = timedelta(milliseconds=1)

STATES: Final[dict[Machine, tuple[str, ...]]] = {
    Machine.EVENT: (NOTHING, *EventState),
    Machine.STAGE: tuple(StageState),
    Machine.ENTRY: (NOTHING, *EntryState),
    Machine.LIST: tuple(ListState),
    Machine.PUBLICATION: tuple(Effective),
    Machine.CHECK: (NOTHING, *CheckState),
    Machine.POOL: tuple(PoolState),
}


def at(wall: str, day: date = DAY) -> datetime:
    """The moment a clock in the hall shows the time: 10:04, or 10:04:30."""
    return datetime.combine(day, time.fromisoformat(wall), ZoneInfo(ZONE)).astimezone(UTC)


WITH_ALL: Final[dict[str, Any]] = {
    "now": at("09:42"),
    "zone": ZONE,
    "roles": frozenset(Role),
    "reason": "the bus broke down",
    "confirmed": True,
    "event": "Northern Open",
    "who": "Ada Okonkwo",
    "day": DAY,
    "deadline": at("10:00"),
    "new_deadline": at("10:30"),
    "until": at("10:15"),
    "in_team": True,
    "code": "KITE-4719",
    "other": "entry 7",
    "current": "second",
    "current_at": at("09:30"),
    "seen": "second",
    "verdict": Verdict.LEGAL,
    "section": "IPG 3.4",
    "accepted_at": at("09:40"),
    "accepted_by": "Rosa Kim",
    "same_person": True,
    "state_before": ListState.CLOSED,
    "during": During.STAGE,
    "on_check": True,
    "result": "in-order",
    "pools": "other",
    "counter": "Per Dahl",
    "counts": True,
    "total": 84,
    "expected": 84,
}
"""Facts that let nearly every act through."""

BESIDES: Final[dict[tuple[Machine, Act], dict[str, Any]]] = {
    (Machine.STAGE, Act.STAGE_CLOSED): {"now": at("10:00:15")},
    (Machine.STAGE, Act.STAGE_BEGUN): {"lists_from": "Swiss", "source_state": StageState.LOCKED},
    (Machine.ENTRY, Act.ENTRY_DROPPED): {"first_stage_begun": True},
    (Machine.LIST, Act.LIST_WITHDRAWN): {"by_player": True},
    (Machine.LIST, Act.STAGE_CLOSED): {"stage_state": StageState.LOCKED},
    (Machine.LIST, Act.LIST_CLOSED): {"opening": True},
    (Machine.PUBLICATION, Act.PUBLICATION_SET): {"stage_state": StageState.LOCKED},
    (Machine.PUBLICATION, Act.PUBLICATION_EFFECTIVE): {"stage_state": StageState.LOCKED},
}
"""What single acts need beside or instead."""


PLAYOFF: Final = {"stage": "the playoff", "first_round": "the playoff"}
KEEPER: Final = {"roles": frozenset({Role.SCOREKEEPER})}
JUDGE: Final = {"roles": frozenset({Role.JUDGE})}
ORGANIZER: Final = {"roles": frozenset({Role.ORGANIZER})}
ADA: Final = {"by_player": True, "roles": frozenset[Role](), "reason": ""}
LATE: Final = {"now": at("10:04")}
LOCKED: Final = {"stage_state": StageState.LOCKED}
OWN: Final = {"own_deadline": at("10:15")}
UNASKED: Final = {"confirmed": False}

Case = tuple[Machine, str, Act, dict[str, Any], str, str]
"""A machine, its state, an act, the facts that stand against it, and the code and sentence of the refusal."""


def fitting(machine: Machine, act: Act, **changed: Any) -> Facts:
    """Facts under which the act goes through, but for what is changed."""
    return Facts(**{**WITH_ALL, **BESIDES.get((machine, act), {}), **changed})


def refuse(case: Case) -> None:
    """The act is refused under these facts, with this code and this sentence."""
    machine, state, act, changed, code, sentence = case
    with pytest.raises(StateRefused) as refused:
        step(machine, state, act, fitting(machine, act, **changed))
    assert (str(refused.value), refused.value.code) == (sentence, code)
    assert refused.value.status == STATUSES.get(code, 409)
    assert_calm(sentence)


STATUSES: Final = {
    **dict.fromkeys(("judge-only", "head-judge-only", "player-only", "wrong-code"), 403),
    "nothing-here": 404,
    "finished": 410,
    **dict.fromkeys(("no-cards", "reason-needed", "until-needed", "bad-settings", "not-admitted", "unclear"), 422),
    **dict.fromkeys(("deadline-missing", "stage-missing", "result-needed"), 422),
}
NEVER_SAID: Final = ("error", "invalid", "please", "oops", "you must", "none", "{", "!", "  ", "..", "_")


def assert_calm(sentence: str) -> None:
    """A sentence is one: begun and ended as such, short, without words that scare and without holes."""
    assert sentence, "a refusal without a sentence"
    assert sentence[-1] in ".?", sentence
    assert sentence[0].isupper() or sentence[0].isdigit(), sentence
    assert len(sentence) <= 140, sentence
    assert not [word for word in NEVER_SAID if word in sentence.lower()], sentence
