"""Every list that was answered with a receipt is there, once and in order, though the server was killed meanwhile."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from deckcheck.services.audit_checks import check_event
from deckcheck.services.who import SYSTEM
from deckcheck.services.work import reading
from deckcheck.storage.shelves import proof
from tests.desks import Clock, desk_on
from tests.events import Made
from tests.storm import Kept, Outcome, kept_lists, storm

PLAYERS, SECONDS, KILLS = 500, 20.0, 5


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
    made, outcome = storm(url, home, players=PLAYERS, seconds=SECONDS, kills=KILLS, seed=20260613)
    print(  # noqa: T201  # The figures are what somebody reads a run for.
        f"\n{request.param}: {len(outcome.receipts)} receipts of {outcome.tries} tries, {outcome.kills} kills; "
        f"p50 {outcome.percentile(0.5) * 1000:.0f} ms, p99 {outcome.percentile(0.99) * 1000:.0f} ms"
    )
    return Aftermath(url, home, made, outcome, kept_lists(url, home, made))


def test_the_server_was_killed_and_players_were_answered(aftermath: Aftermath) -> None:
    assert aftermath.outcome.kills == KILLS
    assert aftermath.outcome.unanswered == []
    assert len(aftermath.outcome.receipts) > PLAYERS / 10


def test_every_list_with_a_receipt_is_there_to_the_letter(aftermath: Aftermath) -> None:
    for sending, receipt in aftermath.outcome.receipts:
        sent = {one.uid: one for one in aftermath.kept[sending.number].sent}
        kept = sent[receipt["uid"]]
        assert (kept.text, kept.key, kept.leaf, kept.sha256) == (
            sending.text,
            sending.key,
            receipt["leaf"],
            receipt["sha256"],
        )


def test_none_is_there_twice(aftermath: Aftermath) -> None:
    for kept in aftermath.kept.values():
        keys = [one.key for one in kept.sent]
        assert len(keys) == len(set(keys))
        assert [one.number for one in kept.sent] == list(range(1, len(kept.sent) + 1))
        assert kept.reports == len(kept.sent)


def test_they_are_there_in_order_and_the_last_one_counts(aftermath: Aftermath) -> None:
    for number, kept in aftermath.kept.items():
        told = aftermath.told(number)
        assert [one.key for one in kept.sent if one.key in told] == told
        assert [one.arrived for one in kept.sent] == sorted(one.arrived for one in kept.sent)
        assert kept.row.current == (kept.sent[-1].uid if kept.sent else None)


def test_what_was_refused_is_not_there(aftermath: Aftermath) -> None:
    """A list whose answer was lost may be there; one that was refused never is (MTR 2.7)."""
    for sending, code in aftermath.outcome.refused:
        assert code == "deadline-passed"
        kept = aftermath.kept.get(sending.number)
        assert kept is None or sending.key not in {one.key for one in kept.sent}


def test_what_arrived_in_time_is_in_the_seal_of_the_deadline(aftermath: Aftermath) -> None:
    desk = desk_on(aftermath.url, Clock(), aftermath.home)
    with reading(desk, SYSTEM, aftermath.made.slug) as work:
        assert check_event(work.session, work.event).faults == ()
        (seal,) = proof.seals_of(work.session, work.event.uid)
        current = {kept.row.current for kept in aftermath.kept.values() if kept.row.current}
        assert {source["submission"] for source in seal.sources} - {None} == current
        assert len(seal.leaves) == PLAYERS
    desk.store.close()
