"""Every single edit of a copy of the database is found: each column of each row, each row taken away or added.

What is knowingly outside is listed in docs/privacy.md with its reason, and that list is held to be neither longer nor
shorter than what is in fact not found.
"""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest

from deckcheck.app.context import App
from deckcheck.audit.integrity import check_event, check_instance
from deckcheck.roster.players import EditEntry, Given, edit_entry
from deckcheck.store.columns import as_stored
from deckcheck.store.models import Base, Event
from deckcheck.store.queries import events
from deckcheck.store.store import Store
from tests.desks import START, Clock, desk_on
from tests.histories import a_full_history, begin
from tests.pools import register_pools

PRIVACY: Final = Path(__file__).parents[2] / "docs" / "privacy.md"
HEADING: Final = "## What the audit does not answer for"


def told_outside() -> dict[tuple[str, str], str]:
    """What docs/privacy.md says that the audit does not answer for: columns, `*` for a whole table, with the reason."""
    section = PRIVACY.read_text("utf-8").partition(HEADING)[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| `")]
    found = [(name, why) for names, why in rows for name in re.findall(r"`([^`]+)`", names)]
    assert len(found) == len({name for name, _ in found})
    return {(name.partition(".")[0], name.partition(".")[2]): why for name, why in found}


TOLD: Final = told_outside()
ASIDE: Final = {table for table, column in TOLD if column == "*"}
"""The tables that the audit does not answer for at all."""
OUTSIDE: Final = {place for place in TOLD if place[1] != "*"}
TABLES: Final = sorted(set(Base.metadata.tables) - ASIDE)
ANSWERED: Final = [name for name in TABLES if {(name, c.name) for c in Base.metadata.tables[name].columns} - OUTSIDE]
"""The tables of which at least one column is answered for: a row that is taken away or added is found."""
FAR: Final = 10**12
"""What no row holds, while two change places."""
AS_OUTSIDE: Final = {("teams", "uid")}
"""Two teams that swap their keys swap their names, which are outside."""
STEP: Final = {"audit": 3}
"""Of the many entries of the chain, which all are bound in the same way, every third is edited; `--full` edits all."""
APART: Final = 3
"""So many columns lie between two edits of a row: the first row of a table is edited in each, every other row in some,
so that each column is edited in several rows. `--full` edits each column of each row."""


@pytest.fixture(scope="module")
def kept(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a database with a full history, to be copied and edited."""
    home = tmp_path_factory.mktemp("edits")
    path = home / "whole.db"
    shutil.copyfile(migrated_file, path)
    clock = Clock()
    desk: App = desk_on(f"sqlite:///{path}", clock, home)
    staff = a_full_history(desk, clock, checked=True).staff
    clock.set(START)
    teams = begin(desk, clock, slug="teams", name="Teams", players=2)
    for number in (1, 2):
        given = Given(team=f"Team {number}", stream_ok="yes")
        edit_entry(EditEntry(teams.staff["scorekeeper"], teams.slug, number, given), desk)
    register_pools(desk, {role: staff[role].uid for role in ("organizer", "judge")})
    desk.store.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    return path


@dataclass
class Copy:
    """A copy of the database that is edited as its owner could, beside every rule that can be switched off."""

    raw: sqlite3.Connection
    store: Store
    found_in: str = ""
    """Where a check found something last: the next edit is most often of the same event, which is asked first."""

    def run(self, statement: str, *values: Any) -> list[sqlite3.Row]:
        """Do it and keep it."""
        return self.raw.execute(statement, values).fetchall()

    @as_stored()
    def is_found(self) -> bool:
        """Whether a check of everything finds anything."""
        with self.store.read() as session:
            known: dict[str, Event | None] = {"": None, **{event.uid: event for event in events.all_events(session)}}
            for uid in sorted(known, key=lambda uid: uid != self.found_in):
                event = known[uid]
                if not (check_event(session, event) if event else check_instance(session)).holds:
                    self.found_in = uid
                    return True
        return False


@pytest.fixture
def copy(kept: Path, tmp_path: Path) -> Iterator[Copy]:
    """A copy of its own."""
    path = tmp_path / "copy.db"
    shutil.copyfile(kept, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.row_factory = sqlite3.Row
        raw.execute("PRAGMA synchronous=OFF")
        store = Store(f"sqlite:///{path}")
        yield Copy(raw, store)
        store.close()


def edited(value: Any, column: str, kind: str) -> Any:
    """Another value of the same kind."""
    if kind == "JSON":
        return json.dumps(_other(json.loads(value)))
    if kind == "Boolean":
        return 1 - value
    if value is None:
        return 7 if column.endswith(("_at", "_until", "late", "deadline")) or column == "until" else "x"
    if isinstance(value, int):
        return value + 900
    if column == "day":
        return "2026-06-14"
    if value.isdecimal():
        return str(int(value) + 1)
    return value[:-1] + ("0" if value[-1:] != "0" else "1") if value else "x"


def _other(value: Any) -> Any:
    """A JSON value with one thing changed, deep inside where there is a depth."""
    if isinstance(value, dict):
        key = next(iter(value), None)
        return {"x": 1} if key is None else {**value, key: _other(value[key])}
    if isinstance(value, list):
        return [*value[:-1], _other(value[-1])] if value else ["x"]
    return edited(value, "", "") if not isinstance(value, float | bool) else 7


def columns_of(table: str) -> list[tuple[str, str]]:
    """The columns of a table with what kind of values each holds."""
    return [(c.name, type(c.type).__name__) for c in Base.metadata.tables[table].columns]


def rows_of(copy: Copy, table: str, full: bool) -> list[sqlite3.Row]:
    """The rows of a table that are edited."""
    return copy.run(f"SELECT rowid, * FROM {table}")[:: 1 if full else STEP.get(table, 1)]


def test_what_was_not_edited_is_not_found(copy: Copy) -> None:
    assert not copy.is_found()


def test_what_is_told_to_be_outside_is_there_and_has_a_reason() -> None:
    columns = {(name, c.name) for name, table in Base.metadata.tables.items() for c in table.columns}
    assert columns >= OUTSIDE
    assert set(Base.metadata.tables) >= ASIDE
    assert all(len(why) > len("counters") - 1 for why in TOLD.values())


def test_every_column_of_people_accounts_links_and_entries_is_edited_or_told_one_by_one() -> None:
    assert not {"people", "accounts", "links", "entries"} & ASIDE


@pytest.fixture
def full(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--full"))


@pytest.mark.parametrize("table", TABLES)
def test_every_edit_of_a_row_is_found(copy: Copy, table: str, full: bool) -> None:
    missed = set()
    columns = [one for one in columns_of(table) if (table, one[0]) not in OUTSIDE]
    for place, row in enumerate(rows_of(copy, table, full)):
        for number, (column, kind) in enumerate(columns):
            if full or place == 0 or (place + number) % APART == 0:
                change = f'UPDATE {table} SET "{column}" = ? WHERE rowid = ?'
                copy.run(change, edited(row[column], column, kind), row["rowid"])
                if not copy.is_found():
                    missed.add((row["rowid"], column))
                copy.run(change, row[column], row["rowid"])
    assert missed == set()
    assert not copy.is_found()


def swap(copy: Copy, table: str, column: str, pair: tuple[sqlite3.Row, sqlite3.Row], *, back: bool = False) -> bool:
    """Let two rows say each other's, or their own again; false if the database itself refuses that."""
    change, (one, other) = f'UPDATE {table} SET "{column}" = ? WHERE rowid = ?', pair
    first, second = (one, other) if back else (other, one)
    try:
        for row, value in ((one, FAR), (other, second[column]), (one, first[column])):
            copy.run(change, value, row["rowid"])
    except sqlite3.IntegrityError:
        copy.run(change, other[column], other["rowid"])
        copy.run(change, one[column], one["rowid"])
        return False
    return True


@pytest.mark.parametrize("table", TABLES)
def test_every_swap_of_the_values_of_two_rows_is_found(copy: Copy, table: str) -> None:
    """Whose list, whose role, whose name it is; what the database itself refuses to swap is not swapped."""
    missed = set()
    rows = copy.run(f"SELECT rowid, * FROM {table}")
    for column, _ in columns_of(table):
        if (table, column) in {*OUTSIDE, *AS_OUTSIDE}:
            continue
        for pair in ((a, b) for a, b in pairwise(rows) if a[column] != b[column]):
            if swap(copy, table, column, pair):
                if not copy.is_found():
                    missed.add(column)
                swap(copy, table, column, pair, back=True)
                break
    assert missed == set()
    assert not copy.is_found()


@pytest.mark.parametrize("table", ANSWERED)
def test_every_row_that_is_taken_away_is_found(copy: Copy, table: str, full: bool) -> None:
    missed = []
    for row in rows_of(copy, table, full):
        copy.run(f"DELETE FROM {table} WHERE rowid = ?", row["rowid"])
        if not copy.is_found():
            missed.append(row["rowid"])
        marks = ", ".join("?" for _ in row.keys())  # noqa: SIM118  # A row of sqlite3 is no mapping.
        names = ", ".join(f'"{name}"' for name in row.keys())  # noqa: SIM118
        copy.run(f"INSERT INTO {table} ({names}) VALUES ({marks})", *row)
    assert missed == []
    assert not copy.is_found()


FORGED: Final = {
    "uid": "'forged'",
    "judge": "'account:forged'",
    **dict.fromkeys(("slug", "hash", "mail", "key"), "\"{}\" || 'x'"),
    **dict.fromkeys(("number", "position", "seq"), '"{}" + 900'),
}
"""What must be another in a second row of a table."""


@pytest.mark.parametrize("table", sorted(set(ANSWERED) - {"events", "instance", "teams"}))
def test_a_row_that_came_by_no_act_is_found(copy: Copy, table: str) -> None:
    names = [name for name, _ in columns_of(table)]
    values = [FORGED.get(name, '"{}"').format(name) for name in names]
    if table == "pools":  # Of one entry in one stage there is one pool.
        values = ["'forged'" if name == "entry" else value for name, value in zip(names, values, strict=True)]
    if table == "lists":  # Of one entry for one stage there is one list.
        final = "(SELECT uid FROM stages WHERE slug = 'final')"
        values = [final if name == "stage" else value for name, value in zip(names, values, strict=True)]
    quoted = ", ".join(f'"{name}"' for name in names)
    copy.run(f"INSERT INTO {table} ({quoted}) SELECT {', '.join(values)} FROM {table} LIMIT 1")
    assert copy.is_found()


@pytest.mark.parametrize(("table", "column"), sorted(OUTSIDE))
def test_what_is_outside_is_in_fact_not_found(copy: Copy, table: str, column: str) -> None:
    row = copy.run(f"SELECT rowid, * FROM {table} LIMIT 1")[0]
    kind = dict(columns_of(table))[column]
    value = edited(row[column], column, kind)
    copy.run(f'UPDATE {table} SET "{column}" = ? WHERE rowid = ?', value, row["rowid"])
    assert not copy.is_found()
