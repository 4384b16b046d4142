"""What the store holds to: no update is lost, a snapshot is one moment, a stale row is refused, moments are exact."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import func, select, text
from sqlalchemy.exc import InvalidRequestError, StatementError

from deckcheck.app.context import App
from deckcheck.audit.audit_views import check_all
from deckcheck.store.columns import UnknownWord, as_stored, from_milliseconds, to_milliseconds
from deckcheck.store.models import Account, AuditText, Base, DeckList, Entry, Event, Instance
from deckcheck.store.queries import lists, proof
from deckcheck.store.states import EntryState
from deckcheck.store.store import Busy, Stale, Store
from tests.desks import START
from tests.events import make_event
from tests.registrations import send

MOMENTS = st.datetimes(datetime(1970, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001


@pytest.fixture
def store(database_url: str) -> Store:
    return Store(database_url)


def test_of_many_who_add_one_at_once_none_is_lost(store: Store) -> None:
    def add(_: int) -> None:
        for _ in range(10):
            with store.write() as session:
                fact = proof.fact(session, "audit_seq", lock=True)
                assert fact
                fact.value = str(int(fact.value) + 1)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(add, range(8)))
    with store.read() as session:
        fact = proof.fact(session, "audit_seq")
        assert fact
        assert fact.value == "80"
    store.close()


def test_a_read_sees_one_moment(store: Store) -> None:
    with store.read() as session:
        before = session.scalar(select(func.count()).select_from(Instance))
        with store.write() as other:
            other.add(Instance(name="later", value="1"))
        assert session.scalar(select(func.count()).select_from(Instance)) == before
    store.close()


def test_what_is_written_in_a_read_is_not_kept(store: Store) -> None:
    with store.read() as session:
        session.add(Instance(name="never", value="1"))
    with store.read() as session:
        assert session.get(Instance, "never") is None
    store.close()


def test_a_write_that_fails_leaves_nothing(store: Store) -> None:
    def fail() -> None:
        with store.write() as session:
            session.add(Instance(name="half", value="1"))
            session.flush()
            _ = 1 // 0

    with pytest.raises(ZeroDivisionError):
        fail()
    with store.read() as session:
        assert session.get(Instance, "half") is None
    store.close()


def test_a_row_that_somebody_else_changed_is_refused(store: Store) -> None:
    with store.write() as session:
        event = Event(
            slug="a",
            name="A",
            zone="UTC",
            day=START.date(),
            game="mtg",
            format="modern",
            platform="paper",
            match="bo3",
            level="regular",
            state="planned",
            made_at=START,
            last_at=START,
        )
        session.add(event)
        session.flush()
        entry = Entry(event=event.uid, number=1, state="on", origin="staff", made_at=START)
        session.add(entry)

    def change() -> None:
        with store.write() as session:
            mine = session.get(Entry, entry.uid)
            assert mine
            session.connection().exec_driver_sql("UPDATE entries SET version = version + 1")
            mine.seat = "A"

    with pytest.raises(Stale):
        change()
    store.close()


def test_a_database_that_cannot_be_opened_is_busy(tmp_path: object) -> None:
    store = Store(f"sqlite:///{tmp_path}/no/such/folder/x.db")
    with pytest.raises(Busy), store.write() as session:
        session.scalar(select(1))


@given(MOMENTS)
def test_moments_are_cut_to_milliseconds_and_never_rounded_up(moment: datetime) -> None:
    kept = from_milliseconds(to_milliseconds(moment))
    assert timedelta() <= moment - kept < timedelta(milliseconds=1)


@given(MOMENTS, st.integers(-14 * 60, 14 * 60))
def test_a_moment_is_the_same_in_every_zone(moment: datetime, minutes: int) -> None:
    elsewhere = moment.astimezone(timezone(timedelta(minutes=minutes)))
    assert to_milliseconds(elsewhere) == to_milliseconds(moment)


def test_a_moment_without_a_zone_is_refused(store: Store) -> None:
    naive = datetime(2026, 6, 13)  # noqa: DTZ001
    with pytest.raises(Exception, match="time zone"), store.write() as session:
        session.add(Account(mail="a@b", name="A", made_at=naive))
    store.close()


def test_texts_of_any_script_come_back_as_they_were(store: Store) -> None:
    text = "Lim-Dûl’s Vault\n日本語 🂡 \u202e\u0301"
    with store.write() as session:
        session.add(AuditText(event="e", seq=1, salt="0" * 64, text=text))
    with store.read() as session:
        assert session.scalars(select(AuditText.text)).one() == text
    store.close()


def test_a_word_that_no_release_writes_is_a_clear_fault_and_is_read_by_whoever_looks_for_edits(
    both_desk: App,
) -> None:
    made = make_event(both_desk)
    with both_desk.store.write() as session:
        session.execute(text("UPDATE entries SET state = 'onx' WHERE number = 1"))
    with (
        pytest.raises(UnknownWord, match="'onx' is none of the words for EntryState"),
        both_desk.store.read() as session,
    ):
        session.get(Entry, made.entries[0])
    with as_stored(), both_desk.store.read() as session:
        assert session.get_one(Entry, made.entries[0]).state == "onx"
    with pytest.raises(StatementError, match="'away' is none of the words"), both_desk.store.write() as session:
        session.get_one(Entry, made.entries[1]).state = "away"  # type: ignore[assignment]
    assert any(not check.holds for check in check_all(both_desk).values())


def test_a_word_comes_back_as_a_member_of_its_enumeration(both_desk: App) -> None:
    made = make_event(both_desk)
    with both_desk.store.read() as session:
        assert session.get_one(Entry, made.entries[0]).state is EntryState.ON
        assert (
            session.scalars(select(Entry.state).where(Entry.state.in_(["on", EntryState.DROPPED]))).first()
            is EntryState.ON
        )


def test_what_belongs_to_a_row_is_read_where_a_query_asked_for_it_and_never_one_by_one(both_desk: App) -> None:
    found = [one for mapper in Base.registry.mappers for one in mapper.relationships]
    assert found
    assert all(one.viewonly and one.lazy == "raise" for one in found)
    made = make_event(both_desk)
    send(made, both_desk)
    with both_desk.store.read() as session:
        row = session.scalars(select(DeckList)).first()
        assert row is not None
        with pytest.raises(InvalidRequestError, match="raise"):
            row.submissions  # noqa: B018
        (whole,) = lists.histories_of(session, row.entry)
        assert [(sent.number, len(sent.reports)) for sent in whole.submissions] == [(1, 1)]
