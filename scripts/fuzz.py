"""Sends every route what nobody means to send, signed in as everybody, and prints each answer that must never be.

`python -m scripts.fuzz` asks every parameter of every route by each role and with each kind of value, other values with
another `--seed`; `--shard 1/2` every second route; `--requests 5000` so many at random; `--postgres` on PostgreSQL.
A part of it runs with the tests.
"""

from __future__ import annotations

import argparse
import gc
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from argon2 import PasswordHasher

from deckcheck.accounts import passwords
from deckcheck.store.store import Store
from deckcheck.store.usable import upgrade
from tests.databases import fresh_database, running_postgres
from tests.fuzz.covering import covering
from tests.fuzz.fuzzing import Case, Fuzz
from tests.fuzz.world import FuzzWorld, world_on_postgres, world_on_sqlite


def main() -> int:
    """Ask, and print what was wrong and how many requests it took; 1 if anything was."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shard", default="1/1")
    parser.add_argument("--requests", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--seed", default="fuzz")
    parser.add_argument("--postgres", action="store_true")
    wanted = parser.parse_args()
    part, parts = map(int, wanted.shard.split("/"))
    with a_world(postgres=wanted.postgres) as world:
        fuzz = Fuzz(world)
        rng = random.Random(wanted.seed)
        rng.shuffle(fuzz.rows)
        fuzz.rows = fuzz.rows[part - 1 :: parts]
        cases = fuzz.sample(wanted.requests, rng) if wanted.requests else covering(fuzz, rng)
        gc.freeze()
        return report(fuzz, cases, time.monotonic() + wanted.seconds)


def report(fuzz: Fuzz, cases: Iterator[Case], until: float) -> int:
    """Print each kind of fault once for a route, and at the end how often it came."""
    faults: Counter[tuple[str, str]] = Counter()
    asked, routes = 0, set()
    for case in cases:
        wrong = fuzz.wrong_with(case)
        asked += 1
        routes.add(case.row.name)
        if wrong:
            kind = (case.row.name, wrong.partition(": ")[2].partition(" = ")[2][-120:])
            faults[kind] += 1
            if faults[kind] == 1:
                print(wrong, flush=True)
        if asked % 1000 == 0:
            print(f"... {asked} requests to {len(routes)} routes", flush=True)
        if time.monotonic() > until:
            break
    print(f"{asked} requests to {len(routes)} of {len(fuzz.rows)} routes: {sum(faults.values())} wrong answers")
    return int(bool(faults))


@contextmanager
def a_world(*, postgres: bool) -> Iterator[FuzzWorld]:
    """A world of its own, which goes with the run."""
    cheap = PasswordHasher(
        time_cost=1, memory_cost=64, parallelism=1
    )  # What a hash costs is no fault that is looked for.
    vars(passwords)["_HASHER"] = cheap
    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    try:
        if postgres:
            with running_postgres() as server:
                yield world_on_postgres(folder, fresh_database(server, "fuzz"))
        else:
            empty = folder / "empty.db"
            store = Store(f"sqlite:///{empty}")
            upgrade(store)
            store.close()
            yield world_on_sqlite(folder, empty)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
