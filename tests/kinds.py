"""Which tests need what: the folders that are pure, the files that also run on PostgreSQL, those that take long."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).parent
SCENES: Final = "DECKCHECK_TEST_SCENES"
"""The variable that names the folder of scenes (tests/remembered.py), which the processes of a run share."""
PURE: Final = ("cases", "core", "dialects", "exports", "games", "importers", "law", "paper", "rosters")
"""Folders whose tests load neither Flask nor a database; so do most files beside the folders."""
NOT_PURE: Final = frozenset(
    {"test_nothing_lost.py", "test_package.py", "test_pictures.py", "test_readme.py", "test_update_data.py"}
)
"""Of the files beside the folders those that need more."""
ON_BOTH: Final = frozenset(
    {
        # Locks and acts at the same moment: PostgreSQL locks rows, SQLite has one writer.
        "services/test_locks.py",
        "services/test_races.py",
        "services/test_registration_at_once.py",
        "services/test_budgets.py",
        "services/test_updates.py",
        "services/test_automatic_updates.py",
        "services/test_age_mail.py",
        "services/test_join_codes.py",
        "services/test_signing_in.py",
        "services/test_guarded_clock.py",
        "services/test_outbox.py",
        "web/test_clock_page.py",
        "web/test_crowds.py",
        "web/test_locked_database.py",
        "web/test_served_doors.py",
        "web/test_served_updates.py",
        "browser/test_updates_story.py",
        "web/test_ticker.py",
        "web/test_unfit.py",
        # Queries: order, search, rows that are there already, what goes when its owner goes.
        "services/test_audit_checks.py",
        "services/test_list_comparisons.py",
        "services/test_forgetting.py",
        "services/test_expired_data.py",
        "services/test_listings.py",
        "services/test_listings_people.py",
        "services/test_listings_proofs.py",
        "services/test_names_bound.py",
        "services/test_registration_drafts.py",
        "services/test_roster.py",
        "services/test_pools_kept.py",
        # Each act of a player once, with the constraints and the idempotency of sending.
        "services/test_registration.py",
        # Histories: long lives of one event.
        "services/test_after_the_end.py",
        "services/test_answers_kept.py",
        "services/test_deck_checks_histories.py",
        "services/test_event_life.py",
        "services/test_stage_life.py",
        # Schemas, copies and upgrades.
        "cli/test_upgrading_at_once.py",
        "services/test_backups.py",
        "services/test_event_templates.py",
    }
)
"""Files whose tests can end otherwise on PostgreSQL, all of `storage` besides. Everything else asks the database what
these ask it, so SQLite tells as much; `scripts/test --full` runs everything on both."""

LONG: Final = (
    "web/test_served_automatic_updates.py",
    "services/test_audit_edits.py",
    "browser/test_updates_story.py",
    "access/test_across_events.py",
    "web/test_api.py",
    "fuzz/test_mutated_lists.py",
    "access/test_after_the_end.py",
    "access/test_histories.py",
    "fuzz/test_fuzz.py",
    "web/test_served_at.py",
    "services/test_registration_histories.py",
    "test_nothing_lost.py",
    "test_doubts.py",
    "test_configurations.py",
)
"""Files with the longest tests, or whose tests share what takes long to make, about the longest first. A run begins
with them: at its end its processes take tests from one another, so that a long one keeps all waiting, and what is
shared is made twice."""


def is_pure(path: Path) -> bool:
    """Whether the tests of a file need neither the application nor a database."""
    first, *more = path.relative_to(TESTS).parts
    return first in PURE if more else first not in NOT_PURE


def longest_first(paths: Sequence[Path], processes: int) -> list[int]:
    """In which order to run tests, of which these are the files, so that each process begins with long ones.

    Each begins with an equal share of all, as they come.
    """
    places = [path.relative_to(TESTS).as_posix() for path in paths]
    long = {name: [place for place, found in enumerate(places) if found == name] for name in LONG}
    files = [tests for tests in long.values() if tests]
    rest = (place for place, found in enumerate(places) if found not in long)
    order: list[int] = []
    for process in range(processes):
        end = len(order) + (len(places) - len(order)) // (processes - process)
        order += (test for tests in files[process::processes] for test in tests)
        order += islice(rest, max(0, end - len(order)))
    return order


def kinds_for(path: Path, *, full: bool) -> tuple[str, ...]:
    """The kinds of database on which the tests of a file run."""
    place = path.relative_to(TESTS).as_posix()
    both = full or place in ON_BOTH or place.startswith("storage/")
    return ("sqlite", "postgres") if both else ("sqlite",)
