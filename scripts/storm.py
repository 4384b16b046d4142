"""Let many players send their lists in the last minute before a deadline while the server is killed; say what is left.

The deadline waits until all but those who send around it have an answer: how many come in says nothing about how fast
the machine starts a server. With `--no-waiting` it comes all the same.

Usage, in the folder of the project:
.venv/bin/python -m scripts.storm [--players 500] [--seconds 60] [--kills 5] [--database sqlite|postgres]
    [--rosters 20] [--programs 200] [--roster-size 3000] [--no-waiting]
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from tests.databases import fresh_database, migrated, running_postgres
from tests.storm import Weather, doubled, kept_lists, lost, storm


@contextmanager
def database(kind: str, home: Path) -> Iterator[str]:
    """The address of a fresh database of a kind."""
    if kind == "sqlite":
        yield migrated(f"sqlite:///{home / 'deckcheck.db'}")
        return
    with running_postgres() as server:
        yield fresh_database(server, "storm")


def main() -> int:
    """Run it once and print the figures; 1 if a list with a receipt is missing, or one is there twice."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--players", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--rosters", type=int, default=0, help="pages of the roster that staff have open meanwhile")
    parser.add_argument("--programs", type=int, default=0, help="programs that ask every few seconds what changed")
    parser.add_argument("--roster-size", type=int, default=0, help="players of the event, those who send among them")
    parser.add_argument("--no-waiting", action="store_true", help="the deadline comes even if some had no answer yet")
    parser.add_argument("--seed", type=int, default=20260613)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    asked = parser.parse_args()
    weather = Weather(asked.players, asked.seconds, asked.kills, waits=not asked.no_waiting, seed=asked.seed)
    weather = replace(weather, rosters=asked.rosters, programs=asked.programs, size=asked.roster_size)
    with tempfile.TemporaryDirectory() as folder, database(asked.database, Path(folder)) as url:
        made, outcome = storm(url, Path(folder), weather)
        kept = kept_lists(url, Path(folder), made)
    missing, twice = lost(outcome, kept), doubled(kept)
    print(f"{asked.database}: {outcome.in_words()}")
    print(
        "answers by status:",
        ", ".join(f"{status}: {n}" for status, n in sorted(outcome.statuses.items()) if status > 0),
    )
    for kind, looks in (("rosters", outcome.rosters), ("programs", outcome.programs)):
        if looks.statuses:
            print(f"{kind}: {looks.in_words()}")
    print(f"without an answer: {len(outcome.unanswered)}; lost: {len(missing)}; there twice: {len(twice)}")
    return 1 if missing or twice or outcome.unanswered else 0


if __name__ == "__main__":
    sys.exit(main())
