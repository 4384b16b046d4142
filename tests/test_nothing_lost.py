"""Every list that was answered with a receipt is there, once and in order, though the server was killed meanwhile."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from deckcheck.app.actors import SYSTEM
from deckcheck.app.session import reading
from deckcheck.audit.integrity import check_event
from deckcheck.store.queries import proof
from tests.desks import Clock, desk_on
from tests.events import Made
from tests.storm import Kept, Outcome, Weather, doubled, kept_lists, lost, storm

SHORT: Final = Weather(players=100, seconds=7.0, kills=3, waits=True)
"""The form of the suite. `scripts/storm.py` runs a large event's: 500 in the last minute, five kills, no waiting."""


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What players were told, and what is kept."""

    url: str
    home: Path
    made: Made
    outcome: Outcome
    kept: dict[int, Kept]

    def told(self, number: int) -> list[str]:
        """The keys of the receipts that a player was given, in the order in which they came."""
        return [sending.key for sending, _ in self.outcome.receipts if sending.number == number]


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def aftermath(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Aftermath:
    url = request.getfixturevalue(f"{request.param}_of_a_module")
    home = tmp_path_factory.mktemp("storm")
    made, outcome = storm(url, home, SHORT)
    print(f"\n{request.param}: {outcome.in_words()}")  # noqa: T201  # The figures are what somebody reads a run for.
    return Aftermath(url, home, made, outcome, kept_lists(url, home, made))


def test_the_server_was_killed_while_it_had_lists(aftermath: Aftermath) -> None:
    assert aftermath.outcome.kills == SHORT.kills
    assert aftermath.outcome.cut > 0


def test_every_player_ends_with_a_receipt_or_is_told_that_the_deadline_is_over(aftermath: Aftermath) -> None:
    outcome = aftermath.outcome
    assert outcome.unanswered == []
    answered = [sending.key for sending, _ in (*outcome.receipts, *outcome.refused)]
    assert sorted(answered) == sorted(sending.key for sending in (*outcome.early, *outcome.last))
    assert {code for _, code in outcome.refused} == {"deadline-passed"}


def test_whoever_was_cut_off_and_asked_again_has_a_receipt(aftermath: Aftermath) -> None:
    """The deadline waited for them; who began after it is refused, and of those around it nobody is left without."""
    outcome = aftermath.outcome
    received = {sending.key for sending, _ in outcome.receipts}
    assert {sending.key for sending in outcome.early} <= received
    assert outcome.too_late
    assert not outcome.too_late & received


def test_every_list_with_a_receipt_is_there_to_the_letter(aftermath: Aftermath) -> None:
    assert lost(aftermath.outcome, aftermath.kept) == []


def test_none_is_there_twice(aftermath: Aftermath) -> None:
    assert doubled(aftermath.kept) == []


def test_they_are_there_in_order_and_the_last_one_counts(aftermath: Aftermath) -> None:
    for number, kept in aftermath.kept.items():
        told = aftermath.told(number)
        assert [one.key for one in kept.sent if one.key in told] == told
        assert [one.arrived for one in kept.sent] == sorted(one.arrived for one in kept.sent)
        assert kept.row.current == (kept.sent[-1].uid if kept.sent else None)


def test_what_was_refused_is_not_there(aftermath: Aftermath) -> None:
    """A list whose answer was lost may be there; one that was refused never is (MTR 2.7)."""
    for sending, _ in aftermath.outcome.refused:
        kept = aftermath.kept.get(sending.number)
        assert kept is None or sending.key not in {one.key for one in kept.sent}


def test_what_arrived_in_time_is_in_the_seal_of_the_deadline(aftermath: Aftermath) -> None:
    desk = desk_on(aftermath.url, Clock(), aftermath.home)
    with reading(desk, SYSTEM, aftermath.made.slug) as work:
        assert check_event(work.session, work.event).faults == ()
        (seal,) = proof.seals_of(work.session, work.event.uid)
        current = {kept.row.current for kept in aftermath.kept.values() if kept.row.current}
        assert {source["submission"] for source in seal.sources} - {None} == current
        assert len(seal.leaves) == SHORT.players
    desk.store.close()
