"""Many at once: nothing is lost, nothing kept twice; what changes between judging and keeping is judged again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from deckcheck.app.audit_log import as_entry
from deckcheck.app.context import App
from deckcheck.app.refusals import Refused
from deckcheck.decklist.cards import CardIndex
from deckcheck.decklist.hash_chain import verify_chain
from deckcheck.lists.judged import Judged
from deckcheck.lists.list_handles import Changed
from deckcheck.lists.official_acts import LockAct, LockList, change_lock
from deckcheck.lists.receipts import Receipt
from deckcheck.lists.submission import judge_arrival
from deckcheck.lists.submit import send_list
from deckcheck.store.models import Event, StoredReport, Submission
from deckcheck.store.queries import proof
from deckcheck.store.states import Accepts
from tests.at_once import all_at_once
from tests.desks import Clock, with_cards
from tests.events import DEADLINE, make_event
from tests.registrations import ILLEGAL, LEGAL, MS, OTHER, accept, an_order, list_row, receipts, rows_of, send

THREADS = 8


def test_players_who_send_in_the_last_millisecond_all_hold_receipts_of_what_is_kept(
    both_desk: App, clock: Clock
) -> None:
    made = make_event(both_desk, players=THREADS)
    clock.set(DEADLINE - MS)
    told = all_at_once(
        *(
            lambda n=n: send(made, both_desk, who=made.as_person(n), number=n + 1, key=f"key-of-{n}")
            for n in range(THREADS)
        )
    )
    kept = rows_of(both_desk)
    assert {receipt.uid for receipt in told} == set(kept)
    assert len(kept) == THREADS
    with both_desk.store.read() as session:
        chain = verify_chain(as_entry(row) for row in proof.chain_of(session, made.uid))
        anchors = {s.anchor for s in session.query(Submission)}
        event = session.get(Event, made.uid)
        assert event is not None
        assert (chain.ok, chain.length, chain.last) == (True, event.audit_seq, event.audit_head)
    assert len(anchors) == THREADS


def test_one_sending_that_comes_many_times_at_once_is_kept_once(both_desk: App) -> None:
    made = make_event(both_desk)
    told: list[Receipt] = all_at_once(*[lambda: send(made, both_desk, key="key-00001")] * THREADS)
    assert len({receipt.uid for receipt in told}) == 1
    assert [receipt.is_new for receipt in told].count(True) == 1
    assert len(rows_of(both_desk)) == 1


def test_one_player_on_many_devices_has_every_list_kept_and_the_last_one_stand(both_desk: App) -> None:
    made = make_event(both_desk)
    texts = [f"{LEGAL}\n// {n}" for n in range(THREADS)]
    told = all_at_once(*(lambda text=text: send(made, both_desk, text) for text in texts))
    assert sorted(receipt.version for receipt in told) == list(range(1, THREADS + 1))
    mine = receipts(made.as_person(0), made.slug, 1, both_desk)
    assert [r.standing for r in mine] == ["superseded"] * (THREADS - 1) + ["current"]
    assert list_row(both_desk, made).current == mine[-1].uid


def test_of_devices_that_saw_the_same_list_one_replaces_it_and_the_others_are_told(both_desk: App) -> None:
    made = make_event(both_desk)
    seen = send(made, both_desk).uid
    texts = [f"{OTHER}\n// {n}" for n in range(THREADS)]
    told = all_at_once(*(lambda text=text: send(made, both_desk, text, seen=seen) for text in texts))
    won = [t for t in told if isinstance(t, Receipt)]
    assert len(won) == 1
    assert all(isinstance(t, Changed) and t.theirs.seen == won[0].uid for t in told if t not in won)


def test_a_list_that_is_accepted_while_another_is_sent_stays_what_the_official_saw(both_desk: App) -> None:
    made = make_event(both_desk)
    seen = send(made, both_desk).uid
    judge = made.as_account("judge")
    order = LockList(judge, made.slug, 1, LockAct.ACCEPT, seen=seen)
    sent, accepted = all_at_once(lambda: send(made, both_desk, OTHER), lambda: change_lock(order, both_desk))
    row = list_row(both_desk, made)
    if isinstance(sent, Refused):
        assert (sent.code, row.state, row.accepted) == ("accepted", "accepted", seen)
    else:
        assert (accepted.code, row.state, row.current) == ("replaced", "open", sent.uid)


# What changes between judging and keeping.


def counting(monkeypatch: pytest.MonkeyPatch, between: Callable[[], Any]) -> list[Judged]:
    """The verdicts that are given; after the first of them something happens, before it is kept."""
    given: list[Judged] = []

    def judged(*args: Any) -> Judged:
        given.append(judge_arrival(*args))
        if len(given) == 1:
            between()
        return given[-1]

    monkeypatch.setattr("deckcheck.lists.submit.judge_arrival", judged)
    return given


def reports(desk: App) -> list[tuple[str, str, str]]:
    with desk.store.read() as session:
        rows = session.query(StoredReport).order_by(StoredReport.uid)
        return [(r.verdict, r.law_digest, r.cards_import) for r in rows]


def test_a_list_is_judged_once_where_nothing_changed(both_desk: App, monkeypatch: pytest.MonkeyPatch) -> None:
    made = make_event(both_desk)
    given = counting(monkeypatch, lambda: None)
    send(made, both_desk)
    assert len(given) == 1


def test_settings_that_change_between_judging_and_keeping_are_judged_by(
    both_desk: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make_event(both_desk)

    def ban() -> None:
        with both_desk.store.write() as session:
            event = session.get(Event, made.uid)
            assert event is not None
            event.house = {"bans": ["Wild Ride"]}

    given = counting(monkeypatch, ban)
    told = send(made, both_desk)
    assert (given[0].verdict, told.verdict) == ("legal", "illegal")
    assert [r[0] for r in reports(both_desk)] == ["illegal"]
    assert reports(both_desk)[0][1] != given[0].law_digest


class Newer:
    """The same cards under the sum of another import."""

    digest = "of-another-day"

    def __init__(self, cards: CardIndex) -> None:
        self._cards = cards

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cards, name)


def test_card_data_that_are_replaced_between_judging_and_keeping_are_judged_by(
    both_desk: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make_event(both_desk)
    cards = [both_desk.index("mtg")]
    newer = cast("CardIndex", Newer(cards[0]))
    counting(monkeypatch, lambda: cards.append(newer))
    send(made, with_cards(both_desk, lambda _game: cards[-1]))
    assert [r[2] for r in reports(both_desk)] == ["of-another-day"]


def test_a_list_no_longer_admitted_when_it_is_kept_is_refused(both_desk: App, monkeypatch: pytest.MonkeyPatch) -> None:
    made = make_event(both_desk)

    def only_legal() -> None:
        with both_desk.store.write() as session:
            event = session.get(Event, made.uid)
            assert event is not None
            event.accepts = Accepts.LEGAL

    counting(monkeypatch, only_legal)
    with pytest.raises(Refused) as caught:
        send(made, both_desk, ILLEGAL)
    assert caught.value.code == "not-admitted"
    assert rows_of(both_desk) == {}


def test_a_list_that_is_accepted_between_judging_and_keeping_is_not_replaced(
    both_desk: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make_event(both_desk)
    first = send(made, both_desk)
    counting(monkeypatch, lambda: accept(made, both_desk))
    with pytest.raises(Refused) as caught:
        send_list(an_order(made, both_desk, OTHER), both_desk)
    assert caught.value.code == "accepted"
    assert list(rows_of(both_desk)) == [first.uid]
