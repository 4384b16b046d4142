"""Two worlds that differ in closed lists alone answer alike, whatever happened, whoever asks without the right.

The suite walks some random histories, and one that is laid out. DECKCHECK_HISTORIES=200 walks so many, each longer,
and asks after each step for eight times as much.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from flask import Response
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from deckcheck.app.session import EventSession
from deckcheck.lists.official_acts import LockAct
from deckcheck.store.models import AuditEntry
from deckcheck.store.queries.lists import lists_in
from deckcheck.web.current import app as desk
from tests.access.acting import Acts
from tests.access.asking import SLICES, Question, differences, may_see, told_wrongly
from tests.access.two_worlds import KNOWN, LATE, SECRET, TwoWorlds, make_two_worlds
from tests.published_events import TITLED
from tests.registrations import ILLEGAL, LEGAL, OTHER, UNDECIDED

MANY: Final = int(os.environ.get("DECKCHECK_HISTORIES", "0"))
PARTS: Final = SLICES // 3 if MANY else 1
"""So many of the slices are asked after a step."""
TEXTS: Final = {
    "legal": LEGAL,
    "other": OTHER,
    "illegal": ILLEGAL,
    "undecided": UNDECIDED,
    "titled": TITLED,
    "small": "60 Island",
}
DECIDED: Final = ("legal", "other", "illegal")
CLOSED: Final = tuple(number for number in SECRET if number not in LATE)

a_text = st.sampled_from(tuple(TEXTS))
a_text_or_none = st.sampled_from(("none", *TEXTS))
a_decided_one = st.sampled_from(DECIDED)
a_stage = st.sampled_from(("swiss", "playoff"))
a_closed_one = st.sampled_from(CLOSED)
in_worlds = st.sampled_from(((True, False), (False, True), (True, True)))
secrets = st.sampled_from((("swiss",), ("playoff",), ("swiss", "playoff")))


class Histories(RuleBasedStateMachine):
    """An event of eight in two worlds; `worlds` is set by the test."""

    worlds: TwoWorlds

    def __init__(self) -> None:
        super().__init__()
        self.acts = Acts(self.worlds)

    @initialize(own=st.booleans(), secret=secrets)
    def begin(self, *, own: bool, secret: tuple[str, ...]) -> None:
        self.worlds.begin(own=own, secret=secret)
        self.acts.send(CLOSED[0], "swiss", LEGAL, TITLED)

    @rule(number=a_closed_one, stage=a_stage, first=a_text_or_none, second=a_text_or_none)
    def send(self, number: int, stage: str, first: str, second: str) -> None:
        self.acts.send(number, stage, TEXTS.get(first), TEXTS.get(second))

    @rule(number=st.sampled_from(KNOWN), stage=a_stage, text=a_text)
    def send_what_is_known(self, number: int, stage: str, text: str) -> None:
        self.acts.send(number, stage, TEXTS[text])

    @rule(number=a_closed_one, stage=a_stage, act=st.sampled_from(LockAct), where=in_worlds)
    def lock(self, number: int, stage: str, act: LockAct, where: tuple[bool, bool]) -> None:
        self.acts.lock(number, stage, act, where)

    @rule(number=a_closed_one, stage=a_stage, first=a_text_or_none, second=a_text_or_none)
    def write(self, number: int, stage: str, first: str, second: str) -> None:
        self.acts.write(number, stage, TEXTS.get(first), TEXTS.get(second))

    @rule(first=a_text, second=a_text)
    def enter_late(self, first: str, second: str) -> None:
        self.acts.enter_late(TEXTS[first], TEXTS[second])

    @rule(numbers=st.tuples(a_closed_one, a_closed_one), first=a_decided_one, second=a_decided_one)
    def correct(self, numbers: tuple[int, int], first: str, second: str) -> None:
        self.acts.correct(numbers, TEXTS[first], TEXTS[second])

    @rule(minutes=st.sampled_from((1, 20, 61)))
    def wait(self, minutes: int) -> None:
        self.acts.wait(minutes)

    @rule(stage=a_stage, to=st.sampled_from(("taking", "begun", "over", "locked")))
    def change_stage(self, stage: str, to: str) -> None:
        self.acts.stage(stage, to)

    @rule(stage=a_stage, during=st.sampled_from(("closed", "stage", "all")), after=st.sampled_from(("closed", "all")))
    def publish(self, stage: str, during: str, after: str) -> None:
        self.acts.publish(stage, during, after)

    @rule(numbers=st.lists(st.sampled_from((1, 2, 3, 5, 8)), unique=True, max_size=4))
    def set_members(self, numbers: list[int]) -> None:
        self.acts.members(numbers)

    @rule(to=st.sampled_from(("completed", "on", "on", "cancelled")))
    def change_event(self, to: str) -> None:
        self.acts.event(to)

    @rule(mode=st.sampled_from(("full", "initials", "number")), number=st.integers(1, 8), streamed=st.booleans())
    def show_names(self, mode: str, number: int, *, streamed: bool) -> None:
        self.acts.names(mode)
        self.acts.stream(number, "yes" if streamed else "no")

    @rule()
    def rank(self) -> None:
        self.acts.rank()

    @rule()
    def draw(self) -> None:
        self.acts.draw()

    @invariant()
    def nobody_without_the_right_can_tell(self) -> None:
        here = [(self.acts.step * PARTS + part) % SLICES for part in range(PARTS)]
        found = self.acts.look(here)
        assert not found, told_wrongly(found, self.worlds.history)


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory, migrated_file: Path) -> TwoWorlds:
    return make_two_worlds(tmp_path_factory.mktemp("worlds"), migrated_file)


def test_no_history_tells_anybody_without_the_right_of_a_closed_list(worlds: TwoWorlds) -> None:
    Histories.worlds = worlds
    some = settings(
        max_examples=MANY or 2,
        stateful_step_count=30 if MANY else 5,
        derandomize=not MANY,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(Histories, settings=some)


def test_from_the_first_list_to_the_end_of_an_event_nothing_closed_is_told(worlds: TwoWorlds) -> None:
    worlds.begin(own=False, secret=("swiss",))
    acts, found = Acts(worlds), []

    def look() -> None:
        found.extend(acts.look(range(acts.step, SLICES, 6)))

    acts.send(1, "swiss", LEGAL, TITLED)
    acts.send(2, "swiss", None, ILLEGAL)
    acts.send(5, "swiss", UNDECIDED, None)
    look()
    acts.lock(1, "swiss", LockAct.ACCEPT, (True, False))
    acts.members([3, 4])
    acts.wait(61)
    look()
    acts.enter_late(LEGAL, OTHER)
    acts.publish("playoff", "all", "all")
    look()
    acts.stage("swiss", "begun")
    acts.correct((1, 1), OTHER, ILLEGAL)
    look()
    acts.stage("playoff", "begun")
    acts.draw()
    acts.names("initials")
    acts.publish("swiss", "all", "closed")
    acts.publish("swiss", "closed", "closed")
    look()
    acts.rank()
    acts.event("completed")
    look()
    assert acts.step == 6
    assert not found, told_wrongly(found, worlds.history)


def joined_while_few(work: EventSession) -> bool:
    """A leak: the code can be used until three lists are in."""
    return len(lists_in(work.session, work.first_stage().uid)) < len(KNOWN) + 1


def marked_by_acts(response: Response, *, shared: bool) -> Response:
    """Another: the mark of a page counts the acts of its event."""
    with desk().store.read() as session:
        response.set_etag(f"{shared}-{session.query(AuditEntry).count()}")
    return response


@pytest.mark.parametrize(
    ("where", "leak"),
    [
        ("deckcheck.publication.listings._takes_codes", joined_while_few),
        ("deckcheck.web.pages.publication.public.kept", marked_by_acts),
    ],
    ids=["count", "mark"],
)
def test_a_leak_is_found_and_named(
    worlds: TwoWorlds, monkeypatch: pytest.MonkeyPatch, where: str, leak: Callable[..., object]
) -> None:
    worlds.begin(own=True, secret=("swiss",))
    Acts(worlds).send(2, "swiss", LEGAL, None)
    asked = [Question("stranger", "/e/<slug>", "/e/northern-open")]
    assert differences(worlds, asked, {}) == []
    monkeypatch.setattr(where, leak)
    told = told_wrongly(differences(worlds, asked, {}), worlds.history)
    assert "GET /e/<slug> by stranger (/e/northern-open)" in told
    assert "2 sends for swiss (done | nothing)" in told


def test_whoever_has_the_right_does_see_how_the_worlds_differ(worlds: TwoWorlds) -> None:
    worlds.begin(own=True, secret=("swiss",))
    acts = Acts(worlds)
    acts.send(2, "swiss", LEGAL, TITLED)
    acts.wait(61)
    asked = Question("judge", "/e/<slug>/lists/<int:number>", "/e/northern-open/lists/2?stage=swiss")
    assert len(differences(worlds, [asked], {})) == 2  # As GET, and by the length that HEAD tells.
    for_all = replace(asked, who="stranger")
    assert not may_see(worlds, "stranger")
    assert differences(worlds, [for_all], {}) == []
    acts.publish("swiss", "all", "all")
    assert may_see(worlds, "stranger")
    assert differences(worlds, [for_all], {})
