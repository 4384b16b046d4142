"""One request reads from one snapshot until it writes; what takes long holds none, and no connection is left open."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.exc import SQLAlchemyError

from deckcheck.store.models import Instance
from deckcheck.store.one_request import each_alone, one_request
from deckcheck.store.store import Store
from tests.statements import statements_of


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    found = Store(database_url)
    yield found
    assert open_connections(found) == 0
    found.close()


def open_connections(store: Store) -> int:
    return int(store.engine.pool.checkedout())  # type: ignore[attr-defined]


def facts(store: Store) -> int:
    with store.read() as session:
        return session.scalar(select(func.count()).select_from(Instance)) or 0


def add(store: Store, name: str) -> None:
    with store.write() as session:
        session.add(Instance(name=name, value="1"))


def test_all_reads_of_a_request_share_a_transaction(store: Store) -> None:
    with statements_of(store) as outside:
        facts(store), facts(store)
    with statements_of(store) as inside, one_request():
        facts(store), facts(store)
    assert (outside.transactions, inside.transactions) == (2, 1)


def test_what_others_write_meanwhile_is_not_seen_and_what_was_written_here_is(store: Store, database_url: str) -> None:
    other = Store(database_url)
    before = facts(store)
    with one_request():
        assert facts(store) == before
        add(other, "theirs")
        assert facts(store) == before
        add(store, "ours")
        assert facts(store) == before + 2
    other.close()


def test_a_request_never_holds_two_connections_at_once(store: Store) -> None:
    with one_request():
        facts(store)
        assert open_connections(store) == 1
        with store.write() as session:
            session.add(Instance(name="ours", value="1"))
            session.flush()
            assert open_connections(store) == 1


def test_who_is_reading_goes_on_with_the_same_moment_beside_a_write(store: Store) -> None:
    before = facts(store)
    with one_request():
        with store.read() as session:
            count = select(func.count()).select_from(Instance)
            assert session.scalar(count) == before
            add(store, "ours")
            assert session.scalar(count) == before
            assert facts(store) == before + 1
        assert facts(store) == before + 1


def test_a_row_that_was_changed_in_a_read_is_whole_in_the_next(store: Store) -> None:
    add(store, "ours")
    with one_request():
        with store.read() as session:
            session.get_one(Instance, "ours").value = "never"
        with store.read() as session:
            assert session.get_one(Instance, "ours").value == "1"


def test_after_a_fault_the_next_read_begins_anew(store: Store) -> None:
    with one_request():
        with pytest.raises(SQLAlchemyError), store.read() as session:
            session.execute(text("SELECT nothing FROM nowhere"))
        assert facts(store) >= 0


def test_what_takes_long_holds_no_snapshot(store: Store) -> None:
    with one_request():
        before = facts(store)
        with each_alone():
            assert open_connections(store) == 0
            assert facts(store) == before
            assert open_connections(store) == 0
        assert facts(store) == before
