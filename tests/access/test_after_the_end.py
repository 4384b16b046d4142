"""After an event has ended: every writing route for everybody, and what each may still change of the event."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

from deckcheck.events import event_states
from deckcheck.store.models import Base
from tests.access.rows import rows
from tests.access.world import World, make_world

WRITES: Final = [row for row in rows() if row.method != "GET" and "<slug>" in row.rule]
PEOPLE: Final = ("stranger", "elsewhere", "same", "own", "K", "J", "H", "O")
PROGRAMS: Final = ("token O", "token J", "token K", "token overlay", "token elsewhere", "link own", "link same")
TABLES: Final = (
    "events stages stage_members people teams entries lists submissions acceptances seals deck_checks check_judges "
    "check_amendments pools pool_versions pairings standings grants tokens webhooks"
).split()
COUNTS: Final = {
    "version",
    "changed_rev",
    "revision",
    "settings_version",
    "last_at",
    "audit_seq",
    "audit_head",
    "used_at",
}
HELD: Final = [
    (name, ", ".join(f'"{c.name}"' for c in Base.metadata.tables[name].columns if c.name not in COUNTS))
    for name in TABLES
]
"""What an event came to, by table and columns: nobody changes it once it has ended, but for what is listed here."""


ALLOWED: Final[dict[str, dict[str, set[str]]]] = {
    # The correction itself. The page asks for reason and section, which the matrix leaves out.
    "POST /api/v1/e/<slug>/entries/<int:number>/corrections": {
        "events lists submissions acceptances seals": {"H", "O", "token O"}
    },
    # A player who is forgotten: what the event came to stays without them.
    "POST /e/<slug>/people/<int:number>/forget": {"people entries submissions": {"O"}},
    "DELETE /api/v1/e/<slug>/entries/<int:number>/person": {"people entries submissions": {"O"}},
    # A deck's name that nobody is to read, hidden or shown again: the list stays as it is.
    "POST /e/<slug>/roster/<int:number>/deck-name": {"lists": {"K", "J", "H", "O"}},
    # Another event.
    "POST /api/v1/e/<slug>/copy": {"events stages grants": {"O"}},
    # Who still comes in, and may no longer: nothing of the event follows from it.
    "PUT /api/v1/e/<slug>/join-code": {"events": {"O", "token O"}},
    "POST /e/<slug>/code": {"events": {"O"}},
    "PUT /api/v1/e/<slug>/joins": {"events": {"O", "token O"}},
    "POST /e/<slug>/roster/<int:number>/link": {"people entries": {"K", "J", "H", "O"}},
    "DELETE /api/v1/e/<slug>/entries/<int:number>/link": {
        "people entries": {"K", "J", "H", "O", "token K", "token J", "token O", "link own"}
    },
    "DELETE /api/v1/e/<slug>/staff/<account>": {"grants": {"O"}},
    "POST /e/<slug>/staff/<account>/end": {"grants": {"O"}},
    "POST /e/<slug>/programs": {"tokens": {"O"}},
    "POST /api/v1/e/<slug>/tokens": {"tokens": {"O"}},
}
"""What changes all the same: by route the tables, and who does it."""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory, migrated_file: Path) -> World:
    """The event of the matrix, completed with its lists open to everyone."""
    world = make_world(tmp_path_factory.mktemp("ended"), migrated_file, "a")
    who = world.made.as_account("organizer")
    event_states.become(world.desk, who, world.made.slug, "completed", confirmed=True)
    world.desk.store.close()
    shutil.copyfile(world.database.file, world.kept)
    return world


def held(world: World) -> dict[str, list[Any]]:
    """Every row of what the event came to, without counters and moments of use."""
    with closing(sqlite3.connect(world.database.file)) as raw:
        return {name: raw.execute(f"SELECT {columns} FROM {name} ORDER BY uid").fetchall() for name, columns in HELD}


def columns_that_changed(before: dict[str, list[Any]], after: dict[str, list[Any]]) -> tuple[str, ...]:
    return tuple(name for name, _ in HELD if after[name] != before[name])


def test_after_the_end_nobody_changes_what_the_event_came_to_but_as_is_listed(world: World) -> None:
    found: dict[str, dict[str, set[str]]] = {}
    world.put_back()
    before = held(world)
    for row in WRITES:
        for who in [*PEOPLE, *(PROGRAMS if row.is_api else ())]:
            world.ask(who, row.method, row.path(world), **row.body())
            if world.database.is_written() and (tables := columns_that_changed(before, held(world))):
                found.setdefault(row.name, {}).setdefault(" ".join(tables), set()).add(who)
            world.put_back()
    assert found == ALLOWED
